"""Citations on the clipboard, and a collection's BibTeX file, from the window's menus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu
from pytestqt.qtbot import QtBot
from standin_library import SAMPLES, StandInLibrary

from twintree.base.ids import PaperId
from twintree.store.keeping import BibliographyKeeper
from twintree_desktop.citing import add_citing, add_keeping
from twintree_desktop.session import Session


@pytest.fixture
def paper(shelf: StandInLibrary) -> PaperId:
    return shelf.take(sorted(SAMPLES.glob("*.pdf"))[0], ["Lena Meng"], 2026, "Locating trees")


@pytest.fixture
def keeper(shelf: StandInLibrary) -> Iterator[BibliographyKeeper]:
    made = BibliographyKeeper(shelf._ledger, shelf.person)
    made.start()
    shelf.bibliographies = made  # type: ignore[attr-defined]
    yield made
    made.close()


def trigger(menu: QMenu, text: str) -> None:
    next(each for each in menu.actions() if text in each.text()).trigger()


@pytest.mark.parametrize(
    ("name", "said"),
    [("\\cite", "\\cite{"), ("[@", "[@"), ("APA", "Meng, L. (2026). Locating trees"), ("IEEE", "[1]")],
)
def test_a_citation_is_copied_in_the_chosen_form(
    session: Session, paper: PaperId, qtbot: QtBot, name: str, said: str
) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    add_citing(session, menu, lambda then: then([paper]))
    QGuiApplication.clipboard().clear()
    inside = menu.actions()[0].menu()
    assert isinstance(inside, QMenu)
    trigger(inside, name)
    qtbot.waitUntil(lambda: said in QGuiApplication.clipboard().text(), timeout=20_000)


def test_a_collections_file_is_kept_and_stopped_from_its_menu(
    session: Session,
    shelf: StandInLibrary,
    keeper: BibliographyKeeper,
    paper: PaperId,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collection = shelf.person.create_collection("Trees").subject
    shelf.person.add_to_collection(collection, [paper])
    path = tmp_path / "trees.bib"
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(path)))

    def menu() -> QMenu:
        made = QMenu()
        qtbot.addWidget(made)
        add_keeping(session, made, collection, "Trees", made)
        qtbot.waitUntil(lambda: bool(made.actions()), timeout=20_000)
        return made

    trigger(menu(), "Keep a .bib file")
    qtbot.waitUntil(lambda: bool(keeper.kept()), timeout=20_000)
    assert "Locating trees" in path.read_text("utf-8")
    trigger(menu(), "Keep trees.bib no longer")
    qtbot.waitUntil(lambda: not keeper.kept(), timeout=20_000)
    assert path.exists()
