"""The values that cross layers: frozen, picklable, JSON-ready; no bare dict travels between layers.

Coordinates are PDF points from the top left of the page as it is shown (its own rotation applied), pages count
physically from 1, and ``start``/``end`` are character offsets into a page's normalised text.
"""

from __future__ import annotations

from typing import Any

import msgspec

from twintree.base.ids import FileId, PaperId, SectionId


class Record(msgspec.Struct, frozen=True):
    """Base of all records."""


class Span(Record, frozen=True):
    """Characters ``[start, end)`` of page ``page``'s normalised text."""

    page: int
    start: int
    end: int


class Rect(Record, frozen=True):
    """A box in points."""

    x0: float
    y0: float
    x1: float
    y1: float


class PageRect(Record, frozen=True):
    """A box on a page."""

    page: int
    rect: Rect


class Citation(Record, frozen=True):
    """Words on one page of one file: what every claim of ours must rest on."""

    paper: PaperId
    file: FileId
    page: int
    spans: tuple[Span, ...]
    quote: str
    label: str = ""  #: for people: ``Meng 2026, p. 5``
    recognised: bool = False  #: the words were read by text recognition: on a scan, or inside a picture


class PaperRow(Record, frozen=True, kw_only=True):
    """One row of the library's table."""

    id: PaperId
    key: str
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    pages: int = 0
    status: str = "queued"
    reason: str = ""
    added: str = ""
    read_state: str = "unread"
    starred: bool = False
    description: str = ""
    tags: tuple[str, ...] = ()
    #: tells it apart from others of the same first author and year: ``Meng 2026a``; lists of the table leave it out
    letter: str = ""


class FileRow(Record, frozen=True, kw_only=True):
    """A file of a paper: where its bytes lie now, and what it was called when it came."""

    id: FileId
    paper: PaperId
    path: str
    name: str
    role: str
    linked: bool
    sha256: str
    size: int
    pages: int
    format: str = "pdf"


class FieldValue(Record, frozen=True, kw_only=True):
    """A metadata value with its source and the confidence in it."""

    field: str
    value: Any
    source: str
    confidence: float
    chosen: bool


class Note(Record, frozen=True, kw_only=True):
    """A note on a paper, in Markdown."""

    id: str
    paper: PaperId
    text: str
    created: str
    modified: str


class Paper(Record, frozen=True, kw_only=True):
    """Everything known of one paper, but for its pages and its tree."""

    row: PaperRow
    abstract: str = ""
    doi: str = ""
    arxiv: str = ""
    language: str = ""
    files: tuple[FileRow, ...] = ()
    fields: tuple[FieldValue, ...] = ()
    collections: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()


class Section(Record, frozen=True, kw_only=True):
    """A node of a paper's section tree.

    ``start`` is where the title stands and ``end`` where the next heading begins, as (page, offset) in
    the main file's text; ``end_page`` is the last page that holds any of the section's text.
    """

    id: SectionId
    title: str
    level: int
    start_page: int
    end_page: int
    parent: SectionId | None = None
    number: str = ""
    role: str = ""
    summary: str = ""
    summary_by: str = ""  #: ``""`` for words of the paper itself, else the model's id
    verified: bool = False
    source: str = ""  #: outline | typography | layout | model | person | inserted
    start: tuple[int, int] = (1, 0)
    end: tuple[int, int] = (1, 0)


class SectionTree(Record, frozen=True, kw_only=True):
    """A paper's sections in document order; ``verification_rate`` is None when no title was proposed.

    The rate is that of the titles which an outline or a model proposed, where there are any; else that of
    the titles read off the pages, which verify trivially.
    """

    paper: PaperId
    nodes: tuple[Section, ...]
    verification_rate: float | None = None
    rates: dict[str, tuple[int, int]] = {}  #: source -> (verified, proposed), before repair
    notes: tuple[str, ...] = ()  #: what a reader of the tree should know, in whole sentences


def verification_rate(rates: dict[str, tuple[int, int]]) -> float | None:
    """The share of proposed titles that stand on their page, before repair; None when none was proposed.

    Titles that an outline or a model proposed count alone where there are any: those read off the pages, by
    their look or by the layout model's boxes, verify trivially.
    """
    chosen = [pair for source, pair in rates.items() if source not in ("typography", "layout")]
    chosen = chosen or list(rates.values())
    proposed = sum(pair[1] for pair in chosen)
    return sum(pair[0] for pair in chosen) / proposed if proposed else None


class Highlight(Record, frozen=True, kw_only=True):
    """Marked words: spans for the words, rectangles for areas without text."""

    id: str
    paper: PaperId
    file: FileId
    spans: tuple[Span, ...]
    quote: str
    colour: str = "#FFE98A"
    note: str = ""
    created: str = ""
    orphaned: bool = False


class Mark(Record, frozen=True, kw_only=True):
    """Words that were marked in another program, before they are found on the page as it was read.

    ``rects`` in points from the top left; ``quote`` may be empty, or differ from our text in small things.
    """

    page: int
    rects: tuple[Rect, ...] = ()
    quote: str = ""
    colour: str = ""
    note: str = ""
    kind: str = "highlight"  #: highlight | underline | strikeout | note | area
    created: str = ""
    key: str = ""  #: what it is known by where it came from
    from_bottom: bool = False  #: ``rects`` are in the PDF's own space: from the bottom, the page not turned


class Collection(Record, frozen=True, kw_only=True):
    """A named set of papers; collections nest."""

    id: str
    name: str
    parent: str | None = None
    papers: int = 0


class Tag(Record, frozen=True, kw_only=True):
    """A word put on papers, with a colour."""

    name: str
    colour: str = ""
    papers: int = 0


class SavedSearch(Record, frozen=True, kw_only=True):
    """A search that is kept by name."""

    id: str
    name: str
    query: str


class Correction(Record, frozen=True, kw_only=True):
    """What the person set right in a paper, by what it is about (``section``, …) and the id of that."""

    paper: PaperId
    what: str
    subject: str
    content: dict[str, Any]
    at: str = ""


class Change(Record, frozen=True, kw_only=True):
    """What a write of the person's changed; ``undo`` reverts it by this id, which is 0 when nothing changed.

    ``subject`` is the id of what was made or changed (a new note's, say).
    """

    id: int
    action: str
    subject: str
    at: str
    summary: str
    papers: tuple[PaperId, ...] = ()
    undone: bool = False


class PaperFilter(Record, frozen=True, kw_only=True):
    """Which papers the library's table shows; fields at their defaults do not restrict.

    ``text`` is what a person types into the filter box: its words, the last one as a prefix, in title,
    authors, venue, abstract, notes or on pages.
    """

    text: str = ""
    collection: str = ""  #: id or name; papers of the collections below it count
    tag: str = ""
    read_state: str = ""  #: unread | to_read | reading | read
    starred: bool | None = None
    status: str = ""
    binned: bool | None = False  #: False: not in the bin; True: only the bin; None: both
    year_min: int | None = None
    year_max: int | None = None
    author: str = ""  #: part of any author's name
    journal: str = ""  #: part of the venue
    ids: tuple[PaperId, ...] | None = None
    needs_attention: bool = False  #: failed, set aside, or with a reason to look at


class PaperCounts(Record, frozen=True, kw_only=True):
    """How many papers each entry of the sidebar stands for; the bin's are in ``binned`` only."""

    total: int = 0
    starred: int = 0
    needs_attention: int = 0
    without_file: int = 0
    binned: int = 0
    read_states: dict[str, int] = {}
    statuses: dict[str, int] = {}


class Entry(Record, frozen=True, kw_only=True):
    """What is embedded and searched for a paper: its document entry, or one of a top-level section.

    ``hash`` is the SHA-256 of the text, the key of its embedding; ``id`` and ``hash`` are given by the store.
    """

    paper: PaperId
    kind: str  #: paper | section
    text: str
    section: SectionId | None = None
    hash: str = ""
    id: int = 0


class PaperIdentifiers(Record, frozen=True, kw_only=True):
    """What two papers may be found to be the same by: identifiers and the hashes of their files."""

    paper: PaperId
    doi: str = ""
    arxiv: str = ""
    hashes: tuple[str, ...] = ()


class DuplicatePair(Record, frozen=True, kw_only=True):
    """Two papers that look like one, and why."""

    first: PaperId
    second: PaperId
    why: str  #: bytes | doi | title
    confidence: float
