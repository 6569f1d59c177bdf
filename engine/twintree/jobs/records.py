"""Takes files of records in (BibTeX, RIS, CSL-JSON, EndNote, PubMed): each completes or becomes a paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from twintree.base.errors import UnreadableFile, WrongUse
from twintree.base.ids import PaperId
from twintree.base.progress import CancelToken
from twintree.base.records import FieldValue
from twintree.jobs.options import ImportOptions, Outcome
from twintree.jobs.stages import Workshop
from twintree.retrieval.entries import build_entries
from twintree.sources.bibliography import (
    Bibliography,
    BibliographyRecord,
    read_bibliography,
    resolve_file,
)
from twintree.sources.recognition import KnownPapers
from twintree.store.files import sha256_of
from twintree.store.incoming import Holding, version_of

#: Records between two commits: what a crash may cost, and how long the writer is kept from others.
BATCH = 100
#: Links of other kinds (web pages that were saved beside the paper) are not followed.
FOLLOWED = frozenset((".pdf", ".epub", ".xps", ".oxps", ".docx"))
_CONFIDENCE = 0.95
_SOURCE = "record"


def take_records(
    shop: Workshop,
    path: Path,
    options: ImportOptions,
    cancel: CancelToken,
    on_page: Callable[[int, int], None],
) -> Outcome:
    """Take every record of a file in; the files that they link to follow as items of the same job.

    A record that was taken in before changes nothing.

    Raises:
        UnreadableFile: no record can be read.
    """
    book = read_bibliography(path)
    usable = [record for record in book.records if _says_something(record)]
    if not usable:
        raise UnreadableFile(
            f"“{path.name}” holds no record of a paper. {' '.join(book.problems[:1])}".strip(),
            "BibTeX, RIS, CSL-JSON, EndNote (.enw) and PubMed (.nbib) files can be read.",
            code="no_records",
        )
    intake = RecordIntake(shop, path, book.source, options)
    records = iter(usable)
    done = 0
    while batch := list(islice(records, BATCH)):
        cancel.check()
        with shop.incoming.transaction():
            for record in batch:
                intake.take(record)
        done += len(batch)
        on_page(done, len(usable))
    embed_records(shop, intake.papers, options, cancel)
    return intake.outcome(book, len(book.records) - len(usable))


def embed_records(
    shop: Workshop, papers: Sequence[PaperId], options: ImportOptions, cancel: CancelToken
) -> None:
    """Make vectors of papers' entries, unless they need only be searchable by words."""
    if options.until == "searchable":
        return
    rest = iter(papers)
    while part := list(islice(rest, 50)):
        cancel.check()
        shop.embed([entry.text for paper in part for entry in shop.papers.entries(paper)])


def write_record_entries(shop: Workshop, paper: PaperId) -> None:
    """The entries by which a paper is found, from what is known of it now."""
    shop.papers.write_entries(paper, build_entries(shop.papers.get(paper), shop.papers.tree(paper)))


def proposals_of(fields: Mapping[str, Any], source: str) -> list[FieldValue]:
    """A record's fields as proposals."""
    return [
        FieldValue(field=name, value=value, source=source, confidence=_CONFIDENCE, chosen=False)
        for name, value in fields.items()
        if value not in (None, "", [])
    ]


def holding_of(paper: PaperId, fields: Mapping[str, Any]) -> Holding:
    """What a paper that was just described is known again by."""
    return Holding(
        id=paper,
        title=str(fields.get("title") or ""),
        authors=tuple(fields.get("authors") or ()),
        year=fields.get("year"),
        doi=str(fields.get("doi") or ""),
        arxiv=str(fields.get("arxiv") or ""),
        recorded=True,
    )


class RecordIntake:
    """One file's records on their way into the library; remembers what became of them."""

    def __init__(self, shop: Workshop, path: Path, source: str, options: ImportOptions) -> None:
        self._shop = shop
        self._path = path
        self._source = source
        self._options = options
        self._known = KnownPapers(shop.incoming.holdings())
        self._origins = {item: origin.paper for item, origin in shop.incoming.origins(_SOURCE).items()}
        self._sizes = shop.incoming.file_sizes()
        self.papers: list[PaperId] = []
        self._more: dict[str, PaperId] = {}
        self._counts: Counter[str] = Counter()
        self._lost: Counter[str] = Counter()
        self._missing: list[str] = []

    def take(self, record: BibliographyRecord) -> None:
        """Take one record in; call inside a transaction."""
        self._lost.update(record.lost)
        files = list(self._linked(record))
        item = version_of([record.key, record.fields, record.keywords, record.notes])
        paper = self._origins.get(item)
        if paper is not None:
            self._counts["same"] += 1
        else:
            paper = self._write(record, files)
            self._shop.incoming.note_origin(_SOURCE, item, "", paper)
            self._origins[item] = paper
        self.papers.append(paper)
        self._more.update((str(file), paper) for file in files if str(file) not in self._more)

    def _write(self, record: BibliographyRecord, files: Sequence[Path]) -> PaperId:
        incoming = self._shop.incoming
        paper = self._known.find(record.fields) or self._by_file(record, files)
        self._counts["new" if paper is None else "completed"] += 1
        if paper is None:
            paper = self._shop.papers.create(status="record")
        else:
            incoming.leave_bin(paper)
        try:
            incoming.replace_fields(paper, self._source, proposals_of(record.fields, self._source))
        except WrongUse:
            self._counts["odd"] += 1
        self._known.add(holding_of(paper, record.fields))
        if self._source == "bibtex":
            incoming.offer_key(paper, record.key)
        if self._path.suffix.lower() != ".nbib":  # its keywords are an index's thousands of headings
            incoming.put_tags(paper, record.keywords)
        incoming.put_tags(paper, self._options.tags)
        for note in record.notes:
            if note.strip():
                incoming.put_note(paper, note.strip())
        if self._options.collection:
            incoming.put_into(self._options.collection, paper)
        write_record_entries(self._shop, paper)
        return paper

    def _linked(self, record: BibliographyRecord) -> Iterator[Path]:
        for link in record.files:
            found = resolve_file(link, self._path.parent)
            if found is None:
                self._missing.append(link)
            elif found.suffix.lower() in FOLLOWED:
                yield found

    def _by_file(self, record: BibliographyRecord, files: Sequence[Path]) -> PaperId | None:
        for file in files:
            # Only a file of a size that the library has need be read to be known.
            if file.stat().st_size not in self._sizes:
                continue
            for row in self._shop.papers.files_with_hash(sha256_of(file)[0]):
                if self._known.may_be(row.paper, record.fields):
                    return row.paper
        return None

    def outcome(self, book: Bibliography, empty: int) -> Outcome:
        """What became of the file, with what was lost of it."""
        papers = list(dict.fromkeys(self.papers))
        changed = self._counts["new"] + self._counts["completed"]
        first = self._shop.papers.get(papers[0]).row
        return Outcome(
            state="done" if changed else "duplicate",
            paper=papers[0],
            status=first.status,
            papers=len(papers),
            reason=" ".join(self._sentences(book, empty)),
            code="" if changed else "duplicate",
            more=tuple(self._more.items()),
        )

    def _sentences(self, book: Bibliography, empty: int) -> Iterator[str]:
        counts = self._counts
        told = (
            (counts["new"], "new"),
            (counts["completed"], "of papers that were here already"),
            (counts["same"], "taken in before"),
        )
        yield (
            f"{_counted(len(self.papers), 'record')}: "
            + ", ".join(f"{n} {what}" for n, what in told if n)
            + "."
        )
        if self._missing:
            yield f"Not there: {_counted(len(self._missing), 'linked file')} ({_some(self._missing)})."
        if empty or counts["odd"]:
            yield f"Too little is said by {_counted(empty + counts['odd'], 'record')}."
        if book.problems:
            yield f"Unreadable: {_counted(len(book.problems), 'record')}: {book.problems[0]}"
        if self._lost:
            names = [name for name, _ in self._lost.most_common()]
            yield f"Not taken over: {_some(names, 8)}."


def _says_something(record: BibliographyRecord) -> bool:
    fields = record.fields
    named = fields.get("title") or fields.get("doi") or fields.get("arxiv")
    return bool(named or (fields.get("authors") and fields.get("year")))


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _some(names: Sequence[str], most: int = 3) -> str:
    shown = ", ".join(names[:most])
    return f"{shown}, … {len(names) - most} more" if len(names) > most else shown
