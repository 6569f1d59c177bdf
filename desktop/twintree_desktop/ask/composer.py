"""The field where a question is typed, with its scope, and the buttons that ask and stop.

Signals:
    asked(str, Scope): ask this
    stop_wanted(): stop answering
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from twintree.base.records import Scope
from twintree_desktop.ask.scopes import NamedScope, ScopeChoices, name_scope, scope_choices
from twintree_desktop.session import Session
from twintree_desktop.tokens import HEIGHT, SPACE
from twintree_desktop.widgets import button, icon_button, label

_EVERYTHING = Scope()
#: Below this width the words before the scope are left out; the buttons beside it take up so much.
_WIDE, _TOOLS = 340, 120


class QuestionField(QLineEdit):
    """The field; Escape stops.

    Signals:
        stop_wanted()
    """

    stop_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.stop_wanted.emit()
        else:
            super().keyPressEvent(event)


class Composer(QWidget):
    """Asks with Enter; the scope is chosen below the field."""

    asked = Signal(str, object)
    stop_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._choices = ScopeChoices((), ())
        self._elsewhere: list[NamedScope] = []
        self.scope = _EVERYTHING
        self.named: NamedScope | None = None
        self.field = QuestionField()
        self.field.setMinimumHeight(HEIGHT.bar - 4)
        self.field.setAccessibleName(self.tr("Your question"))
        self.scope_button = button(self.tr("All papers"), "link", self._open_menu)
        self.scope_button.setAccessibleName(self.tr("Scope of the question: all papers"))
        self.problem = label("", "warn", wrap=True)
        self.problem.hide()
        self.send = icon_button(session.icons, "send", self.tr("Ask (Enter)"), self._ask)
        self.stop = icon_button(session.icons, "stop", self.tr("Stop (Esc)"), self.stop_wanted.emit)
        self.stop.hide()
        self._build()
        self.say_hint(follow=False)
        session.bridge.library_changed.connect(self.refresh)
        session.bridge.papers_changed.connect(self.refresh)

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.problem)
        row = QHBoxLayout()
        row.setSpacing(SPACE.hair)
        row.addWidget(self.field, 1)
        row.addWidget(self.send)
        row.addWidget(self.stop)
        layout.addLayout(row)
        below = QHBoxLayout()
        below.setSpacing(0)
        self._from = label(self.tr("Answer from"), "small")
        below.addWidget(self._from)
        below.addWidget(self.scope_button)
        below.addStretch(1)
        self._below = below
        layout.addLayout(below)
        self.field.returnPressed.connect(self._ask)
        self.field.stop_wanted.connect(self.stop_wanted)

    def add_tools(self, *tools: QWidget) -> None:
        """Put buttons below the field."""
        for tool in tools:
            self._below.addWidget(tool)

    def say_hint(self, *, follow: bool) -> None:
        """Say what the field is for now."""
        hint = self.tr("Ask a follow-up …") if follow else self.tr("Ask your library …")
        self.field.setPlaceholderText(hint)

    def set_busy(self, busy: bool) -> None:
        """Show Stop while a question is being answered."""
        self.send.setVisible(not busy)
        self.stop.setVisible(busy)

    def set_scope(self, scope: Scope) -> None:
        """Ask these papers."""
        self.scope = scope
        self.refresh()

    def refresh(self) -> None:
        """Read names and numbers again."""
        scope = self.scope
        self._session.read(name_scope, scope, then=lambda named: self._named(scope, named), owner=self)
        self._session.read(scope_choices, then=self._chosen, owner=self)

    def _chosen(self, choices: ScopeChoices) -> None:
        self._choices = choices

    def _named(self, scope: Scope, named: NamedScope) -> None:
        if scope is not self.scope:
            return
        self.named = named
        self._fit_scope()
        self.scope_button.setAccessibleName(self.tr("Scope of the question: {0}").format(named.words))
        self.problem.setText(named.problem)
        self.problem.setVisible(bool(named.problem))

    def _fit_scope(self) -> None:
        """Shorten the scope's name to the room that there is."""
        if self.named is None:
            return
        wide = self.width() >= _WIDE
        self._from.setVisible(wide)
        room = self.width() - _TOOLS - (self._from.sizeHint().width() if wide else 0)
        metrics = self.scope_button.fontMetrics()
        words = metrics.elidedText(self.named.words, Qt.TextElideMode.ElideMiddle, max(60, room))
        self.scope_button.setText(f"{words} ▾")
        self.scope_button.setToolTip(self.named.words if words != self.named.words else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_scope()

    def offer(self, named: NamedScope) -> None:
        """Offer one more scope in the menu (the selection, the paper in the reader)."""
        others = [each for each in self._elsewhere if each.scope != named.scope]
        self._elsewhere = [named, *others][:4]

    def _ask(self) -> None:
        text = self.field.text().strip()
        if text and self.send.isVisibleTo(self):
            self.field.clear()
            self.asked.emit(text, self.scope)

    def _open_menu(self) -> None:
        menu = self.scope_menu()
        above = QPoint(0, -menu.sizeHint().height())
        menu.popup(self.scope_button.mapToGlobal(above))

    def scope_menu(self) -> QMenu:
        """What a question can be asked of."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._add(menu, self.tr("All papers"), _EVERYTHING)
        for named in self._elsewhere:
            self._add(menu, named.words, named.scope)
        if self._choices.collections:
            collections = menu.addMenu(self.tr("Collection"))
            for each in self._choices.collections:
                self._add(collections, f"{each.name}\t{each.papers}", Scope(collection=each.id))
        if self._choices.tags:
            tags = menu.addMenu(self.tr("Tag"))
            for tag in self._choices.tags:
                self._add(tags, f"{tag.name}\t{tag.papers}", Scope(tag=tag.name))
        return menu

    def _add(self, menu: QMenu, text: str, scope: Scope) -> None:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(scope == self.scope)
        action.triggered.connect(lambda _=False: self.set_scope(scope))
