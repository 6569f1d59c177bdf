"""What a person can do, one function an action: each takes the library first, runs off the window's thread,
touches no widget, and returns what the engine returned (a ``Change`` where it can be undone)."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from twintree.base.answers import Scope, SearchResult
from twintree.base.errors import NotFound, StorageProblem
from twintree.base.ids import FileId, JobId, PaperId
from twintree.base.jobs import Job, JobItem
from twintree.base.records import (
    Change,
    Collection,
    DuplicatePair,
    FileRow,
    Paper,
    PaperCounts,
    PaperFilter,
    PaperRow,
    SavedSearch,
    SectionTree,
    Tag,
)
from twintree.base.searchfields import FieldProblem
from twintree_desktop.ask.saving import save_text
from twintree_desktop.words import short_reference

if TYPE_CHECKING:
    from twintree.library import JobHandle, Library

# ── reading ──────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class SideFigures:
    """What the sidebar lists."""

    counts: PaperCounts
    collections: tuple[Collection, ...]
    tags: tuple[Tag, ...]
    searches: tuple[SavedSearch, ...]


def side_figures(library: Library) -> SideFigures:
    """Everything that the sidebar shows; files that were refused need attention too, though they are no papers."""
    counts = library.papers.counts()
    refused = sum(not item.paper for item in failed_files(library))
    return SideFigures(
        msgspec.structs.replace(counts, needs_attention=counts.needs_attention + refused),
        tuple(library.person.collections()),
        tuple(library.person.tags()),
        tuple(library.person.saved_searches()),
    )


@dataclass(frozen=True)
class PaperView:
    """What the inspector shows of one paper."""

    paper: Paper
    tree: SectionTree
    colours: Mapping[str, str]  #: of its tags
    missing: FileRow | None = None  #: a file that is not where it was


def paper_view(library: Library, paper: PaperId) -> PaperView:
    """One paper with its structure."""
    found = library.papers.get(paper)
    colours = {tag.name: tag.colour for tag in library.person.tags()}
    missing = next((file for file in found.files if not Path(file.path).is_file()), None)
    return PaperView(found, library.papers.tree(found.row.id), colours, missing)


def paper(library: Library, paper_id: PaperId) -> Paper:
    """One paper with its files."""
    return library.papers.get(paper_id)


def papers_in(
    library: Library, query: PaperFilter, sort: str, descending: bool, ranges: Sequence[tuple[int, int]]
) -> list[PaperId]:
    """The papers in ranges of rows ``[first, last]`` of the table, fetched or not."""
    return [
        row.id
        for first, last in ranges
        for row in library.papers.rows(query, sort, descending, first, last - first + 1)
    ]


def duplicates(library: Library) -> list[tuple[DuplicatePair, Paper, Paper]]:
    """Papers that look like one, each pair with both sides."""
    return [
        (pair, library.papers.get(pair.first), library.papers.get(pair.second))
        for pair in library.duplicates()
    ]


def search(library: Library, text: str, scope: Scope, limit: int = 50) -> list[SearchResult]:
    """Search in the engine's syntax, with passages."""
    return list(library.search(text, scope, limit))


def search_problem(library: Library, text: str) -> FieldProblem | None:
    """What keeps a search from finding what was meant."""
    return library.search_problem(text)


@dataclass(frozen=True)
class JobView:
    """A job and its files."""

    job: Job
    items: tuple[JobItem, ...]


def jobs(library: Library) -> list[Job]:
    """All jobs, the newest first."""
    return list(library.jobs.list())


def job_items(library: Library, job: JobId) -> list[JobItem]:
    """A job's files; those that lie in a library's own store by their own names, not by their hashes."""
    return [_named(library, item) for item in library.jobs.items(job)]


def _named(library: Library, item: JobItem) -> JobItem:
    if item.paper is None or not _STORED.fullmatch(Path(item.path).stem):
        return item
    name = next((file.name for file in library.papers.files(item.paper) if file.path == item.path), "")
    return msgspec.structs.replace(item, path=name) if name else item


#: How the store names a file: by what is left of its hash.
_STORED = re.compile(r"[0-9a-f]{60}")
#: Failures of older jobs are history.
_JOBS_LOOKED_AT = 20


def failed_files(library: Library) -> list[JobItem]:
    """Files of past imports that could not be read, the newest first, each once; none that came in since."""
    failed: dict[str, JobItem] = {}
    settled: set[str] = set()
    jobs = [job for job in library.job_list()[:_JOBS_LOOKED_AT] if job.kind != "ask"]
    last = max((place for place, job in enumerate(jobs) if job.failed), default=-1)
    for job in jobs[: last + 1]:
        for item in library.job_items(job.id):
            if item.state == "failed" and item.path not in settled:
                failed.setdefault(item.path, item)
            settled.add(item.path)
    return list(failed.values())


# ── importing ────────────────────────────────────────────────────────────────────────────────────────


def import_files(
    library: Library,
    paths: Sequence[Path],
    collection: str = "",
    link: bool = False,
    passwords: Mapping[str, str] | None = None,
) -> JobHandle:
    """Import files and folders, into a collection where one is given."""
    from twintree.library import ImportOptions

    options = ImportOptions(collection=collection, link=link, finish=True)
    return library.jobs.submit_import(list(paths), options, passwords=passwords)


def import_library(library: Library, folder: Path) -> JobHandle:
    """Bring the papers of another library, with what the person said of them; nothing is written there."""
    from twintree.library import ImportOptions

    return library.jobs.submit_library(folder, ImportOptions(finish=True))


def is_zotero(folder: Path) -> bool:
    """Whether a folder is Zotero's data folder."""
    return (folder / "zotero.sqlite").is_file()


def import_zotero(library: Library, folder: Path, link: bool = False) -> JobHandle:
    """Bring what is new in Zotero's data folder; nothing is ever written there."""
    from twintree.library import ImportOptions

    return library.jobs.submit_zotero(folder, ImportOptions(link=link, finish=True))


def pause_job(library: Library, job: JobId) -> None:
    """Stop working on a job for now."""
    library.jobs.pause(job)


def resume_job(library: Library, job: JobId) -> None:
    """Go on with it."""
    library.jobs.resume(job)


def cancel_job(library: Library, job: JobId) -> None:
    """Stop it for good."""
    library.jobs.cancel(job)


def retry_job(library: Library, job: JobId, passwords: Mapping[str, str] | None = None) -> None:
    """Try its failed files again."""
    library.jobs.retry(job, passwords)


def summarise_unasked(library: Library, job: JobId) -> None:
    """Have a model summarise what a job of reading brought, where the person lets it do that unasked."""
    library.summaries.submit_unasked(job)


def is_written(library: Library) -> bool:
    """Whether a process writes the library now."""
    return library.is_written(library.path)


def resume_all_jobs(library: Library) -> int:
    """Go on with what an earlier session left; returns how many jobs."""
    return 0 if library.readonly else len(library.jobs.resume_all())


# ── the person's own ─────────────────────────────────────────────────────────────────────────────────


def star(library: Library, papers: Sequence[PaperId], on: bool) -> Change:
    """Star papers, or take the star away."""
    return library.person.set_starred(papers, on)


def set_read_state(library: Library, papers: Sequence[PaperId], state: str) -> Change:
    """Mark papers ``unread``, ``to_read``, ``reading`` or ``read``."""
    return library.person.set_read_state(papers, state)


def add_tag(library: Library, papers: Sequence[PaperId], tag: str) -> Change:
    """Put a tag on papers."""
    return library.person.tag(papers, tag)


def remove_tag(library: Library, papers: Sequence[PaperId], tag: str) -> Change:
    """Take a tag off papers."""
    return library.person.untag(papers, tag)


def colour_tag(library: Library, tag: str, colour: str) -> Change:
    """Give a tag a colour, ``#RRGGBB``."""
    return library.person.recolour_tag(tag, colour)


def rename_tag(library: Library, tag: str, name: str) -> Change:
    """Call a tag something else."""
    return library.person.rename_tag(tag, name)


def delete_tag(library: Library, tag: str) -> Change:
    """Take a tag off everything."""
    return library.person.delete_tag(tag)


def create_collection(library: Library, name: str, parent: str | None = None) -> Change:
    """Make a collection."""
    return library.person.create_collection(name, parent)


def rename_collection(library: Library, collection: str, name: str) -> Change:
    """Call a collection something else."""
    return library.person.rename_collection(collection, name)


def delete_collection(library: Library, collection: str) -> Change:
    """Delete a collection; its papers stay."""
    return library.person.delete_collection(collection)


def add_to_collection(library: Library, papers: Sequence[PaperId], collection: str) -> Change:
    """Put papers into a collection."""
    return library.person.add_to_collection(collection, papers)


def remove_from_collection(library: Library, papers: Sequence[PaperId], collection: str) -> Change:
    """Take papers out of a collection."""
    return library.person.remove_from_collection(collection, papers)


def save_search(library: Library, name: str, query: str) -> Change:
    """Keep a search by name."""
    return library.person.save_search(name, query)


def delete_search(library: Library, search_id: str) -> Change:
    """Forget a saved search."""
    return library.person.delete_search(search_id)


def add_note(library: Library, paper: PaperId, text: str) -> Change:
    """Write a note on a paper."""
    return library.person.add_note(paper, text)


def edit_note(library: Library, note: str, text: str) -> Change:
    """Change a note; an empty one goes."""
    return library.person.edit_note(note, text) if text.strip() else library.person.delete_note(note)


def edit_field(library: Library, paper: PaperId, field: str, value: Any) -> Change:
    """Correct a field; no later run overwrites it."""
    return library.person.set_field(paper, field, value)


def bin_papers(library: Library, papers: Sequence[PaperId]) -> Change:
    """Put papers into the bin."""
    return library.person.bin(papers)


def restore_papers(library: Library, papers: Sequence[PaperId]) -> Change:
    """Take papers out of the bin."""
    return library.person.restore(papers)


def delete_for_good(library: Library, papers: Sequence[PaperId]) -> None:
    """Delete papers with everything that came from them; cannot be undone."""
    library.delete(papers)


def merge(library: Library, keep: PaperId, other: PaperId) -> Change:
    """Make one paper of two."""
    return library.person.merge(keep, other)


def keep_apart(library: Library, first: PaperId, second: PaperId) -> Change:
    """Never offer these two as duplicates again."""
    return library.person.mark_distinct(first, second)


# ── files that leave ─────────────────────────────────────────────────────────────────────────────────

_UNFIT = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
_LONGEST_NAME = 120


def outside_name(row: PaperRow, suffix: str = ".pdf") -> str:
    """``Meng 2026 - Title.pdf``: what a paper's file is called outside, on any system."""
    lead = short_reference(row.authors, row.year)
    whole = " - ".join(part for part in (lead, row.title or row.key) if part)
    clean = " ".join(_UNFIT.sub(" ", whole).split())
    return clean[:_LONGEST_NAME].rstrip(" .") + suffix


def copy_outside(library: Library, papers: Sequence[PaperId], folder: Path | None = None) -> list[Path]:
    """Copies of papers' main files under names for people; originals are never handed out.

    Raises:
        NotFound: none of them has a file.
        StorageProblem: the copies cannot be written.
    """
    target = folder or Path(tempfile.mkdtemp(prefix="twintree-"))
    made = []
    for paper in map(library.papers.get, papers):
        if paper.files:
            source = Path(paper.files[0].path)
            made.append(_copy(source, target / outside_name(paper.row, source.suffix or ".pdf")))
    if not made:
        raise NotFound("There is no file to this paper.", "Drop a PDF onto it.")
    return made


def shown_outside(library: Library, papers: Sequence[PaperId]) -> list[Path]:
    """A paper's file as a file manager may show it: a linked file itself, else a copy with a name for people.

    Raises:
        NotFound: there is no file.
    """
    for paper in map(library.papers.get, papers):
        if paper.files and paper.files[0].linked and Path(paper.files[0].path).is_file():
            return [Path(paper.files[0].path)]
    return copy_outside(library, papers)


def locate_file(library: Library, file: FileId, path: Path) -> None:
    """Say where a file lies now that is not where it was; its bytes must be the same."""
    library.papers.relink(file, path)


def _copy(source: Path, target: Path) -> Path:
    place, number = target, 2
    while place.exists():
        place = target.with_name(f"{target.stem} ({number}){target.suffix}")
        number += 1
    try:
        shutil.copyfile(source, place)
    except FileNotFoundError as error:
        raise NotFound(
            f"{source} is not there any more.", "Reconnect its drive, or locate the file."
        ) from error
    except OSError as error:
        raise StorageProblem(
            f"{place} cannot be written: {error.strerror}.", "Choose another folder."
        ) from error
    return place


def export_annotated(library: Library, paper: PaperId, path: Path) -> int:
    """Write a copy of a paper's PDF with its highlights; returns how many."""
    return library.pages.export_annotated(paper, path)


def export_text(library: Library, kind: str, papers: Sequence[PaperId] | None, path: Path) -> Path:
    """Write papers as ``bibtex``, ``ris``, ``csl``, ``markdown`` or ``json``."""
    return save_text(library.export(kind, papers), path)
