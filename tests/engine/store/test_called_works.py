"""Works are called by the family of their first author, as people write it, and a year."""

from __future__ import annotations

import sqlite3

import pytest

from twintree.store.calledworks import works_by


@pytest.fixture
def connection() -> sqlite3.Connection:
    made = sqlite3.connect(":memory:")
    made.execute("CREATE TABLE reference (work TEXT, first_author TEXT, year INTEGER)")
    rows = [("W1", "van der maaten", 2008), ("W2", "maaten", 2009), ("W3", "smaaten", 2008), ("W4", "", 2008)]
    made.executemany("INSERT INTO reference VALUES (?, ?, ?)", rows)
    return made


@pytest.mark.parametrize(
    ("author", "year", "works"),
    [
        ("maaten", 2008, ["W1"]),
        ("van der maaten", 2008, ["W1"]),
        ("maaten", 2009, ["W2"]),
        ("van der maaten", 2009, []),
        ("aaten", 2008, []),
    ],
)
def test_a_family_is_known_with_and_without_its_particles(
    connection: sqlite3.Connection, author: str, year: int, works: list[str]
) -> None:
    assert works_by(connection, author, year) == works
