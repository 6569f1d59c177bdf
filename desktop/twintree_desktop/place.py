"""A place: one entry of the rail and the widget behind it; the main window only puts places together."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget


@dataclass(frozen=True)
class Place:
    """One destination of the rail.

    Attributes:
        key: what ``Navigation.place_wanted`` carries.
        title: under the icon; translated.
        glyph: a name of ``icons.GLYPHS``.
        widget: the content.
        sidebar: whether the library's sidebar stands beside it.
        inspector: whether the selected paper's inspector stands beside it.
        foot: at the rail's foot (jobs, models, settings) rather than at its head.
    """

    key: str
    title: str
    glyph: str
    widget: QWidget
    sidebar: bool = True
    inspector: bool = False
    foot: bool = False
