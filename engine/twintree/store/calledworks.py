"""Which works of the citation graph a name calls: by an entry's title, its authors and year, or beside its markers."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter

from twintree.store.citationrows import title_key

#: A marker that stands for several works, or a number of words too many to be a name, tell of no single one.
_GROUP = re.compile(r";|\[\d+\s*[,\-–]")
_LONGEST_NAME = 40
#: Works by markers that are told, and the share of the most called one's count that another must reach.
_MOST, _SHARE = 3, 0.5


def works_called(connection: sqlite3.Connection, name: str) -> list[str]:
    """The works that a name calls, as ids of works (several may redirect to one paper); none where it calls none.

    A whole title counts and the part of one before its colon (*BERT: …*); where no title is so, a name that stands
    right before a marker (*ELMo (Peters et al., 2018)*).
    """
    return list(dict.fromkeys(_by_title(connection, name) or _by_marker(connection, name)))


def works_by(connection: sqlite3.Connection, first_author: str, year: int | None) -> list[str]:
    """The works whose entries name this first author, as ``sort_author`` writes families, and year; None for any.

    A family may be called without its particles: *Maaten* for *van der Maaten*.
    """
    rows = connection.execute(
        "SELECT DISTINCT work FROM reference "
        "WHERE (? IS NULL OR year = ?) "
        "AND (first_author = ? OR substr(first_author, -length(?) - 1) = ' ' || ?) ORDER BY work",
        (year, year, first_author, first_author, first_author),
    )
    return [row[0] for row in rows]


def _by_title(connection: sqlite3.Connection, name: str) -> list[str]:
    key = title_key(name)
    if len(key) < 2:
        return []
    rows = connection.execute(
        "SELECT work, title, title_key FROM reference "
        "WHERE title_key <> '' AND title_key >= ? AND title_key < ? ORDER BY work",
        (key, f"{key}\U0010ffff"),
    )
    return [row[0] for row in rows if key in (row[2], title_key(row[1].partition(":")[0]))]


def _by_marker(connection: sqlite3.Connection, name: str) -> list[str]:
    if not 2 <= len(name) <= _LONGEST_NAME:
        return []
    before = re.compile(rf"(?<![\w-]){re.escape(name)}[\s(\[]*$", re.I)
    rows = connection.execute(
        "SELECT reference.work, mention.sentence, mention.marker FROM mention "
        "JOIN reference ON reference.id = mention.reference WHERE instr(lower(mention.sentence), lower(?)) > 0",
        (name,),
    )
    votes: Counter[str] = Counter()
    for work, sentence, marker in rows:
        if not _GROUP.search(marker) and before.search(sentence.partition(marker)[0]):
            votes[work] += 1
    best = votes.most_common(_MOST)
    return [work for work, count in best if count >= _SHARE * best[0][1]]
