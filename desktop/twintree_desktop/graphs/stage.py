"""What every view of a tree has: a bar with a search field, the canvas, a pane beside it, a line of figures below.

Signals:
    Stage.node_chosen(str): a node was selected, by id
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from twintree_desktop.graphs.canvas import GraphCanvas
from twintree_desktop.graphs.content import Content
from twintree_desktop.graphs.picture import picture_menu
from twintree_desktop.graphs.side_pane import SidePane
from twintree_desktop.session import Session
from twintree_desktop.tokens import HEIGHT, SPACE
from twintree_desktop.widgets import EmptyPlace, FlowLayout, button, frame, icon_button, label

#: Pixels of the field that searches.
_FIELD = 240


class Stage(QWidget):
    """Puts the parts together; finding, focusing and leaving a focus are the same in every view."""

    node_chosen = Signal(str)

    def __init__(
        self, session: Session, name: str, empty: EmptyPlace, hint: str, tools: Sequence[QWidget], state: str
    ) -> None:
        super().__init__()
        self.canvas = GraphCanvas(session.appearance, name)
        self.side = SidePane(self.tr("Selected in the tree"))
        self.side.hint.setText(hint)
        self.rest: QWidget = self.side.hint  #: stands beside the graph while nothing is selected
        self.empty = empty
        self.legend = label("", "small", wrap=True)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find a name"))
        self.field.setAccessibleName(self.tr("Find in the tree"))
        self.field.setClearButtonEnabled(True)
        self.field.setMaximumWidth(240)
        self.all = button(self.tr("Show all"), "link", self.show_all)
        self.all.hide()
        self._fit = icon_button(
            session.icons, "fit-width", self.tr("Everything in view (0)"), self.canvas.fit
        )
        self.save = icon_button(session.icons, "export", self.tr("Save what is seen"))
        self.save.setMenu(picture_menu(session, self, lambda: self.canvas.content, state))
        self.save.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._found: list[int] = []
        self._turn = 0
        self._lay_out(session, tools, state)
        self.setFocusProxy(self.canvas)
        self.field.textChanged.connect(self._find)
        self.field.returnPressed.connect(self._find_next)
        self.canvas.selected.connect(self._selected)
        find = QShortcut(QKeySequence("Ctrl+F"), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.field.setFocus)

    def show_content(self, content: Content, *, keep: bool) -> None:
        """Show a tree; an empty one gives way to what is to be done."""
        self.pages.setCurrentIndex(1 if len(content) else 0)
        self.canvas.show_content(content, keep=keep)
        if not keep:
            self.all.hide()
            self.canvas.fit()
            self.side.show_page(self.rest)

    def show_node(self, name: str) -> bool:
        """Select a node and bring it to the middle; it is brought out of a collapsed part first.

        Returns:
            Whether it is drawn; what a filter leaves out is not selected.
        """
        content = self.canvas.content
        if content is None or name not in content.index:
            return False
        node = content.index[name]
        if not content.shown[node]:
            content.focus_on(None)
            for above in [each for each in content.collapsed if content.reach(each, up=False)[node]]:
                content.collapse(above, False)
            self.canvas.refresh()
        if not content.shown[node]:
            self.canvas.select(-1, tell=False)  # a choice that was begun, of what to merge with, goes on
            return False
        self.canvas.select(node)
        self.canvas.bring(node)
        return True

    def focus_on(self, name: str) -> None:
        """Show a node with its ancestors and descendants alone."""
        content = self.canvas.content
        if content is None or name not in content.index:
            return
        content.focus_on(content.index[name])
        self.all.show()
        self.canvas.select(-1, tell=False)
        self.canvas.refresh()
        self.canvas.fit()

    def show_all(self) -> None:
        """Leave a focus."""
        self.all.hide()
        if self.canvas.content is not None:
            self.canvas.content.focus_on(None)
            self.canvas.refresh()
            self.canvas.fit()

    def _selected(self, name: str) -> None:
        if name:
            self.node_chosen.emit(name)
        else:
            self.side.show_page(self.rest)

    def _find(self, text: str) -> None:
        self._found = self.canvas.content.search(text) if self.canvas.content is not None else []
        self._turn = 0
        self._show_found()

    def _find_next(self) -> None:
        self._turn += 1
        self._show_found()

    def _show_found(self) -> None:
        if self._found and self.canvas.content is not None:
            name = self.canvas.content.ids[self._found[self._turn % len(self._found)]]
            if not self.show_node(name):
                self.node_chosen.emit(name)  # what a filter leaves out still has its card

    def _lay_out(self, session: Session, tools: Sequence[QWidget], state: str) -> None:
        bar = frame("bar")
        bar.setMinimumHeight(HEIGHT.bar)
        row = QHBoxLayout(bar)
        row.setContentsMargins(SPACE.medium, SPACE.hair, SPACE.medium, SPACE.hair)
        row.setSpacing(SPACE.small)
        # In a narrow window the tools take two lines: a field of three letters cannot be searched in.
        holder = QWidget()
        flow = FlowLayout(holder, SPACE.medium)
        self.field.setFixedWidth(_FIELD)
        for tool in (self.field, *tools):
            flow.addWidget(tool)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        holder.setSizePolicy(policy)
        row.addWidget(holder, 1)
        row.addWidget(self.all)
        row.addWidget(self._fit)
        row.addWidget(self.save)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.canvas)
        split.addWidget(self.side)
        split.setStretchFactor(0, 1)
        split.setHandleWidth(1)
        split.setSizes([900, 340])
        known = session.settings.state(state)
        if not known.isEmpty():
            split.restoreState(known)
        split.splitterMoved.connect(lambda *_: session.settings.put_state(state, split.saveState()))
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.pages.addWidget(split)
        self.pages.setCurrentWidget(self._nothing_read())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(bar)
        layout.addWidget(self.pages, 1)
        layout.addWidget(self._strip())

    def _nothing_read(self) -> QWidget:
        """What shows until the first content: nothing, for that there is none yet would be untrue."""
        blank = QWidget()
        blank.setProperty("kind", "page")
        blank.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.pages.addWidget(blank)
        return blank

    def _strip(self) -> QFrame:
        strip = frame("strip")
        row = QHBoxLayout(strip)
        row.setContentsMargins(SPACE.medium, SPACE.hair, SPACE.medium, SPACE.hair)
        row.addWidget(self.legend, 1)
        return strip
