"""What MuPDF gives for a page, as pieces of printed lines with a position for every character."""

from __future__ import annotations

import html as html_text
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

import msgspec
import numpy as np
import pymupdf
from numpy.typing import NDArray
from pymupdf import mupdf

from twintree.base.pages import Lead
from twintree.sources.raised import joined, parted
from twintree.sources.texcodes import has_codes, rejoined, with_letters

#: Unknown glyphs stay U+FFFD (so that a broken font can be told), ligatures and odd spaces are expanded.
_FLAGS = pymupdf.TEXT_MEDIABOX_CLIP

#: Advance widths, in thousandths of an em, of a common serif; a word's box is shared out in these ratios.
_WIDTHS = {
    char: width
    for width, chars in (
        (180, "'"), (200, "|"), (250, ".,"), (278, "ijlt:;/"), (333, "frsI!()[]-"), (389, "J"), (408, '"'),
        (444, "acez?"), (480, "{}"), (500, "bdghknopquvxy0123456789*–#$_"), (556, "PS"), (564, "+=<>"),
        (611, "ELTZ"), (667, "BCR"), (722, "wADGHKNOQUVXY"), (778, "m&"), (833, "%"), (889, "M"), (921, "@"),
        (944, "W"), (1000, "—"),
    )
    for char in chars
}  # fmt: skip
#: MuPDF writes whole numbers: asked for at this scale they are hundredths of a point.
_SCALE = 100.0
_CACHE_LIMIT = 50_000
_ACCENTS = {
    "¨": "\u0308", "´": "\u0301", "`": "\u0300", "ˆ": "\u0302", "˜": "\u0303", "˝": "\u030b", "ˇ": "\u030c",
    "¯": "\u0304", "˘": "\u0306", "˙": "\u0307", "˚": "\u030a",
}  # fmt: skip
_SPACING_ACCENT = re.compile(f"([A-Za-zıȷ]?)([{''.join(_ACCENTS)}])([A-Za-zıȷ]?)")
_CEDILLA = re.compile("([A-Za-z])([¸˛])")
_UNWANTED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060\ufeff\ud800-\udfff]"
)
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00a0": " ", "ĳ": "ij"}
)
_SOLID = re.compile(r"\S+")
_BOLD = re.compile(r"bold|black|heavy|semib|demi|cmbx|medi(?!um)|[-,_]b(?:d|i)?$|cmssbx", re.I)
_ITALIC = re.compile(r"ital|obli|cmti|cmsl|[-,_]i$|slant", re.I)


class Piece:
    """A run of words on one printed line, as MuPDF found it.

    ``x0, y0, x1, y1`` are on the page as shown; ``u0, v0, u1, v1`` are the same box turned so that the
    page's main text reads from left to right.
    """

    __slots__ = (
        "block", "bold", "direction", "edges", "font", "furniture", "italic", "lead", "size", "skewed",
        "text", "u0", "u1", "v0", "v1", "x0", "x1", "y0", "y1",
    )  # fmt: skip

    def __init__(self, text: str, edges: list[float], box: Sequence[float], block: int) -> None:
        self.text = text
        self.edges = edges
        self.x0, self.y0, self.x1, self.y1 = self.u0, self.v0, self.u1, self.v1 = box
        self.block = block
        self.size = 0.0
        self.bold = self.italic = self.furniture = self.skewed = False
        self.font = ""
        self.lead: Lead | None = None
        self.direction = 0

    def mend(self, rest: Piece) -> None:
        """Take in the rest of the same printed line; the longer part gives the style."""
        styles = [(piece.font, piece.bold, piece.italic) for piece in (self, rest)]
        if self.lead is None and styles[0] != styles[1]:
            self.lead = Lead(len(self.text), self.bold, self.italic, self.font)
        if rest.lead is not None and not any(map(str.isalpha, self.text)):
            # A section number stands before words that run into the text.
            self.lead = msgspec.structs.replace(rest.lead, length=len(self.text) + 1 + rest.lead.length)
        if len(rest.text) > len(self.text):
            self.size, self.font, self.bold, self.italic = rest.size, rest.font, rest.bold, rest.italic
        self.text = f"{self.text} {rest.text}"
        self.edges = self.edges + rest.edges
        self.x1 = self.u1 = rest.x1
        self.y0 = self.v0 = min(self.y0, rest.y0)
        self.y1 = self.v1 = max(self.y1, rest.y1)


class RawPage:
    """The pieces of a page in the file's own order, before columns, furniture and joining."""

    __slots__ = ("height", "label", "number", "picture", "pieces", "problem", "turned", "width")

    def __init__(self, number: int, width: float, height: float) -> None:
        self.number = number
        self.width = width
        self.height = height
        self.label = ""
        self.pieces: list[Piece] = []
        self.picture = False
        self.problem = ""
        self.turned = 0


class _Box(msgspec.Struct):
    x: float
    y: float
    w: float
    h: float


class _Font(msgspec.Struct):
    name: str
    weight: str
    style: str
    size: float


class _Line(msgspec.Struct):
    """A line as MuPDF writes it: box, first character's font and origin."""

    bbox: _Box
    font: _Font
    x: float
    y: float
    wmode: int = 0


class _Block(msgspec.Struct):
    lines: list[_Line] = []


class _Page(msgspec.Struct):
    blocks: list[_Block]


_decode_page = msgspec.json.Decoder(_Page).decode


def read_raw(page: pymupdf.Page, number: int) -> RawPage:
    """Take the pieces of one page out of MuPDF.

    Words come with their boxes, line boxes and fonts from MuPDF's own JSON, styles within a line from its
    HTML: together a quarter of the time that its per-character dictionaries take.

    Args:
        page: the page.
        number: its physical number, from 1.
    """
    rect = page.rect
    raw = RawPage(number, rect.width, rect.height)
    # Turned as the page is shown: that is where highlights are drawn.
    textpage = page.get_textpage(flags=_FLAGS, clip=rect, matrix=page.rotation_matrix)
    words = textpage.extractWORDS()
    if words:
        words, lines = _with_ligatures(words, _lines(textpage))
        words = parted(words, {place: html for place, (_, html) in lines.items()}, width_of)
        raw.pieces = _pieces(words, lines, raw)
        _turn(raw)
    if sum(len(piece.text) for piece in raw.pieces) < 200:
        raw.picture = _has_picture(page, rect)
    return raw


#: Each line's geometry and its HTML, by block and line number.
_Lines = dict[tuple[int, int], tuple[_Line, str]]


def _lines(textpage: pymupdf.TextPage) -> _Lines:
    """Each line's geometry and its HTML, by block and line number."""
    buffer = mupdf.fz_new_buffer(1 << 15)
    out = mupdf.FzOutput(buffer)
    mupdf.fz_print_stext_page_as_json(out, textpage.this, _SCALE)
    out.fz_close_output()
    try:
        blocks = _decode_page(buffer.fz_buffer_extract()).blocks
    except (msgspec.DecodeError, ValueError):
        return {}
    runs = [line for line in textpage.extractHTML().split("\n") if line.startswith("<p ")]
    if len(runs) != sum(len(block.lines) for block in blocks):
        runs = [""] * sum(len(block.lines) for block in blocks)
    following = iter(runs)
    return {
        (b, i): (line, next(following))
        for b, block in enumerate(blocks)
        for i, line in enumerate(block.lines)
    }


def _with_ligatures(words: list[Any], lines: _Lines) -> tuple[list[Any], _Lines]:
    """Words and lines with the ligatures that a font hides in control codes."""
    coded = {place: html for place, (_, html) in lines.items() if has_codes(html)}
    if not coded:
        return words, lines
    mended = []
    for place, of_line in groupby(words, key=lambda word: (word[5], word[6])):
        line = list(of_line)
        mended += rejoined(line, coded[place]) if place in coded else line
    return mended, lines | {place: (lines[place][0], with_letters(html)) for place, html in coded.items()}


def _has_picture(page: pymupdf.Page, rect: pymupdf.Rect) -> bool:
    """Whether pictures (or, for want of any text, drawings) fill a good part of the page."""
    try:
        area = sum(abs(pymupdf.Rect(info["bbox"]) & rect) for info in page.get_image_info())
    except (RuntimeError, ValueError):
        return False
    return bool(area > 0.3 * abs(rect))


def _pieces(words: list[Any], lines: _Lines, raw: RawPage) -> list[Piece]:
    pieces: list[Piece] = []
    for text, edges, direction, block, line, html in _set(words, lines):
        piece = _piece(text, edges, direction, block, line, raw)
        if piece is None:
            continue
        _dress(piece, line.font, html)
        if pieces and _is_torn(pieces[-1], piece):
            pieces[-1].mend(piece)
        else:
            pieces.append(piece)
    return pieces


def _is_torn(before: Piece, piece: Piece) -> bool:
    """Whether two pieces are one printed line that MuPDF took apart at a wide space."""
    if before.block != piece.block or before.direction or piece.direction:
        return False
    gap = piece.x0 - before.x1
    overlap = min(before.y1, piece.y1) - max(before.y0, piece.y0)
    return -1 < gap < 1.1 * max(before.size, piece.size) and overlap > 0.6 * min(
        before.y1 - before.y0, piece.y1 - piece.y0
    )


def _guessed(words: list[Any]) -> _Line:
    """A line of which only the words are known."""
    x0, y0 = min(word[0] for word in words), min(word[1] for word in words)
    x1, y1 = max(word[2] for word in words), max(word[3] for word in words)
    box = _Box(x0 * _SCALE, y0 * _SCALE, (x1 - x0) * _SCALE, (y1 - y0) * _SCALE)
    return _Line(box, _Font("", "normal", "normal", 0.75 * box.h), box.x, box.y + 0.75 * box.h)


def _piece(
    text: str, edges: list[float], direction: int, block: int, line: _Line, raw: RawPage
) -> Piece | None:
    if not text:
        return None
    limit = raw.height if direction in (90, 270) else raw.width
    if not (0 <= edges[0] <= limit and 0 <= edges[-1] <= limit):
        edges = [min(max(edge, 0.0), limit) for edge in edges]
    box = line.bbox
    x0, y0 = max(box.x / _SCALE, 0.0), max(box.y / _SCALE, 0.0)
    x1, y1 = min((box.x + box.w) / _SCALE, raw.width), min((box.y + box.h) / _SCALE, raw.height)
    if x0 > x1 or y0 > y1:
        return None
    piece = Piece(text, edges, (x0, y0, x1, y1), block)
    piece.direction = direction
    piece.skewed = min(box.w, box.h) > 2 * line.font.size > 0
    return piece


def _direction(line: _Line, word: str) -> int:
    """Which way a line reads, from where its first character's origin lies in its box."""
    box = line.bbox
    if line.wmode:
        return 270
    if line.x - box.x <= _SCALE:
        return 0
    if box.w >= 1.5 * box.h or box.h <= 1.6 * line.font.size:
        upside_down = box.x + box.w - line.x <= _SCALE and (word.isascii() or not _right_to_left(word))
        return 180 if upside_down else 0
    return 90 if box.y + box.h - line.y <= line.y - box.y else 270


_RUN = re.compile(
    r'((?:<(?:b|i|tt|sup)>)*)<span style="font-family:([^,;"]*)[^"]*?font-size:([\d.]+)pt[^>]*>([^<]*)'
)


def _dress(piece: Piece, font: _Font, html: str) -> None:
    """Give the piece the style of most of its characters, and say what its first ones are set apart by."""
    name, size = font.name, font.size / _SCALE
    bold, italic = font.weight == "bold", font.style == "italic"
    if html.count("<span") > 1:
        runs = _RUN.findall(html)
        name, size, bold, italic = _main_run(runs) or (name, size, bold, italic)
        piece.lead = _lead(runs, piece.text)
    piece.size = size
    piece.font, named_bold, named_italic = _font(name)
    piece.bold = bold or named_bold
    piece.italic = italic or named_italic


_Run = tuple[str, str, str, str]


def _main_run(runs: Sequence[_Run]) -> tuple[str, float, bool, bool] | None:
    best, most = None, 0
    for tags, name, size, text in runs:
        length = len(html_text.unescape(text)) if "&" in text else len(text)
        if length > most:
            most, best = length, (name, float(size), "<b>" in tags, "<i>" in tags)
    return best


def _lead(runs: Sequence[_Run], text: str) -> Lead | None:
    """The first words in one font, where another follows; sizes may differ (small capitals).

    The number in front of a title is often printed in a font of its own.
    """
    worded = next(
        (i for i, run in enumerate(runs) if any(map(str.isalpha, html_text.unescape(run[3])))), None
    )
    if worded is None:
        return None
    first = runs[worded]
    style = (first[1], "<b>" in first[0], "<i>" in first[0])
    length = sum(_solid_length(run[3]) for run in runs[:worded])
    for tags, name, _, words in runs[worded:]:
        if words.strip() and (name, "<b>" in tags, "<i>" in tags) != style:
            break
        length += _solid_length(words)
    end = _after(text, length)
    font, named_bold, named_italic = _font(style[0])
    return Lead(end, style[1] or named_bold, style[2] or named_italic, font) if 0 < end < len(text) else None


def _solid_length(words: str) -> int:
    """How many characters, spaces apart, a run of HTML shows."""
    if words.isascii() and words.isprintable() and "&" not in words and "`" not in words:
        return len(words) - words.count(" ")
    return len("".join(clean(html_text.unescape(words)).split()))


def _after(text: str, count: int) -> int:
    """The offset behind the first ``count`` characters that are not spaces."""
    for word in _SOLID.finditer(text):
        if count <= len(word[0]):
            return word.start() + count
        count -= len(word[0])
    return len(text)


@lru_cache(maxsize=4096)
def _font(name: str) -> tuple[str, bool, bool]:
    """A font's name without its subset mark, and what the name says of its weight and slant."""
    plain = name[7:] if len(name) > 7 and name[6] == "+" else name
    return plain, bool(_BOLD.search(plain)), bool(_ITALIC.search(plain))


_Set = tuple[str, list[float], int, int, _Line, str]


def _set(words: list[Any], lines: _Lines) -> Iterator[_Set]:
    """The lines of a page: text, edges, direction, block, geometry, HTML; edges are computed for all at once.

    A text is the line's words joined by spaces. Its edges are where each of its characters begins along the
    reading direction; a word's end is where the space behind it begins, and the last of the line's edges.
    """
    words, texts, leftward = _shown(words)
    if not words:
        return
    x0, y0, x1, y1, _, blocks, numbers, order = zip(*words, strict=True)
    sides = np.array((x0, y0, x1, y1))
    begins, ends = sides[0].copy(), sides[2].copy()
    turned = np.flatnonzero(leftward)
    begins[turned], ends[turned] = sides[2][turned], sides[0][turned]
    firsts = np.flatnonzero(np.diff(blocks, prepend=-1) | np.diff(numbers, prepend=-1)).tolist()
    found = []
    for first, last in pairwise([*firsts, len(words)]):
        place = blocks[first], numbers[first]
        line, html = lines.get(place) or (_guessed(words[first:last]), "")
        direction = _direction(line, words[first][4])
        if direction:
            part, (begin, end) = slice(first, last), _SIDES[direction]
            begins[part], ends[part] = sides[begin][part], sides[end][part]
        found.append((first, last, direction, place[0], line, html))
    counts, shares = _shares(texts)
    stops = np.cumsum(counts)
    edges = np.repeat(begins, counts) + np.repeat(ends - begins, counts) * shares
    edges[stops - 1] = ends
    values, offsets = edges.tolist(), [0, *stops.tolist()]
    for first, last, direction, block, line, html in found:
        inside = values[offsets[first] : offsets[last]]
        yield joined(texts[first:last], order[first:last]), inside, direction, block, line, html


def _shown(words: list[Any]) -> tuple[list[Any], list[str], list[bool]]:
    """The words of which cleaning leaves something, what it leaves, and whether they read from right to left."""
    cleaned = [
        (word[4], False) if word[4].isascii() and word[4].isprintable() else _cleaned(word[4])
        for word in words
    ]
    shown = [(word, *found) for word, found in zip(words, cleaned, strict=True) if found[0]]
    return [each[0] for each in shown], [each[1] for each in shown], [each[2] for each in shown]


#: Where in a word's box, (x0, y0, x1, y1), it begins and ends when it reads in a direction.
_SIDES = {90: (3, 1), 180: (2, 0), 270: (1, 3)}
_LATIN = 0x300  #: characters below have their widths in a table


def _shares(texts: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """The number of edges of each word, and where they lie as shares of its width: its characters, its end."""
    counts = np.fromiter(map(len, texts), np.intp, len(texts)) + 1
    codes = np.frombuffer((" ".join(texts) + " ").encode("utf-32-le", "surrogatepass"), "<u4")
    widths = _TABLE[np.minimum(codes, _LATIN - 1)]
    for place in np.flatnonzero(codes >= _LATIN).tolist():
        widths[place] = _width(chr(codes[place]))
    before = np.cumsum(widths) - widths
    stops = np.cumsum(counts)
    begun, done = before[stops - counts], before[stops - 1]
    shares = (before - np.repeat(begun, counts)) / np.repeat(np.maximum(done - begun, 1), counts)
    return counts, shares


@lru_cache(maxsize=_CACHE_LIMIT)
def _cleaned(word: str) -> tuple[str, bool]:
    """A cleaned word, and whether it reads from right to left."""
    text = clean(word)
    return text, not text.isascii() and _right_to_left(text)


def width_of(char: str) -> int:
    """The usual width of a character, in thousandths of an em."""
    return 250 if char == " " else _width(char)


@lru_cache(maxsize=_CACHE_LIMIT)
def _width(char: str) -> int:
    if char in _WIDTHS:
        return _WIDTHS[char]
    if char < chr(_LATIN):
        return _WIDTHS.get(unicodedata.normalize("NFD", char)[0], 500)
    if unicodedata.combining(char):
        return 0
    return 1000 if unicodedata.east_asian_width(char) in "WF" else 560


_TABLE = np.array([_width(chr(code)) for code in range(_LATIN)], np.int64)


def _right_to_left(word: str) -> bool:
    return any("\u0590" <= char <= "\u08ff" or "\ufb1d" <= char <= "\ufefc" for char in word[:3])


def clean(word: str) -> str:
    """A word without control characters, with ligatures and loose accents composed, in NFC."""
    word = _UNWANTED.sub("", word).translate(_LIGATURES).strip()
    if "\u00ad" in word:
        # Only one at the end of a line, where a word was divided, says anything.
        divided = word[-1] == "\u00ad" and word[-2:-1].isalpha()
        word = word.replace("\u00ad", "") + "\u00ad" * divided
    if _SPACING_ACCENT.search(word):
        word = _SPACING_ACCENT.sub(_placed, word)
    if _CEDILLA.search(word):
        word = _CEDILLA.sub(lambda found: _compose(found[1], "\u0327" if found[2] == "¸" else "\u0328"), word)
    return unicodedata.normalize("NFC", word)


def _placed(found: re.Match[str]) -> str:
    """An accent that stands by itself put on the letter behind it (TeX's order), else on the one before."""
    before, mark, after = found[1], _ACCENTS[found[2]], found[3]
    if after and len(composed := _compose(after, mark)) == 1:
        return before + composed
    if before and len(composed := _compose(before, mark)) == 1:
        return composed + after
    return found[0]


def _compose(letter: str, mark: str) -> str:
    letter = {"ı": "i", "ȷ": "j"}.get(letter, letter)
    return unicodedata.normalize("NFC", letter + mark)


def _turn(raw: RawPage) -> None:
    """Find which way most of the page reads, and give every piece its box turned that way."""
    count = {0: 0, 90: 0, 180: 0, 270: 0}
    for piece in raw.pieces:
        count[piece.direction] += len(piece.text)
    turned = max(count, key=lambda direction: count[direction])
    raw.turned = turned
    if turned == 0:
        return
    width, height = raw.width, raw.height
    for p in raw.pieces:
        if turned == 90:
            p.u0, p.v0, p.u1, p.v1 = height - p.y1, p.x0, height - p.y0, p.x1
        elif turned == 270:
            p.u0, p.v0, p.u1, p.v1 = p.y0, width - p.x1, p.y1, width - p.x0
        else:
            p.u0, p.v0, p.u1, p.v1 = width - p.x1, height - p.y1, width - p.x0, height - p.y0
