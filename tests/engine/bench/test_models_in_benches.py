"""Benchmarks with language models: who is in charge, which questions are asked, and what is counted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.engine.models.tiny_model import make_tiny_model

from twintree.base.errors import NotFound
from twintree.bench import evidence_models, paragraphs, qasper, state_models, table, text
from twintree.bench.in_charge import in_charge
from twintree.cli import main
from twintree.models.fitness import VERSION, Fitness, TaskScore, chosen_for, keep
from twintree.models.host import ModelHost
from twintree.models.reader import LocalReader
from twintree.models.shelf import VARIABLE, ModelShelf


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelShelf:
    """A model that the person chose, and that is fit for planning alone."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "models"))
    shelf = ModelShelf()
    model = shelf.add(make_tiny_model(tmp_path / "tiny.gguf"))
    score = TaskScore(task="planning", right=10, cases=10, bar=0.7)
    fit = Fitness(model=model.id, sha256=model.sha256, version=VERSION, machine="", at="now", scores=(score,))
    keep(shelf, fit)
    shelf.choose("*", model.id)
    return shelf


def _planner() -> str:
    model = chosen_for(ModelShelf(), "planning")
    return model.id if model else ""


def test_nobody_is_in_charge_unless_named_and_the_persons_choice_is_back_afterwards(
    shelf: ModelShelf,
) -> None:
    before = os.environ[VARIABLE]
    assert _planner() == "tiny"
    with in_charge():
        assert _planner() == ""
        assert [each.id for each in ModelShelf().installed()] == ["tiny"]
    with in_charge("tiny"):
        assert _planner() == "tiny"
        assert chosen_for(ModelShelf(), "answer") is None
    with pytest.raises(NotFound), in_charge("none-such"):
        pass
    assert os.environ[VARIABLE] == before
    assert _planner() == "tiny"


def asked(at: int, *, evidence: bool = True) -> qasper.Asked:
    return qasper.Asked(
        paper="p", question=f"Q{at}?", evidence=(frozenset({at}),) if evidence else (), answers=("blue",)
    )


def told(*pages: int, complete: bool = True) -> qasper.Told:
    return qasper.Told(pages=pages, text="blue", found=True, complete=complete, tokens=5, seconds=0.0)


def test_the_same_questions_are_drawn_each_time_and_only_those_with_evidence() -> None:
    every = [asked(at, evidence=at % 3 > 0) for at in range(30)]
    drawn = qasper.drawn(every, 8)
    assert drawn == qasper.drawn(every, 8)
    assert len(set(drawn)) == 8
    assert all(each.evidence for each in drawn)
    assert drawn != every[:8]


def test_a_model_is_set_beside_the_same_mode_without_one_and_an_incomplete_run_counts_nothing() -> None:
    questions = [asked(1), asked(2)]

    def row(mode: str, model: str, *made: qasper.Told) -> state_models._Row:
        return state_models._Row(mode, model, made, (1.0, 3.0), questions)

    rows = [
        row("random", "", told(9), told(9)),
        row("direct", "", told(1), told(9)),
        row("state", "", told(9), told(2)),
        row("direct", "m", told(1), told(2)),
        row("state", "m", told(1), told(2, complete=False)),
    ]
    cells: list[tuple[Any, ...]] = [state_models._cells(each, rows) for each in rows]
    assert [each[2].value for each in cells] == [0.0, 0.5, 0.5, 1.0, 0.5]
    assert [each[3] and each[3].value for each in cells] == [None, None, None, 0.5, 0.0]
    assert [each[6] and each[6].value for each in cells] == [None, None, 0.0, None, 0.0]
    assert [each[7] for each in cells] == [0, 0, 0, 0, 1]
    assert {each[9] for each in cells} == {2.0}


def test_what_a_model_keeps_is_among_the_ten_that_it_read(shelf: ModelShelf) -> None:
    texts = tuple(f"Paragraph {at} is about the colour {at}." for at in range(14))
    vectors = np.eye(14, dtype=np.float32)
    question = paragraphs.Asked(
        question="Which colour?",
        paper="p",
        texts=texts,
        evidence=(frozenset({13}),),
        words=np.linspace(0, 1, 14),
        vector=vectors[13],
        vectors=vectors,
    )
    best = evidence_models._order(question)
    assert best[0] == 13
    with ModelHost() as host:
        kept = evidence_models._kept(LocalReader(host, shelf.get("tiny")), question)
    assert len(kept) <= paragraphs.SHOWN
    assert set(kept) <= set(best[: paragraphs.READ])
    assert evidence_models._scored([13], question).f1 == 1.0
    assert evidence_models._scored([best[1]], question).f1 == 0.0
    assert evidence_models._scored([best[1]], question).recall_read == 1.0


def test_the_command_puts_nobody_in_charge(shelf: ModelShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def run(_: Path) -> table.BenchTable:
        seen.append(_planner())
        return table.BenchTable(name="n", command="c", columns=("a",), rows=(("x",),))

    monkeypatch.setattr(text, "run", run)
    assert main.run(["bench", "text", "--data", str(shelf.folder)]) == 0
    assert seen == [""]
