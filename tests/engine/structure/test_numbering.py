"""Section numbers in many forms, and whether one continues another."""

from __future__ import annotations

import pytest

from twintree.structure.numbering import continues, longest_chain, parse_number, without_number


@pytest.mark.parametrize(
    ("title", "kind", "parts"),
    [
        ("1 Introduction", "decimal", (1,)),
        ("2.3.1. Results", "decimal", (2, 3, 1)),
        ("3.2 | Cluster analysis", "decimal", (3, 2)),
        ("A.1 Proofs", "alpha", (1, 1)),
        ("IV. RESULTS", "roman", (4,)),
        ("Chapter 3", "word", (3,)),
        ("Kapitel 2 Grundlagen", "word", (2,)),
        ("Appendix B: Data", "word", (2,)),
        ("Глава 2. Язык", "word", (2,)),
        ("第三章 方法", "cjk", (3,)),
        ("十二、结论", "cjk", (12,)),
        ("§ 4 Zweck", "word", (4,)),
        ("a) first", "lower", (1,)),
    ],
)
def test_numbers_of_nine_forms_are_read(title: str, kind: str, parts: tuple[int, ...]) -> None:
    number = parse_number(title)
    assert number is not None
    assert (number.kind, number.parts) == (kind, parts)


@pytest.mark.parametrize(
    "text", ["0.05 mg of salt", "2018 was warm", "A method for trees", "Mix well", "3 %"]
)
def test_quantities_and_plain_words_are_no_numbers(text: str) -> None:
    assert parse_number(text) is None


def test_a_title_that_is_only_a_number_keeps_it() -> None:
    assert without_number("Chapter 3") == "Chapter 3"
    assert without_number("3.1 Trees") == "Trees"


@pytest.mark.parametrize(
    ("before", "after", "follows"),
    [
        ("1 A", "2 B", True),
        ("1 A", "1.1 B", True),
        ("2.3 A", "3 B", True),
        ("1 A", "3 B", False),
        ("1.1 A", "2.2 B", False),
    ],
)
def test_the_next_number_is_a_sibling_a_child_or_an_ancestors_sibling(
    before: str, after: str, follows: bool
) -> None:
    first, second = parse_number(before), parse_number(after)
    assert first is not None
    assert second is not None
    assert continues(first, second) is follows


def test_the_chain_leaves_list_items_out() -> None:
    titles = [
        "1 Introduction",
        "1 first item",
        "2 second item",
        "1.1 Aim",
        "2 Methods",
        "2.1 Data",
        "3 Results",
    ]
    numbers = [parse_number(title) for title in titles]
    kept = longest_chain([number for number in numbers if number])
    assert {titles[i] for i in kept} >= {"1.1 Aim", "2 Methods", "2.1 Data", "3 Results"}
    assert 2 not in kept


def test_the_chain_goes_on_in_the_next_chapter_whose_number_is_of_another_kind() -> None:
    titles = ["1.1 Aim", "1.2 Data", "2.1 Plots", "2.1.1 North", "2 while true", "2.2 Ledgers", "3.1 Results"]
    numbers = [number for title in titles if (number := parse_number(title))]
    assert longest_chain(numbers, parents=False) == {0, 1, 2, 3, 5, 6}
    assert 2 not in longest_chain(numbers)
