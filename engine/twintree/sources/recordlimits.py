"""Bounds what a file of records may say: real records are far below, and broken ones must not fill a library."""

from __future__ import annotations

import re
from typing import Any

#: The largest file of records that is read, in bytes: some 200,000 records with abstracts.
LARGEST = 256 << 20
#: Characters that a value keeps. The longest titles on record have under 2,000; an abstract may be a whole summary.
_LONGEST = {"abstract": 100_000, "title": 4_000}
_LONGEST_WORD = 1_000
#: The largest collaborations sign with about 5,000 names.
MOST_AUTHORS = 6_000
_MOST_WORDS = 1_000
_NOTE = 100_000
#: TeX beyond this is not resolved: it takes time that grows with the length, and no value that is kept needs it.
LONGEST_TEX = 120_000
_SURROGATES = re.compile("[\ud800-\udfff]")


def whole(text: str) -> str:
    """A text with a mark for each half of a character, which no file can keep."""
    return _SURROGATES.sub("\ufffd", text)


def bounded(fields: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Fields with their values cut to what a real record holds, and the names of those that were cut."""
    kept: dict[str, Any] = {}
    cut: list[str] = []
    for name, value in fields.items():
        if isinstance(value, str):
            kept[name] = short(value, _LONGEST.get(name, _LONGEST_WORD))
        elif isinstance(value, list):
            kept[name] = [short(str(each)) for each in value[:MOST_AUTHORS]]
        else:
            kept[name] = value
            continue
        if len(kept[name]) < len(value) or (
            isinstance(value, list) and any(len(each) > _LONGEST_WORD for each in value)
        ):
            cut.append(name)
    return kept, cut


def short(text: str, longest: int = _LONGEST_WORD) -> str:
    """A text of at most ``longest`` characters, without halves of characters; a cut one ends in an ellipsis."""
    text = whole(text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def shortened(values: tuple[str, ...], longest: int = _NOTE) -> tuple[str, ...]:
    """At most 1,000 values, each of at most ``longest`` characters."""
    return tuple(short(each, longest) for each in values[:_MOST_WORDS])
