"""The provenance view: which method comes from which, how strongly, and the page behind every edge."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox

from twintree.base.ids import PaperId
from twintree.base.methods import MethodEdge
from twintree.base.placement import Placement
from twintree.base.records import Change
from twintree_desktop.graphs import method_reading as reading
from twintree_desktop.graphs import method_tones as tones
from twintree_desktop.graphs.content import Content
from twintree_desktop.graphs.graph_view import GraphView
from twintree_desktop.graphs.method_card import MethodCard, MethodEdgePanel
from twintree_desktop.graphs.stage import Stage
from twintree_desktop.graphs.work_pages import ReadingPage
from twintree_desktop.session import Session
from twintree_desktop.widgets import EmptyPlace, button
from twintree_desktop.words import colour_words, number_words, singular

_YEAR, _PAPER = "year", "paper"


class ProvenanceView(GraphView):
    """The tree of methods with its cards."""

    theme_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        years, supporting = QCheckBox(self.tr("Along the years")), QCheckBox(self.tr("Supporting edges"))
        colour = QComboBox()
        colour.setAccessibleName(self.tr("Colour of methods"))
        colour.addItem(self.tr("Colour: year"), _YEAR)
        colour.addItem(self.tr("Colour: paper"), _PAPER)
        seek, read = button("", "link", self._seek), button("", "link", self.show_reading)
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
            [years, supporting, colour, seek, read],
            "provenance",
        )
        super().__init__(session, stage)
        self.seek, self.read = seek, read
        self.years, self.supporting, self.colour = years, supporting, colour
        self.placement: Placement | None = None
        self._papers: dict[str, str] = {}
        self._methods = 0  #: how many there are, those that are not drawn too
        self._merging = ""
        self._writable = writable = not session.library.readonly
        self.card, self.edge = MethodCard(writable=writable), MethodEdgePanel(writable=writable)
        self.reading = ReadingPage(session)
        for page in (self.card, self.edge, self.reading):
            self.stage.side.add(page)
        self.seek.hide()
        self.read.setVisible(writable)
        self._say_waiting(0)
        self._connect()

    # ── loading ──────────────────────────────────────────────────────────────────────────────────────

    def load(self) -> None:
        """Read and place the tree afresh."""
        self._stale = False
        self._session.read(reading.provenance_map, self.years.isChecked(), then=self._loaded, owner=self)
        if self._writable:
            self.reading.look()

    def _loaded(self, found: reading.ProvenanceMap) -> None:
        placement = found.placement
        old = self.placement
        same = old is not None and [n.id for n in old.nodes] == [n.id for n in placement.nodes]
        same = same and old is not None and old.ticks == placement.ticks
        self.placement, self._papers, self._methods = placement, found.papers, found.methods
        self._say_missing(found.missing)
        working = self.stage.side.current is self.reading
        self._draw(keep=same)
        if not same:
            self.stage.canvas.fit()
        if working:
            self._show_work()

    def _draw(self, *, keep: bool) -> None:
        placement = self.placement
        if placement is None:
            return
        if self.colour.currentData() == _PAPER:
            looks, tone = tones.PAPERS, tones.paper_tones(placement, tones.chief_papers(placement))
        else:
            looks, tone = tones.YEARS, tones.age_tones(placement, self._with_derivations(placement))
        edge = [tones.edge_tone(each) for each in placement.edges]
        self.stage.show_content(Content(placement, looks, tone, tones.EDGES, edge), keep=keep)
        self._filter()

    def _with_derivations(self, placement: Placement) -> list[bool]:
        """Which methods are at an edge that is shown; without a single derivation the methods stand by themselves."""
        ends = {
            end
            for edge in placement.edges
            if edge.primary or self.supporting.isChecked()
            for end in (edge.source, edge.target)
        }
        return [not placement.edges or place in ends for place in range(len(placement.nodes))]

    def _recolour(self) -> None:
        """Other colours; what is folded or in focus stays so."""
        old = self.stage.canvas.content
        self._draw(keep=True)
        new = self.stage.canvas.content
        if old is not None and new is not None:
            new.collapsed, new.focus = set(old.collapsed), old.focus
            new.filter()
            self.stage.canvas.refresh()
            self.stage.legend.setText(self._legend(new))

    def _say_missing(self, missing: int) -> None:
        self.seek.setText(self.tr("Look for methods in %n paper(s)", "", missing))
        self.seek.setEnabled(True)
        self.seek.setVisible(bool(missing) and self._writable)
        if missing and self._writable:
            hint = self.tr("The methods of %n paper(s) were not looked for yet.", "", missing)
            self.stage.empty.say(self.tr("No methods yet"), hint, self.tr("Look for methods"))
        else:
            hint = self.tr("Methods appear here as papers are read, with what each one comes from.")
            self.stage.empty.say(self.tr("No methods yet"), hint)

    def _seek(self) -> None:
        self.seek.setText(self.tr("Looking for methods …"))
        self.seek.setEnabled(False)
        self.stage.empty.say(
            self.tr("Looking for methods …"), self.tr("This goes on while you work elsewhere.")
        )
        self._session.read(reading.seek_methods, then=lambda _: self.load(), owner=self)

    def _filter(self) -> None:
        content = self.stage.canvas.content
        if content is None or self.placement is None:
            return
        edges = np.ones_like(content.primary) if self.supporting.isChecked() else content.primary
        nodes = self._with_derivations(self.placement)
        content.filter(np.array(nodes, dtype=bool), edges)
        if self.colour.currentData() == _YEAR:
            content.tint(tones.age_tones(self.placement, nodes))
        self.stage.canvas.refresh()
        self.stage.legend.setText(self._legend(content))

    def _legend(self, content: Content) -> str:
        text = self.tr("{0} of {1} methods, {2} derivations")
        counts = int(content.shown.sum()), self._methods, int(content.edge_shown.sum())
        drawn = singular(text.format(*map(number_words, counts)))
        keys = self.tr("→ leads to what was derived, the thicker the stronger")
        said = f"{drawn}   ·   {keys}   ·   {self._colour_words(content)}"
        if self._methods == int(content.wanted_nodes.sum()):
            return said
        return said + "\n" + self.tr("Methods without a derivation are not drawn here; they stand in Themes.")

    def _colour_words(self, content: Content) -> str:
        if self.placement is None:
            return ""
        if self.colour.currentData() != _PAPER:
            return self._year_words(self.placement, content)
        chief = tones.chief_papers(self.placement)
        named = [
            f"{colour_words(colour)} {self._papers.get(paper, paper)} ({count})"
            for colour, (paper, count) in zip(tones.COLOURS, chief, strict=False)
        ]
        papers = self.tr("colour: paper")
        return f"{papers}: {', '.join(named)}"

    def _year_words(self, placement: Placement, content: Content) -> str:
        shown = content.shown.tolist()
        years = tones.years_of(placement, shown)
        unknown = any(here and node.year is None for node, here in zip(placement.nodes, shown, strict=True))
        said = [self.tr("hollow: year not known")] if unknown else []
        if len(years) > 1:
            said.insert(
                0, self.tr("colour: year, from {0} (grey) to {1} (green)").format(years[0], years[-1])
            )
        elif years:
            said.insert(0, self.tr("green: {0}").format(years[0]))
        return ", ".join(said)

    # ── a model's reading ────────────────────────────────────────────────────────────────────────────

    def show_reading(self, papers: Sequence[PaperId] = ()) -> None:
        """Show what a model could read, these papers chosen, and what it found."""
        self._show_work()
        if papers:
            self.reading.choose(papers)
        else:
            self.reading.refresh()

    def _show_work(self) -> None:
        self.stage.pages.setCurrentIndex(1)  # also where there is no method yet
        self.stage.side.show_page(self.reading)

    def _say_waiting(self, count: int) -> None:
        text = self.tr("Read with a model …")
        self.read.setText(self.tr("A model's reading: %n to review", "", count) if count else text)

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
        self.colour.currentIndexChanged.connect(lambda _: self._recolour())
        self.reading.changed.connect(self.load)
        self.reading.counted.connect(self._say_waiting)
        self.reading.left.connect(lambda: stage.side.show_page(stage.rest))
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
        when = f" ({each.year})" if each.year else ""
        return f"{each.label}{when}\n{each.kind} · {singular(figures)}"

    def _describe_edge(self, place: int) -> str:
        if self.placement is None:
            return ""
        edge = self.placement.edges[place]
        ends = self.placement.nodes[edge.target].label, self.placement.nodes[edge.source].label
        if not edge.weight:
            return self.tr("{0} is compared with {1}").format(*ends)
        return self.tr("{0} comes from {1}, {2} of 5").format(*ends, round(edge.weight * 4) + 1)
