"""What is asked of a library that is open for reading only."""

from __future__ import annotations

from pathlib import Path

from twintree.base.events import AnswerReady
from twintree.library import Library


def test_an_answer_that_no_ledger_keeps_comes_whole(tmp_path: Path) -> None:
    Library.create(tmp_path / "library").close()
    with Library.open(tmp_path / "library", readonly=True) as library:
        events = library.subscribe()
        library.questions.submit("Which ants find their way home?")
        while not isinstance(event := events.get(timeout=240), AnswerReady):
            continue
        assert event.answer.question == "Which ants find their way home?"
        assert not event.answer.found
        assert event.answer.reason
        assert not list(library.runs.list())
