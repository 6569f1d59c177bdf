"""How likely a candidate is a heading: two linear models, the second seeing what its style's members got.

The weights lie in ``twintree_resources/headings.json``; ``bench/train_headings.py`` makes them.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources

from twintree.structure.candidates import Candidate

#: From here on a candidate counts as a heading; chosen on the training half.
THRESHOLD = 0.5
#: What is accepted when a long section must be divided and nothing better is at hand.
LOOSE_THRESHOLD = 0.2
_CLIP = 8.0


@lru_cache(maxsize=1)
def _weights() -> dict[str, tuple[float, dict[str, float]]]:
    text = resources.files("twintree_resources").joinpath("headings.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return {name: (data[name]["bias"], data[name]["weights"]) for name in ("first", "second")}


def score(found: Sequence[Candidate]) -> None:
    """Set ``score`` of every candidate to the probability that it is a heading."""
    own = [logit("first", each.features) for each in found]
    for each, features in zip(found, second_features(found, own), strict=True):
        each.score = 1 / (1 + math.exp(-logit("second", features)))


def logit(stage: str, features: Mapping[str, float]) -> float:
    """The linear model of a stage, kept within ±8."""
    bias, weights = _weights()[stage]
    value = bias + sum(weight * features.get(name, 0.0) for name, weight in weights.items())
    return max(-_CLIP, min(_CLIP, value))


def second_features(found: Sequence[Candidate], own: Sequence[float]) -> list[dict[str, float]]:
    """Each candidate's features, with its own logit and what the others of its style got."""
    members: dict[object, list[int]] = defaultdict(list)
    for i, each in enumerate(found):
        members[each.style].append(i)
    return [
        each.features | _style_view(own[i], [own[j] for j in members[each.style] if j != i])
        for i, each in enumerate(found)
    ]


def _style_view(own: float, others: list[float]) -> dict[str, float]:
    n = len(others)
    quarter = n // 4
    middle = sorted(others)[quarter : n - quarter]
    return {
        "own": own,
        "style_mean": sum(others) / (n + 1.0),
        "style_min": min(others, default=0.0),
        "style_max": max(others, default=0.0),
        "style_log": math.log1p(n),
        "style_positive": sum(value > 0 for value in others) / (n + 1.0),
        "style_trimmed": sum(middle) / max(1, len(middle)),
    }
