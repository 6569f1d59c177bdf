"""Highlights, claims and kept citations follow their words when a page's text changes.

A highlight whose words are gone is orphaned, a claim has no spans then; a citation is left as it was given.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from twintree.base.answers import Answer
from twintree.base.records import Citation, Span
from twintree.base.text import find_quote

_Spans = tuple[Span, ...]


def reanchor(connection: sqlite3.Connection, file: str, old: Mapping[int, str]) -> None:
    """Move a file's highlights and claims, and the citations of kept answers, to where their words stand now.

    Args:
        connection: the writing one, after the new texts are in.
        file: whose pages changed.
        old: page number -> text before the change, for every page that changed or went.
    """
    rows = connection.execute(
        "SELECT id, spans, quote, orphaned FROM highlight WHERE file = ?", (file,)
    ).fetchall()
    for row in rows:
        spans = msgspec.json.decode(row["spans"], type=_Spans)
        if not row["orphaned"] and not any(span.page in old for span in spans):
            continue
        found = _search(connection, file, spans, old, row["quote"] if row["orphaned"] else "")
        if found is None:
            connection.execute("UPDATE highlight SET orphaned = 1 WHERE id = ?", (row["id"],))
        else:
            text = msgspec.json.encode(found).decode()
            connection.execute("UPDATE highlight SET spans = ?, orphaned = 0 WHERE id = ?", (text, row["id"]))
    _reanchor_claims(connection, file, old)
    _reanchor_runs(connection, file, old)


def _reanchor_claims(connection: sqlite3.Connection, file: str, old: Mapping[int, str]) -> None:
    """What a person added or corrected is not extracted again: its place has to follow its words here."""
    rows = connection.execute("SELECT id, page, spans, quote FROM claim WHERE file = ?", (file,)).fetchall()
    for row in rows:
        known = msgspec.json.decode(row["spans"], type=_Spans)
        if known and not any(span.page in old for span in known):
            continue
        spans = known or (Span(row["page"], 0, 0),)
        found = _search(connection, file, spans, old, "" if known else row["quote"]) or []
        page = found[0].page if found else row["page"]
        connection.execute(
            "UPDATE claim SET page = ?, spans = ? WHERE id = ?",
            (page, msgspec.json.encode(found).decode(), row["id"]),
        )


def _reanchor_runs(connection: sqlite3.Connection, file: str, old: Mapping[int, str]) -> None:
    rows = connection.execute(
        "SELECT id, content FROM run WHERE instr(content, ?1) AND id IN (SELECT run FROM run_paper "
        "WHERE paper IN (SELECT paper FROM file WHERE id = ?1 UNION SELECT paper.id FROM file "
        "JOIN paper ON paper.merged_into = file.paper WHERE file.id = ?1))",
        (file,),
    ).fetchall()
    for row in rows:
        answer = msgspec.json.decode(row["content"], type=Answer)
        sentences = tuple(
            replace(
                each,
                citations=tuple(_moved(connection, file, old, c) for c in each.citations),
                against=tuple(_moved(connection, file, old, c) for c in each.against),
            )
            for each in answer.sentences
        )
        if sentences != answer.sentences:
            content = msgspec.json.encode(replace(answer, sentences=sentences)).decode()
            connection.execute("UPDATE run SET content = ? WHERE id = ?", (content, row["id"]))


def _moved(connection: sqlite3.Connection, file: str, old: Mapping[int, str], citation: Citation) -> Citation:
    if citation.file != file or citation.page not in old:
        return citation
    found = [
        _nearest(connection, file, span, old[span.page][span.start : span.end])
        for span in citation.spans
        if span.page in old
    ]
    spans = tuple(each for each in found if each is not None)
    # A quote that is torn over pages now is no longer one citation: leave it to the check of its quote.
    if len(spans) < len(citation.spans) or len({span.page for span in spans}) != 1:
        return citation
    page = spans[0].page
    label = re.sub(rf"\b{citation.page}$", str(page), citation.label)
    return replace(citation, page=page, spans=spans, label=label)


def _search(
    connection: sqlite3.Connection, file: str, spans: Sequence[Span], old: Mapping[int, str], lost: str
) -> list[Span] | None:
    """Where spans stand now; of ``lost`` words the spans are stale: only the whole of them can be sought."""
    if lost:
        whole = _nearest(connection, file, spans[0], lost) if spans else None
        return [whole] if whole else None
    found = []
    for span in spans:
        if span.page not in old:
            found.append(span)
            continue
        here = _nearest(connection, file, span, old[span.page][span.start : span.end])
        if here is None:
            return None
        found.append(here)
    return found


def _nearest(connection: sqlite3.Connection, file: str, span: Span, words: str) -> Span | None:
    # Its own page first, then outwards: a version with a cover page shifts everything by one.
    rows = connection.execute(
        "SELECT number FROM page WHERE file = ? ORDER BY abs(number - ?), number", (file, span.page)
    ).fetchall()
    for (number,) in rows:
        (text,) = connection.execute(
            "SELECT text FROM page WHERE file = ? AND number = ?", (file, number)
        ).fetchone()
        places = _occurrences(text, words)
        if places:
            start, end = min(places, key=lambda place: abs(place[0] - span.start))
            return Span(number, start, end)
    return None


def _occurrences(text: str, words: str) -> list[tuple[int, int]]:
    places = []
    place = find_quote(text, words)
    while place is not None:
        places.append(place)
        place = find_quote(text, words, place[0] + 1)
    return places
