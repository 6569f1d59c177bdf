"""Words that turn a claim round, and where they stand: which way each thing that a text speaks of is said to go."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from twintree.base.records import Record
from twintree.base.words import STOPWORDS, stem, tokens

#: Words on either side of a direction that may be what goes up or down, and how fast their weight falls.
_REACH, _FALL = 8, 4
#: Words before a direction within which a negation turns it.
_NEGATES = 3
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z(])")


class Turns(Record, frozen=True, kw_only=True):
    """Words by which a passage turns a claim round; ``up`` and ``down`` are stems."""

    negation: frozenset[str]
    hedges: frozenset[str]
    up: frozenset[str]
    down: frozenset[str]
    opposites: tuple[tuple[str, str], ...]


@cache
def turns() -> Turns:
    """``turning_words.toml``."""
    text = files("twintree_resources").joinpath("turning_words.toml").read_text("utf-8")
    known = tomllib.loads(text)
    return Turns(
        negation=frozenset(known["negation"].split()),
        hedges=frozenset(known["hedges"].split()),
        up=frozenset(map(stem, known["up"].split())),
        down=frozenset(map(stem, known["down"].split())),
        opposites=tuple((one, other) for one, other in known["opposites"]),
    )


class Way(Record, frozen=True):
    """A direction that a text names: 1 up, -1 down; ``near`` says how near each stem stands to it, 0 to 1."""

    direction: int
    near: dict[str, float]


class Sentence(Record, frozen=True):
    """The stems of one sentence, and whether it negates anything."""

    stems: frozenset[str]
    negated: bool


class Stand:
    """What a text says goes which way, and which of its sentences negate.

    Attributes:
        ways: the directions that the text names.
        topic: its stems, without those that carry no topic, negate, or name a direction.
        negated: whether it negates anything.
        sentences: its sentences.
    """

    def __init__(self, text: str) -> None:
        known, words = turns(), tokens(text)
        stems = [stem(word) for word in words]
        directions = {at: d for at, each in enumerate(stems) if (d := _direction(each))}
        topic = [
            (at, each)
            for at, (word, each) in enumerate(zip(words, stems, strict=True))
            if word not in STOPWORDS and word not in known.negation and at not in directions
        ]
        negations = [at for at, word in enumerate(words) if word in known.negation]
        self.ways = [_way(at, direction, topic, negations) for at, direction in directions.items()]
        self.topic = frozenset(each for _, each in topic)
        self.negated = bool(negations)
        self.sentences = [_sentence(each) for each in _SENTENCE_END.split(text)]


def _direction(each: str) -> int:
    known = turns()
    return (each in known.up) - (each in known.down)


def _way(at: int, direction: int, topic: Sequence[tuple[int, str]], negations: Sequence[int]) -> Way:
    turned = any(0 < at - place <= _NEGATES for place in negations)
    near = {each: 1 / (1 + abs(at - place) / _FALL) for place, each in topic if abs(at - place) <= _REACH}
    return Way(-direction if turned else direction, near)


def _sentence(text: str) -> Sentence:
    words = tokens(text)
    return Sentence(frozenset(map(stem, words)), any(word in turns().negation for word in words))


def same_and_opposite(
    claim: Stand, passage: Stand, weight: Mapping[str, float], unknown: float
) -> tuple[float, float]:
    """How much of what a claim says goes one way the passage says goes the same way, and the other way.

    Args:
        claim: what is held against the passage.
        passage: what it is held against.
        weight: idf of stems.
        unknown: idf of a stem that is not in ``weight``.

    Returns:
        Two shares, 0 to 1, each of the pair of directions whose surroundings agree best.
    """
    same = opposite = 0.0
    for mine in claim.ways:
        mass = sum(weight.get(each, unknown) * near for each, near in mine.near.items()) or 1.0
        for theirs in passage.ways:
            met = sum(
                weight.get(each, unknown) * min(near, theirs.near[each])
                for each, near in mine.near.items()
                if each in theirs.near
            )
            if mine.direction == theirs.direction:
                same = max(same, met / mass)
            else:
                opposite = max(opposite, met / mass)
    return same, opposite


def nearest_sentence(
    claim: Stand, passage: Stand, weight: Mapping[str, float], unknown: float
) -> tuple[float, bool]:
    """The share of a claim's topic that one sentence of the passage has at most, and whether that one negates."""
    mass = sum(weight.get(each, unknown) for each in claim.topic) or 1.0
    best, negated = 0.0, False
    for sentence in passage.sentences:
        met = sum(weight.get(each, unknown) for each in claim.topic & sentence.stems) / mass
        if met > best:
            best, negated = met, sentence.negated
    return best, negated
