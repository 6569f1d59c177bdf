"""The themes view: the abstraction tree from the widest theme to the methods, with what each theme says."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from twintree.base.placement import Placement
from twintree_desktop.graphs import method_reading as reading
from twintree_desktop.graphs.card import Card
from twintree_desktop.graphs.content import Content, EdgeTone, NodeTone
from twintree_desktop.graphs.graph_view import GraphView
from twintree_desktop.graphs.link_line import LinkLine
from twintree_desktop.graphs.stage import Stage
from twintree_desktop.graphs.work_pages import DescribingPage
from twintree_desktop.session import Session
from twintree_desktop.widgets import EmptyPlace, button, caption, label
from twintree_desktop.words import singular

_NODES = (NodeTone("soft", ring="accent"), NodeTone("outline"))
_EDGES = (EdgeTone("outline", 1.0), EdgeTone("outline", 0.6))
_LISTED = 40


class ThemeCard(Card):
    """Shows one theme.

    Signals:
        theme_wanted(str), method_wanted(str): show another theme, or a method
        described(str, str, str): the person's title and note (theme, title, note)
    """

    theme_wanted = Signal(str)
    method_wanted = Signal(str)
    described = Signal(str, str, str)

    def __init__(self, *, writable: bool) -> None:
        super().__init__()
        self._writable = writable
        self.view: reading.ThemeView | None = None

    def show_view(self, view: reading.ThemeView) -> None:
        """Show a theme."""
        self.view = view
        self._clear()
        cluster = view.cluster
        self._layout.addWidget(label(cluster.title or self.tr("Untitled"), "title", wrap=True))
        kind = self.tr("groups methods") if cluster.level == 1 else self.tr("groups themes")
        figures = self.tr("{0} · {1} methods · {2} papers")
        told = singular(figures.format(kind, len(view.methods), view.papers))
        self._layout.addWidget(label(told, "small"))
        if cluster.summary:
            self._layout.addWidget(label(cluster.summary, wrap=True))
        if cluster.note:
            self._layout.addWidget(label(cluster.note, "muted", wrap=True))
        if self._writable:
            rename = button(self.tr("Rename or note …"), "outline", self.edit)
            self._layout.addWidget(rename, 0, Qt.AlignmentFlag.AlignLeft)
        if view.parent is not None:
            parent = view.parent
            self._layout.addWidget(caption(self.tr("Part of")))
            self._layout.addWidget(LinkLine(parent.title, lambda: self.theme_wanted.emit(parent.id)))
        themes = [(each.title, each.id) for each in view.children]
        self._add_links(self.tr("Themes in it"), themes, self.theme_wanted.emit, _LISTED)
        methods = [(each.name, each.id) for each in view.methods]
        self._add_links(self.tr("Methods"), methods, self.method_wanted.emit, _LISTED)
        self._layout.addStretch(1)

    def edit(self) -> None:
        """Edit title and note in place of the card."""
        view = self.view
        if view is None:
            return
        self._clear()
        self.title, self.note = QLineEdit(view.cluster.title), QPlainTextEdit(view.cluster.note)
        self._add_fields(((self.tr("Title"), self.title), (self.tr("Note"), self.note)))
        self._add_decision(self.tr("Save"), self._save, lambda: self.show_view(view))

    def _save(self) -> None:
        if self.view is not None:
            self.described.emit(self.view.cluster.id, self.title.text().strip(), self.note.toPlainText())


class ThemesView(GraphView):
    """The tree of themes with its cards.

    Signals:
        method_wanted(str): show a method's card
    """

    method_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        describe = button(self.tr("Describe with a model …"), "link", self.show_describing)
        stage = Stage(
            session,
            self.tr("Themes"),
            EmptyPlace(
                session.icons,
                "themes",
                self.tr("No themes yet"),
                self.tr("Themes are made of the methods of the papers in the library."),
            ),
            self.tr(
                "Choose a theme to read what belongs to it. Enter opens it, and on a method shows its card; Space "
                "folds a branch."
            ),
            [describe],
            "themes",
        )
        super().__init__(session, stage)
        self.placement: Placement | None = None
        self._opened: set[str] = set()  #: themes whose methods are drawn
        self.card = ThemeCard(writable=not session.library.readonly)
        self.describing = DescribingPage(session)
        for page in (self.card, self.describing):
            self.stage.side.add(page)
        describe.setVisible(not session.library.readonly)
        self._connect()

    def load(self) -> None:
        """Read and place the tree afresh."""
        self._stale = False
        self._session.read(reading.theme_map, frozenset(self._opened), then=self._loaded, owner=self)

    def show_describing(self) -> None:
        """Show what a model could write of the themes."""
        self.describing.refresh()
        self._show_work()

    def _show_work(self) -> None:
        self.stage.pages.setCurrentIndex(1)  # also where there is no theme yet
        self.stage.side.show_page(self.describing)

    def show_theme(self, name: str) -> None:
        """Select a theme."""
        if not self.stage.show_node(name):
            self._session.read(reading.theme_view, name, then=self._show, owner=self)

    def _loaded(self, placement: Placement) -> None:
        old = self.stage.canvas.content
        chosen = self.stage.canvas.selected_id
        known = self.placement is not None and bool(self.placement.nodes)
        self.placement = placement
        themes = [node.kind == "theme" for node in placement.nodes]
        content = Content(
            placement,
            _NODES,
            [0 if theme else 1 for theme in themes],
            _EDGES,
            [0 if themes[edge.target] else 1 for edge in placement.edges],
            directed=False,
        )
        for node in old.collapsed if old is not None else ():
            if old is not None and old.ids[node] in content.index:
                content.collapse(content.index[old.ids[node]])
        working = self.stage.side.current is self.describing
        self.stage.show_content(content, keep=known)
        if working:
            self._show_work()
        if chosen in content.index:
            self.stage.canvas.bring(content.index[chosen])
        text = self.tr("{0} themes   ·   size: methods in a theme")
        self.stage.legend.setText(singular(text.format(sum(themes))))

    def _chosen(self, name: str) -> None:
        if self._is_theme(name):
            self._session.read(reading.theme_view, name, then=self._show, owner=self)
        else:
            self.stage.side.show_page(self.stage.side.hint)

    def _is_theme(self, name: str) -> bool:
        content, placement = self.stage.canvas.content, self.placement
        if content is None or placement is None or name not in content.index:
            return False
        return placement.nodes[content.index[name]].kind == "theme"

    def _show(self, view: reading.ThemeView) -> None:
        self.card.show_view(view)
        self.stage.side.show_page(self.card)

    def _open(self, name: str) -> None:
        content = self.stage.canvas.content
        if content is None:
            return
        if not self._is_theme(name):
            self.method_wanted.emit(name)
        elif self._holds_methods(name):
            self._opened ^= {name}
            self.load()
        else:
            node = content.index[name]
            content.collapse(node, node not in content.collapsed)
            self.stage.canvas.refresh()

    def _holds_methods(self, name: str) -> bool:
        """Whether a theme is of the finest level: what it holds is methods."""
        content, placement = self.stage.canvas.content, self.placement
        if content is None or placement is None:
            return False
        node = content.index[name]
        below = [edge.target for edge in placement.edges if edge.source == node]
        return not any(placement.nodes[each].kind == "theme" for each in below)

    def _described(self, name: str, title: str, note: str) -> None:
        def done(_: object) -> None:
            self.load()
            self._session.read(reading.theme_view, name, then=self._show, owner=self)

        self._session.act(reading.rename_theme, name, title, note, then=done, owner=self)

    def _connect(self) -> None:
        self.stage.node_chosen.connect(self._chosen)
        self.stage.canvas.opened.connect(self._open)
        self.stage.canvas.describe = self._describe
        self.describing.left.connect(lambda: self.stage.side.show_page(self.stage.rest))
        self.card.theme_wanted.connect(self.show_theme)
        self.card.method_wanted.connect(self.method_wanted)
        self.card.described.connect(self._described)

    def _describe(self, node: int) -> str:
        if self.placement is None or node < 0:
            return ""
        each = self.placement.nodes[node]
        if each.kind == "theme":
            return singular(self.tr("{0}\ntheme · {1} methods").format(each.label, each.count))
        return singular(self.tr("{0}\n{1} · {2} mentions").format(each.label, each.kind, each.count))
