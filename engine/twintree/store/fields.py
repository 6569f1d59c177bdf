"""Metadata fields: every proposal is kept, the most trusted one is shown, and the citation key follows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from twintree.base.errors import WrongUse
from twintree.base.ids import PaperId
from twintree.base.names import key_base, sort_author, sort_title
from twintree.base.records import FieldValue
from twintree.store.ledger import now

#: Sources from the most trusted to the least; what is not named here comes last.
TRUST = ("person", "bibtex", "ris", "csl", "zotero", "xmp", "pattern", "layout", "info", "model")
#: Imported records are trusted alike.
_RANK = {
    source: 1 if source in ("bibtex", "ris", "csl", "zotero") else place for place, source in enumerate(TRUST)
}
#: The fields that a person can correct, beside the citation key.
NAMES = ("title", "authors", "year", "venue", "abstract", "doi", "arxiv", "kind", "language")
_TEXTS = ("title", "venue", "abstract", "doi", "arxiv", "kind", "language")


def write(connection: sqlite3.Connection, paper: str, proposals: Iterable[FieldValue]) -> None:
    """Keep proposals (one a source and field) and choose anew.

    A confidence of 0 keeps a proposal on show without ever choosing it (an identifier that does not agree
    with the first page).

    Raises:
        WrongUse: a value has the wrong type for its field.
    """
    for each in proposals:
        connection.execute(
            "INSERT INTO field (paper, field, source, value, confidence) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT DO UPDATE SET value = excluded.value, confidence = excluded.confidence",
            (paper, each.field, each.source, encoded(each.field, each.value), round(each.confidence, 6)),
        )
    choose(connection, paper)


def encoded(field: str, value: Any) -> str:
    """A field's value as it is stored: JSON of the type that the field has.

    Raises:
        WrongUse: it cannot be read as that type.
    """
    if field == "year":
        return msgspec.json.encode(_year(value)).decode()
    if field == "authors":
        if isinstance(value, str):
            value = [part for part in value.split(";") if part.strip()]
        if not isinstance(value, Sequence):
            raise WrongUse("Authors must be a list of names.", "Separate names by semicolons.")
        value = [" ".join(_text(name).split()) for name in value]
        return msgspec.json.encode(value).decode()
    if field in _TEXTS:
        value = _text(value)
    return msgspec.json.encode(value).decode()


def _text(value: Any) -> str:
    text = "" if value is None else str(value)
    return "".join(
        "\ufffd" if char == "\0" or "\ud800" <= char <= "\udfff" else char for char in text
    ).strip()


def _year(value: Any) -> int | None:
    if value is None or value == "":
        return None
    try:
        year = int(value)
    except (TypeError, ValueError):
        raise WrongUse(f"{value!r} is no year.", "Give a number, such as 2024.") from None
    if not 0 < year < 10_000:
        raise WrongUse(f"{value!r} is no year.", "Give a number, such as 2024.")
    return year


def stored(connection: sqlite3.Connection, paper: str) -> list[FieldValue]:
    """Every proposal, by field and then from the most trusted to the least; one a field is chosen."""
    rows = connection.execute("SELECT field, source, value, confidence FROM field WHERE paper = ?", (paper,))
    ordered = sorted(rows, key=lambda row: (row["field"], *_order(row)))
    found: list[FieldValue] = []
    for row in ordered:
        first = not found or found[-1].field != row["field"]
        found.append(
            FieldValue(
                field=row["field"],
                source=row["source"],
                value=json.loads(row["value"]),
                confidence=row["confidence"],
                chosen=first and row["confidence"] > 0,
            )
        )
    return found


def _order(row: sqlite3.Row) -> tuple[bool, int, float, str]:
    source = row["source"]
    return row["confidence"] <= 0, _RANK.get(source, len(TRUST)), -row["confidence"], source


def choose(connection: sqlite3.Connection, paper: str) -> None:
    """Write each field's chosen value into the paper's row, with what is derived from it."""
    chosen = {each.field: each.value for each in stored(connection, paper) if each.chosen}
    texts = {name: chosen.get(name) or "" for name in _TEXTS}
    texts["kind"] = texts["kind"] or "article"
    authors: list[str] = chosen.get("authors") or []
    year: int | None = chosen.get("year")
    values = {
        **texts,
        "sort_title": sort_title(texts["title"]),
        "authors": msgspec.json.encode(authors).decode(),
        "first_author": sort_author(authors),
        "year": year,
    }
    row = connection.execute("SELECT * FROM paper WHERE id = ?", (paper,)).fetchone()
    changed = {name: value for name, value in values.items() if row[name] != value}
    if not row["key_pinned"]:
        key = _fresh_key(connection, PaperId(paper), row["key"], key_base(authors, year, texts["title"]))
        if key != row["key"]:
            changed["key"] = key
    if changed:
        changed["modified"] = now()
        columns = ", ".join(f"{name} = ?" for name in changed)
        connection.execute(f"UPDATE paper SET {columns} WHERE id = ?", [*changed.values(), paper])


def _fresh_key(connection: sqlite3.Connection, paper: PaperId, present: str, base: str) -> str:
    if not base:
        return paper.lower()
    if present == base or (
        present.startswith(base) and present[len(base) :].isalpha() and _is_suffixed(present, base)
    ):
        return present
    return free_key(connection, base, paper)


def _is_suffixed(present: str, base: str) -> bool:
    # A suffix of ours is one or two letters; a longer remainder belongs to another title's word.
    return len(present) - len(base) <= 2


def free_key(connection: sqlite3.Connection, base: str, paper: str) -> str:
    """``base``, or ``base`` with the first free suffix a … z, aa …"""
    number = 0
    while True:
        key = base + _letters(number)
        taken = connection.execute("SELECT 1 FROM paper WHERE key = ? AND id <> ?", (key, paper)).fetchone()
        if taken is None:
            return key
        number += 1


def _letters(number: int) -> str:
    text = ""
    while number > 0:
        number, digit = divmod(number - 1, 26)
        text = chr(ord("a") + digit) + text
    return text
