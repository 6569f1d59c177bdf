"""Summaries in the paper's own words: the telling sentences of a section."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import msgspec

from twintree.base.pages import PageText
from twintree.base.records import Section, SectionTree
from twintree.base.text import sentences
from twintree.structure.central import ANAPHORIC, NOISE, centrality, document_counts, flat, words_of
from twintree.structure.roles import role_of_title
from twintree.structure.tree import children_of, text_between, tokens_in

#: Sections with fewer tokens keep their text (DESIGN §4.4).
KEPT_WHOLE = 200
_SENTENCES = 3
_MAX_CHARS = 700
_CONSIDERED = 220
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
_CITES = re.compile(r"\[\d+(?:[,–-] ?\d+)*\]|\(\w[^()]{2,60}\d{4}[a-z]?\)")


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
        return _joined([opening for opening in openings if opening]) or flat(text)
    if tokens_in(text) < KEPT_WHOLE:
        return flat(text)
    if section.role == "references" or role_of_title(section.title) == "references":
        return flat(text)[:200].rsplit(" ", 1)[0] + " …"
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


def _body(section: Section, pages: Sequence[PageText], end: tuple[int, int]) -> str:
    """The section's text without its title."""
    text = text_between(pages, section.start, end).lstrip()
    words = [re.escape(word) for word in section.title.split()]
    number = rf"{re.escape(section.number)}[.):|\s]*" if section.number else ""
    title = re.match(rf"(?:{number})?" + r"[\s\-]*".join(words) + r"[.:\s]*", text, re.I) if words else None
    return text[title.end() :] if title and section.source != "inserted" else text


def _central(text: str) -> list[str]:
    spans = sentences(text)[:_CONSIDERED]
    said = [flat(text[a:b]) for a, b in spans]
    counts = document_counts(said)
    scored = []
    for i, each in enumerate(said):
        if 30 <= len(each) <= 450 and each[0].isalnum() and not each[0].islower():
            place = 0.35 * math.exp(-i / 3) + (0.1 if i == len(said) - 1 else 0.0)
            penalty = (
                0.35 * bool(NOISE.search(each))
                + 0.1 * bool(ANAPHORIC.match(each))
                + 0.08 * bool(_CITES.search(each))
            )
            scored.append((centrality(each, counts) + place + 0.3 * bool(_CUES.search(each)) - penalty, -i))
    chosen: list[int] = []
    for _, minus in sorted(scored, reverse=True):
        if len(chosen) < _SENTENCES and all(_overlap(said[-minus], said[j]) < 0.6 for j in chosen):
            chosen.append(-minus)
    return [said[i] for i in sorted(chosen)] or said[:2]


def _overlap(one: str, other: str) -> float:
    a, b = words_of(one), words_of(other)
    return len(a & b) / max(1, min(len(a), len(b)))


def _first_sentence(text: str) -> str:
    found = [flat(text[a:b]) for a, b in sentences(text[:3000])]
    return next((each for each in found if 30 <= len(each) <= 450), "")


def _joined(found: Sequence[str]) -> str:
    kept: list[str] = []
    for each in found:
        if kept and sum(map(len, kept)) + len(each) > _MAX_CHARS:
            break
        kept.append(each)
    return " ".join(kept)
