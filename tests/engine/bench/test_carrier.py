"""What the carrier benchmark finds in a model's free words, and where it finds nothing."""

from __future__ import annotations

from typing import Any

import pytest

from twintree.answering.state.settings import Budget
from twintree.answering.state.writing import ModelVoice
from twintree.base.answers import Answer
from twintree.base.ids import RunId
from twintree.bench.carrier import read_words, speaking
from twintree.bench.qasper import Asked, ask_in
from twintree.library import Library
from twintree.models import prompts
from twintree.models.shelf import InstalledModel

CHOOSING = prompts.choosing_schema(["R1", "R2", "R7"], 2)


@pytest.mark.parametrize(
    ("text", "schema", "found"),
    [
        ("Find:\n- corpus size\n2) its licence", prompts.PLANNING_SCHEMA, ["corpus size", "its licence"]),
        ("I would look up the corpus.", prompts.PLANNING_SCHEMA, None),
        ("Grades: 7, 0 and 10.", prompts.grading_schema(3), [7, 0, 10]),
        ("7, 3", prompts.grading_schema(3), None),
        ("Best is [R7], then R1; R2 is off.", CHOOSING, ["R7", "R1"]),
        ("None of them helps.", CHOOSING, None),
        ("FAIL: the year is missing.", prompts.SUFFICIENCY_SCHEMA, "Fail"),
        ("It may suffice.", prompts.SUFFICIENCY_SCHEMA, None),
    ],
)  # fmt: skip
def test_free_words_are_read_by_patterns_or_not_at_all(text: str, schema: dict[str, Any], found: Any) -> None:
    read = read_words(text, schema)
    assert (read and read[schema["required"][-1]]) == found


def test_settings_and_voices_of_a_row_reach_the_question_and_are_gone_behind_it(
    sample_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a row changes has to reach the roles; a refactoring once left every ablation without effect."""
    desk = sample_library.questions
    before = desk.modes, desk.voices
    seen: list[tuple[int, bool]] = []

    def spied(*_: Any, **__: Any) -> Any:
        seen.append((desk.modes.state.tokens, desk.voices("planning", Budget(10, 1)) is not None))
        return Answer(run=RunId("R1"), question="?")

    monkeypatch.setattr(sample_library, "ask", spied)
    model = InstalledModel(id="tiny", kind="llm", name="", path="tiny.gguf", sha256="", size=1)
    paper = sample_library.papers.rows()[0].id
    with speaking(sample_library, model, ModelVoice):
        ask_in("state", tokens=7)(sample_library, paper, Asked(paper="p", question="?"))
    assert seen == [(7, True)]
    assert (desk.modes, desk.voices) == before
