"""A claim as every view shows it: its type, what it says, the phrase it rests on, and the way to its page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from twintree.base.claims import Claim, Verdict
from twintree.base.records import Citation
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, label

_LONGEST = 420


def tr(text: str) -> str:
    """A text of this module in the window's language."""
    return QCoreApplication.translate("", text)


def type_words(kind: str) -> str:
    """What a claim is there for."""
    return {
        "EMPIRICAL": tr("result"),
        "THEORETICAL": tr("argument"),
        "METHODOLOGICAL": tr("method"),
        "CONTEXTUAL": tr("context"),
    }.get(kind, kind)


def verdict_words(verdict: Verdict, *, carried: bool = True) -> str:
    """How one claim bears on another, and how sure the judge is."""
    if carried:
        return tr("is carried by ({0} %)").format(round(100 * verdict.supports))
    if verdict.label == "contradicts":
        return tr("may be contradicted by ({0} %)").format(round(100 * verdict.contradicts))
    return tr("is not carried; nearest to it is ({0} %)").format(round(100 * verdict.supports))


def claim_place(claim: Claim, label_text: str) -> Citation:
    """A claim's phrase as a place in the reader."""
    return Citation(
        paper=claim.paper,
        file=claim.file,
        page=claim.page,
        spans=claim.spans,
        quote=claim.quote,
        label=label_text,
    )


class ClaimPhrase(QWidget):
    """A claim, below it the chip that opens its page with the phrase lit."""

    def __init__(self, claim: Claim, name: str, wanted: Callable[[Citation], object]) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE.hair)
        words = label(claim.text, wrap=True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(words)
        if not claim.spans:
            lost = tr("These words were not found again in the file: “{0}”").format(claim.quote)
            layout.addWidget(label(lost, "warn", wrap=True))
        self.foot = QHBoxLayout()
        self.foot.setSpacing(SPACE.hair)
        page = tr("p. {0}").format(claim.page)
        place = claim_place(claim, name)
        self.chip = button(f"{name}, {page}" if name else page, "chip", lambda: wanted(place))
        self.chip.setToolTip(f"“{_short(claim.quote)}”")
        self.foot.addWidget(self.chip)
        self.foot.addWidget(label(type_words(claim.type), "small"))
        self.foot.addStretch(1)
        layout.addLayout(self.foot)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 2] + " …"
