"""Figures, tables, equations and footnotes in the ledger, their pictures on the disk, and the pages' layout."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from twintree.base.anchors import Anchor
from twintree.base.errors import NotFound
from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.pages import LayoutBox
from twintree.base.records import Rect, Span
from twintree.store.durable import write_file
from twintree.store.ledger import Ledger, touch
from twintree.store.papers import PaperStore

FOLDER = "figures"
_GONE = "The picture of a figure, table or equation is not there"
_STRAY = "A picture belongs to no figure, table or equation"
_LIST = "SELECT anchor.*, file.paper AS owner FROM anchor JOIN file ON file.id = anchor.file"


class _Content(msgspec.Struct, omit_defaults=True):
    """What has no column of its own."""

    number: str = ""
    caption: str = ""
    spans: tuple[Span, ...] = ()
    inside: tuple[Span, ...] = ()
    recognised: bool = False
    cells: tuple[tuple[str, ...], ...] = ()
    header: int = 0
    latex: str = ""
    image: str = ""
    source: str = "caption"


class AnchorStore:
    """Reads from any thread; every write is one transaction, or part of the one that is open."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────

    def of(self, paper: str, kinds: Sequence[str] = ()) -> list[Anchor]:
        """A paper's anchors in the order of its pages; only of ``kinds`` when given.

        Raises:
            NotFound: there is no such paper.
        """
        found = self._read("file.paper = ?", [PaperStore(self._ledger).resolve(paper)])
        return [each for each in found if not kinds or each.kind in kinds]

    def of_file(self, file: str) -> list[Anchor]:
        """A file's anchors in the order of its pages."""
        return self._read("anchor.file = ?", [file])

    def get(self, anchor: str) -> Anchor:
        """One anchor by its id.

        Raises:
            NotFound: there is none.
        """
        found = self._read("anchor.id = ?", [anchor])
        if not found:
            raise NotFound(
                f"There is no figure, table or equation {anchor}.", "`twintree figures PAPER` lists them."
            )
        return found[0]

    def layout(self, file: str) -> dict[int, tuple[LayoutBox, ...]]:
        """What the layout model saw, by page; pages that it did not come to are missing."""
        rows = self._ledger.read().execute(
            "SELECT page, boxes FROM layout_page WHERE file = ? ORDER BY page", (file,)
        )
        return {row["page"]: msgspec.json.decode(row["boxes"], type=tuple[LayoutBox, ...]) for row in rows}

    def _read(self, where: str, values: Sequence[object]) -> list[Anchor]:
        rows = self._ledger.read().execute(
            f"{_LIST} WHERE {where} ORDER BY file.position, anchor.page, y0, x0, anchor.id", values
        )
        return [self._anchor(row) for row in rows]

    def _anchor(self, row: sqlite3.Row) -> Anchor:
        content = msgspec.json.decode(row["content"], type=_Content)
        image = str(self._ledger.root / FOLDER / content.image) if content.image else ""
        return Anchor(
            id=row["id"],
            paper=PaperId(row["owner"]),
            file=FileId(row["file"]),
            kind=row["kind"],
            page=row["page"],
            box=Rect(row["x0"], row["y0"], row["x1"], row["y1"]),
            label=row["label"],
            section=SectionId(row["section"]) if row["section"] else None,
            **{name: getattr(content, name) for name in _Content.__struct_fields__ if name != "image"},
            image=image,
        )

    # ── writing ──────────────────────────────────────────────────────────────────────────────────────

    def write(self, file: str, anchors: Sequence[Anchor]) -> None:
        """Replace a file's anchors; ``sweep`` removes what they leave on the disk.

        Args:
            file: whose they are.
            anchors: ``image`` is the path of a picture that ``keep_picture`` made, or "".
        """
        if self.of_file(file) == list(anchors):
            return
        with self._ledger.write() as connection:
            owner = PaperStore(self._ledger).file(file).paper
            connection.execute("DELETE FROM anchor WHERE file = ?", (file,))
            connection.executemany(
                "INSERT INTO anchor (id, paper, file, kind, label, page, x0, y0, x1, y1, start, end, section, content) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [_values(each) for each in anchors],
            )
            touch(connection, [owner])

    def write_layout(self, file: str, page: int, boxes: Sequence[LayoutBox]) -> None:
        """Keep what the layout model saw on a page."""
        with self._ledger.write() as connection:
            connection.execute(
                "INSERT INTO layout_page (file, page, boxes) VALUES (?, ?, ?) "
                "ON CONFLICT (file, page) DO UPDATE SET boxes = excluded.boxes",
                (file, page, msgspec.json.encode(boxes).decode()),
            )

    def keep_picture(self, anchor: Anchor, png: bytes) -> Anchor:
        """Put an anchor's picture on the disk, whole or not at all; returns the anchor that names it.

        Raises:
            StorageProblem: the disk is full or cannot be written.
        """
        name = f"{anchor.file}.{anchor.id.partition('.')[2]}.png"
        path = self._ledger.root / FOLDER / name
        write_file(path, png)
        return replace(anchor, image=str(path))

    def sweep(self, file: str) -> None:
        """Remove pictures of a file that none of its anchors names, and halves of some; outside of transactions."""
        kept = {Path(each.image).name for each in self.of_file(file) if each.image}
        for path in (self._ledger.root / FOLDER).glob(f"{file}.*"):
            if path.name not in kept:
                with contextlib.suppress(OSError):
                    path.unlink()

    def mend(self) -> None:
        """Remove pictures that no anchor names, and forget those that are gone, so that ``finish`` cuts them again."""
        for what, subject in picture_problems(self._ledger.read(), self._ledger.root):
            if what == _STRAY:
                with contextlib.suppress(OSError):
                    (self._ledger.root / FOLDER / subject).unlink()
                continue
            with self._ledger.write() as connection:
                connection.execute(
                    "UPDATE anchor SET content = json_remove(content, '$.image') WHERE id = ?", (subject,)
                )
                connection.execute(
                    "DELETE FROM stage WHERE stage = 'layout' AND file = (SELECT file FROM anchor WHERE id = ?)",
                    (subject,),
                )


def _values(each: Anchor) -> tuple[Any, ...]:
    content = _Content(**{name: getattr(each, name) for name in _Content.__struct_fields__})
    content.image = Path(each.image).name if each.image else ""
    first = each.spans[0] if each.spans else None
    box = each.box
    return (
        each.id, each.paper, each.file, each.kind, each.label, each.page, box.x0, box.y0, box.x1, box.y1,
        first.start if first else None, first.end if first else None, each.section,
        msgspec.json.encode(content).decode(),
    )  # fmt: skip


def picture_problems(connection: sqlite3.Connection, root: Path) -> Iterator[tuple[str, str]]:
    """Pictures that an anchor names and that are not there, and pictures that none names: (what, subject)."""
    named = {}
    for row in connection.execute("SELECT id, content FROM anchor"):
        image = msgspec.json.decode(row["content"], type=_Content).image
        if image:
            named[image] = row["id"]
    there = {path.name for path in _pictures(root)}
    for image in sorted(named.keys() - there):
        yield _GONE, named[image]
    for image in sorted(there - named.keys()):
        yield _STRAY, image


def _pictures(root: Path) -> Iterable[Path]:
    folder = root / FOLDER
    return [path for path in folder.iterdir() if path.suffix == ".png"] if folder.is_dir() else []
