"""The card of a paper or a work in a citation graph: what it is, whom it cites, who cites it.

Signals:
    NodeCard.edge_wanted(str, str): show a citation (reference, citing paper)
    NodeCard.read_wanted(str), NodeCard.library_wanted(str): open it in the reader, show it in the library
    NodeCard.focus_wanted(str): show it with its ancestors and descendants alone
    NodeCard.path_wanted(str): begin a path here
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from twintree_desktop.graphs.card import Card
from twintree_desktop.graphs.reading import NodeView
from twintree_desktop.graphs.role_words import level_words, role_words
from twintree_desktop.widgets import FlowLayout, button, caption, label, rule
from twintree_desktop.words import author_line

_ABSTRACT = 420
#: Rows that a list shows before it scrolls by itself.
_ROWS = 9


class NodeCard(Card):
    """Shows one node."""

    edge_wanted = Signal(str, str)
    read_wanted = Signal(str)
    library_wanted = Signal(str)
    focus_wanted = Signal(str)
    path_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.view: NodeView | None = None
        self.lists: list[QListWidget] = []

    def show_view(self, view: NodeView) -> None:
        """Show a paper or a work."""
        self.view = view
        self.lists = []
        self._clear()
        title, people = self._head(view)
        self._add_heading(title)
        self._layout.addWidget(label(people, "muted", wrap=True))
        self._layout.addWidget(label(self._standing(view), "small", wrap=True))
        self._layout.addLayout(self._buttons(view))
        if view.paper is not None and view.paper.abstract:
            words = view.paper.abstract
            short = words if len(words) <= _ABSTRACT else words[:_ABSTRACT].rsplit(" ", 1)[0] + " …"
            self._layout.addWidget(label(short, wrap=True))
        self._layout.addWidget(rule())
        self._add_citers(view)
        self._add_references(view)
        self._layout.addStretch(1)

    def _head(self, view: NodeView) -> tuple[str, str]:
        if view.paper is not None:
            row = view.paper.row
            venue = " ".join(part for part in (row.venue, str(row.year or "")) if part)
            return row.title or row.key, " · ".join(
                part for part in (author_line(row.authors), venue) if part
            )
        known = max((each.reference for each in view.citers), key=lambda r: bool(r.title), default=None)
        if known is None:
            return view.id, ""
        people = author_line(known.authors) if known.authors else ""
        return known.title or known.raw, " · ".join(p for p in (people, str(known.year or "")) if p)

    def _standing(self, view: NodeView) -> str:
        held = self.tr("in the library") if view.paper is not None else self.tr("not in the library")
        cited = self.tr("cited by %n paper(s) here", "", len(view.citers))
        return f"{held} · {cited}"

    def _buttons(self, view: NodeView) -> FlowLayout:
        row = FlowLayout()
        if view.paper is not None:
            if view.paper.files:
                row.addWidget(button(self.tr("Read"), "primary", lambda: self.read_wanted.emit(view.id)))
            row.addWidget(
                button(self.tr("Show in library"), "outline", lambda: self.library_wanted.emit(view.id))
            )
        row.addWidget(button(self.tr("Focus"), "outline", lambda: self.focus_wanted.emit(view.id)))
        row.addWidget(button(self.tr("Path to …"), "outline", lambda: self.path_wanted.emit(view.id)))
        return row

    def _add_citers(self, view: NodeView) -> None:
        self._layout.addWidget(caption(self.tr("Cited by, in your library")))
        if not view.citers:
            self._layout.addWidget(label(self.tr("No paper of this library cites it."), "muted", wrap=True))
            return
        rows = [
            (
                self._line(
                    each.paper.title or each.paper.key,
                    each.paper.year,
                    each.reference.role,
                    each.reference.level,
                ),
                (each.reference.id, each.paper.id),
            )
            for each in view.citers
        ]
        self._add_list(self.tr("Cited by"), rows)

    def _add_references(self, view: NodeView) -> None:
        if view.paper is None:
            return
        self._layout.addWidget(caption(self.tr("Cites")))
        if not view.references:
            self._layout.addWidget(label(self.tr("No list of references was found."), "muted", wrap=True))
            return
        ordered = sorted(view.references, key=lambda each: (-each.level, -each.strength, each.index))
        rows = [
            (
                self._line(each.title or each.raw, each.year, each.role, each.level),
                (each.id, view.paper.row.id),
            )
            for each in ordered
        ]
        self._add_list(self.tr("Cites"), rows)

    def _line(self, title: str, year: int | None, role: str, level: int) -> str:
        about = " · ".join(p for p in (str(year or ""), role_words(role), level_words(level)) if p)
        return f"{title}\n{about}"

    def _add_list(self, name: str, rows: Sequence[tuple[str, tuple[str, str]]]) -> None:
        made = QListWidget()
        made.setAccessibleName(name)
        made.setTextElideMode(Qt.TextElideMode.ElideRight)
        made.setSpacing(2)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        for words, key in rows:
            item = QListWidgetItem(words)
            item.setToolTip(words)
            item.setData(Qt.ItemDataRole.UserRole, key)
            made.addItem(item)
        made.itemActivated.connect(self._choose)
        made.itemClicked.connect(self._choose)
        made.setFixedHeight((made.sizeHintForRow(0) + 4) * min(len(rows), _ROWS) + 8)
        self.lists.append(made)
        self._layout.addWidget(made)

    def _choose(self, item: QListWidgetItem) -> None:
        self.edge_wanted.emit(*item.data(Qt.ItemDataRole.UserRole))
