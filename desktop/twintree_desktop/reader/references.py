"""The reader's list of references: what each entry is, whether the library holds it, and why it is cited.

Signals:
    ReferenceList.chosen(Reference): show where the entry stands in this paper; a held paper is opened instead
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QListWidgetItem

from twintree.base.citations import Reference
from twintree.base.ids import PaperId
from twintree_desktop.graphs.role_words import level_words
from twintree_desktop.reader.paper_list import PaperList
from twintree_desktop.session import Session
from twintree_desktop.widgets import TopIcon
from twintree_desktop.words import author_line, singular

if TYPE_CHECKING:
    from twintree.library import Library

_LONGEST = 220


def references_of(library: Library, paper: PaperId) -> list[Reference]:
    """A paper's reference list, in its own order."""
    return list(library.citations.references(paper))


class ReferenceList(PaperList[Reference]):
    """The entries, two lines each."""

    def __init__(self, session: Session, paper: PaperId) -> None:
        super().__init__(session)
        self.view.setAccessibleName(self.tr("References"))
        self._paper = paper
        self.view.setWordWrap(True)
        self.view.setIconSize(QSize(16, 16))
        self.view.setItemDelegate(TopIcon(self.view))

    def reading(self) -> Callable[[Library], list[Reference]]:
        return partial(references_of, paper=self._paper)

    def summary(self) -> str:
        if not self.things:
            return self.tr("No list of references was found in this paper.")
        held = sum(each.held for each in self.things)
        text = self.tr("{0} entries, {1} of them in the library")
        return singular(text.format(len(self.things), held))

    def lines_of(self, reference: Reference) -> Sequence[str]:
        return _title(reference), self._second_line(reference)

    def item_of(self, reference: Reference, lines: Sequence[str]) -> QListWidgetItem:
        held = reference.held
        icon = self._session.icons.icon("library" if held else "file", "accent" if held else "outline")
        item = QListWidgetItem(icon, "")
        item.setToolTip(self._tip(reference))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, "\n".join(lines))
        item.setTextAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        return item

    def _second_line(self, reference: Reference) -> str:
        held = self.tr("in the library") if reference.held else ""
        if not held and reference.offered:
            held = self.tr("may be in the library")
        names = author_line(reference.authors) if reference.authors else ""
        role = f"{self._role(reference.role)}, {level_words(reference.level)}"
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

    def choose(self, reference: Reference) -> None:
        if reference.held and reference.paper:
            self._session.navigation.paper_wanted.emit(reference.paper, 1)
        elif reference.spans:
            self.chosen.emit(reference)


def _title(reference: Reference) -> str:
    words = reference.title or reference.raw
    return words if len(words) <= _LONGEST else words[:_LONGEST].rstrip() + " …"
