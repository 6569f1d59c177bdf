"""Answers from the two trees: each edge with a quote that stands on its page, else nothing is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from twintree.answering.lineage import MethodAnswers, says_so
from twintree.base.answers import AnswerSentence
from twintree.base.ids import FileId, PaperId
from twintree.base.methods import Cluster, ClusterId, Method, MethodEdge, MethodId, MethodMention
from twintree.base.pages import PageText
from twintree.base.records import Citation, PaperRow, Span
from twintree.retrieval.funnel import FoundMethod, FunnelResult, FunnelStep
from twintree.trees.provenance import ProvenanceTree, build

PAGES = {
    ("F1", 1): "We extend the Transformer to read both ways, and call it BERT.",
    ("F1", 2): "BERT also takes contextual vectors from ELMo. BERT was compared with GPT.",
    ("F2", 1): "RoBERTa trains BERT longer. SciBERT is BERT on papers.",
}


def cite(file: str, page: int, quote: str) -> Citation:
    start = max(PAGES[file, page].find(quote), 0)
    spans = (Span(page, start, start + len(quote)),)
    return Citation(
        paper=PaperId(f"P{file[1]}"), file=FileId(file), page=page, spans=spans, quote=quote, label=""
    )


def edge(source: str, target: str, rating: int, *evidence: Citation, says: str = "") -> MethodEdge:
    return MethodEdge(
        source=MethodId(source), target=MethodId(target), rating=rating, evidence=evidence, explanation=says
    )


EXTENDS = cite("F1", 1, "We extend the Transformer to read both ways")
EDGES = [
    edge("transformer", "bert", 5, EXTENDS, says="BERT extends the Transformer"),
    edge("elmo", "bert", 3, cite("F1", 2, "BERT also takes contextual vectors from ELMo.")),
    edge("gpt", "bert", 1, cite("F1", 2, "BERT was compared with GPT.")),
    edge("bert", "roberta", 5, cite("F2", 1, "RoBERTa trains BERT longer.")),
    edge("bert", "scibert", 4, cite("F2", 1, "SciBERT is BERT on papers.")),
]
NAMES = {
    "transformer": "Transformer",
    "bert": "BERT",
    "elmo": "ELMo",
    "gpt": "GPT",
    "roberta": "RoBERTa",
    "scibert": "SciBERT",
}


class Shelf:
    """A library of six methods."""

    def __init__(self, edges: Sequence[MethodEdge] = EDGES) -> None:
        self._edges = list(edges)

    def named(self, text: str) -> list[Method]:
        return [self.get(key) for key, name in NAMES.items() if name.lower() == text.lower()]

    def get(self, reference: str) -> Method:
        mention = MethodMention(
            paper=PaperId("P1"),
            file=FileId("F1"),
            page=2,
            spans=(Span(2, 0, 45),),
            quote="BERT also takes contextual vectors from ELMo.",
            at=Span(2, 0, 4),
        )
        made = msgspec.structs.replace(
            mention, page=1, spans=EXTENDS.spans, quote=EXTENDS.quote, role="derived"
        )
        return Method(id=MethodId(reference), name=NAMES[reference], mentions=(mention, made))

    def tree(self) -> ProvenanceTree:
        return build([msgspec.structs.replace(each, evidence=()) for each in self._edges], {})

    def edges(self, methods: Sequence[MethodId]) -> list[MethodEdge]:
        return [e for e in self._edges if {e.source, e.target} <= set(methods)]

    def clusters(self) -> list[Cluster]:
        return [Cluster(id=ClusterId("C1"), level=1, title="Pretrained encoders", title_by="person")]


class Run:
    """What a run of ``ask`` offers."""

    def __init__(self) -> None:
        self.trace: list[tuple[str, str]] = []

    def page(self, file: FileId, number: int) -> PageText:
        text = PAGES[file, number]
        return PageText(number, "", 600, 800, text, len(text), ())

    def row(self, paper: PaperId) -> PaperRow:
        return PaperRow(id=paper, key=str(paper), title="T", authors=("Devlin, Jacob",), year=2019)

    def note(self, step: str, summary: str, data: Any = None) -> None:
        self.trace.append((step, summary))


def nothing(_text: str) -> FunnelResult:
    return FunnelResult(methods=())


def ask(
    question: str, shelf: Shelf | None = None, papers: frozenset[PaperId] | None = None
) -> list[AnswerSentence]:
    return list(MethodAnswers(shelf or Shelf(), nothing).answer(question, Run(), papers))


def texts(found: Sequence[AnswerSentence]) -> list[str]:
    return [each.text for each in found]


def test_where_a_method_comes_from_is_told_edge_by_edge_with_page_and_quote():
    found = ask("Where does BERT come from?")

    assert texts(found) == ["BERT extends the Transformer.", "BERT draws on ELMo."]
    (cited,) = found[0].citations
    assert (cited.page, cited.quote, cited.label) == (1, EXTENDS.quote, "Devlin 2019, p. 1")
    assert all(each.supported for each in found)


def test_a_comparison_is_no_origin():
    assert not any("GPT" in text for text in texts(ask("What does BERT build on?")))


def test_what_builds_on_a_method_is_told_strongest_first_then_what_builds_on_that():
    assert texts(ask("What builds on the Transformer?")) == [
        "BERT extends the Transformer.",
        "RoBERTa is built on BERT.",
        "SciBERT builds on BERT.",
    ]


def test_weak_edges_are_told_of_the_method_itself_but_not_followed_further():
    weak = [edge("elmo", "bert", 3, EDGES[1].evidence[0]), edge("bert", "roberta", 2, EDGES[3].evidence[0])]

    assert texts(ask("What builds on ELMo?", Shelf(weak))) == ["BERT draws on ELMo."]


def test_two_methods_are_related_over_the_edges_between_them():
    assert texts(ask("How do RoBERTa and the Transformer relate?")) == [
        "BERT extends the Transformer.",
        "RoBERTa is built on BERT.",
    ]
    assert texts(ask("How is BERT related to GPT?")) == ["BERT is compared with GPT."]


def test_an_edge_whose_quote_is_not_on_its_page_is_not_said():
    lost = msgspec.structs.replace(EXTENDS, quote="words that stand nowhere")
    shelf = Shelf([edge("transformer", "bert", 5, lost), EDGES[1]])

    assert texts(ask("Where does BERT come from?", shelf)) == ["BERT draws on ELMo."]


def test_an_edge_without_a_page_is_not_said():
    assert ask("Where does BERT come from?", Shelf([edge("transformer", "bert", 5)])) == []


def test_only_papers_in_scope_are_cited():
    assert ask("Where does BERT come from?", papers=frozenset({PaperId("P2")})) == []
    assert texts(ask("What builds on BERT?", papers=frozenset({PaperId("P2")}))) == [
        "RoBERTa is built on BERT.",
        "SciBERT builds on BERT.",
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Where does Word2Vec come from?",
        "How do BERT and Word2Vec relate?",
        "How do BERT and BERT relate?",
        "What accuracy does BERT reach?",
    ],
)
def test_what_the_trees_do_not_know_is_left_to_the_papers_words(question: str):
    assert ask(question) == []


def test_main_approaches_are_themes_with_their_methods_and_a_page_for_each():
    found = FunnelResult(
        methods=tuple(
            FoundMethod(method=MethodId(name), cosine=cosine, theme=ClusterId("C1"))
            for name, cosine in (("bert", 0.8), ("elmo", 0.6), ("gpt", 0.1))
        ),
        steps=(FunnelStep(level=1, compared=5, kept=((ClusterId("C1"), 0.7),)),),
    )
    run = Run()

    answer = MethodAnswers(Shelf(), lambda _text: found).answer(
        "What are the main approaches to reading?", run
    )

    assert texts(answer) == ["Pretrained encoders: BERT, ELMo."]
    assert [each.page for each in answer[0].citations] == [1, 1]
    assert [step for step, _ in run.trace] == ["funnel", "methods"]


class Approaches(Shelf):
    """Methods of one theme, as cards say what they are; each is named on page 1, and with the topic on page 2."""

    def get(self, reference: str) -> Method:
        name, kind, papers = {
            "M1": ("empirical comparison", "experimental paradigm", 1),
            "M2": ("joint model", "model", 1),
            "M3": ("random fields", "model", 9),
            "M4": ("contextual vectors", "algorithm", 6),
            "M5": ("PKU corpus", "dataset construction", 5),
            "M6": ("F-score", "metric", 5),
            "M7": ("Chinese parsing", "algorithm", 5),
        }[reference]
        first, second = super().get("bert").mentions
        return Method(
            id=MethodId(reference),
            name=name,
            kind=kind,
            papers=tuple(PaperId(f"P{at}") for at in range(papers)),
            mentions=(msgspec.structs.replace(second, role="prior"), first),
        )


def test_approaches_are_ways_in_many_papers_not_the_task_its_data_or_a_study_of_it() -> None:
    found = FunnelResult(
        methods=tuple(
            FoundMethod(method=MethodId(f"M{at}"), cosine=0.85 - at / 20, theme=ClusterId("C2"))
            for at in range(1, 8)
        ),
        steps=(),
    )

    answer = MethodAnswers(Approaches(), lambda _text: found).answer(
        "What are the main approaches to contextual vectors?", Run()
    )

    assert texts(answer) == ["random fields, joint model."]
    assert [each.page for each in answer[0].citations] == [2, 2], "where they are named with the topic"


@pytest.mark.parametrize(
    ("quote", "tells"),
    [
        ("SPECTER is initialised with SciBERT.", True),
        ("We build on SciBERT and train on citations.", True),
        ("Our encoder is based on the scientific variant, SciBERT.", True),
        ("We use scikit-learn's TfidfVectorizer for one baseline.", False),
        ("We use SciBERT as our model initialization.", True),
        ("SciBERT has 12 layers.", False),
        ("SciBERTs are many.", False),
    ],
)
def test_a_quote_tells_a_derivation_only_when_it_names_both_or_its_authors_say_so(
    quote: str, tells: bool
) -> None:
    source = Method(id=MethodId("M1"), name="SciBERT", aliases=("TfidfVectorizer",))
    target = Method(id=MethodId("M2"), name="SPECTER")
    assert says_so(quote, source, target) is tells
