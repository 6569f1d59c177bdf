"""The ledger: transactions, readers beside a writer, full disks, killed processes, strange files."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
import threading
from contextlib import closing
from pathlib import Path

import pytest
from paper_cases import add_paper, page

from twintree.base.errors import LibraryBusy, LibraryDamaged, LibraryTooNew, StorageProblem
from twintree.store.files import FileStore
from twintree.store.ledger import Ledger, translated
from twintree.store.papers import PaperStore
from twintree.store.words import WordIndex


def put(ledger: Ledger, name: str) -> None:
    with ledger.write() as connection:
        connection.execute("INSERT INTO setting VALUES (?, '1')", (name,))


def fail(ledger: Ledger) -> None:
    with ledger.write():
        put(ledger, "inner")
        raise ValueError("no")


def names(ledger: Ledger) -> list[str]:
    return [row[0] for row in ledger.read().execute("SELECT name FROM setting ORDER BY name")]


def in_thread(work: object) -> None:
    thread = threading.Thread(target=work)  # type: ignore[arg-type]
    thread.start()
    thread.join()


def test_readers_see_a_transaction_only_when_it_is_committed(ledger: Ledger) -> None:
    seen: list[list[str]] = []
    with ledger.write() as connection:
        connection.execute("INSERT INTO setting VALUES ('a', '1')")
        in_thread(lambda: seen.append(names(ledger)))
        assert names(ledger) == ["a"], "the writing thread sees what it wrote"
    in_thread(lambda: seen.append(names(ledger)))
    assert seen == [[], ["a"]]


def test_an_error_undoes_the_transaction(ledger: Ledger) -> None:
    with pytest.raises(ValueError, match="no"):
        fail(ledger)
    assert names(ledger) == []


def test_an_inner_error_undoes_the_inner_part_only(ledger: Ledger) -> None:
    with ledger.write():
        put(ledger, "outer")
        with pytest.raises(ValueError, match="no"):
            fail(ledger)
    assert names(ledger) == ["outer"]


def test_a_reading_ledger_follows_a_writer_and_refuses_to_write(ledger: Ledger) -> None:
    put(ledger, "a")
    beside = Ledger(ledger.path, readonly=True)
    try:
        assert names(beside) == ["a"]
        put(ledger, "b")
        assert names(beside) == ["a", "b"]
        with pytest.raises(LibraryBusy, match="reading only"), beside.write():
            pass
    finally:
        beside.close()
        beside.close()


def test_readers_of_ended_threads_are_closed(ledger: Ledger) -> None:
    for _ in range(5):
        in_thread(lambda: names(ledger))
    in_thread(lambda: names(ledger))
    assert len(ledger._readers) <= 2


def test_a_newer_ledger_is_refused_in_plain_words(ledger: Ledger) -> None:
    path = ledger.path
    ledger.close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA user_version = 999")
    raw.close()
    for readonly in (False, True):
        with pytest.raises(LibraryTooNew, match="format 999"):
            Ledger(path, readonly=readonly)


@pytest.mark.parametrize(
    "content", [b"this is no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_a_file_that_is_no_ledger_is_named_as_damaged(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "ledger.sqlite"
    path.write_bytes(content)
    with pytest.raises(LibraryDamaged):
        Ledger(path)
    assert path.read_bytes() == content


def test_reading_a_folder_without_a_library_says_so(tmp_path: Path) -> None:
    with pytest.raises(StorageProblem, match="holds no library"):
        Ledger(tmp_path / "ledger.sqlite", readonly=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["with space", "Käse und Brühe", "論文 库", "a" * 200, "per%20cent", "ha#sh?"]
)
def test_a_library_opens_under_any_folder_name(tmp_path: Path, name: str) -> None:
    """PAINS 30."""
    folder = tmp_path / name
    folder.mkdir()
    ledger = Ledger(folder / "ledger.sqlite")
    put(ledger, "a")
    ledger.close()
    beside = Ledger(folder / "ledger.sqlite", readonly=True)
    assert names(beside) == ["a"]
    beside.close()


_READ_ONLY = """
    import os, sys
    from pathlib import Path
    from twintree.store.ledger import Ledger, steps
    steps()
    if os.geteuid() == 0:  # root may write anywhere, so it gives its rights up
        os.setuid(65534)
    ledger = Ledger(Path(sys.argv[1]), readonly=True)
    sys.stdout.write(",".join(row[0] for row in ledger.read().execute("SELECT name FROM setting")))
"""


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_a_folder_that_cannot_be_written_is_read_all_the_same() -> None:
    folder = Path(tempfile.mkdtemp(prefix="twintree-"))
    try:
        ledger = Ledger(folder / "ledger.sqlite")
        put(ledger, "kept")
        ledger.close()
        folder.chmod(0o555)
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(_READ_ONLY), str(folder / "ledger.sqlite")],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=False,
        )
        assert done.stdout == "kept", done.stderr
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_disk_without_room_for_what_readers_share_is_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ledger.sqlite"
    ledger = Ledger(path)
    put(ledger, "kept")
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=4096))
    with closing(Ledger(path, readonly=True)) as beside:
        put(ledger, "new")
        assert names(beside) == ["kept", "new"], (
            "beside a writer its file is shared, however full the disk is"
        )
    ledger.close()
    path.with_name("ledger.sqlite-shm").write_bytes(
        b"\0\0\0"
    )  # what SQLite leaves where it could not make it
    with closing(Ledger(path, readonly=True)) as alone:
        assert names(alone) == ["kept", "new"]
        assert not alone.path.with_name("ledger.sqlite-wal").exists()
    path.with_name("ledger.sqlite-wal").write_bytes(b"written and never folded in")
    with pytest.raises(StorageProblem, match="not closed cleanly, and the disk is full") as caught:
        Ledger(path, readonly=True)
    assert caught.value.code == "disk_full"


def test_a_shared_file_that_gets_no_room_is_a_full_disk() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    with pytest.raises(StorageProblem, match="disk is full") as caught, translated():
        raise error
    assert caught.value.code == "disk_full"


def test_a_full_disk_is_named_and_loses_nothing(ledger: Ledger, papers: PaperStore) -> None:
    paper, file = add_paper(papers, ["What was there before."], title="Kept")
    assert file is not None
    with ledger.write() as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 20}")
    many = [page(number, f"page {number} " + "many words " * 400) for number in range(2, 80)]
    with pytest.raises(StorageProblem, match="disk is full") as caught:
        papers.write_pages(file, many, [[(0, len(each.text))] for each in many])
    assert caught.value.code == "disk_full"
    assert [each.number for each in papers.pages(file)] == [1]
    assert WordIndex(ledger).passages('"before"')
    with ledger.write() as connection:
        connection.execute("PRAGMA max_page_count = 1000000")
    papers.write_pages(file, many, [[(0, len(each.text))] for each in many])
    assert len(list(papers.pages(file))) == 79
    assert papers.get(paper).row.title == "Kept"


_WRITER = """
    import sys
    from pathlib import Path
    sys.path.insert(0, sys.argv[2])
    from paper_cases import add_paper, page
    from twintree.store.ledger import Ledger
    from twintree.store.papers import PaperStore
    store = PaperStore(Ledger(Path(sys.argv[1])))
    _, file = add_paper(store, ["start"], title="Killed")
    sys.stdout.write(file + "\\n")
    sys.stdout.flush()
    batch = 0
    while True:
        batch += 1
        pages = [page(n, f"batch{batch} of page {n} " + "word " * 200) for n in range(1, 9)]
        store.write_pages(file, pages, [[(0, 20), (20, len(p.text))] for p in pages])
"""


@pytest.mark.parametrize("delay", [0.05, 0.15, 0.3])
def test_a_killed_writer_leaves_whole_transactions(tmp_path: Path, delay: float) -> None:
    """PAINS 31."""
    path = tmp_path / "ledger.sqlite"
    writer = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(_WRITER), str(path), str(Path(__file__).parent)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert writer.stdout is not None
    file = writer.stdout.readline().strip()
    threading.Event().wait(delay)
    writer.send_signal(signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
    writer.wait()
    writer.stdout.close()
    ledger = Ledger(path)
    try:
        connection = ledger.read()
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        with ledger.write() as writing:
            writing.execute("INSERT INTO passage_words (passage_words) VALUES ('integrity-check')")
        texts = [each.text for each in PaperStore(ledger).pages(file)]
        assert len({text.split()[0] for text in texts}) == 1, "pages of one write belong together"
        (passages,) = connection.execute("SELECT count(*) FROM passage").fetchone()
        assert passages == (1 if len(texts) == 1 else 16)
    finally:
        ledger.close()


_STEPS = """
    import sys
    from pathlib import Path
    sys.path.insert(0, sys.argv[2])
    from paper_cases import add_paper
    from twintree.store.ledger import Ledger
    from twintree.store.papers import PaperStore
    store = PaperStore(Ledger(Path(sys.argv[1])))
    for number in range(3):
        add_paper(store, [f"words of {number}"], title=f"Paper {number}")
    sys.exit(3)
"""


@pytest.mark.parametrize("point", ["ledger.before_commit", "ledger.committed", "file.copied", "file.renamed"])
@pytest.mark.parametrize("passage", [1, 2])
def test_a_kill_at_a_named_step_leaves_the_ledger_whole_and_every_known_file_there(
    tmp_path: Path, point: str, passage: int
) -> None:
    """PAINS 31."""
    path = tmp_path / "ledger.sqlite"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "TWINTREE_CRASH_AT": f"{point}:{passage}",
    }
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(_STEPS), str(path), str(Path(__file__).parent)],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 137, done.stderr.decode()
    ledger = Ledger(path)
    try:
        store, kept = PaperStore(ledger), FileStore(tmp_path)
        kept.sweep()
        assert list(tmp_path.rglob("*.part")) == []
        assert ledger.read().execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert all(kept.intact(sha256) for sha256, _ in kept.stored())
        for row in store.rows():
            assert all(kept.intact(file.sha256) for file in store.files(row.id))
        with ledger.write() as connection:
            connection.execute("INSERT INTO paper_words (paper_words) VALUES ('integrity-check')")
            connection.execute("INSERT INTO passage_words (passage_words) VALUES ('integrity-check')")
        add_paper(store, ["goes on"], title="Afterwards")
    finally:
        ledger.close()
