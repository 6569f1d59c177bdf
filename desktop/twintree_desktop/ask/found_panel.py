"""*How this was found*: always one glance away, each line opening to its details.

Signals:
    FoundPanel.led(Lead), FoundRow.led(Lead): show this page
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from twintree.base.answers import Answer
from twintree_desktop.ask.leads import Lead
from twintree_desktop.ask.trace import FoundLine, found_lines
from twintree_desktop.ask.tracewords import shortened
from twintree_desktop.icons import Icons
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import caption, icon_button, label, rule, wrapped

NAME_WIDTH = 84
_MOST = 40


class FoundPanel(QWidget):
    """The trace of one answer."""

    led = Signal(object)

    def __init__(self, icons: Icons, answer: Answer) -> None:
        super().__init__()
        self.lines = [FoundRow(icons, line) for line in found_lines(answer)]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE.hair, 0, 0)
        layout.setSpacing(SPACE.hair)
        layout.addWidget(rule())
        layout.addSpacing(SPACE.small)
        layout.addWidget(caption(self.tr("How this was found")))
        layout.addSpacing(SPACE.hair)
        for line in self.lines:
            line.led.connect(self.led)
            layout.addWidget(line)


class FoundRow(QWidget):
    """One line, and its details when it was opened."""

    led = Signal(object)

    def __init__(self, icons: Icons, line: FoundLine) -> None:
        super().__init__()
        self._icons, self._line = icons, line
        self.details: QWidget | None = None
        self.opened = False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(SPACE.small)
        self._grid.setVerticalSpacing(SPACE.hair)
        self._grid.setColumnStretch(1, 1)
        name = label(line.name, "small")
        name.setFixedWidth(NAME_WIDTH)
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(name, 0, 0, top)
        self.summary = wrapped(line.summary, "trace")
        self.summary.setAlignment(top)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._grid.addWidget(self.summary, 0, 1)
        self.toggle = self._make_toggle()
        self._grid.addWidget(self.toggle, 0, 2, top)

    def _make_toggle(self) -> QToolButton:
        tip = self.tr("Details of: {0}").format(self._line.name)
        toggle = icon_button(self._icons, "down", tip, self.open_or_close, 16)
        toggle.setEnabled(bool(self._line.details))
        keeps = toggle.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        toggle.setSizePolicy(keeps)
        toggle.setVisible(bool(self._line.details))
        toggle.setStyleSheet("padding: 0;")
        toggle.setFixedSize(22, 18)
        return toggle

    def open_or_close(self) -> None:
        """Show the details, or fold them away."""
        if self.details is None:
            self.details = self._make_details()
            self._grid.addWidget(self.details, 1, 1, 1, 2)
        self.opened = not self.opened
        self.details.setVisible(self.opened)
        self.toggle.setIcon(self._icons.icon("up" if self.opened else "down"))

    def _make_details(self) -> QWidget:
        made = QWidget()
        grid = QGridLayout(made)
        grid.setContentsMargins(0, 0, 0, SPACE.small)
        grid.setHorizontalSpacing(SPACE.small)
        grid.setVerticalSpacing(SPACE.hair)
        grid.setColumnStretch(0, 1)
        top = Qt.AlignmentFlag.AlignTop
        leads = self._line.leads or (None,) * len(self._line.details)
        for place, ((words, figure), lead) in enumerate(zip(self._line.details[:_MOST], leads, strict=False)):
            row = 2 * place
            text = wrapped(words, "small")
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            beside = label(figure, "small")
            beside.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
            if lead is not None and lead.words:  # whole sentences take all of the width
                grid.addWidget(text, row, 0, 1, 2)
                grid.addWidget(beside, row + 1, 0)
                beside.setContentsMargins(0, 0, 0, SPACE.small)
            else:
                grid.addWidget(text, row, 0)
                grid.addWidget(beside, row, 1, Qt.AlignmentFlag.AlignRight | top)
            if lead is not None:
                grid.addWidget(self._open_button(lead, words), row, 2, top)
        if len(self._line.details) > _MOST:
            grid.addWidget(label(f"… {len(self._line.details) - _MOST}", "small"), 2 * _MOST, 0)
        return made

    def _open_button(self, lead: Lead, words: str) -> QToolButton:
        tip = self.tr("Show the page") if lead.words or lead.page > 1 else self.tr("Open the paper")
        made = icon_button(self._icons, "reader", tip, partial(self.led.emit, lead), 16)
        made.setAccessibleName(f"{tip}: {shortened(words, 60)}")
        made.setStyleSheet("padding: 0;")
        made.setFixedSize(22, 18)
        return made
