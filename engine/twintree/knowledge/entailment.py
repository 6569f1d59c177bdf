"""Does a passage support a claim, contradict it, or neither: a small head over vectors, words, numbers and negation.

The head is a linear model over ``FEATURES``; its weights come with Twintree, made by ``train.entailment`` from
SciFact. They belong to one embedder: with another, or without any, ``Cues`` judges by words alone.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from twintree.base.claims import Verdict
from twintree.base.records import Record
from twintree.base.words import content_stems, stem, tokens
from twintree.knowledge.turning import Stand, nearest_sentence, same_and_opposite, turns
from twintree.models.protocol import Vectors

#: Probabilities of supports, contradicts and neither: shape (claims, passages, 3).
Chances = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Vectors]
LABELS = ("supports", "contradicts", "neither")
FEATURES = (
    "cosine",
    "covered",
    "covered_back",
    "pairs",
    "rarest",
    "numbers_met",
    "numbers_missed",
    "negated_apart",
    "negated_both",
    "claim_negated",
    "passage_negated",
    "same_way",
    "opposite_way",
    "antonyms",
    "hedged",
    "long_passage",
    "long_claim",
    "same_near",
    "opposite_near",
    "nearest",
    "nearest_negated_apart",
    "nearest_negated_both",
    "way_missed",
)
#: Products of features, so that a turn counts only where the two speak of one thing.
PRODUCTS = (
    ("covered", "cosine"),
    ("covered", "negated_apart"),
    ("cosine", "negated_apart"),
    ("covered", "same_way"),
    ("covered", "opposite_way"),
    ("cosine", "opposite_way"),
    ("covered", "antonyms"),
    ("cosine", "antonyms"),
    ("covered", "numbers_missed"),
    ("covered", "negated_both"),
    ("nearest", "nearest_negated_apart"),
    ("nearest", "nearest_negated_both"),
)

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w])")


class Judge(Protocol):
    """Judges pairs of a claim and a passage."""

    @property
    def id(self) -> str:
        """What its judgements are kept under."""
        ...

    @property
    def supports_at(self) -> float:
        """The probability from which a claim counts as supported."""
        ...

    @property
    def contradicts_at(self) -> float:
        """The probability from which a claim counts as contradicted."""
        ...

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """Judge pairs of (claim, passage), in the order given."""
        ...

    def matrix(self, claims: Sequence[str], passages: Sequence[str]) -> Chances:
        """Judge every claim against every passage."""
        ...


class Side:
    """What is compared of one text, made once however many texts it is compared with."""

    def __init__(self, text: str, weight: Mapping[str, float], unknown: float) -> None:
        words = tokens(text)
        stems = content_stems(text)
        self.weights = {each: weight.get(each, unknown) for each in stems}
        self.mass = sum(self.weights.values())
        self.pairs = frozenset(itertools.pairwise(stems))
        self.numbers = frozenset(number.replace(",", "") for number in _NUMBER.findall(text))
        said = frozenset(words)
        known = turns()
        self.negations = len(said & known.negation)
        self.hedged = bool(said & known.hedges)
        forms = frozenset(stem(word) for word in words)
        self.up, self.down = len(forms & known.up), len(forms & known.down)
        self.words = said
        self.length = len(words)
        self.stand = Stand(text)
        self.rarity = weight, unknown


def compare(claim: Side, passage: Side, cosine: float) -> list[float]:
    """The values of ``FEATURES`` for one pair."""
    shared = claim.weights.keys() & passage.weights.keys()
    met = sum(claim.weights[each] for each in shared)
    apart = (claim.negations > 0) != (passage.negations > 0)
    ways = ((claim.up > claim.down) - (claim.up < claim.down)) * (
        (passage.up > passage.down) - (passage.up < passage.down)
    )
    numbers = len(claim.numbers & passage.numbers)
    same, opposite = same_and_opposite(claim.stand, passage.stand, *claim.rarity)
    nearest, negated = nearest_sentence(claim.stand, passage.stand, *claim.rarity)
    rarest = max(claim.weights, key=lambda each: (claim.weights[each], each), default="")
    return [
        cosine,
        met / claim.mass if claim.mass else 0.0,
        met / passage.mass if passage.mass else 0.0,
        len(claim.pairs & passage.pairs) / max(1, len(claim.pairs)),
        float(rarest in passage.weights),
        numbers / max(1, len(claim.numbers)),
        float(bool(claim.numbers - passage.numbers)),
        float(apart),
        float(claim.negations > 0 and passage.negations > 0),
        float(claim.negations > 0),
        float(passage.negations > 0),
        float(ways > 0),
        float(ways < 0),
        float(any(_turned(claim.words, passage.words, *pair) for pair in turns().opposites)),
        float(passage.hedged),
        math.log1p(passage.length),
        math.log1p(claim.length),
        same,
        opposite,
        nearest,
        float(claim.stand.negated != negated),
        float(claim.stand.negated and negated),
        float(bool(claim.stand.ways) and not passage.stand.ways),
    ]


def _turned(claim: frozenset[str], passage: frozenset[str], one: str, other: str) -> bool:
    return (one in claim and other in passage and one not in passage and other not in claim) or (
        other in claim and one in passage and other not in passage and one not in claim
    )


def values(compared: Sequence[float]) -> list[float]:
    """What the head sees of a pair: its features, then their ``PRODUCTS``."""
    by_name = dict(zip(FEATURES, compared, strict=True))
    return [*compared, *(by_name[one] * by_name[other] for one, other in PRODUCTS)]


class Weights(Record, frozen=True, kw_only=True):
    """The trained head.

    Attributes:
        version: of the training.
        embedder: id of the embedder whose cosines it was trained on.
        rarity: idf of stems; one that is not there has ``unknown``.
        mean: of each value, shape (values,).
        scale: of each value, shape (values,).
        weights: shape (values, 3), in the order of ``LABELS``.
        bias: shape (3,).
        supports_at: chosen on the training half.
        contradicts_at: chosen on the training half.
    """

    version: str
    embedder: str
    rarity: dict[str, float]
    unknown: float
    mean: NDArray[np.float32]
    scale: NDArray[np.float32]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    supports_at: float
    contradicts_at: float


def save_weights(path: Path, weights: Weights) -> None:
    """Write the head as a compressed archive of plain arrays."""
    names = sorted(weights.rarity)
    np.savez_compressed(
        path,
        names=np.frombuffer("\n".join(names).encode(), dtype=np.uint8),
        rarity=np.array([weights.rarity[name] for name in names], np.float16),
        said=np.frombuffer(f"{weights.version}\n{weights.embedder}".encode(), dtype=np.uint8),
        numbers=np.array([weights.unknown, weights.supports_at, weights.contradicts_at], np.float64),
        mean=weights.mean,
        scale=weights.scale,
        weights=weights.weights,
        bias=weights.bias,
    )


def load_weights(path: Path) -> Weights:
    """Read what ``save_weights`` wrote; nothing in the archive is executed."""
    with np.load(path, allow_pickle=False) as data:
        version, embedder = data["said"].tobytes().decode().split("\n")
        unknown, supports_at, contradicts_at = (float(each) for each in data["numbers"])
        names = data["names"].tobytes().decode().split("\n")
        return Weights(
            version=version,
            embedder=embedder,
            rarity=dict(zip(names, data["rarity"].astype(float).tolist(), strict=True)),
            unknown=unknown,
            mean=data["mean"],
            scale=data["scale"],
            weights=data["weights"],
            bias=data["bias"],
            supports_at=supports_at,
            contradicts_at=contradicts_at,
        )


@lru_cache(maxsize=1)
def shipped_weights() -> Weights:
    """The head that comes with Twintree; trained on SciFact, see ``train.entailment``."""
    with as_file(files("twintree_resources.weights") / "entailment.npz") as path:
        return load_weights(path)


class _Pairwise:
    """Batches and matrices over ``_chances`` of pairs of sides."""

    def __init__(self, rarity: Mapping[str, float], unknown: float) -> None:
        self._side = lru_cache(maxsize=4096)(lambda text: Side(text, rarity, unknown))

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """Judge pairs of (claim, passage), in the order given."""
        claims = list(dict.fromkeys(claim for claim, _ in pairs))
        passages = list(dict.fromkeys(passage for _, passage in pairs))
        at = {text: i for i, text in enumerate(claims)}, {text: i for i, text in enumerate(passages)}
        places = [(at[0][claim], at[1][passage]) for claim, passage in pairs]
        return [Verdict(*map(float, row)) for row in self._at(claims, passages, places)]

    def matrix(self, claims: Sequence[str], passages: Sequence[str]) -> Chances:
        """Judge every claim against every passage: shape (claims, passages, 3)."""
        places = [(i, j) for i in range(len(claims)) for j in range(len(passages))]
        return self._at(claims, passages, places).reshape(len(claims), len(passages), 3)

    def _at(
        self, claims: Sequence[str], passages: Sequence[str], places: Sequence[tuple[int, int]]
    ) -> Chances:
        if not places:
            return np.zeros((0, 3), np.float32)
        cosines = self._cosines(claims, passages)
        compared = [
            compare(self._side(claims[i]), self._side(passages[j]), float(cosines[i, j])) for i, j in places
        ]
        return self._chances(compared)

    def _cosines(self, claims: Sequence[str], passages: Sequence[str]) -> NDArray[np.float32]:
        return np.zeros((len(claims), len(passages)), np.float32)

    def _chances(self, compared: Sequence[Sequence[float]]) -> Chances:
        raise NotImplementedError


class Head(_Pairwise):
    """The trained head over one embedder's vectors."""

    def __init__(self, weights: Weights, embed: Embed) -> None:
        super().__init__(weights.rarity, weights.unknown)
        self.id = f"head:{weights.version}"
        self.supports_at, self.contradicts_at = weights.supports_at, weights.contradicts_at
        self._weights, self._embed = weights, embed

    def _cosines(self, claims: Sequence[str], passages: Sequence[str]) -> NDArray[np.float32]:
        vectors = self._embed([*claims, *passages])
        return np.asarray(vectors[: len(claims)] @ vectors[len(claims) :].T, np.float32)

    def _chances(self, compared: Sequence[Sequence[float]]) -> Chances:
        seen = (np.array([values(each) for each in compared]) - self._weights.mean) / self._weights.scale
        scores = seen @ self._weights.weights + self._weights.bias
        shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)


class Cues(_Pairwise):
    """Judges by shared words, numbers and negation alone: the rule that the head has to beat."""

    id = "cues:1"
    supports_at = contradicts_at = 0.5

    def __init__(self) -> None:
        weights = shipped_weights()
        super().__init__(weights.rarity, weights.unknown)

    def _chances(self, compared: Sequence[Sequence[float]]) -> Chances:
        rows = [dict(zip(FEATURES, each, strict=True)) for each in compared]
        near = np.array([row["covered"] for row in rows])
        turned = np.array(
            [bool(row["negated_apart"] or row["opposite_way"] or row["antonyms"]) for row in rows]
        )
        missed = np.array([row["numbers_missed"] for row in rows])
        # A claim half of whose weight is met is as likely carried as not.
        carried = 1 / (1 + np.exp(-10 * (near - _HALF_MET))) * (1 - 0.6 * missed)
        out = np.zeros((len(rows), 3), np.float32)
        out[:, 0] = np.where(turned, 0.1, 0.9) * carried
        out[:, 1] = np.where(turned, 0.9, 0.1) * carried
        out[:, 2] = 1 - out[:, 0] - out[:, 1]
        return out


_HALF_MET = 0.5


def judge_for(embed: Embed | None, model: str) -> Judge:
    """The judge for an embedder: the head where it was trained on that one, else the cues.

    Args:
        embed: unit vectors of texts, best through the ledger's cache.
        model: the embedder's id.
    """
    weights = shipped_weights()
    if embed is None or model != weights.embedder:
        return Cues()
    return Head(weights, embed)


# ── calibration ──────────────────────────────────────────────────────────────────────────────────────

#: Pairs about different things, which no judge may call supported.
_UNRELATED = (
    (
        "Clover between the rows raises the yield of wheat.",
        "The decoder keeps the eight best hypotheses at each step.",
    ),
    ("The tagger reaches 95 % accuracy on news.", "Tin oxide sensors detect ethanol at 300 degrees."),
    ("The extract lowers cholesterol in rats.", "Students were taught version control in the second week."),
    ("Voting among classifiers reduces the error.", "The pump failed after six days."),
    (
        "The solver scales to thousands of processors.",
        "The interviews were recorded in spring and took an hour.",
    ),
    ("Segmentation errors come from unknown words.", "Silver ions are reduced by flavonoids of the leaf."),
    ("Reviewers agree on nine of ten sentences.", "The graph has nine hundred nodes and no cycle."),
    (
        "Holy basil protects neurons from toxins.",
        "A correction is a new entry that names the one it replaces.",
    ),
)
#: Pairs that say the same, which a judge should know.
_SAME = (
    (
        "Clover between the rows raises the yield of wheat.",
        "Wheat with clover between the rows had a higher yield.",
    ),
    (
        "The extract lowers cholesterol in rats.",
        "In rats the extract lowers the level of cholesterol significantly.",
    ),
    ("Voting among classifiers reduces the error.", "The error is reduced when the classifiers vote."),
    ("The solver scales to thousands of processors.", "The solver scales well to four thousand processors."),
)
_MOST_UNRELATED = 0.25


def why_unfit(judge: Judge) -> str:
    """Why a judge's word counts for nothing, or ``""``: it supports what is unrelated, or not even the same."""
    said = judge.judge([*_UNRELATED, *_SAME])
    supported = [verdict.supports >= judge.supports_at for verdict in said]
    wrong, right = sum(supported[: len(_UNRELATED)]), sum(supported[len(_UNRELATED) :])
    if wrong > _MOST_UNRELATED * len(_UNRELATED):
        return f"{judge.id} calls {wrong} of {len(_UNRELATED)} unrelated pairs supported"
    if right == 0:
        return f"{judge.id} calls none of {len(_SAME)} pairs that say the same supported"
    return ""
