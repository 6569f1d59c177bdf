"""Questions of QASPER put to a library in a mode, and how what comes is scored."""

from __future__ import annotations

import json
import random
import re
import string
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from twintree.answering.modes import AskSettings
from twintree.answering.remarks import READ_OFF
from twintree.base.answers import Answer, Scope
from twintree.base.ids import PaperId
from twintree.base.records import Record
from twintree.bench.text_library import TextPaper
from twintree.library import Library

#: Paragraphs of evidence that each mode is judged by.
_BUDGET = 3
_SEED = 0
_FLOAT = "FLOAT SELECTED"
_UNANSWERABLE = "Unanswerable"


class Asked(Record, frozen=True, kw_only=True):
    """A question about one paper, with what annotators said.

    Attributes:
        paper: the paper's name.
        question: the words.
        evidence: for each annotator with evidence in the text, its pages.
        answers: reference answers; none where only answerability is known.
        kind: extractive | abstractive | yes_no | unanswerable, by the first annotator.
        unanswerable: whether every annotator found no answer.
    """

    paper: str
    question: str
    evidence: tuple[frozenset[int], ...] = ()
    answers: tuple[str, ...] = ()
    kind: str = ""
    unanswerable: bool = False


class Told(Record, frozen=True, kw_only=True):
    """What a mode made of a question: pages of its evidence in order, its words, and what it cost."""

    pages: tuple[int, ...]
    text: str
    found: bool
    complete: bool
    tokens: int
    seconds: float


Mode = Callable[[Library, PaperId, Asked], Told]


# ── questions ────────────────────────────────────────────────────────────────────────────────────────────


def read_questions(path: Path, papers: Sequence[TextPaper]) -> Iterator[Asked]:
    """The questions of whole papers; evidence as page numbers of ``text_library``."""
    texts = {paper.name: paper.paragraphs for paper in papers}
    for paper in json.loads(path.read_text("utf-8")):
        number = {text: at for at, text in enumerate(texts[paper["id"]], 1)}
        for question, given in zip(paper["qas"]["question"], paper["qas"]["answers"], strict=True):
            answers = given["answer"]
            sets = [frozenset(number[e] for e in a["evidence"] if e in number) for a in answers]
            yield Asked(
                paper=paper["id"],
                question=question,
                evidence=tuple(each for each in sets if each),
                answers=tuple(_reference(answer) for answer in answers),
                kind=_kind(answers[0]),
                unanswerable=all(answer["unanswerable"] for answer in answers),
            )


def read_flat(path: Path) -> Iterator[Asked]:
    """The questions of papers of which only the text is known."""
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield Asked(paper=row["paper_id"], question=row["question"], unanswerable=row["unanswerable"])


def _reference(answer: dict[str, Any]) -> str:
    if answer["unanswerable"]:
        return _UNANSWERABLE
    if answer["yes_no"] is not None:
        return "Yes" if answer["yes_no"] else "No"
    return ", ".join(answer["extractive_spans"]) or str(answer["free_form_answer"])


def _kind(answer: dict[str, Any]) -> str:
    if answer["unanswerable"]:
        return "unanswerable"
    if answer["yes_no"] is not None:
        return "yes_no"
    return "extractive" if answer["extractive_spans"] else "abstractive"


def drawn(asked: Sequence[Asked], most: int) -> list[Asked]:
    """So many questions with evidence in the text, the same ones each time: a language model takes its time."""
    found = [each for each in asked if each.evidence]
    random.Random(_SEED).shuffle(found)  # noqa: S311 - a draw, not a secret
    return found[:most]


# ── modes ────────────────────────────────────────────────────────────────────────────────────────────────


def ask_in(mode: str, **changes: Any) -> Mode:
    """A mode of the library, with settings of ``state`` or ``agent`` changed."""

    def told(library: Library, paper: PaperId, asked: Asked) -> Told:
        from msgspec.structs import replace

        desk = library.questions
        before = desk.modes
        part = "agent" if mode == "agent" else "state"
        desk.modes = replace(AskSettings(), **{part: replace(getattr(before, part), **changes)})
        begun = time.process_time()
        try:
            answer = library.ask(asked.question, Scope(papers=(paper,)), mode=mode)
        finally:
            desk.modes = before
        return _told(answer, time.process_time() - begun)

    return told


def similarity(library: Library, paper: PaperId, asked: Asked) -> Told:
    """Bare similarity: the nearest paragraphs, always said to answer."""
    hits = library.passages(asked.question, [paper], limit=_BUDGET)
    return Told(
        pages=tuple(dict.fromkeys(hit.page for hit in hits)),
        text=" ".join(hit.snippet for hit in hits[:1]),
        found=True,
        complete=True,
        tokens=0,
        seconds=0.0,
    )


def at_random(library: Library, paper: PaperId, asked: Asked) -> Told:
    """Paragraphs drawn at random, and a coin for whether there is an answer."""
    drawn = random.Random(asked.question)  # noqa: S311 - a baseline, not a secret
    pages = library.papers.row(paper).pages
    return Told(
        pages=tuple(drawn.sample(range(1, pages + 1), min(_BUDGET, pages))),
        text="",
        found=drawn.random() < 0.5,
        complete=True,
        tokens=0,
        seconds=0.0,
    )


def refuse(_library: Library, _paper: PaperId, _asked: Asked) -> Told:
    """Says that nothing can be answered."""
    return Told(pages=(), text=_UNANSWERABLE, found=False, complete=True, tokens=0, seconds=0.0)


def _told(answer: Answer, seconds: float) -> Told:
    told = (each.text for each in answer.sentences if each.reason != READ_OFF)  # remarks are no part of it
    text = " ".join(told) if answer.found else _UNANSWERABLE
    return Told(
        pages=tuple(dict.fromkeys(page for _, page in answer.read_pages)),
        text=text if answer.status == "complete" else "",
        found=answer.found,
        complete=answer.status == "complete",
        tokens=answer.tokens.get("reader", 0) + answer.tokens.get("auxiliary", 0),
        seconds=seconds,
    )


# ── scores ───────────────────────────────────────────────────────────────────────────────────────────────


def evidence_scores(pages: Sequence[int], evidence: Sequence[frozenset[int]]) -> tuple[float, float, float]:
    """Precision, recall and F1 of the first paragraphs against the annotator that agrees best."""
    shown = set(pages[:_BUDGET])
    best = max(evidence, key=lambda right: (len(shown & right) / (len(shown) + len(right)), sorted(right)))
    hits = len(shown & best)
    f1 = 2 * hits / (len(shown) + len(best))
    return (hits / len(shown) if shown else 0.0, hits / len(best), f1)


def answer_f1(text: str, references: Sequence[str]) -> float:
    """QASPER's token F1 against the reference that agrees best; articles and punctuation do not count."""
    return max((_token_f1(_norm(text), _norm(each)) for each in references), default=0.0)


def _norm(text: str) -> list[str]:
    plain = "".join(" " if char in string.punctuation else char for char in text.lower())
    return re.sub(r"\b(a|an|the)\b", " ", plain).split()


def _token_f1(said: Sequence[str], right: Sequence[str]) -> float:
    same = sum((Counter(said) & Counter(right)).values())
    return 2 * same / (len(said) + len(right)) if same else 0.0
