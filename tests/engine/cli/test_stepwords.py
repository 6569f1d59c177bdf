"""The steps of a kept answer name papers by their keys, and keep the ids that other commands take."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from twintree.base.answers import AnswerSentence
from twintree.cli import answer_printing
from twintree.cli.main import run
from twintree.cli.stepwords import StepWords
from twintree.library import Library

QUESTION = "What data were used for training?"
ID = re.compile(r"\b[PF][0-9a-hjkmnp-tv-z]{12}\b")


def told(path: Path, capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["--library", str(path), *arguments]) == 0
    said = capfd.readouterr()
    return said.out if "--json" in arguments else said.out + said.err


@pytest.mark.parametrize("mode", ["state", "agent"])
def test_steps_name_papers_by_their_keys(
    mode: str, own_library_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = json.loads(told(own_library_path, capfd, "ask", QUESTION, "--mode", mode, "--json"))
    shown = told(own_library_path, capfd, "runs", "show", asked["run"])
    assert "Its steps:" not in shown
    steps = [line for line in shown.splitlines() if line.startswith("  ")]
    assert steps
    assert not [line for line in steps if ID.search(re.sub(r"\[[^\]]*\]", "", line))]
    with Library.open(own_library_path, readonly=True) as library:
        assert any(row.key in line for row in library.papers.rows() for line in steps)
    evidence = [
        item["id"] for each in asked["states"] if each["field"] == "evidence" for item in each["value"]
    ]
    assert all(any(f"[{own}]" in line for line in steps) for own in evidence)
    assert bool(evidence) == (mode == "state")


def test_an_id_that_names_nothing_stays(sample_library: Library) -> None:
    words = StepWords(sample_library)
    gone = "Pzzzzzzzzzzzz"
    row = sample_library.papers.rows()[0]
    assert words.named(f"{row.id}.e0012 and {gone}") == f"{row.key}.e0012 and {gone}"
    file = sample_library.papers.files(row.id)[0]
    assert words.named(file.id) == file.name


def test_a_sentence_of_a_list_has_one_bullet(
    sample_library: Library, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = sample_library.ask(QUESTION)
    first: AnswerSentence = answer.sentences[0]
    answer_printing.print_answer(
        sample_library,
        type(answer)(
            run=answer.run,
            question=answer.question,
            found=True,
            sentences=(type(first)(text=f"• {first.text}", supported=True, citations=first.citations),),
        ),
    )
    assert "• •" not in capfd.readouterr().out
