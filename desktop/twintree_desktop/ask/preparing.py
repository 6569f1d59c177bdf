"""How far an answer is, in words, with the time that is left while papers are prepared for it; no widgets."""

from __future__ import annotations

import time

from twintree.base.events import JobProgress
from twintree_desktop.engine_words import in_words
from twintree_desktop.words import number_words, time_left, tr


def doing_words(message: str) -> str:
    """What is being done; an agent's tools by what they do."""
    return {
        "search documents": tr("searching the papers"),
        "get paper metadata": tr("looking a paper up"),
        "get document tree": tr("looking at how a paper is built"),
        "search within paper": tr("looking into a paper"),
        "get page content": tr("reading pages"),
        "list images": tr("listing figures and tables"),
        "get page image": tr("looking at a figure"),
    }.get(message) or in_words(message)


class PreparationClock:
    """Tells the time left from the papers that are done."""

    def __init__(self) -> None:
        self._begun = time.monotonic()

    def words(self, event: JobProgress) -> str:
        """``Preparing 8 papers for step-by-step answers · 3 of 8 · about 20 s left``."""
        said = doing_words(event.message)
        said = said[:1].upper() + said[1:]
        if event.unit != "papers":
            return tr("{0} …").format(said)
        counted = tr("{0} of {1} done").format(number_words(event.done), number_words(event.total))
        return " · ".join(part for part in (said, counted, time_left(self._left(event))) if part)

    def _left(self, event: JobProgress) -> float | None:
        if not event.done:
            self._begun = time.monotonic()
            return None
        return (time.monotonic() - self._begun) / event.done * (event.total - event.done)
