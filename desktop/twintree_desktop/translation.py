"""The interface's language: Qt's own texts and ours, from the files beside this module.

To bring the files up to date: ``pyside6-lupdate`` over the sources with ``-ts translations/twintree_de.ts``
(and ``_en.ts``, which holds only plurals), translate, then ``pyside6-lrelease`` on each.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

LANGUAGES = {"en": "English", "de": "Deutsch"}
FOLDER = Path(__file__).parent / "translations"


def chosen_language(setting: str) -> str:
    """The language to use: the one that was set, or the system's where we have it, or English."""
    if setting in LANGUAGES:
        return setting
    system = QLocale.system().name()[:2]
    return system if system in LANGUAGES else "en"


def translate(application: QCoreApplication, language: str) -> list[QTranslator]:
    """Install the translators of a language; keep what is returned for as long as they are to work."""
    QLocale.setDefault(QLocale(language) if language != QLocale.system().name()[:2] else QLocale.system())
    made = []
    for folder, name in (
        (QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath), f"qtbase_{language}"),
        (str(FOLDER), f"twintree_{language}"),
    ):
        translator = QTranslator(application)
        if translator.load(name, folder):
            application.installTranslator(translator)
            made.append(translator)
    return made
