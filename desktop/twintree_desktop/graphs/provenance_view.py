"""The provenance view: which method comes from which, how strongly, and the page behind every edge."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox

from twintree.base.methods import MethodEdge
from twintree.base.placement import PlacedEdge, Placement
from twintree.base.records import Change
from twintree_desktop.graphs import method_reading as reading
from twintree_desktop.graphs.content import Content, EdgeTone, NodeTone
from twintree_desktop.graphs.graph_view import GraphView
from twintree_desktop.graphs.method_card import MethodCard, MethodEdgePanel
from twintree_desktop.graphs.stage import Stage
from twintree_desktop.session import Session
from twintree_desktop.widgets import EmptyPlace

#: The older a method, the nearer to the outline's colour; the newest have the accent. Without a year: hollow.
_AGES = 5
_NODES = (
    *(NodeTone(f"outline>accent@{i / (_AGES - 1):.2f}") for i in range(_AGES)),
    NodeTone("outline", hollow=True),
)
#: Thickness is weight; supporting edges are dashed, broken ones in the colour of warnings.
_EDGES = (
    *(EdgeTone("outline", 0.8 + 0.7 * i) for i in range(5)),
    EdgeTone("outline", 0.9, dashed=True),
    EdgeTone("warn", 1.2, dashed=True),
)
_SUPPORTING, _BROKEN = 5, 6


def edge_tone(edge: PlacedEdge) -> int:
    """Which look an edge has."""
    if edge.broken:
        return _BROKEN
    return round(edge.weight * 4) if edge.primary else _SUPPORTING


def age_tones(placement: Placement) -> list[int]:
    """Which look each node has: its year among all years."""
    years = sorted({node.year for node in placement.nodes if node.year is not None})
    share = {year: i / max(1, len(years) - 1) for i, year in enumerate(years)}
    return [
        _AGES if node.year is None else min(_AGES - 1, int(share[node.year] * _AGES))
        for node in placement.nodes
    ]


class ProvenanceView(GraphView):
    """The tree of methods with its cards."""

    theme_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        years, supporting = QCheckBox(self.tr("Along the years")), QCheckBox(self.tr("Supporting edges"))
        empty = EmptyPlace(session.icons, "lineage", self.tr("No methods yet"), "", "")
        stage = Stage(
            session,
            self.tr("Provenance of methods"),
            empty,
            self.tr(
                "Choose a method to see where it comes from and what builds on it; choose a line to read why.\n\n"
                "Arrow keys go from method to method, Space folds a branch, + and − change the size, "
                "0 shows everything, Enter focuses."
            ),
            [years, supporting],
            "provenance",
        )
        super().__init__(session, stage)
        self.years, self.supporting = years, supporting
        self.placement: Placement | None = None
        self._merging = ""
        writable = not session.library.readonly
        self.card, self.edge = MethodCard(writable=writable), MethodEdgePanel(writable=writable)
        for page in (self.card, self.edge):
            self.stage.side.add(page)
        self._connect()

    # ── loading ──────────────────────────────────────────────────────────────────────────────────────

    def load(self) -> None:
        """Read and place the tree afresh."""
        self._stale = False
        self._session.read(reading.provenance_map, self.years.isChecked(), then=self._loaded, owner=self)

    def _loaded(self, found: tuple[Placement, int]) -> None:
        placement, missing = found
        old = self.placement
        same = old is not None and [n.id for n in old.nodes] == [n.id for n in placement.nodes]
        same = same and old is not None and old.ticks == placement.ticks
        self.placement = placement
        self._say_missing(missing)
        content = Content(
            placement, _NODES, age_tones(placement), _EDGES, [edge_tone(edge) for edge in placement.edges]
        )
        self.stage.show_content(content, keep=same)
        self._filter()
        if not same:
            self.stage.canvas.fit()

    def _say_missing(self, missing: int) -> None:
        if missing and not self._session.library.readonly:
            hint = self.tr("The methods of {0} papers were not looked for yet.").format(missing)
            self.stage.empty.say(self.tr("No methods yet"), hint, self.tr("Look for methods"))
        else:
            hint = self.tr("Methods appear here as papers are read, with what each one comes from.")
            self.stage.empty.say(self.tr("No methods yet"), hint)

    def _seek(self) -> None:
        self.stage.empty.say(
            self.tr("Looking for methods …"), self.tr("This goes on while you work elsewhere.")
        )
        self._session.read(reading.seek_methods, then=lambda _: self.load(), owner=self)

    def _filter(self) -> None:
        content, placement = self.stage.canvas.content, self.placement
        if content is None or placement is None:
            return
        every = self.supporting.isChecked()
        edges = np.array([edge.primary or every for edge in placement.edges], dtype=bool)
        content.filter(content.joined(edges), edges)
        self.stage.canvas.refresh()
        text = self.tr(
            "{0} methods, {1} derivations   ·   thickness: weight; colour: year, the newest are green"
        )
        self.stage.legend.setText(text.format(int(content.shown.sum()), int(content.edge_shown.sum())))

    # ── selecting ────────────────────────────────────────────────────────────────────────────────────

    def show_method(self, name: str) -> None:
        """Show a method: in the tree where it has a place there, else its card alone."""
        if not self.stage.show_node(name):
            self._session.read(reading.method_view, name, then=self._show, owner=self)

    def _chosen(self, name: str) -> None:
        if self._merging and self._merging != name:
            kept, self._merging = self._merging, ""
            self._act(reading.merge_methods, kept, name)
        else:
            self._session.read(reading.method_view, name, then=self._show, owner=self)

    def _show(self, view: reading.MethodView) -> None:
        self.card.show_view(view)
        self.stage.side.show_page(self.card)

    def _edge_chosen(self, place: int) -> None:
        if self.placement is None:
            return
        edge = self.placement.edges[place]
        source, target = self.placement.nodes[edge.source].id, self.placement.nodes[edge.target].id

        def show(view: reading.MethodView) -> None:
            found = next((each for each in view.parents if each.source == source), None)
            if found is not None:
                self._show_edge(found, {**view.names, str(view.method.id): view.method.name})

        self._session.read(reading.method_view, target, then=show, owner=self)

    def _show_edge(self, edge: MethodEdge, names: dict[str, str]) -> None:
        self.edge.show_edge(edge, names)
        self.stage.side.show_page(self.edge)

    def _begin_merge(self, name: str) -> None:
        self._merging = name
        self._session.messages.tell(self.tr("Choose the method that is the same one; Esc leaves it."))

    def _selection_left(self, name: str) -> None:
        if not name:
            self._merging = ""

    def _act(self, work: Callable[..., Change], *args: object) -> None:
        def done(_: Change) -> None:
            self.load()
            if self.card.view is not None:
                self.show_method(self.card.view.method.id)

        self._session.act(work, *args, then=done, owner=self)

    def _deleted(self, name: str) -> None:
        self.card.view = None
        self.stage.side.show_page(self.stage.side.hint)
        self._act(reading.delete_method, name)

    def _connect(self) -> None:
        stage, card, navigation = self.stage, self.card, self._session.navigation
        stage.empty.wanted.connect(self._seek)
        stage.node_chosen.connect(self._chosen)
        stage.canvas.selected.connect(self._selection_left)
        stage.canvas.edge_selected.connect(self._edge_chosen)
        stage.canvas.opened.connect(stage.focus_on)
        stage.canvas.describe = self._describe
        stage.canvas.describe_edge = self._describe_edge
        self.years.toggled.connect(lambda _: self.load())
        self.supporting.toggled.connect(lambda _: self._filter())
        card.focus_wanted.connect(stage.focus_on)
        card.edge_wanted.connect(self._show_edge_of_card)
        card.theme_wanted.connect(self.theme_wanted)
        card.merge_wanted.connect(self._begin_merge)
        card.renamed.connect(lambda *said: self._act(reading.rename_method, *said))
        card.split_wanted.connect(lambda *said: self._act(reading.split_method, *said))
        card.delete_wanted.connect(self._deleted)
        self.edge.rated.connect(lambda *said: self._act(reading.rate_edge, *said))
        for panel in (card, self.edge):
            panel.method_wanted.connect(self.show_method)
            panel.page_wanted.connect(navigation.citation_wanted)

    def _show_edge_of_card(self, edge: MethodEdge, names: dict[str, str]) -> None:
        view = self.card.view
        own = {str(view.method.id): view.method.name} if view is not None else {}
        self._show_edge(edge, {**names, **own})

    def _describe(self, node: int) -> str:
        if self.placement is None or node < 0:
            return ""
        each, content = self.placement.nodes[node], self.stage.canvas.content
        into, out = content.degree(node) if content is not None else (0, 0)
        figures = self.tr("{0} mentions, comes from {1}, built on by {2}").format(each.count, into, out)
        return f"{each.label}{f' ({each.year})' if each.year else ''}\n{each.kind} · {figures}"

    def _describe_edge(self, place: int) -> str:
        if self.placement is None:
            return ""
        edge = self.placement.edges[place]
        ends = self.placement.nodes[edge.target].label, self.placement.nodes[edge.source].label
        return self.tr("{0} comes from {1}, {2} of 5").format(*ends, round(edge.weight * 4) + 1)
