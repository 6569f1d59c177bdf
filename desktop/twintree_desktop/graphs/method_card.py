"""The card of a method: what it is, where it comes from, what builds on it, where papers name it; and its edges.

Signals:
    MethodCard.method_wanted(str), MethodCard.theme_wanted(str): show another one
    MethodCard.edge_wanted(MethodEdge, dict): show an edge with the names of its ends
    MethodCard.page_wanted(Citation): show a mention's page, lit
    MethodCard.focus_wanted(str): show it with its ancestors and descendants alone
    MethodCard.renamed(str, str, str), merge_wanted(str), split_wanted(str, list), delete_wanted(str)
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPlainTextEdit

from twintree.base.methods import MethodDecision, MethodEdge
from twintree.base.records import Citation
from twintree_desktop.engine_words import in_words
from twintree_desktop.graphs.card import Card
from twintree_desktop.graphs.link_line import LinkLine
from twintree_desktop.graphs.method_reading import MethodView
from twintree_desktop.widgets import ElidedLabel, FlowLayout, button, caption, label, rule
from twintree_desktop.words import date_words, singular

_EDGES, _MENTIONS, _HISTORY = 12, 14, 12


class MethodCard(Card):
    """Shows one method, or lets a person edit it."""

    method_wanted = Signal(str)
    theme_wanted = Signal(str)
    edge_wanted = Signal(object, object)
    page_wanted = Signal(object)
    focus_wanted = Signal(str)
    renamed = Signal(str, str, str)
    merge_wanted = Signal(str)
    split_wanted = Signal(str, object)
    delete_wanted = Signal(str)

    def __init__(self, *, writable: bool) -> None:
        super().__init__()
        self._writable = writable
        self.view: MethodView | None = None

    def show_view(self, view: MethodView) -> None:
        """Show a method."""
        self.view = view
        self._clear()
        method = view.method
        self._add_heading(method.name)
        self._layout.addWidget(label(self._about(view), "small", wrap=True))
        if method.aliases:
            self._layout.addWidget(
                label(self.tr("also {0}").format(", ".join(method.aliases)), "muted", wrap=True)
            )
        if method.summary:
            self._layout.addWidget(label(method.summary, wrap=True))
        self._layout.addLayout(self._buttons(view))
        if view.theme is not None:
            theme = view.theme
            self._layout.addWidget(caption(self.tr("Theme")))
            self._layout.addWidget(
                LinkLine(theme.title or self.tr("Untitled"), lambda: self.theme_wanted.emit(theme.id))
            )
        self._add_edges(self.tr("Comes from"), tuple(e for e in view.parents if e.weight), view, up=True)
        self._add_edges(self.tr("Built on by"), tuple(e for e in view.children if e.weight), view, up=False)
        compared = tuple(e for e in view.parents if not e.weight)
        self._add_edges(self.tr("Compared with"), compared, view, up=True)
        compared = tuple(e for e in view.children if not e.weight)
        self._add_edges(self.tr("Others compared with it"), compared, view, up=False)
        self._add_mentions(view)
        self._add_history(view)
        self._layout.addStretch(1)

    def _about(self, view: MethodView) -> str:
        method = view.method
        known = self.tr("{0} mentions in {1} papers").format(method.mention_count, len(method.papers))
        said = self.tr("edited by you") if method.status == "edited" else ""
        parts = (method.kind, str(method.year or ""), singular(known), said)
        return " · ".join(part for part in parts if part)

    def _buttons(self, view: MethodView) -> FlowLayout:
        row, name = FlowLayout(), view.method.id
        row.addWidget(button(self.tr("Focus"), "outline", lambda: self.focus_wanted.emit(name)))
        if self._writable:
            row.addWidget(button(self.tr("Edit"), "outline", self.edit))
            row.addWidget(button(self.tr("Merge …"), "outline", lambda: self.merge_wanted.emit(name)))
            if len(view.papers) > 1:
                row.addWidget(button(self.tr("Split …"), "outline", self._ask_split))
            row.addWidget(button(self.tr("Delete"), "danger", lambda: self.delete_wanted.emit(name)))
        return row

    def _add_edges(self, title: str, edges: tuple[MethodEdge, ...], view: MethodView, *, up: bool) -> None:
        if not edges:
            return
        self._layout.addWidget(caption(title))
        for edge in edges[:_EDGES]:
            other = edge.source if up else edge.target
            name = view.names.get(other, other)
            row = QHBoxLayout()
            row.addWidget(LinkLine(name, partial(self.method_wanted.emit, other)), 1)
            kind = self.tr("strongest") if edge.primary else self.tr("supporting") if edge.weight else ""
            why = button(
                self.tr("{0} of 5").format(edge.rating) if edge.weight else self.tr("why"),
                "chip",
                partial(self.edge_wanted.emit, edge, view.names),
            )
            why.setToolTip(self.tr("Why: the words on both papers' pages"))
            row.addWidget(label(kind, "small"))
            row.addWidget(why)
            self._layout.addLayout(row)
        self._add_rest(len(edges), _EDGES)

    def _add_mentions(self, view: MethodView) -> None:
        mentions = view.method.mentions
        if not mentions:
            return
        self._layout.addWidget(rule())
        self._layout.addWidget(caption(self.tr("Named on these pages")))
        for each in mentions[:_MENTIONS]:
            title = view.papers.get(each.paper, each.paper)
            place = Citation(each.paper, each.file, each.page, each.spans, each.quote, title)
            self._layout.addWidget(label(each.quote, wrap=True))
            row = QHBoxLayout()
            row.addWidget(
                button(
                    self.tr("p. {0}").format(each.page),
                    "chip",
                    partial(self.page_wanted.emit, place),
                )
            )
            row.addWidget(ElidedLabel(title, "small"), 1)
            self._layout.addLayout(row)
        self._add_rest(len(mentions), _MENTIONS)

    def _add_history(self, view: MethodView) -> None:
        if not view.history:
            return
        self._layout.addWidget(rule())
        self._layout.addWidget(caption(self.tr("History")))
        for each in view.history[:_HISTORY]:
            self._layout.addWidget(label(self._decision(each, view), "muted", wrap=True))
        self._add_rest(len(view.history), _HISTORY)

    def _decision(self, each: MethodDecision, view: MethodView) -> str:
        """What was decided, by whom, when; of a joining, which paper's method and how alike it is."""
        who = {"person": self.tr("by you"), "rule": self.tr("by rule")}.get(each.by, each.by)
        what, why = self._what(each, view)
        alike = self.tr("cosine {0}").format(f"{each.similarity:.2f}") if each.similarity is not None else ""
        return " · ".join(part for part in (what, why, alike, who, date_words(each.at)) if part)

    def _what(self, each: MethodDecision, view: MethodView) -> tuple[str, str]:
        match each.what:
            case "merge" | "split" | "rate":
                return in_words(each.why), ""
            case "edit":
                fields = {"name": self.tr("name"), "summary": self.tr("summary"), "kind": self.tr("kind")}
                return self.tr("edited"), ", ".join(fields.get(name, name) for name in each.why.split(", "))
        return self.tr("joined"), view.papers.get(each.source.partition(".")[0], "")

    # ── the person's word ────────────────────────────────────────────────────────────────────────────

    def edit(self) -> None:
        """Edit name and summary in place of the card."""
        view = self.view
        if view is None:
            return
        self._clear()
        self.name, self.summary = QLineEdit(view.method.name), QPlainTextEdit(view.method.summary)
        self.summary.setMinimumHeight(120)
        self._add_fields(((self.tr("Name"), self.name), (self.tr("Summary"), self.summary)))
        self._add_decision(self.tr("Save"), self._save, lambda: self.show_view(view))

    def _save(self) -> None:
        view = self.view
        if view is None:
            return
        name, summary = self.name.text().strip(), self.summary.toPlainText().strip()
        if (name, summary) == (view.method.name, view.method.summary):
            self.show_view(view)
        else:
            self.renamed.emit(view.method.id, name, summary)

    def _ask_split(self) -> None:
        view = self.view
        if view is None:
            return
        self._clear()
        self._layout.addWidget(label(view.method.name, "title", wrap=True))
        text = self.tr("Choose the paper whose “{0}” is another method.").format(view.method.name)
        self._layout.addWidget(label(text, "muted", wrap=True))
        self.papers = QComboBox()
        self.papers.setAccessibleName(self.tr("Paper"))
        for paper, title in view.papers.items():
            self.papers.addItem(title if len(title) < 60 else title[:58] + "…", paper)
        self.papers.setMinimumContentsLength(12)
        self.papers.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._layout.addWidget(self.papers)
        self._add_decision(
            self.tr("Split it off"),
            lambda: self.split_wanted.emit(view.method.id, [str(self.papers.currentData())]),
            lambda: self.show_view(view),
        )


class MethodEdgePanel(Card):
    """Why one method is said to come from another: explanation, rating, the words on both papers' pages.

    Signals:
        page_wanted(Citation): show a page, lit
        method_wanted(str): show an end of the edge
        rated(str, str, int): the person's rating (source, target, 0 to 5)
    """

    page_wanted = Signal(object)
    method_wanted = Signal(str)
    rated = Signal(str, str, int)

    def __init__(self, *, writable: bool) -> None:
        super().__init__()
        self._writable = writable
        self.edge: MethodEdge | None = None

    def show_edge(self, edge: MethodEdge, names: dict[str, str]) -> None:
        """Show an edge."""
        self.edge = edge
        self._clear()
        self._layout.addWidget(caption(self.tr("Derivation") if edge.weight else self.tr("Comparison")))
        target = LinkLine(names.get(edge.target, edge.target), lambda: self.method_wanted.emit(edge.target))
        source = LinkLine(names.get(edge.source, edge.source), lambda: self.method_wanted.emit(edge.source))
        self._layout.addWidget(target)
        between = self.tr("comes from") if edge.weight else self.tr("is compared with")
        self._layout.addWidget(label(between, "small"))
        self._layout.addWidget(source)
        self._layout.addWidget(rule())
        if edge.explanation:
            self._layout.addWidget(label(edge.explanation, wrap=True))
        self._layout.addLayout(self._rating(edge))
        self._layout.addWidget(rule())
        for each in edge.evidence:
            self._layout.addWidget(label(each.quote, wrap=True))
            words = each.label or self.tr("p. {0}").format(each.page)
            chip = button(words, "chip", partial(self.page_wanted.emit, each))
            self._layout.addWidget(chip, 0, Qt.AlignmentFlag.AlignLeft)
        self._layout.addStretch(1)

    def _rating(self, edge: MethodEdge) -> QHBoxLayout:
        row = QHBoxLayout()
        self.ratings = QComboBox()
        self.ratings.setAccessibleName(self.tr("Rating"))
        for rating in range(5, -1, -1):
            text = self.tr("{0} of 5").format(rating) if rating else self.tr("not at all")
            self.ratings.addItem(text, rating)
        self.ratings.setCurrentIndex(self.ratings.findData(edge.rating))
        self.ratings.setEnabled(self._writable)
        self.ratings.activated.connect(
            lambda _: self.rated.emit(edge.source, edge.target, int(self.ratings.currentData()))
        )
        row.addWidget(self.ratings)
        by = self.tr("rated by you") if edge.by == "person" else ""
        share = self.tr("{0} % of what comes into it").format(round(100 * edge.share)) if edge.share else ""
        row.addWidget(label(" · ".join(part for part in (share, by) if part), "small"), 1)
        return row
