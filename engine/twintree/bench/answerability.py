"""Can words tell whether a paper answers a question about it? Learned on half of QASPER's papers, held out on the rest.

They cannot (decision 0009): nothing that is learned here is used. This script stays so that the claim can be checked.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from twintree.answering.evidence import coverage, idf_of
from twintree.answering.found import names_in
from twintree.answering.question import Question, read_question
from twintree.base.errors import InternalError
from twintree.base.records import Record
from twintree.base.text import sentences
from twintree.base.words import content_stems, stem
from twintree.bench.found import balanced_accuracy
from twintree.bench.qasper import Asked, read_flat
from twintree.bench.table import BenchTable, Cell
from twintree.bench.text_library import TextPaper, flat_papers

_FOLDS = 10
#: Strong, as there are few questions to learn from.
_PENALTY = 0.01
_TYPED: Mapping[str, re.Pattern[str]] = {
    "number": re.compile(r"\d"),
    "time": re.compile(r"\b(1[89]|20)\d\d\b"),
    "person": re.compile(r"[A-Z][a-z]+ [A-Z]"),
}
_TOPICS = {
    "they": r"\b(?:they|their|authors?)\b",
    "data": r"\b(?:data ?sets?|corpus|corpora)\b",
    "baseline": r"\bbaselines?\b",
    "performance": r"\b(?:performance|accuracy|score|result|improve|better|outperform)",
    "method": r"\b(?:model|method|approach|algorithm|architecture|system)s?\b",
}
_FIRST = ("what", "which", "how", "why", "do", "does", "did", "is", "are", "was", "were")
Numbers = NDArray[np.float64]


class Sample(Record, frozen=True, kw_only=True):
    """A question with what can be read off it, alone (``form``) and against its paper (``match``)."""

    paper: str
    question: str
    answered: bool
    match: tuple[float, ...]
    form: tuple[float, ...]


def measure(data: Path) -> BenchTable:
    """Balanced accuracy by folds over papers on the learning half, and on the half that took no part.

    Args:
        data: the folder that holds ``bench/qasper``.

    Raises:
        InternalError: a paper or a question is in both halves.
    """
    folder = data / "bench" / "qasper"
    samples = list(
        read(flat_papers(folder / "texts.jsonl"), list(read_flat(folder / "text_questions.jsonl")))
    )
    learn = [each for each in samples if not held_out(each.paper)]
    rest = [each for each in samples if held_out(each.paper)]
    check_apart(learn, rest)
    rows: list[tuple[Cell, ...]] = [("always yes, always no", 0.5, 0.5)]
    for name, parts in (("words matched", ("match",)), ("form", ("form",)), ("both", ("match", "form"))):
        rows.append(
            (
                name,
                balanced_accuracy([each.answered for each in learn], by_folds(learn, parts)),
                balanced_accuracy([each.answered for each in rest], predicted(learn, rest, parts)),
            )
        )
    return BenchTable(
        name="answerability",
        command="twintree.bench.answerability.measure",
        columns=("learned from", "by folds, learning half", "held-out half"),
        rows=tuple(rows),
        notes=(
            f"{len(learn)} questions of {len({s.paper for s in learn})} papers to learn from, {len(rest)} of "
            f"{len({s.paper for s in rest})} held out; logistic regression, L2, both classes weighted alike",
        ),
    )


def held_out(paper: str) -> bool:
    """Whether a paper belongs to the half that is only measured on."""
    return zlib.crc32(paper.encode()) % 2 == 1


def check_apart(learn: Sequence[Sample], rest: Sequence[Sample]) -> None:
    """Stop when the halves share a paper or a question.

    Raises:
        InternalError: they do.
    """
    for shared in (
        {s.paper for s in learn} & {s.paper for s in rest},
        {s.question.casefold() for s in learn} & {s.question.casefold() for s in rest},
    ):
        if shared:
            raise InternalError(f"Both halves hold {', '.join(sorted(shared)[:3])}.")


def read(papers: Sequence[TextPaper], asked: Sequence[Asked]) -> Iterator[Sample]:
    """What can be read off each question and its paper."""
    texts = {paper.name: paper.paragraphs for paper in papers}
    holding = Counter(each for own in texts.values() for text in own for each in set(content_stems(text)))
    total = sum(map(len, texts.values()))
    for each in asked:
        question = read_question(each.question)
        yield Sample(
            paper=each.paper,
            question=each.question,
            answered=not each.unanswerable,
            match=_match(question, texts[each.paper], idf_of(question.stems, holding, total)),
            form=_form(question),
        )


def _match(question: Question, paragraphs: Sequence[str], idf: Mapping[str, float]) -> tuple[float, ...]:
    said = [text[start:end] for text in paragraphs for start, end in sentences(text, 0, len(text))]
    ranked = sorted(((coverage(question.stems, text, idf), text) for text in said), reverse=True)
    shares = [share for share, _ in ranked]
    whole = " ".join(paragraphs)
    there = set(content_stems(whole))
    missing = [idf[each] for each in question.stems if each not in there]
    typed = _TYPED.get(question.kind)
    names = names_in(question.text)
    return (
        shares[0],
        shares[min(1, len(shares) - 1)],
        float(np.mean(shares[:5])),
        coverage(question.stems, whole, idf),
        max(missing, default=0.0) / (max(idf.values(), default=0.0) or 1.0),
        float(len(missing)),
        float(any(typed.search(text) for _, text in ranked[:3])) if typed else 0.5,
        sum(stem(name.casefold()) in whole.casefold() for name in names) / len(names) if names else 1.0,
    )


def _form(question: Question) -> tuple[float, ...]:
    first = question.text.casefold().split()[0]
    return (
        float(len(question.stems)),
        float(bool(names_in(question.text))),
        *(float(first == word) for word in _FIRST),
        *(float(bool(re.search(pattern, question.text, re.I))) for pattern in _TOPICS.values()),
    )


def by_folds(samples: Sequence[Sample], parts: Sequence[str]) -> list[bool]:
    """What is predicted of each sample by what was learned on the papers of the other folds."""
    names = sorted({each.paper for each in samples})
    fold = {name: at % _FOLDS for at, name in enumerate(names)}
    told: dict[int, bool] = {}
    for number in range(_FOLDS):
        own = [at for at, each in enumerate(samples) if fold[each.paper] == number]
        if own:
            others = [each for each in samples if fold[each.paper] != number]
            told |= zip(own, predicted(others, [samples[at] for at in own], parts), strict=True)
    return [told[at] for at in range(len(samples))]


def predicted(learn: Sequence[Sample], rest: Sequence[Sample], parts: Sequence[str]) -> list[bool]:
    """What is predicted of ``rest`` by what was learned on ``learn``."""
    from sklearn.linear_model import LogisticRegression

    given, asked = _numbers(learn, parts), _numbers(rest, parts)
    middle, spread = given.mean(0), given.std(0)
    spread[spread == 0] = 1.0
    model = LogisticRegression(class_weight="balanced", C=_PENALTY, random_state=0, max_iter=1000)
    model.fit((given - middle) / spread, [each.answered for each in learn])
    return [bool(each) for each in model.predict((asked - middle) / spread)]


def _numbers(samples: Sequence[Sample], parts: Sequence[str]) -> Numbers:
    return np.array([[number for part in parts for number in getattr(each, part)] for each in samples])
