"""What the benchmark of written answers gives a model is what the product gives it."""

from __future__ import annotations

import numpy as np

from twintree.answering.answer import AnswerSettings
from twintree.answering.evidence import Candidate
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Span
from twintree.bench import generated
from twintree.bench.paragraphs import Asked

PARAGRAPHS = tuple(f"Before {at}. The lexicon has {at} verbs. Behind {at}." for at in range(9))


def test_a_model_is_given_few_sentences_and_the_best_with_their_neighbours() -> None:
    asked = Asked(
        paper="p",
        question="How many verbs has the lexicon?",
        texts=PARAGRAPHS,
        evidence=(frozenset({0}),),
        words=np.zeros(9, np.float32),
        vectors=np.zeros((9, 2), np.float32),
        vector=np.zeros(2, np.float32),
    )
    case = generated.Case(asked=asked, evidence=tuple(sentence(at) for at in range(9)), answers=("0",))
    texts = [each.text for each in generated._given(case)]
    settings = AnswerSettings()
    assert len(texts) == settings.evidence
    assert texts[: settings.context] == list(PARAGRAPHS[: settings.context])
    assert texts[settings.context] == f"The lexicon has {settings.context} verbs."


def sentence(at: int) -> Candidate:
    start = PARAGRAPHS[at].index("The")
    end = PARAGRAPHS[at].index(" Behind")
    return Candidate(
        paper=PaperId("p"),
        file=FileId("p"),
        spans=(Span(at + 1, start, end),),
        text=PARAGRAPHS[at][start:end],
        passage=1.0,
        score=1.0,
    )
