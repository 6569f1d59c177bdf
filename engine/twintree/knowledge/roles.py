"""Why a work is cited: role and level of each mention, strength of the whole citation (Agents-K1, module D)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import as_file, files

from twintree.base.records import Record
from twintree.base.words import content_stems
from twintree.knowledge.bag import Bag, load_bag
from twintree.knowledge.mentions import FoundMention
from twintree.knowledge.rolecues import USUAL_LEVEL, cue_of

#: Characters on each side of a marker that its cues may stand in.
_REACH = 170
#: From this strength on a citation is strong.
STRONG = 0.5
#: A marker that cites so many works at once maps a landscape.
_CROWD = 6
_SURE = 0.75

_DIGITS = re.compile(r"\d+")


class Judged(Record, frozen=True):
    """A mention's role and level, and how sure the role is."""

    role: str
    level: int
    confidence: float


def prepared(sentence: str) -> str:
    """A sentence as the classifier sees it: in lower case, every number alike."""
    return _DIGITS.sub("0", " ".join(sentence.split()).lower())


@lru_cache(maxsize=1)
def role_bag() -> Bag:
    """The weights that come with Twintree; trained on SciCite, see ``train.citation_roles``."""
    with as_file(files("twintree_resources.weights") / "citation_roles.npz") as path:
        return load_bag(path)


def judge(mention: FoundMention) -> Judged:
    """Role and level of one mention: by its cues where they are telling, else by the classifier.

    The classifier knows three intents (background, method, result); cues tell extending from using, and
    supporting from contrasting.
    """
    cue = cue_of(_around(mention))
    said = role_bag().probabilities(prepared(mention.sentence))
    intent = max(said, key=lambda label: said[label])
    if cue is not None and (cue.level != 3 or _INTENT[cue.role] == intent or said[intent] < _SURE):
        role, level, sure = cue.role, cue.level, 0.5 + 0.5 * said[_INTENT[cue.role]]
    else:
        role = {"method": "use", "result": "compare"}.get(intent, "background")
        level, sure = USUAL_LEVEL[role], said[intent]
    if mention.company >= _CROWD:
        level = min(level, 2)
    return Judged(role, level, round(sure, 3))


_INTENT = {
    "extend": "method",
    "use": "method",
    "support": "result",
    "contrast": "result",
    "compare": "result",
    "background": "background",
}


def _around(mention: FoundMention) -> str:
    """The part of the sentence near the marker, cut at other sentences' ends."""
    sentence = mention.sentence
    at = sentence.find(mention.marker)
    if at < 0:
        return sentence[: 2 * _REACH]
    return sentence[max(0, at - _REACH) : at + len(mention.marker) + _REACH // 2]


class Weighed(Record, frozen=True):
    """A citation as a whole: the highest level of its mentions, with that mention's role."""

    role: str
    level: int
    strength: float
    strong: bool
    direct: bool


def weigh(mentions: Sequence[FoundMention], judged: Sequence[Judged], title: str = "") -> Weighed:
    """Sum up a citation's mentions.

    Levels are max-pooled; an entry that the text never cites has level 1. Strength, in [0, 1], is made of
    how often, in how many parts of the paper, with which level, and how near to the words of the citing
    paper's title the work is cited.

    Args:
        mentions: of one entry.
        judged: one for each.
        title: of the citing paper: its key words.
    """
    if not mentions:
        return Weighed("background", 1, 0.0, False, False)
    top = max(judged, key=lambda each: (each.level, each.confidence))
    often = min(1.0, math.log2(1 + len(mentions)) / 3)
    parts = min(1.0, len({mention.section_role or mention.section or "" for mention in mentions}) / 3)
    strength = 0.3 * often + 0.2 * parts + 0.35 * (top.level - 1) / 4 + 0.15 * _nearness(mentions, title)
    return Weighed(
        top.role,
        top.level,
        round(strength, 3),
        strength >= STRONG or top.level == 5,
        any(mention.company == 1 for mention in mentions),
    )


def _nearness(mentions: Sequence[FoundMention], title: str) -> float:
    wanted = set(content_stems(title))
    if not wanted:
        return 0.0
    shares = (len(wanted & set(content_stems(mention.sentence))) / len(wanted) for mention in mentions)
    return min(1.0, 2 * max(shares))
