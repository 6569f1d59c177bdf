"""What Explore asks of the engine, one function each; they run off the window's thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from twintree.base.answers import Scope
from twintree.base.citations import CitationMention
from twintree.base.exploring import Exploration, ExplorationRow, ExploredPaper, ExploreSettings
from twintree.base.ids import PaperId
from twintree.base.records import Citation
from twintree_desktop.words import short_reference

if TYPE_CHECKING:
    from twintree.library import Library

_MOST = 500
#: Works that a reading list takes out.
LISTED = 50


def look_ahead(library: Library, question: str, settings: ExploreSettings, scope: Scope) -> Exploration:
    """What an exploration would look at and cost."""
    return library.explorations.plan(question, settings, scope)


def earlier(library: Library) -> Sequence[ExplorationRow]:
    """The explorations that were kept, the newest first."""
    return library.explorations.list(_MOST)


def exploration(library: Library, run: str) -> Exploration:
    """An exploration as it was made."""
    return library.explorations.get(run)


def delete(library: Library, run: str) -> None:
    """Delete an exploration for good; what was judged stays known."""
    library.explorations.delete(run)


def reading_list(library: Library, found: Exploration, kind: str) -> str:
    """The works to get, as ``bibtex`` or ``ris``."""
    return library.explorations.reading_list(found, kind, LISTED)


def name_of(paper: ExploredPaper) -> str:
    """``Meng 2026``, or the beginning of a title."""
    return short_reference(paper.authors, paper.year, paper.letter) if paper.authors else paper.title


def place_of_mention(mention: CitationMention, citing: ExploredPaper) -> Citation:
    """A citing sentence as a place in the reader."""
    return Citation(
        paper=citing.paper or PaperId(""),
        file=mention.file,
        page=mention.page,
        spans=mention.spans,
        quote=mention.sentence,
        label=name_of(citing),
    )
