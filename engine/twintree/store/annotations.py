"""What the person writes on papers: notes, highlights, corrections of the structure."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import FileId, PaperId, new_id
from twintree.base.records import Change, Correction, Highlight, Note, Span
from twintree.store.edits import Act, EditLog
from twintree.store.ledger import now
from twintree.store.papers import PaperStore

_COLOUR = "#FFE98A"
#: What a correction of a section changes at once; anything else waits for the next building of the tree.
_AT_ONCE = {"title": str, "level": int, "role": str, "summary": str}


class Annotations(EditLog):
    """Notes, highlights and corrections; each write is one action that can be undone."""

    # ── notes ────────────────────────────────────────────────────────────────────────────────────────

    def notes(self, paper: str) -> list[Note]:
        """A paper's notes, oldest first."""
        store = PaperStore(self._ledger)
        return store.notes(store.resolve(paper))

    def note(self, note: str) -> Note:
        """One note.

        Raises:
            NotFound: there is none with this id.
        """
        sql = "SELECT id, paper, text, created, modified FROM note WHERE id = ?"
        row = self._ledger.read().execute(sql, (note,)).fetchone()
        if row is None:
            raise NotFound(f"There is no note {note}.", "`twintree show PAPER` names a paper's notes.")
        return Note(**row)

    def add_note(self, paper: str, text: str) -> Change:
        """Write a note, in Markdown, on a paper; the change's ``subject`` is its id."""
        store, note, at = PaperStore(self._ledger), new_id("T"), now()
        row = store.row(paper)
        with self._act("add_note", note, f"Note on {row.key}", [row.id]) as act:
            values = (note, row.id, _written(text), at, at)
            act.execute(
                "INSERT INTO note (id, paper, text, created, modified) VALUES (?, ?, ?, ?, ?)", values
            )
        return act.change

    def edit_note(self, note: str, text: str) -> Change:
        """Change a note's text."""
        old = self.note(note)
        if old.text == _written(text):
            return Change(id=0, action="edit_note", subject=note, at=now(), summary="Nothing changed")
        with self._act("edit_note", note, "Note edited", [old.paper]) as act:
            act.execute("UPDATE note SET text = ?, modified = ? WHERE id = ?", (_written(text), now(), note))
        return act.change

    def delete_note(self, note: str) -> Change:
        """Delete a note."""
        with self._act("delete_note", note, "Note deleted", [self.note(note).paper]) as act:
            act.execute("DELETE FROM note WHERE id = ?", (note,))
        return act.change

    # ── highlights ───────────────────────────────────────────────────────────────────────────────────

    def highlights(self, paper: str, file: str | None = None) -> list[Highlight]:
        """A paper's highlights, oldest first; only those in one file when given."""
        sql = "SELECT * FROM highlight WHERE paper = ? AND file = coalesce(?, file) ORDER BY created, id"
        paper = PaperStore(self._ledger).resolve(paper)
        return [_highlight(row) for row in self._ledger.read().execute(sql, (paper, file))]

    def all_highlights(self, papers: Collection[str] | None = None) -> list[Highlight]:
        """Highlights with words, of these papers or of all that are not in the bin, in the order of pages."""
        rows = self._ledger.read().execute(
            "SELECT highlight.* FROM highlight JOIN paper ON paper.id = highlight.paper "
            "WHERE NOT orphaned AND quote <> '' AND paper.binned IS NULL AND paper.merged_into IS NULL "
            "ORDER BY paper.num, highlight.file, highlight.created, highlight.id"
        )
        return [_highlight(row) for row in rows if papers is None or row["paper"] in papers]

    def highlight(self, highlight: str) -> Highlight:
        """One highlight.

        Raises:
            NotFound: there is none with this id.
        """
        row = self._ledger.read().execute("SELECT * FROM highlight WHERE id = ?", (highlight,)).fetchone()
        if row is None:
            raise NotFound(f"There is no highlight {highlight}.", "`twintree highlights list` names them.")
        return _highlight(row)

    def add_highlight(
        self, file: str, spans: Sequence[Span], *, quote: str = "", colour: str = _COLOUR, note: str = ""
    ) -> Change:
        """Mark words of a file; the change's ``subject`` is the highlight's id.

        Args:
            file: the file that is marked.
            spans: where, in order.
            quote: the words; taken from the pages when empty.
            colour: ``#RRGGBB``.
            note: what the person says to it.

        Raises:
            WrongUse: a span lies outside its page's text.
            NotFound: there is no such file or page.
        """
        store, own = PaperStore(self._ledger), new_id("H")
        row = store.file(file)
        words = _words(store, file, spans)
        values = (own, row.paper, file, _json(list(spans)), quote or words, colour, _written(note), now())
        with self._act("add_highlight", own, "Words highlighted", [row.paper]) as act:
            act.execute(
                "INSERT INTO highlight (id, paper, file, spans, quote, colour, note, created) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
        return act.change

    def edit_highlight(
        self,
        highlight: str,
        *,
        spans: Sequence[Span] | None = None,
        colour: str | None = None,
        note: str | None = None,
    ) -> Change:
        """Change a highlight's place (no longer orphaned then), colour or note; what is None stays."""
        old = self.highlight(highlight)
        with self._act("edit_highlight", highlight, "Highlight edited", [old.paper]) as act:
            if spans is not None:
                quote = _words(PaperStore(self._ledger), old.file, spans)
                act.execute(
                    "UPDATE highlight SET spans = ?, quote = ?, orphaned = 0 WHERE id = ?",
                    (_json(list(spans)), quote, highlight),
                )
            if colour is not None:
                act.execute("UPDATE highlight SET colour = ? WHERE id = ?", (colour, highlight))
            if note is not None:
                act.execute("UPDATE highlight SET note = ? WHERE id = ?", (_written(note), highlight))
        return act.change

    def delete_highlight(self, highlight: str) -> Change:
        """Delete a highlight."""
        with self._act(
            "delete_highlight", highlight, "Highlight deleted", [self.highlight(highlight).paper]
        ) as act:
            act.execute("DELETE FROM highlight WHERE id = ?", (highlight,))
        return act.change

    # ── corrections ──────────────────────────────────────────────────────────────────────────────────

    def corrections(self, paper: str, what: str = "section") -> list[Correction]:
        """What the person set right in a paper, oldest first."""
        sql = "SELECT * FROM correction WHERE paper = ? AND what = ? ORDER BY at, subject"
        rows = self._ledger.read().execute(sql, (paper, what))
        return [
            Correction(
                paper=PaperId(row["paper"]),
                what=row["what"],
                subject=row["subject"],
                content=msgspec.json.decode(row["content"]),
                at=row["at"],
            )
            for row in rows
        ]

    def correct(self, paper: str, what: str, subject: str, content: dict[str, Any]) -> Change:
        """Set something right for good: no later run overwrites it.

        Of a section, ``title``, ``level``, ``role`` and ``summary`` change at once; the rest of ``content``
        (``start_page``, ``removed``, …) takes effect when the tree is built again.

        Raises:
            WrongUse: a value has the wrong type.
        """
        row = PaperStore(self._ledger).row(paper)
        with self._act("correct", subject, f"Correction in {row.key}", [row.id]) as act:
            if what == "section":
                content = _with_earlier(act, row.id, subject, content)
            act.execute(
                "INSERT INTO correction (paper, what, subject, content, at) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (paper, what, subject) DO UPDATE "
                "SET content = excluded.content, at = excluded.at",
                (row.id, what, subject, _json(content), now()),
            )
            if what == "section":
                _correct_section(act, subject, content)
        return act.change

    def withdraw_correction(self, paper: str, what: str, subject: str) -> Change:
        """Drop a correction; the next run decides again."""
        row = PaperStore(self._ledger).row(paper)
        with self._act("withdraw_correction", subject, f"Correction in {row.key} dropped", [row.id]) as act:
            act.execute(
                "DELETE FROM correction WHERE paper = ? AND what = ? AND subject = ?", (row.id, what, subject)
            )
        return act.change


def _with_earlier(act: Act, paper: str, section: str, content: dict[str, Any]) -> dict[str, Any]:
    """Add what was set right before, and ``was``: how the extraction calls the section, to know it again."""
    kept = act.execute(
        "SELECT content FROM correction WHERE paper = ? AND what = 'section' AND subject = ?",
        (paper, section),
    ).fetchone()
    if kept is not None:
        return {**msgspec.json.decode(kept["content"]), **content}
    old = act.execute(
        "SELECT title, start_page, start_offset FROM section WHERE id = ?", (section,)
    ).fetchone()
    return {**content, "was": list(old)} if old is not None and "was" not in content else content


def _correct_section(act: Act, section: str, content: dict[str, Any]) -> None:
    for name, kind in _AT_ONCE.items():
        if name in content:
            if not isinstance(content[name], kind):
                raise WrongUse(f"{content[name]!r} is no {name} of a section.")
            act.execute(f"UPDATE section SET {name} = ? WHERE id = ?", (content[name], section))
            if name == "summary":
                act.execute("UPDATE section SET summary_by = '' WHERE id = ?", (section,))


def _words(store: PaperStore, file: str, spans: Sequence[Span]) -> str:
    if not spans:
        raise WrongUse("A highlight needs words.", "Select some.")
    pieces = []
    for span in spans:
        text = store.page(file, span.page).text
        if not 0 <= span.start < span.end <= len(text):
            raise WrongUse(f"Page {span.page} has no characters {span.start} to {span.end}.")
        pieces.append(text[span.start : span.end])
    return " ".join(pieces)


def _written(text: str) -> str:
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _highlight(row: sqlite3.Row) -> Highlight:
    return Highlight(
        id=row["id"],
        paper=PaperId(row["paper"]),
        file=FileId(row["file"]),
        spans=msgspec.json.decode(row["spans"], type=tuple[Span, ...]),
        quote=row["quote"],
        colour=row["colour"],
        note=row["note"],
        created=row["created"],
        orphaned=bool(row["orphaned"]),
    )
