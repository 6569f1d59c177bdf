"""The interface speaks German whole, and English plurals are English."""

from __future__ import annotations

import ast
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication

import twintree_desktop
from twintree_desktop.graphs.role_words import level_words
from twintree_desktop.translation import FOLDER, chosen_language

SOURCES = [path for path in Path(twintree_desktop.__file__).parent.rglob("*.py") if path.name != "bench.py"]


def spoken() -> set[str]:
    """Every text in the sources that is handed to ``tr`` or ``translate``."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                place = {"tr": 0, "translate": 1}.get(name, -1)
                if 0 <= place < len(node.args) and isinstance(getattr(node.args[place], "value", None), str):
                    found.add(ast.literal_eval(node.args[place]))
    return found


def test_every_text_has_a_finished_german_translation() -> None:
    tree = ET.parse(FOLDER / "twintree_de.ts")  # noqa: S314 - our own file
    known = {m.findtext("source") for m in tree.iter("message")}
    open_ones = [
        m.findtext("source") for m in tree.iter("message") if m.find("translation[@type]") is not None
    ]
    assert not open_ones
    assert not spoken() - known


@pytest.mark.parametrize(
    ("language", "one", "many"), [("en", "1 paper", "3 papers"), ("de", "1 Arbeit", "3 Arbeiten")]
)
def test_plurals(language: str, one: str, many: str, qapp: QApplication) -> None:
    translator = QTranslator()
    assert translator.load(f"twintree_{language}", str(FOLDER))
    qapp.installTranslator(translator)
    try:
        said = [QCoreApplication.translate("LibraryPanel", "%n paper(s)", "", n) for n in (1, 3)]
    finally:
        qapp.removeTranslator(translator)
    assert said == [one, many]


def test_a_helper_without_a_class_is_translated_too(qapp: QApplication) -> None:
    translator = QTranslator()
    assert translator.load("twintree_de", str(FOLDER))
    qapp.installTranslator(translator)
    try:
        assert QCoreApplication.translate("", "yesterday") == "gestern"
    finally:
        qapp.removeTranslator(translator)


def test_levels_of_citations_are_said_in_words(qapp: QApplication) -> None:
    assert level_words(3) == "moderate (3 of 5)"
    translator = QTranslator()
    assert translator.load("twintree_de", str(FOLDER))
    qapp.installTranslator(translator)
    try:
        assert level_words(3) == "mittel (3 von 5)"
    finally:
        qapp.removeTranslator(translator)


def test_an_unknown_choice_falls_back_to_a_language_that_we_have() -> None:
    assert chosen_language("de") == "de"
    assert chosen_language("xx") in ("en", "de")
