"""How likely a candidate is a heading: two linear models, the second seeing what its style's members got.

The weights lie in ``twintree_resources/headings.json``; ``bench/heading_training.py`` makes them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import pairwise

import msgspec

from twintree.base.records import Record
from twintree.base.text import folded
from twintree.structure.candidates import Candidate
from twintree.structure.numbering import continues, longest_chain, without_number
from twintree.structure.roles import is_known_title
from twintree.structure.running import LARGER

#: From here on a candidate counts as a heading; chosen on the training half.
THRESHOLD = 0.5
#: What is accepted when a long section must be divided and nothing better is at hand.
LOOSE_THRESHOLD = 0.2
_CLIP = 8.0


class Linear(Record, frozen=True):
    """A linear model: a bias and a weight for each feature that it knows."""

    bias: float
    weights: dict[str, float]

    def logit(self, features: Mapping[str, float]) -> float:
        """The model's value, kept within ±8."""
        value = self.bias + sum(weight * features.get(name, 0.0) for name, weight in self.weights.items())
        return max(-_CLIP, min(_CLIP, value))


class HeadingModel(Record, frozen=True):
    """Both stages, and where their weights come from."""

    first: Linear
    second: Linear
    origin: str = ""


@lru_cache(maxsize=1)
def shipped() -> HeadingModel:
    """The model that Twintree ships with."""
    data = resources.files("twintree_resources").joinpath("headings.json").read_bytes()
    return msgspec.json.decode(data, type=HeadingModel)


def score(found: Sequence[Candidate], model: HeadingModel | None = None) -> None:
    """Set ``score`` of every candidate to the probability that it is a heading."""
    model = model or shipped()
    own = [model.first.logit(each.features) for each in found]
    for each, features in zip(found, second_features(found, own), strict=True):
        each.score = 1 / (1 + math.exp(-model.second.logit(features)))


def headings(found: Sequence[Candidate], threshold: float = THRESHOLD) -> list[Candidate]:
    """The scored candidates that count as headings, in document order.

    What a single row cannot tell is settled here: authors in front of the abstract, numbered lists in running
    text, numbers out of their sequence, and numbered titles that come back as running heads.
    """
    chosen = [each for each in found if each.score >= threshold and not (each.amid or _is_author(each))]
    # Lists and footnotes are numbered too; sections that are look alike, and mostly unlike running text.
    marked = {each.number.depth for each in chosen if each.number and _numbered(each) and not _modest(each)}
    # What the layout model calls a heading needs no look of its own.
    chosen = [
        each
        for each in chosen
        if each.features.get("header_box") or not (_modest(each) and _is_stray(each, marked))
    ]
    return _without_repeats(_without_running_heads(_in_sequence(chosen)))


def _in_sequence(chosen: list[Candidate]) -> list[Candidate]:
    """Without numbered rows between two headings of which one directly follows the other, as 4 and 4.1 do.

    The lines of a listing and the rows of a table are numbered as well, and so are the items of a list, whose first
    words may run into the text as titles do. What the layout model calls a heading stays.
    """
    counted = [
        (each, each.number) for each in chosen if each.number is not None and each.number.kind == "decimal"
    ]
    numbers = [number for _, number in counted]
    chain = sorted(longest_chain(numbers, parents=False))
    inline = [each.run_in or each.cut for each, _ in counted]
    apart = not all(inline[i] for i in chain)
    strays = [each for i, (each, _) in enumerate(counted) if apart and inline[i] and i not in chain]
    for before, after in pairwise(chain):
        if continues(numbers[before], numbers[after]):
            strays += [each for each, _ in counted[before + 1 : after]]
    gone = {id(each) for each in strays if not each.features.get("header_box")}
    return [each for each in chosen if id(each) not in gone]


def _is_author(each: Candidate) -> bool:
    return bool(each.features.get("front")) and not _numbered(each) and not is_known_title(each.title)


def _modest(each: Candidate) -> bool:
    """Whether it looks like running text, or is no larger and set apart by its font alone."""
    loud = ("bold", "italic", "caps", "run_in")
    small = each.features["size"] < 1.03 and not any(each.features[name] for name in loud)
    return each.plain or small


def _is_stray(each: Candidate, marked: set[int]) -> bool:
    """Whether a numbered row that looks like running text is no section where others do not look so."""
    if each.number is None or not _numbered(each) or is_known_title(each.title):
        return False
    return each.plain if not marked else each.number.depth in marked


def _numbered(each: Candidate) -> bool:
    return each.number is not None and each.number.kind != "lower"


def _without_running_heads(chosen: list[Candidate]) -> list[Candidate]:
    """Of numbered titles that stand on several pages, only the one that is least like a running head."""
    best: dict[tuple[object, str], Candidate] = {}
    for each in chosen:
        if each.number is not None and _numbered(each):
            key = (each.number.parts, folded(without_number(each.title)))
            if key not in best or _rank(each) > _rank(best[key]):
                best[key] = each
    kept = {id(each) for each in best.values()}
    return [each for each in chosen if not _numbered(each) or id(each) in kept]


def _without_repeats(chosen: list[Candidate]) -> list[Candidate]:
    """Without titles first on a page that say, in smaller type, what section the page belongs to."""
    out: list[Candidate] = []
    open_ones: list[tuple[float, str]] = []
    for each in chosen:
        size = max((row.size for row in each.rows), default=0.0)
        words = folded(without_number(each.title))
        while open_ones and open_ones[-1][0] < size + LARGER:
            open_ones.pop()
        repeated = (
            each.features.get("top") and not _numbered(each) and any(words == name for _, name in open_ones)
        )
        if not repeated:
            out.append(each)
            open_ones.append((size, words))
    return out


def _rank(each: Candidate) -> tuple[bool, float]:
    return (not each.features.get("top"), each.score)


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
