"""Stepping through what was found in a paper: the bar asks, the finder finds, the view goes there.

Signals:
    Stepping.changed(): other matches, or another one of them is the current one
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from twintree_desktop.reader.find_bar import FindBar
from twintree_desktop.reader.finding import Finder
from twintree_desktop.reader.layout import box
from twintree_desktop.reader.view import PageView


class Stepping(QObject):
    """Holds bar, finder and view of one paper together."""

    changed = Signal()

    def __init__(self, bar: FindBar, finder: Finder, view: PageView) -> None:
        super().__init__(view)
        self._bar, self._finder, self._view = bar, finder, view
        bar.asked.connect(lambda words: finder.find(words, view.page))
        bar.stepped.connect(self.step)
        bar.closed.connect(self.close_bar)
        finder.changed.connect(self._found)

    def step(self, by: int) -> None:
        """Go to the next match, or the one before."""
        match = self._finder.step(by)
        self._found()
        if match is not None:
            self._reveal()

    def close_bar(self) -> None:
        """Done with finding."""
        self._bar.hide()
        self._finder.find("", 1)
        self._view.setFocus()

    def _found(self) -> None:
        self._bar.report(self._finder)
        first = self._finder.current is not None and not any(m.match for m in self._view.marks.values())
        self.changed.emit()
        if first:
            self._reveal()

    def _reveal(self) -> None:
        match = self._finder.current
        if match is not None and match.rects:
            self._view.reveal(match.page, box(match.rects[0]))
