"""The places of the rail that show graphs: the lineage of papers and methods, and themes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from twintree.base.events import Event, JobFinished, JobStarted
from twintree.base.ids import JobId, PaperId
from twintree_desktop.graphs.citation_view import CitationView
from twintree_desktop.graphs.model_offer import METHODS, Review, reviews
from twintree_desktop.graphs.provenance_view import ProvenanceView
from twintree_desktop.graphs.themes_view import ThemesView
from twintree_desktop.messages import Message
from twintree_desktop.place import Place
from twintree_desktop.session import Session
from twintree_desktop.words import tr

_PAPERS, _METHODS = 0, 1


class LineagePlace(QWidget):
    """Where papers and methods come from: two views behind two tabs."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.citations, self.provenance = CitationView(session), ProvenanceView(session)
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(self.tr("Lineage of"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self._stack = QStackedWidget()
        for title, view in ((self.tr("Papers"), self.citations), (self.tr("Methods"), self.provenance)):
            self.tabs.addTab(title)
            self._stack.addWidget(view)
        self.tabs.currentChanged.connect(self._stack.setCurrentIndex)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self._stack, 1)
        self.setFocusProxy(self._stack)

    def show_paper(self, name: str) -> None:
        """Show a paper or a work in the citation graph."""
        self.tabs.setCurrentIndex(_PAPERS)
        self.citations.show_paper(name)

    def show_reading(self, papers: Sequence[PaperId]) -> None:
        """Show what a model could read of these papers."""
        self.tabs.setCurrentIndex(_METHODS)
        self.provenance.show_reading(papers)

    def show_method(self, name: str) -> None:
        """Show a method in the provenance tree."""
        self.tabs.setCurrentIndex(_METHODS)
        self.provenance.show_method(name)


class GraphPlaces:
    """Makes the views of graphs and lets others lead to them."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.lineage, self.themes = LineagePlace(session), ThemesView(session)
        self.places = [
            Place("lineage", tr("Lineage"), "lineage", self.lineage, sidebar=False),
            Place("themes", tr("Themes"), "themes", self.themes, sidebar=False),
        ]
        session.navigation.lineage_wanted.connect(self._show_paper)
        session.navigation.reading_wanted.connect(self._show_reading)
        self._readings: set[JobId] = set()
        session.bridge.job_started.connect(self._job_started)
        session.bridge.job_closed.connect(self._job_closed)
        self.lineage.provenance.theme_wanted.connect(self._show_theme)
        self.themes.method_wanted.connect(self._show_method)

    def _show_paper(self, paper: str) -> None:
        self._session.navigation.place_wanted.emit("lineage")
        self.lineage.show_paper(paper)

    def _show_reading(self, papers: Sequence[PaperId]) -> None:
        self._session.navigation.place_wanted.emit("lineage")
        self.lineage.show_reading(papers)

    def _job_started(self, event: JobStarted) -> None:
        if event.kind == METHODS:
            self._readings.add(event.job)

    def _job_closed(self, event: Event) -> None:
        """Say that something waits to be reviewed, to whoever is elsewhere: a reading takes hours."""
        job = getattr(event, "job", JobId(""))
        if job in self._readings:
            self._readings.discard(job)
            if isinstance(event, JobFinished) and not self.lineage.provenance.reading.isVisible():
                self._session.read(reviews, then=self._tell_reviews, owner=self.lineage)

    def _tell_reviews(self, waiting: list[Review]) -> None:
        if waiting:
            text = tr("A model found something else in %n paper(s) than the rules.", "", len(waiting))
            self._session.messages.shown.emit(
                Message(text, label=tr("Review"), action=lambda: self._show_reading(()), subject=METHODS)
            )

    def _show_method(self, method: str) -> None:
        self._session.navigation.place_wanted.emit("lineage")
        self.lineage.show_method(method)

    def _show_theme(self, theme: str) -> None:
        self._session.navigation.place_wanted.emit("themes")
        self.themes.show_theme(theme)
