"""Finds where a paper's text cites the entries of its reference lists: numbers, labels, names and years."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from twintree.base.ids import SectionId
from twintree.base.inlinks import InnerLink
from twintree.base.pages import PageText
from twintree.base.records import Record, SectionTree, Span
from twintree.knowledge import markers
from twintree.knowledge.bibliography import BibliographyEntry
from twintree.knowledge.doclinks import Linked, linked_words
from twintree.knowledge.markers import (
    BETWEEN,
    BRACKETED,
    GROUP,
    RAISED,
    ROUND,
    NamesIndex,
    known_of,
    numbers_of,
)
from twintree.knowledge.running import RunningText

#: Characters before a bracket in which its names may stand.
_BEFORE = 90
_LONGEST_SENTENCE = 1500


class FoundMention(Record, frozen=True, kw_only=True):
    """A place in the text that cites an entry.

    ``entry`` is its position in the bibliography, ``company`` how many entries the same marker cites.
    """

    entry: int
    marker: str
    at: Span
    spans: tuple[Span, ...]
    sentence: str
    company: int = 1
    section: SectionId | None = None
    section_role: str = ""
    place: float = 0.0  #: share of the text before it


class _Hit(Record, frozen=True):
    start: int
    end: int
    entries: tuple[int, ...]


def find_mentions(
    pages: Sequence[PageText],
    entries: Sequence[BibliographyEntry],
    tree: SectionTree | None = None,
    links: Sequence[InnerLink] = (),
) -> list[FoundMention]:
    """Every citation of an entry in the text, in order; reference lists themselves are left out.

    Args:
        pages: all pages of the file.
        entries: its bibliography, as ``read_bibliography`` gives it.
        tree: its sections, for the part that a mention stands in.
        links: the file's own; they settle what words leave open.
    """
    if not entries:
        return []
    text = RunningText(pages, tree)
    lists = [_List(text, entries, part) for part in sorted({entry.part for entry in entries})]
    hits = _in_order(_hits(text.text, lists))
    if links:
        cited = [(hit.start, hit.end, hit.entries) for hit in hits]
        hits = _settled(hits, linked_words(text, pages, entries, links, cited))
    found: list[FoundMention] = []
    for hit in _with_ibid(text.text, hits):
        if not any(each.begin <= hit.start < each.end for each in lists):
            found += _mentions(text, hit)
    return found


def _in_order(hits: Iterable[_Hit]) -> list[_Hit]:
    return sorted(hits, key=lambda each: (each.start, each.end))


def _settled(hits: Sequence[_Hit], linked: Sequence[Linked]) -> list[_Hit]:
    """Hits as the file's links have them: a single entry gives way to the linked one, what was missed comes."""
    out = list(hits)
    for link in linked:
        over = [i for i, hit in enumerate(out) if hit.start < link.end and link.start < hit.end]
        if not over:
            out.append(_Hit(link.start, link.end, (link.entry,)))
        elif not any(link.entry in out[i].entries for i in over):
            meant = [i for i in over if len(out[i].entries) == 1]
            for i in meant:
                out[i] = _Hit(out[i].start, out[i].end, (link.entry,))
    return _in_order(out)


class _List:
    """One reference list: where it stands, and the ways to cite it."""

    def __init__(self, text: RunningText, entries: Sequence[BibliographyEntry], part: int) -> None:
        own = [(i, entry) for i, entry in enumerate(entries) if entry.part == part]
        spans = [span for _, entry in own for span in entry.spans]
        self.begin = text.offset(spans[0].page, spans[0].start) if spans else len(text.text)
        self.end = text.offset(spans[-1].page, spans[-1].end) if spans else len(text.text)
        self.numbers = {entry.number: i for i, entry in own if entry.number}
        self.labels = {_label(entry.label): i for i, entry in own if entry.label and not entry.number}
        self.names = NamesIndex([known_of(i, e.fields.authors, e.fields.year, e.raw) for i, e in own])


def _label(text: str) -> str:
    return re.sub(r"\s+", " ", text.strip("[]()［］ .")).casefold()


def _hits(text: str, lists: Sequence[_List]) -> Iterator[_Hit]:
    begin = 0
    for position, each in enumerate(lists):
        last = position + 1 == len(lists)
        end = len(text) if last else each.end
        numbered = list(_numeric(text, begin, end, each)) if each.numbers else []
        # Lists with printed numbers are now and then cited by name all the same; then names decide.
        named = list(_named(text, begin, end, each))
        labelled = list(_labelled(text, begin, end, each)) if each.labels else []
        yield from labelled
        if len(numbered) >= len(named) // 2 and numbered:
            yield from numbered
        else:
            yield from named
        begin = end


# ── numbers ──────────────────────────────────────────────────────────────────────────────────────────


def _numeric(text: str, begin: int, end: int, each: _List) -> list[_Hit]:
    """Markers of the one form that a paper uses: square brackets, round ones, or raised numbers."""
    square = _numbers(text, begin, end, each, BRACKETED)
    if _cites_enough(square, each):
        return _ranges(text, square, each)
    rounded = _numbers(text, begin, end, each, ROUND)
    raised = _numbers(text, begin, end, each, RAISED)
    return max((_ranges(text, square, each), rounded, raised), key=lambda hits: _reach(hits))


def _numbers(text: str, begin: int, end: int, each: _List, pattern: re.Pattern[str]) -> list[_Hit]:
    found = []
    for match in pattern.finditer(text, begin, end):
        if each.begin <= match.start() < each.end or _is_no_marker(text, match):
            continue
        numbers = numbers_of(match.group(1))
        entries = tuple(each.numbers[number] for number in numbers if number in each.numbers)
        if entries and 2 * len(entries) > len(numbers):
            found.append(_Hit(match.start(), match.end(), entries))
    return found


_NO_MARKER = re.compile(
    r"(?:\b(?:fig(?:ure)?s?|tab(?:le)?s?|eqs?|equations?|sec(?:tion)?s?|appendix|step|no|nos|chapter|page|pp?|vol|n|"
    r"group|type|version|day|days|theorem|lemma|algorithm|stage|phase|case|class)\.?\s*)$",
    re.IGNORECASE,
)


def _is_no_marker(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 14) : match.start()]
    if match.re is RAISED:
        word = re.search(r"[^\s]*$", before)
        return bool(_NO_MARKER.search(before)) or bool(word and re.search(r"\d", word.group()))
    return match.re is ROUND and bool(_NO_MARKER.search(before))


def _reach(hits: Sequence[_Hit]) -> int:
    return len({entry for hit in hits for entry in hit.entries})


def _cites_enough(hits: Sequence[_Hit], each: _List) -> bool:
    return 2 * _reach(hits) >= len(each.numbers)


def _ranges(text: str, hits: Sequence[_Hit], each: _List) -> list[_Hit]:
    """``[5]–[7]`` as one marker."""
    out: list[_Hit] = []
    order = {entry: number for number, entry in each.numbers.items()}
    for hit in hits:
        last = out[-1] if out else None
        if last is not None and BETWEEN.fullmatch(text, last.end, hit.start):
            first, stop = order[last.entries[-1]], order[hit.entries[0]]
            between = tuple(each.numbers[n] for n in range(first + 1, stop) if n in each.numbers)
            out[-1] = _Hit(last.start, hit.end, last.entries + between + hit.entries)
        else:
            out.append(hit)
    return out


def _labelled(text: str, begin: int, end: int, each: _List) -> Iterator[_Hit]:
    for match in re.finditer(r"[\[［(]([^\[\]()\n]{2,120})[\]］)]", text[begin:end]):
        pieces = [_label(piece) for piece in re.split(r"[;,]\s*", match.group(1))]
        entries = tuple(
            each.labels[piece] for piece in (_label(match.group(1)), *pieces) if piece in each.labels
        )
        start = begin + match.start()
        if entries and not each.begin <= start < each.end:
            yield _Hit(start, begin + match.end(), tuple(dict.fromkeys(entries)))


# ── names and years ──────────────────────────────────────────────────────────────────────────────────


def _named(text: str, begin: int, end: int, each: _List) -> Iterator[_Hit]:
    for match in GROUP.finditer(text, begin, end):
        if each.begin <= match.start() < each.end:
            continue
        inside = match.group(1) or match.group(2)
        before = text[max(begin, match.start() - _BEFORE) : match.start()]
        entries: list[int] = []
        start = match.start()
        for names, year, letter in markers.parts_of(inside):
            if names:
                entry = each.names.find(names, year, letter)
            else:
                entry = each.names.find(before, year, letter, ending=True)
                start = min(start, match.start() - _name_length(before)) if entry is not None else start
            if entry is not None:
                entries.append(entry)
        if entries:
            yield _Hit(start, match.end(), tuple(dict.fromkeys(entries)))
    yield from _bare(text, begin, end, each)


_LOOSE = re.compile(
    r"(?P<names>[^\W\d_a-z][\w'’\-]+(?:\s(?:and|&)\s[^\W\d_a-z][\w'’\-]+|\set\.?\sal\.?)?),?\s(?P<year>(?:1[6-9]|20)\d\d)(?P<letter>[a-z]?)\b"
)


def _bare(text: str, begin: int, end: int, each: _List) -> Iterator[_Hit]:
    """``Meng et al. 2026`` in running text, outside of brackets (inside, the group has it)."""
    for match in _LOOSE.finditer(text, begin, end):
        if each.begin <= match.start() < each.end or _in_bracket(text, match.start(), begin):
            continue
        entry = each.names.find(match["names"], int(match["year"]), match["letter"], ending=True)
        if entry is not None:
            yield _Hit(match.start(), match.end(), (entry,))


def _in_bracket(text: str, at: int, begin: int) -> bool:
    before = text[max(begin, at - 400) : at]
    opened = max(before.rfind("("), before.rfind("["))
    return opened > max(before.rfind(")"), before.rfind("]"))


def _name_length(before: str) -> int:
    match = re.search(
        r"[^\W\d_a-z][\w'’\-]*(?:(?:,\s|\s(?:and|&|und|et)\s|,\s(?:and|&)\s)[^\W\d_a-z][\w'’\-]*)*"
        r"(?:\s(?:et\.?\sal\.?|and (?:colleagues|others)))?(?:['’]s)?\s*$",
        before,
    )
    return len(match.group()) if match else 0


_IBID = re.compile(r"\b[Ii]bid(?:em)?\b\.?")


def _with_ibid(text: str, hits: Sequence[_Hit]) -> list[_Hit]:
    """``ibid.`` cites what was cited last."""
    found = list(hits)
    for match in _IBID.finditer(text):
        before = [hit for hit in hits if hit.end <= match.start()]
        if before and not any(hit.start <= match.start() < hit.end for hit in hits):
            found.append(_Hit(match.start(), match.end(), before[-1].entries[-1:]))
    return sorted(found, key=lambda each: (each.start, each.end))


def _mentions(text: RunningText, hit: _Hit) -> Iterator[FoundMention]:
    start, end = text.sentence(hit.start)
    if end - start > _LONGEST_SENTENCE or end < hit.end:
        start, end = max(start, hit.start - 300), max(hit.end, min(end, hit.end + 300))
    section = text.section(hit.start)
    marker = text.spans(hit.start, hit.end)
    if not marker:
        return
    for entry in hit.entries:
        yield FoundMention(
            entry=entry,
            marker=" ".join(text.text[hit.start : hit.end].split()),
            at=marker[0],
            spans=text.spans(start, end),
            sentence=" ".join(text.text[start:end].split()),
            company=len(hit.entries),
            section=section.id if section else None,
            section_role=section.role if section else "",
            place=hit.start / max(1, len(text.text)),
        )
