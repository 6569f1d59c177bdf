"""Worked examples: shown before each task, in the very form that is asked for, and never taken from the cases."""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from typing import Any

import pytest

from twintree.base.words import content_stems
from twintree.models import fitness, prompts

EXAMPLES = tomllib.loads(
    (resources.files("twintree_resources.prompts") / "worked_examples.toml").read_text("utf-8")
)
CASES = [(task, case) for task in fitness.TASKS for case in fitness.cases_of(task)]


# ``seeing`` has none: what was said of a picture that is not shown would teach to make things up.
@pytest.mark.parametrize("task", [task for task in fitness.TASKS if task not in ("cite", "seeing")])
def test_examples_are_turns_before_the_question(task: str) -> None:
    messages, schema, _ = fitness._ask(task, fitness.cases_of(task)[0])
    roles = [each.role for each in messages]
    assert roles[0] == "system"
    assert roles[-1] == "user"
    assert roles[1:-1] == ["user", "assistant"] * (len(roles) // 2 - 1)
    assert len(roles) >= 4
    wanted = schema.get("required") or ["move"]
    for each in messages:
        if each.role == "assistant":
            assert list(json.loads(each.content))[: len(wanted)] == wanted


SCHEMAS = {
    "treesearch": prompts.TREESEARCH_SCHEMA,
    "claims": prompts.claims_schema(),
    "coverage": prompts.coverage_schema(2, 3),
    "planning": prompts.PLANNING_SCHEMA,
    "summary": prompts.SUMMARY_SCHEMA,
    "methods": prompts.METHODS_SCHEMA,
    "entailment": prompts.ENTAILMENT_SCHEMA,
    "verification": prompts.SUFFICIENCY_SCHEMA,
    "answer": prompts.answer_schema(3),
}


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_what_examples_say_follows_the_schema_that_models_are_held_to(name: str) -> None:
    for each in EXAMPLES[name]:
        _follows(json.loads(each["said"]), SCHEMAS[name])


def _follows(value: Any, schema: dict[str, Any]) -> None:
    if schema["type"] == "object":
        assert list(value) == schema["required"]
        for name, inner in schema["properties"].items():
            _follows(value[name], inner)
    elif schema["type"] == "array":
        assert schema.get("minItems", 0) <= len(value) <= schema["maxItems"]
        for each in value:
            _follows(each, schema["items"])
    elif "enum" in schema:
        assert value in schema["enum"]
    else:
        assert isinstance(value, str)
        assert len(value) <= schema.get("maxLength", 10**6)


@pytest.mark.parametrize(("task", "case"), CASES)
def test_no_case_shares_a_text_with_an_example(task: str, case: dict[str, object]) -> None:
    shown = {
        frozenset(content_stems(line))
        for told in EXAMPLES.values()
        for each in told
        for line in each["asked"].splitlines()
        if len(content_stems(line)) > 3
    }
    # Texts of three words and fewer are alike by chance.
    texts = [case.get("question"), case.get("text"), case.get("passage"), case.get("claim")]
    texts += [*case.get("evidence", ()), *case.get("texts", ())]  # type: ignore[misc]
    for text in texts:
        if isinstance(text, str):
            stems = frozenset(content_stems(text))
            assert not any(len(stems & each) > 0.6 * len(stems) for each in shown if len(stems) > 3), text


def test_cases_are_different() -> None:
    for task in fitness.TASKS:
        told = [json.dumps(case, sort_keys=True) for case in fitness.cases_of(task)]
        assert len(set(told)) == len(told) >= 10
