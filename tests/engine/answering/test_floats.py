"""Questions for a figure or table are answered by it: its caption, its cells, the row under the table's head."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from msgspec.structs import replace

from twintree.answering import floats
from twintree.answering.evidence import Candidate
from twintree.answering.question import read_question
from twintree.answering.quotes import cite_together, quote_stands
from twintree.base.anchors import Anchor
from twintree.base.answers import Hit
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import PaperRow, Rect, Span

PAPER, FILE = PaperId("P"), FileId("F")
TEXT = (
    "Figure 2: Bees Across City Gardens\n\n"
    "See Figure 2 for the ways of bees in a city.\n\n"
    "Insects 2001 2002\nBees 12.5 7.1\nWasps 3.2 2.0\n\n"
    "Table 3: Weight of honey in grams by insect and year\n\n"
    "The bees gathered more honey than the wasps did in both of the years."
)
PAGE = PageText(1, "", 600, 800, TEXT, len(TEXT), ())


def anchor(kind: str, number: str, caption: str, inside: str = "") -> Anchor:
    def spans(words: str) -> tuple[Span, ...]:
        return (Span(1, TEXT.index(words), TEXT.index(words) + len(words)),) if words else ()

    return Anchor(
        id=f"P.{kind}{number}", paper=PAPER, file=FILE, kind=kind, number=number, page=1, box=Rect(0, 0, 1, 1),
        label=f"{kind.title()} {number}", spans=spans(caption), inside=spans(inside),
    )  # fmt: skip


FIGURE = anchor("figure", "2", "Figure 2: Bees Across City Gardens")
TABLE = anchor("table", "3", "Table 3: Weight of honey in grams by insect and year")


def page_of(file: FileId, number: int) -> PageText:
    assert (file, number) == (FILE, 1)
    return PAGE


def hit(start: int = 0, end: int = len(TEXT)) -> Hit:
    return Hit(paper=PAPER, file=FILE, page=1, spans=(Span(1, start, end),), snippet="", score=0.8)


def same(texts: Sequence[str]) -> np.ndarray:
    return np.ones((len(texts), 1), dtype=np.float32)


def all_anchors(paper: PaperId) -> list[Anchor]:
    return [FIGURE, TABLE]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Which table gives the F1 on CoNLL?", "table"),
        ("In which figure is the dance shown?", "figure"),
        ("Is there a table of honey weights?", "table"),
        ("Welche Tabelle nennt die Gewichte?", "table"),
        ("Where is the architecture diagram?", "figure"),
        ("What does Figure 2 show?", ""),
        ("Which table 3?", ""),
        ("Which bees are tabled?", ""),
        ("How is the dance figured out?", ""),
    ],
)
def test_a_figure_or_table_is_sought_by_what_it_holds(question: str, kind: str) -> None:
    assert floats.sought(question) == kind


def test_the_caption_comes_first_though_its_words_are_a_title() -> None:
    named = floats.with_named([], [hit(0, 34)], all_anchors, page_of)
    assert [each.text for each in named] == ["Figure 2: Bees Across City Gardens"]
    pointing = Candidate(
        paper=PAPER, file=FILE, spans=(Span(1, 36, 79),), text="See Figure 2 for the ways of bees in a city.", score=2.0
    )  # fmt: skip
    assert [each.text for each in floats.first_of_all([pointing, *named])] == [
        "Figure 2: Bees Across City Gardens",
        "See Figure 2 for the ways of bees in a city.",
    ]


def test_a_row_that_is_named_stands_under_its_caption_and_head_and_each_part_on_the_page() -> None:
    asked = read_question("How much honey did the bees gather?")
    (bees,) = floats.of_tables(asked, [hit()], all_anchors, page_of)
    assert bees.text == (
        "Table 3: Weight of honey in grams by insect and year · Insects 2001 2002 · Bees 12.5 7.1"
    )
    assert [TEXT[span.start : span.end] for span in bees.spans] == bees.text.split(" · ")
    assert bees.kind == "row"


def test_where_no_row_is_named_the_whole_table_answers() -> None:
    (table,) = floats.of_tables(read_question("How much honey was there?"), [hit()], all_anchors, page_of)
    assert table.text.endswith("Insects 2001 2002 · Bees 12.5 7.1 · Wasps 3.2 2.0")
    assert len(table.spans) == 4


def test_a_table_in_which_nothing_is_named_that_its_caption_does_not_say_is_left_out() -> None:
    asked = read_question("How much honey by weight holds fructose?")
    assert floats.of_tables(asked, [hit()], all_anchors, page_of) == []


def test_the_cells_that_the_layout_knows_are_taken_before_those_beside_a_caption() -> None:
    known = anchor(
        "table", "3", "Table 3: Weight of honey in grams by insect and year", "Bees 12.5 7.1\nWasps 3.2 2.0"
    )
    assert [TEXT[row.start : row.end] for row in floats.rows_of(known, PAGE)] == [
        "Bees 12.5 7.1",
        "Wasps 3.2 2.0",
    ]
    assert next(TEXT[row.start : row.end] for row in floats.rows_of(TABLE, PAGE)) == "Insects 2001 2002"


def test_a_table_that_is_asked_for_shows_its_cells_behind_its_caption() -> None:
    caption = TABLE.spans[0]
    named = floats.with_named([], [hit(caption.start, caption.end)], all_anchors, page_of)
    shown = floats.first_of_all(named)
    assert [each.kind for each in shown] == ["caption", "cells"]
    assert "Bees 12.5 7.1" in shown[1].text


def test_the_table_with_what_is_sought_is_meant_and_none_where_no_caption_says_so() -> None:
    def meant(question: str, bar: float = 0.0) -> list[str]:
        asked = read_question(question)
        return [each.label for each in floats.seek(asked, all_anchors(PAPER), page_of, {}, same, bar)]

    assert meant("Which table gives the weight of honey by year?") == ["Table 3"]
    assert meant("Which figure shows the bees in the gardens?") == ["Figure 2"]
    assert meant("Which table gives the weight of honey by year?", bar=1.1) == []
    assert meant("How heavy is the honey?") == []


def test_a_row_and_its_head_are_one_citation_whose_quote_stands() -> None:
    (bees,) = floats.of_tables(
        read_question("How much honey did the bees gather?"), [hit()], all_anchors, page_of
    )
    paper = PaperRow(id=PAPER, key="moreau2006bees", title="Bees", authors=("Ada Moreau",), year=2006)
    cited = cite_together(paper, FILE, bees.spans, PAGE)
    assert quote_stands(cited, page_of)
    assert (cited.page, cited.spans) == (1, bees.spans)
    assert cited.quote == bees.text.replace(" · ", " ")


def test_a_table_is_found_by_what_its_cells_say() -> None:
    other = anchor(
        "table", "4", "See Figure 2 for the ways of bees in a city.", "Figure 2: Bees Across City Gardens"
    )
    asked = read_question("Which table has the wasps in it?")
    (meant,) = floats.seek(asked, [other, TABLE], page_of, {}, same, 0.0)
    assert meant.label == "Table 3"


def test_the_row_that_a_question_names_comes_before_everything_else() -> None:
    caption = TABLE.spans[0]
    named = floats.with_named([], [hit(caption.start, caption.end)], all_anchors, page_of)
    asked = read_question("What is the value of the wasps for 2002 in Table 3?")
    first = floats.named_rows_first(asked, named, page_of)[0]
    assert (first.kind, first.text.split(" · ")[-1]) == ("row", "Wasps 3.2 2.0")
    whole = read_question("What is the weight of honey in Table 3?")
    assert floats.named_rows_first(whole, named, page_of) == named


def test_a_row_that_the_columns_of_a_page_part_is_whole_where_its_cells_are_known() -> None:
    text = "Insects 2001\nBees 12.5\nWasps 3.2\n\n2002\n7.1\n2.0\n\nTable 3: Weight of honey"
    page = PageText(1, "", 600, 800, text, len(text), ())
    cells = (("Insects", "2001", "2002"), ("Bees", "12.5", "7.1"), ("Wasps", "3.2", "2.0"))
    caption, inside = Span(1, text.index("Table"), len(text)), Span(1, 0, text.index("\n\nTable"))
    parted = replace(TABLE, spans=(caption,), inside=(inside,), cells=cells)
    rows = floats.of_named(
        [hit(caption.start, caption.end)], lambda paper: [parted], lambda file, number: page
    )
    said = [each.text.split(" · ")[-1] for each in rows if each.kind == "row"]
    assert "Bees 12.5 7.1" in said
    assert "Wasps 3.2 2.0" in said
    wasps = next(each for each in rows if each.text.endswith("Wasps 3.2 2.0"))
    assert [text[span.start : span.end] for span in wasps.spans[-2:]] == ["Wasps 3.2", "2.0"]


def test_a_row_in_two_halves_keeps_its_name_and_stands_under_the_heads_of_both() -> None:
    left = "Peak Compound Time (min)\n1 thujene 5.48\n\n9 eugenol 21.26\n\n11 borneol 23.61\n\n"
    text = f"Table 1. Composition of an oil.\n\n{left}% Area Formula\n\n0.19 C10H16\n\n18.25 C10H12O2\n\n47.06 C11H14O2"
    caption = Span(1, 0, text.index("\n"))
    inside = Span(1, text.index("Peak"), len(text))
    cells = (
        ("Peak", "Compound", "Time", "% Area", "Formula"),
        ("", "", "(min)", "", ""),
        ("1", "thujene", "5.48", "0.19", "C10H16"),
        ("9", "eugenol", "21.26", "18.25", "C10H12O2"),
        ("11", "borneol", "23.61", "47.06", "C11H14O2"),
    )
    parted = replace(TABLE, spans=(caption,), inside=(inside,), cells=cells, header=2)
    page = PageText(1, "", 600, 800, text, len(text), ())
    asked = read_question("What percentage of eugenol does the oil hold?")
    [row] = floats.of_tables(asked, [hit(0, len(text))], lambda paper: [parted], lambda file, number: page)
    assert row.text == (
        "Table 1. Composition of an oil. · Peak: 9 · Compound: eugenol · Time (min): 21.26 · % Area: 18.25 · "
        "Formula: C10H12O2"
    )
    said = [text[span.start : span.end] for span in row.spans]
    assert said[1:] == ["Peak Compound Time (min)", "% Area Formula", "9 eugenol 21.26", "18.25 C10H12O2"]
