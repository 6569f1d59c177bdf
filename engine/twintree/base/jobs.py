"""Records of work in the background, and of what could not be read."""

from __future__ import annotations

from twintree.base.ids import FileId, JobId, PaperId
from twintree.base.records import Record


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
