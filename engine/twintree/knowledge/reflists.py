"""Finds the reference lists of a paper: by section role, by heading, else by what a list looks like."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from twintree.base.records import SectionTree
from twintree.knowledge.rows import Row
from twintree.knowledge.splitting import RawEntry, is_dated, labelled_entries, likeness, split_entries
from twintree.structure.roles import is_known_title, role_of_title

#: Below this mean likeness of its entries a stretch of text is no reference list.
_LIKE = 0.62
#: This many entries in a row that look like none end a list.
_STRANGERS = 3
_LONGEST_HEADING = 60
#: A footnote is set this much smaller than the list, and its mark is printed right before its words.
_NOTE = 0.95
_MARKED = re.compile(r"\s*(?:\d{1,2}|[*∗†‡§])(?=[^\W\d_]|[“\"(])")
_CAPTION = re.compile(r"\s*(?:Figure|Fig\.|Table)\s+\d+[.:]\s")
#: Points by which the rows of one note differ in size.
_ALIKE = 0.3
_FEWEST_WITHOUT_HEADING = 5


@dataclass(slots=True)
class ReferenceList:
    """A list's entries, and where it begins."""

    place: tuple[int, int]
    entries: list[RawEntry]


def find_lists(rows: Sequence[Row], tree: SectionTree | None = None) -> list[ReferenceList]:
    """The reference lists among a paper's rows, in order (several where chapters have their own)."""
    starts = _starts(rows, tree)
    lists = [found for begin, stop in _ranges(rows, starts) if (found := _read(rows[begin:stop], tree))]
    return lists or list(_by_content(rows))


def _starts(rows: Sequence[Row], tree: SectionTree | None) -> list[int]:
    """Indices of the rows behind a heading that says references."""
    found = {i + 1 for i, row in enumerate(rows) if _is_heading(row, rows, i)}
    for node in tree.nodes if tree is not None else ():
        if node.role == "references" and not _inside_references(tree, node.parent):
            at = next((i for i, row in enumerate(rows) if row.place >= node.start), None)
            if at is not None:
                titled = role_of_title(rows[at].text) == "references"
                found.add(at + 1 if titled else at)
    ordered = sorted(found)
    return [i for k, i in enumerate(ordered) if i < len(rows) and (k == 0 or i > ordered[k - 1] + 1)]


def _inside_references(tree: SectionTree | None, parent: str | None) -> bool:
    return (
        any(node.id == parent and node.role == "references" for node in tree.nodes)
        if tree and parent
        else False
    )


def _is_heading(row: Row, rows: Sequence[Row], i: int) -> bool:
    text = row.text.strip()
    if len(text) > _LONGEST_HEADING or role_of_title(text) != "references" or text[:1].islower():
        return False
    # Tables have columns called "Reference".
    return i + 1 < len(rows) and text.casefold() != "reference"


def _ranges(rows: Sequence[Row], starts: Sequence[int]) -> Iterator[tuple[int, int]]:
    # The row before each further start is its heading.
    stops = [*(start - 1 for start in starts[1:]), len(rows)]
    yield from zip(starts, stops, strict=False)


def _read(rows: Sequence[Row], tree: SectionTree | None) -> ReferenceList | None:
    rows = _until_heading(rows, tree)
    rows = _without_insertions(_of_one_size(rows))
    if not rows:
        return None
    entries = _without_tail(split_entries(rows))
    if not entries or statistics.fmean(likeness(entry.text()) for entry in entries) < _LIKE:
        return None
    if not entries[0].label and sum(is_dated(entry.text()) for entry in entries) < 0.5 * len(entries):
        return None
    return ReferenceList(entries[0].rows[0].place, entries)


def _until_heading(rows: Sequence[Row], tree: SectionTree | None) -> Sequence[Row]:
    """Up to the next heading: one of the tree's, or a row that is set like one and names a part of papers."""
    if not rows:
        return rows
    others = {
        node.start
        for node in (tree.nodes if tree is not None else ())
        if node.role not in ("references", "") and node.verified and node.start > rows[0].place
    }
    size = _body_size(rows)
    for i, row in enumerate(rows):
        if row.place in others and (row.bold or row.size > size * 1.04):
            return rows[:i]
        text = row.text.strip()
        short = len(text) <= _LONGEST_HEADING
        stands_out = row.bold or row.size > size * 1.08 or text.isupper()
        if i and short and stands_out and is_known_title(text) and role_of_title(text) != "references":
            return rows[:i]
        if i and short and stands_out and re.match(r"(?:appendix|annex|supplement)\b", text, re.IGNORECASE):
            return rows[:i]
    return rows


def _body_size(rows: Sequence[Row]) -> float:
    sizes = [round(row.size * 2) / 2 for row in rows[:120] for _ in range(max(1, len(row.text) // 20))]
    return statistics.mode(sizes)


def _of_one_size(rows: Sequence[Row]) -> list[Row]:
    """Without tables, captions and notes between, which are set in another size; labels may be smaller."""
    if not rows:
        return []
    size = _body_size(rows)
    return [row for row in rows if 0.87 * size <= row.size <= 1.15 * size or len(row.text.strip()) <= 4]


def _without_insertions(rows: Sequence[Row]) -> list[Row]:
    """Without what the page has between two rows of an entry: footnotes, and captions of figures and tables."""
    size = _body_size(rows) if rows else 0.0
    kept: list[Row] = []
    inserted: Row | None = None
    for row in rows:
        note = row.size < _NOTE * size and bool(_MARKED.match(row.text))
        if note or _CAPTION.match(row.text) or (inserted is not None and _goes_on(inserted, row)):
            inserted = row
        else:
            inserted = None
            kept.append(row)
    return kept


def _goes_on(row: Row, following: Row) -> bool:
    """Whether a row stands right below another one that is set like it."""
    near = row.frame == following.frame and following.y0 - row.y1 < 0.9 * row.size
    return near and abs(row.size - following.size) < _ALIKE


def _without_tail(entries: list[RawEntry]) -> list[RawEntry]:
    """Cut where entries stop looking like references, and shorten a last one that runs on."""
    run = 0
    for i, entry in enumerate(entries):
        run = run + 1 if likeness(entry.text()) < 0.5 else 0
        if run >= _STRANGERS and not entry.label:
            entries = entries[: i - run + 1]
            break
    if len(entries) >= 3:
        entries[-1] = _shortened(entries[-1], entries[:-1])
    return entries


def _shortened(last: RawEntry, others: Sequence[RawEntry]) -> RawEntry:
    """The last numbered entry ends with its paragraph, however much text follows the list."""
    longest = max(len(entry.rows) for entry in others)
    if len(last.rows) <= longest + 1:
        return last
    rows = last.rows
    for i in range(1, min(len(rows), longest + 1)):
        gap = rows[i].y0 - rows[i - 1].y1
        if rows[i].frame != rows[i - 1].frame or gap > 0.9 * rows[i].size:
            return RawEntry(rows[:i], last.label, last.number)
    return RawEntry(rows[: longest + 1], last.label, last.number)


def _by_content(rows: Sequence[Row]) -> Iterator[ReferenceList]:
    """A numbered list in the last part of a paper without a heading for it."""
    for i in range(len(rows) // 3, len(rows)):
        if not re.match(r"\s*(?:\[1\]|1[.)]\s|\(1\)\s|1\s*[A-Z])", rows[i].text):
            continue
        # A book has hundreds of rows that begin so: what has no labels goes before anything is weighed.
        entries = _without_tail(labelled_entries(_of_one_size(rows[i:])) or [])
        if len(entries) < _FEWEST_WITHOUT_HEADING or not entries[0].label:
            continue
        dated = [entry for entry in entries if is_dated(entry.text())]
        alike = statistics.fmean(likeness(entry.text()) for entry in entries)
        if alike >= 0.75 and len(dated) >= 0.7 * len(entries):
            yield ReferenceList(entries[0].rows[0].place, entries)
            return
