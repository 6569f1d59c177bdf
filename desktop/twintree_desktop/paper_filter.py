"""What is typed into the library's filter field, as a filter of the engine."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from twintree.base.records import PaperFilter
from twintree.base.searchfields import STATES, TABLE_FIELDS, FieldProblem, field_problem, typed, year_bounds
from twintree_desktop.words import tr

_FIELD = re.compile(r'(?<!\S)(author|year|tag|venue|journal|is):(?:"([^"]*)"?|(\S*))', re.IGNORECASE)
_SEARCHED = re.compile(r"(?<!\S)(?:(?:title|note):(?=\S)|in:\S*)", re.IGNORECASE)


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
    problem = field_problem(text, TABLE_FIELDS)
    return "" if problem is None else problem_words(problem)


def problem_words(problem: FieldProblem) -> str:
    """What is wrong with a search line, and what may be typed instead, in the window's language."""
    meant = typed(problem.meant)
    if problem.kind == "backwards":
        said = tr("No year lies in “{0}”. Do you mean year:{1} ?")
        return said.format(problem.name, problem.meant)
    if problem.kind == "section":
        way_out = tr("Sections go by their part (in:methods, in:results) or by words of their titles.")
        if problem.meant:
            way_out = tr("Do you mean in:{0} ?").format(meant)
        return tr("No paper has a section “{0}”.").format(problem.name) + " " + way_out
    if problem.kind == "tag":
        way_out = " " + tr("Do you mean tag:{0} ?").format(meant) if problem.meant else ""
        return tr("There is no tag “{0}”.").format(problem.name) + way_out
    if problem.kind == "state":
        return tr("“is:” takes one of {0}.").format(", ".join(problem.known))
    if problem.kind == "year":
        return tr("“year:” takes a year, or years such as 2019..2023.")
    way_out = tr("Do you mean {0}: ?").format(problem.meant)
    if not problem.meant:
        way_out = tr("Fields are {0}").format(", ".join(f"{field}:" for field in problem.known))
    return tr("“{0}:” is no field, and is searched as a word.").format(problem.name) + " " + way_out


def _narrowing(name: str, value: str) -> dict[str, Any]:
    if name == "author":
        return {"author": value}
    if name in ("venue", "journal"):
        return {"journal": value}
    if name == "tag":
        return {"tag": value}
    if name == "is":
        return (
            {"starred": True} if value.lower() == "starred" else {"read_state": STATES.get(value.lower(), "")}
        )
    return _years(value)


def _years(value: str) -> dict[str, Any]:
    bounds = year_bounds(value)
    return {} if bounds is None else dict(zip(("year_min", "year_max"), bounds, strict=True))
