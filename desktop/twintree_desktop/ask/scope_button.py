"""The button that says of which papers a question is asked, and lets others be chosen.

Signals:
    ScopeButton.named_anew(NamedScope): the name, the number or the trouble of what is chosen is known
    ScopeButton.chosen(Scope): the person chose other papers
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton

from twintree.base.answers import Scope
from twintree_desktop.ask.scopes import NamedScope, ScopeChoices, name_scope, scope_choices
from twintree_desktop.session import Session

_EVERYTHING = Scope()
_OFFERED = 4
#: Pixels that a name gets at least, and those of the button around it.
_NARROWEST, _AROUND = 60, 18
_MORE = " ▾"


class ScopeButton(QPushButton):
    """Holds the scope; its text is cut to the room that it is given."""

    named_anew = Signal(object)
    chosen = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("All papers"))
        self._session = session
        self.scope = _EVERYTHING
        self.named: NamedScope | None = None
        self.choices = ScopeChoices((), ())
        self._elsewhere: list[NamedScope] = []
        self.setProperty("kind", "link")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Scope of the question: all papers"))
        self.clicked.connect(lambda _=False: self._open_menu())
        session.bridge.library_changed.connect(self.refresh)
        session.bridge.papers_changed.connect(self.refresh)

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
        self.choices = choices

    def _named(self, scope: Scope, named: NamedScope) -> None:
        if scope is not self.scope:
            return
        self.named = named
        self.fit(max(self.width(), self.sizeHint().width()))
        self.setAccessibleName(self.tr("Scope of the question: {0}").format(named.words))
        self.named_anew.emit(named)

    def wanted(self) -> int:
        """Pixels that the short name takes."""
        words = self.named.short if self.named is not None else ""
        metrics = self.fontMetrics()
        return metrics.horizontalAdvance(words) + metrics.horizontalAdvance(_MORE) + _AROUND

    def fit(self, room: int) -> None:
        """Shorten the scope's name to so many pixels."""
        if self.named is None:
            return
        metrics = self.fontMetrics()
        room = max(_NARROWEST, room - metrics.horizontalAdvance(_MORE) - _AROUND)
        whole, short = self.named.words, self.named.short
        words = whole if metrics.horizontalAdvance(whole) <= room else short
        if metrics.horizontalAdvance(words) > room:
            words = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, room)
        self.setText(f"{words}{_MORE}")
        self.setToolTip(whole if words != whole else "")

    def offer(self, named: NamedScope) -> None:
        """Offer one more scope in the menu (the selection, the paper in the reader)."""
        others = [each for each in self._elsewhere if each.scope != named.scope]
        self._elsewhere = [named, *others][:_OFFERED]

    def offer_scope(self, scope: Scope) -> None:
        """Offer a scope whose name is not known yet."""
        if scope != _EVERYTHING:
            self._session.read(name_scope, scope, then=self.offer, owner=self)

    def _open_menu(self) -> None:
        menu = self.menu_of_scopes()
        top = self.mapToGlobal(QPoint(0, 0))
        height = menu.sizeHint().height()
        screen = self.screen().availableGeometry()
        below = top.y() + self.height() + height <= screen.bottom()
        menu.popup(top + QPoint(0, self.height() if below else -height))

    def menu_of_scopes(self) -> QMenu:
        """What a question can be asked of."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._add(menu, self.tr("All papers"), _EVERYTHING)
        for named in self._elsewhere:
            self._add(menu, named.words, named.scope)
        if self.choices.collections:
            collections = menu.addMenu(self.tr("Collection"))
            for each in self.choices.collections:
                self._add(collections, f"{each.name}\t{each.papers}", Scope(collection=each.id))
        if self.choices.tags:
            tags = menu.addMenu(self.tr("Tag"))
            for tag in self.choices.tags:
                self._add(tags, f"{tag.name}\t{tag.papers}", Scope(tag=tag.name))
        return menu

    def _add(self, menu: QMenu, text: str, scope: Scope) -> None:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(scope == self.scope)
        action.triggered.connect(lambda _=False: self._choose(scope))

    def _choose(self, scope: Scope) -> None:
        self.set_scope(scope)
        self.chosen.emit(scope)
