"""Rows of references, mentions and works, as records; and the look-ups that matching needs."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from twintree.base.citations import CitationMention, Citer, OfferedPaper, Reference
from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.names import sort_author, to_ascii
from twintree.base.records import Record, Span
from twintree.base.text import folded
from twintree.store import listing
from twintree.store.ledger import now

#: The columns of a reference, its key first.
REFERENCE = (
    "id",
    "file",
    "position",
    "work",
    "label",
    "raw",
    "spans",
    "authors",
    "first_author",
    "title",
    "title_key",
    "year",
    "venue",
    "volume",
    "pages",
    "doi",
    "arxiv",
    "url",
    "offered",
    "role",
    "level",
    "strength",
    "strong",
    "direct",
)
#: Years by which a preprint and its printed form may differ.
_YEARS_APART = 2
_MOST_CANDIDATES = 40
_VISIBLE = "paper.binned IS NULL AND paper.merged_into IS NULL"


class Described(Record, frozen=True, kw_only=True):
    """A paper or an entry as matching compares them; ``id`` is a paper's or a work's."""

    id: str
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str = ""
    arxiv: str = ""
    raw: str = ""
    pinned: bool = False
    held: bool = False  #: of a work: whether it redirects to a paper


def stamp() -> str:
    """The time of a correction."""
    return now()


@lru_cache(maxsize=65536)
def title_key(title: str) -> str:
    """A title's letters and digits, folded, without accents."""
    low = folded(title)
    return re.sub(r"[\W_]+", "", folded(to_ascii(low)) or low)


def values(file: str, name: str, work: str, reference: Reference) -> list[object]:
    """A reference as the values of its row, in the order of ``REFERENCE``."""
    given = {
        "id": name,
        "file": file,
        "position": reference.index,
        "work": work,
        "spans": _json(reference.spans),
        "authors": _json(reference.authors),
        "first_author": sort_author(reference.authors),
        "title_key": title_key(reference.title),
        "offered": _json(reference.offered),
        "strong": int(reference.strong),
        "direct": int(reference.direct),
    }
    return [given[column] if column in given else _clean(getattr(reference, column)) for column in REFERENCE]


def _clean(value: object) -> object:
    return re.sub("[\x00\ud800-\udfff]", "\ufffd", value) if isinstance(value, str) else value


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────

_SELECT = (
    "SELECT reference.*, work.paper AS held_as, work.confidence AS confidence FROM reference "
    "JOIN work ON work.id = reference.work WHERE {} ORDER BY reference.file, reference.position, reference.id"
)


def read(connection: sqlite3.Connection, where: str, parameters: Sequence[object]) -> list[Reference]:
    """The references that a condition selects, with their mentions, in printed order."""
    rows = connection.execute(_SELECT.format(where), parameters).fetchall()
    mentions = _mentions(connection, rows)
    shown = Redirects(connection)
    return [_reference(row, mentions.get(row["id"], []), shown) for row in rows]


class Redirects:
    """Which paper an id stands for now: after merges, and not when it lies in the bin."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: dict[str, PaperId | None] = {}

    def of(self, paper: str | None) -> PaperId | None:
        """The paper that is shown for this one; None when none is."""
        if paper is None:
            return None
        if paper not in self._known:
            self._known[paper] = self._follow(paper)
        return self._known[paper]

    def _follow(self, paper: str) -> PaperId | None:
        while True:
            row = self._connection.execute(
                "SELECT id, merged_into, binned FROM paper WHERE id = ?", (paper,)
            ).fetchone()
            if row is None or (row["binned"] is not None and row["merged_into"] is None):
                return None
            if row["merged_into"] is None:
                return PaperId(row["id"])
            paper = row["merged_into"]


def _mentions(
    connection: sqlite3.Connection, rows: Sequence[sqlite3.Row]
) -> dict[str, list[CitationMention]]:
    found: dict[str, list[CitationMention]] = {}
    files = {row["id"]: row["file"] for row in rows}
    selected = connection.execute(
        "SELECT * FROM mention WHERE reference IN (SELECT value FROM json_each(?)) ORDER BY page, start, id",
        (_json(list(files)),),
    )
    for row in selected:
        mention = CitationMention(
            file=FileId(files[row["reference"]]),
            page=row["page"],
            spans=_spans(row["spans"]),
            sentence=row["sentence"],
            at=Span(row["page"], row["start"], row["end"]),
            marker=row["marker"],
            section=SectionId(row["section"]) if row["section"] else None,
            section_role=row["section_role"],
            role=row["role"],
            level=row["level"],
            confidence=row["confidence"],
        )
        found.setdefault(row["reference"], []).append(mention)
    return found


def _spans(text: str) -> tuple[Span, ...]:
    return msgspec.json.decode(text, type=tuple[Span, ...])


def _reference(row: sqlite3.Row, mentions: Sequence[CitationMention], shown: Redirects) -> Reference:
    paper = shown.of(row["held_as"])
    offered = msgspec.json.decode(row["offered"], type=tuple[OfferedPaper, ...])
    return Reference(
        id=row["id"],
        index=row["position"],
        raw=row["raw"],
        authors=tuple(json.loads(row["authors"])),
        title=row["title"],
        year=row["year"],
        venue=row["venue"],
        volume=row["volume"],
        pages=row["pages"],
        doi=row["doi"],
        arxiv=row["arxiv"],
        url=row["url"],
        label=row["label"],
        held=paper is not None,
        paper=paper,
        work=paper or row["work"],
        confidence=row["confidence"] if paper else 0.0,
        offered=() if paper else tuple(each for each in offered if shown.of(each.paper)),
        level=row["level"],
        role=row["role"],
        strength=row["strength"],
        strong=bool(row["strong"]),
        core=row["level"] == 5,
        direct=bool(row["direct"]),
        confirmed=bool(row["confirmed"]),
        file=FileId(row["file"]),
        spans=_spans(row["spans"]),
        mentions=tuple(mentions),
    )


def citers(connection: sqlite3.Connection, works: Sequence[str]) -> list[Citer]:
    """The papers whose entries stand for one of these works: strongest first, then the latest."""
    where = "reference.work IN (SELECT value FROM json_each(?))"
    found = list(_with_papers(connection, read(connection, where, [_json(list(works))])))
    best: dict[str, Citer] = {}
    for each in found:
        known = best.get(each.paper.id)
        if known is None or each.reference.level > known.reference.level:
            best[each.paper.id] = each
    return sorted(best.values(), key=lambda c: (-c.reference.level, -(c.paper.year or 0), c.paper.key))


def citers_where(connection: sqlite3.Connection, where: str, paper: str | None) -> list[Citer]:
    """Entries that a condition selects, with the papers that they stand in; of one paper, or of all."""
    parameters: list[object] = []
    if paper is not None:
        where += " AND reference.file IN (SELECT id FROM file WHERE paper = ?)"
        parameters.append(paper)
    found = _with_papers(connection, read(connection, where, parameters))
    return sorted(found, key=lambda c: (-c.reference.level, c.paper.key, c.reference.index))


def _with_papers(connection: sqlite3.Connection, references: Sequence[Reference]) -> Iterator[Citer]:
    shown = Redirects(connection)
    for reference in references:
        row = connection.execute("SELECT paper FROM file WHERE id = ?", (reference.file,)).fetchone()
        paper = shown.of(row["paper"])
        if paper is not None:
            full = connection.execute("SELECT * FROM paper WHERE id = ?", (paper,)).fetchone()
            letter = listing.letter_of(connection, paper)
            yield Citer(paper=listing.row_of(full, letter=letter), reference=reference)


# ── look-ups for matching ────────────────────────────────────────────────────────────────────────────


def papers_like(connection: sqlite3.Connection, wanted: Described) -> list[Described]:
    """Papers that may be the one described, by any of its traits."""
    ways: list[tuple[str, list[object]]] = []
    if wanted.doi:
        ways.append(("doi = ?", [wanted.doi]))
    if wanted.arxiv:
        ways.append(("arxiv IN (?, ?)", [wanted.arxiv, f"arXiv:{wanted.arxiv}"]))
    author = sort_author(wanted.authors)
    if author and wanted.year:
        low, high = wanted.year - _YEARS_APART, wanted.year + _YEARS_APART
        ways.append(("first_author = ? AND (year IS NULL OR year BETWEEN ? AND ?)", [author, low, high]))
    words = _title_query(wanted.title or wanted.raw)
    if words:
        ways.append(
            (
                "num IN (SELECT rowid FROM paper_words WHERE paper_words MATCH ? ORDER BY rank LIMIT 12)",
                [f"title : ({words})"],
            )
        )
    found: dict[str, Described] = {}
    for condition, parameters in ways:
        sql = f"SELECT * FROM paper WHERE {condition} AND {_VISIBLE} LIMIT {_MOST_CANDIDATES}"
        for row in connection.execute(sql, parameters):
            found.setdefault(row["id"], _described(row["id"], row))
    return list(found.values())


def paper_described(connection: sqlite3.Connection, paper: str) -> Described | None:
    """A paper as matching compares it; None when it is gone, binned or merged into another one."""
    row = connection.execute(f"SELECT * FROM paper WHERE id = ? AND {_VISIBLE}", (paper,)).fetchone()
    return None if row is None else _described(paper, row)


def standing_for(connection: sqlite3.Connection, paper: str) -> dict[str, list[Described]]:
    """The works that redirect to a paper without a person's word, with the entries that stand for each."""
    rows = connection.execute(
        "SELECT reference.* FROM reference JOIN work ON work.id = reference.work "
        "WHERE work.paper = ? AND work.pinned = 0 ORDER BY work.id, reference.id",
        (paper,),
    )
    found: dict[str, list[Described]] = {}
    for row in rows:
        found.setdefault(row["work"], []).append(_described(row["work"], row, row["raw"]))
    return found


def _title_query(title: str) -> str:
    words = list(dict.fromkeys(re.findall(r"[^\W_]{4,}", folded(title))))
    longest = sorted(words, key=lambda word: (-len(word), word))[:8]
    return " OR ".join(f'"{word}"' for word in longest)


def works_like(connection: sqlite3.Connection, wanted: Described) -> list[Described]:
    """Entries that may stand for the work described, by any of its traits; ``id`` is their work's."""
    key, author = title_key(wanted.title), sort_author(wanted.authors)
    ways: list[tuple[str, list[object]]] = []
    if wanted.doi:
        ways.append(("reference.doi = ?", [wanted.doi]))
    if wanted.arxiv:
        ways.append(("reference.arxiv = ?", [wanted.arxiv]))
    if key:
        ways.append(("reference.title_key = ?", [key]))
    if author:
        low, high = (wanted.year or 0) - 1, (wanted.year or 9999) + 1
        ways.append(("reference.first_author = ? AND reference.year BETWEEN ? AND ?", [author, low, high]))
    found: dict[tuple[str, str], Described] = {}
    for condition, parameters in ways:
        sql = (
            "SELECT reference.*, work.pinned AS pinned, work.paper AS held_as FROM reference "
            f"JOIN work ON work.id = reference.work WHERE {condition} LIMIT {_MOST_CANDIDATES}"
        )
        for row in connection.execute(sql, parameters):
            described = _described(row["work"], row, row["raw"])
            found.setdefault(
                (row["work"], row["title_key"]),
                msgspec.structs.replace(
                    described, pinned=bool(row["pinned"]), held=row["held_as"] is not None
                ),
            )
    return list(found.values())


def _described(name: str, row: sqlite3.Row, raw: str = "") -> Described:
    return Described(
        id=name,
        title=row["title"],
        authors=tuple(json.loads(row["authors"])),
        year=row["year"],
        doi=row["doi"],
        arxiv=row["arxiv"].removeprefix("arXiv:"),
        raw=raw,
    )
