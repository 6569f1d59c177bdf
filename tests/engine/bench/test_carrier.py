"""What the carrier benchmark finds in a model's free words, and where it finds nothing."""

from __future__ import annotations

from typing import Any

import pytest

from twintree.bench.carrier import read_words
from twintree.models import prompts

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
