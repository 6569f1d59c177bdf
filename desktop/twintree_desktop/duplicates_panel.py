"""Duplicates: pairs that look like one paper, side by side; choose which to keep, or say they are two."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from twintree.base.records import DuplicatePair, Paper
from twintree_desktop import operations
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import EmptyPlace, button, caption, clear, frame, label, rule
from twintree_desktop.words import date_words

Pair = tuple[DuplicatePair, Paper, Paper]
_SHOWN = 50
#: Pairs that are built in one go: some 3 ms each, and the window must not stand still.
_AT_ONCE = 4


class DuplicatesPanel(QWidget):
    """The list of pairs."""

    counted = Signal(int)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._waiting: list[Pair] = []
        self._building = QTimer(self, singleShot=True, interval=0)
        self._building.timeout.connect(self._build)
        self._pairs = QVBoxLayout()
        self._pairs.setSpacing(SPACE.large)
        inner = QWidget()
        inner.setProperty("kind", "page")
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE.huge, SPACE.large, SPACE.huge, SPACE.large)
        column.setSpacing(SPACE.medium)
        column.addWidget(label(self.tr("Duplicates"), "headline"))
        text = self.tr(
            "The one you keep takes over the other one's files, notes, tags and citations. Undo parts them again."
        )
        column.addWidget(label(text, "muted", wrap=True))
        column.addLayout(self._pairs)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inner)
        empty = EmptyPlace(
            session.icons,
            "duplicates",
            self.tr("No duplicates"),
            self.tr("Papers that look alike are offered here."),
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(empty)
        self._stack.addWidget(area)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)

    def reload(self) -> None:
        """Look for duplicates again."""
        self._session.read(operations.duplicates, then=self._show, owner=self)

    def _show(self, pairs: list[Pair]) -> None:
        clear(self._pairs)
        self._waiting = list(pairs[:_SHOWN])
        self._stack.setCurrentIndex(1 if pairs else 0)
        self.counted.emit(len(pairs))
        if self.isVisible():
            self._build()

    def showEvent(self, event: QShowEvent) -> None:
        """Build what is waiting: nobody looks at a panel that is not shown."""
        super().showEvent(event)
        self._build()

    def _build(self) -> None:
        for pair in self._waiting[:_AT_ONCE]:
            self._pairs.addWidget(self._pair(*pair))
        self._waiting = self._waiting[_AT_ONCE:]
        if self._waiting:
            self._building.start()

    def _pair(self, pair: DuplicatePair, first: Paper, second: Paper) -> QWidget:
        made = QWidget()
        layout = QVBoxLayout(made)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE.small)
        why = {
            "bytes": self.tr("the same file"),
            "doi": self.tr("the same DOI"),
            "title": self.tr("the same title, author and year")
            if first.row.year and second.row.year
            else self.tr("the same title and author"),
            "supplement": self.tr("a paper and its supporting information"),
        }.get(pair.why, pair.why)
        layout.addWidget(caption(why))
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE.huge)
        for column, (one, other) in enumerate(((first, second), (second, first))):
            grid.addWidget(self._side(one), 0, column, Qt.AlignmentFlag.AlignTop)
            keep = button(self.tr("Keep this one"), "outline", partial(self._merge, one, other))
            keep.setAccessibleName(self.tr("Keep {0}").format(one.row.title))
            # In a row of their own, so that they stand level under unequal descriptions.
            below = QHBoxLayout()
            below.setSpacing(SPACE.small)
            below.addWidget(keep)
            below.addWidget(self._read_button(one))
            below.addStretch(1)
            grid.addLayout(below, 1, column)
            grid.setColumnStretch(column, 1)
        layout.addLayout(grid)
        row = QHBoxLayout()
        row.addWidget(button(self.tr("These are two papers"), "outline", lambda: self._apart(first, second)))
        row.addStretch(1)
        layout.addLayout(row)
        layout.addWidget(rule())
        return made

    def _read_button(self, one: Paper) -> QWidget:
        read = button(
            self.tr("Read"), "link", partial(self._session.navigation.paper_wanted.emit, one.row.id, 1)
        )
        read.setAccessibleName(
            self.tr("Read {0}").format(", ".join(file.name for file in one.files) or one.row.key)
        )
        read.setEnabled(bool(one.files))
        return read

    def _side(self, one: Paper) -> QWidget:
        side = frame("panel")
        layout = QVBoxLayout(side)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE.hair)
        row = one.row
        layout.addWidget(label(row.title or row.key, "title", wrap=True))
        lines = [
            ", ".join(row.authors[:4]),
            ", ".join(part for part in (row.venue, str(row.year or self.tr("year not known"))) if part),
            self.tr("%n page(s)", "", row.pages) if row.pages else "",
            one.doi,
            ", ".join(file.name for file in one.files),
            self.tr("added {0}").format(date_words(row.added)),
        ]
        for text in filter(None, lines):
            layout.addWidget(label(text, "muted", wrap=True))
        return side

    def _merge(self, keep: Paper, other: Paper) -> None:
        self._session.act(
            operations.merge, keep.row.id, other.row.id, then=lambda _: self.reload(), owner=self
        )

    def _apart(self, first: Paper, second: Paper) -> None:
        self._session.act(
            operations.keep_apart, first.row.id, second.row.id, then=lambda _: self.reload(), owner=self
        )
