"""What is typed into the library's filter field, as a filter of the engine."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from twintree.base.records import PaperFilter
from twintree_desktop.words import tr

_FIELD = re.compile(r'(?<!\S)(author|year|tag|venue|journal|is):(?:"([^"]*)"?|(\S*))', re.IGNORECASE)
#: Everything that may stand before a colon: what the table is filtered by, and what Enter searches by.
FIELDS = ("author", "title", "venue", "journal", "note", "tag", "year", "in", "is")
_NAMED = re.compile(r'(?<![\w":/])([^\W\d_][\w-]*):(?!//)(?=\S)(?:"([^"]*)"?|(\S*))')
_QUOTED = re.compile(r'(?<![\w:])"[^"]*"?')
_YEARS = re.compile(r"^(\d{4})?(\.\.|-)?(\d{4})?$")
_SEARCHED = re.compile(r"(?<!\S)(?:(?:title|note):(?=\S)|in:\S*)", re.IGNORECASE)
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
    # Words of a title or a note are words; where in a text they stand, only a search (Enter) knows.
    words = _SEARCHED.sub("", _FIELD.sub(" ", text)).replace('"', " ")
    values["text"] = " ".join(words.split())
    return msgspec.structs.replace(base, **values)


def field_hint(text: str) -> str:
    """What is wrong with the fields of a search line, and what was probably meant; empty when nothing is."""
    return next(_hints(_QUOTED.sub(" ", text)), "")


def _hints(text: str) -> Iterator[str]:
    for match in _NAMED.finditer(text):
        name, value = match[1].lower(), match[2] if match[2] is not None else match[3]
        if name not in FIELDS:
            near = difflib.get_close_matches(name, FIELDS, 1)
            meant = " " + tr("Do you mean {0}: ?").format(near[0]) if near else ""
            known = ", ".join(f"{field}:" for field in FIELDS)
            yield tr("“{0}:” is no field, and is searched as a word.").format(match[1]) + (
                meant or " " + tr("Fields are {0}").format(known)
            )
        elif name == "is" and value.lower() not in (*_STATES, "starred"):
            yield tr("“is:” takes one of {0}.").format(", ".join(("starred", *_STATES)))
        elif name == "year" and not _years(value):
            yield tr("“year:” takes a year, or years such as 2019..2023.")


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
