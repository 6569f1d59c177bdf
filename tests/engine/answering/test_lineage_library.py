"""Questions about methods, asked of real stores: trees made of what papers say, answers with quotes on their pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tests.engine.retrieval.conftest import Shelf

from twintree.answering.answer import Answerer
from twintree.answering.lineage import MethodAnswers
from twintree.base.answers import Answer, Scope
from twintree.base.ids import PaperId
from twintree.base.methods import Assignment, MethodMention, PaperMethods, RelationDraft, SourceDraft
from twintree.base.records import Citation, Span
from twintree.knowledge.methods.naming import key_of
from twintree.retrieval.methodsearch import MethodSearch
from twintree.retrieval.vectors import embed_cached
from twintree.store.methodintake import MethodIntake
from twintree.store.methods import MethodStore
from twintree.trees.upkeep import refresh

PERCEPTRON = "The averaged perceptron is built on the perceptron of Rosenblatt."
TAGGER = "Our swallow tagger extends the averaged perceptron with features of birds."


class MethodShelf(Shelf):
    """A library of papers that say what builds on what."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.search = MethodSearch(self.ledger, MethodStore(self.ledger), self.embedder)
        self.answerer = Answerer(
            self.papers,
            self.searcher,
            self.embedder.embed,
            lineage=MethodAnswers(self.search, self.search.find),
        )

    def say(self, paper: PaperId, source: str, target: str, quote: str) -> None:
        """Write that a paper says, on its first page, that ``target`` is built on ``source``."""
        (file,) = (each.id for each in self.papers.files(paper))
        start = self.papers.page(file, 1).text.index(quote)
        spans = (Span(1, start, start + len(quote)),)
        drafts = [
            SourceDraft(
                name=name,
                kind="model",
                role=role,
                keys=(key_of(name),),
                summary=quote,
                mentions=(
                    MethodMention(
                        paper=paper, file=file, page=1, spans=spans, quote=quote, at=spans[0], role=role
                    ),
                ),
            )
            for name, role in ((source, "prior"), (target, "derived"))
        ]
        evidence = (Citation(paper=paper, file=file, page=1, spans=spans, quote=quote),)
        relation = RelationDraft(
            source=source,
            target=target,
            rating=5,
            explanation=f"{target} is built on {source}",
            evidence=evidence,
        )
        assigned = [self._known(name) for name in (source, target)]
        MethodIntake(self.ledger).write_paper(
            paper, PaperMethods(sources=tuple(drafts), relations=(relation,)), assigned
        )
        refresh(self.ledger, lambda texts: embed_cached(self.ledger, self.embedder, list(texts)))

    def _known(self, name: str) -> Assignment:
        found = self.search.named(name)
        return Assignment(method=found[0].id if found else None)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[MethodShelf]:
    made = MethodShelf(tmp_path)
    first = made.add("Averaging", [f"{PERCEPTRON} It averages weights over all mistakes."])
    second = made.add("Swallows", [f"Birds fly south. {TAGGER}"])
    made.say(first, "perceptron", "averaged perceptron", PERCEPTRON)
    made.say(second, "averaged perceptron", "swallow tagger", TAGGER)
    yield made
    made.close()


def texts(answer: Answer) -> Sequence[str]:
    return [sentence.text for sentence in answer.sentences]


def quotes(answer: Answer) -> Sequence[str]:
    return [each.quote for sentence in answer.sentences for each in sentence.citations]


def test_an_origin_is_followed_across_papers_with_the_page_behind_every_edge(shelf: MethodShelf) -> None:
    answer = shelf.answerer.ask("Where does the swallow tagger come from?")

    assert answer.found
    assert texts(answer) == [
        "swallow tagger is built on averaged perceptron.",
        "averaged perceptron is built on perceptron.",
    ]
    assert quotes(answer) == [TAGGER, PERCEPTRON]
    assert len({each.paper for sentence in answer.sentences for each in sentence.citations}) == 2
    assert len(answer.read_pages) == 2


def test_a_follow_up_asks_on_from_the_same_method(shelf: MethodShelf) -> None:
    first = shelf.answerer.ask("Where does the averaged perceptron come from?")

    second = shelf.answerer.ask("And what builds on it?", parent=first)

    assert texts(second) == ["swallow tagger is built on averaged perceptron."]


def test_only_papers_of_the_scope_are_cited(shelf: MethodShelf) -> None:
    swallows = next(row.id for row in shelf.papers.rows() if row.title == "Swallows")

    answer = shelf.answerer.ask(
        "How do the perceptron and the swallow tagger relate?", Scope(papers=(swallows,))
    )

    assert quotes(answer) == [TAGGER]


def test_a_method_that_no_paper_names_is_left_to_the_papers_words(shelf: MethodShelf) -> None:
    answer = shelf.answerer.ask("Where does the frobnicator come from?")

    steps = [step.step for step in answer.trace]
    assert "method" in steps
    assert "shortlist" in steps
    assert TAGGER not in quotes(answer)


def test_an_edge_that_a_person_took_away_is_told_no_more(shelf: MethodShelf) -> None:
    store = MethodStore(shelf.ledger)
    store.rate("perceptron", "averaged perceptron", 0)
    refresh(shelf.ledger, lambda all_: embed_cached(shelf.ledger, shelf.embedder, list(all_)))

    answer = shelf.answerer.ask("Where does the swallow tagger come from?")

    assert texts(answer) == ["swallow tagger is built on averaged perceptron."]


def test_papers_are_counted_within_the_scope_alone(shelf: MethodShelf) -> None:
    asked = "How many papers do I have?"
    assert texts(shelf.answerer.ask(asked))[0] == "Your library holds 2 papers."
    assert (
        texts(shelf.answerer.ask(asked, Scope(author="Nobody")))[0]
        == "Your library holds 0 papers that match."
    )
