"""What a question is about (the library, a collection, a tag, papers), in words and in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from twintree.base.answers import Scope
from twintree.base.errors import NotFound
from twintree.base.records import Collection, Tag
from twintree_desktop.words import number_words, short_reference, tr

if TYPE_CHECKING:
    from twintree.library import Library


@dataclass(frozen=True)
class NamedScope:
    """A scope with its name, how many papers it holds, and what is the matter with them."""

    scope: Scope
    name: str
    papers: int
    problem: str = ""

    @property
    def words(self) -> str:
        """``Named entities · 42 papers``; a single paper goes by its name, the whole library by its number."""
        if len(self.scope.papers) == 1:
            return self.name
        if self.scope == Scope():
            return _counted(tr("All %n paper(s)", "", self.papers), self.papers)
        return f"{self.name} · {_counted(tr('%n paper(s)', '', self.papers), self.papers)}"

    @property
    def short(self) -> str:
        """The same with the number alone, where there is little room."""
        if len(self.scope.papers) == 1 or self.scope == Scope():
            return self.name
        return f"{self.name} · {number_words(self.papers)}"


def _counted(words: str, count: int) -> str:
    return words.replace(str(count), number_words(count))


@dataclass(frozen=True)
class ScopeChoices:
    """What can be chosen."""

    collections: tuple[Collection, ...]
    tags: tuple[Tag, ...]


def scope_choices(library: Library) -> ScopeChoices:
    """The collections and tags of the library."""
    return ScopeChoices(tuple(library.person.collections()), tuple(library.person.tags()))


def name_scope(library: Library, scope: Scope) -> NamedScope:
    """Find a scope's name and number of papers; an empty or textless one says so (PAINS 18)."""
    if len(scope.papers) == 1:
        return _name_paper(library, scope)
    count = library.papers.count(scope.as_filter())
    problem = "" if count else tr("There are no papers here to answer from.")
    return NamedScope(scope, _name(library, scope), count, problem)


def _name_paper(library: Library, scope: Scope) -> NamedScope:
    try:
        paper = library.papers.get(scope.papers[0])
    except NotFound:
        return NamedScope(scope, tr("a paper that is gone"), 0, tr("This paper is no longer in the library."))
    row = paper.row
    name = short_reference(row.authors, row.year, row.letter) or row.title or row.key
    problem = ""
    if not paper.files:
        problem = tr("This paper has no file to answer from.")
    elif library.papers.has_text(paper.files[0].id) is False:
        problem = tr("No text was found in this file, so nothing can be answered from it.")
    return NamedScope(scope, name, 1, problem)


def _name(library: Library, scope: Scope) -> str:
    if scope.papers:
        return tr("Selection")
    if scope.collection:
        named = {each.id: each.name for each in library.person.collections()}
        return named.get(scope.collection, scope.collection)
    if scope.tag:
        return scope.tag
    if scope.author or scope.journal:
        return scope.author or scope.journal
    if scope.year_min or scope.year_max:
        return f"{scope.year_min or ''}–{scope.year_max or ''}"
    return tr("All papers")
