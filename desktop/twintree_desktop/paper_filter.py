"""What is typed into the library's filter field, as a filter of the engine."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from twintree.base.records import PaperFilter

_FIELD = re.compile(r'(?<!\S)(author|year|tag|venue|journal|is):(?:"([^"]*)"?|(\S*))', re.IGNORECASE)
_YEARS = re.compile(r"^(\d{4})?(\.\.|-)?(\d{4})?$")
_STATES = {
    "unread": "unread",
    "to-read": "to_read",
    "toread": "to_read",
    "reading": "reading",
    "read": "read",
}


def typed_filter(text: str, base: PaperFilter) -> PaperFilter:
    """``base``, narrowed by words and by ``author: year: tag: venue: is:``; half-typed fields are ignored."""
    values: dict[str, Any] = {}
    for match in _FIELD.finditer(text):
        name = match[1].lower()
        value = (match[2] if match[2] is not None else match[3]).strip()
        if value:
            values |= _narrowing(name, value)
    words = _FIELD.sub(" ", text).replace('"', " ")
    values["text"] = " ".join(words.split())
    return msgspec.structs.replace(base, **values)


def _narrowing(name: str, value: str) -> dict[str, Any]:
    if name == "author":
        return {"author": value}
    if name in ("venue", "journal"):
        return {"journal": value}
    if name == "tag":
        return {"tag": value}
    if name == "is":
        return (
            {"starred": True}
            if value.lower() == "starred"
            else {"read_state": _STATES.get(value.lower(), "")}
        )
    return _years(value)


def _years(value: str) -> dict[str, Any]:
    match = _YEARS.match(value)
    if match is None or not (match[1] or match[3]):
        return {}
    first = int(match[1]) if match[1] else None
    last = int(match[3]) if match[3] else None
    return {"year_min": first, "year_max": last if match[2] else first}
