"""Takes another library in: its papers with what the person said of them; their files follow one by one.

A second time brings what is new or was changed there. Papers that look like one are offered for merging as
after any import; only the same bytes are known to be the same paper. Answers and conversations stay there.
"""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from twintree.base.errors import LibraryDamaged, UnreadableFile, WrongUse
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import rects_of
from twintree.base.progress import CancelToken
from twintree.base.records import Collection, Correction, FieldValue, FileRow, Mark, Paper, Record
from twintree.base.text import counted
from twintree.jobs.marks import keep_marks
from twintree.jobs.options import ImportOptions, Outcome
from twintree.jobs.records import BATCH, embed_records, write_record_entries
from twintree.jobs.stages import Workshop
from twintree.store.files import FileStore
from twintree.store.folder import LEDGER, MARKER
from twintree.store.incoming import version_of
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore

_SHELVES = "library_collections"
#: Who says a thing that no machine found: these proposals come along, everything else is found again here.
_SAID = frozenset({"person", "bibtex", "ris", "csl", "zotero"})


class ForeignPaper(Record, frozen=True, kw_only=True):
    """A paper of the other library with all that belongs to it."""

    paper: Paper
    said: tuple[FieldValue, ...]
    marks: dict[FileId, tuple[Mark, ...]]
    corrections: tuple[Correction, ...]
    pinned: bool  #: whether its citation key was chosen by a person


def take_library(
    shop: Workshop,
    folder: Path,
    options: ImportOptions,
    cancel: CancelToken,
    on_page: Callable[[int, int], None],
) -> Outcome:
    """Take the papers of another library in; nothing is written there, and the bin stays there.

    Raises:
        WrongUse: it is this very library.
        LibraryDamaged: its ledger cannot be read.
        LibraryTooNew: a newer Twintree wrote it.
    """
    if folder.resolve() == shop.files.root.resolve():
        raise WrongUse("A library cannot be merged into itself.", "Name another library's folder.")
    with _opened(folder) as there:
        intake = _Intake(shop, there, options)
        papers = there.papers.ids()
        rest, done = iter(papers), 0
        while batch := list(islice(rest, BATCH)):
            cancel.check()
            # Files are copied before the transaction: nobody waits for a disk behind it.
            copied = {paper: intake.copy_files(there.read(paper), cancel) for paper in batch}
            with shop.incoming.transaction():
                for foreign, files in copied.values():
                    intake.take(foreign, files)
            done += len(batch)
            on_page(done, len(papers))
        intake.take_searches()
    embed_records(shop, intake.records, options, cancel)
    return intake.outcome(len(papers))


class _There:
    """The other library, read from a copy of its ledger: an older one is brought up to date there."""

    def __init__(self, folder: Path, ledger: Ledger) -> None:
        self.name = _name_of(folder)
        self.papers = PaperStore(ledger, FileStore(folder))
        self.person = PersonStore(ledger)
        self._ledger = ledger

    def read(self, paper: PaperId) -> ForeignPaper:
        """One paper."""
        found = self.papers.get(paper)
        pinned = self._ledger.read().execute("SELECT key_pinned FROM paper WHERE id = ?", (paper,)).fetchone()
        return ForeignPaper(
            paper=found,
            said=tuple(each for each in found.fields if each.source in _SAID),
            marks={file.id: tuple(self._marks(paper, file)) for file in found.files},
            corrections=tuple(self.person.corrections(paper)),
            pinned=bool(pinned[0]),
        )

    def _marks(self, paper: PaperId, file: FileRow) -> Iterator[Mark]:
        for each in self.person.highlights(paper, file.id):
            for span in each.spans:
                page = self.papers.page(file.id, span.page)
                yield Mark(
                    key=f"{each.id}:{span.page}:{span.start}",
                    page=span.page,
                    rects=tuple(rects_of(page.lines, span.start, span.end)),
                    quote=page.text[span.start : span.end],
                    colour=each.colour,
                    note=each.note,
                    created=each.created,
                )


class _Intake:
    """What is known and counted while a library comes in."""

    def __init__(self, shop: Workshop, there: _There, options: ImportOptions) -> None:
        self._shop, self._there, self._options = shop, there, options
        self._origins = shop.incoming.origins(there.name)
        self._notes = shop.incoming.origins(f"{there.name}:note")
        self._colours = {tag.name: tag.colour for tag in there.person.tags()}
        self._shelves = self._collections()
        self._counts: Counter[str] = Counter()
        self._missing: list[str] = []
        self._more: dict[str, PaperId] = {}
        self._papers: dict[PaperId, None] = {}
        self.records: list[PaperId] = []

    def copy_files(
        self, foreign: ForeignPaper, cancel: CancelToken
    ) -> tuple[ForeignPaper, list[tuple[FileRow, FileRow | None]]]:
        """Bring a paper's bytes here; each file with what the library has of the same bytes already."""
        files: list[tuple[FileRow, FileRow | None]] = []
        for file in foreign.paper.files:
            known = self._shop.papers.files_with_hash(file.sha256)
            if known:
                files.append((file, known[0]))
                continue
            try:
                self._shop.files.add(Path(file.path), link=self._links(file), cancel=cancel)
            except UnreadableFile:
                self._missing.append(file.name)
            else:
                files.append((file, None))
        return foreign, files

    def take(self, foreign: ForeignPaper, files: Sequence[tuple[FileRow, FileRow | None]]) -> None:
        """Take one paper in; call inside a transaction."""
        theirs, version = foreign.paper.row.id, version_of(foreign)
        origin = self._origins.get(theirs)
        if origin is not None and origin.version == version:
            self._counts["same"] += 1
            self._papers[origin.paper] = None
            self._go_on(origin.paper, files)
            return
        here = origin.paper if origin else next((known.paper for _, known in files if known), None)
        self._counts["known" if here else "new"] += 1
        # What is read off a file is found again here; where no file comes, all that is known must.
        proposals = foreign.said if files else foreign.paper.fields
        paper = here or self._create(foreign, proposals)
        self._papers[paper] = None
        self._shop.incoming.note_origin(self._there.name, theirs, version, paper)
        if here is not None:
            self._complete(here, proposals)
        self._describe(foreign, paper)
        self._write_notes(foreign, paper)
        for file, known in files:
            self._take_file(foreign, paper, file, known)
        if not files:
            write_record_entries(self._shop, paper)
            self.records.append(paper)

    def _go_on(self, paper: PaperId, files: Sequence[tuple[FileRow, FileRow | None]]) -> None:
        """What is still to be done for a paper that an earlier run took in, which may have been stopped behind it."""
        if not files:
            self.records.append(paper)
        for _, known in files:
            if known is not None and self._shop.papers.has_text(known.id) is None:
                self._more.setdefault(known.path, known.paper)

    def take_searches(self) -> None:
        """Bring the saved searches that are not here."""
        for each in self._there.person.saved_searches():
            self._shop.incoming.keep_search(each.name, each.query)

    def outcome(self, total: int) -> Outcome:
        """What became of the library."""
        changed = self._counts["new"] + self._counts["known"]
        papers = list(self._papers)
        return Outcome(
            state="done" if changed or not papers else "duplicate",
            paper=papers[0] if papers else None,
            status="record",
            papers=total,
            reason=" ".join(self._sentences(total)),
            code="" if changed or not papers else "duplicate",
            more=tuple(self._more.items()),
        )

    def _sentences(self, total: int) -> Iterator[str]:
        told = ((self._counts["new"], "new"), (self._counts["known"], "here already, brought up to date"))
        shown = ", ".join(
            f"{number} {what}" for number, what in (*told, (self._counts["same"], "as before")) if number
        )
        yield f"{counted(total, 'paper')}: {shown or 'none'}."
        if self._missing:
            names = ", ".join(self._missing[:3]) + (", …" if len(self._missing) > 3 else "")
            yield f"{len(self._missing)} files are not where that library says ({names})."
        if total:
            yield "Its answers and conversations stay there."

    def _create(self, foreign: ForeignPaper, proposals: Sequence[FieldValue]) -> PaperId:
        status = "queued" if foreign.paper.files else "record"
        paper = self._shop.papers.create(proposals, status=status)
        self._shop.incoming.set_added(paper, foreign.paper.row.added)
        return paper

    def _complete(self, paper: PaperId, proposals: Sequence[FieldValue]) -> None:
        ours = {each.field for each in self._shop.papers.get(paper).fields if each.source == "person"}
        self._shop.papers.write_fields(paper, [each for each in proposals if each.field not in ours])

    def _describe(self, foreign: ForeignPaper, paper: PaperId) -> None:
        incoming, row = self._shop.incoming, foreign.paper.row
        if foreign.pinned:
            incoming.offer_key(paper, row.key)
        incoming.put_tags(paper, (*row.tags, *self._options.tags), self._colours)
        shelves = (self._shelves[each] for each in foreign.paper.collections if each in self._shelves)
        for shelf in filter(None, (*shelves, self._options.collection)):
            incoming.put_into(shelf, paper)
        incoming.offer_reading(paper, row.read_state, starred=row.starred)
        for each in foreign.corrections:
            incoming.offer_correction(paper, each.what, _renamed(each.subject, paper), each.content)

    def _write_notes(self, foreign: ForeignPaper, paper: PaperId) -> None:
        source = f"{self._there.name}:note"
        for note in foreign.paper.notes:
            version, known = version_of(note.text), self._notes.get(note.id)
            if known is None:
                made = self._shop.incoming.put_note(paper, note.text, note.created)
                self._shop.incoming.note_origin(source, note.id, version, paper, made)
            elif known.version != version:
                self._shop.incoming.follow_note(known.made, known.version, note.text)
                self._shop.incoming.note_origin(source, note.id, version, known.paper, known.made)

    def _take_file(self, foreign: ForeignPaper, paper: PaperId, file: FileRow, known: FileRow | None) -> None:
        source, marks = f"{self._there.name}:mark", foreign.marks.get(file.id, ())
        if known is not None and self._shop.papers.has_text(known.id) is not None:
            keep_marks(self._shop, known.paper, known.id, source, marks)
            return
        name = known.name if known else file.name
        self._shop.incoming.keep_waiting(source, paper, name, marks)
        if known is None:
            stored = self._shop.files.add(Path(file.path), link=True)  # its bytes are here; hashed once more
            linked = Path(file.path) if self._links(file) else None
            own = self._shop.papers.add_file(paper, stored, file.name, role=file.role, linked=linked)
            known = self._shop.papers.file(own)
        self._more.setdefault(known.path, paper)

    def _links(self, file: FileRow) -> bool:
        """Only what lies outside of the other library may stay where it lies: that library may go."""
        return file.linked and self._options.link

    def _collections(self) -> dict[str, str]:
        """Their collections' ids -> ours; one that the person deleted here stays away."""
        kept: dict[str, str] = self._shop.person.setting(_SHELVES, {})
        there = {each.id for each in self._shop.person.collections()}
        found: dict[str, str] = {}
        known = dict(kept)
        with self._shop.incoming.transaction():
            for each in _parents_first(self._there.person.collections()):
                name = f"{self._there.name}/{each.id}"
                if name in known and known[name] not in there:
                    continue
                above = found.get(each.parent or "")
                own = self._shop.incoming.collection(known.get(name, ""), each.name, above)
                there.add(own)
                found[each.id] = known[name] = own
            if known != kept:
                self._shop.incoming.keep_setting(_SHELVES, known)
        return found


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[_There]:
    """Read another library from a copy of its ledger, also while another process writes it."""
    with tempfile.TemporaryDirectory(prefix="twintree-merge-") as scratch:
        copy = Path(scratch) / LEDGER
        try:
            source = sqlite3.connect(f"{(folder / LEDGER).resolve().as_uri()}?mode=ro", uri=True)
            with contextlib.closing(source), contextlib.closing(sqlite3.connect(copy)) as target:
                source.backup(target)
        except sqlite3.Error as error:
            raise LibraryDamaged(
                f"The ledger of the library in {folder} cannot be read: {error}.",
                "Open that library by itself; `twintree check` says what is wrong with it.",
            ) from error
        with contextlib.closing(Ledger(copy)) as ledger:
            yield _There(folder, ledger)


def _name_of(folder: Path) -> str:
    """What a library is known again by, wherever it lies: the moment in which it was made."""
    try:
        made = tomllib.loads((folder / MARKER).read_text("utf-8")).get("created", "")
    except (OSError, tomllib.TOMLDecodeError):
        made = ""
    return f"library:{made or version_of(str(folder.resolve()))}"


def _renamed(subject: str, paper: PaperId) -> str:
    """The id of a section of theirs as one of ours: numbers are given in the order of the text."""
    _, dot, number = subject.partition(".")
    return f"{paper}{dot}{number}" if dot else subject


def _parents_first(collections: Sequence[Collection]) -> list[Collection]:
    by_id = {each.id: each for each in collections}

    def depth(each: Collection) -> int:
        above, count = by_id.get(each.parent or ""), 0
        while above is not None and count < len(by_id):
            above, count = by_id.get(above.parent or ""), count + 1
        return count

    return sorted(collections, key=depth)
