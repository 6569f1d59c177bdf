"""A small bar beside words that were just selected: highlight, copy with citation, claim, ask."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtWidgets import QFrame, QHBoxLayout

from twintree_desktop.icons import Icons
from twintree_desktop.reader.chosen_words import ChosenWords
from twintree_desktop.reader.layout import box
from twintree_desktop.reader.view import PageView
from twintree_desktop.widgets import icon_button

_GAP = 8


class SelectionBar(QFrame):
    """Comes when the mouse is let go, and goes with the selection or when the pages move."""

    def __init__(self, icons: Icons, view: PageView, words: ChosenWords) -> None:
        super().__init__(view.viewport())
        self._view = view
        self.setProperty("kind", "popup")
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 4, 4, 4)
        row.setSpacing(2)
        rows: list[tuple[str, str, Callable[[], object]]] = [
            ("highlight", self.tr("Highlight (H)"), words.highlight),
            ("quote", self.tr("Copy with citation (Ctrl+Shift+C)"), words.copy_quote),
            ("claim", self.tr("Add a claim that rests on these words"), words.claim),
            ("ask", self.tr("Ask about these words"), words.ask),
        ]
        for glyph, tip, do in rows:
            tool = icon_button(icons, glyph, tip, do)
            tool.clicked.connect(self.hide)
            row.addWidget(tool)
        self.hide()
        view.pointer.finished.connect(self._come)
        view.pointer.changed.connect(self.hide)
        view.verticalScrollBar().valueChanged.connect(self.hide)
        view.zoom.arranged.connect(self.hide)

    def _come(self) -> None:
        area = self._area()
        if area.isNull():
            return
        self.adjustSize()
        port = self._view.viewport().rect()
        x = min(max(_GAP, round(area.center().x() - self.width() / 2)), port.width() - self.width() - _GAP)
        above = round(area.top()) - self.height() - _GAP
        y = above if above > 0 else min(round(area.bottom()) + _GAP, port.height() - self.height())
        self.move(QPoint(x, y))
        self.show()

    def _area(self) -> QRectF:
        """The selected words of the page being read, in the view."""
        selection, area = self._view.pointer.selection, QRectF()
        if selection is None:
            return area
        for page in selection.pages():
            text = self._view.texts.known(page)
            for rect in selection.rects(text) if text is not None else ():
                area = area.united(self._view.frame.in_view(page, box(rect)))
        return area & QRectF(self._view.viewport().rect())
