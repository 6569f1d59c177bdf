"""Cuts figures, tables and equations out of pages: pictures, cells, and LaTeX where a formula allows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.anchors import Cut, CutOut
from twintree.base.progress import CancelToken
from twintree.base.records import Rect
from twintree.sources import mupdf
from twintree.sources.formulas import Bar, Character, latex_of
from twintree.sources.pagewise import serve_order, work_through

_MEMORY = 1 << 30
_DPI = 150
#: Pixels along a picture's longer side.
_LARGEST = 2400
_MARGIN = 3.0
_ERRORS = (RuntimeError, ValueError, TypeError, KeyError, IndexError, AttributeError, MemoryError)


class _Order(msgspec.Struct):
    path: str
    cuts: list[Cut]
    password: str | None = None


def cut_out(
    path: Path,
    cuts: Sequence[Cut],
    on_cut: Callable[[CutOut], None],
    password: str | None = None,
    cancel: CancelToken | None = None,
    seconds: float = 60.0,
) -> None:
    """Take parts out of a file's pages, one after the other; blocks until the last one is out.

    Args:
        path: the file.
        cuts: what is to be taken out.
        on_cut: called in this thread with each; without a picture where the page cannot be drawn.
        password: for encrypted files.
        cancel: ends the work, and the process, at once.
        seconds: how long one may take.

    Raises:
        UnreadableFile: ``timeout``, ``crashed``, ``memory``, or whatever the file is refused for.
        Cancelled: ``cancel`` was set.
    """
    order = _Order(str(path), list(cuts), password)
    work_through(_serve, order, CutOut, on_cut, path, len(cuts), what="cut", seconds=seconds, cancel=cancel)


def _serve(connection: Connection) -> None:
    serve_order(connection, _Order, mupdf.load, _read, _MEMORY)


def _read(order: _Order) -> Iterator[CutOut]:
    from twintree.sources.opening import open_document

    bars: dict[int, list[Bar]] = {}
    with open_document(Path(order.path), order.password) as document:
        for cut in order.cuts:
            try:
                page = document.load_page(cut.page - 1)
                if page.rotation:
                    page.remove_rotation()
                if cut.kind == "equation" and cut.page not in bars:
                    bars[cut.page] = _bars(page)
                yield _cut(page, cut, bars.get(cut.page, ()))
            except _ERRORS:
                yield CutOut(name=cut.name)


def _cut(page: Any, cut: Cut, bars: Sequence[Bar]) -> CutOut:
    cells, header = _cells(page, cut.box) if cut.kind == "table" else ((), 0)
    latex = _latex(page, cut.box, bars) if cut.kind == "equation" else ""
    return CutOut(name=cut.name, png=_picture(page, cut.box), cells=cells, header=header, latex=latex)


def _picture(page: Any, box: Rect) -> bytes:
    import pymupdf

    clip = pymupdf.Rect(box.x0 - _MARGIN, box.y0 - _MARGIN, box.x1 + _MARGIN, box.y1 + _MARGIN) & page.rect
    if clip.is_empty:
        return b""
    scale = min(_DPI / 72, _LARGEST / max(clip.width, clip.height))
    pixels = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), clip=clip, alpha=False)
    return bytes(pixels.tobytes("png"))


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────

#: A grid of ruled lines counts when it covers this share of the table's width and height.
_WHOLE = 0.9
#: Of a grid that was found, the share of cells that hold something.
_FILLED = 0.4
#: Of the rows of a table, the share that may run over the gap between two columns; one always may where there are some.
_CROSSING, _SOME = 0.15, 5
#: The least gap between two columns, in points.
_GAP = 4.0

#: Rows among which a table's first numbers are sought, and the rows of its head at most.
_SOUGHT, _HIGHEST = 8, 3

_OPENS = re.compile(r"[^\W_a-z]")
#: A number, or the dash that stands for none.
_NUMBER = re.compile(r"[-+−~<>≈±(]?\s?[.\d]|[-–—]+$")

_Word = tuple[float, float, float, float, str]


def _cells(page: Any, box: Rect) -> tuple[tuple[tuple[str, ...], ...], int]:
    """A table's cells, row by row, and how many rows are its header; nothing where no grid can be found."""
    import pymupdf

    found = page.get_text("words", flags=pymupdf.TEXT_MEDIABOX_CLIP)  # ligatures come as letters
    words: list[_Word] = [tuple(word[:5]) for word in found if _within(box, word)]
    for grid in (_ruled(page, box, words), word_grid(words)):
        rows = _tidy(grid)
        if len(rows) >= 2 and len(rows[0]) >= 2 and _filled(rows) >= _FILLED:
            return rows, header_of(rows)
    return (), 0


def _within(box: Rect, word: Sequence[Any]) -> bool:
    return bool(box.x0 <= (word[0] + word[2]) / 2 <= box.x1 and box.y0 <= (word[1] + word[3]) / 2 <= box.y1)


def _ruled(page: Any, box: Rect, words: Sequence[_Word]) -> list[list[str]]:
    """The cells between ruled lines, where those enclose the whole table."""
    import pymupdf

    margin = 3 * _MARGIN
    clip = pymupdf.Rect(box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin)
    for table in page.find_tables(clip=clip, strategy="lines").tables:
        x0, y0, x1, y1 = table.bbox
        wide = min(x1, box.x1) - max(x0, box.x0) >= _WHOLE * (box.x1 - box.x0)
        high = min(y1, box.y1) - max(y0, box.y0) >= _WHOLE * (box.y1 - box.y0)
        if wide and high:
            return [[_text(words, cell) for cell in row.cells] for row in table.rows]
    return []


def _text(words: Sequence[_Word], cell: Sequence[float] | None) -> str:
    if cell is None:
        return ""
    inside = [word for word in words if _within(Rect(*cell), word)]
    return " ".join(word[4] for row in _lines(inside) for word in row)


def word_grid(words: Sequence[_Word]) -> list[list[str]]:
    """Cells told by the gaps that hardly a row of words runs over.

    Args:
        words: left, top, right, bottom in points, and text.
    """
    lines = _lines(words)
    edges = _gaps(lines)
    grid = []
    for line in lines:
        cells: list[list[str]] = [[] for _ in range(len(edges) + 1)]
        for word in line:
            cells[sum((word[0] + word[2]) / 2 > edge for edge in edges)].append(word[4])
        grid.append([" ".join(cell) for cell in cells])
    return grid


def _lines(words: Sequence[_Word]) -> list[list[_Word]]:
    lines: list[list[_Word]] = []
    for word in sorted(words, key=lambda word: (word[1] + word[3]) / 2):
        middle = (word[1] + word[3]) / 2
        if lines and middle < lines[-1][0][3] - 0.25 * (lines[-1][0][3] - lines[-1][0][1]):
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line) for line in lines]


def _gaps(lines: Sequence[Sequence[_Word]]) -> list[float]:
    """The middles of the gaps between columns."""
    if not lines:
        return []
    left = min(word[0] for line in lines for word in line)
    right = max(word[2] for line in lines for word in line)
    covered = [0] * (int(right - left) + 2)
    for line in lines:
        for x0, x1 in _chunks(line):
            for at in range(int(x0 - left), int(x1 - left) + 1):
                covered[at] += 1
    edges: list[float] = []
    begun = None
    most = max(_CROSSING * len(lines), float(len(lines) >= _SOME))
    for at, count in enumerate(covered):
        if count <= most:
            begun = at if begun is None else begun
        elif begun is not None:
            if begun > 0 and at - begun >= _GAP:
                edges += [left + x for x in _clearest(covered, begun, at)]
            begun = None
    return edges


def _clearest(covered: Sequence[int], begin: int, end: int) -> list[float]:
    """The middles of what is clearest in a gap: a long name that reaches into it stays whole."""
    least = min(covered[begin:end])
    runs: list[tuple[int, int]] = []
    for at in range(begin, end):
        if covered[at] == least:
            runs = (
                [*runs[:-1], (runs[-1][0], at + 1)] if runs and runs[-1][1] == at else [*runs, (at, at + 1)]
            )
    wide = [(a + b) / 2 for a, b in runs if b - a >= _GAP]
    return wide or [(begin + end) / 2]


def _chunks(line: Sequence[_Word]) -> list[tuple[float, float]]:
    """Words of a line that stand so close that they are one cell's."""
    chunks: list[tuple[float, float]] = []
    for x0, y0, x1, y1, _ in line:
        if chunks and x0 - chunks[-1][1] < 0.4 * (y1 - y0):
            chunks[-1] = (chunks[-1][0], max(x1, chunks[-1][1]))
        else:
            chunks.append((x0, x1))
    return chunks


def _tidy(grid: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    rows = [tuple(" ".join(cell.split()) for cell in row) for row in grid]
    rows = [row for row in rows if any(row)]
    kept = [at for at in range(len(rows[0]) if rows else 0) if any(row[at] for row in rows)]
    return tuple(tuple(row[at] for at in kept) for row in rows)


def _filled(rows: Sequence[Sequence[str]]) -> float:
    cells = [bool(cell) for row in rows for cell in row]
    return sum(cells) / len(cells)


def header_of(rows: Sequence[Sequence[str]]) -> int:
    """How many rows at a table's top are its head: they hold hardly a number, over rows that do; else one."""

    def numeric(row: Sequence[str]) -> float:
        cells = [cell for cell in row[1:] if cell] or [row[0]]
        return sum(bool(_NUMBER.match(cell)) for cell in cells) / len(cells)

    first = next((at for at, row in enumerate(rows[:_SOUGHT]) if numeric(row) >= 0.5), 1)
    first -= _group_rows(rows[:first])
    if first > _HIGHEST:
        return 1
    return first or (1 if numeric(rows[1]) >= 0.5 and rows[0][0] == "" else 0)


def _group_rows(head: Sequence[Sequence[str]]) -> int:
    """How many of the last rows over the first numbers name the group of rows below them, and no columns."""
    count = 0
    for row in head[:0:-1]:
        filled = [at for at, cell in enumerate(row) if cell]
        if filled[-1] > 1 or 2 * len(filled) > len(row):
            break
        count += 1
    # What goes on with a head's last line in its first columns begins in the midst of it: a unit, a small letter.
    while count and not _OPENS.match(next(cell for cell in reversed(head[-count]) if cell)):
        count -= 1
    return count


# ── equations ────────────────────────────────────────────────────────────────────────────────────────

#: A rule is so thin, and so many times as long, in points.
_THIN, _LONG = 1.6, 2.5


def _latex(page: Any, box: Rect, bars: Sequence[Bar]) -> str:
    inside = [
        bar for bar in bars if box.x0 - 1 <= bar.x0 and bar.x1 <= box.x1 + 1 and box.y0 <= bar.y <= box.y1
    ]
    return latex_of(_characters(page, box), inside)


def _characters(page: Any, box: Rect) -> list[Character]:
    import pymupdf

    clip = pymupdf.Rect(box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1)
    found = []
    for block in page.get_text("rawdict", clip=clip)["blocks"]:
        for span in (span for line in block.get("lines", ()) for span in line["spans"]):
            for char in span["chars"]:
                x0, _, x1, _ = char["bbox"]
                found.append(Character(char["c"], char["origin"][1], span["size"], x0, x1))
    return found


def _bars(page: Any) -> list[Bar]:
    """The horizontal rules of a page, however they are drawn."""
    found = []
    for drawing in page.get_cdrawings():
        for item in drawing["items"]:
            if item[0] == "l":
                (x0, y0), (x1, y1) = item[1], item[2]
            elif item[0] == "re":
                x0, y0, x1, y1 = item[1]
            else:
                continue
            high, wide = abs(y1 - y0), abs(x1 - x0)
            if high <= _THIN and wide >= _LONG * max(high, 1.0):
                found.append(Bar(min(x0, x1), max(x0, x1), (y0 + y1) / 2))
    return found
