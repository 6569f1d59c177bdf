"""Summaries are the paper's own words."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.structure.conftest import PROSE, Write, page_of

from twintree.base.ids import PaperId, SectionId
from twintree.base.records import Section
from twintree.structure.summary import summarise, summarise_tree
from twintree.structure.tree import build_section_tree, children_of

PAPER = PaperId("Pabcdefghjkmn")


def section(title: str, end: tuple[int, int], start: tuple[int, int] = (1, 0)) -> Section:
    return Section(
        id=SectionId(f"{PAPER}.s0001"),
        title=title,
        level=1,
        start_page=1,
        end_page=end[0],
        start=start,
        end=end,
    )


def test_a_short_section_keeps_its_text_without_its_title() -> None:
    page = page_of(1, [("Methods", 14, True), ("We measured forty plots. Nothing else was done.", 10, False)])
    assert (
        summarise(section("Methods", (1, page.body_end)), [page])
        == "We measured forty plots. Nothing else was done."
    )


def test_a_long_section_is_summarised_by_its_own_sentences_in_order() -> None:
    sentences = [
        f"Sentence number {i} tells of trees, shade and water in the plots of year {i}." for i in range(40)
    ]
    sentences[20] = "In this section we show that trees in the shade grow slowly in all plots of trees."
    page = page_of(1, [(s, 10, False) for s in sentences])
    summary = summarise(section("", (1, page.body_end)), [page])
    assert "we show that trees in the shade" in summary
    found = [page.text.find(part) for part in summary.split(". ")]
    assert found == sorted(found)
    assert min(found) >= 0


def test_a_parent_is_summarised_from_its_preamble(write: Write) -> None:
    read = write(
        [("h1", "1 Introduction"), ("p", PROSE * 3), ("h1", "2 Methods"),
         ("p", "Methods are told in two parts. " + PROSE), ("h2", "2.1 Plots"), ("p", PROSE * 3),
         ("h2", "2.2 Ledger"),
         ("p", "The ledger is a book of records. " + PROSE * 2)],
        [("h1", "3 Results"), ("p", PROSE * 4)],
    )  # fmt: skip
    tree, _ = build_section_tree(PAPER, *read, 1)
    tree = summarise_tree(tree, read[1])
    methods = next(node for node in tree.nodes if node.title == "Methods")
    assert len(children_of(tree, methods.id)) == 2
    assert "two parts" in methods.summary
    assert "book of records" not in methods.summary
    assert summarise_tree(tree, read[1]) == tree


@given(st.text(max_size=400))
@settings(max_examples=40, deadline=None)
def test_summaries_of_any_text_are_words_of_that_text(text: str) -> None:
    page = page_of(1, [(line, 10, False) for line in text.splitlines() if line.strip()] or [("x", 10, False)])
    summary = summarise(section("", (1, page.body_end)), [page])
    assert set(summary.split()) <= set(page.text.split()) | {"…"}
