"""Papers come first and what they are put under behind them, in every command; the old order is told apart."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from twintree.base.errors import NotFound, WrongUse
from twintree.cli.order import papers_and_name
from twintree.library import Library


@pytest.mark.parametrize(
    "given",
    [
        ("meng2026locate", "bees"),
        ("bees", "meng2026locate"),
        ("Locate, Then Read", "bees"),
        ("bees", "Locate, Then Read"),
    ],
)
def test_a_paper_and_a_tag_are_told_apart_in_either_order(
    sample_library: Library, given: tuple[str, ...]
) -> None:
    papers, tag = papers_and_name(sample_library, given, set(), "tag")
    assert sample_library.papers.find(papers[0]) == sample_library.papers.find("meng2026locate")
    assert (len(papers), tag) == (1, "bees")


def test_several_papers_stand_before_the_tag_or_behind_it(sample_library: Library) -> None:
    keys = ["meng2026locate", "okafor2026two"]
    assert papers_and_name(sample_library, [*keys, "bees"], set(), "tag") == (keys, "bees")
    assert papers_and_name(sample_library, ["bees", *keys], set(), "tag") == (keys, "bees")


def test_a_known_tag_that_begins_a_title_is_the_tag(sample_library: Library) -> None:
    found = papers_and_name(sample_library, ["Section Trees", "Two Trees"], {"two trees"}, "tag")
    assert found == (["Section Trees"], "Two Trees")


def test_a_title_that_is_not_known_is_the_paper_that_is_told_as_missing_and_not_the_new_tag() -> None:
    def find(name: str) -> str:
        raise NotFound(f"There is no paper {name}.", "Look it up.")

    opened: Any = SimpleNamespace(papers=SimpleNamespace(mentioned=lambda text: [], find=find))
    assert papers_and_name(opened, ["Lost Trees", "bees"], set(), "tag") == (["Lost Trees"], "bees")


def test_a_paper_alone_is_refused_with_what_is_missing(sample_library: Library) -> None:
    with pytest.raises(WrongUse, match="A paper and a tag are needed"):
        papers_and_name(sample_library, ["meng2026locate"], set(), "tag")
