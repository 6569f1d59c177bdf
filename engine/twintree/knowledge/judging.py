"""A language model as a judge of claims: one call a pair, one call a matrix, where it is fitter than the head."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from twintree.base.claims import Verdict
from twintree.base.progress import CancelToken
from twintree.knowledge.entailment import LABELS, Chances, Judge
from twintree.models.fitness import cases_of
from twintree.models.llm import Generated, Generation, schema_text
from twintree.models.prompts import ENTAILMENT_SCHEMA, coverage_chat, coverage_schema, entailment_chat

#: What a model's word counts for: it says no chances of its own.
_SURE, _UNSURE = 0.9, 0.05

Write = Callable[[Generation, CancelToken], Generated]


class ModelJudge:
    """Judges by a model; an answer that makes no sense says *neither*, a model that died judges nothing.

    Judgements are kept: what a dead model did not say must not stand there as its word.
    """

    supports_at = contradicts_at = 0.5

    def __init__(self, model: str, path: str, write: Write) -> None:
        self.id = f"model:{model}"
        self._path, self._write = path, write

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """One call a pair; see ``Judge``.

        Raises:
            ModelUnavailable: the model died.
        """
        return [_verdict(self._pair(claim, passage)) for claim, passage in pairs]

    def matrix(self, claims: Sequence[str], passages: Sequence[str]) -> Chances:
        """One call for all claims against all passages; see ``Judge``.

        Raises:
            ModelUnavailable: the model died.
        """
        out = np.tile(np.array(_chances("neither"), np.float32), (len(claims), len(passages), 1))
        if not claims or not passages:
            return out
        request = Generation(
            model=self._path,
            messages=coverage_chat(claims, passages),
            schema=schema_text(coverage_schema(len(claims), len(passages))),
            max_tokens=400,
        )
        for row in self._ask(request).get("claims", ()):
            for label, key in (("supports", "supported_by"), ("contradicts", "contradicted_by")):
                for column in row[key]:
                    out[row["claim"] - 1, column - 1] = _chances(label)
        return out

    def _pair(self, claim: str, passage: str) -> str:
        request = Generation(
            model=self._path,
            messages=entailment_chat(passage, claim),
            schema=schema_text(ENTAILMENT_SCHEMA),
            max_tokens=40,
        )
        return str(self._ask(request).get("verdict", "neither"))

    def _ask(self, request: Generation) -> dict[str, Any]:
        try:
            found = json.loads(self._write(request, CancelToken()).text)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


def _chances(label: str) -> tuple[float, ...]:
    return tuple(_SURE if label == each else _UNSURE for each in LABELS)


def _verdict(label: str) -> Verdict:
    return Verdict(*_chances(label if label in LABELS else "neither"))


def fitter(judge: Judge, right: int) -> bool:
    """Whether a model that got so many of the fitness cases right did better at them than this judge does."""
    cases = cases_of("entailment")
    said = judge.judge([(case["claim"], case["passage"]) for case in cases])
    mine: int = sum(verdict.label == case["label"] for verdict, case in zip(said, cases, strict=True))
    return right > mine
