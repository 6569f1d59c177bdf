"""The gold of claims and explorations keeps its own rules, and the measures are right on cases done by hand."""

from __future__ import annotations

import csv
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from twintree.base.claims import TYPES
from twintree.base.words import content_stems
from twintree.bench.claims import gold_papers
from twintree.bench.explore import average_precision, questions

GOLD = files("twintree.bench.gold")


def rows(path: str) -> list[dict[str, str]]:
    folder, name = path.split("/")
    text = (GOLD / folder / name).read_text("utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter="\t"))


def test_questions_have_8_to_25_words_and_no_paper_is_in_both_halves() -> None:
    asked = questions()
    assert all(8 <= len(each.question.split()) <= 25 for each in asked)
    assert len({each.file for each in asked}) == len(asked) == 41
    assert Counter(each.split for each in asked) == {"calibrate": 10, "report": 31}


def test_no_question_holds_a_word_of_its_paper_s_title(shared_library: Path) -> None:
    with (shared_library / "manifest.csv").open(encoding="utf-8", newline="") as lines:
        titles = {row["file"]: row["title"] for row in csv.DictReader(lines)}
    for each in questions():
        assert not set(content_stems(titles[each.file])) & set(content_stems(each.question)), each.id


def test_fifty_citations_are_on_the_readers_sheet_each_once() -> None:
    sheet = rows("explore/edges.tsv")
    assert len({(row["citing"], row["cited"]) for row in sheet}) == len(sheet) == 50
    assert {row["reader_1"] for row in sheet} == {"keep", "prune"}
    assert {row["reader_2"] for row in sheet} <= {"", "keep", "prune"}


def test_the_gold_of_claims_follows_its_guidelines() -> None:
    papers = gold_papers()
    assert Counter(paper.split for paper in papers) == {"open": 5, "held": 5}
    for paper in papers:
        assert 4 <= len(paper.claims) <= 5
        assert all(claim.type in TYPES and len(claim.key.split()) <= 5 for claim in paper.claims)


def test_readings_by_hand_name_claims_of_the_gold() -> None:
    known = {claim.id for paper in gold_papers() for claim in paper.claims} | {"extra", "wrong"}
    read = rows("claims/hand.tsv")
    assert {row["verdict"] for row in read} <= known
    assert all(
        row["verdict"] in ("extra", "wrong") or row["verdict"].startswith(row["paper"]) for row in read
    )


@pytest.mark.parametrize(
    ("found", "wanted", "precision"),
    [
        (["a", "b", "c"], {"a"}, 1.0),
        (["b", "a", "c"], {"a"}, 0.5),
        (["a", "b", "c"], {"a", "c"}, (1 + 2 / 3) / 2),
        (["b"], {"a"}, 0.0),
        ([], {"a"}, 0.0),
        (["b", "c", "d", "a"], {"a"}, 0.0),
    ],
)
def test_average_precision_on_cases_done_by_hand(
    found: list[str], wanted: set[str], precision: float
) -> None:
    assert average_precision(found, frozenset(wanted), 3) == pytest.approx(precision)
