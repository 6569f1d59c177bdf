"""What a library says of its own papers: all of them are counted, however many are told by title."""

from __future__ import annotations

import pytest

from twintree.answering import holdings
from twintree.library import Library


def test_papers_about_a_topic_are_all_counted_though_only_some_are_listed(
    sample_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = len(sample_library.search("retrieval", limit=100))
    monkeypatch.setattr(holdings, "_LISTED", 2)
    answer = sample_library.ask("How many papers about retrieval do I have?")
    assert every > 2
    assert answer.sentences[0].text == f"Your library holds {every} papers that match."
    assert answer.sentences[-1].text == f"And {every - 2} more."


def test_the_oldest_and_the_newest_paper_are_told_by_their_years(sample_library: Library) -> None:
    years = [row.year for row in sample_library.papers.rows(limit=1000) if row.year]
    for question, year in (("oldest", min(years)), ("newest", max(years))):
        answer = sample_library.ask(f"Which paper is the {question} in my library?")
        assert answer.found
        assert all(str(year) in each.text for each in answer.sentences)
        assert len(answer.sentences) == years.count(year)
