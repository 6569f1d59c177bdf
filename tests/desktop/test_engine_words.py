"""What the engine says reaches a German window in German; what nobody foresaw stays as it was said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication

from twintree.models.fitness import TASKS
from twintree_desktop.engine_words import in_words
from twintree_desktop.model_words import task_words
from twintree_desktop.translation import translate


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    before = QLocale()
    made = translate(qapp, "de")
    yield
    for translator in made:
        QCoreApplication.removeTranslator(translator)
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("3 of 5 files done · 55 of 55 pages read", "3 von 5 Dateien fertig · 55 von 55 Seiten gelesen"),
        (
            "5 of 5 files can be searched, 2 are done · 55 of 55 pages read",
            "5 von 5 Dateien durchsuchbar, 2 fertig · 55 von 55 Seiten gelesen",
        ),
        (
            "1 of 3 papers done · 4 of 17 sections read",
            "1 von 3 Arbeiten fertig · 4 von 17 Abschnitten gelesen",
        ),
        ("Figures and scans of 3 papers", "Abbildungen und Scans von 3 Arbeiten"),
        ("Put into the bin: 3 papers", "In den Papierkorb: 3 Arbeiten"),
        ("“a.pdf” is not a PDF. Fetch the file again.", "„a.pdf“ ist kein PDF. Die Datei noch einmal holen."),
        (
            "A seed, found by 2 of the plan's queries, with 3 kept citations.",
            "Ausgangsarbeit, von 2 Anfragen des Plans gefunden, mit 3 behaltenen Zitaten.",
        ),
        (
            "Not checkable: an end is not held; weighed by its role (use).",
            "Nicht prüfbar: eine Seite ist nicht vorhanden; nach seiner Rolle gewichtet (use).",
        ),
        ("Claim c02 of ward2021clover removed", "Behauptung c02 von ward2021clover entfernt"),
        (
            "Interrupted; a later job does this work.",
            "Unterbrochen; ein späterer Auftrag erledigt diese Arbeit.",
        ),
        ("summaries of 3 papers", "Zusammenfassungen von 3 Arbeiten"),
        (
            "4 sections summarised, 9 sentences by the model; 2 failed their check and gave way to the paper's own; "
            "1 sections are too long for the model.",
            "4 Abschnitte zusammengefasst, 9 Sätze vom Modell; 2 bestanden die Prüfung nicht und wichen denen der "
            "Arbeit; 1 Abschnitt ist für das Modell zu lang.",
        ),
        ("Nobody foresaw this. Check the path.", "Nobody foresaw this. Den Pfad prüfen."),
        ("Braces {0} stay.", "Braces {0} stay."),
        ("", ""),
    ],
)
def test_sentences_of_the_engine_are_translated_as_far_as_they_are_known(
    german: None, said: str, shown: str
) -> None:
    assert in_words(said) == shown


def test_in_english_nothing_is_touched(qapp: QApplication) -> None:
    assert in_words("Put into the bin: 3 papers") == "Put into the bin: 3 papers"


def test_every_task_of_a_model_has_words_of_its_own(german: None) -> None:
    said = [task_words(task) for task in TASKS]
    assert len(set(said)) == len(TASKS)
    assert not set(said) & set(TASKS)
