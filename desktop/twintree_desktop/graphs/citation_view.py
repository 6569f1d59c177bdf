"""The citation graph of the library: held and not held, by role and level, along the years, with the words.

A click on a node shows its card, a click on an edge the citing sentences; a sentence opens its page, lit.
"""

from __future__ import annotations

import itertools

import numpy as np

from twintree.base.citations import CitationMention, Citer, Lineage
from twintree.base.errors import TwintreeError
from twintree.base.ids import PaperId
from twintree.knowledge.placing import PlacedCitations
from twintree_desktop.graphs import reading
from twintree_desktop.graphs.content import Content, EdgeTone, NodeTone
from twintree_desktop.graphs.filters import Filters
from twintree_desktop.graphs.graph_view import GraphView
from twintree_desktop.graphs.node_card import NodeCard
from twintree_desktop.graphs.path_panel import PathPanel
from twintree_desktop.graphs.role_words import level_words, role_words
from twintree_desktop.graphs.sentences import EdgePanel
from twintree_desktop.graphs.stage import Stage
from twintree_desktop.graphs.waiting_list import WaitingList
from twintree_desktop.session import Session
from twintree_desktop.widgets import EmptyPlace
from twintree_desktop.words import singular, some_names

_HELD, _WORK = NodeTone("accent"), NodeTone("outline", hollow=True)
#: By level: listed or minor, moderate, important, foundational; contrast stands out.
_EDGES = (
    EdgeTone("outline", 0.7),
    EdgeTone("outline", 1.2),
    EdgeTone("accent", 1.6),
    EdgeTone("accent", 2.6),
    EdgeTone("warn", 1.8, dashed=True),
)
_CONTRAST = 4


def edge_tone(level: int, role: str) -> int:
    """Which look a citation has."""
    return _CONTRAST if role == "contrast" else (0, 0, 0, 1, 2, 3)[level]


class CitationView(GraphView):
    """The graph, the bar above it, and what stands beside it."""

    def __init__(self, session: Session) -> None:
        filters = Filters()
        stage = Stage(
            session,
            self.tr("Citation graph"),
            EmptyPlace(
                session.icons,
                "lineage",
                self.tr("No citations yet"),
                self.tr("Papers with a list of references appear here, with the works that they cite."),
            ),
            self.tr(
                "Choose a paper to see whom it cites and who cites it; choose a line to read the sentences "
                "behind it.\n\nArrow keys go from paper to paper, + and − change the size, 0 shows everything, "
                "Enter opens."
            ),
            [filters],
            "citations",
        )
        super().__init__(session, stage)
        self.filters = filters
        self.placed: PlacedCitations | None = None
        self._left_out: tuple[str, ...] = ()
        self._loading = False
        self._path_from = ""
        writable = not session.library.readonly
        self.canvas, self.side = self.stage.canvas, self.stage.side
        self.card, self.edge = NodeCard(), EdgePanel(writable=writable)
        self.path, self.queue = PathPanel(), WaitingList(writable=writable)
        for page in (self.card, self.edge, self.path, self.queue):
            self.side.add(page)
        self._connect()

    # ── loading ──────────────────────────────────────────────────────────────────────────────────────

    def load(self) -> None:
        """Read and place the graph afresh; what was selected stays selected."""
        if self._loading:
            self._stale = True
            return
        self._loading, self._stale = True, False
        self._session.read(
            reading.citation_map,
            self.filters.years.isChecked(),
            self.filters.least_citers,
            then=self._loaded,
            failed=self._failed,
            owner=self,
        )
        self._session.read(reading.waiting, then=self._show_waiting, owner=self)

    def _loaded(self, found: reading.CitationMap) -> None:
        self._loading = False
        placed, self._left_out = found.placed, found.left_out
        known = self.placed is not None and [n.id for n in self.placed.nodes] == [n.id for n in placed.nodes]
        same = known and self.placed is not None and self.placed.placement.ticks == placed.placement.ticks
        self.placed = placed
        content = Content(
            placed.placement,
            (_HELD, _WORK),
            [0 if node.held else 1 for node in placed.nodes],
            _EDGES,
            [edge_tone(edge.level, edge.role) for edge in placed.edges],
        )
        self.stage.show_content(content, keep=same)
        self._filter()
        if not same:
            self.canvas.fit()
        if self._stale:
            self.load()

    def _failed(self, error: TwintreeError) -> None:
        self._loading = False
        self._session.messages.fail(error)

    def _show_waiting(self, citers: list[Citer]) -> None:
        self.filters.show_waiting(len(citers))
        self.queue.show_waiting(citers)

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────

    def _filter(self) -> None:
        placed, content = self.placed, self.canvas.content
        if placed is None or content is None:
            return
        roles, least = self.filters.chosen_roles, self.filters.least_level
        edges = np.array([e.role in roles and e.level >= least for e in placed.edges], dtype=bool)
        nodes = np.array([n.held or not self.filters.held.isChecked() for n in placed.nodes], dtype=bool)
        if self.filters.narrows:
            nodes &= content.joined(edges)
        content.filter(nodes, edges)
        self.canvas.refresh()
        self._say_legend()

    def _say_legend(self) -> None:
        content, placed = self.canvas.content, self.placed
        if content is None or placed is None:
            return
        held = sum(bool(content.shown[i]) for i, node in enumerate(placed.nodes) if node.held)
        works = int(content.shown.sum()) - held
        every = sum(node.held for node in placed.nodes) + len(self._left_out)
        counts = self.tr("{0} of {1} papers, {2} works not held, {3} citations").format(
            held, every, works, int(content.edge_shown.sum())
        )
        keys = self.tr(
            "● held  ○ not held  ━ important or foundational  ┅ contrast  → leads to the paper that cites"
        )
        said = [f"{singular(counts)}   ·   {keys}"]
        if self._left_out:
            missing = self.tr(
                "%n paper(s) not drawn, since no citation from or to them was found:", "", len(self._left_out)
            )
            said.append(f"{missing} {some_names(self._left_out)}")
        self.stage.legend.setText("\n".join(said))
        self.stage.legend.setToolTip(", ".join(self._left_out))

    def show_paper(self, name: str) -> None:
        """Select a paper or a work; one that the graph leaves out has its card all the same."""
        if not self.stage.show_node(name):
            self._session.read(reading.node_view, name, then=self._show_node, owner=self)

    # ── selecting ────────────────────────────────────────────────────────────────────────────────────

    def _node_selected(self, name: str) -> None:
        if self._path_from and self._path_from != name:
            start, self._path_from = self._path_from, ""
            self._session.read(reading.path_between, start, name, then=self._show_path, owner=self)
        else:
            self._session.read(reading.node_view, name, then=self._show_node, owner=self)

    def _selection_left(self, name: str) -> None:
        if not name:
            self._path_from = ""

    def _show_node(self, view: reading.NodeView) -> None:
        self.card.show_view(view)
        self.side.show_page(self.card)

    def _edge_selected(self, edge: int) -> None:
        if self.placed is not None:
            chosen = self.placed.edges[edge]
            self._show_reference(chosen.reference, chosen.citing)

    def _show_reference(self, reference: str, citing: str) -> None:
        self._session.read(reading.edge_view, reference, citing, then=self._show_edge, owner=self)

    def _show_edge(self, view: reading.EdgeView) -> None:
        self.edge.show_view(view)
        self.side.show_page(self.edge)

    def _edge_from_list(self, reference: str, citing: str) -> None:
        edges = self.placed.edges if self.placed is not None else ()
        place = next((i for i, edge in enumerate(edges) if edge.reference == reference), -1)
        if place >= 0:
            self.canvas.select_edge(place)
        else:
            self._show_reference(reference, citing)

    def _begin_path(self, name: str) -> None:
        content = self.canvas.content
        self._path_from = name
        node = content.index.get(name, -1) if content is not None else -1
        self.path.ask(self.canvas.describe(node) if node >= 0 else name)
        self.side.show_page(self.path)

    def _show_path(self, lineage: Lineage) -> None:
        self.path.show_path(lineage)
        self.side.show_page(self.path)
        content = self.canvas.content
        if content is None or not lineage.path:
            return
        names = [lineage.path[0].paper, *(step.to for step in lineage.path)]
        nodes = [content.index[name] for name in names if name in content.index]
        between = (content.edge_between(a, b) for a, b in itertools.pairwise(nodes))
        self.canvas.light(frozenset(nodes), tuple(edge for edge in between if edge >= 0))

    def _page_of_step(self, citing: str, mention: CitationMention) -> None:
        def go(view: reading.NodeView) -> None:
            if view.paper is not None:
                self._session.navigation.citation_wanted.emit(reading.citation_of(mention, view.paper))

        self._session.read(reading.node_view, citing, then=go, owner=self)

    def _said(self, reference: str, role: str, level: int) -> None:
        self._session.act(reading.confirm, reference, role, level, then=lambda _: self.load(), owner=self)

    def _connect(self) -> None:
        navigation = self._session.navigation
        self.canvas.describe = self._describe
        self.canvas.describe_edge = self._describe_edge
        self.stage.node_chosen.connect(self._node_selected)
        self.canvas.selected.connect(self._selection_left)
        self.canvas.edge_selected.connect(self._edge_selected)
        self.canvas.opened.connect(self._open)
        for panel in (self.card, self.queue):
            panel.edge_wanted.connect(self._edge_from_list)
        for saying in (self.edge, self.queue):
            saying.said.connect(self._said)
        self.card.read_wanted.connect(lambda name: navigation.paper_wanted.emit(name, 1))
        self.card.library_wanted.connect(navigation.inspect_wanted)
        self.card.focus_wanted.connect(self._focus_on)
        self.card.path_wanted.connect(self._begin_path)
        self.edge.page_wanted.connect(navigation.citation_wanted)
        self.edge.node_wanted.connect(self.show_paper)
        self.path.node_wanted.connect(self.show_paper)
        self.path.page_wanted.connect(self._page_of_step)
        self.filters.layout_wanted.connect(self.load)
        self.filters.filter_wanted.connect(self._filter)
        self.filters.queue_wanted.connect(lambda: self.side.show_page(self.queue))
        self.stage.all.clicked.connect(lambda _: self._say_legend())

    def _focus_on(self, name: str) -> None:
        self.stage.focus_on(name)
        self._say_legend()

    def _open(self, name: str) -> None:
        if name.startswith("W"):
            self._focus_on(name)
        else:
            self._session.navigation.paper_wanted.emit(PaperId(name), 1)

    def _describe(self, node: int) -> str:
        if self.placed is None or node < 0:
            return ""
        each, content = self.placed.nodes[node], self.canvas.content
        held = self.tr("in the library") if each.held else self.tr("not in the library")
        cites, cited = content.degree(node) if content is not None else (0, 0)
        figures = self.tr("cites {0}, cited by {1}").format(cites, cited)
        year = f" ({each.year})" if each.year else ""
        return f"{each.title}{year}\n{held} · {figures}"

    def _describe_edge(self, edge: int) -> str:
        if self.placed is None:
            return ""
        chosen, content = self.placed.edges[edge], self.canvas.content
        if content is None:
            return ""
        cited, citing = content.labels[content.source[edge]], content.labels[content.target[edge]]
        return self.tr("{0} cites {1}: {2}, {3}").format(
            citing, cited, role_words(chosen.role), level_words(chosen.level)
        )
