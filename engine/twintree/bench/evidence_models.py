"""What a language model makes of the ten best paragraphs: those that it keeps, beside the first three by fusion."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence

import numpy as np

from twintree.base.progress import CancelToken
from twintree.bench.modes import installed
from twintree.bench.paragraphs import READ, SHOWN, Asked, Scored, by_fusion, figures, score
from twintree.bench.table import BenchTable, Cell
from twintree.metrics.intervals import Estimate, paired_bootstrap
from twintree.models import prompts
from twintree.models.host import ModelHost
from twintree.models.llm import Generation, schema_text
from twintree.models.reader import LocalReader

_SEED = 0
_QUICK = 6
#: Characters of a paragraph that the model reads, as in ``answering.state.modelled``.
_TEXT = 500


def with_models(asked: Sequence[Asked], host: ModelHost, *, quick: bool = False) -> BenchTable:
    """The table: fusion's first three, and what each installed language model keeps of its first ten.

    Args:
        asked: the questions.
        host: where the models run.
        quick: six questions, and of the models the smallest.
    """
    chosen = asked[:: max(1, len(asked) // _QUICK)] if quick else asked
    plain = [score(_order(each), each.evidence) for each in chosen]
    first = [score(_order(each)[:1], each.evidence) for each in chosen]
    rows: list[tuple[Cell, ...]] = [
        ("fusion, first three", *figures(plain), None, 3.0),
        ("fusion, the first alone (trivial)", *figures(first), _over(first, plain), 1.0),
    ]
    for model in installed(smallest=quick):
        reader = LocalReader(host, model)
        kept = [_kept(reader, each) for each in chosen]
        told = [_scored(order, each) for order, each in zip(kept, chosen, strict=True)]
        rows.append((model.id, *figures(told), _over(told, plain), float(np.mean([len(k) for k in kept]))))
    return BenchTable(
        name="evidence, language models",
        command="twintree bench evidence --models",
        columns=(
            "method",
            "precision at 3",
            "recall at 3",
            "F1 at 3",
            "recall at 10",
            "F1 over fusion",
            "paragraphs shown",
        ),
        rows=tuple(rows),
        notes=(
            f"{len(chosen)} questions; a model reads the ten best paragraphs by fusion and names at most three, as "
            "the Retriever asks it to; fit for it or not",
        ),
    )


def _order(each: Asked) -> list[int]:
    ranked: list[int] = np.argsort(-by_fusion(each, each.vector), kind="stable").tolist()
    return ranked


def _kept(reader: LocalReader, each: Asked) -> list[int]:
    """The paragraphs that the model names, best first; none when it does not answer in the form asked for."""
    by_id = {f"E{rank}": at for rank, at in enumerate(_order(each)[:READ], 1)}
    items = [(own, textwrap.shorten(each.texts[at], _TEXT, placeholder=" …")) for own, at in by_id.items()]
    request = Generation(
        model=reader.path,
        messages=prompts.choosing_chat(each.question, each.question, items),
        schema=schema_text(prompts.choosing_schema(list(by_id), SHOWN)),
        max_tokens=40 * SHOWN + 20,
    )
    got = reader.write(request, lambda _: None, CancelToken())
    try:
        named = json.loads(got.text)["evidence"]
    except (ValueError, KeyError):
        return []
    return [by_id[own] for own in dict.fromkeys(named)]


def _scored(kept: Sequence[int], each: Asked) -> Scored:
    """What is shown is what the model kept; what was read is what it was given."""
    shown = score(kept, each.evidence)
    return Scored(
        precision=shown.precision,
        recall=shown.recall,
        f1=shown.f1,
        recall_read=score(_order(each), each.evidence).recall_read,
    )


def _over(told: Sequence[Scored], plain: Sequence[Scored]) -> Estimate:
    return paired_bootstrap([each.f1 for each in told], [each.f1 for each in plain], _SEED)
