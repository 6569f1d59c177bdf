"""Which places the window has: composed here, from the session, once a library is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from twintree.modeldesk import ModelDesk
from twintree_desktop.commands import Commands
from twintree_desktop.explore.place import ExplorePlace
from twintree_desktop.graphs.places import GraphPlaces
from twintree_desktop.inspector import Inspector
from twintree_desktop.jobs_panel import JobsPanel
from twintree_desktop.library_place import LibraryPlace
from twintree_desktop.log import LogBook
from twintree_desktop.model_work import ModelWork
from twintree_desktop.models_panel import ModelsPanel
from twintree_desktop.place import Place
from twintree_desktop.reader.places import ReadingPlaces
from twintree_desktop.session import Session
from twintree_desktop.settings_panel import SettingsPanel
from twintree_desktop.watching import WatchedFolders
from twintree_desktop.workspace import Workspace


def tr(text: str) -> str:
    """A text of this module in the window's language."""
    return QCoreApplication.translate("", text)


@dataclass(frozen=True)
class Composition:
    """The workspace of one library, and how it is left."""

    workspace: Workspace
    close: Callable[[], None]  #: ends what runs on threads of its own, before the library closes


def compose(session: Session, commands: Commands, book: LogBook, watched: WatchedFolders) -> Composition:
    """Build every place of the window."""
    inspector = Inspector(session)
    library = LibraryPlace(session, inspector, commands)
    places = [Place("library", tr("Library"), "library", library, inspector=True)]
    reading = ReadingPlaces(session, commands)
    places += reading.places
    places += GraphPlaces(session).places
    places.append(Place("explore", tr("Explore"), "explore", ExplorePlace(session), sidebar=False))
    jobs = JobsPanel(session, book)
    places.append(Place("jobs", tr("Jobs"), "jobs", jobs, sidebar=False, foot=True))
    work = ModelWork(session, ModelDesk())
    models = ModelsPanel(session, work)
    places.append(Place("models", tr("Models"), "models", models, sidebar=False, foot=True))
    settings = SettingsPanel(session, commands, watched, lambda: work.desk.connected)
    places.append(Place("settings", tr("Settings"), "settings", settings, sidebar=False, foot=True))

    def close() -> None:
        reading.close()
        work.close()

    workspace = Workspace(session, places, library, inspector, _first_place(session, reading))
    return Composition(workspace, close)


def _first_place(session: Session, reading: ReadingPlaces) -> str:
    """Where the person was at the last end; not a reader that has nothing to show."""
    place = session.settings.text("place", "library")
    return place if place != "reader" or reading.left_open else "library"
