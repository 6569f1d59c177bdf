"""Who is cited there: a card over the page for the works that a marker cites, and the ways on from it.

Signals:
    CitationPopover.entry_wanted(Reference): show the entry in the list of references
    CitationPopover.context_wanted(Citation): show another place of this paper that cites it, lit
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from twintree.base.citations import CitationMention, Reference
from twintree.base.records import Citation, Paper
from twintree_desktop.graphs.reading import NodeView, citation_of, node_view
from twintree_desktop.graphs.role_words import level_words, role_words
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import ElidedLabel, FlowLayout, button, label, rule
from twintree_desktop.words import author_line

if TYPE_CHECKING:
    from twintree.library import Library

_WIDTH, _TALLEST = 420, 460
_ABSTRACT, _CITERS, _CONTEXTS = 360, 4, 8


@dataclass(frozen=True)
class Cited:
    """An entry as it is cited at one place, and the paper or work that it stands for."""

    reference: Reference
    here: CitationMention
    node: NodeView


def cited_here(library: Library, marks: Sequence[tuple[Reference, CitationMention]]) -> list[Cited]:
    """What stands behind the entries of a marker."""
    return [Cited(entry, here, node_view(library, entry.paper or entry.work)) for entry, here in marks]


class CitationPopover(QFrame):
    """Opens at a point of the screen; a click elsewhere, or Esc, closes it."""

    entry_wanted = Signal(object)
    context_wanted = Signal(object)

    def __init__(self, session: Session, citing: Paper, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._session, self._citing = session, citing
        self.setProperty("kind", "popup")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Citation"))
        self.setFixedWidth(_WIDTH)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(1, 1, 1, 1)

    def open_at(self, at: QPoint, cited: Sequence[Cited]) -> None:
        """Show these entries at a point of the screen."""
        inside = QWidget()
        inside.setProperty("kind", "page")
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(SPACE.large, SPACE.medium, SPACE.large, SPACE.medium)
        layout.setSpacing(SPACE.small)
        for number, each in enumerate(cited):
            if number:
                layout.addWidget(rule())
            self._add(layout, each, alone=len(cited) == 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        self._outer.addWidget(area)
        height = (
            inside.heightForWidth(_WIDTH - 2) if inside.hasHeightForWidth() else inside.sizeHint().height()
        )
        self.setFixedHeight(min(_TALLEST, height + SPACE.huge))
        self.move(self._within(at))
        self.show()

    def _within(self, at: QPoint) -> QPoint:
        """The point, moved so that the card stays on its screen."""
        screen = self.screen().availableGeometry()
        x = min(at.x(), screen.right() - _WIDTH - SPACE.small)
        below = at.y() + SPACE.large
        fits = below + self.height() < screen.bottom()
        return QPoint(
            max(screen.left(), x), below if fits else max(screen.top(), at.y() - self.height() - SPACE.small)
        )

    def _add(self, layout: QVBoxLayout, cited: Cited, *, alone: bool) -> None:
        entry, paper = cited.reference, cited.node.paper
        known = paper.row if paper is not None else entry
        layout.addWidget(label(known.title or entry.raw, "title", wrap=True))
        people = author_line(known.authors) if known.authors else ""
        layout.addWidget(
            label(
                " · ".join(part for part in (people, str(known.year or ""), entry.venue) if part),
                "muted",
                wrap=True,
            )
        )
        held = self.tr("in the library") if paper is not None else self.tr("not in the library")
        here = self.tr("here: {0}").format(role_words(cited.here.role))
        level = self.tr("in this paper: {0}").format(level_words(entry.level))
        layout.addWidget(label(f"{held} · {here} · {level}", "small", wrap=True))
        if alone and paper is not None and paper.abstract:
            words = paper.abstract
            short = words if len(words) <= _ABSTRACT else words[:_ABSTRACT].rsplit(" ", 1)[0] + " …"
            layout.addWidget(label(short, wrap=True))
        if alone:
            self._add_contexts(layout, cited)
            self._add_citers(layout, cited)
        layout.addLayout(self._buttons(cited))

    def _add_contexts(self, layout: QVBoxLayout, cited: Cited) -> None:
        others = [each for each in cited.reference.mentions if each.at != cited.here.at]
        if not others:
            return
        row = FlowLayout()
        row.addWidget(label(self.tr("also cited on"), "small"))
        for mention in others[:_CONTEXTS]:
            place = citation_of(mention, self._citing)
            chip = button(self.tr("p. {0}").format(mention.page), "chip", partial(self._go, place))
            chip.setToolTip(mention.sentence)
            row.addWidget(chip)
        layout.addLayout(row)

    def _add_citers(self, layout: QVBoxLayout, cited: Cited) -> None:
        others = [each for each in cited.node.citers if each.paper.id != self._citing.row.id]
        if not others:
            return
        layout.addWidget(label(self.tr("cited in your library too by"), "small"))
        for each in others[:_CITERS]:
            layout.addWidget(
                ElidedLabel(f"{author_line(each.paper.authors)} {each.paper.year or ''} · {each.paper.title}")
            )
        if len(others) > _CITERS:
            layout.addWidget(label(self.tr("and {0} more").format(len(others) - _CITERS), "small"))

    def _buttons(self, cited: Cited) -> FlowLayout:
        row, navigation = FlowLayout(), self._session.navigation
        paper = cited.node.paper
        if paper is not None and paper.files:
            row.addWidget(
                button(
                    self.tr("Read"),
                    "primary",
                    lambda: self._leave(lambda: navigation.paper_wanted.emit(paper.row.id, 1)),
                )
            )
        if cited.reference.spans:
            row.addWidget(
                button(
                    self.tr("Entry in the list"),
                    "outline",
                    lambda: self._leave(lambda: self.entry_wanted.emit(cited.reference)),
                )
            )
        row.addWidget(
            button(
                self.tr("Lineage"),
                "outline",
                lambda: self._leave(lambda: navigation.lineage_wanted.emit(cited.node.id)),
            )
        )
        return row

    def _go(self, place: Citation) -> None:
        self._leave(lambda: self.context_wanted.emit(place))

    def _leave(self, then: Callable[[], object]) -> None:
        self.close()
        then()
