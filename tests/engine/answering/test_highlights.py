"""``ask --scope highlights``: only words that were marked are evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from twintree.base.answers import Scope
from twintree.base.errors import WrongUse
from twintree.base.records import Span
from twintree.base.text import sentences
from twintree.library import Library


def test_an_answer_from_highlights_quotes_marked_words_alone(own_library_path: Path) -> None:
    """PAINS 33: what was marked is evidence."""
    with Library.open(own_library_path) as library:
        row = library.papers.rows()[0]
        file = library.papers.files(row.id)[0]
        page = library.papers.page(file.id, 2)
        start, end = max(sentences(page.text, 0, page.body_end), key=lambda span: span[1] - span[0])
        words = " ".join(page.text[start:end].split())
        within = Scope(within="highlights")
        nothing = library.ask(words, within)
        assert (nothing.found, nothing.sentences) == (False, ())
        assert "highlighted" in nothing.reason
        library.person.add_highlight(file.id, [Span(2, start, end)])
        answer = library.ask(words, within)
        assert answer.found
        (sentence,) = answer.sentences
        (citation,) = sentence.citations
        assert (citation.file, citation.page) == (file.id, 2)
        assert " ".join(citation.quote.split()) == words
        other = Scope(papers=(library.papers.rows()[1].id,), within="highlights")
        assert not library.ask(words, other).found


def test_an_unknown_scope_is_wrong_use(sample_library: Library) -> None:
    with pytest.raises(WrongUse, match="poems"):
        sample_library.ask("What is a tree?", Scope(within="poems"))
