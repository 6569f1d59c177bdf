"""The evidence hierarchy: regions keep every word and their place, groups keep their limits, paths their types."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twintree.base.hierarchy import ROOT, PaperHierarchy
from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.pages import PageText
from twintree.base.records import Section
from twintree.models.protocol import EmbedderInfo, Vectors, unit
from twintree.trees.hierarchy import (
    EvidenceGraph,
    build_hierarchy,
    count_tokens,
    cut_regions,
    group,
    region_tokens,
    stamp_of,
)

PAPER, FILE = PaperId("Pa"), FileId("Fa")
INFO = EmbedderInfo(id="fake@1", dimension=8, limit=66)


def page(number: int, text: str) -> PageText:
    return PageText(number, str(number), 595, 842, text, len(text), ())


def embed(texts: list[str]) -> Vectors:
    """Texts about one animal are near each other."""
    rows = np.full((len(texts), 8), 0.05)
    for at, text in enumerate(texts):
        for column, word in enumerate(("bee", "ant", "wasp", "fly")):
            rows[at, column] += text.casefold().count(word)
    return unit(rows)


def pages(count: int = 4) -> list[PageText]:
    animals = ("Bees", "Ants", "Wasps", "Flies")
    return [
        page(
            at + 1,
            "\n\n".join(
                f"{animals[at % 4]} do thing number {n} in the early spring. {animals[at % 4]} rest at night."
                for n in range(6)
            ),
        )
        for at in range(count)
    ]


def build(texts: list[PageText], sections: tuple[Section, ...] = ()) -> PaperHierarchy:
    return build_hierarchy(PAPER, FILE, texts, sections, embed, INFO)


def test_regions_hold_every_sentence_within_the_limit_and_overlap_their_neighbours() -> None:
    regions = cut_regions(PAPER, FILE, pages(), (), region_tokens(INFO))
    assert all(region.tokens <= region_tokens(INFO) for region in regions)
    for each in pages():
        for sentence in each.text.replace("\n\n", " ").split(". "):
            assert any(sentence.strip(". ") in region.text for region in regions)
    shared = [set(a.text.split(". ")) & set(b.text.split(". ")) for a, b in itertools.pairwise(regions)]
    assert sum(bool(each) for each in shared) > len(shared) / 2


def test_a_region_says_what_its_spans_cover() -> None:
    texts = {each.number: each.text for each in pages()}
    for region in cut_regions(PAPER, FILE, pages(), (), 64):
        covered = " ".join(texts[s.page][s.start : s.end] for s in region.spans)
        assert " ".join(covered.split()) == region.text


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(alphabet="ab. é漢1\n", max_size=200), max_size=4), st.integers(4, 40))
def test_any_text_is_cut_without_losing_a_word_or_standing_still(texts: list[str], limit: int) -> None:
    given_pages = [page(at, text) for at, text in enumerate(texts, 1)]
    regions = cut_regions(PAPER, FILE, given_pages, (), limit)
    told = " ".join(region.text for region in regions)
    for each in given_pages:
        for word in each.text.split():
            if any(char.isalnum() for char in word):
                assert word in told


def test_a_sentence_longer_than_a_region_is_divided() -> None:
    regions = cut_regions(PAPER, FILE, [page(1, "word " * 300)], (), 64)
    assert len(regions) > 3
    assert all(region.tokens <= 64 for region in regions)


def test_reference_lists_are_no_evidence() -> None:
    text = "Bees dance in the sun.\n\n[1] Smith. Bees of the world.\n\nAppendix about bees and their food."
    first = text.index("[1]")
    listed = Section(
        id=SectionId("Pa.s0001"),
        title="References",
        level=1,
        start_page=1,
        end_page=1,
        role="references",
        start=(1, first),
        end=(1, text.index("Appendix")),
    )
    (region,) = cut_regions(PAPER, FILE, [page(1, text)], (listed,), 64)
    assert "Smith" not in region.text
    assert len(region.spans) == (2 if text.index("Appendix") - first > 40 else 1)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 30),
    st.floats(0.1, 0.95),
    st.integers(1, 8),
    st.integers(1, 2),
    st.integers(0, 10),
    st.integers(0, 5),
)
def test_groups_keep_their_size_their_parents_and_every_row(
    rows: int, threshold: float, size: int, parents: int, seed: int, most: int
) -> None:
    vectors = unit(np.random.default_rng(seed).normal(size=(rows, 5)))
    groups = group(vectors, threshold, size, parents, most=most)
    assert {at for each in groups for at in each} == set(range(rows))
    assert all(1 <= len(each) <= size for each in groups)
    assert all(sum(row in each for each in groups) <= parents for row in range(rows))
    assert groups == group(vectors, threshold, size, parents, most=most)


def test_near_rows_stand_together_and_a_lone_one_by_itself() -> None:
    vectors = unit(np.array([[1, 0], [0.99, 0.1], [0, 1]], dtype=float))
    assert group(vectors, 0.8, 8) == [(0, 1), (2,)]


def test_making_it_again_gives_the_same_and_other_pages_another_stamp() -> None:
    assert build(pages()) == build(pages())
    assert stamp_of(pages(), (), INFO) != stamp_of(pages(3), (), INFO)


def test_every_region_is_reached_from_the_root_by_admissible_steps() -> None:
    graph = EvidenceGraph([build(pages(8))])
    paths = [
        (ROOT, topic, relation, leaf)
        for topic in graph.children(ROOT)
        for relation in graph.children(topic)
        for leaf in graph.children(relation)
    ]
    assert {path[-1] for path in paths} == set(graph.regions)
    assert all(graph.why_inadmissible(path) == "" for path in paths)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ((), "does not begin"),
        (("Pa.t01",), "does not begin"),
        ((ROOT, "Pa.t99"), "no node"),
        ((ROOT, "Pa.r001"), "does not stand below"),
        ((ROOT, "Pa.t01"), "no Evidence"),
    ],
)
def test_a_path_that_skips_a_type_or_ends_early_is_refused(path: tuple[str, ...], why: str) -> None:
    assert why in EvidenceGraph([build(pages(8))]).why_inadmissible(path)


def test_a_path_opens_the_evidence_of_its_relation_and_the_windows_beside_it() -> None:
    graph = EvidenceGraph([build(pages(8))])
    topic = graph.children(ROOT)[0]
    relation = graph.children(topic)[0]
    own = graph.children(relation)
    opened = graph.region_map((ROOT, topic, relation, own[0]))
    assert set(own) <= set(opened)
    positions = {graph.regions[each].position for each in own}
    assert all(any(abs(graph.regions[each].position - at) <= 1 for at in positions) for each in opened)


def test_papers_stand_side_by_side_under_one_root() -> None:
    other = build_hierarchy(PaperId("Pb"), FileId("Fb"), pages(2), (), embed, INFO)
    graph = EvidenceGraph([build(pages(2)), other])
    assert {node.split(".")[0] for node in graph.children(ROOT)} == {"Pa", "Pb"}


def test_a_paper_without_text_has_an_empty_hierarchy() -> None:
    empty = build([page(1, "")])
    assert (empty.regions, empty.relations, empty.topics) == ((), (), ())


def test_tokens_of_letters_digits_and_characters_are_counted_apart() -> None:
    assert count_tokens("bee 12 漢字 .") == 1 + 1 + 2 + 1
