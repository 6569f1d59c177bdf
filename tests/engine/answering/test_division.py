"""No quoted sentence runs from a caption, a heading, a cell or an item into what stands beside it."""

from __future__ import annotations

import pytest

from twintree.answering.division import PageLayout, layouts, page_layout, pieces
from twintree.answering.evidence import candidates
from twintree.base.anchors import Anchor
from twintree.base.answers import Hit
from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.pages import PageText
from twintree.base.records import Rect, Section, SectionTree, Span
from twintree.base.text import sentences

PAPER, FILE = PaperId("P"), FileId("F")
#: As a page of two columns gives it: a table and its caption stand in the midst of a sentence.
PARTED = (
    "The bees of the city did a lot better than those of the field. We think that this is\n\n"
    "City Field\nBees 12 7\nWasps 3 2\n\n"
    "Table 3: Weights of bees and wasps due to the following reasons:\n\n"
    "Lime trees flower in the city."
)
CAPTION = "Table 3: Weights of bees and wasps"


def page(text: str) -> PageText:
    return PageText(1, "", 600, 800, text, len(text), ())


def anchor(text: str, caption: str, kind: str = "table", inside: str = "") -> Anchor:
    def spans(words: str) -> tuple[Span, ...]:
        return (Span(1, text.index(words), text.index(words) + len(words)),) if words else ()

    return Anchor(
        id="P.tab3", paper=PAPER, file=FILE, kind=kind, page=1, box=Rect(0, 0, 1, 1), number="3",
        spans=spans(caption), inside=spans(inside),
    )  # fmt: skip


def section(title: str, start: int, number: str = "") -> Section:
    return Section(
        id=SectionId("P.s1"), title=title, number=number, level=1, start_page=1, end_page=1, start=(1, start)
    )


def said(text: str, anchors: list[Anchor], sections: tuple[Section, ...] = ()) -> list[str]:
    whole = page(text)
    known = layouts(lambda _: anchors, lambda paper: SectionTree(paper=paper, nodes=sections))
    hit = Hit(paper=PAPER, file=FILE, page=1, spans=(Span(1, 0, len(text)),), snippet="")
    return [each.text for each in candidates([hit], lambda file, number: whole, layout=known)]


def test_a_caption_and_the_paragraph_behind_it_are_no_sentence() -> None:
    found = said(PARTED, [anchor(PARTED, CAPTION)])
    assert CAPTION in found
    assert not any(CAPTION in each and "reasons" in each for each in found)


def test_a_sentence_that_a_table_parts_is_whole_again() -> None:
    found = said(PARTED, [anchor(PARTED, CAPTION)])
    assert "We think that this is due to the following reasons:" in found
    assert not any(each.startswith("due to") for each in found)


def test_a_heading_is_no_part_of_the_sentence_behind_it() -> None:
    text = "4 Where Bees Dance and Why They Do\nBees dance on the comb when they come home from a meadow."
    assert said(text, [], (section("Where Bees Dance and Why They Do", 0, "4"),)) == [
        "Bees dance on the comb when they come home from a meadow."
    ]


def test_items_of_a_list_are_sentences_of_their_own() -> None:
    text = "• bees dance on the comb for the others\n• wasps build their nests of grey paper"
    assert said(text, []) == [
        "• bees dance on the comb for the others",
        "• wasps build their nests of grey paper",
    ]


def test_what_stands_in_a_figure_is_no_part_of_the_sentence_beside_it() -> None:
    text = "comb and queen cells of the hive\n\nthe dance of the bees is shown to others in the dark."
    joined = text.replace("\n\n", " ")
    figure = anchor(joined, "", "figure", inside="comb and queen cells of the hive")
    assert not any("queen" in each and "dance" in each for each in said(joined, [figure]))


def test_a_formula_is_part_of_its_sentence() -> None:
    text = "The weight of a bee is given by w = 3 a, where a is its age in days."
    assert page_layout(page(text), [anchor(text, "w = 3 a", "equation")], []) == PageLayout()


@pytest.mark.parametrize("borders", [(), (0,), (1000,)])
def test_borders_outside_a_text_change_nothing(borders: tuple[int, ...]) -> None:
    assert sentences("Bees dance. Ants do not.", borders=borders) == [(0, 11), (12, 24)]


def test_pieces_lose_no_words() -> None:
    known = page_layout(page(PARTED), [anchor(PARTED, CAPTION)], [])
    joined = " ".join(PARTED[a:b] for a, b in pieces(PARTED, 0, len(PARTED), known))
    assert joined.split() == PARTED.split()
