"""BibTeX files that follow collections: written whenever what they hold changes, and never over a foreign file."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import threading
from pathlib import Path

from twintree.base.errors import NotFound, TwintreeError, WrongUse
from twintree.base.records import Change, PaperFilter, Record
from twintree.store import citing, durable
from twintree.store.jobs import storable
from twintree.store.ledger import Ledger, storage_problem
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.projected import snapshot

_LOG = logging.getLogger(__name__)
_SETTING = "bibliographies"
_KEY = "bibliography:"  #: and a path: the digest of what was written there last
#: Changes within so many seconds are written at once.
_GATHER = 0.5


class KeptBibliography(Record, frozen=True, kw_only=True):
    """A collection's BibTeX file; ``problem`` says why it was not written the last time."""

    collection: str
    path: str
    problem: str = ""


class BibliographyKeeper:
    """Keeps the files up to date from ``start`` to ``close``; the list of them is a setting of the library.

    The files are written by a thread of its own, half a second after a change was committed, and once more at
    the end; a file that somebody else wrote or changed is left alone, and its ``problem`` says so.
    """

    def __init__(self, ledger: Ledger, person: PersonStore) -> None:
        self._ledger, self._person = ledger, person
        self._wake = threading.Event()
        self._ended = threading.Event()
        self._writing = threading.Lock()
        self._thread: threading.Thread | None = None
        self._problems: dict[str, str] = {}

    def start(self) -> None:
        """Follow the ledger; no thread runs while nothing is kept."""
        self._ledger.before_commit((), self._changed)
        if self._paths():
            self._begin()

    def close(self) -> None:
        """Write what is outstanding and stop; safe to call twice."""
        self._ended.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def kept(self) -> list[KeptBibliography]:
        """What is kept, by path."""
        return sorted(
            (
                KeptBibliography(
                    collection=name, path=path, problem=self._problems.get(name) or self._foreign(Path(path))
                )
                for name, path in self._paths().items()
            ),
            key=lambda each: each.path,
        )

    def keep(self, collection: str, path: Path) -> Change:
        """Keep a collection's BibTeX file there from now on, in place of where it was kept before.

        Args:
            collection: its id.
            path: the file; its folder must exist, the file must not, unless it holds the same already.

        Raises:
            NotFound: there is no such collection, or no such folder.
            WrongUse: the file is there and is somebody else's, or another collection's; its path is no UTF-8.
            StorageProblem: it cannot be written.
        """
        content = self._content(collection)
        if content is None:
            raise NotFound(f"There is no collection {collection}.", "`twintree collection list` names them.")
        path = path.expanduser().absolute()
        if not path.parent.is_dir():
            raise NotFound(f"There is no folder {path.parent}.", "Make it first, or choose another one.")
        if storable(str(path)) != str(path):
            raise WrongUse(
                f"“{storable(path.name)}” has a name, or lies in a folder with one, that is no UTF-8.",
                "Choose another name.",
            )
        paths = self._paths()
        if any(each == str(path) and name != collection for name, each in paths.items()):
            raise WrongUse(f"{path} is kept for another collection.", "Choose another file.")
        with self._writing:
            self._write(path, content)
        self._problems.pop(collection, None)
        change = self._person.set_setting(
            _SETTING, {**paths, collection: str(path)}, f"{path.name} follows the collection now"
        )
        self._begin()
        return change

    def stop(self, collection: str) -> Change:
        """Keep a collection's file no longer; the file stays.

        Raises:
            NotFound: none is kept for it.
        """
        paths = self._paths()
        if collection not in paths:
            raise NotFound("No BibTeX file is kept for this collection.")
        path = Path(paths.pop(collection))
        return self._person.set_setting(
            _SETTING, paths or None, f"{path.name} follows the collection no longer"
        )

    def write(self) -> list[KeptBibliography]:
        """Write every file whose content changed, now; returns all with their problems."""
        with self._writing:
            for each in self.kept():
                self._problems.pop(each.collection, None)
                content = self._content(each.collection)
                if content is None:
                    self._problems[each.collection] = "Its collection was deleted; the file stays."
                    continue
                try:
                    self._write(Path(each.path), content)
                except TwintreeError as error:
                    self._problems[each.collection] = _sentence(error)
        return self.kept()

    # ── inside ───────────────────────────────────────────────────────────────────────────────────────

    def _paths(self) -> dict[str, str]:
        return dict(self._person.setting(_SETTING, {}))

    def _changed(self, _: sqlite3.Connection) -> None:
        if self._thread is not None:
            self._wake.set()

    def _begin(self) -> None:
        if self._thread is None and not self._ended.is_set():
            self._thread = threading.Thread(target=self._run, name="twintree-bib", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        self._quietly()  # another process may have changed the library since
        ended = False
        while not ended:
            self._wake.wait()
            self._ended.wait(_GATHER)
            # Looked at before the last writing: what changed during the one before must still be written.
            ended = self._ended.is_set()
            self._wake.clear()
            self._quietly()

    def _quietly(self) -> None:
        try:
            self.write()
        except TwintreeError as error:
            _LOG.warning("the kept BibTeX files cannot be written: %s", error.message)

    def _write(self, path: Path, content: bytes) -> None:
        """Write one file if its content changed."""
        wanted, there = _digest(content), _digest_of(path)
        if there not in (None, wanted, self._written(path)):
            raise _not_ours(path)
        if there != wanted:
            durable.write_file(path, content)
        if self._written(path) != wanted:
            self._note(path, wanted)

    def _foreign(self, path: Path) -> str:
        """Why the file there will be left alone, if it will be."""
        try:
            ours = _digest_of(path) in (None, self._written(path))
        except TwintreeError as error:
            return _sentence(error)
        return "" if ours else _sentence(_not_ours(path))

    def _written(self, path: Path) -> str | None:
        """The digest of what was written there last."""
        row = (
            self._ledger.read()
            .execute("SELECT value FROM meta WHERE key = ?", (_KEY + str(path),))
            .fetchone()
        )
        return None if row is None else str(row[0])

    def _note(self, path: Path, digest: str) -> None:
        with self._ledger.write() as connection:
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_KEY + str(path), digest))

    def _content(self, collection: str) -> bytes | None:
        """A collection's papers; None when there is no such collection.

        Both are read at one moment: of a collection that is deleted in between, its file would be emptied.
        """
        papers = PaperStore(self._ledger)
        with snapshot(self._ledger):
            if not any(each.id == collection for each in self._person.collections()):
                return None
            found = [papers.get(each) for each in papers.ids(PaperFilter(collection=collection))]
        return citing.bibtex(sorted(found, key=lambda paper: paper.row.key)).encode()


def _not_ours(path: Path) -> WrongUse:
    return WrongUse(
        f"{path} holds what Twintree did not write, and is left alone.",
        "Move that file away, or keep the collection in another one.",
    )


def _sentence(error: TwintreeError) -> str:
    return f"{error.message} {error.way_out}".strip()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _digest_of(path: Path) -> str | None:
    """The digest of a file; None when it is not there."""
    try:
        return _digest(path.read_bytes())
    except FileNotFoundError:
        return None
    except IsADirectoryError:
        raise WrongUse(f"{path} is a folder.", "Name a file in it.") from None
    except OSError as error:
        raise storage_problem(error) from error
