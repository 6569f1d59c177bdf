"""Libraries to measure on: real papers imported the real way, and their texts multiplied under new ids."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import platformdirs

from twintree import __version__
from twintree.base.errors import TwintreeError
from twintree.base.ids import new_file_id, new_paper_id
from twintree.jobs.stages import STAGES
from twintree.library import Library


def pdfs(folder: Path) -> list[Path]:
    """The PDFs of a folder, in order of their paths."""
    return sorted(folder.rglob("*.pdf"))


def import_into(library: Library, paths: Sequence[Path], until: str = "indexed") -> None:
    """Import files and wait; files that cannot be read stay out, as they would for a person."""
    from twintree.library import ImportOptions

    if not paths:
        return
    library.jobs.submit_import(list(paths), ImportOptions(until=until)).wait()


@contextlib.contextmanager
def library_of(paths: Sequence[Path], name: str = "") -> Iterator[Library]:
    """A library with these files, in a temporary folder; one with a ``name`` is kept for the next run.

    A kept library is reused only by the same version, with the same versions of its stages, over the same files.
    """
    if not name:
        with (
            tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder,
            Library.create(Path(folder) / "library") as library,
        ):
            import_into(library, paths)
            yield library
        return
    path = kept_path(name)
    stamp = path.parent / f"{path.name}.stamp"
    stages = " ".join(f"{each.name}:{each.version}" for each in STAGES)
    wanted = f"{__version__} {stages} {sum(p.stat().st_size for p in paths)} {len(paths)}"
    if not (stamp.is_file() and stamp.read_text("utf-8") == wanted):
        shutil.rmtree(path, ignore_errors=True)
        stamp.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        with Library.create(path) as library:
            import_into(library, paths)
        stamp.write_text(wanted, "utf-8")
    with Library.open(path) as library:
        yield library


def kept_path(name: str) -> Path:
    """Where a benchmark's library is kept between runs."""
    return Path(platformdirs.user_cache_dir("twintree")) / "bench" / name


def names_of(library: Library, root: Path) -> dict[str, str]:
    """Paper ids by the path of the file that they came from, relative to ``root``."""
    by_name = {path.name: str(path.relative_to(root)) for path in pdfs(root)}
    found = {}
    for row in library.papers.rows(limit=1_000_000):
        for file in library.papers.files(row.id):
            if file.name in by_name:
                found[by_name[file.name]] = str(row.id)
    return found


def multiply(path: Path, target: int) -> None:
    """Fill a closed library up to ``target`` papers with copies of its own texts under new ids.

    Copies share files and embeddings by hash, as identical bytes would; everything else is theirs.
    """
    connection = sqlite3.connect(path / "ledger.sqlite", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    try:
        originals = [row[0] for row in connection.execute("SELECT id FROM paper ORDER BY num")]
        have = len(originals)
        while have < target:
            batch = originals[: target - have]
            connection.execute("BEGIN")
            _copy(connection, batch)
            connection.execute("COMMIT")
            have += len(batch)
    except sqlite3.Error as error:
        raise TwintreeError(f"The library could not be multiplied: {error}.") from error
    finally:
        connection.close()


def _copy(connection: sqlite3.Connection, papers: Sequence[str]) -> None:
    connection.execute("DROP TABLE IF EXISTS temp.twin")
    connection.execute("CREATE TEMP TABLE twin (old TEXT PRIMARY KEY, new TEXT)")
    pairs: list[tuple[str, str]] = [(paper, new_paper_id()) for paper in papers]
    files = connection.execute(
        f"SELECT id FROM file WHERE paper IN ({', '.join('?' * len(papers))})", list(papers)
    ).fetchall()
    pairs += [(str(row[0]), new_file_id()) for row in files]
    connection.executemany("INSERT INTO twin VALUES (?, ?)", pairs)
    suffix = secrets.token_hex(4)
    _insert(connection, "paper", {"num": "NULL", "id": "twin.new", "key": f"t.key || '-{suffix}'"}, "t.id")
    _insert(connection, "field", {"paper": "twin.new"}, "t.paper")
    _insert(
        connection,
        "file",
        {"id": "twin.new", "paper": "(SELECT new FROM twin AS p WHERE p.old = t.paper)"},
        "t.id",
    )
    _insert(connection, "stage", {"file": "twin.new"}, "t.file")
    _insert(connection, "structure", {"paper": "twin.new"}, "t.paper")
    renamed = "twin.new || substr(t.{0}, instr(t.{0}, '.'))"
    _insert(
        connection,
        "section",
        {
            "id": renamed.format("id"),
            "paper": "twin.new",
            "parent": f"CASE WHEN t.parent IS NULL THEN NULL ELSE {renamed.format('parent')} END",
        },
        "t.paper",
    )
    _insert(
        connection,
        "entry",
        {
            "id": "NULL",
            "paper": "twin.new",
            "section": f"CASE WHEN t.section IS NULL THEN NULL ELSE {renamed.format('section')} END",
        },
        "t.paper",
    )
    (before,) = connection.execute("SELECT coalesce(max(id), 0) FROM page").fetchone()
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM passage").fetchone()
    _insert(connection, "page", {"id": "NULL", "file": "twin.new"}, "t.file")
    connection.execute(
        'INSERT INTO passage (page, start, "end") SELECT new.id, passage.start, passage."end" FROM page AS new '
        "JOIN twin ON twin.new = new.file JOIN page AS old ON old.file = twin.old AND old.number = new.number "
        "JOIN passage ON passage.page = old.id WHERE new.id > ?",
        (before,),
    )
    connection.execute(
        "INSERT INTO passage_words (rowid, text) SELECT id, text FROM passage_text WHERE id > ?", (last,)
    )


def _insert(connection: sqlite3.Connection, table: str, new: dict[str, str], key: str) -> None:
    """Copy the twins' rows of a table; ``new`` gives the columns that differ, as SQL over ``t`` and ``twin``."""
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(new.get(column, f't."{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    connection.execute(
        f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} AS t JOIN twin ON twin.old = {key}"
    )
