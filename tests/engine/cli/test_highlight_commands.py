"""Words that were marked, from the command line: made where they stand, listed, found, changed, exported."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pymupdf
import pytest

from twintree.cli.highlight_commands import _find
from twintree.cli.main import run

PAPER = "meng2026locate"


@pytest.fixture
def told(own_library_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[..., Any]:
    def ask(*arguments: str, code: int = 0) -> Any:
        assert run(["--library", str(own_library_path), *arguments, "--json"]) == code
        return json.loads(capfdbinary.readouterr().out)

    return ask


@pytest.fixture
def quote(told: Callable[..., Any]) -> str:
    """Words that stand on a page of the paper."""
    hit = told("search", "titles and summaries", "--paper", PAPER)["results"][0]["hits"][0]
    return " ".join(hit["snippet"].strip("… ").split()[2:8])


def test_marked_words_are_listed_with_their_page_found_and_written_into_a_copy(
    told: Callable[..., Any], quote: str, tmp_path: Path
) -> None:
    told("highlights", "add", PAPER, quote, "--note", "ask Ann", "--colour", "#88CCFF")
    (made,) = told("highlights", "list", PAPER)["highlights"]
    assert (made["key"], made["note"], made["colour"]) == (PAPER, "ask Ann", "#88CCFF")
    assert " ".join(made["quote"].split()) == quote
    assert made["page"] == made["spans"][0]["page"] >= 1
    assert told("highlights", "list")["highlights"] == [made]
    assert told("highlights", "search", f"ANN {quote.split(maxsplit=1)[0]}")["highlights"] == [made]
    assert told("highlights", "search", "ann nowhere")["highlights"] == []
    copy = tmp_path / "copy.pdf"
    assert told("highlights", "export", PAPER, "--output", str(copy))["highlights"] == 1
    with pymupdf.open(copy) as document:
        assert len(list(document[made["page"] - 1].annots())) == 1


class _OnePage:
    """A library of one page, as far as words are sought in it."""

    def __init__(self, text: str) -> None:
        self.papers, self.text = self, text

    def find(self, paper: str) -> str:
        return paper

    def files(self, paper: str) -> list[SimpleNamespace]:
        return [SimpleNamespace(id="F1", pages=1)]

    def page(self, file: str, number: int) -> SimpleNamespace:
        return SimpleNamespace(text=self.text)


def test_copied_words_are_found_where_the_end_of_a_line_divided_one() -> None:
    library: Any = _OnePage("The bees were counted on every plot.")
    _, span = _find(library, "P1", "were coun- ted on", None)
    assert library.text[span.start : span.end] == "were counted on"


def test_a_highlight_can_be_changed_deleted_and_brought_back(told: Callable[..., Any], quote: str) -> None:
    told("highlights", "add", PAPER, quote)
    own = told("highlights", "list")["highlights"][0]["id"]
    told("highlights", "edit", own, "--note", "later", "--colour", "#112233")
    changed = told("highlights", "list")["highlights"][0]
    assert (changed["id"], changed["note"], changed["colour"]) == (own, "later", "#112233")
    told("highlights", "delete", own)
    assert told("highlights", "list")["highlights"] == []
    told("undo")
    assert told("highlights", "list")["highlights"] == [changed]


def test_what_cannot_be_marked_is_refused_with_a_sentence(told: Callable[..., Any], quote: str) -> None:
    assert "do not stand" in told("highlights", "add", PAPER, "words of no page", code=2)["error"]["message"]
    page = told("search", f'"{quote}"', "--paper", PAPER)["results"][0]["hits"][0]["page"]
    other = "1" if page != 1 else "2"
    error = told("highlights", "add", PAPER, quote, "--page", other, code=2)["error"]
    assert f"on page {other}" in error["message"]
    assert (
        "no colour" in told("highlights", "add", PAPER, quote, "--colour", "blue", code=2)["error"]["message"]
    )
    assert told("highlights", "edit", "H0", code=2)["error"]["way_out"] == "Give --colour or --note."
    assert "highlights list" in told("highlights", "delete", "H0", code=1)["error"]["way_out"]
    assert told("highlights", "search", " ", code=2)["error"]["code"] == "wrong_use"
    assert told("highlights", "list")["highlights"] == []


def test_a_person_reads_the_words_the_page_and_how_to_go_on(
    own_library_path: Path, told: Callable[..., Any], quote: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    told("highlights", "add", PAPER, quote, "--note", "ask Ann")
    page = told("highlights", "list")["highlights"][0]["page"]
    assert run(["--library", str(own_library_path), "highlights", "list"]) == 0
    said = capfdbinary.readouterr().out.decode()
    assert f"p. {page}" in said
    assert quote.split(maxsplit=1)[0] in said
    assert "note: ask Ann" in said
    assert f"twintree open {PAPER}" in said
    assert f"highlights export {PAPER}" in said
