"""What an import is told, and what it answers for each file."""

from __future__ import annotations

from twintree.base.ids import FileId, PaperId
from twintree.base.records import Record

#: Statuses of papers that can be searched and asked about.
READ = frozenset({"searchable", "structured", "indexed", "complete"})
#: The kind of a job that takes papers of the library through the stages that they lack.
FINISHING = "finish"


class ImportOptions(Record, frozen=True, kw_only=True):
    """How files are imported; kept with the job, so that it goes on the same way after a restart."""

    until: str = "indexed"  #: searchable | structured | indexed | complete
    link: bool = False  #: leave the files where they lie
    collection: str = ""  #: put the papers into this collection (its id)
    tags: tuple[str, ...] = ()
    finish: bool = (
        False  #: once that is done, go on to ``complete`` in a job of its own, behind everything else
    )
    base: str = ""  #: the folder that Zotero's linked files are relative to


class Outcome(Record, frozen=True, kw_only=True):
    """What became of one file."""

    state: str  #: done | failed | duplicate
    paper: PaperId | None = None
    file: FileId | None = None
    status: str = ""
    pages: int = 0
    reason: str = ""
    way_out: str = ""
    code: str = ""
    papers: int = 0  #: of a file of records: how many papers it stands for
    more: tuple[tuple[str, PaperId], ...] = ()  #: files to import next, each for its paper
