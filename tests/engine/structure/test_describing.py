"""A paper's one-sentence description: what it does or finds, not what was unknown before it."""

from __future__ import annotations

import pytest
from tests.engine.structure.conftest import page_of

from twintree.structure.describing import describe

DOES = "We present a ledger of trees in the shade over nine years."


def test_the_description_is_the_sentence_that_says_what_the_paper_does() -> None:
    assert describe([], f"Trees are everywhere. Many people like them. {DOES} It is large.") == DOES
    assert describe([]) == ""


@pytest.mark.parametrize(
    "gap",
    [
        "Little is known about the ledger of trees in the shade over nine years.",
        "Background: Knowledge of the ledger of trees in the shade is lacking in many parishes.",
        "The ledger of trees in the shade over nine years is still poorly understood.",
        "No studies of the ledger of trees in the shade over nine years have been made.",
        "There are few ledgers of trees in the shade that go over as many years as nine.",
    ],
)
@pytest.mark.parametrize(
    "said",
    [
        "Therefore the present study was conducted to count oaks beside brooks.",
        "In an effort to count them 20 markers were developed for oaks beside brooks.",
        "Results: Oaks beside brooks grew twice as fast as those on the hill.",
        "We found that oaks beside brooks grow twice as fast as those on the hill.",
        "Aim: To count the oaks that grow beside brooks and on the hill.",
    ],
)
def test_a_gap_is_not_what_a_paper_does_or_finds(gap: str, said: str) -> None:
    title = "A ledger of trees in the shade over nine years"
    assert describe([], f"{gap} Oaks grow beside brooks. {said}", title) == said


def test_what_the_title_calls_by_name_is_described_by_what_it_is() -> None:
    said = "OakBender is both a teaching module and a small package, made of ten lessons."
    abstract = f"{said} Students learn much. The oakbender package is ready for installation using any tool."
    assert describe([], abstract, "OakBender: a teaching aid for bent oaks") == said


def test_what_goes_on_from_another_sentence_describes_nothing_by_itself() -> None:
    said = "We examine oaks beside brooks with a rule and a rope."
    assert describe([], f"{said} Moreover, we propose several rules to count oaks with.") == said


def test_a_list_of_contents_describes_nothing_and_a_long_work_is_read_on() -> None:
    contents = page_of(
        1, [(f"{n} Oaks beside brooks in the parish . . . . . . {n}", 10, False) for n in range(1, 9)]
    )
    cover = page_of(2, [("Faculty of Parish Affairs and of the Counting of Oaks in General", 10, False)])
    empty = page_of(3, [("Thanks go to everybody in the parish who lent us ropes.", 10, False)])
    body = page_of(4, [(DOES, 10, False)])
    assert describe([contents, cover, empty, body], title="Oaks beside brooks") == DOES
