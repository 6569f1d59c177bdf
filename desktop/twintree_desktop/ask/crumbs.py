"""A path through the hierarchy as breadcrumbs, from the paper to the region; each opens its words on the page.

Signals:
    Breadcrumbs.cited(Citation): show this page with the words lit
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from twintree.base.tracing import PathStep
from twintree_desktop.ask.tracewords import node_words
from twintree_desktop.reader.chip import Chip, Tone
from twintree_desktop.theme import Appearance
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import FlowLayout, label
from twintree_desktop.words import citation_words

_WIDEST = 250


class Crumb(Chip):
    """A node; one whose words are not where they were cannot be pressed."""

    def __init__(self, appearance: Appearance, step: PathStep) -> None:
        self.step = step
        kind = {
            "root": self.tr("Paper"),
            "topic": self.tr("Topic"),
            "relation": self.tr("Relation"),
            "evidence": self.tr("Region"),
        }[step.kind]
        words = node_words(step.kind, step.text)
        if step.kind == "evidence":
            words = citation_words("", step.at.page) if step.at is not None else self.tr("region")
        super().__init__(appearance, words or kind, Tone.PLAIN, pressable=step.at is not None)
        self.setMaximumWidth(_WIDEST)
        tip = f"<p><b>{escape(kind)}</b></p><p>{escape(step.text)}</p>"
        if step.at is None:
            gone = self.tr("The paper was read anew since: these words are not where they were.")
            tip += f"<p>{escape(gone)}</p>"
        self.setToolTip(f"<qt>{tip}</qt>")
        self.setAccessibleName(self.tr("{0}: {1}").format(kind, step.text))


class Breadcrumbs(QWidget):
    """The crumbs of one path, in lines."""

    cited = Signal(object)

    def __init__(self, appearance: Appearance, path: Sequence[PathStep]) -> None:
        super().__init__()
        flow = FlowLayout(self, 4)
        self.crumbs: list[Crumb] = []
        for step in path:
            crumb = Crumb(appearance, step)
            if step.at is not None:
                crumb.clicked.connect(lambda _=False, at=step.at: self.cited.emit(at))
            flow.addWidget(_behind_mark(crumb) if self.crumbs else crumb)
            self.crumbs.append(crumb)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)


def _behind_mark(crumb: Crumb) -> QWidget:
    """A crumb with the mark that it stands below the one before; both go to the next line together."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE.hair)
    row.addWidget(label("›", "small"))
    row.addWidget(crumb)
    return holder
