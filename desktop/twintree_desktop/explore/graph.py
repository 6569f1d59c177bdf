"""What was explored as a graph: seeds, held and not held, kept and pruned, with the lists and cards beside it.

Signals:
    ExploreGraph.reading_list_wanted(str, bool): copy it (False) or save it (True), as ``bibtex`` or ``ris``
"""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout, QWidget

from twintree.base.exploring import Exploration
from twintree.base.ids import PaperId
from twintree.base.placement import Placement
from twintree.knowledge.placing import place_exploration
from twintree_desktop.engine_words import in_words
from twintree_desktop.explore.cards import EdgeCard, PaperCard
from twintree_desktop.explore.results import ResultsPanel
from twintree_desktop.explore.tones import (
    CARRIED,
    EDGES,
    KEPT,
    LEFT,
    NODES,
    PRUNED,
    UNJUDGED,
    edge_tone,
    node_tone,
)
from twintree_desktop.explore.words import affinity_words, score_words, standing_words
from twintree_desktop.graphs.content import Content
from twintree_desktop.graphs.role_words import role_words
from twintree_desktop.graphs.stage import Stage
from twintree_desktop.session import Session
from twintree_desktop.widgets import EmptyPlace
from twintree_desktop.words import singular

_EVERY = (UNJUDGED, KEPT, CARRIED, PRUNED, LEFT)


class ExploreGraph(QWidget):
    """The stage of one exploration."""

    reading_list_wanted = Signal(str, bool)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.found: Exploration | None = None
        self._drawn: Exploration | None = None  #: whose graph is on the canvas
        self.placement: Placement | None = None
        self.years = QCheckBox(self.tr("Along the years"))
        self.held = QCheckBox(self.tr("Held alone"))
        self.citations = QComboBox()
        self._fill()
        self.empty = EmptyPlace(session.icons, "explore", "", "")
        self.stage = Stage(
            session,
            self.tr("What was explored"),
            self.empty,
            "",
            [self.citations, self.held, self.years],
            "explore",
        )
        self.results = ResultsPanel(session.appearance)
        self.paper, self.edge = PaperCard(), EdgeCard()
        for page in (self.results, self.paper, self.edge):
            self.stage.side.add(page)
        self.stage.rest = self.results
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.stage)
        self.setFocusProxy(self.stage)
        self._connect()

    def show_found(self, found: Exploration) -> None:
        """Show another exploration."""
        self.found = found
        self.empty.say(self.tr("Nothing to show"), in_words(found.reason))
        self.results.show_found(found)
        for card in (self.paper, self.edge):
            card.show_exploration(found)
        self._place(keep=False)

    def show_paper(self, name: str) -> None:
        """Show a paper's or a work's card, and where it lies if it lies anywhere."""
        if not self.stage.show_node(name):
            self._show_card(name)

    # ── the graph ────────────────────────────────────────────────────────────────────────────────────

    def _place(self, *, keep: bool) -> None:
        if self.found is not None:
            then = partial(self._placed, self.found, keep)
            found, timeline = self.found, self.years.isChecked()
            self._session.read(lambda _: place_exploration(found, timeline=timeline), then=then, owner=self)

    def _placed(self, found: Exploration, keep: bool, placement: Placement) -> None:
        if found is not self.found:
            return
        self.placement, self._drawn = placement, found
        chosen = self.stage.canvas.selected_id if keep else ""
        tones = [edge_tone(edge, found.settings.threshold) for edge in found.edges]
        content = Content(placement, NODES, [node_tone(each) for each in found.papers], EDGES, tones)
        self.stage.show_content(content, keep=keep)
        self._filter()
        self.stage.canvas.fit()
        if chosen in content.index:
            self.stage.canvas.bring(content.index[chosen])

    def _filter(self) -> None:
        # While another exploration is being placed, the last one's graph is still the one that is seen.
        found, content = self._drawn, self.stage.canvas.content
        if found is None or content is None:
            return
        wanted = self.citations.currentData()
        edges = np.isin(content.edge_tone, wanted)
        nodes = np.array([each.held or not self.held.isChecked() for each in found.papers], dtype=bool)
        if wanted != _EVERY:
            nodes &= content.joined(edges) | np.array([each.seed for each in found.papers], dtype=bool)
        content.filter(nodes, edges)
        self.stage.canvas.refresh()
        self._say_legend(found, content)

    def _say_legend(self, found: Exploration, content: Content) -> None:
        held = sum(bool(content.shown[i]) for i, each in enumerate(found.papers) if each.held)
        counts = self.tr("{0} papers, {1} works not held, {2} citations").format(
            held, int(content.shown.sum()) - held, int(content.edge_shown.sum())
        )
        keys = self.tr(
            "◆ seed  ● held  ○ not held, green where ranked  ━ carried by claims  ─ kept  ┅ pruned  "
            "→ leads to the paper that cites"
        )
        self.stage.legend.setText(f"{singular(counts)}   ·   {keys}")

    def _fill(self) -> None:
        self.citations.setAccessibleName(self.tr("Which citations are shown"))
        for text, tones in (
            (self.tr("All citations"), _EVERY),
            (self.tr("Kept"), (UNJUDGED, KEPT, CARRIED)),
            (self.tr("Carried by claims"), (CARRIED,)),
            (self.tr("Pruned"), (PRUNED,)),
        ):
            self.citations.addItem(text, tones)

    # ── selecting ────────────────────────────────────────────────────────────────────────────────────

    def _show_card(self, name: str) -> None:
        self.paper.show_paper(name)
        self.stage.side.show_page(self.paper)
        self.results.point_at(name)

    def _show_edge(self, number: int) -> None:
        self.edge.show_edge(number)
        self.stage.side.show_page(self.edge)

    def _edge_wanted(self, number: int) -> None:
        content = self.stage.canvas.content
        if content is not None and content.edge_shown[number]:
            self.stage.canvas.select_edge(number)
            self.stage.canvas.bring(int(content.source[number]), int(content.target[number]))
        else:
            self._show_edge(number)

    def _point(self, name: str) -> None:
        """Light a paper while the list keeps the focus."""
        content = self.stage.canvas.content
        if content is not None and name in content.index and content.shown[content.index[name]]:
            self.stage.canvas.select(content.index[name], tell=False)
            self.stage.canvas.bring(content.index[name])

    def _leave_card(self) -> None:
        self.stage.canvas.select(-1)
        self.results.lists[self.results.tabs.currentIndex()].setFocus()

    def _open(self, name: str) -> None:
        if name.startswith("W"):
            self.stage.focus_on(name)
        else:
            self._session.navigation.paper_wanted.emit(PaperId(name), 1)

    def _connect(self) -> None:
        stage, navigation = self.stage, self._session.navigation
        stage.canvas.describe = self._describe
        stage.canvas.describe_edge = self._describe_edge
        stage.node_chosen.connect(self._show_card)
        stage.canvas.edge_selected.connect(self._show_edge)
        stage.canvas.opened.connect(self._open)
        self.years.toggled.connect(lambda _: self._place(keep=True))
        self.held.toggled.connect(lambda _: self._filter())
        self.citations.currentIndexChanged.connect(lambda _: self._filter())
        self.results.pointed.connect(self._point)
        self.results.chosen.connect(self.show_paper)
        self.results.copy_wanted.connect(lambda kind: self.reading_list_wanted.emit(kind, False))
        self.results.save_wanted.connect(lambda kind: self.reading_list_wanted.emit(kind, True))
        self.paper.edge_wanted.connect(self._edge_wanted)
        self.paper.read_wanted.connect(lambda name: navigation.paper_wanted.emit(name, 1))
        self.paper.library_wanted.connect(navigation.inspect_wanted)
        self.paper.lineage_wanted.connect(navigation.lineage_wanted)
        self.paper.focus_wanted.connect(stage.focus_on)
        self.edge.page_wanted.connect(navigation.citation_wanted)
        for card in (self.paper, self.edge):
            card.node_wanted.connect(self.show_paper)
            card.left.connect(self._leave_card)

    def _describe(self, node: int) -> str:
        if self.found is None or node < 0:
            return ""
        paper = self.found.papers[node]
        title = f"{paper.title} ({paper.year})" if paper.year else paper.title
        figures = (standing_words(paper), score_words(paper))
        return f"{title}\n{' · '.join(part for part in figures if part)}"

    def _describe_edge(self, number: int) -> str:
        content = self.stage.canvas.content
        if self.found is None or content is None:
            return ""
        edge = self.found.edges[number]
        cited, citing = content.labels[content.source[number]], content.labels[content.target[number]]
        kept = self.tr("kept") if edge.kept else self.tr("pruned")
        return self.tr("{0} cites {1}: {2}, affinity {3}, {4}").format(
            citing, cited, role_words(edge.role), affinity_words(edge), kept
        )
