"""What of a paper is listed beside its pages: figures, tables and equations, from its anchors or from its captions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from twintree.base.anchors import Anchor
from twintree.base.ids import FileId
from twintree.base.pages import PageText
from twintree.base.records import Rect
from twintree_desktop.words import tr

if TYPE_CHECKING:
    from twintree.library import Library

_CAPTION = re.compile(
    r"(?P<name>fig(?:ure)?\.?|table|tab\.|algorithm|listing|scheme|abb(?:ildung|\.)|tabelle)\s*"
    r"(?P<number>S?\d+(?:[.-]\d+)*[a-z]?|[A-Z]\.?\d+|[IVXL]+)(?P<end>\s*[.:|–—]|\s+(?=[^\Wa-z_])|\s*$)",
    re.IGNORECASE,
)
_TABLES = ("tab",)
#: The kinds of anchors that are listed, and what they count as.
_LISTED = {"figure": "figure", "table": "table", "algorithm": "figure", "equation": "equation"}
_LAST = 10_000
#: In the order in which they are listed.
KINDS = ("figure", "table", "equation")


@dataclass(frozen=True)
class Figure:
    """A figure, table or equation: what it is called, what it says, and where that stands.

    Attributes:
        kind: ``figure`` | ``table`` | ``equation``.
        label: as printed; ``no number`` where it has none.
        caption: of an equation the LaTeX where it is known, else its line of text.
        page: from 1.
        box: where on the page.
        picture: the path of an equation's picture, "" where none was cut out yet.
        latex: of an equation, where it could be recovered.
        recognised: whether words inside it were read by text recognition, since it is a picture.
    """

    kind: str
    label: str
    caption: str
    page: int
    box: Rect | None = None
    picture: str = ""
    latex: str = ""
    recognised: bool = False


def figures_of(library: Library, file: FileId) -> list[Figure]:
    """What a file shows, by kind and then by page; from the text where it is not in the ledger yet."""
    kept = [_figure(each) for each in library.anchors.of_file(file) if each.kind in _LISTED]
    found = kept
    if all(each.kind == "equation" for each in kept):
        found = [*captions_of(library, file), *kept]
    return sorted(found, key=lambda each: (KINDS.index(each.kind), each.page, _count(each.label)))


def _count(label: str) -> int:
    """The number in a label: on one page the columns do not tell the order."""
    found = re.search(r"\d+", label)
    return int(found[0]) if found else _LAST


def _figure(anchor: Anchor) -> Figure:
    if anchor.kind != "equation":
        label = anchor.label or tr("no number")
        kind, caption = _LISTED[anchor.kind], _short(anchor)
        return Figure(kind, label, caption, anchor.page, anchor.box, recognised=anchor.recognised)
    # The engine's label of an equation is its own word, not the paper's.
    label = tr("Equation {0}").format(anchor.number) if anchor.number else tr("Equation without a number")
    picture = anchor.image if anchor.image and Path(anchor.image).is_file() else ""
    words = anchor.latex or _line(anchor)
    return Figure("equation", label, words, anchor.page, anchor.box, picture, anchor.latex)


def _short(anchor: Anchor) -> str:
    """A caption without the label that it begins with."""
    words = " ".join(anchor.caption.split())
    return words.removeprefix(anchor.label).strip(" .:|–—")


def _line(anchor: Anchor) -> str:
    """An equation's line of text without the number that is printed behind it."""
    words = " ".join(anchor.caption.split())
    return words.removesuffix(f"({anchor.number})").rstrip(" .,;") if anchor.number else words


def captions_of(library: Library, file: FileId) -> list[Figure]:
    """What the text of a file says of its figures and tables: the first caption of each number counts."""
    found: dict[tuple[str, str], Figure] = {}
    for page in library.papers.pages(file):
        for figure in captions_on(page):
            number = figure.label.rpartition(" ")[2]
            found.setdefault((figure.kind, number), figure)
    return list(found.values())


def captions_on(page: PageText) -> Iterator[Figure]:
    """The captions of a page: paragraphs that begin with a label, and not as a sentence about it does."""
    before = None
    for line in page.lines:
        begins, before = line.block != before, line.block
        match = _CAPTION.match(page.text, line.start, line.end) if begins else None
        if match is None:
            continue
        words = _caption(page.text[line.start :], match[0])
        name = match["name"].rstrip(".").capitalize()
        kind = "table" if name.casefold().startswith(_TABLES) else "figure"
        named = {"Fig": "Figure", "Tab": "Table", "Abb": "Abbildung"}.get(name, name)
        yield Figure(kind, f"{named} {match['number']}", words, page.number, line.box)


def _caption(text: str, lead: str) -> str:
    """What a caption says behind its label: the rest of its paragraph, or the next one when the label stands alone."""
    for paragraph in text[len(lead) :].split("\n\n", 2)[:2]:
        words = " ".join(paragraph.split()).strip(" .:|–—")
        if words and not words.isdigit():  # a page's number is no caption
            return words
    return ""
