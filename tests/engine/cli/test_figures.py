"""``figures`` and questions that name one: what a paper shows, on which page, from the moment it is indexed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from twintree.base.answers import Scope
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


def test_footnotes_are_listed_only_when_they_are_asked_for(
    tmp_path: Path, sample_library_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    own = shutil.copytree(sample_library_path, tmp_path / "own")
    with Library.open(own) as library:
        row = next(row for row in library.papers.rows() if library.anchors.of(row.id, ("table",)))
        known = library.anchors.of(row.id)
        note = replace(
            known[0], id=f"{row.id}.fnp1-1", kind="footnote", label="Footnote 3", caption="3https://a.example"
        )
        library.anchors.write(note.file, [*known, note])

    def listed(*options: str) -> set[str]:
        assert run(["--library", str(own), "figures", "--json", *options, row.key]) == 0
        return {each["kind"] for each in json.loads(capfdbinary.readouterr().out)["anchors"]}

    assert "footnote" not in listed()
    assert listed("--kind", "footnote") == {"footnote"}


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
