"""Jobs: one closing event, pause, resume, cancel, retry, and crashes at every named step of an import."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from twintree.base.errors import StorageProblem, UnreadableFile
from twintree.base.events import (
    Event,
    EventHub,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobProgress,
    JobStarted,
    PaperReady,
)
from twintree.base.ids import FileId, JobId, PaperId
from twintree.base.jobs import Job
from twintree.base.records import FileRow
from twintree.jobs.board import Board
from twintree.jobs.importing import Importer
from twintree.jobs.stages import STAGES
from twintree.library import ImportOptions, Library, LibrarySettings
from twintree.sources.pool import ParserPool
from twintree.store.durable import write_file
from twintree.store.files import StoredFile
from twintree.store.jobs import JobStore
from twintree.store.papers import PaperStore

ENGINE = Path(__file__).resolve().parents[3]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.create(tmp_path / "library") as opened:
        yield opened


def drain(queue: object) -> list[Event]:
    events = []
    while not queue.empty():  # type: ignore[attr-defined]
        events.append(queue.get())  # type: ignore[attr-defined]
    return events


def test_a_job_tells_its_start_each_paper_and_exactly_one_end(
    library: Library, make_pdf: Callable[..., Path]
) -> None:
    events = library.subscribe()
    handle = library.jobs.submit_import(
        [make_pdf("a.pdf", "Bees."), make_pdf("b.pdf", "Ants.")], ImportOptions(until="searchable")
    )
    assert handle.wait(60)
    told = drain(events)
    assert sum(isinstance(e, JobStarted) for e in told) == 1
    assert sum(isinstance(e, JobFinished | JobFailed | JobCancelled) for e in told) == 1
    assert {e.status for e in told if isinstance(e, PaperReady)} >= {"searchable"}


def test_every_dropped_file_is_searchable_before_the_first_is_read_further(
    library: Library, make_pdf: Callable[..., Path]
) -> None:
    events = library.subscribe()
    drop = [
        make_pdf(f"{name}.pdf", f"{name} are insects.")
        for name in ("Bees", "Ants", "Wasps", "Flies", "Moths")
    ]
    assert library.jobs.submit_import(drop).wait(60)
    statuses = [event.status for event in drain(events) if isinstance(event, PaperReady)]
    assert statuses.count("indexed") >= len(drop)
    first = min(statuses.index("structured"), statuses.index("indexed"))
    assert statuses[:first].count("searchable") >= len(drop)


def test_papers_are_filed_and_copies_told_apart_when_a_job_goes_on(
    tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    """Closed between being searchable and being indexed, the job still knows which file brought the bytes."""
    drop = [make_pdf(f"{name}.pdf", f"{name} are insects.") for name in ("Bees", "Ants", "Wasps")]
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(drop[0].read_bytes())
    with Library.create(tmp_path / "library") as library:
        events = library.subscribe()
        handle = library.jobs.submit_import([*drop, copy], ImportOptions(tags=("insects",)))
        while not isinstance(event := events.get(timeout=60), PaperReady) or event.status != "structured":
            pass
    with Library.open(tmp_path / "library") as library:
        assert library.jobs.resume(handle.id).wait(60)
        states = [(Path(item.path).name, item.state) for item in library.jobs.items(handle.id)]
        assert sorted(state for _, state in states) == ["done", "done", "done", "duplicate"]
        assert {row.status for row in library.papers.rows()} == {"indexed"}
        assert all("insects" in row.tags for row in library.papers.rows())


def test_a_known_file_whose_stage_was_raised_since_is_read_again(
    library: Library, make_pdf: Callable[..., Path]
) -> None:
    """Its paper is indexed already, and further still; the job must neither wait for ever nor call it a copy."""
    path = make_pdf("bees.pdf", "Bees are insects.")
    assert library.jobs.submit_import([path]).wait(60)
    paper = library.papers.rows()[0].id
    with library._ledger.write() as connection:
        connection.execute("DELETE FROM stage WHERE stage = 'anchors'")
        connection.execute("UPDATE paper SET status = 'complete' WHERE id = ?", (paper,))
    handle = library.jobs.submit_import([path])
    assert handle.wait(30)
    assert [item.state for item in library.jobs.items(handle.id)] == ["done"]
    assert "anchors" in library.papers.stages(library.papers.files(paper)[0].id)


def test_what_fails_behind_being_searchable_is_tried_again_without_the_original(
    library: Library, make_pdf: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_pdf("bees.pdf", "Bees are insects.")

    def fails(shop: object, work: object) -> None:
        raise OSError

    structure = next(stage for stage in STAGES if stage.name == "structure")
    broken = [replace(each, run=fails) if each is structure else each for each in STAGES]
    with monkeypatch.context() as now:
        now.setattr("twintree.jobs.importing.STAGES", tuple(broken))
        handle = library.jobs.submit_import([path])
        assert handle.wait(60)
    item = library.jobs.items(handle.id)[0]
    assert (item.state, item.status, item.code) == ("failed", "searchable", "internal")
    path.unlink()
    assert library.jobs.retry(handle.id).wait(60)
    assert [row.status for row in library.papers.rows()] == ["indexed"]


def test_a_copy_of_a_file_that_failed_takes_its_place(library: Library) -> None:
    jobs = JobStore(library._ledger)
    job = jobs.create("import", "two copies", ["one.pdf", "two.pdf"]).id
    assert jobs.claim_file(job, 0, "F1")
    assert not jobs.claim_file(job, 1, "F1")
    jobs.update_item(job, 0, state="failed")
    assert jobs.claim_file(job, 1, "F1")


def test_what_a_cancelled_job_had_in_hand_does_not_wait_for_ever(
    library: Library, make_pdf: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cancel comes when a file was just made searchable, and is about to be put back into the queue."""
    claim = JobStore.claim_file

    def cancelled_meanwhile(store: JobStore, job: JobId, position: int, file: str) -> bool:
        claimed = claim(store, job, position, file)
        library.jobs.cancel(job)
        return claimed

    monkeypatch.setattr(JobStore, "claim_file", cancelled_meanwhile)
    handle = library.jobs.submit_import([make_pdf("bees.pdf", "Bees are insects.")])
    assert handle.wait(60)
    assert library.jobs.get(handle.id).state == "cancelled"
    assert [item.state for item in library.jobs.items(handle.id)] == ["cancelled"]


def test_a_paper_that_is_deleted_while_its_job_runs_costs_nothing_else(
    library: Library, make_pdf: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    drop = [make_pdf(f"{name}.pdf", f"{name} are insects.") for name in ("Bees", "Ants")]
    unfinished = Importer.unfinished
    deleted: list[PaperId] = []

    def deleting(importer: Importer, papers: Sequence[PaperId], until: str = "complete") -> list[FileRow]:
        if library.papers.count() == 2 and not deleted:
            deleted.append(papers[0])
            library.delete(papers)
        return unfinished(importer, papers, until)

    monkeypatch.setattr(Importer, "unfinished", deleting)
    handle = library.jobs.submit_import(drop)
    assert handle.wait(60)
    assert library.jobs.get(handle.id).state == "done"
    assert [row.status for row in library.papers.rows()] == ["indexed"]


def test_a_dropped_folder_takes_what_it_can_and_lists_the_rest(
    library: Library, make_pdf: Callable[..., Path]
) -> None:
    """PAINS 1, 21: stray files beside the papers are ignored, bad ones are named."""
    folder = make_pdf("drop/good.pdf", "A page about swarms.").parent
    (folder / "._good.pdf").write_bytes(b"\0\5\x16\7")
    (folder / "good.pdf:Zone.Identifier").write_text("[ZoneTransfer]")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\n garbage")
    handle = library.jobs.submit_import([folder], ImportOptions(until="searchable"))
    assert handle.wait(60)
    states = {Path(item.path).name: item.state for item in library.jobs.items(handle.id)}
    assert states == {"good.pdf": "done", "broken.pdf": "failed"}
    broken = next(item for item in library.jobs.items(handle.id) if item.state == "failed")
    assert broken.reason
    assert broken.code


def test_a_failed_file_is_tried_again_on_request(library: Library, make_pdf: Callable[..., Path]) -> None:
    """PAINS 3: what failed once is not skipped for ever."""
    path = make_pdf("later.pdf", "Good in the end.")
    good = path.read_bytes()
    path.write_bytes(b"")
    handle = library.jobs.submit_import([path], ImportOptions(until="searchable"))
    assert handle.wait(60)
    assert library.jobs.items(handle.id)[0].code == "empty"
    path.write_bytes(good)
    assert library.jobs.retry(handle.id).wait(60)
    assert library.jobs.items(handle.id)[0].state == "done"


def test_a_retry_finds_its_file_after_a_paper_of_the_job_was_deleted(
    library: Library, make_pdf: Callable[..., Path], tmp_path: Path
) -> None:
    late = tmp_path / "late.pdf"
    late.write_bytes(b"")
    handle = library.jobs.submit_import(
        [make_pdf("bees.pdf", "Bees."), late], ImportOptions(until="searchable")
    )
    assert handle.wait(60)
    library.delete([library.papers.rows()[0].id])
    make_pdf("late.pdf", "Good in the end.")
    assert library.jobs.retry(handle.id).wait(60)
    assert [(Path(item.path).name, item.state) for item in library.jobs.items(handle.id)] == [
        ("late.pdf", "done")
    ]


def test_a_cancelled_job_stays_cancelled_after_the_next_start(
    tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    """PAINS 7."""
    paths = [make_pdf(f"{n}.pdf", *[f"Page {n} {m}." for m in range(30)]) for n in range(6)]
    with Library.create(tmp_path / "l") as library:
        events = library.subscribe()
        handle = library.jobs.submit_import(paths, ImportOptions(until="searchable"))
        handle.cancel()
        assert handle.wait(20)
        assert any(isinstance(event, JobCancelled) for event in drain(events))
        assert library.jobs.get(handle.id).state == "cancelled"
    with Library.open(tmp_path / "l") as library:
        library.jobs.resume_all()
        assert library.jobs.get(handle.id).state == "cancelled"
        assert {item.state for item in library.jobs.items(handle.id)} <= {"cancelled", "done"}


def test_a_job_goes_on_after_the_library_was_closed(tmp_path: Path, make_pdf: Callable[..., Path]) -> None:
    """PAINS 6: progress is kept when the application quits."""
    paths = [make_pdf(f"{n}.pdf", f"Text of paper {n}.") for n in range(5)]
    with Library.create(tmp_path / "l") as library:
        handle = library.jobs.submit_import(paths, ImportOptions(until="searchable"))
    with Library.open(tmp_path / "l") as library:
        for each in library.jobs.resume_all():
            assert each.wait(60)
        assert library.jobs.get(handle.id).state == "done"
        assert library.papers.count() == 5


def test_asking_again_for_what_a_killed_process_left_leaves_no_job_behind(
    tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    path, options = make_pdf("a.pdf", "Bees."), ImportOptions(until="searchable")
    with Library.create(tmp_path / "library") as library:
        left = JobStore(library._ledger).create("import", "a.pdf", [str(path)], options).id
        JobStore(library._ledger).set_state(left, "running")
    with Library.open(tmp_path / "library") as library:
        assert library.jobs.get(left).state == "queued"
        assert library.jobs.submit_import([path], options).wait(60)
        assert [job.state for job in library.jobs.list()] == ["done", "cancelled"]


def test_a_job_that_another_thread_has_just_made_is_not_taken_over(
    library: Library, make_pdf: Callable[..., Path]
) -> None:
    path, options = make_pdf("a.pdf", "Bees."), ImportOptions(until="searchable")
    made = JobStore(library._ledger).create("import", "a.pdf", [str(path)], options).id
    assert library.jobs.submit_import([path], options).wait(60)
    assert library.jobs.get(made).state == "queued"


def test_pausing_puts_files_back_and_resuming_finishes_them(
    library: Library, make_pdf: Callable[..., Path]
) -> None:
    paths = [make_pdf(f"{n}.pdf", *[f"Page {n} {m}." for m in range(20)]) for n in range(5)]
    handle = library.jobs.submit_import(paths, ImportOptions(until="searchable"))
    library.jobs.pause(handle.id)
    assert handle.wait(20)
    assert library.jobs.get(handle.id).state in ("paused", "done")
    assert library.jobs.resume(handle.id).wait(60)
    assert library.papers.count() == 5


def test_a_file_that_kills_its_reader_twice_is_set_aside(
    tmp_path: Path, make_pdf: Callable[..., Path]
) -> None:
    """PAINS 4, 5: a poison file costs itself, not the library."""
    poison = make_pdf("poison.pdf", *[f"Page {n}" for n in range(40)])
    settings = LibrarySettings(seconds=0.001, parsers=1)
    with Library.create(tmp_path / "l", settings=settings) as library:
        handle = library.jobs.submit_import([poison], ImportOptions(until="searchable"))
        assert handle.wait(60)
        assert library.jobs.items(handle.id)[0].code == "timeout"
        again = library.jobs.submit_import([poison], ImportOptions(until="searchable"))
        assert again.wait(60)
        third = library.jobs.submit_import([poison], ImportOptions(until="searchable"))
        assert third.wait(60)
        assert library.jobs.items(third.id)[0].code == "set_aside"


def test_a_reader_that_is_killed_from_outside_costs_no_file(
    library: Library,
    make_pdf: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The system ends a process for want of memory: that is not the fault of the file which it read."""
    path = make_pdf("bees.pdf", *[f"Page {n} about bees." * 40 for n in range(60)])
    parse, killed = ParserPool.parse, []

    def parse_once_killed(
        self: ParserPool, path: Path, password: str | None, on_head: Callable[..., None], *of: Any
    ) -> Any:
        def head(found: Any) -> None:
            on_head(found)
            if not killed:
                killed.extend(multiprocessing.active_children())
                for child in killed:
                    child.kill()

        return parse(self, path, password, head, *of)

    monkeypatch.setattr(ParserPool, "parse", parse_once_killed)
    handle = library.jobs.submit_import([path], ImportOptions(until="searchable"))
    assert handle.wait(60)
    (item,) = library.jobs.items(handle.id)
    assert "it is read once more" in caplog.text
    assert (item.state, item.pages, library.papers.count()) == ("done", 60, 1)
    assert JobStore(library._ledger).crashes(library.papers.files(item.paper)[0].sha256) == 0


def test_a_file_that_ends_its_reader_whenever_it_is_read_is_tried_twice(
    library: Library, make_pdf: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Path] = []

    def crash(self: ParserPool, path: Path, *of: Any, **told: Any) -> Any:
        tried.append(path)
        raise UnreadableFile("The process ended.", code="crashed")

    monkeypatch.setattr(ParserPool, "parse", crash)
    handle = library.jobs.submit_import([make_pdf("poison.pdf", "Bees.")], ImportOptions(until="searchable"))
    assert handle.wait(60)
    assert (len(tried), library.jobs.items(handle.id)[0].code) == (2, "crashed")
    assert [row.status for row in library.papers.rows()] == ["set_aside"]


def test_the_same_bytes_twice_in_one_drop_become_one_paper(
    library: Library, make_pdf: Callable[..., Path], tmp_path: Path
) -> None:
    """PAINS 20: identity is the content's hash, not the name."""
    first = make_pdf("one.pdf", "The same bytes.")
    second = tmp_path / "another name.pdf"
    second.write_bytes(first.read_bytes())
    handle = library.jobs.submit_import([first, second], ImportOptions(until="searchable"))
    assert handle.wait(60)
    assert sorted(item.state for item in library.jobs.items(handle.id)) == ["done", "duplicate"]
    assert library.papers.count() == 1


@pytest.mark.parametrize(
    "name",
    [
        "mit Leerzeichen.pdf",
        "Über größe.pdf",
        "论文.pdf",
        "📄🔬.pdf",
        "x" * 240 + ".pdf",
        "trailing dot..pdf",
        "a'b\"c;d.pdf",
    ],
)
def test_odd_names_are_imported_and_their_originals_stay_untouched(
    library: Library, make_pdf: Callable[..., Path], name: str
) -> None:
    """PAINS 30."""
    path = make_pdf(name, "A page in an oddly named file.")
    before = path.read_bytes()
    handle = library.jobs.submit_import([path], ImportOptions(until="searchable"))
    assert handle.wait(60)
    assert library.jobs.items(handle.id)[0].state == "done"
    assert path.read_bytes() == before


def test_a_vanished_file_is_named_and_the_rest_goes_on(
    library: Library, make_pdf: Callable[..., Path]
) -> None:
    gone = make_pdf("gone.pdf", "Soon gone.")
    here = make_pdf("here.pdf", "Still here.")
    gone.unlink()
    handle = library.jobs.submit_import([gone, here], ImportOptions(until="searchable"))
    assert handle.wait(60)
    states = {Path(item.path).name: (item.state, item.code) for item in library.jobs.items(handle.id)}
    assert states["here.pdf"][0] == "done"
    assert states["gone.pdf"] == ("failed", "vanished")


def test_a_fault_in_storing_one_file_costs_that_file_alone(
    library: Library, make_pdf: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = PaperStore.add_file

    def faulty(papers: PaperStore, paper: str, stored: StoredFile, name: str, **more: Any) -> FileId:
        if name == "bad.pdf":
            raise ValueError("no such luck")
        return store(papers, paper, stored, name, **more)

    monkeypatch.setattr(PaperStore, "add_file", faulty)
    bad, good = make_pdf("bad.pdf", "Ants lay trails."), make_pdf("good.pdf", "Bees dance.")
    handle = library.jobs.submit_import([bad, good], ImportOptions(until="searchable"))
    assert handle.wait(60)
    states = {Path(item.path).name: (item.state, item.code) for item in library.jobs.items(handle.id)}
    assert states["good.pdf"][0] == "done"
    assert states["bad.pdf"] == ("failed", "internal")
    assert library.papers.count() == 1
    assert len(list((library.path / "files").glob("??/??/*"))) == 1
    monkeypatch.undo()
    assert library.jobs.retry(handle.id).wait(60)
    assert library.papers.count() == 2


_IMPORT = """
import sys
from pathlib import Path
from twintree.base.ids import JobId, PaperId
from twintree.base.jobs import Job
from twintree.base.records import FileRow
from twintree.jobs.importing import Importer
from twintree.jobs.stages import STAGES
from twintree.library import ImportOptions, Library
if __name__ == "__main__":
    where = Path(sys.argv[1])
    library = Library.open(where) if Library.is_library(where) else Library.create(where)
    with library:
        library.jobs.submit_import(sys.argv[2:], ImportOptions(until="searchable")).wait()
"""

_POINTS = (
    "import.file_stored",
    "import.file_recorded",
    "import.pages_written",
    "import.stage_run",
    "import.stage_finished",
)


@pytest.mark.parametrize("point", _POINTS)
def test_a_kill_at_a_named_step_loses_nothing_and_repeats_nothing(
    tmp_path: Path, make_pdf: Callable[..., Path], point: str
) -> None:
    """PAINS 8, 31: killed at any step, the next import goes on, and check is clean."""
    paths = [str(make_pdf(f"{n}.pdf", f"Paper {n} about bees and flowers.")) for n in range(2)]
    script = tmp_path / "import.py"
    script.write_text(_IMPORT)
    source = os.pathsep.join(str(ENGINE / root) for root in ("engine", "desktop", "resources"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([source, os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, str(script), str(tmp_path / "library"), *paths]
    killed = subprocess.run(
        command,
        env={**environment, "TWINTREE_CRASH_AT": point},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert killed.returncode == 137, killed.stderr.decode()
    with Library.open(tmp_path / "library") as library:
        finished = {
            (file.id, stage)
            for row in library.papers.rows()
            for file in library.papers.files(row.id)
            for stage in library.papers.stages(file.id)
        }
        library.jobs.submit_import(paths, ImportOptions(until="searchable")).wait(120)
        rows = library.papers.rows()
        assert len(rows) == 2
        assert {row.status for row in rows} == {"searchable"}
        after = {
            (file.id, stage)
            for row in rows
            for file in library.papers.files(row.id)
            for stage in library.papers.stages(file.id)
        }
        assert finished <= after
        assert library.check() == []


def test_importing_a_file_again_brings_its_lost_or_altered_original_back(
    library: Library, make_pdf: Callable[..., Path]
) -> None:
    path = make_pdf("bees.pdf", "Bees dance to show where food is.")
    assert library.jobs.submit_import([path], ImportOptions(until="searchable")).wait(60)
    stored = Path(library.papers.files(library.papers.rows()[0].id)[0].path)
    whole = stored.read_bytes()
    for harm in (lambda: stored.unlink(), lambda: stored.write_bytes(whole[:-1] + b"!")):
        harm()
        handle = library.jobs.submit_import([path], ImportOptions(until="searchable"))
        assert handle.wait(60)
        assert library.jobs.items(handle.id)[0].state == "duplicate"
        assert stored.read_bytes() == whole


def test_a_job_whose_process_was_killed_waits_to_be_resumed(tmp_path: Path) -> None:
    with Library.create(tmp_path / "l") as library:
        store = JobStore(library._ledger)
        job = store.create("import", "folder", ["a.pdf"])
        store.begin(job.id)
        store.update_item(job.id, 0, state="running")
    with Library.open(tmp_path / "l") as library:
        kept = library.jobs.get(job.id)
        assert kept.state == "queued"
        assert "Interrupted" in kept.message
        assert library.jobs.items(job.id)[0].state == "queued"


@pytest.mark.parametrize("stop", ["cancel", "pause"])
def test_a_job_that_is_stopped_before_its_turn_still_ends(
    library: Library, make_pdf: Callable[..., Path], stop: str
) -> None:
    """PAINS 7: the closing event comes however early the word to stop."""
    store = JobStore(library._ledger)
    long = store.create("import", "waiting", [str(make_pdf("a.pdf", "Bees."))])
    getattr(library.jobs, stop)(long.id)
    events = library.subscribe()
    handle = library.jobs._start(long.id)
    assert handle.wait(60)
    assert sum(isinstance(each, JobCancelled) for each in drain(events)) == 1
    assert library.jobs.get(long.id).state == {"cancel": "cancelled", "pause": "paused"}[stop]


def test_a_disk_that_is_full_when_a_job_begins_ends_the_job_with_the_reason(
    library: Library, make_pdf: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> bool:
        raise StorageProblem("The disk is full.", "Free some space.", code="disk_full")

    monkeypatch.setattr(JobStore, "begin", full)
    events = library.subscribe()
    assert library.jobs.submit_import([make_pdf("a.pdf", "Bees.")]).wait(60)
    assert [each.code for each in drain(events) if isinstance(each, JobFailed)] == ["disk_full"]


def test_a_file_with_a_password_is_read_to_the_end_by_the_job_behind_its_import(
    tmp_path: Path,
) -> None:
    path = tmp_path / "secret.pdf"
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "Bees are insects, and they dance.")
        document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="honey", owner_pw="wax")
    with Library.create(tmp_path / "l") as library:
        handle = library.jobs.submit_import([path], passwords={str(path): "honey"})
        assert handle.wait(60)
        (paper,) = library.papers.ids()
        behind = library.jobs.submit_finishing([paper])
        assert behind is not None
        assert behind.wait(60)
        assert library.papers.row(paper).status == "complete"
        with library._ledger.write() as connection:
            connection.execute("DELETE FROM stage WHERE stage = 'layout'")
            connection.execute("DELETE FROM layout_page")
    with Library.open(tmp_path / "l") as library:  # which has forgotten the password
        behind = library.jobs.submit_finishing([paper])
        assert behind is not None
        assert behind.wait(60)
        (item,) = library.jobs.items(behind.id)
        assert (item.code, "secret.pdf" in item.reason) == ("encrypted", True)
        assert library.jobs.retry(behind.id, {item.path: "honey"}).wait(60)
        assert library.jobs.items(behind.id)[0].state == "done"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("import", "1 of 3 files done · 4 of 17 pages read"),
        ("summaries", "1 of 3 papers done · 4 of 17 sections read"),
        ("methods", "1 of 3 papers done · 4 of 17 parts read"),
        ("themes", "1 of 3 themes done"),
    ],
)
def test_progress_counts_what_a_job_works_on(kind: str, said: str) -> None:
    hub = EventHub()
    events = hub.subscribe()
    board = Board(hub, JobId("J1"), kind)
    board.expect(3)
    board.page("a", 4, 17)
    time.sleep(0.12)  # what comes sooner after the last word is not told
    board.item_done("a")
    told = [each for each in drain(events) if isinstance(each, JobProgress)]
    assert (told[-1].message, told[-1].unit) == (said, said.split()[3])


def test_progress_tells_files_that_can_be_searched_from_those_that_are_done() -> None:
    hub = EventHub()
    events = hub.subscribe()
    board = Board(hub, JobId("J1"))
    board.expect(2)
    board.page("a", 5, 5)
    board.item_done("a", final=False)
    board.item_done("b", final=False)
    told = [each for each in drain(events) if isinstance(each, JobProgress)]
    assert told[-1].message == "2 of 2 files can be searched, 0 are done · 5 of 5 pages read"


def test_what_is_read_further_counts_papers_that_are_done_not_what_could_be_searched_before() -> None:
    hub = EventHub()
    events = hub.subscribe()
    board = Board(hub, JobId("J1"), "finish")
    board.expect(0, 2)
    board.item_done("a")
    told = [each for each in drain(events) if isinstance(each, JobProgress)]
    assert told[-1].message == "1 of 2 papers done"


def test_progress_tells_the_step_in_hand_and_moves_while_one_file_is_read() -> None:
    hub = EventHub()
    events = hub.subscribe()
    board = Board(hub, JobId("J1"), "finish")
    board.expect(2)
    board.stage("/papers/a.pdf", "claims", 0, 4)
    board.stage("/papers/a.pdf", "layout", 1, 4)  # told at once, however soon it follows
    time.sleep(0.12)
    board.page("/papers/a.pdf", 3, 12)
    board.item_done("/papers/a.pdf")
    board.stage("/papers/b.pdf", "layout", 0, 4)
    told = [each for each in drain(events) if isinstance(each, JobProgress)]
    assert [(each.now, each.part) for each in told] == [
        ("claims of a.pdf", ""),
        ("layout of a.pdf", ""),
        ("layout of a.pdf", "3 of 12 pages"),
        ("layout of b.pdf", ""),
    ]
    assert [each.done for each in told] == [0.0, 0.25, 0.3125, 1.0]


def test_a_job_that_cannot_be_looked_up_ends_with_the_reason(
    library: Library, make_pdf: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drive that is pulled out ended the lane's thread: no closing event, and no later job began."""
    events = library.subscribe()

    listed = JobStore.list

    def gone(store: JobStore, states: Sequence[str] = ()) -> Sequence[Job]:
        if states:
            return listed(store, states)
        raise StorageProblem("The library's folder is gone.", "Connect its drive.", code="vanished")

    with monkeypatch.context() as patch:
        patch.setattr(JobStore, "list", gone)
        handle = library.jobs.submit_import([make_pdf("a.pdf", "Bees.")], ImportOptions(until="searchable"))
        assert handle.wait(60)
        (ended,) = [each for each in drain(events) if isinstance(each, JobFailed)]
        assert (ended.job, ended.code) == (handle.id, "vanished")
    later = library.jobs.submit_import([make_pdf("b.pdf", "Ants.")], ImportOptions(until="searchable"))
    assert later.wait(60)
    assert library.jobs.get(later.id).state == "done"


@pytest.mark.skipif(os.name == "nt", reason="an open library's folder cannot be removed there")
def test_nothing_is_written_where_the_library_was(tmp_path: Path) -> None:
    """What a person said would be lost with the file that is still held open, and a false folder would stand there."""
    with Library.create(tmp_path / "library") as library:
        library.person.collection_named("Bees")
        shutil.rmtree(library.path)
        with pytest.raises(StorageProblem, match="gone"):
            library.person.collection_named("Ants")
        with pytest.raises(StorageProblem):
            write_file(library.path / "vectors" / "rows.bin", b"rows")
        assert not library.path.exists()
