"""In-text citations: numbers, ranges, raised numbers, names and years; each with its sentence and place."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from printed import Printed, hanging, heading, page

from twintree.base.inlinks import InnerLink
from twintree.base.pages import PageText, rects_of
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


def link(page_: PageText, words: str, entry_y: float, name: str = "") -> InnerLink:
    """A link on words of a page, to a height on the same page."""
    start = page_.text.index(words)
    (rect,) = rects_of(page_.lines, start, start + len(words))
    return InnerLink(page=page_.number, rect=rect, to_page=page_.number, to_x=60, to_y=entry_y, name=name)


def with_links(body: Sequence[str], links: Sequence[tuple[str, int]]) -> list[FoundMention]:
    """Mentions on a page with the named entries, with links from words to entries by their number."""
    printed = page(1, [*body, heading("References", y=400), *hanging(NAMED, y=420)])
    made = [link(printed, words, 420 + 24 * entry - 6, f"cite.{entry}") for words, entry in links]
    return find_mentions([printed], read_bibliography([printed]), None, made)


SURE = ["It is known (Meng, 2026), and (Smith et al., 2001), and (Liu and Chen, 2024a)."]
SURE_LINKS = [("Meng, 2026", 2), ("Smith et al., 2001", 3), ("Liu and Chen, 2024a", 0)]


def test_a_link_cites_where_words_alone_say_nothing() -> None:
    found = with_links([*SURE, "So do taggers in combination (vHZ)."], [*SURE_LINKS, ("vHZ", 4)])
    last = found[-1]
    assert (last.entry, last.marker, last.sentence) == (4, "vHZ", "So do taggers in combination (vHZ).")


def test_a_link_tells_apart_what_a_name_and_a_year_leave_open() -> None:
    ambiguous = [*SURE, "As shown before (Liu and Chen, 2024)."]
    found = with_links(ambiguous, [*SURE_LINKS, ("Liu and Chen, 2024)", 1)])
    assert found[-1].entry == 1


def test_links_in_two_parts_are_one_citation() -> None:
    found = with_links([*SURE, "By Meng (2026) too."], [*SURE_LINKS, ("Meng (", 2), ("2026) too", 2)])
    assert [mention.entry for mention in found].count(2) == 2


def test_links_to_figures_and_sections_cite_nothing() -> None:
    printed = page(1, [*SURE, "See Figure 3.", heading("References", y=400), *hanging(NAMED, y=420)])
    entries = read_bibliography([printed])
    odd = [link(printed, "Figure 3", 420 + 24 * 2, "figure.3"), link(printed, "Figure 3", 420 + 24 * 2)]
    good = [link(printed, words, 420 + 24 * entry - 6) for words, entry in SURE_LINKS]
    assert len(find_mentions([printed], entries, None, [*good, *odd])) == 3


def test_a_printed_number_is_surer_than_the_place_that_a_link_leads_to() -> None:
    rows = [
        f"[{i}] Writer{i}, A.: The title of work number {i}. Journal, {i}, 1–9, 2003." for i in range(1, 9)
    ]
    printed = page(1, ["Trees [1]. Woods [2]. Logs [3]. Twigs [4].", heading("References"), *rows])
    entries = read_bibliography([printed])
    tops = [line.box.y0 for line in printed.lines[2:]]
    leads = {1: tops[0], 2: tops[1], 3: tops[2], 4: tops[4]}  # the last one leads too far down
    made = [link(printed, f"[{number}]", y) for number, y in leads.items()]
    found = find_mentions([printed], entries, None, made)
    assert [mention.entry + 1 for mention in found] == [1, 2, 3, 4]


def test_links_that_lead_nowhere_in_the_list_change_nothing() -> None:
    printed = page(1, [*SURE, heading("References", y=400), *hanging(NAMED, y=420)])
    entries = read_bibliography([printed])
    astray = [link(printed, words, 60.0) for words, _ in SURE_LINKS]
    assert find_mentions([printed], entries, None, astray) == find_mentions([printed], entries)
