"""In-text citations: numbers, ranges, raised numbers, names and years; each with its sentence and place."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from printed import Printed, hanging, heading, page

from twintree.base.records import PageText
from twintree.knowledge.bibliography import read_bibliography
from twintree.knowledge.markers import numbers_of, parts_of
from twintree.knowledge.mentions import FoundMention, find_mentions

NAMED = [
    ["Liu, B. and Chen, C. (2024a). First work of theirs on trees.", "Journal of Trees, 1, 1–2."],
    ["Liu, B. and Chen, C. (2024b). Second work of theirs on trees.", "Journal of Trees, 2, 3–4."],
    ["Meng, X. (2026). Explaining engines. In Proc. of Engines,", "pages 5–6."],
    ["Smith, J., Doe, A., and Roe, B. (2001). Early engines.", "Machines, 3, 7–8."],
    ["van Halteren, H. and Zavrel, J. (1998). Combining taggers.", "In COLING, pages 491–497."],
]


def cited(body: Sequence[str], count: int = 12) -> tuple[list[PageText], list[FoundMention]]:
    rows: list[Printed | str] = [*body, heading("References")]
    for i in range(1, count + 1):
        rows.append(f"[{i}] Writer{i}, A.: The title of work number {i}. Journal, {i}, 1–9, 2003.")
    pages = [page(1, rows)]
    return pages, find_mentions(pages, read_bibliography(pages))


def named(*body: str) -> list[int]:
    pages = [page(1, [*body, heading("References", y=400), *hanging(NAMED, y=420)])]
    entries = read_bibliography(pages)
    assert len(entries) == len(NAMED)
    return [mention.entry for mention in find_mentions(pages, entries)]


def test_a_group_with_a_range_cites_every_entry_in_it() -> None:
    _, found = cited(["Trees help [3, 5–7]."])
    assert [mention.entry + 1 for mention in found] == [3, 5, 6, 7]
    assert all(mention.company == 4 and mention.marker == "[3, 5–7]" for mention in found)


def test_a_range_between_two_brackets_is_filled() -> None:
    _, found = cited(["Others agree [2]–[4]."])
    assert [mention.entry + 1 for mention in found] == [2, 3, 4]


def test_a_mention_knows_its_sentence_and_where_its_marker_stands() -> None:
    pages, found = cited(["Before that. We follow the rule of", "Writer [2] here. After that."])
    (mention,) = found
    assert mention.sentence == "We follow the rule of Writer [2] here."
    assert pages[0].text[mention.at.start : mention.at.end] == "[2]"
    (span,) = mention.spans
    assert " ".join(pages[0].text[span.start : span.end].split()) == mention.sentence


def test_a_sentence_that_runs_over_a_page_end_has_a_span_on_each_page() -> None:
    rows = [f"[{i}] Writer{i}, A.: The title of work {i}. Journal, {i}, 1–9, 2003." for i in range(1, 5)]
    pages = [
        page(1, ["First words. The rule goes"]),
        page(2, ["on as in [1] and ends.", heading("References"), *rows]),
    ]
    (mention,) = find_mentions(pages, read_bibliography(pages))
    assert [span.page for span in mention.spans] == [1, 2]
    assert mention.at.page == 2


def test_numbers_in_the_list_itself_are_no_mentions() -> None:
    _, found = cited(["Nothing is cited here."])
    assert found == []


def test_numbers_beyond_the_list_are_not_linked() -> None:
    _, found = cited(["As in [45]."])
    assert found == []


def test_raised_numbers_are_read_where_nothing_else_is_used() -> None:
    _, found = cited(["Trees help.1,2 Others agree3 and", "some do not,4–6 as Table 7 shows in 2003."])
    assert sorted({mention.entry + 1 for mention in found}) == [1, 2, 3, 4, 5, 6]


def test_names_and_years_find_their_entries() -> None:
    assert named("Engines explain (Meng, 2026; Liu and Chen, 2024a).") == [2, 0]


def test_a_name_before_the_bracket_finds_its_entry() -> None:
    assert named("As Meng (2026) shows, and van Halteren and Zavrel (1998) before.") == [2, 4]


def test_et_al_and_a_second_letter_find_their_entries() -> None:
    assert named("It was early (Smith et al., 2001) and then (Liu and Chen, 2024a,b).") == [3, 0, 1]


def test_a_year_that_fits_no_name_is_not_linked() -> None:
    assert named("In the winter (December 2001) it was cold, as Brown (2026) says.") == []


def test_two_works_that_fit_alike_are_not_guessed_between() -> None:
    assert named("It is known (Liu and Chen, 2024).") == []


def test_ibid_cites_what_was_cited_last() -> None:
    _, found = cited(["Trees help [3].", "Twice, ibid. for sure."])
    assert [mention.entry + 1 for mention in found] == [3, 3]


@pytest.mark.parametrize(
    ("text", "numbers"), [("3, 5–7", [3, 5, 6, 7]), ("1-3", [1, 2, 3]), ("7", [7]), ("9–2", [9, 2])]
)
def test_markers_give_their_numbers(text: str, numbers: list[int]) -> None:
    assert numbers_of(text) == numbers


@given(st.lists(st.integers(1, 500), min_size=1, max_size=20))
def test_a_list_of_numbers_is_read_back(numbers: list[int]) -> None:
    assert numbers_of(", ".join(map(str, numbers))) == list(dict.fromkeys(numbers))


@given(st.text(max_size=80))
def test_any_bracket_is_read_without_an_error(text: str) -> None:
    list(parts_of(text))
