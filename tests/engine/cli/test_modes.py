"""Modes at the command line: states and calls for scripts, runs compared, and the person's hand on evidence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from twintree.answering.modes import choose_mode
from twintree.base.answers import TraceStep
from twintree.cli import answer_printing, ask_commands
from twintree.cli.main import run
from twintree.library import Library
from twintree.models import fitness

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


def test_an_answer_says_where_its_steps_are_and_why_its_mode_was_chosen(
    own_library_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ask = ["--library", str(own_library_path), "ask", QUESTION, "--mode"]
    assert run([*ask, "state"]) == 0
    said = capfd.readouterr()
    assert "twintree runs show R" in said.out + said.err
    assert run([*ask, "auto"]) == 0
    said = capfd.readouterr()
    assert "Mode direct: it asks one thing" in said.out + said.err


def test_an_answer_in_a_model_s_words_names_the_model(
    sample_library: Library, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = sample_library.ask(QUESTION)
    step = TraceStep(step="model", summary="", data={"model": "tiny-1b"})
    answer_printing.print_answer(sample_library, answer)
    assert "words of" not in "".join(capfd.readouterr())
    written = msgspec.structs.replace(answer, answering="generated", trace=(*answer.trace, step))
    answer_printing.print_answer(sample_library, written)
    assert "in the words of tiny-1b" in "".join(capfd.readouterr())


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
    assert {"both", "first", "second"} <= both["read"].keys()
    assert [each["mode"] for each in told("runs", "list")["runs"]] == ["agent", "state"]
    assert told("runs", "show", state["run"])["states"] == state["states"]
    evidence = next(each["value"] for each in state["states"] if each["field"] == "evidence")
    again = told("runs", "replay", state["run"], "--drop", evidence[0]["id"])
    kept = [item["id"] for each in again["states"] if each["field"] == "evidence" for item in each["value"]]
    assert evidence[0]["id"] not in kept
    third = told("runs", "replay", again["run"])
    assert third["states"][0]["value"]["dropped"] == [evidence[0]["id"]]
    freed = told("runs", "replay", third["run"], "--free", evidence[0]["id"])
    assert freed["states"][0]["role"] == "planner"
    assert "error" in told("runs", "replay", state["run"], "--pin", "nothing", code=1)


def test_what_a_question_may_cost_is_said_before_it_where_a_model_has_a_part(
    own_library_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit = {"verification", "acting"}
    monkeypatch.setattr(fitness, "chosen_for", lambda shelf, task: task if task in fit else None)
    with Library.open(own_library_path, readonly=True) as library:
        said = [
            ask_commands.limits_of(library, QUESTION, mode) for mode in ("direct", "state", "agent", "auto")
        ]
        fit.clear()
        assert ask_commands.limits_of(library, QUESTION, "state") == ""
    assert said == [
        "",
        "At most 6,000 tokens and 24 model calls for this question.",
        "At most 6,000 tokens and 6 moves of a model for this question.",
        "",
    ]


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
