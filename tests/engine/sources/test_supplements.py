"""Supporting information: told by its title or its paper's DOI, offered with that paper, kept as its supplement."""

from __future__ import annotations

import pytest

from twintree.base.ids import PaperId
from twintree.base.records import PaperIdentifiers, PaperRow
from twintree.base.supplements import supported_title
from twintree.sources.duplicates import find_duplicates

MAIN = "How swarms of bees find a place to live in cities"


def row(name: str, title: str) -> PaperRow:
    return PaperRow(id=PaperId(name), key=name, title=title, authors=("Ada Bee",), year=2020)


@pytest.mark.parametrize(
    ("title", "main"),
    [
        (f"Supplementary Information for {MAIN}", MAIN),
        (f"Supporting Information: “{MAIN}”", MAIN),
        (f"Electronic supplementary material 1 for the article {MAIN}", MAIN),
        (f"{MAIN} — Supplementary Material", MAIN),
        ("Supplementary Data", ""),
        ("S1 Appendix", None),
        ("Supporting decisions in hospitals", None),
        ("Vitamin supplements for bees", None),
        (MAIN, None),
    ],
)
def test_a_title_says_what_it_supports(title: str, main: str | None) -> None:
    assert supported_title(title) == main


def test_supporting_information_is_offered_with_its_paper_first() -> None:
    rows = [
        row("P1", f"Supplementary Information for {MAIN}"),
        row("P2", MAIN),
        row("P3", "Supplementary Data"),
    ]
    identifiers = [PaperIdentifiers(paper=PaperId(name), doi="10.1/bees") for name in ("P2", "P3")]
    found = {(pair.first, pair.second, pair.why) for pair in find_duplicates(rows, identifiers)}
    assert found == {("P2", "P1", "supplement"), ("P2", "P3", "supplement")}


def test_supporting_information_of_nothing_that_is_held_is_offered_to_nobody() -> None:
    rows = [row("P1", "Supplementary Information for something else entirely"), row("P2", MAIN)]
    assert find_duplicates(rows) == []
