"""The values of figures, tables, equations and footnotes as they cross layers."""

from __future__ import annotations

from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.records import Record, Rect, Span

#: What an anchor may be, and how its ids begin: ``P….fig3``.
CODES = {"figure": "fig", "table": "tab", "equation": "eq", "algorithm": "alg", "footnote": "fn"}


class Anchor(Record, frozen=True, kw_only=True):
    """A figure, table, equation, algorithm or footnote: what it is called, where it stands, what it shows.

    Until the layout is read ``box`` is that of the caption (``source`` is ``caption``); then it is the
    thing's own (``layout``). ``image`` is the path of its picture, "" where there is none yet.
    """

    id: str
    paper: PaperId
    file: FileId
    kind: str  #: figure | table | equation | algorithm | footnote
    page: int
    box: Rect
    label: str = ""  #: as printed: ``Figure 3``; "" for what has no number
    number: str = ""  #: ``3``, ``S1``, ``A.2``
    caption: str = ""
    spans: tuple[Span, ...] = ()  #: of the caption; of an equation, its line
    inside: tuple[Span, ...] = ()  #: of the text within the box: a table's cells, a figure's words
    recognised: bool = False  #: text recognition read some of them, since it is a picture
    section: SectionId | None = None
    cells: tuple[tuple[str, ...], ...] = ()  #: of a table, row by row
    header: int = 0  #: how many of the first rows are its header
    latex: str = ""
    image: str = ""
    source: str = "caption"  #: caption | layout


class Cut(Record, frozen=True, kw_only=True):
    """A part of a page that is to be taken out of a file: as a picture, with cells, with LaTeX."""

    name: str
    page: int
    box: Rect
    kind: str


class CutOut(Record, frozen=True, kw_only=True):
    """What was taken out: a PNG, and for a table its cells, for an equation its LaTeX where recoverable."""

    name: str
    png: bytes = b""
    cells: tuple[tuple[str, ...], ...] = ()
    header: int = 0
    latex: str = ""
