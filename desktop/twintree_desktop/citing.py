"""Copying citations and references, and keeping a collection's BibTeX file: menus that others take in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu, QWidget

from twintree.base.ids import PaperId
from twintree.base.records import Change
from twintree.knowledge import formatted
from twintree_desktop.reader.copying import copy
from twintree_desktop.save_dialog import ask_where_to_save
from twintree_desktop.session import Session

if TYPE_CHECKING:
    from twintree.library import Library

_NAMES = {
    "latex": "\\cite{…}",
    "pandoc": "[@…]",
    "apa": "APA",
    "chicago": "Chicago",
    "harvard": "Harvard",
    "ieee": "IEEE",
    "vancouver": "Vancouver",
}


def tr(text: str) -> str:
    """A text of this module in the window's language."""
    return QCoreApplication.translate("", text)


def citation_text(library: Library, papers: Sequence[PaperId], style: str) -> str:
    """Papers as they are pasted: the command of a key, or their entries in a style."""
    cited = formatted.cite([library.papers.get(each) for each in papers], style)
    return cited.text if style in formatted.KEYED else "\n".join(cited.entries)


#: Calls back with the papers that are chosen; not at all when none is.
Choose = Callable[[Callable[[Sequence[PaperId]], object]], object]


def add_citing(session: Session, menu: QMenu, choose: Choose) -> None:
    """Put the ways of copying a citation of the chosen papers into a menu."""
    inside = menu.addMenu(tr("Copy citation"))
    for style in (*formatted.KEYED, *formatted.STYLES):
        if style == formatted.STYLES[0]:
            inside.addSeparator()
        inside.addAction(_NAMES[style], partial(choose, partial(_copy, session, style)))


def _copy(session: Session, style: str, papers: Sequence[PaperId]) -> None:
    def copied(text: str) -> None:
        copy(text)
        session.messages.tell(tr("Copied: {0}").format(text if len(text) < 80 else text[:78] + "…"))

    session.read(citation_text, list(papers), style, then=copied)


# ── a collection's BibTeX file ───────────────────────────────────────────────────────────────────────


def kept_path(library: Library, collection: str) -> str:
    """Where a collection's BibTeX file is kept; "" when it is not."""
    return next((each.path for each in library.bibliographies.kept() if each.collection == collection), "")


def keep_bibliography(library: Library, collection: str, path: Path) -> Change:
    """Keep a collection's BibTeX file there."""
    return library.bibliographies.keep(collection, path)


def stop_bibliography(library: Library, collection: str) -> Change:
    """Keep it no longer."""
    return library.bibliographies.stop(collection)


def add_keeping(session: Session, menu: QMenu, collection: str, name: str, parent: QWidget) -> None:
    """Put the keeping of a collection's BibTeX file into a menu."""
    if session.library.readonly:
        return

    def fill(path: str) -> None:
        if path:
            action = menu.addAction(
                tr("Keep {0} no longer").format(Path(path).name),
                partial(session.act, stop_bibliography, collection),
            )
            action.setToolTip(path)
        else:
            menu.addAction(
                tr("Keep a .bib file up to date …"), partial(_choose, session, collection, name, parent)
            )

    session.read(kept_path, collection, then=fill, owner=menu)


def _choose(session: Session, collection: str, name: str, parent: QWidget) -> None:
    title = tr("Where is the .bib file of {0} to be kept?").format(name)
    keep = partial(session.act, keep_bibliography, collection)
    # The engine never overwrites a foreign file.
    ask_where_to_save(parent, title, "bib", keep, f"{name}.bib", confirm=False)
