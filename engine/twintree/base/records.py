"""The values that cross layers: frozen, picklable, JSON-ready; no bare dict travels between layers.

Coordinates are PDF points from the top left of the page as it is shown (its own rotation applied), pages count
physically from 1, and ``start``/``end`` are character offsets into a page's normalised text.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec
import numpy as np

from twintree.base.ids import FileId, JobId, PaperId, RunId, SectionId


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


# ── pages ────────────────────────────────────────────────────────────────────────────────────────────


class Lead(Record, frozen=True):
    """The first characters of a line when they are set apart from the rest: a heading that runs into its text."""

    length: int
    bold: bool = False
    italic: bool = False
    font: str = ""


class Line(Record, frozen=True):
    """One printed line: its characters, its box, and where each character begins.

    ``edges`` holds ``end - start + 1`` positions along the reading direction, in points.
    ``direction`` is 0, 90, 180 or 270 degrees; for 90 and 270 the edges run along y.
    ``furniture`` marks what is no running text, and stands after ``body_end``: running heads, page numbers, margin
    lines, and, ``recognised`` as well, the words that text recognition read inside the page's pictures.
    """

    start: int
    end: int
    box: Rect
    edges: tuple[float, ...]
    size: float
    bold: bool = False
    italic: bool = False
    block: int = 0
    direction: int = 0
    furniture: bool = False
    font: str = ""
    lead: Lead | None = None
    recognised: bool = False


class PageText(Record, frozen=True):
    """A page as read: normalised text in reading order, then furniture, then words inside pictures; all its lines."""

    number: int
    label: str
    width: float
    height: float
    text: str
    body_end: int
    lines: tuple[Line, ...]
    how: str = "text"  #: text | ocr | empty | garbled | failed
    problem: str = ""

    def pictures_from(self) -> int:
        """Where the words begin that were read inside the page's pictures; its text's end where there are none."""
        return next((line.start for line in self.lines if line.recognised), len(self.text))

    def is_recognised(self, span: Span) -> bool:
        """Whether the words there were read by text recognition: on a scan, or inside a picture."""
        return self.how == "ocr" or span.start >= self.pictures_from()

    def without_pictures(self) -> PageText:
        """The page as it was read before the words inside its pictures were."""
        lines = tuple(line for line in self.lines if not line.recognised)
        if len(lines) == len(self.lines):
            return self
        end = max([self.body_end, *(line.end for line in lines)])
        return msgspec.structs.replace(self, text=self.text[:end], lines=lines)


class PageSize(Record, frozen=True):
    """What a viewer needs of a page before it shows it: printed label, width and height in points."""

    number: int
    label: str
    width: float
    height: float


_LINE = struct.Struct("<IIfffffBBHIHHH")
_PLACE = struct.Struct(f"<II{_LINE.size - 10}xH")  #: of these, start, end and the number of edges
_STEPS = 20  #: an edge is stored in so many parts of a point


def pack_lines(lines: Sequence[Line]) -> bytes:
    """Serialise a page's lines compactly: box corners as float32, edges as twentieths of a point."""
    fonts: dict[str, int] = {}
    steps = _steps(lines)
    out = [struct.pack("<I", len(lines))]
    at = 0
    for line in lines:
        lead = line.lead or Lead(0)
        flags = line.bold | line.italic << 1 | line.furniture << 2 | lead.bold << 3 | lead.italic << 4
        flags |= line.recognised << 5
        font = fonts.setdefault(line.font, len(fonts))
        lead_font = fonts.setdefault(lead.font, len(fonts)) if line.lead else 0
        box = line.box
        out.append(
            _LINE.pack(
                line.start,
                line.end,
                box.x0,
                box.y0,
                box.x1,
                box.y1,
                line.size,
                flags,
                line.direction // 90,
                font,
                line.block,
                lead.length,
                lead_font,
                len(line.edges),
            )
        )
        out.append(steps[at : (at := at + 2 * len(line.edges))])
    names = "\n".join(fonts).encode()
    return zlib.compress(struct.pack("<I", len(names)) + names + b"".join(out), 3)


def _steps(lines: Sequence[Line]) -> bytes:
    """Every edge of every line as a whole number of steps from its line's origin, two bytes each."""
    edges = np.fromiter(chain.from_iterable(line.edges for line in lines), np.float64)
    origins = [line.box.y0 if line.direction in (90, 270) else line.box.x0 for line in lines]
    counts = np.array([len(line.edges) for line in lines], np.intp)
    steps = edges * _STEPS - np.repeat(np.array(origins, np.float64) * _STEPS - 0.5, counts)
    return np.trunc(steps).clip(-32768, 32767).astype("<i2").tobytes()


def unpack_lines(blob: bytes, first: int = 0, last: int | None = None) -> tuple[Line, ...]:
    """The inverse of ``pack_lines``, to a twentieth of a point; only lines that touch ``[first, last)``.

    A page's lines follow one another as their text does.
    """
    if not blob:
        return ()
    data = zlib.decompress(blob)
    (length,) = struct.unpack_from("<I", data, 0)
    names = data[4 : 4 + length].decode().split("\n")
    offset = 4 + length
    (count,) = struct.unpack_from("<I", data, offset)
    offset += 4
    kept, steps = [], []
    for _ in range(count):
        start, end, edges = _PLACE.unpack_from(data, offset)
        if last is not None and start >= last:
            break
        begin = offset
        offset += _LINE.size + 2 * edges
        if end > first:
            kept.append(_LINE.unpack_from(data, begin))
            steps.append(data[begin + _LINE.size : offset])
    origins = [values[3] if values[8] in (1, 3) else values[2] for values in kept]
    counts = np.array([values[-1] for values in kept], np.intp)
    places = np.repeat(np.array(origins, np.float64), counts) + np.frombuffer(b"".join(steps), "<i2") / _STEPS
    return tuple(_lines_of(kept, places.tolist(), names))


def _lines_of(kept: Sequence[Any], edges: Sequence[float], names: Sequence[str]) -> Iterator[Line]:
    at = 0
    for start, end, x0, y0, x1, y1, size, flags, turn, font, block, lead, lead_font, n in kept:
        yield Line(
            start,
            end,
            Rect(x0, y0, x1, y1),
            tuple(edges[at : at + n]),
            size,
            bold=bool(flags & 1),
            italic=bool(flags & 2),
            block=block,
            direction=turn * 90,
            furniture=bool(flags & 4),
            font=names[font],
            lead=Lead(lead, bool(flags & 8), bool(flags & 16), names[lead_font]) if lead else None,
            recognised=bool(flags & 32),
        )
        at += n


def rects_of(lines: Sequence[Line], start: int, end: int) -> Iterator[Rect]:
    """The boxes, one a line, that cover characters ``[start, end)``."""
    for line in lines:
        first, last = max(start, line.start), min(end, line.end)
        if first >= last:
            continue
        a, b = line.edges[first - line.start], line.edges[last - line.start]
        low, high = min(a, b), max(a, b)
        box = line.box
        if line.direction in (90, 270):
            yield Rect(box.x0, low, box.x1, high)
        else:
            yield Rect(low, box.y0, high, box.y1)


class LayoutBox(Record, frozen=True):
    """A part of a page as the layout model sees it.

    ``kind`` is ``section-header``, ``title``, ``text``, ``list-item``, ``caption``, ``picture``, ``table``,
    ``formula``, ``footnote``, ``page-header`` or ``page-footer``.
    """

    kind: str
    rect: Rect


class OutlineItem(Record, frozen=True):
    """A bookmark of the file: level from 1, title, physical page from 1 (0 when it points nowhere), height."""

    level: int
    title: str
    page: int
    y: float = 0.0


class FileHead(Record, frozen=True):
    """What a file says of itself before its pages are read."""

    format: str
    pages: int
    info: dict[str, str] = {}
    xmp: str = ""
    outline: tuple[OutlineItem, ...] = ()


# ── papers ───────────────────────────────────────────────────────────────────────────────────────────


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


# ── search and answers ───────────────────────────────────────────────────────────────────────────────


class Scope(Record, frozen=True, kw_only=True):
    """Which papers a search or a question is about; empty fields do not restrict."""

    papers: tuple[PaperId, ...] = ()
    collection: str = ""
    tag: str = ""
    author: str = ""
    journal: str = ""
    year_min: int | None = None
    year_max: int | None = None
    within: str = ""  #: ``highlights``: only words that were marked, here or in another program

    def as_filter(self) -> PaperFilter:
        """The papers of the scope as the library's table would be filtered to them."""
        return PaperFilter(
            ids=self.papers or None,
            collection=self.collection,
            tag=self.tag,
            author=self.author,
            journal=self.journal,
            year_min=self.year_min,
            year_max=self.year_max,
        )


class Hit(Record, frozen=True, kw_only=True):
    """A passage that matches: where it stands, a snippet, and, where asked for, the matched words' boxes."""

    paper: PaperId
    file: FileId
    page: int
    spans: tuple[Span, ...]
    snippet: str
    rects: tuple[PageRect, ...] = ()
    section: SectionId | None = None
    score: float = 0.0
    recognised: bool = False  #: read by text recognition: on a scan, or inside a picture


class SearchResult(Record, frozen=True, kw_only=True):
    """A paper that answers a query, with the sections and passages that made it so."""

    paper: PaperRow
    score: float
    sections: tuple[Section, ...] = ()
    hits: tuple[Hit, ...] = ()
    dense: float | None = None
    sparse: float | None = None
    how: str = ""  #: dense | words | both | phrase | listed


class AnswerSentence(Record, frozen=True, kw_only=True):
    """One sentence of an answer, and the words on pages that carry it."""

    text: str
    supported: bool
    citations: tuple[Citation, ...] = ()
    reason: str = ""  #: why it is unsupported
    against: tuple[Citation, ...] = ()  #: words read on the way that contradict it


class TraceStep(Record, frozen=True, kw_only=True):
    """One line of *How this was found*."""

    step: str
    summary: str
    data: Any = None
    seconds: float = 0.0


class StateUpdate(Record, frozen=True, kw_only=True):
    """One staged update of the query state: which role proposed what for its field, and whether it was committed.

    ``value`` is the field as JSON has it; ``target`` and ``cycle`` count from 1, target 0 is the whole question.
    """

    position: int
    target: int
    cycle: int
    role: str  #: planner | navigator | retriever | verifier | controller | memory | person
    field: str  #: plan | path | evidence | verdict | action | artifacts | steering
    value: Any
    accepted: bool = True
    reason: str = ""  #: why it was rejected
    made_by: str = ""  #: the model's id; "" for the deterministic role
    seconds: float = 0.0


class ToolCall(Record, frozen=True, kw_only=True):
    """One call of an agent, in order, with the result as the agent saw it; tokens are estimates."""

    tool: str
    arguments: dict[str, Any]
    result: Any = None
    result_tokens: int = 0
    seconds: float = 0.0
    problem: str = ""  #: what was wrong with the call


class Answer(Record, frozen=True, kw_only=True):
    """What a question got, and how (DESIGN §7, what a run says of itself)."""

    run: RunId
    question: str
    mode: str = "direct"
    answering: str = "extractive"  #: generated | extractive | none
    action: str | None = None
    status: str = "complete"  #: complete | incomplete | cancelled
    reason: str = ""
    found: bool = False
    sentences: tuple[AnswerSentence, ...] = ()
    read_pages: tuple[tuple[FileId, int], ...] = ()
    nearest: tuple[PaperRow, ...] = ()
    rewritten: str = ""
    trace: tuple[TraceStep, ...] = ()
    tokens: dict[str, int] = {}
    seconds: float = 0.0
    created: str = ""
    scope: Scope = Scope()
    parent: RunId | None = None
    states: tuple[StateUpdate, ...] = ()
    calls: tuple[ToolCall, ...] = ()


# ── citations ────────────────────────────────────────────────────────────────────────────────────────


class CitationMention(Record, frozen=True, kw_only=True):
    """One place in a paper's text that cites an entry of its reference list.

    ``spans`` cover the whole sentence (it may run over a page's end), ``at`` only the printed marker;
    ``page`` is the page of the marker.
    """

    file: FileId
    page: int
    spans: tuple[Span, ...]
    sentence: str
    at: Span
    marker: str = ""
    section: SectionId | None = None
    section_role: str = ""
    role: str = "background"  #: support | contrast | extend | background | use | compare
    level: int = 2  #: 5 foundational … 1 peripheral (Agents-K1, Appendix A)
    confidence: float = 0.0  #: of the role


class OfferedPaper(Record, frozen=True, kw_only=True):
    """A paper of the library that an entry may stand for: offered to the person, not linked."""

    paper: PaperId
    confidence: float
    why: str = ""  #: doi | arxiv | title


class Reference(Record, frozen=True, kw_only=True):
    """An entry of a paper's reference list: as printed, as parsed, what it stands for, and where it is cited.

    ``work`` is the node of the citation graph that the entry stands for: the paper's id when it is held,
    else a ``W…`` shared by every paper that cites the same work. An entry that cannot be parsed has its
    ``raw`` text only.
    """

    id: str
    index: int
    raw: str
    authors: tuple[str, ...] = ()
    title: str = ""
    year: int | None = None
    venue: str = ""
    volume: str = ""
    pages: str = ""
    doi: str = ""
    arxiv: str = ""
    url: str = ""
    label: str = ""  #: as printed before the entry: ``[12]``, ``3.``, ``[ABC+20]``
    held: bool = False
    paper: PaperId | None = None
    work: str = ""
    confidence: float = 0.0  #: that the entry stands for ``paper``
    offered: tuple[OfferedPaper, ...] = ()
    level: int = 1
    role: str = "background"
    strength: float = 0.0
    strong: bool = False
    core: bool = False  #: the paper could not stand without it: level 5
    direct: bool = False  #: cited on its own, not only in a group
    confirmed: bool = False  #: a person looked at it
    file: FileId | None = None
    spans: tuple[Span, ...] = ()
    mentions: tuple[CitationMention, ...] = ()


class Citer(Record, frozen=True, kw_only=True):
    """A paper of the library that cites another, with the entry by which it does."""

    paper: PaperRow
    reference: Reference


class LineageStep(Record, frozen=True, kw_only=True):
    """One link of a lineage, read from ``paper`` on to ``to``; ``citing`` says which of the two cites.

    ``relation`` is the citation's role, and ``evidence`` holds the sentences that say so.
    """

    paper: str
    relation: str
    to: str
    citing: str
    level: int = 1
    evidence: tuple[CitationMention, ...] = ()


class Lineage(Record, frozen=True, kw_only=True):
    """The shortest path of citations between two papers; ``path`` is empty when there is none.

    ``directed`` tells whether all its links point one way (who builds on whom), or whether it had to go
    through works that both ends cite.
    """

    start: str
    end: str
    path: tuple[LineageStep, ...] = ()
    directed: bool = True
    titles: dict[str, str] = {}


class RunRow(Record, frozen=True, kw_only=True):
    """A stored run in a list; ``get`` has the whole answer."""

    run: RunId
    kind: str
    question: str
    status: str
    created: str
    found: bool = False
    conversation: str = ""
    parent: RunId | None = None
    mode: str = "direct"


class Conversation(Record, frozen=True, kw_only=True):
    """A named series of runs."""

    id: str
    name: str
    created: str
    runs: int = 0


# ── jobs ─────────────────────────────────────────────────────────────────────────────────────────────


class JobItem(Record, frozen=True, kw_only=True):
    """One file of an import, as given, and how far it is."""

    path: str
    state: str  #: queued | running | done | failed | duplicate | ignored | cancelled
    stage: str = ""
    paper: PaperId | None = None
    file: FileId | None = None
    status: str = ""
    reason: str = ""
    way_out: str = ""
    code: str = ""
    pages_done: int = 0
    pages: int = 0
    seconds: float = 0.0
    attempts: int = 0
    position: int = 0  #: its place in the job; with the job's id, its key
    sha256: str = ""
    papers: int = 0  #: how many papers a file of records stands for


class Job(Record, frozen=True, kw_only=True):
    """A piece of long work as the ledger knows it."""

    id: JobId
    kind: str
    title: str
    state: str  #: queued | running | paused | done | failed | cancelled
    created: str
    done: int = 0  #: items that came to an end of their own, failed ones too; not those that were stopped
    total: int = 0
    failed: int = 0
    message: str = ""


class Problem(Record, frozen=True, kw_only=True):
    """Something that ``check`` found: where, what, and whether ``rebuild`` mends it."""

    where: str  #: ledger | files | words | graph | vectors
    what: str
    subject: str = ""
    repairable: bool = True
