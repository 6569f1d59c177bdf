"""Answers made for the store's tests."""

from __future__ import annotations

from twintree.base.answers import Answer, AnswerSentence, Scope, TraceStep
from twintree.base.ids import FileId, PaperId, RunId
from twintree.base.records import Citation, PaperRow, Span


def citation(paper: str, file: str, quote: str, label: str = "Lovelace 1843, p. 1") -> Citation:
    return Citation(PaperId(paper), FileId(file), 1, (Span(1, 0, len(quote)),), quote, label)


def answer(
    run: str, *sentences: AnswerSentence, nearest: tuple[PaperRow, ...] = (), paper: str = ""
) -> Answer:
    return Answer(
        run=RunId(run),
        question="What is it?",
        found=bool(sentences),
        sentences=sentences,
        nearest=nearest,
        trace=(
            TraceStep(
                step="search",
                summary="found",
                data={"text": [c.quote for s in sentences for c in s.citations]},
            ),
        ),
        read_pages=tuple((c.file, c.page) for s in sentences for c in s.citations),
        scope=Scope(papers=(PaperId(paper),) if paper else ()),
        created=f"2026-01-01T00:00:{len(run):02d}.000Z",
    )
