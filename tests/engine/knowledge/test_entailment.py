"""A judge tells support from contradiction, and a judge that says yes to everything is caught."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twintree.base.claims import Verdict
from twintree.base.errors import InternalError, ModelUnavailable
from twintree.base.progress import CancelToken
from twintree.base.words import content_stems
from twintree.knowledge.entailment import (
    Chances,
    Cues,
    Head,
    Judge,
    judge_for,
    load_weights,
    save_weights,
    shipped_weights,
    why_unfit,
)
from twintree.knowledge.judging import ModelJudge, fitter
from twintree.knowledge.train import entailment as training
from twintree.models.llm import Generated, Generation
from twintree.models.protocol import Vectors, unit

CLAIM = "Clover between the rows raises the yield of wheat."


def bag(texts: Sequence[str]) -> Vectors:
    """Vectors of shared words: enough for cosines that behave."""
    out = np.zeros((len(texts), 512), np.float32)
    for row, text in enumerate(texts):
        for stem in content_stems(text):
            out[row, sum(map(ord, stem)) % 512] += 1
    return unit(out + 1e-6)


JUDGES: list[Judge] = [Cues(), Head(shipped_weights(), bag)]


class Agreeable:
    """Says yes to everything."""

    id = "agreeable"
    supports_at = contradicts_at = 0.5

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        return [Verdict(0.98, 0.01, 0.01)] * len(pairs)

    def matrix(self, claims: Sequence[str], passages: Sequence[str]) -> Chances:
        return np.full((len(claims), len(passages), 3), (0.98, 0.01, 0.01), np.float32)


class Mute(Agreeable):
    """Never says yes."""

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        return [Verdict(0.0, 0.0, 1.0)] * len(pairs)


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.id)
def test_the_same_said_again_is_supported_more_than_what_is_foreign(judge: Judge) -> None:
    same, foreign = judge.judge(
        [
            (CLAIM, "Wheat with clover between the rows had a higher yield."),
            (CLAIM, "The pump failed after six days."),
        ]
    )
    assert same.supports > foreign.supports
    assert foreign.label == "neither"


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.id)
def test_a_negated_passage_contradicts_more_than_a_plain_one(judge: Judge) -> None:
    plain, negated = judge.judge(
        [
            (CLAIM, "Clover between the rows raises the yield of wheat."),
            (CLAIM, "Clover between the rows does not raise the yield of wheat."),
        ]
    )
    assert negated.contradicts > plain.contradicts
    assert plain.supports > negated.supports


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.id)
@given(texts=st.lists(st.text(max_size=40), min_size=1, max_size=3))
def test_every_verdict_adds_up_to_one_whatever_the_text(judge: Judge, texts: list[str]) -> None:
    matrix = judge.matrix(texts, [*texts, CLAIM])
    assert matrix.shape == (len(texts), len(texts) + 1, 3)
    assert np.allclose(matrix.sum(axis=2), 1, atol=1e-4)
    assert (matrix >= 0).all()


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.id)
def test_the_matrix_says_what_the_pairs_say(judge: Judge) -> None:
    claims, passages = (
        [CLAIM, "Voting reduces the error."],
        ["The error falls by voting.", "Wheat and clover."],
    )
    pairs = [(claim, passage) for claim in claims for passage in passages]
    flat = [[v.supports, v.contradicts, v.neither] for v in judge.judge(pairs)]
    assert np.allclose(judge.matrix(claims, passages).reshape(-1, 3), flat, atol=1e-6)


def test_no_pairs_are_no_verdicts() -> None:
    assert JUDGES[1].judge([]) == []
    assert JUDGES[1].matrix([], ["a passage"]).shape == (0, 1, 3)


def test_another_embedder_or_none_falls_back_to_the_cues() -> None:
    assert judge_for(bag, "some-other-model@123").id == "cues:1"
    assert judge_for(None, shipped_weights().embedder).id == "cues:1"
    assert judge_for(bag, shipped_weights().embedder).id.startswith("head:")


def test_a_judge_that_says_yes_to_everything_is_unfit() -> None:
    assert "unrelated" in why_unfit(Agreeable())


def test_a_judge_that_never_says_yes_is_unfit() -> None:
    assert "none of" in why_unfit(Mute())


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.id)
def test_the_judges_that_come_with_it_are_fit(judge: Judge) -> None:
    assert why_unfit(judge) == ""


def test_weights_come_back_as_they_were_written(tmp_path: Path) -> None:
    save_weights(tmp_path / "w.npz", shipped_weights())
    back = load_weights(tmp_path / "w.npz")
    assert (back.embedder, back.supports_at) == (shipped_weights().embedder, shipped_weights().supports_at)
    assert np.array_equal(back.weights, shipped_weights().weights)
    assert (tmp_path / "w.npz").stat().st_size < 2_000_000


def test_the_halves_that_train_and_test_share_nothing(shared_bench: Path) -> None:
    training.check_apart(shared_bench / "scifact")


def test_a_claim_in_both_halves_stops_the_training(tmp_path: Path) -> None:
    claim = '{"id": %d, "claim": "Basil helps.", "evidence": {}, "cited_doc_ids": [%d]}'
    (tmp_path / "claims.jsonl").write_text("\n".join(claim % (i, i) for i in (1, 2)))
    rows = ('{"doc_id": 1, "abstract": ["One."]}', '{"doc_id": 2, "abstract": ["Two."]}')
    (tmp_path / "corpus.jsonl").write_text("\n".join(rows))
    (tmp_path / "split.json").write_text('{"calibrate": [1], "report": [2]}')
    with pytest.raises(InternalError, match="share"):
        training.check_apart(tmp_path)


def model(*answers: object) -> ModelJudge:
    said = iter(answers)

    def write(request: Generation, cancel: CancelToken) -> Generated:
        text = next(said)
        text = text if isinstance(text, str) else json.dumps(text)
        return Generated(
            text=text, prompt_tokens=1, cached=0, written=1, seconds=0, first_token=0, backend="cpu"
        )

    return ModelJudge("fake", "fake.gguf", write)


def test_a_model_judges_a_matrix_in_one_call() -> None:
    row = {"claim": 2, "supported_by": [1], "contradicted_by": [2]}
    matrix = model({"claims": [row]}).matrix(["a", "b"], ["c", "d"])
    assert matrix.argmax(axis=2).tolist() == [[2, 2], [0, 1]]
    assert np.allclose(matrix.sum(axis=2), 1)


@pytest.mark.parametrize("answer", ["{", "[]", {"verdict": "perhaps"}])
def test_what_a_model_says_without_sense_is_neither(answer: object) -> None:
    assert model(answer).judge([("a", "b")])[0].label == "neither"
    assert model({}).matrix(["a"], ["b"]).argmax(axis=2).tolist() == [[2]]


def test_a_model_that_died_has_judged_nothing() -> None:
    def write(request: Generation, cancel: CancelToken) -> Generated:
        raise ModelUnavailable("The model died.", "Try another.")

    with pytest.raises(ModelUnavailable):
        ModelJudge("fake", "fake.gguf", write).matrix(["a"], ["b"])


def test_a_model_takes_over_only_where_it_does_better_at_the_same_cases() -> None:
    assert fitter(Mute(), right=5)
    assert not fitter(Mute(), right=2)
