"""Words on pages: selecting, finding and copying them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twintree.base.ids import FileId, PaperId
from twintree.base.pages import Line, PageText
from twintree.base.records import Highlight, Note, Paper, PaperRow, Rect, Span
from twintree_desktop.reader.copying import cite_command, marks_as_markdown, quoted
from twintree_desktop.reader.finding import _batches, matches_in
from twintree_desktop.reader.selection import Place, Selection, flowing, offset_at, text_of, word_at
from twintree_desktop.reader.trail import Spot, Trail

PAPER = Paper(
    row=PaperRow(
        id=PaperId("P1"), key="chieu2002named", title="Names", authors=("Chieu, Hai Leong",), year=2002
    )
)


def page_of(rows: Sequence[str], number: int = 1) -> PageText:
    """A page with one line a row, characters ten points wide."""
    lines, start = [], 0
    for index, row in enumerate(rows):
        edges = tuple(100.0 + 10 * at for at in range(len(row) + 1))
        box = Rect(100, 50 + 20 * index, edges[-1], 62 + 20 * index)
        lines.append(Line(start=start, end=start + len(row), box=box, edges=edges, size=10))
        start += len(row) + 1
    text = "\n".join(rows)
    return PageText(number, "", 600, 800, text, len(text), tuple(lines))


PAGE = page_of(["Global features come", "from other words."])


@pytest.mark.parametrize(
    ("x", "y", "offset"),
    [(100, 56, 0), (104, 56, 0), (106, 56, 1), (5, 56, 0), (999, 56, 20), (100, 76, 21), (131, 999, 24)],
)
def test_a_point_finds_the_nearest_character(x: float, y: float, offset: int) -> None:
    assert offset_at(PAGE.lines, x, y) == offset


def test_a_point_far_from_words_finds_none() -> None:
    assert offset_at(PAGE.lines, 100, 700, reach=6) is None


def test_a_word_is_found_around_a_character() -> None:
    assert PAGE.text[slice(*word_at(PAGE.text, 9))] == "features"
    text = "a state-of-the-art tagger"
    assert text[slice(*word_at(text, 6))] == "state-of-the-art"


@given(st.integers(0, 36), st.integers(0, 36))
def test_a_selection_covers_its_words_whichever_way_it_was_drawn(first: int, last: int) -> None:
    forward = Selection(Place(1, first), Place(1, last))
    backward = Selection(Place(1, last), Place(1, first))
    assert forward.rects(PAGE) == backward.rects(PAGE)
    low, high = sorted((first, last))
    assert text_of(forward, [PAGE]) == flowing(PAGE.text[low:high])


def test_a_selection_over_pages_takes_the_rest_of_one_and_the_beginning_of_the_other() -> None:
    second = page_of(["They help."], 2)
    chosen = Selection(Place(1, 21), Place(2, 4))
    assert text_of(chosen, [PAGE, second]) == "from other words. They"


def test_copied_words_have_a_plain_space_before_a_raised_number() -> None:
    assert flowing("the corpus\u200a3\nof bees") == "the corpus 3 of bees"


def test_found_words_ignore_case_line_ends_and_kinds_of_dash() -> None:
    page = page_of(["The named-", "Entity NAMED\u2011ENTITY"])
    found = matches_in(page, "named-entity")
    assert [page.text[m.start : m.end] for m in found] == ["NAMED\u2011ENTITY"]
    across = matches_in(PAGE, "COME from")
    assert len(across) == 1
    assert len(across[0].rects) == 2


@given(st.integers(1, 500), st.integers(1, 500))
def test_every_page_is_looked_through_once_from_the_current_one(page: int, pages: int) -> None:
    page = min(page, pages)
    order = [n for first, last in _batches(page, pages) for n in range(first, last + 1)]
    assert order[0] == page
    assert sorted(order) == list(range(1, pages + 1))


def test_a_quote_carries_its_citation() -> None:
    assert quoted("Global features\ncome", PAPER, 4, 4) == "“Global features come” (Chieu 2002, p. 4)"
    assert quoted("x", PAPER, 4, 5).endswith("(Chieu 2002, pp. 4–5)")
    assert cite_command(PAPER, 6) == "\\cite[p.~6]{chieu2002named}"


def test_highlights_and_notes_become_markdown_in_the_order_of_pages() -> None:
    def mark(page: int, quote: str, note: str = "") -> Highlight:
        return Highlight(
            id=quote, paper=PAPER.row.id, file=FileId("F1"), spans=(Span(page, 0, 3),), quote=quote, note=note
        )

    text = marks_as_markdown(
        PAPER,
        [mark(5, "later"), mark(2, "earlier", "why?")],
        [Note(id="T1", paper=PAPER.row.id, text="to cite", created="", modified="")],
    )
    assert text.index("> earlier") < text.index("why?") < text.index("> later") < text.index("to cite")


def test_back_and_forward_lead_along_the_same_way() -> None:
    trail = Trail()
    spots = [Spot(PaperId("P1"), page, 0.0) for page in range(1, 5)]
    for spot in spots[:3]:
        trail.leave(spot)
    assert trail.back(spots[3]) == spots[2]
    assert trail.back(spots[2]) == spots[1]
    assert trail.forward(spots[1]) == spots[2]
    trail.leave(spots[0])
    assert not trail.can_go_forward
