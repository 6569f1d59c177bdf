"""Sentences at the command line while the later ones are still made."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from twintree.base.answers import Answer, AnswerSentence
from twintree.cli.answer_printing import print_answer
from twintree.cli.main import run
from twintree.jobs.asking import QuestionDesk
from twintree.library import Library

QUESTION = "What data were used for training?"
FOREIGN = AnswerSentence(text="The moon is made of cheese.", supported=False, reason="no page says so")


@pytest.fixture
def answer(sample_library: Library) -> Answer:
    made = sample_library.ask(QUESTION)
    first = made.sentences[0]
    assert first.citations
    second = replace(first, text="A second sentence, which took its time.")
    return replace(made, sentences=(first, second))


def asked_while(
    monkeypatch: pytest.MonkeyPatch, path: Path, told: Callable[[Any], Answer], *arguments: str
) -> int:
    """``ask`` with a library that tells its sentences as ``told`` does."""
    monkeypatch.setattr(QuestionDesk, "ask", lambda self, *_, on_sentence=None, **__: told(on_sentence))
    return run(["--library", str(path), "ask", QUESTION, *arguments])


def test_the_first_sentence_is_printed_before_the_second_is_made(
    answer: Answer,
    own_library_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    first, second = answer.sentences

    def told(on_sentence: Any) -> Answer:
        on_sentence(first)
        before = capfd.readouterr().out
        assert first.text in before
        assert first.citations[0].label in before
        on_sentence(second)
        assert second.text in capfd.readouterr().out
        return answer

    assert asked_while(monkeypatch, own_library_path, told) == 0
    assert first.text not in capfd.readouterr().out


def test_what_was_not_told_on_the_way_is_printed_at_the_end_and_nothing_twice(
    answer: Answer,
    own_library_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    first, second = answer.sentences

    def told(on_sentence: Any) -> Answer:
        on_sentence(first)
        return answer

    assert asked_while(monkeypatch, own_library_path, told) == 0
    said = capfd.readouterr().out
    assert (said.count(first.text), said.count(second.text)) == (1, 1)


def test_a_sentence_without_a_page_waits_for_one_with_a_page(
    answer: Answer,
    own_library_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    first = answer.sentences[0]

    def nothing_stands(on_sentence: Any) -> Answer:
        on_sentence(FOREIGN)
        return answer

    def one_stands(on_sentence: Any) -> Answer:
        on_sentence(FOREIGN)
        on_sentence(first)
        said = capfd.readouterr().out
        assert said.index(FOREIGN.text) < said.index(first.text)
        return replace(answer, sentences=(FOREIGN, first))

    assert asked_while(monkeypatch, own_library_path, nothing_stands) == 0
    assert FOREIGN.text not in capfd.readouterr().out
    assert asked_while(monkeypatch, own_library_path, one_stands) == 0


def test_an_answer_that_begins_anew_says_so(
    answer: Answer,
    own_library_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    first, second = answer.sentences

    def told(on_sentence: Any) -> Answer:
        on_sentence(second)
        return replace(answer, sentences=(first,))

    assert asked_while(monkeypatch, own_library_path, told) == 0
    said = capfd.readouterr()
    assert "did not last" in said.err
    assert first.text in said.out


def test_a_script_gets_one_object(
    own_library_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], answer: Answer
) -> None:
    def told(on_sentence: Any) -> Answer:
        assert on_sentence is None
        return answer

    assert asked_while(monkeypatch, own_library_path, told, "--json") == 0
    assert len(json.loads(capfd.readouterr().out)["sentences"]) == 2


def test_an_answer_that_was_not_kept_offers_no_way_back(
    own_library_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Library.open(own_library_path):
        assert run(["--library", str(own_library_path), "ask", QUESTION]) == 0
    said = capfd.readouterr()
    assert "is being written by" in said.err
    assert "the answer was not kept" in said.err
    assert " · direct" not in said.out
    assert "direct · " in said.out
    with Library.open(own_library_path):
        assert run(["--library", str(own_library_path), "ask", QUESTION, "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["kept"], told["run"]) == (False, "")
    assert "Ask again when that is done" in told["why_not_kept"]
    assert run(["--library", str(own_library_path), "ask", QUESTION, "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["kept"], told["why_not_kept"]) == (True, "")


def test_the_command_that_lists_all_references_is_named_here_and_not_in_the_answer(
    sample_library_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Library.open(sample_library_path, readonly=True) as library:
        answer = library.ask("What does Two Trees over Methods cite?")
        print_answer(library, answer, kept=False)
    told = "twintree references okafor2026two"
    assert told in capsys.readouterr().out
    assert not any("twintree" in each.text for each in answer.sentences)
