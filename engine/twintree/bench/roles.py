"""Citation roles on SciCite and ACL-ARC: the majority, cues, TF-IDF with logistic regression, and what ships."""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from twintree.base.records import Span
from twintree.bench.table import BenchTable, Cell, Target
from twintree.knowledge.mentions import FoundMention
from twintree.knowledge.rolecues import cue_of
from twintree.knowledge.roles import judge, role_bag
from twintree.knowledge.train.citation_roles import fit, load, predict
from twintree.metrics.classification import macro_f1
from twintree.metrics.intervals import Estimate
from twintree.models.host import ModelHost
from twintree.models.llm import Generation, Message, schema_text
from twintree.models.prompts import Schema
from twintree.models.reader import LocalReader
from twintree.models.shelf import InstalledModel, ModelShelf

#: Our roles in the words of the two data sets.
_SCICITE = {
    "extend": "method",
    "use": "method",
    "support": "result",
    "contrast": "result",
    "compare": "result",
    "background": "background",
}
_ACL_ARC = {
    "extend": "Extends",
    "use": "Uses",
    "support": "CompareOrContrast",
    "contrast": "CompareOrContrast",
    "compare": "CompareOrContrast",
    "background": "Background",
}
_RESAMPLES = 1000
#: Sentences that a language model is asked about: one takes it a second or two.
_SAMPLE = 60
_CLASSES = (
    "You say which role a citation plays in a sentence of a scientific paper. background: the work is named as "
    "context, or for what is known. method: its method, data or tool is used or extended. result: its results are "
    "compared with the paper's own, agreeing or not."
)
_ROLE_SCHEMA: Schema = {
    "type": "object",
    "properties": {"role": {"type": "string", "enum": ["background", "method", "result"]}},
    "required": ["role"],
}


def run(data: Path, quick: bool = False) -> list[BenchTable]:
    """Both tables, and a third on fewer sentences for the language models that are installed (not ``quick``)."""
    tables = [scicite(data / "bench" / "scicite"), acl_arc(data / "bench" / "acl-arc")]
    models = [] if quick else [each for each in ModelShelf().installed() if each.kind == "llm"]
    return [*tables, *([written(data / "bench" / "scicite", models)] if models else [])]


def scicite(folder: Path) -> BenchTable:
    """Trained on the training part; the development part shares no sentence with it."""
    train, dev = load(folder / "train.jsonl"), load(folder / "dev.jsonl")
    rows = {
        "majority class (trivial)": _majority(train[1], dev[0]),
        "cues": [_SCICITE[_by_cue(text)] for text in dev[0]],
        "TF-IDF + logistic regression": _baseline(train, dev[0]),
        "n-grams, as shipped": predict(role_bag(), dev[0]),
        "roles as shown (cues and n-grams)": [_SCICITE[_as_shown(text)] for text in dev[0]],
    }
    return _table("roles: SciCite", rows, dev[1], len(train[0]), bar=0.84)


def acl_arc(folder: Path) -> BenchTable:
    """Measured only: nothing that was trained on it ships."""
    train, dev = load(folder / "train.jsonl"), load(folder / "dev.jsonl")
    with tempfile.TemporaryDirectory() as scratch:
        bag = fit(*train, Path(scratch) / "roles.npz", c=1.0)
        ours = predict(bag, dev[0])
    baseline = _baseline(train, dev[0])
    rows = {
        "majority class (trivial)": _majority(train[1], dev[0]),
        "cues": [_ACL_ARC[_by_cue(text)] for text in dev[0]],
        "TF-IDF + logistic regression": baseline,
        "n-grams, trained in the same way": ours,
    }
    return _table("roles: ACL-ARC", rows, dev[1], len(train[0]), bar=macro_f1(dev[1], baseline))


def written(folder: Path, models: Sequence[InstalledModel]) -> BenchTable:
    """Each model asked for the role of a sample of SciCite's held-out sentences, beside what ships."""
    texts, gold = load(folder / "dev.jsonl")
    chosen = random.Random(0).sample(range(len(texts)), _SAMPLE)  # noqa: S311
    sample, wanted = [texts[at] for at in chosen], [gold[at] for at in chosen]
    rows = {
        "majority class (trivial)": _majority(load(folder / "train.jsonl")[1], sample),
        "n-grams, as shipped": predict(role_bag(), sample),
    }
    with ModelHost() as host:
        for model in models:
            reader = LocalReader(host, model)
            rows[model.id] = [_asked(reader, text) for text in sample]
    shown: list[tuple[Cell, ...]] = [(method, _interval(wanted, said)) for method, said in rows.items()]
    return BenchTable(
        name="roles: SciCite, by language models",
        command="twintree bench roles",
        columns=("method", "macro F1"),
        rows=tuple(shown),
        notes=(
            f"{_SAMPLE} held-out sentences, drawn once; a model sees the three classes described, and no example",
        ),
    )


def _asked(reader: LocalReader, text: str) -> str:
    messages = (Message("system", _CLASSES), Message("user", f"Sentence: {text}"))
    request = Generation(
        model=reader.path, messages=messages, schema=schema_text(_ROLE_SCHEMA), max_tokens=24
    )
    return str(json.loads(reader.write_quietly(request).text)["role"])


def _majority(labels: Sequence[str], texts: Sequence[str]) -> list[str]:
    return [Counter(labels).most_common(1)[0][0]] * len(texts)


def _by_cue(text: str) -> str:
    cue = cue_of(text)
    return cue.role if cue is not None else "background"


def _as_shown(text: str) -> str:
    span = Span(1, 0, len(text))
    return judge(FoundMention(entry=0, marker="", at=span, spans=(span,), sentence=text)).role


def _baseline(train: tuple[list[str], list[str]], texts: Sequence[str]) -> list[str]:
    model = make_pipeline(
        TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True),
        LogisticRegression(C=10, max_iter=2000, class_weight="balanced"),
    ).fit(*train)
    return [str(label) for label in model.predict(texts)]


def _table(name: str, rows: dict[str, list[str]], gold: list[str], trained: int, bar: float) -> BenchTable:
    shown: list[tuple[Cell, ...]] = [(method, _interval(gold, said)) for method, said in rows.items()]
    ours = next(method for method in rows if method.startswith("n-grams"))
    target = Target(
        name="macro F1 of the trained model",
        bar=bar,
        measured=macro_f1(gold, rows[ours]),
        trivial=macro_f1(gold, rows["majority class (trivial)"]),
    )
    return BenchTable(
        name=name,
        command="twintree bench roles",
        columns=("method", "macro F1"),
        rows=tuple(shown),
        targets=(target,),
        notes=(
            f"{trained} sentences to train on, {len(gold)} held out; intervals resample the held-out part.",
        ),
    )


def _interval(gold: Sequence[str], said: Sequence[str]) -> Estimate:
    """Macro F1 with a bootstrap interval over the sentences."""
    generator = np.random.default_rng(0)
    names = sorted(set(gold) | set(said))
    wanted = np.array([names.index(each) for each in gold])
    given = np.array([names.index(each) for each in said])
    drawn = []
    for _ in range(_RESAMPLES):
        at = generator.integers(0, len(gold), len(gold))
        drawn.append(_macro(wanted[at], given[at], len(names)))
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Estimate(macro_f1(list(gold), list(said)), float(low), float(high))


def _macro(wanted: NDArray[np.int64], given: NDArray[np.int64], count: int) -> float:
    table = np.zeros((count, count))
    np.add.at(table, (wanted, given), 1)
    right, said, had = np.diag(table), table.sum(axis=0), table.sum(axis=1)
    present = (said + had) > 0
    return float((2 * right[present] / (said + had)[present]).mean())
