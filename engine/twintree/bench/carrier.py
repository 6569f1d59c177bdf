"""What carries a question from role to role: a typed state, or a free transcript that all roles share.

Everything else is equal: the same model speaks for every role, in the same order, under the same controller, with
the same limits (StateRAG, the carrier control).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from twintree.answering.state.settings import Budget, Incomplete
from twintree.answering.state.writing import ModelVoice
from twintree.base.progress import CancelToken
from twintree.bench.qasper import (
    Asked,
    Told,
    answer_f1,
    ask_in,
    at_random,
    drawn,
    evidence_scores,
    read_questions,
)
from twintree.bench.table import BenchTable, Cell
from twintree.bench.text_library import full_papers, text_library
from twintree.library import Library
from twintree.metrics.intervals import bootstrap_interval, paired_bootstrap
from twintree.models.host import ModelHost
from twintree.models.llm import Generation, Message
from twintree.models.prompts import Schema
from twintree.models.reader import LocalReader
from twintree.models.shelf import InstalledModel, ModelShelf

_QUESTIONS, _QUICK = 20, 4
_SEED = 0
#: What a role's calls may cost a question, so that a small machine ends.
_TOKENS = 30_000
#: Characters of the transcript's end that a role still reads: a small model's context is soon full.
_TRANSCRIPT = 4_000
_ROLES = frozenset({"planning", "navigation", "retrieval", "verification"})


def run(data: Path, quick: bool = False) -> list[BenchTable]:
    """One table for each language model that is installed; ``quick``: the smallest, four questions."""
    path = data / "bench" / "qasper" / "full_papers.json"
    papers = full_papers(path)
    asked = drawn(list(read_questions(path, papers)), _QUICK if quick else _QUESTIONS)
    models = sorted((each for each in ModelShelf().installed() if each.kind == "llm"), key=_size)
    if not models:
        return [_table("no language model is installed", [], asked)]
    tables = []
    with text_library(papers) as (library, ids):
        mode = ask_in("state", tokens=_TOKENS)
        plain = [mode(library, ids[each.paper], each) for each in asked]
        by_chance = [at_random(library, ids[each.paper], each) for each in asked]
        for model in models[:1] if quick else models:
            rows = [("random", by_chance, 0), ("typed state, roles without a model", plain, 0)]
            for name, voice in (("typed state", ModelVoice), ("free transcript", TranscriptVoice)):
                with speaking(library, model, voice) as misread:
                    told = [mode(library, ids[each.paper], each) for each in asked]
                rows.append((name, told, len(misread)))
            tables.append(_table(model.id, rows, asked))
    return tables


class TranscriptVoice(ModelVoice):
    """A model speaking for roles in free text, each after reading what all before it said.

    Its words are read with patterns; words in which nothing can be found end the run, as a rejected proposal does.
    """

    def __init__(
        self, reader: LocalReader, budget: Budget, transcript: list[str], misread: list[str]
    ) -> None:
        super().__init__(reader, budget)
        self._transcript, self._misread = transcript, misread

    def say(
        self, messages: Sequence[Message], schema: Schema, most: int, cancel: CancelToken
    ) -> dict[str, Any]:
        """As ``ModelVoice.say``; the schema only says what is looked for in the words."""
        wanted = _wanted(schema)
        so_far = "\n\n".join(self._transcript)[-_TRANSCRIPT:]
        asked = (
            f"What was said so far:\n{so_far or '(nothing)'}\n\n{messages[-1].content}\n\n{_FORMS[wanted]}"
        )
        request = Generation(
            model=self._reader.path, messages=(messages[0], Message("user", asked)), max_tokens=most
        )
        self._budget.admit(sum(len(each.content) // 4 for each in request.messages) + most)
        got = self._reader.write(request, lambda _: cancel.check(), cancel)
        self._budget.charge("auxiliary", got.prompt_tokens + got.written, got.cached)
        self._transcript.append(got.text.strip())
        found = read_words(got.text, schema)
        if found is None:
            self._misread.append(got.text)
            raise Incomplete(f"In what {self._reader.model} wrote, no {wanted} can be found.")
        return found


_FORMS = {
    "queries": "Answer in plain words: each thing to look up on a line of its own, after a dash.",
    "scores": "Answer with the grades alone, in order, with commas between them.",
    "evidence": "Answer with the ids of the passages to keep, with commas between them.",
    "verdict": "Answer with Pass or Fail, and say why.",
}


def _wanted(schema: Schema) -> str:
    return str(next(name for name in schema["required"] if name in _FORMS))


def read_words(text: str, schema: Schema) -> dict[str, Any] | None:
    """What a schema asks for, found in free text with patterns; None where it is not there."""
    wanted = _wanted(schema)
    of: dict[str, Any] = schema["properties"][wanted]
    if wanted == "queries":
        lines = re.findall(r"^\s*(?:[-*•]|\d+[.)])\s*(\S.*)$", text, re.MULTILINE)
        return {"queries": lines[: of["maxItems"]]} if lines else None
    if wanted == "scores":
        grades = [int(each) for each in re.findall(r"\b(?:10|\d)\b", text)]
        return {"scores": grades[: of["maxItems"]]} if len(grades) >= of["minItems"] else None
    if wanted == "evidence":
        ids = sorted((each for each in of["items"]["enum"] if each in text), key=text.index)
        return {"evidence": ids[: of["maxItems"]]} if ids else None
    said = re.search(r"\b(pass|fail)", text, re.IGNORECASE)
    return {"verdict": said[1].capitalize(), "why": " ".join(text.split())} if said else None


@contextmanager
def speaking(library: Library, model: InstalledModel, voice: type[ModelVoice]) -> Iterator[list[str]]:
    """Have this model speak for every role, fit or not; yields the texts that could not be read."""
    misread: list[str] = []
    transcript: list[str] = []

    def speaker(task: str, budget: Budget) -> ModelVoice | None:
        if task not in _ROLES:
            return None
        reader = LocalReader(host, model)
        if not issubclass(voice, TranscriptVoice):
            return voice(reader, budget)
        if task == "planning":  # the first role that is built for a question
            transcript.clear()
        return voice(reader, budget, transcript, misread)

    before, library.questions.voices = library.questions.voices, speaker
    with ModelHost() as host:
        try:
            yield misread
        finally:
            library.questions.voices = before


def _size(model: InstalledModel) -> int:
    return Path(model.path).stat().st_size


def _table(model: str, rows: Sequence[tuple[str, Sequence[Told], int]], asked: Sequence[Asked]) -> BenchTable:
    f1 = {
        name: [
            evidence_scores(each.pages if each.complete else (), question.evidence)[2]
            for each, question in zip(told, asked, strict=True)
        ]
        for name, told, _ in rows
    }
    cells: list[tuple[Cell, ...]] = []
    for name, told, misread in rows:
        answers = [answer_f1(each.text, q.answers) for each, q in zip(told, asked, strict=True)]
        over = paired_bootstrap(f1[name], f1["free transcript"], _SEED) if name == "typed state" else None
        cells.append(
            (
                name,
                bootstrap_interval(f1[name], _SEED),
                over,
                bootstrap_interval(answers, _SEED),
                misread,
                sum(not each.complete for each in told),
                float(np.mean([each.tokens for each in told])),
            )
        )
    return BenchTable(
        name=f"carrier: {model}",
        command="twintree bench carrier",
        columns=(
            "carrier",
            "evidence F1 at 3",
            "over the transcript",
            "answer F1",
            "calls misread",
            "incomplete",
            "tokens",
        ),
        rows=tuple(cells),
        notes=(
            f"{len(asked)} questions of QASPER with evidence, the model fit for the roles or not; an incomplete run "
            "counts zero; the answer is extractive in every row",
        ),
    )
