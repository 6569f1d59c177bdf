"""Turns a claim round by one word, so that what supported it contradicts it, and the other way about.

SciFact's annotators made most of its refuted claims in this way; here every claim of the training half gets a twin.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

_OPPOSITES = """
increases decreases, increase decrease, increased decreased, increasing decreasing, higher lower, high low, more less,
greater smaller, raises lowers, raise lower, raised lowered, enhances reduces, enhance reduce, enhanced reduced,
improves worsens, improve worsen, improved worsened, promotes inhibits, promote inhibit, promoted inhibited,
activates inhibits, activate inhibit, activated inhibited, activation inhibition, induces prevents, induce prevent,
induced prevented, upregulates downregulates, upregulated downregulated, upregulation downregulation, gain loss,
better worse, faster slower, longer shorter, superior inferior, stimulates suppresses, stimulate suppress,
accelerates delays, accelerate delay, positive negative, positively negatively, presence absence, early late,
before after, younger older, similar different, effective ineffective, dependent independent, sensitive resistant,
sensitivity resistance, agonist antagonist, acute chronic, direct indirect, common rare, required dispensable,
with without, always never, strong weak, stronger weaker, large small, larger smaller, protects exacerbates,
protective harmful, enables prevents, enable prevent, facilitates impairs, facilitate impair, rise fall, up down,
supports opposes, most few, successful unsuccessful, beneficial harmful
"""
_TABLE: dict[str, str] = {}
for _pair in _OPPOSITES.split(","):
    _one, _other = _pair.split()
    _TABLE.setdefault(_one, _other)
    _TABLE.setdefault(_other, _one)

#: Words that are turned only for want of others: they often belong to a name or to when and where.
_LOOSE = frozenset("with without up down before after most few high low large small early late".split())
_AUXILIARY = r"is|are|was|were|can|may|could|does|do|did|has|have|had|will|should"
_ASSERTED = re.compile(rf"\b({_AUXILIARY})\b(?! not)", re.IGNORECASE)
_NEGATED = re.compile(
    r"\b(?P<verb>is|are|was|were|can|may|could|has|have|had|will|should) not\b"
    r"|\b(?:does|do|did) not (?P<main>\w+)|\b(?P<can>cannot)\b|\b(?:no|not) ",
    re.IGNORECASE,
)


def turned(claim: str) -> str | None:
    """A claim that says the opposite, or None where no word is known that turns it; the same one each time."""
    options = list(_options(claim))
    drawn = random.Random(claim)  # noqa: S311 - a fixed draw
    return drawn.choice(options) if options else None


def _options(claim: str) -> Iterator[str]:
    words = [match for match in re.finditer(r"[A-Za-z]+", claim) if match.group().lower() in _TABLE]
    sure = [match for match in words if match.group().lower() not in _LOOSE]
    for match in sure or words:
        word = _TABLE[match.group().lower()]
        yield _replaced(claim, match, word.capitalize() if match.group()[0].isupper() else word)
    negation = _NEGATED.search(claim)
    if negation:
        kept = negation["verb"] or negation["main"] or ("can" if negation["can"] else "")
        # Twice: what is said not to be so is turned best by leaving out the *not*.
        yield from [_replaced(claim, negation, f"{kept} ")] * 2
    elif not sure and (asserted := _ASSERTED.search(claim)):
        yield _replaced(claim, asserted, f"{asserted.group()} not")


def _replaced(text: str, match: re.Match[str], word: str) -> str:
    return " ".join((text[: match.start()] + word + text[match.end() :]).split())
