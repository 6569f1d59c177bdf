"""What a model is trusted with: only what it was seen doing well, on this machine, with these bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.engine.models.tiny_model import make_tiny_model

from twintree.base.errors import Cancelled
from twintree.base.progress import CancelToken, Progress
from twintree.modeldesk import known_cards
from twintree.models import fitness, prompts
from twintree.models.host import ModelHost
from twintree.models.llm import Generated, Generation, schema_text
from twintree.models.reader import LocalReader
from twintree.models.shelf import InstalledModel, ModelShelf


@pytest.fixture
def shelf(tmp_path: Path) -> ModelShelf:
    shelf = ModelShelf(tmp_path / "models")
    shelf.add(make_tiny_model(tmp_path / "tiny.gguf"))
    return shelf


@pytest.fixture
def model(shelf: ModelShelf) -> InstalledModel:
    return shelf.installed()[0]


def says(text: Callable[[Generation], str], **costs: float) -> Callable[[Generation], Generated]:
    told: dict[str, Any] = {
        "prompt_tokens": 100,
        "cached": 0,
        "written": 20,
        "seconds": 2.0,
        "first_token": 1.0,
    }
    return lambda request: Generated(text=text(request), backend="cpu", **{**told, **costs})


def methods_of(case: Mapping[str, Any], *more: str) -> dict[str, Any]:
    """What a model writes that finds the methods of a case, and names ``more`` beside them."""
    own, used = case.get("introduced", ()), [*case.get("used", ()), *more]
    told = [*((name, "derived") for name in own), *((name, "prior") for name in used)]
    rows = [
        {"name": name, "aliases": [], "kind": "model", "role": role, "summary": ""} for name, role in told
    ]
    return {"methods": rows, "relations": []}


def right_answers() -> Mapping[str, str]:
    """Of the cases whose right answer can be read off them: by the last thing that was asked."""
    found = {}
    for task in ("entailment", "navigation", "retrieval", "verification", "extraction"):
        for case in fitness.cases_of(task):
            messages, _, _ = fitness._ask(task, case)
            scores = [int(at == case.get("right")) for at, _ in enumerate(case.get("texts", ()), 1)]
            evidence = [f"e{at}" for at in case["right"]] if task == "retrieval" else []
            found[messages[-1].content] = json.dumps(
                {
                    "entailment": {"verdict": case.get("label")},
                    "navigation": {"scores": scores},
                    "retrieval": {"evidence": evidence},
                    "verification": {"why": "", "verdict": case.get("verdict")},
                    "extraction": methods_of(case),
                }[task]
            )
    return found


def test_a_model_that_is_always_right_is_fit(model: InstalledModel) -> None:
    known = right_answers()
    tasks = ("entailment", "navigation", "retrieval", "verification", "extraction")
    scores = fitness.check(model, says(lambda r: known[r.messages[-1].content]), at="now", tasks=tasks)
    assert {each.task: each.right == each.cases for each in scores.scores} == dict.fromkeys(tasks, True)
    assert all(scores.fit_for(task) for task in tasks)


def test_a_model_that_calls_many_other_words_methods_is_not_fit_to_extract_them(
    model: InstalledModel,
) -> None:
    def everything(request: Generation) -> str:
        text = request.messages[-1].content
        case = next(each for each in fitness.cases_of("extraction") if each["text"] == text)
        return json.dumps(methods_of(case, *text.rstrip(".").split()[:6]))

    (score,) = fitness.check(model, says(everything), at="now", tasks=("extraction",)).scores
    assert score.right == 0
    assert score.cases >= 10


def test_extraction_is_checked_with_what_papers_are_read_with(model: InstalledModel) -> None:
    asked: list[Generation] = []

    def heard(request: Generation) -> str:
        asked.append(request)
        return "{}"

    fitness.check(model, says(heard), at="now", tasks=("extraction",))
    assert {each.messages[:-1] for each in asked} == {prompts.methods_chat("")[:-1]}
    assert {each.schema for each in asked} == {schema_text(prompts.METHODS_SCHEMA)}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "Sure! Here is the answer:",
        '{"sentences": []}',
        '{"verdict": "supports", "why": "", "queries": ["it"], "scores": [1], "evidence": ["e1"], "move": "final"}',
        '{"sentences": [{"text": "The answer is 17 mm.", "evidence": [1]}]}',
        json.dumps(methods_of({"introduced": ["a", "a", "a"], "used": ["a"]})),
        json.dumps(methods_of({})),
    ],
)
def test_a_model_that_always_says_the_same_is_fit_for_nothing(model: InstalledModel, text: str) -> None:
    scores = fitness.check(model, says(lambda _: text), at="now")
    assert [each.task for each in scores.scores if each.fit] == []


def test_random_weights_under_the_grammar_are_fit_for_nothing(model: InstalledModel) -> None:
    # Lists of methods that never end take random weights minutes, and show nothing that planning does not.
    tasks = [task for task in fitness.TASKS if task != "extraction"]
    with ModelHost() as host:
        scores = fitness.check(model, LocalReader(host, model).write_quietly, at="now", tasks=tasks)
    assert [each.task for each in scores.scores if each.fit] == []
    assert scores.reading > 0
    assert scores.writing > 0


def test_reading_speed_counts_only_tokens_that_were_read(model: InstalledModel) -> None:
    kept = says(lambda _: "{}", prompt_tokens=100, cached=80, first_token=1.0)
    assert fitness.check(model, kept, at="now", tasks=("planning",)).reading == 20.0


def test_a_check_can_be_stopped_and_followed(model: InstalledModel) -> None:
    seen: list[tuple[int, int, str]] = []
    cases = len(fitness.cases_of("planning"))
    report = Progress(lambda done, total, note: seen.append((done, total, note)), interval=0.0)
    fitness.check(model, says(lambda _: "{}"), at="now", tasks=("planning",), progress=report)
    assert seen[0] == (0, cases, "planning")
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        fitness.check(model, says(lambda _: "{}"), at="now", tasks=("planning",), cancel=token)


def test_scores_count_for_the_bytes_that_were_checked_alone(shelf: ModelShelf, model: InstalledModel) -> None:
    known = right_answers()
    scores = fitness.check(
        model, says(lambda r: known[r.messages[-1].content]), at="now", tasks=("verification",)
    )
    fitness.keep(shelf, scores)
    shelf.choose("verification", model.id)
    chosen = fitness.chosen_for(shelf, "verification")
    assert chosen is not None
    assert chosen.id == model.id
    fitness.keep(shelf, msgspec.structs.replace(scores, sha256="0" * 64))
    assert fitness.chosen_for(shelf, "verification") is None
    assert fitness.outdated(shelf, model.id) is None
    fitness.keep(shelf, msgspec.structs.replace(scores, version="0"))
    assert fitness.chosen_for(shelf, "verification") is None
    before = fitness.outdated(shelf, model.id)
    assert before is not None
    assert before.at == "now"
    (card,) = (each for each in known_cards(shelf) if each.id == model.id)
    assert (card.fitness, card.checked_before) == (None, "now")
    fitness.keep(shelf, scores)
    assert fitness.outdated(shelf, model.id) is None


def test_what_was_right_is_held_against_the_bar_of_today(shelf: ModelShelf, model: InstalledModel) -> None:
    """A bar that was raised counts for models that were checked before."""
    checked = fitness.check(model, says(lambda request: "{}"), at="", tasks=("planning",))
    old = fitness.TaskScore(task="planning", right=8, cases=10, bar=0.7)
    assert old.fit
    fitness.keep(shelf, msgspec.structs.replace(checked, scores=(old,)))
    stored = fitness.stored(shelf, model.id)
    assert stored is not None
    assert not stored.fit_for("planning")
    assert stored.scores[0].right == 8
