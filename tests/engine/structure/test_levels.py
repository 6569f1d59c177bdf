"""Levels from numbers and from styles, without gaps."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from twintree.base.records import Rect
from twintree.structure.candidates import Candidate
from twintree.structure.levels import assign_levels, settle
from twintree.structure.numbering import parse_number
from twintree.structure.rows import Row, style_of


def heading(title: str, size: float = 12.0, bold: bool = True) -> Candidate:
    box = Rect(0, 0, 100, size)
    row = Row(1, 0, len(title), title, box, size, bold, False, "F", 0)
    row.style = style_of(row)
    return Candidate(title, 1, 0, len(title), box, number=parse_number(title), rows=[row])


def test_numbers_give_the_level_and_lend_it_to_others_of_their_style() -> None:
    found = [
        heading("1 Introduction", 14),
        heading("1.1 Aim"),
        heading("2 Methods", 14),
        heading("References", 14),
    ]
    assert assign_levels(found) == [1, 2, 1, 1]


def test_roman_sections_hold_lettered_ones() -> None:
    found = [
        heading(t, 11) for t in ("I. INTRODUCTION", "II. METHODS", "A. Data", "B. Model", "III. RESULTS")
    ]
    assert assign_levels(found) == [1, 1, 2, 2, 1]


def test_items_whose_first_words_run_into_the_text_change_no_level_of_sections() -> None:
    items = [heading("I. Statistical", 10), heading("II. Hybrid", 10)]
    for each in items:
        each.run_in = True
    found = [heading("1 Introduction", 14), heading("2 Methods", 14), *items, heading("3 Results", 14)]
    assert assign_levels(found) == [1, 1, 2, 2, 1]


def test_titles_printed_like_numbers_of_several_depths_lie_under_the_one_before_them() -> None:
    found = [
        heading("Abstract"),
        heading("1 Introduction", 14),
        heading("1.1 Aim"),
        heading("Shade"),
        heading("1.2 Words"),
        heading("1.2.1 Trees"),
        heading("Oaks"),
        heading("Elms"),
        heading("1.2.2 Roots"),
        heading("2 Results", 14),
        heading("Funding"),
    ]
    assert assign_levels(found) == [1, 1, 2, 3, 2, 3, 4, 4, 3, 1, 1]


def test_without_numbers_the_size_decides() -> None:
    found = [heading("Introduction", 14), heading("Aim", 11), heading("Methods", 14), heading("Plots", 11)]
    assert assign_levels(found) == [1, 2, 1, 2]


def test_thanks_and_references_end_a_paper_however_they_are_printed() -> None:
    found = [
        heading("1 Introduction", 14),
        heading("2 Methods", 14),
        heading("2.1 Plots"),
        heading("Acknowledgement"),
        heading("References"),
        heading("Trees"),
    ]
    assert assign_levels(found) == [1, 1, 2, 1, 1, 2]


def test_notes_in_smaller_type_are_no_part_of_the_conclusion_above_them() -> None:
    names = ("Methods", "Ethics statement", "Conclusion", "Outlook", "Abbreviations", "Competing interests")
    small = ("Ethics statement", *names[3:])
    found = [heading(name, 11 if name in small else 14) for name in names]
    assert assign_levels(found) == [1, 2, 1, 2, 1, 1]


def test_references_of_every_chapter_stay_in_theirs() -> None:
    chapter = [("1 Trees", 14.0), ("1.1 Shade", 12.0), ("References", 12.0)]
    found = [heading(title.replace("1", n, 1), size) for n in "12" for title, size in chapter]
    assert assign_levels(found) == [1, 2, 2] * 2


@given(st.lists(st.integers(1, 9), max_size=40))
def test_settled_levels_begin_at_one_and_never_skip(levels: list[int]) -> None:
    out = settle(levels)
    assert len(out) == len(levels)
    for before, after in zip([0, *out], out, strict=False):
        assert 1 <= after <= before + 1
    pairs = [(i, j) for i in range(len(levels)) for j in range(i)]
    for i, j in pairs:
        if all(between > levels[i] for between in levels[j + 1 : i]) and levels[j] == levels[i]:
            assert out[j] == out[i]
