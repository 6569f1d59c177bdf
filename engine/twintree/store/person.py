"""The person's own data: what a person says of papers; each write can be undone, no run overwrites it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from twintree.base.errors import WrongUse
from twintree.base.ids import PaperId
from twintree.base.records import Change, DuplicatePair, FieldValue
from twintree.store import fields
from twintree.store.annotations import Annotations
from twintree.store.ledger import now
from twintree.store.merging import Merging
from twintree.store.papers import PaperStore
from twintree.store.shelves import Shelves

_READ_STATES = ("unread", "to_read", "reading", "read")
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:.+/-]{0,99}")


class PersonStore(Shelves, Annotations, Merging):
    """Each write is one transaction and returns a ``Change``; ``undo`` takes it back.

    Papers are given by id, one or several; ids of merged papers stand for what they were merged into.
    """

    def set_read_state(self, papers: str | Iterable[str], state: str) -> Change:
        """Mark papers ``unread``, ``to_read``, ``reading`` or ``read``.

        Raises:
            WrongUse: there is no such state.
        """
        if state not in _READ_STATES:
            raise WrongUse(f"{state!r} is no reading state.", f"Choose one of {', '.join(_READ_STATES)}.")
        return self._set("read_state", papers, "read_state", state, f"Marked {state.replace('_', ' ')}")

    def set_starred(self, papers: str | Iterable[str], starred: bool = True) -> Change:
        """Put a star on papers, or take it off."""
        summary = "Starred" if starred else "Star taken off"
        return self._set("star", papers, "starred", int(starred), summary)

    def bin(self, papers: str | Iterable[str]) -> Change:
        """Put papers into the bin: hidden everywhere, deleted nowhere."""
        return self._set("bin", papers, "binned", now(), "Put into the bin")

    def restore(self, papers: str | Iterable[str]) -> Change:
        """Take papers out of the bin."""
        return self._set("restore", papers, "binned", None, "Taken out of the bin")

    def is_binned(self, paper: str) -> bool:
        """Whether a paper lies in the bin."""
        sql = "SELECT binned FROM paper WHERE id = ?"
        row = self._ledger.read().execute(sql, (PaperStore(self._ledger).resolve(paper),)).fetchone()
        return row["binned"] is not None

    def _set(
        self, action: str, papers: str | Iterable[str], column: str, value: str | int | None, summary: str
    ) -> Change:
        chosen = self._papers(papers)
        subject = chosen[0] if len(chosen) == 1 else ""
        with self._act(action, subject, f"{summary}: {self._names(chosen)}", chosen) as act:
            for paper in chosen:
                same = "IS NOT NULL" if column == "binned" and value is not None else "IS ?"
                values = [value, paper] if "NOT" in same else [value, paper, value]
                act.execute(f"UPDATE paper SET {column} = ? WHERE id = ? AND NOT {column} {same}", values)
        return act.change

    def _names(self, papers: Sequence[PaperId]) -> str:
        if len(papers) == 1:
            return PaperStore(self._ledger).row(papers[0]).key
        return f"{len(papers)} papers"

    def set_field(self, paper: str, field: str, value: Any) -> Change:
        """Say what a field of a paper is (``title``, ``authors``, ``year``, …); no later run overwrites it.

        ``field="key"`` changes the citation key and pins it.

        Raises:
            WrongUse: the value cannot stand in this field.
        """
        return self.set_fields(paper, {field: value})

    def set_fields(self, paper: str, values: Mapping[str, Any]) -> Change:
        """``set_field`` for several at once: all of them or, if one is wrong, none; one change, and one for a key.

        Raises:
            WrongUse: there is no such field, a value cannot stand in it, or there is no value.
        """
        unknown = [field for field in values if field not in (*fields.NAMES, "key")]
        if unknown:
            raise WrongUse(
                f"A paper has no field {unknown[0]!r}.", f"It has {', '.join((*fields.NAMES, 'key'))}."
            )
        row = PaperStore(self._ledger).row(paper)
        said = [
            FieldValue(field=field, value=value, source="person", confidence=1.0, chosen=True)
            for field, value in values.items()
            if field != "key"
        ]
        with self._ledger.write():
            change = self.set_key(paper, str(values["key"])) if "key" in values else None
            if said:
                names = ", ".join(each.field for each in said).capitalize()
                with self._act("set_field", row.id, f"{names} of {row.key} changed", [row.id]) as act:
                    fields.write(act.connection, row.id, said)
                change = act.change
        if change is None:
            raise WrongUse("Nothing to change.", "Give a field and its value.")
        return change

    def clear_field(self, paper: str, field: str) -> Change:
        """Return a field to what was found; for ``key``, to the one made from author, year and title."""
        row = PaperStore(self._ledger).row(paper)
        with self._act("clear_field", row.id, f"{field.capitalize()} of {row.key} returned", [row.id]) as act:
            if field == "key":
                act.execute("UPDATE paper SET key_pinned = 0 WHERE id = ?", (row.id,))
            else:
                act.execute(
                    "DELETE FROM field WHERE paper = ? AND field = ? AND source = 'person'", (row.id, field)
                )
            fields.choose(act.connection, row.id)
        return act.change

    def set_key(self, paper: str, key: str) -> Change:
        """Give a paper another citation key; it stays, whatever becomes of author, year and title.

        Raises:
            WrongUse: it is no key, or another paper's.
        """
        row = PaperStore(self._ledger).row(paper)
        if not _KEY.fullmatch(key):
            raise WrongUse(
                f"{key!r} is no citation key.", "Use letters, digits and - _ : . + / without spaces."
            )
        taken = self._ledger.read().execute("SELECT id FROM paper WHERE key = ?", (key,)).fetchone()
        if taken is not None and taken["id"] != row.id:
            raise WrongUse(f"The key {key} belongs to another paper.", "Choose another one.")
        with self._act("set_key", row.id, f"Key of {row.key} changed to {key}", [row.id]) as act:
            act.execute("UPDATE paper SET key = ?, key_pinned = 1 WHERE id = ?", (key, row.id))
        return act.change

    def not_distinct(self, pairs: Iterable[DuplicatePair]) -> list[DuplicatePair]:
        """Those pairs that the person did not mark as two different papers."""
        rows = self._ledger.read().execute("SELECT first, second FROM distinct_pair")
        marked = {(row[0], row[1]) for row in rows}
        return [pair for pair in pairs if tuple(sorted((pair.first, pair.second))) not in marked]
