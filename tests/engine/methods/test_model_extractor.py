"""A model's reading is held against the segment: nothing invented, tried once more, then done by rules, and said."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from method_cases import PARSER, pages_of
from nothing import NOTHING

from twintree.base.errors import Cancelled, ModelUnavailable
from twintree.base.ids import FileId, PaperId
from twintree.base.methods import Segment
from twintree.base.progress import CancelToken
from twintree.base.records import SectionTree
from twintree.knowledge.methods.reading import PaperReading
from twintree.knowledge.methods.segments import cut_segments
from twintree.knowledge.methods.validating import places_of, standing_name, validated
from twintree.knowledge.methods.written import ModelExtractor, prompt_hash
from twintree.models.llm import Generated, Generation

PAPER = PaperId("P123456789abc")
GOOD = {
    "methods": [
        {
            "name": "LatticeParser",
            "aliases": [],
            "kind": "model",
            "role": "derived",
            "summary": "A model for noisy text.",
        },
        {
            "name": "Conditional Random Field",
            "aliases": ["CRF", "CRFX"],
            "kind": "model",
            "role": "prior",
            "summary": "What it is based on.",
        },
    ],
    "relations": [
        {
            "source": "CRF",
            "target": "LatticeParser",
            "rating": 5,
            "explanation": "It is based on it.",
            "quote": "LatticeParser is based on the Conditional Random Field",
        },
    ],
}


def reading() -> tuple[PaperReading, Segment]:
    segments = cut_segments(PAPER, FileId("F1"), pages_of(PARSER), SectionTree(paper=PAPER, nodes=()))
    return PaperReading("LatticeParser: a parser", segments), segments[0]


class Scripted:
    """A model that says what it was told to, call by call."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[Generation] = []

    def __call__(self, request: Generation, cancel: CancelToken) -> Generated:
        self.asked.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            answer = answer(cancel)
        text, stopped = answer if isinstance(answer, tuple) else (answer, "stop")
        return Generated(
            text=text if isinstance(text, str) else json.dumps(text),
            prompt_tokens=100,
            cached=0,
            written=20,
            seconds=0.1,
            first_token=0.0,
            backend="cpu",
            stopped=stopped,
        )


def run(model: Scripted, seconds: float = 30.0) -> Any:
    paper, segment = reading()
    extractor = ModelExtractor("tiny", "tiny.gguf", model, seconds=seconds)
    return extractor.extract(paper, segment, CancelToken())


def test_a_good_answer_stands_with_its_places_in_the_segment() -> None:
    got = run(Scripted(GOOD))
    text = reading()[1].text
    assert [each.name for each in got.content.methods] == ["LatticeParser", "Conditional Random Field"]
    assert {text[a:b] for each in got.content.methods for a, b in each.at} == {
        "LatticeParser",
        "Conditional Random Field",
        "CRF",
    }
    (edge,) = got.content.relations
    assert (edge.source, edge.target, edge.rating) == ("Conditional Random Field", "LatticeParser", 5)
    assert text[slice(*edge.evidence[0])].startswith("LatticeParser is based on")
    assert [(each.item, each.reason) for each in got.content.rejected] == [
        ("CRFX", "the alias does not occur in the segment")
    ]
    assert got.tokens == 120


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            lambda a: a["methods"].append({**a["methods"][0], "name": "Transformer"}),
            "the name does not occur",
        ),
        (lambda a: a["methods"].append(dict(a["methods"][0])), "said twice"),
        (lambda a: a["methods"][0].update(kind="poem"), "no such kind"),
        (lambda a: a["relations"][0].update(source="LatticeParser"), "both ends are one"),
        (lambda a: a["relations"][0].update(source="BERT"), "an end is no method"),
        (lambda a: a["relations"][0].update(quote="LatticeParser is great"), "the quote does not stand"),
        (lambda a: a["relations"][0].update(rating=7), "no such rating"),
        (lambda a: a["relations"][0].update(quote="we report the F-score"), "the quote names neither end"),
        (
            lambda a: a["relations"][0].update(quote="LatticeParser outperforms the Hidden Markov Model"),
            "the quote names one end alone",
        ),
        (
            lambda a: a["relations"][0].update(explanation="It halves the error of Viterbi decoding."),
            "its explanation is left out",
        ),
    ],
)
def test_what_does_not_stand_in_the_segment_is_refused_and_said(
    change: Callable[[dict[str, Any]], object], reason: str
) -> None:
    """PAINS 13: nothing that was invented gets in."""
    answer = json.loads(json.dumps(GOOD))
    change(answer)
    got = validated(answer, PARSER)
    assert any(reason in each.reason for each in got.rejected)
    assert all(standing_name(each.name, PARSER) for each in got.methods)


def test_a_quote_in_which_the_authors_speak_of_theirs_need_not_name_it() -> None:
    """*We train LatticeParser with the Adam optimizer*: the target may be called *we* or *it*."""
    text = PARSER + " It is trained with the Adam optimizer."
    answer = json.loads(json.dumps(GOOD))
    answer["methods"].append({**GOOD["methods"][1], "name": "Adam optimizer", "aliases": []})
    answer["relations"][0].update(source="Adam optimizer", quote="It is trained with the Adam optimizer")
    (edge,) = validated(answer, text).relations
    assert (edge.source, edge.target) == ("Adam optimizer", "LatticeParser")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("no JSON at all", "nothing that can be read"),
        ({"methods": [], "relations": []}, "found nothing"),
        ((GOOD, "length"), "did not come to an end"),
        ((GOOD, "repeats"), "repeated itself"),
        (
            {"methods": GOOD["methods"][:1] * 9, "relations": []},
            "repeated itself",
        ),
        (ModelUnavailable("The model died.", "Try another."), "gave up"),
    ],
)
def test_a_failing_model_is_tried_once_more_then_the_rules_do_it_and_it_is_said(
    answer: Any, why: str
) -> None:
    model = Scripted(answer)
    got = run(model)
    assert len(model.asked) == 2
    assert model.asked[1].seed != model.asked[0].seed
    assert why in got.content.note
    assert "Conditional Random Field" in {each.name for each in got.content.methods}


@pytest.mark.parametrize("what", NOTHING)
def test_a_model_is_not_asked_about_what_holds_no_sentences(what: str) -> None:
    model = Scripted(GOOD)
    segments = cut_segments(PAPER, FileId("F1"), pages_of(NOTHING[what]), SectionTree(paper=PAPER, nodes=()))
    paper = PaperReading("Nothing", segments)
    for segment in segments:
        got = ModelExtractor("tiny", "tiny.gguf", model).extract(paper, segment, CancelToken())
        assert got.content.methods == ()
    assert model.asked == []


def test_what_a_model_had_no_time_for_is_to_be_tried_again_and_what_it_did_badly_is_not() -> None:
    assert run(Scripted(ModelUnavailable("The model died.", "Try another."))).content.again
    assert not run(Scripted("no JSON at all")).content.again
    assert not run(Scripted(GOOD)).content.again


def test_a_model_that_fails_at_three_segments_in_a_row_is_not_asked_about_the_rest() -> None:
    """A model that goes round in circles in every segment would take hours over a library, for nothing."""
    paper, segment = reading()
    model = Scripted("broken")
    extractor = ModelExtractor("tiny", "tiny.gguf", model)
    notes = [extractor.extract(paper, segment, CancelToken()).content.note for _ in range(5)]
    assert len(model.asked) == 6
    assert [("segments before" in note) for note in notes] == [False, False, False, True, True]


def test_a_segment_that_holds_between_gives_a_model_its_tries_back() -> None:
    paper, segment = reading()
    model = Scripted(*["broken"] * 4, GOOD, *["broken"] * 6, GOOD)
    extractor = ModelExtractor("tiny", "tiny.gguf", model)
    notes = [extractor.extract(paper, segment, CancelToken()).content.note for _ in range(7)]
    assert len(model.asked) == 11
    assert "segments before" in notes[-1]


def test_the_second_try_may_hold() -> None:
    model = Scripted("broken", GOOD)
    assert run(model).content.note == ""
    assert len(model.asked) == 2


def test_a_model_that_takes_too_long_is_stopped() -> None:
    def stuck(cancel: CancelToken) -> str:
        cancel.wait(20)
        raise Cancelled

    got = run(Scripted(stuck), seconds=0.2)
    assert "took more than" in got.content.note


def test_cancelling_is_no_failure_of_the_model() -> None:
    paper, segment = reading()
    token = CancelToken()

    def cancelled(cancel: CancelToken) -> str:
        token.cancel()
        cancel.wait(20)
        raise Cancelled

    with pytest.raises(Cancelled):
        ModelExtractor("tiny", "tiny.gguf", Scripted(cancelled)).extract(paper, segment, token)


def test_every_segment_is_asked_with_the_same_beginning() -> None:
    model = Scripted(GOOD)
    run(model)
    run(model)
    first, second = model.asked
    assert first.messages[:-1] == second.messages[:-1]
    assert first.messages[-1].content == reading()[1].text
    assert len(prompt_hash()) == 16


def test_names_are_found_as_words_with_a_plural() -> None:
    assert [PARSER[a:b] for a, b in places_of("experiment", PARSER)] == ["experiment"]
    assert list(places_of("ode", PARSER)) == []
