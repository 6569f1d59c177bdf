"""A verified search of one paper's tree: proposed sections are checked before anything is read (VecTree-RAG §3.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twintree.answering.state.settings import Incomplete
from twintree.answering.state.writing import ModelVoice
from twintree.base.errors import ModelUnavailable
from twintree.base.progress import CancelToken
from twintree.base.records import Record, Section, SectionTree
from twintree.base.words import content_stems
from twintree.models import prompts

#: Share of proposed sections that must pass, proposals after the first, and sections of the fallback.
_CONFIDENT, _RETRIES, _FALLBACK = 0.5, 2, 5

#: Proposes section ids for a question; the errors of its last proposal come with the second call and later ones.
Propose = Callable[[str, SectionTree, Sequence[str]], Sequence[str]]


class TreeSearch(Record, frozen=True, kw_only=True):
    """What a search of a tree gave.

    Attributes:
        sections: the ones that passed, or those of the lexical fallback; best first.
        confidence: share of the last proposal that passed; it says that the proposal is in order, not that the
            answer stands there.
        proposals: how many were made.
        fallback: whether words alone chose in the end.
        errors: what was wrong with each proposal.
    """

    sections: tuple[Section, ...]
    confidence: float
    proposals: int
    fallback: bool
    errors: tuple[str, ...] = ()


def search_tree(question: str, tree: SectionTree, pages: int, propose: Propose | None) -> TreeSearch:
    """Search a paper's tree with a proposer, checked; by words where there is none or it cannot be trusted.

    Args:
        question: what is sought.
        tree: the paper's sections.
        pages: how many pages its file has.
        propose: the model's part; None for words alone.
    """
    errors: list[str] = []
    confidence, made = 0.0, 0
    for _ in range(0 if propose is None else 1 + _RETRIES):
        assert propose is not None  # noqa: S101 - the range is empty otherwise
        proposed = list(dict.fromkeys(propose(question, tree, tuple(errors))))
        made += 1
        passed, wrong = _checked(question, tree, pages, proposed)
        confidence = len(passed) / len(proposed) if proposed else 0.0
        errors = wrong or ([] if proposed else ["no section was proposed"])
        if confidence >= _CONFIDENT:
            return TreeSearch(
                sections=tuple(passed),
                confidence=confidence,
                proposals=made,
                fallback=False,
                errors=tuple(errors),
            )
    return TreeSearch(
        sections=tuple(by_words(question, tree)[:_FALLBACK]),
        confidence=confidence,
        proposals=made,
        fallback=True,
        errors=tuple(errors),
    )


def proposed_by(voice: ModelVoice, cancel: CancelToken) -> Propose:
    """A model's proposals; ids that it makes up are for ``search_tree`` to refuse, as is its silence."""

    def propose(question: str, tree: SectionTree, errors: Sequence[str]) -> list[str]:
        listed = [
            f"[{node.id}] {node.title}, p. {node.start_page}-{node.end_page}: {node.summary[:120]}"
            for node in tree.nodes
        ]
        chat = prompts.treesearch_chat(question, listed, errors)
        try:
            said = voice.say(chat, prompts.TREESEARCH_SCHEMA, 200, cancel)
        except (Incomplete, ModelUnavailable):
            return []
        return [str(each).strip("[] ") for each in said["sections"]]

    return propose


def by_words(question: str, tree: SectionTree) -> list[Section]:
    """The sections with words of the question in title or summary, most first, then in document order."""
    shared = {node.id: _shared(question, node) for node in tree.nodes}
    return sorted((node for node in tree.nodes if shared[node.id]), key=lambda node: -shared[node.id])


def _checked(
    question: str, tree: SectionTree, pages: int, proposed: Sequence[str]
) -> tuple[list[Section], list[str]]:
    nodes = {str(node.id): node for node in tree.nodes}
    passed, wrong = [], []
    for each in proposed:
        node = nodes.get(each)
        if node is None:
            wrong.append(f"there is no section {each}")
        elif not 1 <= node.start_page <= node.end_page <= max(pages, 1):
            wrong.append(f"the section {each} has no valid pages")
        elif not _shared(question, node):
            wrong.append(f"the section {each} ({node.title}) shares no word with the question")
        else:
            passed.append(node)
    return passed, wrong


def _shared(question: str, node: Section) -> int:
    return len(set(content_stems(question)) & set(content_stems(f"{node.title} {node.summary}")))
