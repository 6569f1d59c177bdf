"""Splits the rows of a reference list into entries: by printed labels, hanging indents, gaps, or how names begin."""

from __future__ import annotations

import itertools
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from twintree.knowledge.rows import Row

_YEAR = re.compile(r"\b(?:1[6-9]\d\d|20\d\d)[a-z]?\b")
_NUMBERED: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("bracket", re.compile(r"^\s*[\[［](\d{1,4})[\]］]")),
    ("dot", re.compile(r"^\s*(\d{1,4})[.)](?=\s|[^\W\d_])")),
    ("round", re.compile(r"^\s*\((\d{1,4})\)(?=\s|[^\W\d_])")),
    ("bare", re.compile(r"^\s*(\d{1,4})(?=\s*[^\W\d_])")),
)
_ALPHA = re.compile(
    r"^\s*(?:[\[［][^\W\d_][^\[\]\n]{0,40}?\d{2,4}[a-z]?[\]］]|[\[(][A-Z][A-Za-z+]{1,8}\+?\d{2}[a-z]?[\])]|"
    r"\([A-Z][^()\n]{1,40}?,?\s\d{4}[a-z]?\))(?!\.)"
)
_AUTHOR = re.compile(
    r"^(?:[A-Z][\w'’`´\-‐‑]+,\s|(?:[A-Z]\.[\s\-‐‑]?){1,3}\s?[A-Z]|"  # Family, …   A. B. Family
    r"(?:(?:van|von|de|der|den|la|le|di|da|dos|del|el|al|ten)\s)+[A-Z]|[A-Z][\w'’\-]+(?:\s[A-Z]{1,3})?[,.]|"
    r"(?:[A-Z][\w'’\-]+\s){1,4}(?:and|&|et)\s|(?:[A-Z][\w'’.\-]*\s){1,3}[A-Z][\w'’\-]+[,.(]|———|–––|---)"
)
_ENDS = re.compile(r"[.)\]”\"’»!?。]\s*$|\d\s*$|https?://\S+$|doi\S*$|10\.\d{4,9}/\S+$", re.IGNORECASE)
_LIMIT = 900
#: Names begin every entry that names found, by definition: what geometry found gets this much ahead.
_TRUST_IN_GEOMETRY = 0.7
_DIVIDED = re.compile(r"[^\W\d_][-‐]$")
#: Characters of a text's end in which an address is sought: an entry that is none may be as long as a book.
_LONGEST_ADDRESS = 400
_OPEN_ADDRESS = re.compile(r"(?:https?://|doi\.org/|10\.\d{4,9}/)\S*[/\-_.=]$")
#: What may go on an address: no plain capitalised word, which would begin the next sentence.
_ADDRESS_PART = re.compile(r"(?![A-Z][a-z]+\b[^/._\-=])[\w(]")


@dataclass(slots=True)
class RawEntry:
    """An entry before parsing: its rows, and its printed label if it has one."""

    rows: list[Row]
    label: str = ""
    number: int = 0

    def text(self) -> str:
        """The entry as printed, in one line, without its label."""
        joined = join_rows(self.rows)
        return joined[len(self.label) :].strip() if self.label and joined.startswith(self.label) else joined


def join_rows(rows: Sequence[Row]) -> str:
    """Rows as one text; a word that a page's end broke is put together, as is an address."""
    text = ""
    previous: Row | None = None
    for row in rows:
        glued = previous is not None and (previous.page, previous.end) == (row.page, row.start)
        previous = row
        piece = " ".join(row.text.split())
        if not text:
            text = piece
        elif glued:
            text += piece
        elif _DIVIDED.search(text[-2:]) and piece[:1].islower():
            text = text[:-1] + piece
        elif _OPEN_ADDRESS.search(text[-_LONGEST_ADDRESS:]) and _ADDRESS_PART.match(piece):
            text += piece
        else:
            text += " " + piece
    return text


def split_entries(rows: Sequence[Row]) -> list[RawEntry]:
    """The entries of a list's rows, in order."""
    if not rows:
        return []
    labelled = labelled_entries(rows)
    if labelled is not None:
        return labelled
    ways = [(starts, name != "names") for name, starts in _ways(rows)]
    starts, _ = max(ways, key=lambda way: _fit(rows, way[0], geometric=way[1]))
    return _mended(_cut(rows, starts))


# ── labels ───────────────────────────────────────────────────────────────────────────────────────────


def labelled_entries(rows: Sequence[Row]) -> list[RawEntry] | None:
    """The entries of a list whose rows carry numbers or keys; None where they do not."""
    best: list[tuple[int, int]] = []
    for name, pattern in _NUMBERED:
        chain = _chain(rows, pattern, strict=name == "bare")
        if len(chain) > len(best) * (1.5 if name == "bare" else 1):
            best, form = chain, pattern
    alpha = [i for i, row in enumerate(rows) if _ALPHA.match(row.text)]
    if len(alpha) > max(2, len(best)) and len(alpha) * 30 > len(rows):
        return _labelled(rows, [(i, 0) for i in alpha], _ALPHA)
    if not best or (len(best) < 3 and len(rows) > 8 * len(best)) or best[0][0] > max(4, len(rows) // 3):
        return None
    if form is _NUMBERED[3][1] and (len(best) < 4 or best[0][1] != 1):
        return None
    return _labelled(rows, best, form)


def _chain(rows: Sequence[Row], pattern: re.Pattern[str], *, strict: bool) -> list[tuple[int, int]]:
    """Rows that carry rising numbers, each one more than the last (one or two may be missing)."""
    found: list[tuple[int, int]] = []
    for i, row in enumerate(rows):
        match = pattern.match(row.text)
        if match is None:
            continue
        number = int(match.group(1))
        if not found:
            if number <= 3 or (i == 0 and not strict):
                found.append((i, number))
        elif number == found[-1][1] + 1 or (not strict and found[-1][1] + 1 < number <= found[-1][1] + 3):
            found.append((i, number))
        elif number == 1 and len(found) <= 1:
            found = [(i, number)]
    return found


def _labelled(
    rows: Sequence[Row], chain: Sequence[tuple[int, int]], pattern: re.Pattern[str]
) -> list[RawEntry]:
    entries = []
    bounds = [i for i, _ in chain] + [len(rows)]
    for (i, number), after in zip(chain, bounds[1:], strict=True):
        match = pattern.match(rows[i].text)
        label = match.group().strip() if match else ""
        label += "." if rows[i].text.strip()[len(label) :][:1] == "." and not label.endswith(".") else ""
        entries.append(RawEntry(list(rows[i:after]), label, number))
    return entries


# ── geometry and patterns ────────────────────────────────────────────────────────────────────────────


def _lefts(rows: Sequence[Row]) -> dict[int, float]:
    """The left edge of each frame; a short frame takes that of its like when it has no flush row of its own."""
    frames: dict[int, list[Row]] = {}
    for row in rows:
        frames.setdefault(row.frame, []).append(row)
    lefts = {frame: min(row.x0 for row in inside) for frame, inside in frames.items()}
    for frame, inside in frames.items():
        if len(inside) <= 4:
            near = [left for other, left in lefts.items() if other != frame and 0 < lefts[frame] - left < 30]
            lefts[frame] = min(near, default=lefts[frame])
    return lefts


def _ways(rows: Sequence[Row]) -> list[tuple[str, list[int]]]:
    """Several sets of first rows, each from one signal."""
    lefts = _lefts(rows)
    indents = [row.x0 - lefts[row.frame] for row in rows]
    ways = {
        "flush": [i for i, indent in enumerate(indents) if indent < 2.5],
        "pushed": [i for i, indent in enumerate(indents) if indent >= 2.5],
        "gaps": _by_gaps(rows),
        "names": _by_names(rows),
    }
    return [(name, sorted({0, *way})) for name, way in ways.items()]


def _by_gaps(rows: Sequence[Row]) -> list[int]:
    gaps = {i: rows[i].y0 - rows[i - 1].y1 for i in range(1, len(rows)) if rows[i].frame == rows[i - 1].frame}
    if not gaps:
        return []
    usual = statistics.median_low(sorted(gaps.values())[: max(1, len(gaps) * 2 // 3)])
    wide = [i for i, gap in gaps.items() if gap > usual + 0.25 * rows[i].size]
    turns = [i for i in range(1, len(rows)) if i not in gaps and _begins(rows, i)]
    return wide + turns


def _by_names(rows: Sequence[Row]) -> list[int]:
    return [i for i in range(1, len(rows)) if _begins(rows, i)]


def _begins(rows: Sequence[Row], i: int) -> bool:
    return bool(_AUTHOR.match(rows[i].text)) and bool(_ENDS.search(rows[i - 1].text))


def _cut(rows: Sequence[Row], starts: Sequence[int]) -> list[RawEntry]:
    bounds = [*starts, len(rows)]
    return [RawEntry(list(rows[a:b])) for a, b in itertools.pairwise(bounds)]


def likeness(text: str) -> float:
    """How much a text looks like one whole reference, 0 to 1: how it begins and ends, a year, a fair length."""
    begins = 1.0 if _AUTHOR.match(text) else 0.5 if text[:1].isupper() or text[:1] in "“\"'«[(" else 0.0
    years = len(_YEAR.findall(text))
    year = 1.0 if years else 0.0
    ends = 1.0 if _ENDS.search(text) else 0.0
    length = 1.0 if 30 <= len(text) <= 500 else 0.3 if len(text) <= _LIMIT else 0.0
    return (begins + year + ends + length) / 4


def is_dated(text: str) -> bool:
    """Whether a year stands in it."""
    return bool(_YEAR.search(text))


def _fit(rows: Sequence[Row], starts: Sequence[int], *, geometric: bool) -> float:
    """How well a set of first rows divides: they begin names behind closed entries, the others do not.

    Geometry is trusted more than names: a publisher's name behind a full stop looks like an author's.
    """
    firsts = set(starts)
    inside = [i for i in range(1, len(rows)) if i not in firsts]
    closed = [bool(_ENDS.search(rows[i - 1].text)) for i in starts if i] or [True]
    begins = [1.0 if _AUTHOR.match(rows[i].text) else 0.5 * rows[i].text[:1].isupper() for i in starts]
    overlooked = sum(_begins(rows, i) for i in inside) / len(inside) if inside else 0.0
    whole = statistics.fmean(likeness(entry.text()) for entry in _cut(rows, starts))
    return (
        statistics.fmean(closed)
        + statistics.fmean(begins)
        + 2 * whole
        - overlooked
        + _TRUST_IN_GEOMETRY * geometric
    )


def _mended(entries: Sequence[RawEntry]) -> list[RawEntry]:
    """Join what was cut in the middle: a part that begins in lower case, or follows one that has no year yet."""
    out: list[RawEntry] = []
    for entry in entries:
        if out and _belongs(out[-1], entry):
            out[-1] = RawEntry(out[-1].rows + entry.rows)
        else:
            out.append(entry)
    return out


def _belongs(previous: RawEntry, entry: RawEntry) -> bool:
    before, text = previous.text(), entry.text()
    if text[:1].islower() and not re.match(r"(?:van|von|de|der|den|la|le|di|da|al|el)\s", text):
        return True
    if re.match(r"(?:https?://|doi|\d|\()", text, re.IGNORECASE) and not _AUTHOR.match(text):
        return True
    return not _YEAR.search(before) and not _ENDS.search(before)
