"""Questions that name a place are taken to it: to captions, cells, formulas, definitions, sections and pages."""

from __future__ import annotations

import pytest

from twintree.answering.places import Place, names_a_float, names_a_place, resolve_places
from twintree.base.anchors import Anchor
from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.pages import PageText
from twintree.base.records import Rect, Section, SectionTree, Span

PAPER, FILE = PaperId("Pabcdefghijkl"), FileId("Fabcdefghijkl")
FIRST = "As Table 2 says, bees are cheap.\n\nTable 2: Costs.\n\nbees 12\nants 7\n\nNothing else stands here."
SECOND = "We set the rate as follows.\n\nr = a + b (4)\n\nwhere a is age.\n\nDefinition 20\n\nA swarm is a set of bees."
TREE = SectionTree(
    paper=PAPER,
    nodes=(
        Section(
            id=SectionId("s1"),
            title="Proofs",
            level=1,
            start_page=2,
            end_page=2,
            number="B",
            start=(2, 0),
            end=(2, 27),
        ),
    ),
)


def page(number: int, text: str) -> PageText:
    return PageText(number, "", 595.0, 842.0, text, len(text), ())


PAGES = [page(1, FIRST), page(2, SECOND)]


def anchor(kind: str, number: str, at: int, caption: str, inside: str = "") -> Anchor:
    text = PAGES[at - 1].text

    def span(words: str) -> tuple[Span, ...]:
        start = text.index(words)
        return (Span(at, start, start + len(words)),) if words else ()

    return Anchor(
        id=f"{PAPER}.x{number}", paper=PAPER, file=FILE, kind=kind, number=number, page=at, box=Rect(0, 0, 1, 1),
        caption=caption, spans=span(caption), inside=span(inside),
    )  # fmt: skip


ANCHORS = [
    anchor("table", "2", 1, "Table 2: Costs.", "bees 12\nants 7"),
    anchor("equation", "4", 2, "r = a + b (4)"),
]


def words_of(places: list[Place]) -> list[str]:
    return [PAGES[place.page - 1].text[place.start : place.end] for place in places]


def test_a_table_is_its_caption_its_cells_and_what_its_page_says_of_it() -> None:
    found = resolve_places("What do ants cost in Table 2?", TREE, PAGES, ANCHORS)
    assert words_of(found) == ["Table 2: Costs.", "bees 12\nants 7", "As Table 2 says, bees are cheap."]
    assert {place.page for place in found} == {1}


def test_an_equation_is_its_line_and_what_its_letters_mean() -> None:
    found = resolve_places("What is a in equation (4)?", TREE, PAGES, ANCHORS)
    assert words_of(found) == ["r = a + b (4)", "We set the rate as follows.", "where a is age."]


def test_a_definition_is_taken_with_what_stands_under_its_name() -> None:
    (found,) = resolve_places("What does Definition 20 introduce?", TREE, PAGES)
    assert words_of([found]) == ["Definition 20\n\nA swarm is a set of bees."]


def test_an_appendix_is_known_by_its_letter() -> None:
    (found,) = resolve_places("What does Appendix B prove?", TREE, PAGES)
    assert (found.page, found.kind) == (2, "section")


def test_a_figure_that_no_anchor_knows_is_sought_in_the_text() -> None:
    (found,) = resolve_places("What is in Table 2?", TREE, PAGES)
    assert found.page == 1


@pytest.mark.parametrize(
    "question",
    [
        "Supplementary Figure 3?",
        "Was sagt Abb. 4.2?",
        "Gleichung 3?",
        "page 7?",
        "in Section 4.1?",
        "Lemma 2?",
    ],
)
def test_a_place_is_heard_in_many_forms(question: str) -> None:
    assert names_a_place(question)
    assert resolve_places(question, TREE, []) == []


def test_a_printed_page_number_is_taken_where_no_such_page_exists_and_its_neighbours_agree() -> None:
    """PAINS 14: the physical page is the coordinate; a person may name the printed one."""
    texts = [f"Text of a page.\n\nJournal of Bees {52 + at}" for at in range(5)]
    printed = [
        PageText(at + 1, "", 595.0, 842.0, text, len("Text of a page."), ()) for at, text in enumerate(texts)
    ]
    (found,) = resolve_places("What stands on page 55?", TREE, printed)
    assert found.page == 4
    assert resolve_places("What stands on page 99?", TREE, printed) == []
    (physical,) = resolve_places("What stands on page 2?", TREE, printed)
    assert physical.page == 2


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What does Figure 3 show?", True),
        ("Tabelle 2?", True),
        ("What does Section 4 say?", False),
        ("page 7?", False),
    ],
)
def test_a_figure_or_table_is_told_from_other_places(question: str, names: bool) -> None:
    assert names_a_float(question) is names
