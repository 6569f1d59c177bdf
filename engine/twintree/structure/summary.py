"""Summaries in the paper's own words: the telling sentences of a section, and a paper in one sentence."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from twintree.base.records import PageText, Section, SectionTree
from twintree.base.text import sentences
from twintree.structure.roles import role_of_title
from twintree.structure.tree import children_of, text_between, tokens_in

#: Sections with fewer tokens keep their text (DESIGN §4.4).
KEPT_WHOLE = 200
_SENTENCES = 3
_MAX_CHARS = 700
_CONSIDERED = 220
_WORD = re.compile(r"[^\W\d_]{3,}|[\u3040-\u30ff\u3400-\u9fff]")
_STOP = frozenset(
    re.findall(
        r"\w+",
        """
        the and for that with are this from was were which have has had not but also our their its
        can been than these such they into between more most other using used use each both may will
        one two however thus where when then there here der die das und ist ein eine von den mit dem
        des auf für sich nicht werden les des est une dans que pour par sur los las una del con por
        para como della degli che per sono dos das uma não это что как для или его при
        """,
    )
)
_WORK = r"(?:paper|work|section|study|article|thesis|chapter)"
_CUES = re.compile(
    rf"\bin this {_WORK}|\b(?:in conclusion|in summary|overall|significantly|outperforms?)\b|"
    r"\bwe (?:present|propose|introduce|show|find|found|describe|develop|demonstrate|evaluate|investigate|"
    r"study|report|conclude|argue|address|compare)\b|\bour (?:results|approach|method|model|findings)\b|"
    rf"\bthis {_WORK} (?:presents?|describes?|proposes?|introduces?|shows?|investigates?|reports?)\b|"
    r"\bresults? (?:show|indicate|suggest)\b|\bin dieser arbeit\b|\bwir (?:zeigen|stellen|schlagen)\b|"
    r"\bdans cet? (?:article|travail|thèse)\b|\bnous (?:proposons|présentons|montrons)\b|"
    r"\ben este (?:trabajo|artículo)\b|\bв (?:этой|данной|настоящей) (?:работе|статье)\b|本文|本研究",
    re.IGNORECASE,
)
_THING = r"(?:package|library|tool|framework|software|course|module|toolkit|system|method|approach|review)"
_DIRECT = re.compile(
    r"\bwe (?:present|propose|introduce|describe|develop|study|investigate|show)\b|"
    r"\bin this (?:paper|work|study|article|thesis)\b|"
    rf"\bthis {_WORK} (?:presents?|proposes?|introduces?|describes?|investigates?|reports?|examines?)\b|"
    r"\bthe (?:aim|purpose|objective) of\b|本文|\bin dieser arbeit\b|\bdans cet? (?:article|thèse)\b|"
    r"\bnous (?:proposons|présentons)\b|\ben este (?:trabajo|artículo)\b|"
    r"\bв (?:данной|этой|настоящей) работе\b|"
    rf"\b(?:is|provides) an? (?:open[- ]source |new |novel |free )?(?:\w+ )?{_THING}\b",
    re.IGNORECASE,
)
_ANAPHORIC = re.compile(
    r"^(?:this|these|those|it|they|he|she|such|here|hence|therefore|thus|however|moreover|furthermore|also|but|"
    r"and|then)\b",
    re.IGNORECASE,
)
_CITES = re.compile(r"\[\d+(?:[,–-] ?\d+)*\]|\(\w[^()]{2,60}\d{4}[a-z]?\)")
_NOISE = re.compile(r"[=∑∫∈≤≥]|\bfig(?:ure|\.)\s*\d|\btable\s*\d|@|https?:", re.I)


def summarise(section: Section, pages: Sequence[PageText], children: Sequence[Section] = ()) -> str:
    """The words of the paper that say most of a section (VecTree-RAG §3.2, without a model).

    A section under 200 tokens keeps its text. A parent is summarised from its preamble, what stands before
    its first subsection; one without a preamble from the first sentences of its subsections.

    Args:
        section: the section.
        pages: the document's pages, in order.
        children: its direct subsections.

    Returns:
        One to three sentences, in document order, each verbatim but for line ends; ``""`` without text.
    """
    text = summarised_text(section, pages, children)
    if children and len(text) < 80:
        openings = [_first_sentence(_body(child, pages, child.end)) for child in children[:_SENTENCES]]
        return _joined([opening for opening in openings if opening]) or _flat(text)
    if tokens_in(text) < KEPT_WHOLE:
        return _flat(text)
    if section.role == "references" or role_of_title(section.title) == "references":
        return _flat(text)[:200].rsplit(" ", 1)[0] + " …"
    return _joined(_central(text))


def summarised_text(section: Section, pages: Sequence[PageText], children: Sequence[Section] = ()) -> str:
    """What a section's summary is of: a parent's preamble, a leaf's body; without the title."""
    return _body(section, pages, children[0].start if children else section.end)


def summarise_tree(tree: SectionTree, pages: Sequence[PageText]) -> SectionTree:
    """The tree with every section's summary; those that have one already keep it."""
    nodes = tuple(
        node
        if node.summary
        else msgspec.structs.replace(node, summary=summarise(node, pages, children_of(tree, node.id)))
        for node in tree.nodes
    )
    return msgspec.structs.replace(tree, nodes=nodes)


def describe(pages: Sequence[PageText], abstract: str = "") -> str:
    """One sentence, the paper's own, that says what the paper does; ``""`` when it has no text.

    Args:
        pages: the document's pages; the first two are read when there is no abstract.
        abstract: the abstract, where it is known.
    """
    text = abstract.strip() or "\n\n".join(page.text[: page.body_end] for page in pages[:2])
    found = [_flat(text[a:b]) for a, b in sentences(text)][:80]
    fit = [each for each in found if 40 <= len(each) <= 400 and not _NOISE.search(each)]
    if not fit:
        return _cut(found[0], 300) if found else ""
    counts = _document_counts(fit)
    scored = [(_describing(each, i, counts), -i, each) for i, each in enumerate(fit)]
    return max(scored)[2]


def _describing(sentence: str, position: int, counts: Counter[str]) -> float:
    return (
        3.0 * bool(_DIRECT.search(sentence))
        + _centrality(sentence, counts)
        - 0.02 * position
        - 0.5 * bool(_ANAPHORIC.match(sentence))
    )


def _body(section: Section, pages: Sequence[PageText], end: tuple[int, int]) -> str:
    """The section's text without its title."""
    text = text_between(pages, section.start, end).lstrip()
    words = [re.escape(word) for word in section.title.split()]
    number = rf"{re.escape(section.number)}[.):|\s]*" if section.number else ""
    title = re.match(rf"(?:{number})?" + r"[\s\-]*".join(words) + r"[.:\s]*", text, re.I) if words else None
    return text[title.end() :] if title and section.source != "inserted" else text


def _central(text: str) -> list[str]:
    spans = sentences(text)[:_CONSIDERED]
    flat = [_flat(text[a:b]) for a, b in spans]
    counts = _document_counts(flat)
    scored = []
    for i, each in enumerate(flat):
        if 30 <= len(each) <= 450 and each[0].isalnum() and not each[0].islower():
            place = 0.35 * math.exp(-i / 3) + (0.1 if i == len(flat) - 1 else 0.0)
            penalty = (
                0.35 * bool(_NOISE.search(each))
                + 0.1 * bool(_ANAPHORIC.match(each))
                + 0.08 * bool(_CITES.search(each))
            )
            scored.append((_centrality(each, counts) + place + 0.3 * bool(_CUES.search(each)) - penalty, -i))
    chosen: list[int] = []
    for _, minus in sorted(scored, reverse=True):
        if len(chosen) < _SENTENCES and all(_overlap(flat[-minus], flat[j]) < 0.6 for j in chosen):
            chosen.append(-minus)
    return [flat[i] for i in sorted(chosen)] or flat[:2]


def _document_counts(found: Sequence[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for each in found:
        counts.update(_words(each))
    return counts


def _centrality(sentence: str, counts: Counter[str]) -> float:
    """How common the sentence's words are among the sentences: 0 for none, about 1 for the most central."""
    words = _words(sentence)
    if not words or not counts:
        return 0.0
    top = math.log1p(max(counts.values()))
    return sum(math.log1p(counts[word] - 1) for word in words) / (top * (len(words) + 4))


def _words(sentence: str) -> set[str]:
    return {word for word in _WORD.findall(sentence.lower()) if word not in _STOP}


def _overlap(one: str, other: str) -> float:
    a, b = _words(one), _words(other)
    return len(a & b) / max(1, min(len(a), len(b)))


def _first_sentence(text: str) -> str:
    found = [_flat(text[a:b]) for a, b in sentences(text[:3000])]
    return next((each for each in found if 30 <= len(each) <= 450), "")


def _joined(found: Sequence[str]) -> str:
    kept: list[str] = []
    for each in found:
        if kept and sum(map(len, kept)) + len(each) > _MAX_CHARS:
            break
        kept.append(each)
    return " ".join(kept)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0] + " …"
