"""The places of the rail that show graphs."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from twintree_desktop.graphs.citation_view import CitationView
from twintree_desktop.place import Place
from twintree_desktop.session import Session


def tr(text: str) -> str:
    """A text of this module in the window's language."""
    return QCoreApplication.translate("", text)


class GraphPlaces:
    """Makes the views of graphs and lets others lead to them."""

    def __init__(self, session: Session) -> None:
        self.citations = CitationView(session)
        self.places = [Place("lineage", tr("Lineage"), "lineage", self.citations, sidebar=False)]
        session.navigation.lineage_wanted.connect(lambda paper: self._show(session, paper))

    def _show(self, session: Session, paper: str) -> None:
        session.navigation.place_wanted.emit("lineage")
        self.citations.show_paper(paper)
