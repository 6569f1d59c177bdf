"""Generated against extractive answers: the same QASPER questions, the same evidence, the same token F1."""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from twintree.answering.answer import AnswerSettings
from twintree.answering.division import no_layout
from twintree.answering.evidence import Candidate, choose, idf_of, score_candidates
from twintree.answering.generated import write_answer
from twintree.answering.given import given
from twintree.answering.question import read_question
from twintree.base.agreement import numbers
from twintree.base.errors import ModelUnavailable
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.base.records import Record, Span
from twintree.base.text import folded, sentences
from twintree.base.words import content_stems
from twintree.bench.paragraphs import Asked, by_fusion, read_questions
from twintree.bench.table import BenchTable, Target
from twintree.metrics.intervals import Estimate, bootstrap_interval, paired_bootstrap
from twintree.models.fitness import chosen_for
from twintree.models.host import ModelHost
from twintree.models.reader import LocalReader
from twintree.models.shelf import InstalledModel, ModelShelf

#: What is given and shown, as in the product; and paragraphs read.
_OWN = AnswerSettings()
_READ = 10
_QUICK = 8
_SEED = 0
_ARTICLES = frozenset({"a", "an", "the"})


class Told(Record, frozen=True, kw_only=True):
    """One answer: its words, how many of its sentences have evidence, and what it cost."""

    text: str
    sentences: int
    supported: int
    invented: int = 0
    tokens: int = 0
    seconds: float = 0.0
    first: float = 0.0


class Case(Record, frozen=True, kw_only=True):
    """A question with its ranked evidence sentences, and what annotators answered."""

    asked: Asked
    evidence: tuple[Candidate, ...]
    answers: tuple[str, ...]


def run(data: Path, quick: bool = False) -> BenchTable:
    """Answer QASPER's questions from the same evidence, extractively and with each model on this machine.

    Args:
        data: the folder that holds ``bench/qasper``.
        quick: the first few questions of each paper only.
    """
    source = data / "bench" / "qasper" / "full_papers.json"
    shelf = ModelShelf()
    with ModelHost() as host:
        cases = _cases(source, host, _QUICK if quick else None)
        told: dict[str, list[Told]] = {
            "random sentence (trivial)": [_drawn(case) for case in cases],
            "most similar sentence (trivial)": [_quoted(case.evidence[:1]) for case in cases],
            "extractive": [_quoted(choose(case.evidence, _OWN.sentences, _OWN.bar)) for case in cases],
        }
        for model in shelf.installed():
            if model.kind == "llm":
                told[model.id] = _generated(host, model, cases)
    return _table(cases, told, shelf)


def _cases(source: Path, host: ModelHost, limit: int | None) -> list[Case]:
    answers = _answers(source)
    asked = [each for each in read_questions(source, host) if answers.get((each.paper, each.question))]
    return [
        Case(
            asked=each,
            evidence=tuple(_sentences(each, host)),
            answers=answers[(each.paper, each.question)],
        )
        for each in asked[:limit]
    ]


def _answers(source: Path) -> dict[tuple[str, str], tuple[str, ...]]:
    found = {}
    for paper in json.loads(source.read_text("utf-8")):
        qas = paper["qas"]
        for question, told in zip(qas["question"], qas["answers"], strict=True):
            words = tuple(text for answer in told["answer"] if (text := _answer(answer)))
            found[(paper["id"], question)] = words
    return found


def _answer(answer: dict[str, Any]) -> str:
    if answer["unanswerable"]:
        return ""
    if answer["yes_no"] is not None:
        return "yes" if answer["yes_no"] else "no"
    return answer["free_form_answer"] or " ".join(answer["extractive_spans"])


def _sentences(asked: Asked, host: ModelHost) -> list[Candidate]:
    """The best sentences of the best paragraphs, as ``answering`` scores them."""
    scores = by_fusion(asked, asked.vector)
    best = sorted(range(len(asked.texts)), key=lambda at: -scores[at])[:_READ]
    question = read_question(asked.question)
    frequency = Counter(stem for text in asked.texts for stem in set(content_stems(text)))
    found = [
        Candidate(
            paper=PaperId(asked.paper),
            file=FileId(asked.paper),
            spans=(Span(at + 1, start, end),),
            text=" ".join(asked.texts[at][start:end].split()),
            passage=float(scores[at]),
        )
        for at in best
        for start, end in sentences(asked.texts[at], 0, len(asked.texts[at]))
    ]
    idf = idf_of(question.stems, frequency, len(asked.texts))
    return score_candidates(question, found, idf, host.embed)


def _drawn(case: Case) -> Told:
    drawn = random.Random(case.asked.question)  # noqa: S311 - a baseline, not a secret
    return _quoted([drawn.choice(case.evidence)])


def _quoted(chosen: Sequence[Candidate]) -> Told:
    return Told(text=" ".join(each.text for each in chosen), sentences=len(chosen), supported=len(chosen))


def _generated(host: ModelHost, model: InstalledModel, cases: Sequence[Case]) -> list[Told]:
    reader = LocalReader(host, model)
    return [_written(reader, case) for case in cases]


def _written(reader: LocalReader, case: Case) -> Told:
    begun = time.perf_counter()
    evidence = _given(case)
    try:
        drafts, cost = write_answer(reader, case.asked.question, evidence, lambda draft: None, CancelToken())
    except ModelUnavailable:
        # A call that fails counts as an empty answer: it stays in the denominator.
        return Told(text="", sentences=0, supported=0, seconds=time.perf_counter() - begun)
    shown = [draft for draft in drafts if draft.evidence]
    return Told(
        text=" ".join(draft.text for draft in shown),
        sentences=len(drafts),
        supported=len(shown),
        invented=sum(_invents(draft.text, case) for draft in shown),
        tokens=cost.prompt_tokens + cost.written,
        seconds=cost.seconds,
        first=cost.first_token,
    )


def _given(case: Case) -> list[Candidate]:
    """The evidence that a model is given of a paper whose paragraphs are its pages, as ``answering`` chooses it."""

    def page_of(_: FileId, number: int) -> PageText:
        text = case.asked.texts[number - 1]
        return PageText(number, str(number), 0.0, 0.0, text, len(text), ())

    return given(case.evidence, _OWN.evidence, _OWN.evidence_bar, _OWN.context, page_of, no_layout)


def _invents(sentence: str, case: Case) -> bool:
    """Whether a sentence that is shown as supported has a number that neither paper nor question holds."""
    known = {number for text in (*case.asked.texts, case.asked.question) for number in numbers(text)}
    return any(number not in known for number in numbers(sentence))


# ── figures ──────────────────────────────────────────────────────────────────────────────────────────────


def token_f1(said: str, answers: Sequence[str]) -> float:
    """SQuAD's F1 over folded words without articles, against the answer that agrees best."""
    return max(_overlap(_words(said), _words(answer)) for answer in answers)


def _words(text: str) -> Counter[str]:
    return Counter(word for word in re.findall(r"\w+", folded(text)) if word not in _ARTICLES)


def _overlap(said: Counter[str], right: Counter[str]) -> float:
    shared = sum((said & right).values())
    return 2 * shared / (sum(said.values()) + sum(right.values())) if shared else 0.0


def _table(cases: Sequence[Case], told: dict[str, list[Told]], shelf: ModelShelf) -> BenchTable:
    f1 = {
        name: [token_f1(t.text, c.answers) for t, c in zip(each, cases, strict=True)]
        for name, each in told.items()
    }
    rows = tuple(
        (
            name,
            bootstrap_interval(f1[name], _SEED),
            None if name == "extractive" else paired_bootstrap(f1[name], f1["extractive"], _SEED),
            _share(each, lambda t: t.supported),
            _share(each, lambda t: t.invented),
            sum(not t.text for t in each) / len(each),
            sum(t.tokens for t in each) / len(each),
            sum(t.first for t in each) / len(each),
            sum(t.seconds for t in each) / len(each),
        )
        for name, each in told.items()
    )
    written = [told[model] for model in _models(shelf)]
    invented = sum(t.invented for each in written for t in each)
    return BenchTable(
        name="generated",
        command="twintree bench generated",
        columns=(
            "answers",
            "token F1",
            "over extractive",
            "supported share",
            "invented share",
            "empty share",
            "tokens",
            "first token, s",
            "seconds",
        ),
        rows=rows,
        notes=(
            f"{len(cases)} questions with evidence in the text, {len({c.asked.paper for c in cases})} QASPER papers; "
            f"of the {_READ} best paragraphs a model is given at most {_OWN.evidence} sentences, the {_OWN.context} "
            f"best with their neighbours, the extractive row shows at most {_OWN.sentences}",
            "supported: of the sentences written, those that hold against their evidence; only these are shown and "
            "scored; invented: of those shown, sentences with a number that the paper does not hold",
            _fitness(shelf),
        ),
        targets=(Target(name="invented sentences shown", bar=0, measured=invented, higher_is_better=False),),
    )


def _models(shelf: ModelShelf) -> set[str]:
    return {model.id for model in shelf.installed() if model.kind == "llm"}


def _share(told: Sequence[Told], part: Callable[[Told], int]) -> Estimate | None:
    shares = [part(each) / each.sentences for each in told if each.sentences]
    return bootstrap_interval(shares, _SEED) if shares else None


def _fitness(shelf: ModelShelf) -> str:
    fit = chosen_for(shelf, "answer")
    if fit is not None:
        return f"in charge of answers on this machine: {fit.id}"
    return "in charge of answers on this machine: the extractive way (no model was chosen and found fit)"
