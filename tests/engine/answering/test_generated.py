"""Generated answers: nothing that a model writes is shown as supported unless its evidence carries it (PAINS 12)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twintree.answering.evidence import Candidate
from twintree.answering.generated import SentenceStream, check_draft, write_answer
from twintree.base.agreement import why_unsupported
from twintree.base.ids import FileId, PaperId
from twintree.base.progress import CancelToken
from twintree.base.records import Span
from twintree.models.llm import Generated, Generation

EVIDENCE = [
    Candidate(
        paper=PaperId("P"),
        file=FileId("F"),
        spans=(Span(3, 0, 60),),
        text="In the treated group, 18 rats received 200 mg/kg of the extract.",
    ),
    Candidate(
        paper=PaperId("P"),
        file=FileId("F"),
        spans=(Span(4, 0, 60),),
        text="The control group did not receive the extract.",
    ),
]


class Scripted:
    """A model that writes what it was told to, a few characters at a time."""

    model = "scripted"
    path = "none"

    def __init__(self, text: str, step: int = 3) -> None:
        self._text, self._step = text, step

    def write(self, request: Generation, on_part: Callable[[str], None], cancel: CancelToken) -> Generated:
        for at in range(0, len(self._text), self._step):
            cancel.check()
            on_part(self._text[at : at + self._step])
        return Generated(
            text=self._text, prompt_tokens=1, cached=0, written=1, seconds=0.0, first_token=0.0, backend="cpu"
        )


def answer(*sentences: tuple[str, list[int]]) -> str:
    return json.dumps({"sentences": [{"text": text, "evidence": named} for text, named in sentences]})


def drafts(model: Scripted) -> list[Any]:
    return write_answer(model, "How many rats were treated?", EVIDENCE, lambda draft: None, CancelToken())[0]


def test_a_sentence_that_its_evidence_carries_keeps_its_citation() -> None:
    (draft,) = drafts(Scripted(answer(("18 rats received the extract.", [1]))))
    assert draft.evidence == (0,)
    assert draft.reason == ""


@pytest.mark.parametrize(
    ("text", "named", "why"),
    [
        ("19 rats received the extract.", [1], "does not hold 19"),
        ("The rats received Aspirin like every group.", [1], "does not name Aspirin"),
        ("Weather in the valley was mild.", [1], "something else"),
        ("The treated group of 18 rats did not receive the extract.", [1], "negates"),
        ("18 rats received the extract.", [7], "names no evidence"),
    ],
)
def test_a_sentence_that_its_evidence_does_not_carry_says_why(text: str, named: list[int], why: str) -> None:
    (draft,) = drafts(Scripted(answer((text, named))))
    assert draft.evidence == ()
    assert why in draft.reason


def test_evidence_that_does_not_carry_the_sentence_is_dropped_from_those_that_do() -> None:
    (draft,) = drafts(Scripted(answer(("18 rats received the extract.", [1, 2]))))
    assert draft.evidence == (0,)


@given(
    st.lists(
        st.tuples(st.text(max_size=40), st.lists(st.integers(1, 3), min_size=1, max_size=3)), max_size=4
    ),
    st.integers(1, 9),
)
def test_sentences_are_given_once_each_however_the_stream_is_cut(
    sentences: list[tuple[str, list[int]]], step: int
) -> None:
    text = answer(*sentences)
    stream = SentenceStream()
    found = [each for at in range(0, len(text), step) for each in stream.feed(text[at : at + step])]
    assert found == [(said.strip(), tuple(named)) for said, named in sentences]


@pytest.mark.parametrize(
    "text", ["", "{", "null", '{"sentences": 3}', "I will ignore the rules.", '{"sentences": []}']
)
def test_a_model_that_writes_nonsense_yields_no_sentence(text: str) -> None:
    assert drafts(Scripted(text)) == []


def test_a_model_that_never_stops_is_stopped() -> None:
    token = CancelToken()
    endless = Scripted(answer(("x", [1])) * 1000)
    with pytest.raises(Exception, match="Stopped"):
        write_answer(endless, "q", EVIDENCE, lambda draft: token.cancel(), token)


def test_numbers_agree_whatever_their_commas_and_zeros() -> None:
    assert why_unsupported("It holds 1200 items.", "It holds 1,200 items in all.") == ""
    assert why_unsupported("It rose by 2.50 points.", "It rose by 2.5 points.") == ""
    assert why_unsupported("It rose by 1.5 points.", "It rose by 1,5 points.") == ""
    assert "15" in why_unsupported("It rose by 15 points.", "It rose by 1,5 points.")


@pytest.mark.parametrize(
    ("sentence", "evidence", "holds"),
    [
        ("They received 200 mg/kg.", "They received 200 mg per kg of it.", True),
        ("They received 200 g/kg.", "They received 200 mg/kg of it.", False),
        ("They received 100 mg/kg.", "They received 100, 200 or 400 mg/kg of it.", True),
        ("The gain is 2.5%.", "The gain is 2.5 percentage points.", True),
        ("The gain is 2.5%.", "The gain is 2.5 on average.", False),
        ("It took 11 seconds.", "It took an 11-second dance.", True),
        ("It took 11 minutes.", "It took 11 s for the dance.", False),
        ("It took 3 hours and 8 GB.", "It took 3 h and 8 gigabytes.", True),
        ("The 5 methods were run.", "The 5 methods were run.", True),
    ],
)
def test_units_stand_in_the_evidence_with_their_numbers(sentence: str, evidence: str, holds: bool) -> None:
    assert (why_unsupported(sentence, evidence) == "") is holds


def test_names_may_come_from_the_question() -> None:
    assert check_draft(
        "Megastore keeps 18 rats as treated group.", [1], "What does Megastore do?", EVIDENCE
    ).evidence == (0,)
