"""Selecting words with the mouse and the keyboard on the pages of a view.

Signals:
    changed(): the selection changed
    finished(): the person let go of the mouse with words selected
"""

from __future__ import annotations

import enum

from PySide6.QtCore import QObject, QPointF, Signal

from twintree_desktop.reader.selection import Place, Selection, line_around, offset_at, word_at
from twintree_desktop.reader.texts import PageTexts


class Grain(enum.Enum):
    """What one more click selects by."""

    CHARACTER = 1
    WORD = 2
    LINE = 3


class Pointer(QObject):
    """Turns points on pages into a selection."""

    changed = Signal()
    finished = Signal()

    #: Points from a line at which text is still meant.
    REACH = 6.0

    def __init__(self, texts: PageTexts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self.selection: Selection | None = None
        self._pressed: tuple[Place, Place] | None = None
        self._grain = Grain.CHARACTER

    def over_text(self, page: int, point: QPointF) -> bool:
        """Whether a point lies on words."""
        text = self._texts.known(page)
        return text is not None and offset_at(text.lines, point.x(), point.y(), self.REACH) is not None

    def press(self, page: int, point: QPointF, grain: Grain, *, extend: bool = False) -> bool:
        """Begin at a point; False when no words are near."""
        found = self._around(page, point, grain, self.REACH * 3)
        if found is None:
            self.clear()
            return False
        self._grain = grain
        if extend and self.selection is not None:
            self._pressed = (self.selection.anchor, self.selection.anchor)
            self.drag(page, point)
            return True
        self._pressed = found
        self._select(*found)
        return True

    def drag(self, page: int, point: QPointF) -> None:
        """Go on to a point."""
        found = self._around(page, point, self._grain, None)
        if found is None or self._pressed is None:
            return
        first, last = self._pressed
        if found[0] < first:
            self._select(last, found[0])
        else:
            self._select(first, max(found[1], last))

    def release(self) -> None:
        """Let go."""
        if self._pressed is not None and self.selection is not None and not self.selection.empty:
            self.finished.emit()
        self._pressed = None

    @property
    def dragging(self) -> bool:
        """Whether the mouse is down on words."""
        return self._pressed is not None

    def select_all(self, last_page: int, last_offset: int) -> None:
        """Select the whole paper."""
        self._select(Place(1, 0), Place(last_page, last_offset))

    def clear(self) -> None:
        """Select nothing."""
        if self.selection is not None:
            self.selection = None
            self.changed.emit()

    def _select(self, anchor: Place, head: Place) -> None:
        self.selection = Selection(anchor, head)
        self.changed.emit()

    def _around(
        self, page: int, point: QPointF, grain: Grain, reach: float | None
    ) -> tuple[Place, Place] | None:
        text = self._texts.known(page)
        if text is None:
            return None
        offset = offset_at(text.lines, point.x(), point.y(), reach)
        if offset is None:
            return None
        start, end = offset, offset
        if grain is Grain.WORD:
            start, end = word_at(text.text, offset)
        elif grain is Grain.LINE:
            start, end = line_around(text.lines, offset)
        return Place(page, start), Place(page, end)
