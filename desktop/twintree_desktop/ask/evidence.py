"""Evidence of a run: the words, the chip of their page, and the person's hand on them.

Signals:
    EvidenceRow.cited(Citation): show this page with the words lit
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from twintree.base.tracing import SeenEvidence
from twintree_desktop.ask.choosing import EvidenceChoice
from twintree_desktop.ask.sentence import CitationChip
from twintree_desktop.ask.tracewords import shortened
from twintree_desktop.reader.chip import Chip, Tone
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import icon_button, label, restyle, wrapped

#: Characters of a passage that are shown; hovering shows it whole, its chip the page.
_SHOWN = 200


class EvidenceRow(QWidget):
    """One passage that was put before the verifier; the buttons are there where it can be answered again."""

    cited = Signal(object)

    def __init__(
        self, session: Session, seen: SeenEvidence, choice: EvidenceChoice | None, *, out: bool = False
    ) -> None:
        """``out``: the answer was made without it."""
        super().__init__()
        self._seen, self._choice, self._icons, self._out = seen, choice, session.icons, out
        self.words = wrapped(shortened(seen.item.text, _SHOWN), "trace")
        self.words.setToolTip(seen.item.text if len(seen.item.text) > _SHOWN else "")
        self.words.setAccessibleName(seen.item.text)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.mark = Chip(session.appearance, "", Tone.PLAIN)
        self.keep = self._button("pin", self.tr("Keep this passage in"))
        self.leave = self._button("leave-out", self.tr("Leave this passage out"))
        self.chip: CitationChip | None = None
        self._build(session)
        if choice is not None:
            self.keep.clicked.connect(lambda on: choice.keep(seen.item.id, on))
            self.leave.clicked.connect(lambda on: choice.leave_out(seen.item.id, on))
            choice.changed.connect(self._refresh)
        self._refresh()

    @property
    def chosen(self) -> bool:
        """Whether the person kept it in or left it out."""
        return self.keep.isChecked() or self.leave.isChecked()

    def _button(self, glyph: str, tip: str) -> QToolButton:
        made = icon_button(self._icons, glyph, tip, size=16)
        made.setCheckable(True)
        made.setStyleSheet("padding: 0;")
        made.setFixedSize(24, 22)
        made.setVisible(self._choice is not None)
        made.setAccessibleName(f"{tip}: {shortened(self._seen.item.text, 60)}")
        return made

    def _build(self, session: Session) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE.hair)
        column.addWidget(self.words)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE.hair)
        if self._seen.at is not None:
            at = self._seen.at
            self.chip = CitationChip(session.appearance, at)
            self.chip.clicked.connect(lambda _=False: self.cited.emit(at))
            foot.addWidget(self.chip)
        else:
            foot.addWidget(label(self.tr("its page is gone"), "small"))
        foot.addWidget(self.mark)
        foot.addStretch(1)
        score = f"{self._seen.item.score:.2f}"
        figure = label(score, "small")
        figure.setToolTip(self.tr("score {0}").format(score))
        figure.setAccessibleName(figure.toolTip())
        foot.addWidget(figure)
        foot.addWidget(self.keep)
        foot.addWidget(self.leave)
        column.addLayout(foot)

    def _refresh(self) -> None:
        item, choice = self._seen.item, self._choice
        kept = item.id in choice.kept if choice is not None else item.pinned
        out = item.id in choice.left_out if choice is not None else self._out
        self.keep.setChecked(kept)
        self.leave.setChecked(out)
        said = self.tr("left out") if out else self.tr("kept in") if kept else ""
        if not said and item.truncated:
            said = self.tr("cut short")
        self.mark.say(said, Tone.WARN if out else Tone.PLAIN)
        self.mark.setVisible(bool(said))
        restyle(self.words, gone=out)
