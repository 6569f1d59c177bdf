"""Does a sentence agree with its evidence, as far as words tell: its numbers, its names, its words, its negation."""

from __future__ import annotations

import re

from twintree.base.units import measures, units_in
from twintree.base.words import content_stems

#: Share of a sentence's topic words that its evidence must hold.
SUPPORT = 0.5
_NEGATION = re.compile(
    r"\b(not|no|never|none|neither|nor|without|cannot|can't|doesn't|didn't|isn't|wasn't|fails? to)\b", re.I
)
_THOUSANDS = re.compile(r",(?=\d{3}(?!\d))")
_NAME = re.compile(r"(?<=[a-z,;:] )([A-Z][\w-]*[A-Za-z\d])\b|\b([A-Z]{2,}[\w-]*|[A-Za-z]*[a-z][A-Z]\w*)\b")


def numbers(text: str) -> list[str]:
    """The numbers of a text, without thousands' commas and closing zeros: ``1,200`` and ``1200`` are one.

    A comma before other than three digits is a decimal one: ``1,5`` is ``1.5``, and never ``15``.
    """
    return [_plain(number) for number in re.findall(r"\d+(?:[.,]\d+)*", text)]


def _plain(number: str) -> str:
    number = _THOUSANDS.sub("", number).replace(",", ".")
    return number.rstrip("0").rstrip(".") if "." in number else number


def why_unsupported(sentence: str, evidence: str, question: str = "") -> str:
    """Why a sentence does not follow from its evidence, as far as words tell; ``""`` when it does.

    Numbers, their units and names of the sentence must stand in the evidence (names may come from the question), half
    of its topic words too, and both or neither must negate.
    """
    missing = [
        number
        for number in numbers(sentence)
        if number not in set(numbers(evidence)) | set(numbers(question))
    ]
    if missing:
        return f"its evidence does not hold {', '.join(dict.fromkeys(missing))}"
    if wrong := _other_units(sentence, evidence):
        return f"its evidence does not say {', '.join(wrong)}"
    known = (evidence + " " + question).casefold()
    units = {part for _, unit in measures(sentence) for part in unit.split("/")}
    names = [
        name
        for match in _NAME.finditer(sentence)
        if (name := match.group().strip()).casefold() not in known and name not in units
    ]
    if names:
        return f"its evidence does not name {', '.join(dict.fromkeys(names))}"
    words = set(content_stems(sentence))
    if words and len(words & set(content_stems(evidence))) < SUPPORT * len(words):
        return "its evidence says something else"
    if bool(_NEGATION.search(sentence)) != bool(_NEGATION.search(evidence)):
        return "one of the two negates, the other does not"
    return ""


def _other_units(sentence: str, evidence: str) -> list[str]:
    """The sentence's measures whose unit its evidence names nowhere, or whose number has another one there."""
    there = units_in(evidence)
    said: dict[str, set[str]] = {}
    for number, unit in measures(evidence):
        said.setdefault(_plain(number), set()).add(unit)
    return [
        f"{number} {unit}"
        for number, unit in dict.fromkeys(measures(sentence))
        if not set(unit.split("/")) <= there or unit not in said.get(_plain(number), {unit})
    ]
