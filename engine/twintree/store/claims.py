"""Claims as the ledger keeps them, what a person set right in them, and the judgements between papers."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from twintree.base.claims import TYPES, Claim
from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Change, Span
from twintree.base.text import folded
from twintree.store.edits import Act, EditLog
from twintree.store.ledger import now
from twintree.store.papers import PaperStore, hash_of

#: One edge's judgements: shape (claims of the citing paper, claims of the cited one, 2), supports and contradicts.
Matrix = NDArray[np.float32]
_LONGEST = 600
_COLUMNS = (
    "id",
    "paper",
    "file",
    "position",
    "type",
    "text",
    "quote",
    "page",
    "spans",
    "section",
    "source",
    "confidence",
    "hash",
)


class ClaimStore(EditLog):
    """Reads from any thread; every write is one transaction.

    What a person says (``correct``, ``remove``, ``add``) is kept through every later extraction, and undone
    by ``undo``.
    """

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────

    def claims(self, paper: str) -> list[Claim]:
        """A paper's claims, the weightiest first; empty when none were found or they were not sought yet."""
        return self.of_papers([PaperStore(self._ledger).resolve(paper)]).popitem()[1]

    def of_papers(self, papers: Sequence[str]) -> dict[str, list[Claim]]:
        """The claims of several papers; a paper without any has an empty list."""
        found: dict[str, list[Claim]] = {paper: [] for paper in papers}
        rows = self._ledger.read().execute(
            "SELECT * FROM claim WHERE paper IN (SELECT value FROM json_each(?)) ORDER BY paper, position, id",
            (json.dumps(list(papers)),),
        )
        for row in rows:
            found[row["paper"]].append(_claim(row))
        return found

    def everything(self) -> list[Claim]:
        """The claims of every paper that is shown."""
        sql = (
            "SELECT claim.* FROM claim JOIN paper ON paper.id = claim.paper "
            "WHERE paper.binned IS NULL AND paper.merged_into IS NULL ORDER BY claim.paper, claim.position, claim.id"
        )
        return [_claim(row) for row in self._ledger.read().execute(sql)]

    def get(self, claim: str) -> Claim:
        """One claim by its id.

        Raises:
            NotFound: there is none.
        """
        row = self._ledger.read().execute("SELECT * FROM claim WHERE id = ?", (claim,)).fetchone()
        if row is None:
            raise NotFound(f"There is no claim {claim}.", "`twintree claims PAPER` names a paper's.")
        return _claim(row)

    # ── writing ──────────────────────────────────────────────────────────────────────────────────────

    def write_claims(self, paper: str, claims: Sequence[Claim]) -> list[Claim]:
        """Replace what was extracted from a paper; claims with the same quote keep their ids.

        What a person corrected stays as they said, even where it is not found again, what they removed stays away,
        and what they added stays; their places follow the words (``anchoring``).

        Returns:
            What is stored now.
        """
        with self._ledger.write() as connection:
            said = _corrections(connection, paper)
            old = connection.execute("SELECT * FROM claim WHERE paper = ?", (paper,)).fetchall()
            names = _assign_ids(connection, paper, old, said, claims)
            kept = [
                (name, claim)
                for name, claim in zip(names, claims, strict=True)
                if not said.get(name, {}).get("removed")
            ]
            touched = {name for name, _ in kept} | {name for name in said if not said[name].get("removed")}
            gone = [row["id"] for row in old if row["id"] not in touched]
            connection.executemany("DELETE FROM claim WHERE id = ?", [(each,) for each in gone])
            for position, (name, claim) in enumerate(kept):
                _write(connection, name, position, _as_said(claim, said.get(name, {})))
        return self.claims(paper)

    # ── the person's word ────────────────────────────────────────────────────────────────────────────

    def correct(self, claim: str, *, text: str | None = None, kind: str | None = None) -> Change:
        """Say what a claim says, or of which type it is; no later run changes it.

        Raises:
            NotFound: there is no such claim.
            WrongUse: there is no such type, or the text is empty or longer than 600 characters.
        """
        known = self.get(claim)
        said: dict[str, Any] = {}
        if kind is not None:
            said["type"] = _checked_type(kind)
        if text is not None:
            said["text"] = _checked_text(text)
        if not said:
            raise WrongUse("Nothing was said of the claim.", "Give its text or its type.")
        with self._about(known, "correct_claim", "corrected") as act:
            _keep_correction(act, known, said)
            _write_said(act.connection, known, said)
        return act.change

    def remove(self, claim: str) -> Change:
        """Take away what is no claim of the paper; a later extraction does not bring it back.

        Raises:
            NotFound: there is no such claim.
        """
        known = self.get(claim)
        with self._about(known, "remove_claim", "removed") as act:
            _keep_correction(act, known, {"removed": True})
            act.execute("DELETE FROM claim WHERE id = ?", (claim,))
        return act.change

    def add(self, claim: Claim) -> Change:
        """Add a claim of the person's own; ``subject`` of the change is its id.

        Args:
            claim: with ``quote`` and ``spans`` that were found on the page.

        Raises:
            WrongUse: there is no such type, or the text is empty or too long.
        """
        connection = self._ledger.read()
        number = _last_number(connection, claim.paper) + 1
        made = msgspec.structs.replace(
            claim,
            id=_name(claim.paper, number),
            text=_checked_text(claim.text),
            type=_checked_type(claim.type),
            source="person",
            confidence=1.0,
        )
        row = connection.execute("SELECT count(*) FROM claim WHERE paper = ?", (claim.paper,)).fetchone()
        with self._about(made, "add_claim", "added") as act:
            _keep_correction(act, made, {"added": True})
            _write(act.connection, made.id, row[0], made)
        return act.change

    def _about(self, claim: Claim, action: str, done: str) -> AbstractContextManager[Act]:
        key = PaperStore(self._ledger).row(claim.paper).key
        return self._act(
            action, claim.id, f"Claim {claim.id.rpartition('.')[2]} of {key} {done}", [claim.paper]
        )

    # ── judgements ───────────────────────────────────────────────────────────────────────────────────

    def judged(
        self, pairs: Iterable[tuple[str, str]], judge: str
    ) -> dict[tuple[str, str], tuple[str, Matrix]]:
        """What a judge said of pairs of papers before, with the stamp of the claims it saw."""
        wanted = json.dumps([list(pair) for pair in pairs])
        rows = self._ledger.read().execute(
            "SELECT coverage.* FROM json_each(?) AS pair JOIN coverage ON coverage.citing = pair.value ->> 0 "
            "AND coverage.cited = pair.value ->> 1 AND coverage.judge = ?",
            (wanted, judge),
        )
        return {
            (row["citing"], row["cited"]): (row["claims"], np.array(json.loads(row["matrix"]), np.float32))
            for row in rows
        }

    def keep_judged(self, judge: str, judgements: Mapping[tuple[str, str], tuple[str, Matrix]]) -> None:
        """Keep what a judge said of pairs of papers; an older judgement of theirs is replaced."""
        if self._ledger.readonly or not judgements:
            return
        with self._ledger.write() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO coverage (citing, cited, judge, claims, matrix) VALUES (?, ?, ?, ?, ?)",
                [
                    (citing, cited, judge, stamp, json.dumps(np.round(matrix.astype(float), 4).tolist()))
                    for (citing, cited), (stamp, matrix) in judgements.items()
                ],
            )


def stamp_of(citing: Sequence[Claim], cited: Sequence[Claim]) -> str:
    """What the claims of two papers are known by together: another text makes another stamp."""
    text = "\n".join([*(claim.text for claim in citing), "", *(claim.text for claim in cited)])
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:24]


def _checked_type(kind: str) -> str:
    if kind.upper() not in TYPES:
        raise WrongUse(f"{kind!r} is no type of claim.", f"Choose one of {', '.join(TYPES)}.")
    return kind.upper()


def _checked_text(text: str) -> str:
    flat = " ".join(text.replace("\0", " ").encode("utf-8", "replace").decode().split())
    if not flat or len(flat) > _LONGEST:
        raise WrongUse(
            "A claim has no words." if not flat else f"A claim of {len(flat)} characters is too long.",
            f"Write one sentence of at most {_LONGEST} characters.",
        )
    return flat


# ── rows ─────────────────────────────────────────────────────────────────────────────────────────────


def _claim(row: sqlite3.Row) -> Claim:
    return Claim(
        id=row["id"],
        paper=PaperId(row["paper"]),
        file=FileId(row["file"]),
        type=row["type"],
        text=row["text"],
        quote=row["quote"],
        page=row["page"],
        spans=msgspec.json.decode(row["spans"], type=tuple[Span, ...]),
        section=row["section"],
        source=row["source"],
        confidence=row["confidence"],
    )


def _write(connection: sqlite3.Connection, name: str, position: int, claim: Claim) -> None:
    values = (
        name,
        claim.paper,
        claim.file,
        position,
        claim.type,
        claim.text,
        claim.quote,
        claim.page,
        msgspec.json.encode(claim.spans).decode(),
        claim.section,
        claim.source,
        claim.confidence,
        hash_of(claim.bare),
    )
    updated = ", ".join(f"{column} = excluded.{column}" for column in _COLUMNS[1:])
    connection.execute(
        f"INSERT INTO claim ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "
        f"ON CONFLICT (id) DO UPDATE SET {updated}",
        values,
    )


def _write_said(connection: sqlite3.Connection, known: Claim, said: Mapping[str, Any]) -> None:
    changed = _as_said(known, said)
    connection.execute(
        "UPDATE claim SET type = ?, text = ?, hash = ? WHERE id = ?",
        (changed.type, changed.text, hash_of(changed.bare), known.id),
    )


def _as_said(claim: Claim, said: Mapping[str, Any]) -> Claim:
    return msgspec.structs.replace(claim, **{key: said[key] for key in ("text", "type") if key in said})


def _name(paper: str, number: int) -> str:
    return f"{paper}.c{number:02d}"


def _last_number(connection: sqlite3.Connection, paper: str) -> int:
    rows = connection.execute("SELECT id FROM claim WHERE paper = ?", (paper,))
    names = [row[0] for row in rows] + list(_corrections(connection, paper))
    return max((int(match.group(1)) for each in names if (match := re.search(r"\.c(\d+)$", each))), default=0)


def _assign_ids(
    connection: sqlite3.Connection,
    paper: str,
    old: Sequence[sqlite3.Row],
    said: Mapping[str, Mapping[str, Any]],
    claims: Sequence[Claim],
) -> list[str]:
    """The ids of claims: those whose quote agrees keep theirs, others get numbers that were never used."""
    known = {folded(row["quote"]): row["id"] for row in old}
    known |= {folded(content["quote"]): name for name, content in said.items() if not content.get("added")}
    number = _last_number(connection, paper)
    names: list[str] = []
    for claim in claims:
        name = known.pop(folded(claim.quote), "")
        if not name:
            number += 1
            name = _name(paper, number)
        names.append(name)
    return names


def _corrections(connection: sqlite3.Connection, paper: str) -> dict[str, dict[str, Any]]:
    rows = connection.execute(
        "SELECT subject, content FROM correction WHERE paper = ? AND what = 'claim'", (paper,)
    )
    return {row["subject"]: json.loads(row["content"]) for row in rows}


def _keep_correction(act: Act, claim: Claim, said: Mapping[str, Any]) -> None:
    before = _corrections(act.connection, claim.paper).get(claim.id, {})
    content = {"quote": claim.quote, **before, **said}
    act.execute(
        "INSERT INTO correction (paper, what, subject, content, at) VALUES (?, 'claim', ?, ?, ?) "
        "ON CONFLICT (paper, what, subject) DO UPDATE SET content = excluded.content, at = excluded.at",
        (claim.paper, claim.id, json.dumps(content, ensure_ascii=False), now()),
    )
