"""One file's way into the library: taken in, or refused with a reason; then through the stages it lacks."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from twintree.base.crashpoints import crash_point
from twintree.base.errors import Cancelled, NotFound, StorageProblem, TwintreeError, UnreadableFile
from twintree.base.ids import PaperId
from twintree.base.progress import CancelToken
from twintree.base.records import FileRow
from twintree.jobs.libraries import take_library
from twintree.jobs.marks import place_waiting
from twintree.jobs.options import READ, ImportOptions, Outcome
from twintree.jobs.records import take_records
from twintree.jobs.stages import STAGES, Stage, Work, Workshop
from twintree.jobs.zotero import take_profile
from twintree.sources.bibliography import is_bibliography
from twintree.sources.ocr import UNREADABLE
from twintree.store.files import format_of, linkable, sha256_of
from twintree.store.folder import is_library
from twintree.store.jobs import CRASH_LIMIT, JobStore, storable

log = logging.getLogger(__name__)

#: Reasons that lie in the bytes themselves: nothing of such a file is kept.
_REFUSED = frozenset(
    {
        "not_a_pdf",
        "empty",
        "truncated",
        "encrypted",
        "wrong_password",
        "vanished",
        "unsupported",
        "too_large",
        "unreadable",
    }
)
#: Reasons that cost a worker its life.
_KILLED = frozenset({"crashed", "timeout", "memory"})


class Importer:
    """Takes files through the stages; safe to call from several threads with different files."""

    def __init__(self, shop: Workshop, jobs: JobStore) -> None:
        self._shop = shop
        self._jobs = jobs
        self._person = shop.person
        self._lock = threading.Lock()
        self._in_hand: set[str] = set()

    def take(
        self,
        path: Path,
        options: ImportOptions,
        *,
        until: str = "",
        password: str | None = None,
        into: PaperId | None = None,
        cancel: CancelToken | None = None,
        on_page: Callable[[int, int], None] = lambda done, total: None,
        on_status: Callable[[PaperId, str], None] = lambda paper, status: None,
    ) -> Outcome:
        """Import one file up to ``options.until``; of records or a Zotero profile, all that it holds.

        What is done already is not done again: known bytes that lack stages go on with those. New bytes
        become a file of the paper ``into``, where that is given and still there. An earlier status as ``until``
        stops there for now, and leaves the rest to ``finish``.

        Raises:
            Cancelled: ``cancel`` was set; what was done stays.
            StorageProblem: the disk is full or gone; the file can be taken again later.
        """
        token = cancel or CancelToken()
        try:
            if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises where a name is too long
                if not os.access(path, os.R_OK | os.X_OK):
                    raise UnreadableFile(
                        f"The folder {path} cannot be read.", "Check its permissions.", code="unreadable"
                    )
                take = take_library if is_library(path) else take_profile
                return take(self._shop, path, options, token, on_page)
            if is_bibliography(path) and into is None and path.is_file():
                return take_records(self._shop, path, options, token, on_page)
            sha256, _ = sha256_of(path, token)
            with self._holding(sha256) as first:
                if not first:
                    return self._duplicate(sha256)
                return self._take(path, sha256, options, until, password, into, token, on_page, on_status)
        except (Cancelled, StorageProblem):
            raise
        except TwintreeError as error:
            return Outcome(state="failed", reason=error.message, way_out=error.way_out, code=error.code)
        except MemoryError:
            raise
        except Exception as error:  # in storing it, say: the others must go on
            fault = _fault_of_ours(storable(path.name), error)
            return Outcome(state="failed", reason=fault.message, way_out=fault.way_out, code=fault.code)

    def unfinished(self, papers: Sequence[PaperId], until: str = "complete") -> list[FileRow]:
        """The main files of those of these papers that lack a stage."""
        found = []
        for paper in papers:
            for file in self._shop.papers.files(paper):
                if file.role == "main" and self._missing(file, until):
                    found.append(file)
        return found

    def finish(
        self,
        paper: PaperId,
        until: str = "complete",
        password: str | None = None,
        cancel: CancelToken | None = None,
        on_page: Callable[[int, int], None] = lambda done, total: None,
        on_status: Callable[[PaperId, str], None] = lambda paper, status: None,
        on_stage: Callable[[str, int, int], None] = lambda words, before, stages: None,
    ) -> Outcome:
        """Take a paper that is in the library through the stages that it lacks; what fails leaves it as it was.

        Raises:
            Cancelled: ``cancel`` was set; what was done stays.
            StorageProblem: the disk is full or gone.
        """
        token = cancel or CancelToken()
        try:
            for file in self.unfinished([paper], until):
                with self._holding(file.sha256) as first:
                    if not first:
                        return self._duplicate(file.sha256)
                    work = Work(paper, file.id, file.name, password, token, on_page, on_stage)
                    try:
                        self._run_safely(work, until, on_status)
                    except UnreadableFile as error:
                        raise _by_its_own_name(error, file, file.name) from error
            row = self._shop.papers.get(paper).row
        except (Cancelled, StorageProblem):
            raise
        except TwintreeError as error:
            return Outcome(
                state="failed", paper=paper, reason=error.message, way_out=error.way_out, code=error.code
            )
        return Outcome(state="done", paper=row.id, status=row.status, pages=row.pages, reason=row.reason)

    def expect(self, files: int) -> None:
        """Files are coming: their readers start while the first is looked at."""
        self._shop.pool.warm(files)

    def forgive(self, paths: Iterable[str]) -> None:
        """Let files that were set aside be tried again."""
        for path in paths:
            try:
                self._jobs.forgive(sha256_of(Path(path))[0])
            except UnreadableFile:
                continue

    @contextmanager
    def _holding(self, sha256: str) -> Iterator[bool]:
        """Whether no other thread has these bytes in hand; they are in ours until the end."""
        with self._lock:
            first = sha256 not in self._in_hand
            if first:
                self._in_hand.add(sha256)
        try:
            yield first
        finally:
            if first:
                with self._lock:
                    self._in_hand.discard(sha256)

    def _known(self, sha256: str) -> FileRow | None:
        rows = self._shop.papers.files_with_hash(sha256)
        return next((row for row in rows if row.sha256 == sha256), rows[0] if rows else None)

    def is_unfinished(self, outcome: Outcome, until: str) -> bool:
        """Whether the file of an outcome lacks a stage up to ``until``."""
        if outcome.paper is None or outcome.file is None:
            return False
        return any(file.id == outcome.file for file in self.unfinished([outcome.paper], until))

    def as_duplicate(self, outcome: Outcome) -> Outcome:
        """The outcome of a file whose bytes another one of the same job brought."""
        return msgspec.structs.replace(
            outcome, state="duplicate", reason="The same file is in the library already.", code="duplicate"
        )

    def _duplicate(self, sha256: str) -> Outcome:
        known = self._known(sha256)
        return Outcome(
            state="duplicate",
            paper=known.paper if known else None,
            file=known.id if known else None,
            reason="The same file is in the library already."
            if known
            else "The same file is being imported already.",
            code="duplicate",
            pages=known.pages if known else 0,
        )

    def _take(
        self,
        path: Path,
        sha256: str,
        options: ImportOptions,
        until: str,
        password: str | None,
        into: PaperId | None,
        token: CancelToken,
        on_page: Callable[[int, int], None],
        on_status: Callable[[PaperId, str], None],
    ) -> Outcome:
        if self._jobs.crashes(sha256) >= CRASH_LIMIT:
            raise UnreadableFile(
                f"{path.name} ended its reader {CRASH_LIMIT} times and is set aside.",
                "`twintree jobs retry` tries it again; a copy saved anew by a PDF viewer may be readable.",
                code="set_aside",
            )
        known = self._known(sha256)
        if known is not None:
            self._come_back(known)
            self._make_whole(known, path, token)
            place_waiting(self._shop, into or known.paper, known.id, path.name, password, token)
            if not self._missing(known, options.until):
                return self._duplicate(sha256)
        row = known or self._store(path, sha256, options, into, token)
        work = Work(row.paper, row.id, row.name, password, token, on_page)
        try:
            status = self._run_safely(work, until or options.until, on_status)
        except UnreadableFile as error:
            error = _by_its_own_name(error, row, storable(path.name))
            return self._failed(path, row, sha256, error, fresh=known is None)
        self._file_under(row.paper, options)
        paper = self._shop.papers.get(row.paper).row
        return Outcome(
            state="done", paper=row.paper, file=row.id, status=status, pages=paper.pages, reason=paper.reason
        )

    def _come_back(self, known: FileRow) -> None:
        """Importing what lies in the bin takes it out again."""
        if self._person.is_binned(known.paper):
            self._person.restore([known.paper])

    def _make_whole(self, known: FileRow, path: Path, token: CancelToken) -> None:
        """Put our copy back where it was lost or altered: these are its bytes."""
        files = self._shop.files
        if known.linked or known.format != format_of(path) or files.intact(known.sha256, known.format, token):
            return
        files.remove(known.sha256)
        files.add(path, cancel=token)

    def _missing(self, file: FileRow, until: str) -> list[Stage]:
        done = self._shop.papers.stages(file.id)
        missing: list[Stage] = []
        # A further file of a paper is read; what the paper is called and how it is built, its main one says.
        for stage in STAGES if file.role == "main" else STAGES[:1]:
            # Once a stage must be run, so must all behind it: they read what it writes.
            if missing or done.get(stage.name) != stage.version:
                missing.append(stage)
            if stage.reaches == until and not _more_for(until, stage):
                break
        return missing

    def _store(
        self, path: Path, sha256: str, options: ImportOptions, into: PaperId | None, token: CancelToken
    ) -> FileRow:
        linked = linkable(path.resolve()) if options.link else None
        stored = self._shop.files.add(path, link=options.link, cancel=token)
        crash_point("import.file_stored")
        papers = self._shop.papers
        try:
            with self._shop.intake.transaction():
                paper = self._shop.intake.standing(into) if into else None
                role = "other" if paper and papers.files(paper) else "main"
                file = papers.add_file(paper or papers.create(), stored, path.name, role=role, linked=linked)
        except Exception:
            if not linked:
                self._shop.files.remove(sha256)  # no paper knows these bytes, and no other hand has them
            raise
        crash_point("import.file_recorded")
        return papers.file(file)

    def _run_safely(self, work: Work, until: str, on_status: Callable[[PaperId, str], None]) -> str:
        """``_run``, where a fault of ours costs this file alone: the others must go on."""
        try:
            try:
                return self._run(work, until, on_status)
            except UnreadableFile as error:
                if error.code != "crashed":
                    raise
                return self._run_once_more(work, until, on_status, error)
        except (TwintreeError, MemoryError):
            raise
        except Exception as error:
            raise _fault_of_ours(work.name, error) from error

    def _run_once_more(
        self, work: Work, until: str, on_status: Callable[[PaperId, str], None], error: UnreadableFile
    ) -> str:
        """Try again a file whose reader ended: that may have been killed from outside, for want of memory say.

        Raises:
            UnreadableFile: its reader ended before, or ends again.
        """
        sha256 = self._shop.papers.file(work.file).sha256
        if self._jobs.record_crash(sha256, error.code) >= CRASH_LIMIT:
            raise error
        log.warning("%s: its reader ended, and it is read once more", work.name)
        status = self._run(work, until, on_status)
        self._jobs.forgive(sha256)  # so it was not the file
        return status

    def _run(self, work: Work, until: str, on_status: Callable[[PaperId, str], None]) -> str:
        status = ""
        missing = self._missing(self._shop.papers.file(work.file), until)
        for before, stage in enumerate(missing):
            work.cancel.check()
            work.on_stage(stage.words, before, len(missing))
            begun = time.monotonic()
            stage.run(self._shop, work)
            crash_point("import.stage_run")
            with self._shop.intake.transaction():
                self._shop.papers.finish_stage(
                    work.file, stage.name, stage.version, round(time.monotonic() - begun, 4)
                )
                if stage.reaches:
                    self._shop.papers.set_status(work.paper, stage.reaches, self._remark(work))
            crash_point("import.stage_finished")
            if stage.reaches and stage.reaches != status:
                status = stage.reaches
                on_status(work.paper, status)
        return status or self._shop.papers.get(work.paper).row.status

    def _remark(self, work: Work) -> str:
        """What a person should know of a paper that was read, though not everywhere."""
        how = self._shop.intake.how_read(work.file)
        total = sum(how.values())
        strange = self._shop.intake.count_problem(work.file, UNREADABLE)
        if total and not strange and how.get("empty", 0) == total:
            return "No text was found in this file; its pages are empty, or pictures."
        parts = []
        if how.get("failed"):
            parts.append(f"{how['failed']} of {total} pages could not be read")
        if how.get("ocr"):
            parts.append(f"{how['ocr']} of {total} pages were read by text recognition")
        if how.get("garbled"):
            parts.append(f"{how['garbled']} of {total} pages have fonts without readable text")
        told = ["; ".join(parts).capitalize() + "."] if parts else []
        if strange:
            told.append(UNREADABLE.replace("this page", f"{strange} of {total} pages", 1))
        return " ".join(told)

    def _failed(
        self, path: Path, row: FileRow, sha256: str, error: UnreadableFile, *, fresh: bool
    ) -> Outcome:
        if error.code in _KILLED and self._jobs.record_crash(sha256, error.code) >= CRASH_LIMIT:
            self._shop.papers.set_status(row.paper, "set_aside", error.message)
        elif error.code in _REFUSED and fresh:
            self._shop.intake.discard(row.paper, row.id)
            self._shop.files.remove(sha256)  # the bytes were new, and are in no other hand
        elif self._shop.papers.get(row.paper).row.status in READ:
            # What is searchable stays so; only what was to come behind it is missing.
            log.warning("%s: %s", path.name, error.message)
        else:
            self._shop.papers.set_status(row.paper, "failed", error.message)
        kept = not (error.code in _REFUSED and fresh)
        log.info("%s: %s", path.name, error.code)
        return Outcome(
            state="failed",
            paper=row.paper if kept else None,
            file=row.id if kept else None,
            status="failed",
            reason=error.message,
            way_out=error.way_out,
            code=error.code,
        )

    def _file_under(self, paper: PaperId, options: ImportOptions) -> None:
        if options.collection:
            try:
                self._person.add_to_collection(options.collection, [paper])
            except NotFound:
                log.warning(
                    "the collection %s is gone; the paper is in the library all the same", options.collection
                )
        for tag in options.tags:
            self._person.tag([paper], tag)


def _by_its_own_name(error: UnreadableFile, file: FileRow, name: str) -> UnreadableFile:
    """The reader saw our copy, which is named by its hash; the person knows the file by its own name."""
    return UnreadableFile(error.message.replace(Path(file.path).name, name), error.way_out, code=error.code)


def _fault_of_ours(name: str, error: Exception) -> UnreadableFile:
    """A file that could not be taken because of us, as one that failed."""
    log.error("%s: a fault of ours", name, exc_info=error)
    return UnreadableFile(
        f"“{name}” met a fault of Twintree's own ({type(error).__name__}: {error}).",
        "The others go on; please report it with the file.",
        code="internal",
    )


def _more_for(until: str, stage: Stage) -> bool:
    """Whether a later stage still belongs to ``until`` (several stages may lead to one status)."""
    behind = STAGES[STAGES.index(stage) + 1 :]
    return any(each.reaches == until for each in behind)
