"""The cues of claims, as the resources have them: what tells a main claim, and of which type it is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

from twintree.base.records import Record

Cue = tuple[float, re.Pattern[str]]


class Cues(Record, frozen=True, kw_only=True):
    """Weighted patterns: of a main claim, and of each type."""

    salience: tuple[Cue, ...]
    kinds: dict[str, tuple[Cue, ...]]


@cache
def cues() -> Cues:
    """``claim_cues.toml``, compiled."""
    text = resources.files("twintree_resources").joinpath("claim_cues.toml").read_text("utf-8")
    known = tomllib.loads(text)
    kinds = {kind: _compiled(rows) for kind, rows in known["kinds"].items()}
    return Cues(salience=_compiled(known["salience"]), kinds=kinds)


def _compiled(rows: Sequence[tuple[float, str]]) -> tuple[Cue, ...]:
    return tuple((float(weight), re.compile(pattern, re.IGNORECASE)) for weight, pattern in rows)
