"""Methods and what is known of them: mentions, edges, what an extractor found in a segment, and themes.

A *source* is a method as one paper has it (``P….m003``); sources that are one method share a canonical
``Method`` (``M…``). Mentions and relations belong to sources, so that a merge or a split moves them whole.
"""

from __future__ import annotations

from typing import NewType

from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.records import Citation, Record, Span

MethodId = NewType("MethodId", str)
SourceId = NewType("SourceId", str)
SegmentId = NewType("SegmentId", str)
ClusterId = NewType("ClusterId", str)

KINDS = (
    "model",
    "algorithm",
    "theorem",
    "proof tactic",
    "experimental paradigm",
    "dataset construction",
    "metric",
    "system",
)
ROLES = ("derived", "prior")  #: made by the paper, or there before it
RATINGS = (1, 2, 3, 4, 5)


def weight_of(rating: int) -> float:
    """A rating r as a weight, (r − 1) / 4 (dual-tree paper, equation 2)."""
    return (rating - 1) / 4


# ── what an extractor finds in a segment ─────────────────────────────────────────────────────────────


class Piece(Record, frozen=True):
    """Characters ``[start, end)`` of a page that belong to a segment, and where they stand in its text.

    ``said`` stands there in their place: a table's cell with its bars, an equation's LaTeX; "" for themselves.
    """

    page: int
    start: int
    end: int
    offset: int
    said: str = ""


class Segment(Record, frozen=True, kw_only=True):
    """A stretch of a paper that is extracted in one go, bounded by sections.

    ``text`` is its pieces joined by blank lines; an offset into it leads to page spans by ``pieces``.
    """

    id: SegmentId
    paper: PaperId
    file: FileId
    title: str
    pieces: tuple[Piece, ...]
    text: str
    tokens: int
    sections: tuple[SectionId, ...] = ()
    hash: str = ""  #: SHA-256 of the text: what was extracted from it stays valid as long as it stays


class ExtractedMethod(Record, frozen=True, kw_only=True):
    """A method as found in one segment; ``at`` are offsets (start, end) into the segment's text."""

    name: str
    kind: str
    role: str
    aliases: tuple[str, ...] = ()
    summary: str = ""
    keywords: tuple[str, ...] = ()
    at: tuple[tuple[int, int], ...] = ()
    score: float = 1.0


class ExtractedRelation(Record, frozen=True, kw_only=True):
    """``source -> target`` by the names of two methods of the same payload; ``evidence`` like ``at``."""

    source: str
    target: str
    rating: int
    explanation: str
    evidence: tuple[tuple[int, int], ...] = ()


class Rejected(Record, frozen=True, kw_only=True):
    """What an extractor returned and validation refused, with the reason in words."""

    item: str
    reason: str


class Extraction(Record, frozen=True, kw_only=True):
    """All that one extractor found in one segment: the content of a payload."""

    methods: tuple[ExtractedMethod, ...] = ()
    relations: tuple[ExtractedRelation, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    note: str = ""  #: why a model's turn ended deterministically
    again: bool = (
        False  #: that was the moment's fault (no time, no memory): the model's next run tries it again
    )


class Payload(Record, frozen=True, kw_only=True):
    """An extraction with who made it and what it took; ``model`` is empty for the deterministic one."""

    segment: SegmentId
    hash: str
    extractor: str
    version: str
    content: Extraction
    model: str = ""
    prompt: str = ""  #: hash of the prompt
    tokens: int = 0
    seconds: float = 0.0
    at: str = ""
    used: bool = False  #: whether the library's methods come from this one
    left: bool = False  #: a person looked at it and does not want it


# ── methods ──────────────────────────────────────────────────────────────────────────────────────────


class MethodMention(Record, frozen=True, kw_only=True):
    """One place that names a method: ``spans`` and ``quote`` its sentence, ``at`` the name itself."""

    paper: PaperId
    file: FileId
    page: int
    spans: tuple[Span, ...]
    quote: str
    at: Span
    role: str = "prior"
    source: SourceId = SourceId("")


class MethodSource(Record, frozen=True, kw_only=True):
    """A method as one paper has it."""

    id: SourceId
    paper: PaperId
    method: MethodId
    name: str
    kind: str
    role: str
    aliases: tuple[str, ...] = ()
    summary: str = ""
    keywords: tuple[str, ...] = ()
    year: int | None = None  #: of the paper
    joined: str = ""  #: why it counts as this method, in words; empty for the first
    similarity: float | None = None  #: cosine to what it joined
    by: str = ""  #: the model that found it; empty for the deterministic extractor


class Method(Record, frozen=True, kw_only=True):
    """A canonical method; ``year`` is that of the earliest paper that made it, else that names it."""

    id: MethodId
    name: str
    kind: str = "model"
    aliases: tuple[str, ...] = ()
    summary: str = ""
    summary_by: str = ""  #: empty: the paper's own sentence; else the model's id, or ``person``
    keywords: tuple[str, ...] = ()
    status: str = "extracted"  #: extracted | edited | deleted | candidate
    year: int | None = None
    papers: tuple[PaperId, ...] = ()
    mention_count: int = 0
    mentions: tuple[MethodMention, ...] = ()  #: empty in lists, unless asked for
    sources: tuple[MethodSource, ...] = ()  #: likewise


class MethodEdge(Record, frozen=True, kw_only=True):
    """``source`` contributes to ``target``; the strongest rating of all papers that say so, or the person's.

    ``primary`` and ``broken`` are given by the provenance tree: the edge to the primary parent; an edge
    that is left out of the tree because it would close a cycle.
    """

    source: MethodId
    target: MethodId
    rating: int
    explanation: str = ""
    evidence: tuple[Citation, ...] = ()
    share: float = 0.0  #: of all that comes into ``target`` (equation 3)
    primary: bool = False
    broken: bool = False
    by: str = ""  #: ``person`` when a person rated it, else the model's id, or empty

    @property
    def weight(self) -> float:
        """(rating − 1) / 4, in [0, 1]."""
        return weight_of(self.rating)


class MethodDecision(Record, frozen=True, kw_only=True):
    """What was decided on a method, as its history shows it.

    Attributes:
        what: merge | split | edit | rate | join (a paper's method was found to be this one).
        kept, other: the methods that it is about; the same one for an edit or a join; ``other`` contributes to
            ``kept`` where an edge was rated.
        by: rule | person | the model's id.
        why: in words.
        at: when; empty for a join, which follows from what papers say.
        similarity: cosine of what was joined.
        source: the paper's method that was joined.
    """

    what: str
    kept: MethodId
    other: MethodId
    by: str
    why: str
    at: str = ""
    similarity: float | None = None
    source: SourceId = SourceId("")


class Difference(Record, frozen=True, kw_only=True):
    """What a paper's methods would gain and lose by another extraction, before it is accepted."""

    paper: PaperId
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()  #: of those that are kept: what is said of them otherwise
    edges_added: tuple[tuple[str, str, int], ...] = ()
    edges_removed: tuple[tuple[str, str, int], ...] = ()
    rejected: int = 0  #: items of the extractor that validation refused
    fell_back: int = 0  #: segments that were done deterministically after all
    payloads: tuple[Payload, ...] = ()


# ── themes ───────────────────────────────────────────────────────────────────────────────────────────


class Cluster(Record, frozen=True, kw_only=True):
    """A node of the abstraction tree; level 1 is the finest, and holds methods; higher ones hold clusters."""

    id: ClusterId
    level: int
    title: str = ""
    summary: str = ""
    parent: ClusterId | None = None
    children: tuple[ClusterId, ...] = ()
    methods: tuple[MethodId, ...] = ()  #: of level 1 only
    summary_by: str = ""  #: empty: members' own words; else the model's id, or ``person``
    title_by: str = ""  #: likewise; a person's title stays through every re-clustering
    note: str = ""  #: the person's


def method_text(name: str, summary: str, keywords: tuple[str, ...]) -> str:
    """What is embedded of a method: name, summary and keywords (dual-tree paper §3.2.4)."""
    return "\n".join(part for part in (name, summary, ", ".join(keywords)) if part)


def cluster_text(cluster: Cluster) -> str:
    """What is embedded of a theme: title and summary, which the funnel compares a question with."""
    return "\n".join(part for part in (cluster.title, cluster.summary) if part)


# ── what is written of a paper ───────────────────────────────────────────────────────────────────────


class SourceDraft(Record, frozen=True, kw_only=True):
    """A method as one paper has it, before it has ids; ``keys`` are the folded names it is found again by."""

    name: str
    kind: str
    role: str
    keys: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    summary: str = ""
    keywords: tuple[str, ...] = ()
    mentions: tuple[MethodMention, ...] = ()
    by: str = ""


class RelationDraft(Record, frozen=True, kw_only=True):
    """What one paper says of two of its methods, which are given by their names."""

    source: str
    target: str
    rating: int
    explanation: str
    evidence: tuple[Citation, ...]
    by: str = ""


class PaperMethods(Record, frozen=True, kw_only=True):
    """All of a paper's methods and relations, made from its segments' payloads."""

    sources: tuple[SourceDraft, ...] = ()
    relations: tuple[RelationDraft, ...] = ()


class Assignment(Record, frozen=True, kw_only=True):
    """Which canonical method a draft belongs to (None: a new one), and why."""

    method: MethodId | None = None
    why: str = ""
    similarity: float | None = None
