"""Which type a claim is of, by what its sentence says and where it stands."""

from __future__ import annotations

import re

from twintree.base.claims import TYPES
from twintree.knowledge.claims.cues import cues

#: The paper speaks of itself.
OWN_VOICE = re.compile(
    r"\b(?:we|(?<!best of )our|this (?:paper|study|work|article)|the present (?:study|paper|work))\b", re.I
)
#: What a sentence without any cue is, by the part it stands in.
_PRIOR = {
    "abstract": {"EMPIRICAL": 0.3, "METHODOLOGICAL": 0.2},
    "introduction": {"CONTEXTUAL": 0.8},
    "conclusion": {"EMPIRICAL": 0.6},
}


def weigh_kinds(sentence: str, part: str, place: float = 0.5) -> dict[str, float]:
    """How much speaks for each type.

    Args:
        sentence: verbatim.
        part: where it stands, one of ``PARTS``.
        place: 0 at the part's beginning, 1 at its end.
    """
    scores = {
        kind: sum(weight for weight, cue in known if cue.search(sentence))
        + _PRIOR.get(part, {}).get(kind, 0.0)
        for kind, known in cues().kinds.items()
    }
    if OWN_VOICE.search(sentence):
        scores["CONTEXTUAL"] *= 0.4
    elif part != "conclusion" and place < 0.35:
        scores["CONTEXTUAL"] += 0.8
    return scores


def kind_of(sentence: str, part: str, place: float = 0.5) -> str:
    """The type that most speaks for; ties go to the earlier in ``TYPES``."""
    scores = weigh_kinds(sentence, part, place)
    return max(TYPES, key=lambda kind: scores[kind])
