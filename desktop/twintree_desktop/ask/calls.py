"""The calls of an agent in order: what was asked of which tool, what it gave, the pages that were read.

Signals:
    CallRow.cited(Citation): show this page
    CallRow.paper_wanted(str): open this paper (PaperId)
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from twintree.base.records import Citation
from twintree.base.tracing import SeenCall
from twintree_desktop.ask.tracewords import call_figures, call_words, result_words
from twintree_desktop.engine_words import in_words
from twintree_desktop.reader.chip import Chip, Tone
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import FlowLayout, label, restyle, wrapped
from twintree_desktop.words import citation_words

_NUMBER_WIDTH = 22
_LONGEST_NAME = 220


class CallRow(QWidget):
    """One call."""

    cited = Signal(object)
    paper_wanted = Signal(str)

    def __init__(self, session: Session, number: int, seen: SeenCall, question: str) -> None:
        super().__init__()
        self._session, self._seen = session, seen
        self.chips: list[Chip] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE.small)
        grid.setVerticalSpacing(SPACE.hair)
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        place = label(f"{number}", "small")
        place.setFixedWidth(_NUMBER_WIDTH)
        place.setAlignment(top | Qt.AlignmentFlag.AlignRight)
        grid.addWidget(place, 0, 0, top)
        said = " · ".join(part for part in (call_words(seen, question), result_words(seen)) if part)
        self.words = wrapped(said, "trace")
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(self.words, 0, 1, top)
        grid.addWidget(label(call_figures(seen.call), "small"), 0, 2, top)
        if seen.call.problem:
            problem = wrapped(in_words(seen.call.problem), "trace")
            restyle(problem, level="warn")
            grid.addWidget(problem, 1, 1, 1, 2)
        elif seen.pages or seen.found:
            grid.addWidget(self._places(), 1, 1, 1, 2)

    def _places(self) -> QWidget:
        holder = QWidget()
        flow = FlowLayout(holder)
        read = self._seen.call.tool == "get_page_content"
        for at in self._seen.pages:
            flow.addWidget(self._page(at, Tone.ACCENT if read else Tone.PLAIN))
        for paper, name, title in self._seen.found:
            chip = Chip(self._session.appearance, name, Tone.PLAIN, pressable=True)
            chip.setMaximumWidth(_LONGEST_NAME)
            chip.setToolTip(f"<qt>{escape(title)}</qt>")
            chip.setAccessibleName(self.tr("Open {0}, {1}").format(name, title))
            chip.clicked.connect(lambda _=False, paper=paper: self.paper_wanted.emit(paper))
            self._add(flow, chip)
        policy = holder.sizePolicy()
        policy.setHeightForWidth(True)
        holder.setSizePolicy(policy)
        return holder

    def _page(self, at: Citation, tone: Tone) -> Chip:
        chip = Chip(self._session.appearance, citation_words("", at.page), tone, pressable=True)
        chip.setAccessibleName(self.tr("Open {0}").format(citation_words(at.label, at.page)))
        chip.setToolTip(citation_words(at.label, at.page))
        chip.clicked.connect(lambda _=False: self.cited.emit(at))
        self.chips.append(chip)
        return chip

    def _add(self, flow: FlowLayout, chip: Chip) -> None:
        self.chips.append(chip)
        flow.addWidget(chip)
