"""``figures`` and questions that name one: what a paper shows, on which page, from the moment it is indexed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from twintree.base.records import Scope
from twintree.cli.main import run
from twintree.library import Library


def test_figures_lists_captions_with_pages_before_any_layout_is_read(
    sample_library_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    with Library.open(sample_library_path, readonly=True) as library:
        row = next(row for row in library.papers.rows() if library.anchors.of(row.id, ("table",)))
    assert run(["--library", str(sample_library_path), "figures", "--json", "--kind", "table", row.key]) == 0
    told = json.loads(capfdbinary.readouterr().out)
    assert told["paper"] == row.id
    first = told["anchors"][0]
    assert first.keys() >= {
        "id",
        "kind",
        "label",
        "page",
        "file",
        "caption",
        "spans",
        "box",
        "image",
        "cells",
    }
    assert first["id"].startswith(f"{row.id}.tab")
    assert first["caption"].startswith(first["label"])
    assert first["image"] is None
    assert Path(first["file"]).is_file()


def test_an_unknown_kind_is_wrong_use(sample_library_path: Path) -> None:
    assert run(["--library", str(sample_library_path), "figures", "--kind", "poem", "x"]) == 2


def test_a_question_about_a_table_is_answered_from_its_page(sample_library: Library) -> None:
    tables = [
        anchor
        for row in sample_library.papers.rows()
        for anchor in sample_library.anchors.of(row.id, ("table",))
    ]
    found = sample_library.anchors.get(tables[0].id)
    answer = sample_library.ask(f"What does {found.label} say?", Scope(papers=(found.paper,)))
    cited = [citation.page for sentence in answer.sentences for citation in sentence.citations]
    assert set(cited) == {found.page}
