"""The cards of an exploration: a paper with its fate and its citations, a citation with its evidence.

Signals:
    PaperCard.node_wanted(str), EdgeCard.node_wanted(str): show this paper or work
    PaperCard.edge_wanted(int): show this citation, by its place in the exploration
    PaperCard.read_wanted(str), library_wanted(str), lineage_wanted(str), focus_wanted(str)
    PaperCard.left(), EdgeCard.left(): back to the lists
    EdgeCard.page_wanted(Citation): show a page with its words lit
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from twintree.base.exploring import CarriedClaim, Exploration, ExploredEdge, ExploredPaper
from twintree_desktop.claim_rows import ClaimPhrase, verdict_words
from twintree_desktop.engine_words import in_words
from twintree_desktop.explore.reading import name_of, place_of_mention
from twintree_desktop.explore.words import affinity_words, fate_words, score_words, standing_words
from twintree_desktop.graphs.card import Card
from twintree_desktop.graphs.link_line import LinkLine
from twintree_desktop.graphs.role_words import level_words, role_words
from twintree_desktop.graphs.sentences import SentenceRow
from twintree_desktop.widgets import FlowLayout, button, caption, label, rule
from twintree_desktop.words import author_line

_LISTED = 25


class _ExploreCard(Card):
    """A card that knows the exploration and the way back to its lists."""

    node_wanted = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._papers: Mapping[str, ExploredPaper] = {}
        self._edges: Sequence[ExploredEdge] = ()

    def show_exploration(self, found: Exploration) -> None:
        """Know another exploration."""
        self._papers = {each.id: each for each in (*found.papers, *found.unreached)}
        self._edges = found.edges

    def _begin(self) -> None:
        self._clear()
        back = button(self.tr("‹ All that was found"), "link", self.left.emit)
        self._layout.addWidget(back, 0, Qt.AlignmentFlag.AlignLeft)


class PaperCard(_ExploreCard):
    """One paper or work."""

    edge_wanted = Signal(int)
    read_wanted = Signal(str)
    library_wanted = Signal(str)
    lineage_wanted = Signal(str)
    focus_wanted = Signal(str)

    def show_paper(self, name: str) -> None:
        """Show a paper or a work of the exploration."""
        paper = self._papers[name]
        self._begin()
        self._add_heading(paper.title)
        people = author_line(paper.authors) if paper.authors else ""
        about = " · ".join(part for part in (people, str(paper.year or "")) if part)
        if about:
            self._layout.addWidget(label(about, "muted", wrap=True))
        share = self.tr("{0} of the walk").format(score_words(paper)) if paper.score else ""
        standing = " · ".join(part for part in (standing_words(paper), share) if part)
        self._layout.addWidget(label(standing, "small", wrap=True))
        self._layout.addWidget(label(fate_words(paper), wrap=True))
        if paper.capped:
            text = self.tr("It has too many links: the weakest %n were not followed.", "", paper.capped)
            self._layout.addWidget(label(text, "warn", wrap=True))
        self._layout.addLayout(self._buttons(paper))
        cited = [(i, edge) for i, edge in enumerate(self._edges) if edge.target == name]
        cites = [(i, edge) for i, edge in enumerate(self._edges) if edge.source == name]
        self._add_citations(self.tr("Cited by, in your library"), cited, citing=True)
        self._add_citations(self.tr("Cites, among what was explored"), cites, citing=False)
        self._layout.addStretch(1)

    def _buttons(self, paper: ExploredPaper) -> FlowLayout:
        row, name = FlowLayout(), paper.id
        if paper.held:
            row.addWidget(button(self.tr("Read"), "primary", lambda: self.read_wanted.emit(name)))
            row.addWidget(
                button(self.tr("Show in library"), "outline", lambda: self.library_wanted.emit(name))
            )
        row.addWidget(button(self.tr("Citation graph"), "outline", lambda: self.lineage_wanted.emit(name)))
        if any(name in (edge.source, edge.target) for edge in self._edges):
            row.addWidget(button(self.tr("Focus"), "outline", lambda: self.focus_wanted.emit(name)))
        return row

    def _add_citations(self, title: str, edges: list[tuple[int, ExploredEdge]], *, citing: bool) -> None:
        if not edges:
            return
        self._layout.addWidget(rule())
        self._layout.addWidget(caption(title))
        edges.sort(key=lambda each: (not each[1].kept, -(each[1].affinity or 0.0), -each[1].weight))
        for number, edge in edges[:_LISTED]:
            other = self._papers[edge.source if citing else edge.target]
            row = QHBoxLayout()
            row.addWidget(LinkLine(other.title, partial(self.node_wanted.emit, other.id)), 1)
            if not edge.kept:
                row.addWidget(label(self.tr("pruned") if edge.affinity is not None else "", "small"))
            known = affinity_words(edge) if edge.affinity is not None else role_words(edge.role)
            why = button(known, "chip", partial(self.edge_wanted.emit, number))
            why.setToolTip(self.tr("Why: the citing sentences and the claims of both, with their pages"))
            row.addWidget(why)
            self._layout.addLayout(row)
        self._add_rest(len(edges), _LISTED)


class EdgeCard(_ExploreCard):
    """One citation: its fate, its affinity, and the words behind them."""

    page_wanted = Signal(object)

    def show_edge(self, number: int) -> None:
        """Show a citation by its place in the exploration."""
        edge = self._edges[number]
        citing, cited = self._papers[edge.source], self._papers[edge.target]
        self._begin()
        self._layout.addWidget(caption(self.tr("Citation")))
        self._layout.addWidget(self._end(citing))
        self._layout.addWidget(label(self.tr("cites"), "small"))
        self._layout.addWidget(self._end(cited))
        self._layout.addWidget(rule())
        why = in_words(edge.why).replace(f"({edge.role})", f"({role_words(edge.role)})")
        self._layout.addWidget(label(why, wrap=True))
        figures = (
            self.tr("affinity {0}").format(affinity_words(edge)),
            role_words(edge.role),
            level_words(edge.level),
        )
        self._layout.addWidget(label(" · ".join(figures), "small", wrap=True))
        self._add_sentences(edge, citing)
        self._add_claims(edge, citing, cited)
        self._layout.addStretch(1)

    def _end(self, paper: ExploredPaper) -> QWidget:
        return LinkLine(paper.title, lambda: self.node_wanted.emit(paper.id))

    def _add_sentences(self, edge: ExploredEdge, citing: ExploredPaper) -> None:
        mentions = [each.mention for each in edge.evidence if each.mention is not None]
        if not mentions:
            return
        self._layout.addWidget(rule())
        self._layout.addWidget(caption(self.tr("The citing sentence")))
        for mention in mentions:
            place = place_of_mention(mention, citing)
            self._layout.addWidget(SentenceRow(mention, place, self.page_wanted.emit))

    def _add_claims(self, edge: ExploredEdge, citing: ExploredPaper, cited: ExploredPaper) -> None:
        pairs = [each.claims for each in edge.evidence if each.claims is not None]
        pairs.sort(key=lambda each: (not each.carried, -max(each.verdict.supports, each.verdict.contradicts)))
        if not pairs:
            return
        self._layout.addWidget(rule())
        self._layout.addWidget(caption(self.tr("The claims of both")))
        for pair in pairs:
            self._add_pair(pair, name_of(citing), name_of(cited))

    def _add_pair(self, pair: CarriedClaim, citing: str, cited: str) -> None:
        self._layout.addWidget(ClaimPhrase(pair.citing, citing, self.page_wanted.emit))
        self._layout.addWidget(label(verdict_words(pair.verdict, carried=pair.carried), "small", wrap=True))
        self._layout.addWidget(ClaimPhrase(pair.cited, cited, self.page_wanted.emit))
        self._layout.addWidget(rule())
