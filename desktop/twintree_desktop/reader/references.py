"""The reader's list of references: what each entry is, whether the library holds it, and why it is cited.

Signals:
    ReferenceList.chosen(Reference): show where the entry stands in this paper; a held paper is opened instead
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from twintree.base.errors import TwintreeError
from twintree.base.ids import PaperId
from twintree.base.records import Reference
from twintree_desktop.messages import describe
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import TopIcon, label
from twintree_desktop.words import author_line, singular

if TYPE_CHECKING:
    from twintree.library import Library

_LONGEST = 220


def references_of(library: Library, paper: PaperId) -> list[Reference]:
    """A paper's reference list, in its own order."""
    return list(library.citations.references(paper))


class ReferenceList(QWidget):
    """The entries, two lines each; read when it is first looked at."""

    chosen = Signal(object)

    def __init__(self, session: Session, paper: PaperId) -> None:
        super().__init__()
        self._session, self._paper = session, paper
        self.references: list[Reference] = []
        self.state = label("", "small", wrap=True)
        self.view = QListWidget()
        self.view.setProperty("kind", "side")
        self.view.setAccessibleName(self.tr("References"))
        self.view.setWordWrap(True)
        self.view.setSpacing(SPACE.hair)
        self.view.setIconSize(QSize(16, 16))
        self.view.setItemDelegate(TopIcon(self.view))
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.view.itemClicked.connect(self._choose)
        self.view.itemActivated.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.small, 0, SPACE.small, SPACE.small)
        layout.setSpacing(SPACE.hair)
        layout.addWidget(self.state)
        layout.addWidget(self.view, 1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.read(
            references_of, self._paper, then=self._show, failed=lambda error: self._failed(error), owner=self
        )

    def _failed(self, error: TwintreeError) -> None:
        self.state.setText(describe(error))

    def _show(self, references: list[Reference]) -> None:
        if references == self.references and references:
            return
        self.references = references
        self.view.clear()
        for each in references:
            self.view.addItem(self._item(each))
        held = sum(each.held for each in references)
        self.state.setText(
            singular(self.tr("{0} entries, {1} of them in the library").format(len(references), held))
            if references
            else self.tr("No list of references was found in this paper.")
        )

    def _item(self, reference: Reference) -> QListWidgetItem:
        held = reference.held
        icon = self._session.icons.icon("library" if held else "file", "accent" if held else "outline")
        item = QListWidgetItem(icon, f"{_title(reference)}\n{self._second_line(reference)}")
        item.setToolTip(self._tip(reference))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, item.text())
        item.setTextAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        return item

    def _second_line(self, reference: Reference) -> str:
        held = self.tr("in the library") if reference.held else ""
        if not held and reference.offered:
            held = self.tr("may be in the library")
        names = author_line(reference.authors) if reference.authors else ""
        role = self.tr("{0}, level {1}").format(self._role(reference.role), reference.level)
        parts = (names, str(reference.year or ""), held, role)
        return " · ".join(part for part in parts if part)

    def _role(self, role: str) -> str:
        return {
            "background": self.tr("background"),
            "use": self.tr("used"),
            "compare": self.tr("compared"),
            "contrast": self.tr("contrasted"),
            "support": self.tr("support"),
            "extend": self.tr("extended"),
        }.get(role, role)

    def _tip(self, reference: Reference) -> str:
        cited = [
            self.tr("p. {0}: {1}").format(mention.page, mention.sentence)
            for mention in reference.mentions[:3]
        ]
        return "\n\n".join([reference.raw, *cited])

    def _choose(self, item: QListWidgetItem) -> None:
        reference = self.references[self.view.row(item)]
        if reference.held and reference.paper:
            self._session.navigation.paper_wanted.emit(reference.paper, 1)
        elif reference.spans:
            self.chosen.emit(reference)


def _title(reference: Reference) -> str:
    words = reference.title or reference.raw
    return words if len(words) <= _LONGEST else words[:_LONGEST].rstrip() + " …"
