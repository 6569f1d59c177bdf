"""What a model is fit for, measured on this machine with small tasks of known answers (DESIGN §6)."""

from __future__ import annotations

import json
import platform
import re
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from twintree.base.agreement import numbers
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import Record
from twintree.models import drawing, prompts
from twintree.models.llm import Generated, Generation, Message, schema_text
from twintree.models.shelf import InstalledModel, ModelShelf
from twintree.store.durable import write_file

#: Raised whenever cases or prompts change: older scores then count for nothing.
VERSION = "5"
#: Tokens that an answer may take; lists of methods take more.
_TOKENS, _LONG = 220, {"extraction": 900}
#: Tokens of context that models are loaded with: a tokenizer that knows few words must not end the check.
_CONTEXT, _WIDE = 4096, {"extraction": 8192}
#: Methods that a text may be said to introduce, and those that may be named beside what is asked for: so many, and
#: half as many as are asked for. Of four that are asked for one may be missed.
_OWN, _BESIDE, _MISSED = 2, 2, 4
TASKS = (
    "answer",
    "cite",
    "entailment",
    "summary",
    "extraction",
    "planning",
    "navigation",
    "retrieval",
    "verification",
    "acting",
    "seeing",
)

Write = Callable[[Generation], Generated]


class TaskScore(Record, frozen=True, kw_only=True):
    """How a model did at one task; ``right`` of ``cases``, and the share that it must reach."""

    task: str
    right: int
    cases: int
    bar: float

    @property
    def fit(self) -> bool:
        """Whether the model may take the task over."""
        return self.cases > 0 and self.right / self.cases >= self.bar


class Fitness(Record, frozen=True, kw_only=True):
    """A model's scores on this machine, with what they were measured with; speeds in tokens a second."""

    model: str
    sha256: str
    version: str
    machine: str
    at: str
    scores: tuple[TaskScore, ...]
    reading: float = 0.0
    writing: float = 0.0
    seconds: float = 0.0
    backend: str = ""
    reason: str = ""

    def fit_for(self, task: str) -> bool:
        """Whether the model was found fit for a task, with the present cases."""
        return self.version == VERSION and any(score.task == task and score.fit for score in self.scores)


@cache
def _cases() -> Mapping[str, Any]:
    return tomllib.loads((resources.files("twintree_resources.prompts") / "fitness.toml").read_text("utf-8"))


def cases_of(task: str) -> list[dict[str, Any]]:
    """The cases of a task, so that another way of doing it can be measured by them."""
    return list(_cases()[task])


def check(
    model: InstalledModel,
    write: Write,
    *,
    at: str,
    tasks: Iterable[str] = TASKS,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> Fitness:
    """Run the cases of some tasks and score them; a case that fails in any way counts as wrong."""
    report, token = progress or Progress(), cancel or CancelToken()
    tasks = [task for task in tasks if task != "seeing" or model.projector]
    chosen = [(task, case) for task in tasks for case in _cases()[task]]
    right: dict[str, int] = {}
    costs: list[Generated] = []
    begun = time.monotonic()
    for done, (task, case) in enumerate(chosen):
        token.check()
        report.report(done, len(chosen), task)
        messages, schema, judge = _ask(task, case)
        got = write(
            Generation(
                model=model.path,
                messages=messages,
                schema=schema_text(schema),
                max_tokens=_LONG.get(task, _TOKENS),
                context=_WIDE.get(task, _CONTEXT),
                repeats=prompts.METHODS_REPEATS if task == "extraction" else 0,
                projector=model.projector,
            )
        )
        costs.append(got)
        right[task] = right.get(task, 0) + bool(_judged(judge, got.text))
    scores = tuple(
        TaskScore(
            task=task, right=right.get(task, 0), cases=len(_cases()[task]), bar=float(_cases()["bars"][task])
        )
        for task in tasks
    )
    return Fitness(
        model=model.id,
        sha256=model.sha256,
        version=VERSION,
        machine=f"{platform.machine()} {platform.processor() or platform.system()}".strip(),
        at=at,
        scores=scores,
        reading=_speed([(c.prompt_tokens - c.cached, c.first_token) for c in costs]),
        writing=_speed([(c.written, c.seconds - c.first_token) for c in costs]),
        seconds=round(time.monotonic() - begun, 1),
        backend=costs[-1].backend if costs else "",
        reason=costs[-1].reason if costs else "",
    )


def _speed(pairs: list[tuple[int, float]]) -> float:
    seconds = sum(max(pair[1], 0.0) for pair in pairs)
    return round(sum(pair[0] for pair in pairs) / seconds, 1) if seconds else 0.0


Judge = Callable[[dict[str, Any]], bool]


def _judged(judge: Judge, text: str) -> bool:
    try:
        return judge(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError):
        return False


def _ask(task: str, case: Mapping[str, Any]) -> tuple[tuple[Message, ...], prompts.Schema, Judge]:
    if task in ("answer", "cite"):
        chat = prompts.answer_chat(case["question"], case["evidence"])
        judge = _answers if task == "answer" else _cites
        return chat, prompts.answer_schema(len(case["evidence"])), lambda got: judge(case, got)
    if task in _ROLES:
        return _ROLES[task](case)
    if task == "entailment":
        chat = prompts.entailment_chat(case["passage"], case["claim"])
        return chat, prompts.ENTAILMENT_SCHEMA, lambda got: got["verdict"] == case["label"]
    if task == "summary":
        return prompts.summary_chat(case["text"]), prompts.SUMMARY_SCHEMA, lambda got: _summarises(case, got)
    if task == "extraction":
        return (
            prompts.methods_chat(case["text"]),
            prompts.METHODS_SCHEMA,
            lambda got: _extracts(case, got),
        )
    return prompts.planning_chat(case["question"]), prompts.PLANNING_SCHEMA, lambda got: _plans(case, got)


def _grading(case: Mapping[str, Any]) -> tuple[tuple[Message, ...], prompts.Schema, Judge]:
    texts = case["texts"]
    chat = prompts.grading_chat(case["question"], case["question"], texts)
    return chat, prompts.grading_schema(len(texts)), lambda got: _best(got["scores"]) == [case["right"]]


def _choosing(case: Mapping[str, Any]) -> tuple[tuple[Message, ...], prompts.Schema, Judge]:
    items = [(f"e{number}", text) for number, text in enumerate(case["texts"], 1)]
    chat = prompts.choosing_chat(case["question"], case["question"], items)
    schema = prompts.choosing_schema([own for own, _ in items], 3)
    return chat, schema, lambda got: set(got["evidence"]) == {f"e{number}" for number in case["right"]}


def _sufficing(case: Mapping[str, Any]) -> tuple[tuple[Message, ...], prompts.Schema, Judge]:
    chat = prompts.sufficiency_chat(case["question"], case["texts"])
    return chat, prompts.SUFFICIENCY_SCHEMA, lambda got: got["verdict"] == case["verdict"]


def _acting(case: Mapping[str, Any]) -> tuple[tuple[Message, ...], prompts.Schema, Judge]:
    chat = prompts.acting_chat([f"Question: {case['question']}", *case["lines"]])
    schema = prompts.acting_schema(case["papers"], 10)
    return chat, schema, lambda got: got["move"] in case["moves"] and _names(got, case)


def _seeing(case: Mapping[str, Any]) -> tuple[tuple[Message, ...], prompts.Schema, Judge]:
    picture = drawing.bars(case["bars"]) if "bars" in case else drawing.table(case["rows"])
    chat = prompts.seeing_chat(case["question"], "", picture)
    return chat, prompts.SEEING_SCHEMA, lambda got: _sees(case, got["answer"])


def _sees(case: Mapping[str, Any], answer: str) -> bool:
    """Whether the right thing is answered, and nothing else beside it."""
    words = set(re.findall(r"[\w.]*\w", answer.casefold()))
    return bool(words & set(case["must"].split("|"))) and not words & set(case["never"])


def _best(scores: list[int]) -> list[int]:
    """The places, from 1, with the highest grade."""
    return [at for at, score in enumerate(scores, 1) if score == max(scores)]


def _names(got: dict[str, Any], case: Mapping[str, Any]) -> bool:
    told = json.dumps(got.get("arguments", {})).casefold()
    return all(word.casefold() in told for word in case.get("must", ()))


_ROLES: Mapping[str, Callable[[Mapping[str, Any]], tuple[tuple[Message, ...], prompts.Schema, Judge]]] = {
    "navigation": _grading,
    "retrieval": _choosing,
    "verification": _sufficing,
    "acting": _acting,
    "seeing": _seeing,
}


def _answers(case: Mapping[str, Any], got: dict[str, Any]) -> bool:
    sentences = got["sentences"]
    if case.get("empty"):
        return not sentences
    said = " ".join(each["text"] for each in sentences)
    known = " ".join(case["evidence"])
    invented = set(numbers(said)) - set(numbers(known)) - set(numbers(case["question"]))
    cited = {number for each in sentences for number in each["evidence"]}
    return (
        all(word.casefold() in said.casefold() for word in case["must"])
        and not invented
        and set(case["cites"]) <= cited
    )


def _cites(case: Mapping[str, Any], got: dict[str, Any]) -> bool:
    cited = [number for each in got["sentences"] for number in each["evidence"]]
    return bool(cited) and set(case["cites"]) == set(cited)


def _summarises(case: Mapping[str, Any], got: dict[str, Any]) -> bool:
    said = " ".join(got["sentences"])
    invented = set(numbers(said)) - set(numbers(case["text"])) - set(case["allowed_numbers"])
    return (
        all(word.casefold() in said.casefold() for word in case["must"])
        and not invented
        and len(said) < 0.9 * len(case["text"])
    )


def _extracts(case: Mapping[str, Any], got: dict[str, Any]) -> bool:
    """Whether the methods are those of the text, the authors' own told from the rest, and hardly any beside them."""
    found = [(each["name"], each["role"]) for each in got["methods"]]
    introduced = [name for name, role in found if role == "derived"]
    wanted = [*case["introduced"], *case["used"]]
    if any(name.casefold() not in case["text"].casefold() for name, _ in found):
        return False
    if not wanted:
        return not found
    names = [name for name, _ in found]
    missed = sum(not _holds(names, [each]) for each in case["used"])
    return (
        _holds(introduced, case["introduced"])
        and missed <= len(case["used"]) // _MISSED
        and len(introduced) <= _OWN
        and len(found) <= len(wanted) + max(_BESIDE, len(wanted) // 2)
    )


def _holds(found: list[str], wanted: list[str]) -> bool:
    return all(any(want.casefold() in each.casefold() for each in found) for want in wanted)


def _plans(case: Mapping[str, Any], got: dict[str, Any]) -> bool:
    queries = got["queries"]
    low, high = case["count"]
    joined = " ".join(queries).casefold()
    return low <= len(queries) <= high and all(word in joined for word in case["must"])


def stored(shelf: ModelShelf, model: str) -> Fitness | None:
    """A model's scores, if it was checked with the present cases and its bytes are the same."""
    fitness = _kept(shelf, model)
    return fitness if fitness is not None and fitness.version == VERSION else None


def outdated(shelf: ModelShelf, model: str) -> Fitness | None:
    """A model's scores with older cases or prompts: they count for nothing, but the model was checked once."""
    fitness = _kept(shelf, model)
    return fitness if fitness is not None and fitness.version != VERSION else None


def _kept(shelf: ModelShelf, model: str) -> Fitness | None:
    path = shelf.folder / model / "fitness.json"
    try:
        fitness = msgspec.json.decode(path.read_bytes(), type=Fitness)
        same = fitness.sha256 == shelf.get(model).sha256
    except (OSError, msgspec.MsgspecError):
        return None
    return (
        msgspec.structs.replace(fitness, scores=tuple(map(_by_present_bar, fitness.scores))) if same else None
    )


def _by_present_bar(score: TaskScore) -> TaskScore:
    # What was right stays so; how much of it is enough may have been learnt since.
    bar = _cases()["bars"].get(score.task)
    return score if bar is None else msgspec.structs.replace(score, bar=float(bar))


def keep(shelf: ModelShelf, fitness: Fitness) -> Path:
    """Store a model's scores beside it."""
    path = shelf.home(fitness.model) / "fitness.json"
    write_file(path, msgspec.json.encode(fitness))
    return path


def chosen_for(shelf: ModelShelf, task: str, *, asked: bool = True) -> InstalledModel | None:
    """The model that does a task: chosen by the person, and found fit for it; None leaves it deterministic.

    Args:
        shelf: the models of this machine.
        task: one of ``TASKS``.
        asked: whether a person waits for this; work in the background is done only where that was allowed.
    """
    if not asked and task not in shelf.unasked():
        return None
    chosen = shelf.chosen()
    name = chosen.get(task) or chosen.get("*") or ""
    for model in shelf.installed():
        if model.id == name:
            fitness = stored(shelf, name)
            return model if fitness is not None and fitness.fit_for(task) else None
    return None
