"""Words that are counted, cut short, and called by the same name everywhere."""

from __future__ import annotations

import datetime

import pytest
from PySide6.QtCore import QLocale, QTime, QTranslator
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from twintree.base.answers import Scope
from twintree.base.exploring import ExploredPaper
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Citation, PaperRow
from twintree_desktop.ask.composer import Composer
from twintree_desktop.ask.scopes import NamedScope
from twintree_desktop.ask.sentence import CitationChip
from twintree_desktop.engine_words import in_words
from twintree_desktop.explore.words import score_words
from twintree_desktop.place import Place
from twintree_desktop.rail import RailButton
from twintree_desktop.session import Session
from twintree_desktop.theme import Appearance
from twintree_desktop.translation import FOLDER
from twintree_desktop.widgets import NumberBox
from twintree_desktop.words import (
    author_line,
    citation_parts,
    date_words,
    moment_words,
    short_reference,
    singular,
)


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("40 regions of 1 papers", "40 regions of 1 paper"),
        ("1 methods, 21 papers, 1,001 papers, 0.1 papers", "1 method, 21 papers, 1,001 papers, 0.1 papers"),
        ("1 of 1 titles verified", "1 of 1 title verified"),
        ("2 papers", "2 papers"),
        ("1 sections are too long, 2 sections are", "1 section is too long, 2 sections are"),
        ("1 of 3 files are there", "1 of 3 files are there"),
    ],
)
def test_nouns_agree_with_a_one(said: str, right: str) -> None:
    assert singular(said) == right


def test_nouns_agree_with_a_one_in_german(qapp: QApplication) -> None:
    translator = QTranslator()
    assert translator.load("twintree_de", str(FOLDER))
    qapp.installTranslator(translator)
    try:
        assert in_words("40 regions of 1 papers") == "40 Abschnitte aus 1 Arbeit"
        assert in_words("1 files") == "1 Datei"
    finally:
        qapp.removeTranslator(translator)


def test_papers_are_called_as_the_engine_calls_them() -> None:
    row = PaperRow(id=PaperId("P"), key="k", title="T", authors=("Guido van Rossum", "Ada Ward"), year=1995)
    assert short_reference(row.authors, row.year, "b") == "van Rossum 1995b"
    assert author_line(row.authors) == "van Rossum, Ward"


@pytest.mark.parametrize(
    ("label", "parts"),
    [
        ("Meng 2026, p. 5", ("Meng 2026", ", p. 5")),
        ("", ("", "p. 5")),
        ("the whole paper", ("the whole paper", "")),
    ],
)
def test_a_citation_has_a_name_and_a_place(label: str, parts: tuple[str, str]) -> None:
    assert citation_parts(label, 5) == parts


def test_the_page_of_a_chip_is_the_last_to_be_cut(appearance: Appearance, qtbot: QtBot) -> None:
    cited = Citation(PaperId("P"), FileId("F"), 112, (), "words", "Suanarunsawat and others 2010a, p. 112")
    chip = CitationChip(appearance, cited)
    qtbot.addWidget(chip)
    chip.resize(chip.sizeHint())
    assert chip.shown() == cited.label
    for width in (140, 100, chip.minimumSizeHint().width()):
        chip.resize(width, 20)
        assert chip.shown().endswith("…, p. 112")
        assert chip._metrics().horizontalAdvance(chip.shown()) <= width


def test_the_whole_library_is_named_once() -> None:
    assert "papers" not in NamedScope(Scope(), "All papers", 12).words.replace("paper(s)", "")
    assert NamedScope(Scope(), "All papers", 12).short == "All papers"
    assert NamedScope(Scope(collection="K"), "Named entities", 42).short == "Named entities · 42"
    assert NamedScope(Scope(papers=(PaperId("P"),)), "Meng 2026", 1).words == "Meng 2026"


def test_a_scope_is_shortened_to_its_number_before_it_is_cut(session: Session, qtbot: QtBot) -> None:
    composer = Composer(session)
    qtbot.addWidget(composer)
    button = composer.scope_button
    button.named = NamedScope(Scope(collection="K"), "Named entities", 42)
    whole = button.fontMetrics().horizontalAdvance(button.named.words)
    button.fit(whole + 60)
    assert button.text() == f"{button.named.words} ▾"
    button.fit(whole - 10)
    assert button.text() == "Named entities · 42 ▾"
    assert button.toolTip() == button.named.words
    button.fit(0)
    assert button.text().count("…") == 1


def test_the_mode_gives_way_to_the_scope_in_a_narrow_column(session: Session, qtbot: QtBot) -> None:
    composer = Composer(session)
    qtbot.addWidget(composer)
    composer.set_mode("state")
    composer.scope_button.named = NamedScope(Scope(collection="K"), "Entities", 42)
    composer.resize(composer.scope_button.wanted() + composer.mode_button.wanted() + 60, 120)
    composer._fit_scope()
    assert composer.scope_button.text() == "Entities · 42 ▾"
    assert composer.mode_button.text().endswith("… ▾")
    assert composer.mode_button.toolTip()
    composer.resize(700, 120)
    composer._fit_scope()
    assert "…" not in composer.scope_button.text() + composer.mode_button.text()


def test_the_number_in_a_spin_box_stands_off_its_edge(appearance: Appearance, qtbot: QtBot) -> None:
    box = NumberBox()
    qtbot.addWidget(box)
    box.resize(90, 32)
    box.show()
    box.lineEdit().home(False)
    assert box.lineEdit().x() + box.lineEdit().cursorRect().center().x() >= 8


def test_the_rail_is_as_wide_as_its_longest_word(session: Session, qtbot: QtBot) -> None:
    button = RailButton(
        Place("explore", "Literaturverzeichnis", "explore", QWidget()),
        session.icons.icon("explore"),
        session.appearance,
    )
    qtbot.addWidget(button)
    word = QFontMetrics(button._font(strong=True)).horizontalAdvance("Literaturverzeichnis")
    assert button.sizeHint().width() >= word + 8


def test_a_share_that_rounds_to_nothing_is_not_shown_as_none() -> None:
    assert score_words(ExploredPaper(title="T", score=0.0004)) == "< 0.1 %"
    assert score_words(ExploredPaper(title="T", score=0.353)) == "35.3 %"
    assert score_words(ExploredPaper(title="T")) == ""


def test_what_may_happen_several_times_a_day_is_told_with_its_time() -> None:
    now = datetime.datetime.now().astimezone()
    clock = QLocale().toString(QTime(now.hour, now.minute), QLocale.FormatType.ShortFormat)
    assert moment_words(now.isoformat()) == f"{date_words(now.isoformat())}, {clock}"
    assert moment_words("no stamp") == ""
