"""A question that names several papers hears each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from twintree.library import Library


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("What do Meng and Brandt propose?", {"meng2026locate", "brandt2024page"}),
        ("How do Meng's and Silveira's agents read pages?", {"meng2026locate", "silveira2026bounded"}),
    ],
)
def test_each_paper_that_a_question_names_has_its_say(
    sample_library_path: Path, question: str, keys: set[str]
) -> None:
    with Library.open(sample_library_path, readonly=True) as library:
        answer = library.ask(question)
        cited = {citation.paper for each in answer.sentences for citation in each.citations}
        assert {library.papers.row(paper).key for paper in cited} == keys
