"""What a model writes of a theme stands only as far as the members' own words carry it."""

from __future__ import annotations

import json

import pytest

from twintree.base.methods import Method, MethodId
from twintree.models.llm import Generated, Generation
from twintree.trees.themewriting import ModelThemeWriter

CENTRAL = [
    Method(
        id=MethodId("M1"),
        name="CRF",
        summary="A conditional random field labels sequences of words.",
        keywords=("sequence labelling",),
    ),
    Method(id=MethodId("M2"), name="HMM", summary="A hidden Markov model labels sequences one state a word."),
]


class Model:
    """Answers with what it was given."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.asked: list[Generation] = []

    def __call__(self, request: Generation) -> Generated:
        self.asked.append(request)
        return Generated(
            text=self.text, prompt_tokens=9, cached=0, written=9, seconds=0.1, first_token=0.1, backend="cpu"
        )


def written(title: str, *sentences: str) -> Model:
    return Model(json.dumps({"title": title, "sentences": sentences}))


def test_a_title_and_a_summary_that_the_members_carry_stand_with_the_models_name():
    model = written("Sequence labelling of words", "The methods label sequences of words.")

    found = ModelThemeWriter(model, "small@1", "small.gguf").describe(CENTRAL)

    assert found is not None
    assert (found.title, found.by) == ("Sequence labelling of words", "small@1")
    assert found.summary == "The methods label sequences of words."
    assert "CRF: A conditional random field" in model.asked[0].messages[-1].content


def test_a_sentence_that_no_member_carries_is_left_out():
    model = written("Labels", "They label sequences of words.", "They reach 97 % on OntoNotes.")

    found = ModelThemeWriter(model, "small@1", "small.gguf").describe(CENTRAL)

    assert found is not None
    assert found.summary == "They label sequences of words."


@pytest.mark.parametrize("title", ["Quantum gravity", "", "words of " * 9])
def test_a_title_of_other_words_gives_way_to_the_members_names(title: str):
    found = ModelThemeWriter(written(title, "They label sequences of words."), "m", "m").describe(CENTRAL)

    assert found is not None
    assert found.title == "CRF, HMM"


@pytest.mark.parametrize("text", ['{"title": "Lab', "[]", "{}", '{"title": "x", "sentences": ["Nonsense."]}'])
def test_an_answer_of_which_nothing_stands_is_none(text: str):
    assert ModelThemeWriter(Model(text), "m", "m").describe(CENTRAL) is None
