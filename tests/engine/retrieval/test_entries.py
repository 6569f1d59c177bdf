from typing import Any

import numpy as np
import pytest

from twintree.base.ids import PaperId, section_id
from twintree.base.records import Paper, PaperRow, Section, SectionTree
from twintree.retrieval.entries import build_entries
from twintree.retrieval.vectors import embed_cached, stored_vectors
from twintree.store.ledger import Ledger
from twintree.store.papers import hash_of

PAPER = PaperId("P000000000001")


def paper(**fields: Any) -> Paper:
    row = {
        "title": "Section trees",
        "authors": ("Ada Meng",),
        "venue": "ACL",
        "description": "We grow trees.",
    }
    return Paper(row=PaperRow(id=PAPER, key="meng2026section", **row), **fields)


def tree(*titles: str, children: bool = False) -> SectionTree:
    nodes = []
    for number, title in enumerate(titles, 1):
        under = section_id(PAPER, 1) if children and number > 1 else None
        nodes.append(
            Section(
                id=section_id(PAPER, number),
                title=title,
                level=2 if under else 1,
                parent=under,
                summary=f"About {title.lower()}.",
                role=title.lower(),
                start_page=1,
                end_page=1,
            )
        )
    return SectionTree(paper=PAPER, nodes=tuple(nodes))


def test_document_entry_and_one_entry_for_each_top_level_section() -> None:
    own, *sections = build_entries(paper(), tree("Introduction", "Methods", "References"))
    assert own.kind == "paper"
    for part in ("Section trees", "We grow trees.", "Ada Meng", "ACL", "Introduction; Methods"):
        assert part in own.text
    assert [each.text for each in sections] == [
        "Introduction\nAbout introduction.",
        "Methods\nAbout methods.",
    ]
    assert [each.section for each in sections] == [section_id(PAPER, 1), section_id(PAPER, 2)]


def test_sections_below_a_lone_root_count_as_top_level() -> None:
    entries = build_entries(paper(), tree("Section trees", "Methods", "Results", children=True))
    assert [each.text.split("\n")[0] for each in entries[1:]] == ["Section trees", "Methods", "Results"]


def test_record_without_a_file_is_found_by_its_abstract() -> None:
    entries = build_entries(paper(abstract="Trees keep headings."), tree())
    assert [(each.kind, each.section) for each in entries] == [("paper", None), ("section", None)]
    assert entries[1].text == "Trees keep headings."
    assert len(build_entries(paper(abstract="Trees."), tree("Abstract", "Methods"))) == 3


def test_paper_of_which_nothing_is_known_has_no_entry() -> None:
    bare = Paper(row=PaperRow(id=PAPER, key="k", title=""))
    assert build_entries(bare, tree()) == []


def test_characters_that_cannot_be_stored_are_replaced() -> None:
    strange = Paper(row=PaperRow(id=PAPER, key="k", title="a\x00b\ud800c"))
    assert build_entries(strange, tree())[0].text == "a\ufffdb\ufffdc"


def test_texts_are_embedded_once_and_come_back_in_order(shelf: Any) -> None:
    """PAINS 8: nothing is paid for twice."""
    first = embed_cached(shelf.ledger, shelf.embedder, ["tree", "graph", "tree"])
    assert shelf.embedder.embedded == ["tree", "graph"]
    again = embed_cached(shelf.ledger, shelf.embedder, ["graph", "tree", "claim"])
    assert shelf.embedder.embedded == ["tree", "graph", "claim"]
    assert np.array_equal(first[0], first[2])
    assert np.array_equal(again[:2], first[[1, 0]])
    assert embed_cached(shelf.ledger, shelf.embedder, []).shape == (0, 64)


def test_vectors_made_before_a_failure_are_kept(shelf: Any) -> None:
    calls = 0
    embed = shelf.embedder.embed

    def failing(texts: list[str]) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise RuntimeError("the machine stopped")
        return embed(texts)

    shelf.embedder.embed = failing
    texts = [f"text {number}" for number in range(100)]
    with pytest.raises(RuntimeError):
        embed_cached(shelf.ledger, shelf.embedder, texts)
    kept = stored_vectors(shelf.ledger, shelf.embedder.info().id, [hash_of(text) for text in texts])
    assert len(kept) == 64


def test_ledger_opened_for_reading_is_read_not_written(shelf: Any) -> None:
    embed_cached(shelf.ledger, shelf.embedder, ["tree"])
    beside = Ledger(shelf.ledger.path, readonly=True)
    try:
        assert embed_cached(beside, shelf.embedder, ["tree", "new"]).shape == (2, 64)
        assert shelf.embedder.embedded == ["tree", "new"]
        assert stored_vectors(beside, shelf.embedder.info().id, [hash_of("new")]) == {}
    finally:
        beside.close()
