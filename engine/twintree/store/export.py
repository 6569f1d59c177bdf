"""Taking things out: references, answers, and the canonical JSON that two equal ledgers share."""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

import msgspec

from twintree.base.answers import Answer
from twintree.base.errors import WrongUse
from twintree.base.ids import PaperId
from twintree.base.records import Paper, PaperFilter
from twintree.store import citing
from twintree.store.anchors import AnchorStore
from twintree.store.ledger import Ledger, translated
from twintree.store.papers import PaperStore

#: Formats of ``export``.
KINDS = ("bibtex", "ris", "csl", "markdown", "json")
_REFERENCES = {
    "bibtex": citing.bibtex,
    "ris": citing.ris,
    "csl": citing.csl_json,
    "markdown": citing.markdown,
}


def export(ledger: Ledger, kind: str, papers: Sequence[str] | None = None) -> str:
    """Papers as references, or, for ``json``, everything that is known of them.

    Args:
        ledger: where they are.
        kind: one of ``KINDS``.
        papers: ids; None for all that are not in the bin (``json``: everything, see ``write_canonical``).

    Raises:
        WrongUse: there is no such format.
        NotFound: there is no such paper.
    """
    if kind not in KINDS:
        raise WrongUse(f"Papers cannot be exported as {kind!r}.", f"Choose one of {', '.join(KINDS)}.")
    if kind == "json" and papers is None:
        return canonical(ledger)
    store = PaperStore(ledger)
    found = [store.get(each) for each in (store.ids(PaperFilter()) if papers is None else papers)]
    if kind == "json":
        trees = [store.tree(paper.row.id) for paper in found]
        anchors = [each for paper in found for each in AnchorStore(ledger).of(paper.row.id)]
        return _dumped(msgspec.to_builtins({"papers": found, "trees": trees, "anchors": anchors}))
    return _REFERENCES[kind](found)


def export_run(ledger: Ledger, answer: Answer, kind: str = "markdown") -> str:
    """An answer: ``markdown`` with its bibliography, ``bibtex`` of the papers it cites, or ``json``.

    Raises:
        WrongUse: there is no such format.
    """
    if kind == "json":
        return _dumped(msgspec.to_builtins(answer))
    cited = _cited(ledger, answer)
    if kind == "bibtex":
        return citing.bibtex(cited)
    if kind == "markdown":
        return _answer_in_markdown(answer, cited)
    raise WrongUse(f"An answer cannot be exported as {kind!r}.", "Choose markdown, bibtex or json.")


def _cited(ledger: Ledger, answer: Answer) -> list[Paper]:
    store = PaperStore(ledger)
    ids = dict.fromkeys(c.paper for each in answer.sentences for c in (*each.citations, *each.against))
    known = dict.fromkeys(store.resolve(each) for each in ids if _exists(ledger, each))
    return [store.get(each) for each in known]


def _exists(ledger: Ledger, paper: PaperId) -> bool:
    return ledger.read().execute("SELECT 1 FROM paper WHERE id = ?", (paper,)).fetchone() is not None


def _answer_in_markdown(answer: Answer, cited: Sequence[Paper]) -> str:
    lines = [f"# {answer.question.strip()}", ""]
    if not answer.found:
        lines += [answer.reason or "Not in your library.", ""]
    for sentence in answer.sentences:
        labels = "; ".join(dict.fromkeys(citation.label for citation in sentence.citations))
        lines.append(sentence.text + (f" [{labels}]" if labels else " (unsupported)"))
        lines += [f"> {' '.join(c.quote.split())} — {c.label}" for c in sentence.citations]
        lines += [f"> But: {' '.join(c.quote.split())} — {c.label}" for c in sentence.against]
        lines.append("")
    if cited:
        lines += ["## References", "", citing.markdown(cited).rstrip(), ""]
    return "\n".join(lines)


# ── the canonical export ─────────────────────────────────────────────────────────────────────────────

#: Left out: audit and undo history, caches, what projections keep for themselves, and the word tables.
_LEFT_OUT = frozenset({"audit", "change", "coverage", "embedding", "projection", "projected", "method_stale"})
#: Columns that only number rows, or follow others.
_HIDDEN = {
    "paper": {"num", "revision"},
    "page": {"id"},
    "entry": {"id"},
    "payload": {"id"},
    "mention": {"id"},
    "method_mention": {"id"},
}
_JSON_COLUMNS = frozenset({"authors", "value", "head", "rates", "notes", "content", "spans", "options"})
_SPECIAL = {
    "passage": (
        'SELECT page.file, page.number, passage.start, passage."end" FROM passage '
        'JOIN page ON page.id = passage.page ORDER BY page.file, page.number, passage.start, passage."end"'
    ),
}


def canonical(ledger: Ledger) -> str:
    """The whole ledger as canonical JSON: two ledgers are in the same state when these are equal."""
    out = io.StringIO()
    write_canonical(ledger, out)
    return out.getvalue()


def write_canonical(ledger: Ledger, out: TextIO) -> None:
    """Write the canonical JSON, a row a line, without holding it in memory.

    Every table, sorted by its columns; without the audit log, the undo history, caches and row numbers.
    Binary values (pages' geometry) stand as their SHA-256.
    """
    connection = ledger.read()
    with translated():
        out.write('{"format": 1, "tables": {')
        for place, table in enumerate(_tables(connection)):
            out.write(f"{',' if place else ''}\n{json.dumps(table)}: [")
            for number, row in enumerate(_rows(connection, table)):
                out.write(("," if number else "") + "\n" + _dumped(row))
            out.write("]")
        out.write("}}\n")


def _tables(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
    plain = (row["name"] for row in rows if row["type"] == "table")
    return sorted(name for name in plain if not name.startswith("sqlite_") and name not in _LEFT_OUT)


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[dict[str, Any]]:
    if table in _SPECIAL:
        sql = _SPECIAL[table]
    else:
        info = connection.execute(f"PRAGMA table_info({table})").fetchall()
        names = [column["name"] for column in info if column["name"] not in _HIDDEN.get(table, ())]
        keys = [column["name"] for column in sorted(info, key=lambda c: c["pk"]) if column["pk"]]
        order = [name for name in keys if name in names] or names
        chosen, by = (", ".join(f'"{name}"' for name in each) for each in (names, order))
        sql = f"SELECT {chosen} FROM {table} ORDER BY {by}"
    for row in connection.execute(sql):
        yield {name: _value(name, row[name]) for name in row.keys()}  # noqa: SIM118 - a Row iterates its values


def _value(name: str, value: Any) -> Any:
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    if name in _JSON_COLUMNS and isinstance(value, str):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
