"""Roles and levels of citations as people read them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

ROLES = ("background", "use", "compare", "support", "contrast", "extend")
LEVELS = (1, 2, 3, 4, 5)


def tr(text: str) -> str:
    """A text of this module in the window's language."""
    return QCoreApplication.translate("", text)


def role_words(role: str) -> str:
    """A role in one or two words."""
    return {
        "background": tr("background"),
        "use": tr("used"),
        "compare": tr("compared"),
        "support": tr("supported by"),
        "contrast": tr("contrasted"),
        "extend": tr("extended"),
    }.get(role, role)


def level_words(level: int) -> str:
    """How much a paper owes to what it cites, in words, with the level that stands behind them."""
    names = {
        1: tr("peripheral"),
        2: tr("minor"),
        3: tr("moderate"),
        4: tr("important"),
        5: tr("foundational"),
    }
    return tr("{0} ({1} of {2})").format(names.get(level, ""), level, len(names))
