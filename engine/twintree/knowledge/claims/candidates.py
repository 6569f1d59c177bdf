"""The sentences that may carry a claim: those of abstract, introduction and conclusion, with their places."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twintree.base.claims import PARTS
from twintree.base.pages import PageText
from twintree.base.records import Record, SectionTree, Span
from twintree.base.text import find_quote, sentences
from twintree.knowledge.running import RunningText

#: Characters that stand for a part which the paper does not have under that name.
_STAND_IN = 2500
_SHORTEST, _LONGEST = 40, 480
#: Text before the first heading that is this long is the abstract, whatever stands under that heading.
_LEAD = 600
#: Share of a sentence's characters that are letters or spaces: less is a formula, a table row, an address.
_LETTERS = 0.8
_HEAD = re.compile(
    r"^(?:abstract|summary|introduction|conclusions?|background|objectives?|results|methods)\W+", re.I
)
_NOISE = re.compile(r"@|https?:|www\.|\bdoi\b|©|copyright|\bkeywords?\b|\breceived\b.*\d{4}|[∑∫∈≤≥]", re.I)


class Candidate(Record, frozen=True, kw_only=True):
    """A sentence of the paper.

    Attributes:
        text: the sentence on one line.
        quote: as printed, but for white space.
        spans: where it stands.
        part: one of ``PARTS``.
        place: 0 for the part's first sentence, 1 for its last.
    """

    text: str
    quote: str
    spans: tuple[Span, ...]
    part: str
    place: float


def candidates(pages: Sequence[PageText], tree: SectionTree | None, abstract: str = "") -> list[Candidate]:
    """The sentences of the three parts, in the order of the paper.

    A part that has no section of its own is sought elsewhere: the abstract by its words, the introduction at the
    paper's beginning, the conclusion in what stands last before the references.

    Args:
        pages: of the paper's main file.
        tree: its sections, where there are any.
        abstract: as metadata has it.
    """
    running = RunningText(pages, tree)
    found: list[Candidate] = []
    taken: set[tuple[int, int]] = set()
    for part, start, end in _parts(running, pages, tree, abstract):
        inside = [at for at in sentences(running.text, start, end) if at not in taken]
        taken.update(inside)
        count = max(1, len(inside) - 1)
        found += [
            made
            for number, at in enumerate(inside)
            if (made := _candidate(running, at, part, number / count)) is not None
        ]
    return found


def _candidate(running: RunningText, at: tuple[int, int], part: str, place: float) -> Candidate | None:
    start, end = at
    head = _HEAD.match(running.text[start:end])
    if head and running.text[start + head.end() : end][:1].isupper():
        start += head.end()
    quote = " ".join(running.text[start:end].split())
    letters = sum(char.isalpha() or char.isspace() for char in quote)
    if not _SHORTEST <= len(quote) <= _LONGEST or letters < _LETTERS * len(quote):
        return None
    if (
        quote[-1] not in ".!。"
        or _NOISE.search(quote)
        or not (quote[0].isupper() or quote[0].isdigit() or quote[0] > "z")
    ):
        return None
    return Candidate(text=quote, quote=quote, spans=running.spans(start, end), part=part, place=place)


def _parts(
    running: RunningText, pages: Sequence[PageText], tree: SectionTree | None, abstract: str
) -> list[tuple[str, int, int]]:
    """(part, start, end) in the running text."""
    placed: dict[str, list[tuple[int, int]]] = {part: [] for part in PARTS}
    tops: list[tuple[int, int, str]] = []
    for node in tree.nodes if tree is not None else ():
        start, end = running.offset(*node.start), running.offset(*node.end)
        if node.level == 1 or node.parent is None:
            tops.append((start, end, node.role))
        if node.role in placed and not any(a <= start < b for a, b in placed[node.role]):
            placed[node.role].append((start + _title_length(running, start, node.title), end))
    lead = min((start for start, _, _ in tops), default=0)
    if lead >= _LEAD and not any(start < lead for start, _ in placed["abstract"]):
        placed["introduction"] = placed["abstract"] or placed["introduction"]
        placed["abstract"] = [_first_long_paragraph(running.text[:lead])]
    if not placed["abstract"] and (at := _abstract(running, pages, abstract)) is not None:
        placed["abstract"].append(at)
    body = [top for top in tops if top[2] not in ("references", "acknowledgements", "appendix", "abstract")]
    if not placed["introduction"]:
        first = max((end for _, end in placed["abstract"]), default=0)
        placed["introduction"].append((first, min(first + _STAND_IN, len(running.text))))
    if not placed["conclusion"] and len(body) > 1:
        placed["conclusion"].append((max(body[-1][0], body[-1][1] - _STAND_IN), body[-1][1]))
    return [(part, start, end) for part in PARTS for start, end in placed[part]]


def _first_long_paragraph(text: str) -> tuple[int, int]:
    at = 0
    for paragraph in text.split("\n\n"):
        if len(paragraph) >= _LEAD // 2:
            return at, at + len(paragraph)
        at += len(paragraph) + 2
    return 0, min(len(text), _STAND_IN)


def _title_length(running: RunningText, start: int, title: str) -> int:
    head = running.text[start : start + len(title) + 40]
    found = find_quote(head, title)
    return found[1] if found else 0


def _abstract(running: RunningText, pages: Sequence[PageText], abstract: str) -> tuple[int, int] | None:
    if len(abstract) < _SHORTEST:
        return None
    for page in pages[:3]:
        start = find_quote(page.text, abstract[:80])
        end = find_quote(page.text, abstract[-60:])
        if start is not None:
            stop = end[1] if end is not None and end[1] > start[0] else start[0] + len(abstract)
            return running.offset(page.number, start[0]), running.offset(page.number, stop)
    return None
