"""Which sections of a paper a model is still to summarise, and which of its summaries still hold."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from twintree.base.ids import PaperId, SectionId
from twintree.base.pages import PageText
from twintree.base.records import Record, Section, SectionTree
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.summaries import KeptSummary, SummaryStore
from twintree.structure.summary import KEPT_WHOLE, summarised_text
from twintree.structure.tree import children_of, tokens_in
from twintree.structure.written import LONGEST, VERSION

_BACK_MATTER = frozenset({"references", "acknowledgements", "acknowledgments"})


class Todo(Record, frozen=True, kw_only=True):
    """A section that a model is to summarise."""

    section: SectionId
    text: str
    own: str
    hash: str


def sections_to_do(
    papers: PaperStore, person: PersonStore, kept: SummaryStore, paper: PaperId, model: str
) -> tuple[list[Todo], int]:
    """The sections of a paper that the model has not summarised in their present words, and how many are too long.

    Short sections keep their text, back matter is not summarised, and what a person wrote stays.
    """
    tree = papers.tree(paper)
    main = next(iter(papers.files(paper)), None)
    if main is None or not tree.nodes:
        return [], 0
    pages = list(papers.pages(main.id))
    by_person = {each.subject for each in person.corrections(paper) if each.content.get("summary")}
    done = kept.kept(paper)
    found, too_long = [], 0
    for node in tree.nodes:
        if node.role.casefold() in _BACK_MATTER or node.id in by_person:
            continue
        todo = _todo(tree, node, pages)
        earlier = done.get(node.id)
        if tokens_in(todo.text) < KEPT_WHOLE or (
            earlier is not None
            and (earlier.hash, earlier.model, earlier.version) == (todo.hash, model, VERSION)
        ):
            continue
        if tokens_in(todo.text) > LONGEST:
            too_long += 1
        else:
            found.append(todo)
    return found, too_long


def _todo(tree: SectionTree, node: Section, pages: Sequence[PageText]) -> Todo:
    text = summarised_text(node, pages, children_of(tree, node.id))
    return Todo(section=node.id, text=text, own=node.summary, hash=hashlib.sha256(text.encode()).hexdigest())


def put_back(kept: SummaryStore, tree: SectionTree, pages: Sequence[PageText]) -> list[KeptSummary]:
    """The kept summaries whose sections still have the words that they were written from."""
    earlier = kept.kept(tree.paper)
    return [
        earlier[node.id]
        for node in tree.nodes
        if node.id in earlier and _todo(tree, node, pages).hash == earlier[node.id].hash
    ]
