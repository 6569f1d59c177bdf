"""What is wrong with a search line: its fields, and values of theirs that this library does not have."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from twintree.base.searchfields import FieldProblem, field_problem, typed_fields
from twintree.retrieval.conditions import names_section
from twintree.store.ledger import Ledger, translated
from twintree.structure.roles import role_names

_SECTIONS = (
    "SELECT DISTINCT section.role, section.title FROM section JOIN paper ON paper.id = section.paper "
    "WHERE paper.binned IS NULL AND paper.merged_into IS NULL"
)


def line_problem(ledger: Ledger, text: str) -> FieldProblem | None:
    """The first thing that keeps a search line from finding what was meant; None when nothing does.

    Args:
        ledger: the library's.
        text: the line as typed.
    """
    return field_problem(text) or next(_unheard_of(ledger, text), None)


def _unheard_of(ledger: Ledger, text: str) -> Iterator[FieldProblem]:
    for name, value in typed_fields(text):
        if name.lower() == "in" and value and not _has_section(ledger, value):
            yield FieldProblem(kind="section", name=value, meant=_near(value, role_names()))
        elif name.lower() == "tag" and value:
            tags = _values(ledger, "SELECT name FROM tag")
            if value.casefold() not in map(str.casefold, tags):
                yield FieldProblem(kind="tag", name=value, meant=_near(value, tags))


def _has_section(ledger: Ledger, name: str) -> bool:
    with translated():
        rows = ledger.read().execute(_SECTIONS)
        return any(names_section(name, row["role"], row["title"]) for row in rows)


def _values(ledger: Ledger, sql: str) -> list[str]:
    with translated():
        return [str(row[0]) for row in ledger.read().execute(sql)]


def _near(typed: str, known: Iterable[str]) -> str:
    by_fold = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(typed.casefold(), by_fold, 1)
    return by_fold[near[0]] if near else ""
