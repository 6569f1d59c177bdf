"""Records of references: what a paper cites and where, who cites it, and lines of descent between papers."""

from __future__ import annotations

import msgspec

from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.records import PaperRow, Record, Span


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
    titles: dict[str, str] = msgspec.field(default_factory=dict)
