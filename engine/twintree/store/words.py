"""The word index: FTS5 tables inside the ledger, kept in step by the transaction that writes the text.

Papers and entries are followed by triggers of the ledger; passages, whose text stands in their page's, by
``index_passages`` and ``drop_passages``.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence

from twintree.base.errors import WrongUse
from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.records import Record
from twintree.store.ledger import Ledger, translated

_UNSPACED = (
    "\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Myanmar, Khmer
    "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"  # Hangul
    "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # Hiragana, Katakana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
_RUN = re.compile(f"[{_UNSPACED}]+")
_EDGES = "()[]{}<>,;:!?\"'“”‘’`´«»…*†‡§"
_IDENTIFIER = re.compile(
    r"[^\W\d_][^\s]*\d|\d[^\s]*[^\W\d_]"  # letters and digits
    r"|\w_\w|__\w|\+\+|#"
    r"|[^\W\d_]\.[^\W_]"  # joined by a point
    r"|[a-zß-ÿ][A-ZÀ-Þ]"  # mixed inner case
)
_LONGEST_TOKEN = 200
#: Pages of a word table that one transaction of a purge writes: about a tenth of a second.
_MERGED_PAGES = 1000


def has_unspaced(text: str) -> bool:
    """Whether any of the text is in a script written without spaces between words."""
    return bool(_RUN.search(text))


def gram_text(text: str) -> str:
    """What of a passage goes into the trigram table: runs of unspaced scripts, and identifiers, each once."""
    found = dict.fromkeys(_RUN.findall(text) if not text.isascii() else ())
    for word in dict.fromkeys(text.split()):
        if word.isalpha() and word[1:].islower():
            continue  # most words: without inner capitals or digits, so no identifier
        token = word.strip(_EDGES).rstrip(".")
        if 2 < len(token) <= _LONGEST_TOKEN and _IDENTIFIER.search(token) and not _RUN.search(token):
            found[token] = None
    return " ".join(found)


def index_passages(
    connection: sqlite3.Connection, page: int, text: str, spans: Iterable[tuple[int, int]]
) -> None:
    """Store a page's passages and their words; call inside a transaction, for a page that has none.

    Args:
        connection: the writing one.
        page: the page's row id.
        text: the page's text, as stored.
        spans: offsets ``[start, end)`` into it.
    """
    for start, end in spans:
        inserted = connection.execute(
            'INSERT INTO passage (page, start, "end") VALUES (?, ?, ?)', (page, start, end)
        )
        words = text[start:end]
        connection.execute(
            "INSERT INTO passage_words (rowid, text) VALUES (?, ?)", (inserted.lastrowid, words)
        )
        grams = gram_text(words)
        if grams:
            connection.execute(
                "INSERT INTO passage_grams (rowid, text) VALUES (?, ?)", (inserted.lastrowid, grams)
            )


def drop_passages(connection: sqlite3.Connection, pages: Sequence[int]) -> None:
    """Take pages' passages and their words out; must come before the pages' text changes or goes."""
    for page in pages:
        connection.execute(
            "INSERT INTO passage_words (passage_words, rowid, text) SELECT 'delete', id, text "
            "FROM passage_text WHERE id IN (SELECT id FROM passage WHERE page = ?)",
            (page,),
        )
        connection.execute(
            "DELETE FROM passage_grams WHERE rowid IN (SELECT id FROM passage WHERE page = ?)", (page,)
        )
        connection.execute("DELETE FROM passage WHERE page = ?", (page,))


def rebuild_words(connection: sqlite3.Connection) -> None:
    """Make every word table afresh from the rows it stands for."""
    for table in ("passage_words", "entry_words", "paper_words"):
        connection.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")
    # The trigram table keeps its own text, so it is emptied by making it anew.
    connection.execute("DELETE FROM passage_grams")
    rows = connection.execute("SELECT id, text FROM passage_text")
    for row in rows:
        grams = gram_text(row["text"])
        if grams:
            connection.execute("INSERT INTO passage_grams (rowid, text) VALUES (?, ?)", (row["id"], grams))


def purge_words(ledger: Ledger) -> None:
    """Merge every word table into one segment, so that deleted words leave the disk.

    In short transactions, so that other writers wait for a moment only; call it outside of ``write()``.
    FTS5's own ``secure-delete`` would do it in place, but makes tables that SQLite before 3.42 cannot read.
    """
    for table in ("passage_words", "passage_grams", "entry_words", "paper_words"):
        while _merge_some(ledger, table):
            pass
        with ledger.write() as connection:
            connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")


def _merge_some(ledger: Ledger, table: str) -> bool:
    with ledger.write() as connection:
        before = connection.total_changes
        connection.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('merge', ?)", (-_MERGED_PAGES,))
        # FTS5's own sign that nothing was left to merge.
        return connection.total_changes - before >= 2


class PassageMatch(Record, frozen=True, kw_only=True):
    """A paragraph that matches; ``rank`` is FTS5's bm25, smaller being better."""

    id: int
    paper: PaperId
    file: FileId
    page: int
    start: int
    end: int
    rank: float


class EntryMatch(Record, frozen=True, kw_only=True):
    """An entry that matches; ``rank`` is FTS5's bm25, smaller being better."""

    id: int
    paper: PaperId
    section: SectionId | None
    rank: float


_VISIBLE = "paper.binned IS NULL AND paper.merged_into IS NULL"


class WordIndex:
    """MATCH queries, built and quoted by ``retrieval.query``, over what is neither binned nor merged."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def passages(
        self, match: str, papers: Sequence[str] | None = None, limit: int = 100, *, grams: bool = False
    ) -> list[PassageMatch]:
        """Paragraphs that match, best first.

        Args:
            match: an FTS5 query.
            papers: only of these; None for all.
            limit: at most so many.
            grams: ask the trigram table (each term at least three characters) instead of the word table.

        Raises:
            WrongUse: FTS5 cannot read the query.
        """
        table = "passage_grams" if grams else "passage_words"
        sql = (
            'SELECT passage.id, paper.id, file.id, page.number, passage.start, passage."end", '
            f"{table}.rank AS rank FROM {table} JOIN passage ON passage.id = {table}.rowid "
            "JOIN page ON page.id = passage.page JOIN file ON file.id = page.file "
            f"JOIN paper ON paper.id = file.paper WHERE {table} MATCH ? AND {_VISIBLE} "
            f"{_only(papers)} ORDER BY rank LIMIT ?"
        )
        rows = self._run(sql, [match, *(papers or ()), limit])
        return [
            PassageMatch(id=r[0], paper=r[1], file=r[2], page=r[3], start=r[4], end=r[5], rank=r[6])
            for r in rows
        ]

    def entries(self, match: str, papers: Sequence[str] | None = None, limit: int = 1000) -> list[EntryMatch]:
        """Entries that match, best first; arguments and errors as for ``passages``."""
        sql = (
            "SELECT entry.id, paper.id, entry.section, entry_words.rank AS rank FROM entry_words "
            "JOIN entry ON entry.id = entry_words.rowid JOIN paper ON paper.id = entry.paper "
            f"WHERE entry_words MATCH ? AND {_VISIBLE} {_only(papers)} ORDER BY rank LIMIT ?"
        )
        rows = self._run(sql, [match, *(papers or ()), limit])
        return [EntryMatch(id=r[0], paper=r[1], section=r[2], rank=r[3]) for r in rows]

    def papers(self, match: str, papers: Sequence[str] | None = None, limit: int = 1000) -> list[PaperId]:
        """Papers whose title, authors, venue, abstract or notes match, best first.

        Columns may be named in the query: ``title, authors, venue, abstract, notes``.
        """
        sql = (
            "SELECT paper.id FROM paper_words JOIN paper ON paper.num = paper_words.rowid "
            f"WHERE paper_words MATCH ? AND {_VISIBLE} {_only(papers)} ORDER BY paper_words.rank LIMIT ?"
        )
        return [PaperId(r[0]) for r in self._run(sql, [match, *(papers or ()), limit])]

    def document_frequency(self, terms: Sequence[str], *, passages: bool = False) -> dict[str, int]:
        """In how many entries (or passages) each term, as the tokenizer folds it, occurs; 0 when in none."""
        table = "passage_vocabulary" if passages else "entry_vocabulary"
        found = {}
        for term in dict.fromkeys(terms):
            row = next(iter(self._run(f"SELECT doc FROM {table} WHERE term = ?", [term])), None)
            found[term] = row[0] if row else 0
        return found

    def _run(self, sql: str, values: Sequence[object]) -> list[sqlite3.Row]:
        with translated():
            try:
                return self._ledger.read().execute(sql, values).fetchall()
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:  # FTS5 names its complaints in many ways
                    raise WrongUse("This search cannot be read.", "Put the words in quotes.") from error
                raise


def _only(papers: Sequence[str] | None) -> str:
    return "" if papers is None else f"AND paper.id IN ({', '.join('?' * len(papers))})"
