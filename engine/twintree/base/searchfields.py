"""The fields of a search line (``author:name``), and what is wrong with one that was typed."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

from twintree.base.records import Record

#: What a search understands before a colon.
SEARCH_FIELDS = ("author", "title", "venue", "journal", "note", "tag", "year", "in")
#: What the library's table understands as well, with its values.
STATES = {
    "unread": "unread",
    "to-read": "to_read",
    "toread": "to_read",
    "reading": "reading",
    "read": "read",
}
TABLE_FIELDS = (*SEARCH_FIELDS, "is")

#: What ``in:`` takes, where nothing near to what was typed is known.
SECTION_WAY_OUT = "Sections go by their part (in:methods, in:results) or by words of their titles."

_NAMED = re.compile(r'(?<![\w":/])([^\W\d_][\w-]*):(?!//)(?=\S)(?:"([^"]*)"?|(\S*))')
_QUOTED = re.compile(r'(?<![\w:])"[^"]*"?')
_YEARS = re.compile(r"(?P<only>\d{4})|(?P<low>\d{4})?(?:\.\.|-)(?P<high>\d{4})?")


class FieldProblem(Record, frozen=True, kw_only=True):
    """A field that will not do what was meant."""

    kind: str  #: unknown | state | year | backwards | section | tag
    name: str  #: as typed: the field, or of the last three kinds what stands behind it
    meant: str = ""  #: what it was probably meant to be
    known: tuple[str, ...] = ()  #: the fields, or the values, that there are

    def told(self) -> str:
        """What is wrong, and what may be typed instead."""
        if self.kind == "state":
            return f"“is:” takes one of {', '.join(self.known)}."
        if self.kind == "year":
            return "“year:” takes a year, or years such as 2019..2023."
        if self.kind == "backwards":
            return f"No year lies in “{self.name}”. Do you mean year:{self.meant} ?"
        if self.kind == "section":
            way_out = f"Do you mean in:{typed(self.meant)} ?" if self.meant else SECTION_WAY_OUT
            return f"No paper has a section “{self.name}”. {way_out}"
        if self.kind == "tag":
            way_out = f" Do you mean tag:{typed(self.meant)} ?" if self.meant else ""
            return f"There is no tag “{self.name}”.{way_out}"
        known = ", ".join(f"{field}:" for field in self.known)
        way_out = f"Do you mean {self.meant}: ?" if self.meant else f"Fields are {known}"
        return f"“{self.name}:” is no field, and is searched as a word. {way_out}"


def typed(value: str) -> str:
    """A value as it is typed behind a colon: in quotes where it has several words."""
    return f'"{value}"' if " " in value else value


def year_bounds(value: str) -> tuple[int | None, int | None] | None:
    """The bounds that ``2020``, ``2019..2023``, ``2019..`` or ``..2023`` set; None for anything else."""
    match = _YEARS.fullmatch(value)
    if match is None or not (match["only"] or match["low"] or match["high"]):
        return None
    if match["only"]:
        return int(match["only"]), int(match["only"])
    low, high = match["low"], match["high"]
    return int(low) if low else None, int(high) if high else None


def typed_fields(text: str) -> list[tuple[str, str]]:
    """What stands before a colon in a line, as typed, and behind it; addresses and quoted words are none."""
    found = _NAMED.finditer(_QUOTED.sub(" ", text))
    return [(match[1], match[2] if match[2] is not None else match[3]) for match in found]


def field_problem(text: str, fields: Sequence[str] = SEARCH_FIELDS) -> FieldProblem | None:
    """The first thing that is wrong with the fields of a line; None when nothing is.

    Args:
        text: what was typed.
        fields: the fields that are understood.
    """
    return next(_problems(text, fields), None)


def _problems(text: str, fields: Sequence[str]) -> Iterator[FieldProblem]:
    for said, value in typed_fields(text):
        name = said.lower()
        if name not in fields:
            near = difflib.get_close_matches(name, fields, 1)
            yield FieldProblem(kind="unknown", name=said, meant=near[0] if near else "", known=tuple(fields))
        elif name == "is" and value.lower() not in (*STATES, "starred"):
            yield FieldProblem(kind="state", name=said, known=("starred", *STATES))
        elif name == "year":
            yield from _year_problem(said, value)


def _year_problem(said: str, value: str) -> Iterator[FieldProblem]:
    bounds = year_bounds(value)
    if bounds is None:
        yield FieldProblem(kind="year", name=said)
        return
    low, high = bounds
    if low is not None and high is not None and low > high:
        yield FieldProblem(kind="backwards", name=value, meant=f"{high}..{low}")
