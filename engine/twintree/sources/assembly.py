"""Makes a page's normalised text out of ordered pieces: paragraphs, joined line ends, furniture last."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from twintree.base.pages import Line, PageText
from twintree.base.records import Rect
from twintree.sources.pieces import Piece, RawPage
from twintree.sources.units import Unit, main_size

_WORD = re.compile(r"[^\W\d_]+(?:[-‐][^\W\d_]+)*")
_LAST = re.compile(r"([^\W_]+(?:[-‐][^\W_]+)*)[-‐\u00ad]$")
_FIRST = re.compile(r"[^\W_]+")
_TERMINAL = re.compile(r"[.!?:;…。！？][\"'”’»)\]]*\d{0,3}$")
_OPEN_END = re.compile(r"[,;(\-–]$|\b(?:the|of|and|a|an|in|to|for|with|by|on|or)$")
_LABEL = re.compile(
    r"(?:fig(?:ure|\.)?|tab(?:le|elle|\.)?|abb(?:ildung|\.)?|scheme|algorithm|listing|рис(?:унок|\.)|таблица|листинг)\s*[A-Z]?\d{1,3}(?:[.-]\d{1,3})*\s*[.:|–—]",
    re.I,
)
_URL = re.compile(r"(?:https?://|www\.|doi\.org/)\S*[/\-_.=?&%~]$")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
#: A cell that says how much; the number of a formula stands in brackets.
_VALUE = re.compile(r"[-+±−–—<>≈~]?\s?[\d.,±–—-]*\s?%?")
_BULLET = re.compile(r"^(?:[•◦▪■●○–*‣·]|\(?\d{1,2}[.)]|\(?[a-z][.)]|\[\d{1,3}\])\s")
_HYPHENS = frozenset("-‐\u00ad")
_URL_ENDS = frozenset("/-_.=?&%~")
_SUSPENDED = frozenset(("and", "or", "und", "oder", "et", "ou", "y", "o", "e", "to"))
#: First parts of compounds that keep their hyphen when nothing else in the file decides.
_COMPOUND_WORDS = """
self non well high low long short large small full half cross state real open end two three four five six
one first second third single double multi fine coarse time near far left right top bottom up in on off hand
ground data domain task model context word sentence character token human machine computer deep early late so
ex quasi semi vice all ever much ill best better worst above below co
"""
_COMPOUND_END_WORDS = """
based like free level wise specific trained driven aware dependent independent of to the shot art end oriented
related known scale order case world quality dimensional supervised sized class way called defined time term
"""
#: Up to which share of a sheet's width MuPDF sets lines of code.
_SET_UP_TO = 0.925
#: Of a line's size, the width of a raised or lowered mark.
_MARK = 0.8
_MARKS = re.compile(r"\w{1,2}\b")
#: How far below its sentence a displayed formula stands at most, in sizes of its letters.
_DISPLAY = 2.2
_RELATION = re.compile(r"[=<>≤≥≈≡∼∝∈⊂⊆≠→⇒⇔↦]")
_LONG = re.compile(r"[^\W\d_]{3,}")
#: So many longer words make running text.
_SPOKEN = 3
_COMPOUND = frozenset(_COMPOUND_WORDS.split())
_COMPOUND_END = frozenset(_COMPOUND_END_WORDS.split())


def _is_closed(text: str) -> bool:
    """Whether a line ends a sentence."""
    return _TERMINAL.search(text, max(0, len(text) - 8)) is not None


class Vocabulary:
    """Words and hyphenated words seen in a file so far: they decide what a hyphen at a line's end means."""

    def __init__(self) -> None:
        self._words: Counter[str] = Counter()

    def learn(self, pages: Iterable[RawPage]) -> None:
        """Count the words of these pages."""
        for page in pages:
            divided = False
            for piece in page.pieces:
                words = _WORD.findall(piece.text.lower())
                # The halves of a divided word are no words of their own, however often it is divided there.
                first = 1 if divided else 0
                divided = piece.text.rstrip()[-1:] in _HYPHENS
                self._words.update(words[first : len(words) - 1 if divided else None])

    def keeps_hyphen(self, left: str, right: str) -> bool:
        """Whether ``left-`` at a line's end and ``right`` below are a compound and not a divided word."""
        if not right[0].islower() or left[-1].isdigit() or len(left) == 1:
            return True
        if any(char.isupper() for char in left[1:]):
            return True
        low = left.lower().replace("‐", "-")
        joined = self._words[low + right]
        compound = self._words[f"{low}-{right}"] + self._words[f"{low}‐{right}"]
        if joined or compound:
            return compound > joined
        if "-" in low:
            return True
        if low in _COMPOUND and (len(low) > 2 or self._words[right]):
            return True
        if right in _COMPOUND_END and self._words[low]:
            return True
        return len(low) > 3 and len(right) > 3 and self._words[low] > 1 and self._words[right] > 0


class _Writer:
    """Gathers text and lines, with the separator between them."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.lines: list[Line] = []
        self.length = 0
        self.block = 0
        self.previous: Piece | None = None
        self.over = False  #: whether the paragraph's sentence led into a displayed formula

    def add(self, piece: Piece, separator: str, cut: int = 0) -> None:
        """Append a piece after ``separator``, taking ``cut`` characters (a hyphen) off what stands before."""
        if cut:
            last = self.lines[-1]
            self.parts[-1] = self.parts[-1][:-cut]
            self.length -= cut
            self.lines[-1] = _shorter(last, cut)
        self.parts.append(separator)
        self.parts.append(piece.text)
        start = self.length + len(separator)
        self.length = start + len(piece.text)
        self.lines.append(
            Line(
                start,
                self.length,
                Rect(piece.x0, piece.y0, piece.x1, piece.y1),
                tuple(piece.edges),
                piece.size,
                piece.bold,
                piece.italic,
                self.block,
                piece.direction,
                piece.furniture,
                piece.font,
                piece.lead,
            )
        )
        self.previous = piece


def _shorter(line: Line, cut: int) -> Line:
    return Line(
        line.start,
        line.end - cut,
        line.box,
        line.edges[:-cut],
        line.size,
        line.bold,
        line.italic,
        line.block,
        line.direction,
        line.furniture,
        line.font,
        line.lead,
    )


def assemble(raw: RawPage, units: Sequence[Unit], words: Vocabulary, *, flowing: bool = False) -> PageText:
    """A page's text with the geometry of its lines.

    Args:
        raw: the page.
        units: its pieces in reading order, furniture apart.
        words: the file's vocabulary.
        flowing: whether MuPDF set the page, of Markdown or HTML: it stands in the author's order, and what fills
            lines in a fixed pitch is code, whose lines end where the author ended them.
    """
    writer = _Writer()
    body = main_size(p for u in units for p in u.pieces)
    edge = _SET_UP_TO * raw.width if flowing else None
    before: Unit | None = None
    for unit in units if flowing else _floats_put_by(list(units), body):
        _write_unit(writer, unit, before, words, edge)
        before = unit
    body_end = writer.length
    writer.previous = None
    for index, piece in enumerate(p for p in raw.pieces if p.furniture):
        writer.block += 1
        writer.add(piece, ("\n" if index else "\n\n") if writer.lines else "")
    return PageText(
        raw.number, raw.label, raw.width, raw.height, "".join(writer.parts), body_end, tuple(writer.lines)
    )


def _floats_put_by(units: list[Unit], body: float) -> list[Unit]:
    """Let a sentence run on: figures and captions in the midst of it go behind its paragraph."""
    index = 0
    while index < len(units) - 2:
        if _is_open_text(units[index], body) and not _runs_on(units[index], units[index + 1]):
            ahead = _continuation(units, index, body)
            if ahead is not None:
                units.insert(index + 1, units.pop(ahead))
        index += 1
    return units


def _is_caption(unit: Unit) -> bool:
    return bool(_LABEL.match(" ".join(piece.text for piece in unit.pieces[:2])))


def _is_float(unit: Unit) -> bool:
    """Whether running text passes a unit by: a caption, or a table's rows."""
    return unit.table or _is_caption(unit) or 2 * len(_cells(unit.pieces)) > len(unit.pieces)


def _is_open_text(unit: Unit, body: float) -> bool:
    last = unit.pieces[-1]
    if _is_float(unit):
        return False
    wide = len(unit.pieces) > 1 and last.u1 > unit.u0 + 0.85 * (unit.u1 - unit.u0)
    return abs(unit.size - body) < 0.4 and wide and not _is_closed(last.text)


def _continuation(units: Sequence[Unit], index: int, body: float) -> int | None:
    for ahead in range(index + 2, min(index + 40, len(units))):
        between = units[ahead - 1]
        if abs(between.size - body) < 0.4 and len(between.pieces) > 2 and not _is_float(between):
            return None
        rest = units[ahead]
        whole = len(rest.pieces) > 1 or (_is_closed(rest.pieces[0].text) and " " in rest.pieces[0].text)
        if whole and _runs_on(units[index], rest):
            return ahead
    return None


def _runs_on(unit: Unit, following: Unit) -> bool:
    """Whether a sentence that ``unit`` leaves open goes on in ``following``."""
    p, q = unit.pieces[-1], following.pieces[0]
    if unit.table or following.table or (_VALUE.fullmatch(p.text) and id(p) in _cells(unit.pieces)):
        return False
    middle = abs(unit.u0 + unit.u1 - following.u0 - following.u1) / 2
    if _is_caption(unit) and not (_is_under(p, q) and min(abs(unit.u0 - following.u0), middle) < p.size):
        return False
    if abs(p.size - q.size) > 0.4 and abs(unit.size - following.size) > 0.4:
        return False
    if p.direction != q.direction or _is_closed(p.text):
        return False
    return q.text[0].islower() or (p.text[-1] in "-‐\u00ad,(" and q.text[0].isalnum())


def _is_under(p: Piece, q: Piece) -> bool:
    """Whether a line stands where the next one of a paragraph would."""
    return -p.size < q.v0 - p.v1 <= 0.9 * p.size and q.u0 < p.u1 and p.u0 < q.u1


def _write_unit(
    writer: _Writer, unit: Unit, before: Unit | None, words: Vocabulary, edge: float | None
) -> None:
    shape = _Shape(unit)
    for index, piece in enumerate(unit.pieces):
        previous = writer.previous
        if previous is None:
            writer.add(piece, "")
            continue
        apart = index == 0 and before is not None
        kind = _around_code(previous, piece, edge, apart=apart) if edge is not None else ""
        if not kind and apart and before is not None:
            kind = _between_units(before, unit)
        elif not kind:
            kind = shape.between(previous, piece)
        if kind == "paragraph" and _leads_over(previous, piece, over=writer.over):
            kind, writer.over = "line", True
        if kind == "paragraph":
            writer.over = False
            writer.block += 1
            writer.add(piece, "\n\n")
        elif kind == "line":
            writer.add(piece, "\n")
        elif kind == "row":
            writer.add(piece, " ")
        else:
            _join(writer, previous, piece, words)


def _leads_over(p: Piece, q: Piece, *, over: bool) -> bool:
    """Whether a sentence goes on from its words to a displayed formula, or from there.

    Args:
        p: what stands last.
        q: what comes, in a paragraph of its own by its place.
        over: whether a sentence led into the formula that ends with ``p``.
    """
    near = p.v0 < q.v0 and q.v0 - p.v1 < _DISPLAY * p.size and q.u1 > p.u0 and not (p.bold or q.bold)
    if not near or _is_closed(p.text):
        return False
    if over and _is_formula(p):
        return q.text[0].islower() or _is_formula(q)
    return len(_LONG.findall(p.text)) >= _SPOKEN and _is_formula(q)


def _is_formula(piece: Piece) -> bool:
    return bool(_RELATION.search(piece.text)) and len(_LONG.findall(piece.text)) < _SPOKEN


def _around_code(p: Piece, q: Piece, edge: float, *, apart: bool) -> str:
    """What comes between two pieces of which one is a line of code; "" where that says nothing of it."""
    if _same_row(p, q) or not (_is_code(p) or _is_code(q)):
        return ""
    if not (_is_code(p) and _is_code(q)):
        return "paragraph" if apart else ""
    if q.v0 < p.v0 or q.v0 - p.v1 > 0.9 * p.size:
        return "paragraph"
    return "line" if p.u1 + _first_word(q) + 0.4 * p.size < edge else "flow"


def _is_code(piece: Piece) -> bool:
    return piece.lead is None and "Mono" in piece.font


def _first_word(piece: Piece) -> float:
    """How wide a piece's first word is."""
    end = piece.text.find(" ")
    return abs(piece.edges[end if end > 0 else len(piece.text)] - piece.edges[0])


def _between_units(before: Unit, unit: Unit) -> str:
    p, q = before.pieces[-1], unit.pieces[0]
    if _is_drop_cap(p, q):
        return "cap"
    if _same_row(p, q) and abs(p.size - q.size) < 1.0:
        return "row"
    return "flow" if _runs_on(before, unit) else "paragraph"


def _is_drop_cap(p: Piece, q: Piece) -> bool:
    return (
        len(p.text) == 1 and p.text.isupper() and p.size > 1.6 * q.size and p.v0 < q.v1 and q.u0 < p.u1 + 12
    )


def _same_row(p: Piece, q: Piece) -> bool:
    """Whether a piece goes on where another ends; a lowered mark may begin under the raised one that ends it."""
    if q.u0 < p.u1 - 1 and not (
        p.u1 - _MARK * p.size < q.u0 and q.u1 > p.u1 + p.size and _MARKS.match(q.text)
    ):
        return False
    overlap = min(p.v1, q.v1) - max(p.v0, q.v0)
    return overlap > 0.5 * min(p.v1 - p.v0, q.v1 - q.v0)


def _cells(pieces: Sequence[Piece]) -> set[int]:
    """The pieces (by identity) of rows that wide gaps divide: tables, whose rows stay apart."""
    cells: set[int] = set()
    row: list[Piece] = []
    wide = 0
    for piece in pieces:
        if row and _same_row(row[-1], piece):
            wide += piece.u0 - row[-1].u1 > 1.1 * piece.size
        else:
            row, wide = [], 0
        row.append(piece)
        if wide:
            cells.update(map(id, row))
    return cells


class _Shape:
    """How the lines of a unit stand: where its edges are, and which indent begins a paragraph."""

    def __init__(self, unit: Unit) -> None:
        starts = [p.u0 for i, p in enumerate(unit.pieces) if not i or not _same_row(unit.pieces[i - 1], p)]
        self.left = unit.u0
        self.right = unit.u1
        self.step = max(4.0, 0.6 * unit.size)
        indented = sum(u > self.left + self.step for u in starts)
        flush = len(starts) - indented
        self.cells = _cells(unit.pieces)
        self.table = unit.table
        self.hanging = len(starts) > 2 and indented > flush >= 1
        self.indents = indented > 0

    def between(self, p: Piece, q: Piece) -> str:
        """``row``, ``flow``, ``line`` or ``paragraph``: what comes between two pieces of the unit."""
        if _is_drop_cap(p, q):
            return "cap"
        if _same_row(p, q):
            return "row"
        if self.table:
            return "line"
        if q.v0 < p.v0 - p.size or q.v0 - p.v1 > 0.9 * p.size or self._changes_style(p, q):
            return "paragraph"
        if p.text[-1] in _HYPHENS and q.text[0].isalnum() and _LAST.search(p.text):
            return "flow"
        if id(p) in self.cells and (id(q) in self.cells or _VALUE.fullmatch(p.text)):
            return "line"
        deliberate = self._had_room(p, q)
        if self._begins(q) and (deliberate or _is_closed(p.text)):
            return "paragraph"
        if deliberate:
            return "paragraph" if _is_closed(p.text) and not q.text[0].islower() else "line"
        return "flow"

    def _begins(self, q: Piece) -> bool:
        """Whether a line stands where this unit's paragraphs begin."""
        if _BULLET.match(q.text):
            return True
        indented = q.u0 > self.left + self.step
        return self.indents and indented != self.hanging

    def _had_room(self, p: Piece, q: Piece) -> bool:
        """Whether the first word of ``q`` would have fitted behind ``p``: the line was ended on purpose."""
        return self.right - p.u1 > _first_word(q) + 0.4 * p.size

    def _changes_style(self, p: Piece, q: Piece) -> bool:
        if _LABEL.match(q.text) and not p.text[-1].islower():
            return True  # behind a row or a sentence; *are given in* runs on into *Table 4. Again …*
        if min(len(p.text), len(q.text)) < 3:
            return False
        if abs(p.size - q.size) > max(0.6, 0.08 * p.size):
            return not q.text[0].islower()
        if not q.text[0].isupper() and not q.text[0].isdigit():
            return False
        if p.bold != q.bold and not _OPEN_END.search(p.text, max(0, len(p.text) - 6)):
            return True
        other = p.bold != q.bold or (p.font != q.font and len(p.text) < 80)
        return other and self._had_room(p, q)


def _join(writer: _Writer, p: Piece, q: Piece, words: Vocabulary) -> None:
    """Two lines of one paragraph: with a space, without, or with a hyphen taken away."""
    text, following = p.text, q.text
    if _is_drop_cap(p, q):
        return writer.add(q, "")
    if text[-1] == "\u00ad" and len(text) > 1:
        return writer.add(q, "", cut=1)
    first = _FIRST.match(following)
    last = _LAST.search(text) if text[-1] in _HYPHENS else None
    if last and first:
        if first[0] in _SUSPENDED:
            return writer.add(q, " ")
        if words.keeps_hyphen(last[1], first[0]):
            return writer.add(q, "")
        return writer.add(q, "", cut=1)
    if text[-1] in _URL_ENDS and _URL.search(text):
        return writer.add(q, "")
    if text[-1] in "–—" and len(text) > 1 and not text[-2].isspace() and first:
        return writer.add(q, "")
    if _CJK.match(text[-1]) and _CJK.match(following[0]):
        return writer.add(q, "")
    return writer.add(q, " ")
