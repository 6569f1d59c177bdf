"""Modes at the command line: states and calls for scripts, runs compared, and the person's hand on evidence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from twintree.answering.modes import choose_mode
from twintree.cli.main import run

QUESTION = "What data were used for training?"


@pytest.fixture
def told(own_library_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    def call(*arguments: str, code: int = 0) -> Any:
        assert run(["--library", str(own_library_path), *arguments, "--json"]) == code
        return json.loads(capfdbinary.readouterr().out)

    return call


def test_the_first_answer_in_steps_says_that_papers_are_prepared_for_it(
    own_library_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    command = ["--library", str(own_library_path), "ask", QUESTION, "--mode", "state", "--json"]
    assert run(command) == 0
    first = capfdbinary.readouterr()
    json.loads(first.out)
    assert first.err.decode().count("for step-by-step answers …") == 1
    assert run(command) == 0
    assert b"step-by-step" not in capfdbinary.readouterr().err


def test_the_modes_say_their_steps_and_runs_can_be_compared_and_steered(told: Any) -> None:
    state = told("ask", QUESTION, "--mode", "state")
    assert state["mode"] == "state"
    assert state["action"] in ("bypass", "release", "fallback")
    assert {"role", "field", "value", "accepted", "cycle", "target"} <= state["states"][0].keys()
    roles = [each["role"] for each in state["states"]]
    assert roles[0] == "planner"
    agent = told("ask", QUESTION, "--mode", "agent")
    assert agent["calls"][0]["tool"] == "search_documents"
    assert {"tool", "arguments", "result_tokens", "seconds"} <= agent["calls"][0].keys()
    both = told("runs", "compare", state["run"], agent["run"])
    assert (both["first"]["mode"], both["second"]["mode"]) == ("state", "agent")
    assert told("runs", "show", state["run"])["states"] == state["states"]
    evidence = next(each["value"] for each in state["states"] if each["field"] == "evidence")
    again = told("runs", "replay", state["run"], "--drop", evidence[0]["id"])
    kept = [item["id"] for each in again["states"] if each["field"] == "evidence" for item in each["value"]]
    assert evidence[0]["id"] not in kept
    assert "error" in told("runs", "replay", state["run"], "--pin", "nothing", code=1)


def test_where_to_look_in_one_paper_is_said_without_answering(told: Any) -> None:
    key = told("list")["papers"][0]["key"]
    found = told("locate", key, "introduction method results conclusion")
    assert found.keys() == {"sections", "confidence", "proposals", "fallback", "errors"}
    assert found["fallback"]
    assert all(each["start_page"] <= each["end_page"] for each in found["sections"])


def test_an_unknown_mode_is_named_with_those_that_there_are(told: Any) -> None:
    error = told("ask", QUESTION, "--mode", "magic", code=2)["error"]
    assert "magic" in error["message"]
    assert "direct" in error["way_out"]


@pytest.mark.parametrize(
    ("question", "mode"),
    [
        ("Which optimiser was used?", "direct"),
        ("Which optimiser was used? How long did training take?", "state"),
        ("What accuracy do the library's papers report?", "state"),
    ],
)
def test_the_automatic_choice_says_why(question: str, mode: str) -> None:
    choice = choose_mode(question)
    assert choice.mode == mode
    assert choice.why
