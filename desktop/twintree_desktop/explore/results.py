"""What an exploration found, in three lists: papers by rank, works to get, and hits that no seed leads to.

Signals:
    ResultsPanel.pointed(str): a row is the current one: show it in the graph
    ResultsPanel.chosen(str): show its card
    ResultsPanel.copy_wanted(str), ResultsPanel.save_wanted(str): the reading list, as ``bibtex`` or ``ris``
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidgetItem,
    QMenu,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from twintree.base.exploring import Exploration, ExploredPaper
from twintree_desktop.explore.reading import LISTED
from twintree_desktop.explore.rows import KEY, Row, RowList
from twintree_desktop.explore.tones import NODES, node_tone
from twintree_desktop.explore.words import cited_by_words, fate_words, score_words
from twintree_desktop.theme import Appearance
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, label
from twintree_desktop.words import author_line, number_words

#: Title, people and year, why.
_LINES = 3
#: Works to get that are listed before "more" is pressed.
_FIRST = 20


class ResultsPanel(QWidget):
    """Three tabs, each with its list, or with why there is none."""

    pointed = Signal(str)
    chosen = Signal(str)
    copy_wanted = Signal(str)
    save_wanted = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._rest: Sequence[ExploredPaper] = ()
        self._cited: Mapping[str, str] = {}
        self._ranked = False
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(self.tr("What was found"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.hints = [label("", "small", wrap=True) for _ in range(3)]
        names = (
            self.tr("Papers by rank"),
            self.tr("Works to get"),
            self.tr("Papers that no seed leads to"),
        )
        self.ranked, self.to_get, self.apart = self.lists = [
            RowList(name, appearance, _LINES) for name in names
        ]
        self._stack = QStackedWidget()
        for number, (made, hint) in enumerate(zip(self.lists, self.hints, strict=True)):
            self.tabs.addTab("")
            self._stack.addWidget(self._page(made, hint, tools=number == 1))
            made.itemClicked.connect(self._choose)
            made.itemActivated.connect(self._choose)
            made.currentItemChanged.connect(self._point)
        self.tabs.currentChanged.connect(self._stack.setCurrentIndex)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self._stack, 1)

    def show_found(self, found: Exploration) -> None:
        """Show what was found."""
        held = [each for each in found.papers if each.held and (each.kept or found.status == "cancelled")]
        works = found.to_get
        rows: tuple[Sequence[ExploredPaper], ...] = (held, works, found.unreached)
        self._cited = cited_by_words(found)
        self._ranked = found.status != "cancelled"
        titles = (self.tr("Papers {0}"), self.tr("To get {0}"), self.tr("Apart {0}"))
        for number, (made, papers) in enumerate(zip(self.lists, rows, strict=True)):
            self.tabs.setTabText(number, titles[number].format(number_words(len(papers))))
            with QSignalBlocker(made):
                made.clear()
            self._add_rows(number, papers[: _FIRST if number == 1 else None])
            self.hints[number].setText(self._hint(number, found, some=bool(papers)))
        self._rest = works[_FIRST:]
        self._offer_rest()
        for tool in (self.copying, self.saving):
            tool.setEnabled(bool(works))
        self.tabs.setCurrentIndex(0)

    def _add_rows(self, number: int, papers: Sequence[ExploredPaper]) -> None:
        made = self.lists[number]
        with QSignalBlocker(made):
            for place, each in enumerate(papers, made.count() + 1):
                ranked = number < 2 and self._ranked
                made.addItem(self._row(each, place if ranked else 0, self._cited.get(each.id, "")))

    def _offer_rest(self) -> None:
        self.more.setText(self.tr("Show {0} more").format(number_words(len(self._rest))))
        self.more.setVisible(bool(self._rest))

    def show_rest(self) -> None:
        """List every work to get."""
        rest, self._rest = self._rest, ()
        self._add_rows(1, rest)
        self._offer_rest()

    def _row(self, paper: ExploredPaper, place: int, cited: str) -> QListWidgetItem:
        """Why a work should be got is who cites it; why a paper is here is its fate."""
        title = f"{place}. {paper.title}" if place else paper.title
        people = author_line(paper.authors) if paper.authors else ""
        about = " · ".join(part for part in (people, str(paper.year or "")) if part)
        why = fate_words(paper)
        lines = (title, about, why if paper.held else cited)
        tip = "\n".join(part for part in (paper.title, why, cited) if part)
        # A work's place in its list follows from who cites it, not from the walk.
        figure = score_words(paper) if paper.held else ""
        made = Row(paper.id, paper.title, lines, tip, figure, NODES[node_tone(paper)])
        return made.as_item()

    def _hint(self, number: int, found: Exploration, *, some: bool) -> str:
        if number == 0:
            if found.status == "cancelled":
                return self.tr("Not ranked, as it was stopped; what was judged is kept.")
            if not some:
                return self.tr("No paper was reached.")
            held = [each for each in found.papers if each.held]
            seeds = sum(each.seed for each in held)
            text = self.tr("How much of the walk from the seeds comes by each paper. Seeds: {0} of {1}.")
            return text.format(number_words(seeds), number_words(len(held)))
        if number == 1:
            if some:
                return self.tr(
                    "Not in your library; what most papers found here cite comes first. The first {0} are copied "
                    "or saved."
                ).format(LISTED)
            return self.tr("No work outside of your library is central here.")
        if some:
            return self.tr("They fit the question well, but no citation leads there from a seed. Not ranked.")
        return self.tr("No paper fits the question well without being reached.")

    def _page(self, made: RowList, hint: QWidget, *, tools: bool) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(SPACE.medium, SPACE.small, SPACE.hair, 0)
        layout.setSpacing(SPACE.hair)
        hint.setContentsMargins(0, 0, SPACE.medium, 0)
        layout.addWidget(hint)
        if tools:
            row = QHBoxLayout()
            row.setSpacing(SPACE.hair)
            self.copying = self._offer(self.tr("Copy"), self.copy_wanted)
            self.saving = self._offer(self.tr("Save …"), self.save_wanted)
            row.addWidget(self.copying)
            row.addWidget(self.saving)
            row.addStretch(1)
            layout.addLayout(row)
        layout.addWidget(made, 1)
        if tools:
            self.more = button("", "link", self.show_rest)
            layout.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
            self.more.hide()
        return page

    def _offer(self, text: str, wanted: SignalInstance) -> QWidget:
        """A button that asks for the format."""
        made = button(text, "outline")
        menu = QMenu(made)
        menu.addAction("BibTeX").triggered.connect(lambda _=False: wanted.emit("bibtex"))
        menu.addAction("RIS").triggered.connect(lambda _=False: wanted.emit("ris"))
        made.setMenu(menu)
        return made

    def point_at(self, name: str) -> None:
        """Make a paper's row the current one, where it has one; nothing is told."""
        if any(each.id == name for each in self._rest):
            self.show_rest()
        for made in self.lists:
            with QSignalBlocker(made):
                made.point_at(name)

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(KEY))

    def _point(self, item: QListWidgetItem | None, _before: object) -> None:
        if item is not None:
            self.pointed.emit(item.data(KEY))
