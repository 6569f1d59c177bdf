"""Answers that are kept, and the conversations that they belong to."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from twintree.base.answers import Answer, Conversation, RunRow
from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import PaperId, RunId, new_id
from twintree.base.labels import lettered_anew
from twintree.base.records import Change, Citation
from twintree.store.edits import EditLog
from twintree.store.ledger import now
from twintree.store.papers import PaperStore
from twintree.store.runsteps import read_steps, write_steps
from twintree.store.shelves import named


class RunStore(EditLog):
    """Reads from any thread; what the person does to runs and conversations can be undone."""

    def save(self, answer: Answer, kind: str = "query", conversation: str | None = None) -> None:
        """Keep an answer, or replace it by its later state; a follow-up joins its parent's conversation."""
        content = msgspec.json.encode(msgspec.structs.replace(answer, states=(), calls=())).decode()
        with self._ledger.write() as connection:
            if conversation is None and answer.parent is not None:
                row = connection.execute(
                    "SELECT conversation FROM run WHERE id = ?", (answer.parent,)
                ).fetchone()
                conversation = row["conversation"] if row else None
            connection.execute(
                "INSERT INTO run (id, kind, question, status, created, conversation, parent, content) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET status = excluded.status, "
                "content = excluded.content, conversation = coalesce(excluded.conversation, conversation)",
                (
                    answer.run,
                    kind,
                    _storable(answer.question),
                    answer.status,
                    answer.created or now(),
                    conversation,
                    answer.parent,
                    content,
                ),
            )
            connection.execute("DELETE FROM run_paper WHERE run = ?", (answer.run,))
            connection.executemany(
                "INSERT INTO run_paper (run, paper) VALUES (?, ?)",
                [(answer.run, paper) for paper in sorted(papers_in(answer))],
            )
            write_steps(connection, answer)

    def get(self, run: str) -> Answer:
        """An answer as it was given; papers that were merged since stand as what they are now.

        Raises:
            NotFound: no run has this id.
        """
        row = self._ledger.read().execute("SELECT content FROM run WHERE id = ?", (run,)).fetchone()
        if row is None:
            raise NotFound(f"There is no run {run}.", "`twintree runs` lists them.")
        answer = msgspec.json.decode(row["content"], type=Answer)
        states, calls = read_steps(self._ledger.read(), run)
        return self._named(self._surviving(msgspec.structs.replace(answer, states=states, calls=calls)))

    def _named(self, answer: Answer) -> Answer:
        """Citations with the letters that their papers have now: one may have come or gone since."""
        store = PaperStore(self._ledger)

        def called(citation: Citation) -> Citation:
            with contextlib.suppress(NotFound):
                label = lettered_anew(citation.label, store.row(citation.paper), citation.page)
                return msgspec.structs.replace(citation, label=label)
            return citation

        return _citing(answer, called)

    def _surviving(self, answer: Answer) -> Answer:
        store = PaperStore(self._ledger)
        sql = "SELECT id FROM paper WHERE merged_into IS NOT NULL"
        merged = [PaperId(row[0]) for row in self._ledger.read().execute(sql)]
        if not merged:
            return answer
        now_is = {each: store.resolve(each) for each in merged}
        rows = (store.row(row.id) if row.id in now_is else row for row in answer.nearest)
        nearest = tuple({row.id: row for row in rows}.values())
        return _renamed(msgspec.structs.replace(answer, nearest=nearest), now_is)

    def list(
        self, limit: int = 100, offset: int = 0, *, conversation: str | None = None, paper: str | None = None
    ) -> list[RunRow]:
        """Runs, the newest first; only those of a conversation, or those that a paper has a part in."""
        where, values = ["1"], []
        if conversation is not None:
            where.append("conversation = ?")
            values.append(conversation)
        if paper is not None:
            where.append("id IN (SELECT run FROM run_paper WHERE paper = ?)")
            values.append(paper)
        sql = f"{_ROW} WHERE {' AND '.join(where)} ORDER BY created DESC, id DESC LIMIT ? OFFSET ?"
        return [_row(row) for row in self._ledger.read().execute(sql, [*values, limit, offset])]

    def delete(self, run: str) -> Change:
        """Delete a run."""
        answer = self.get(run)
        with self._act("delete_run", run, "Answer deleted", sorted(papers_in(answer))) as act:
            act.execute("DELETE FROM run WHERE id = ?", (run,))
        return act.change

    # ── conversations ────────────────────────────────────────────────────────────────────────────────

    def conversations(self) -> tuple[Conversation, ...]:
        """Every conversation, the newest first."""
        sql = (
            "SELECT id, name, created, "
            "(SELECT count(*) FROM run WHERE run.conversation = conversation.id) AS runs "
            "FROM conversation ORDER BY created DESC, id DESC"
        )
        return tuple(Conversation(**row) for row in self._ledger.read().execute(sql))

    def create_conversation(self, name: str) -> Change:
        """A new, empty conversation; the change's ``subject`` is its id."""
        name, own = named(name, "conversation"), new_id("V")
        with self._act("create_conversation", own, f"New conversation “{name}”") as act:
            act.execute("INSERT INTO conversation (id, name, created) VALUES (?, ?, ?)", (own, name, now()))
        return act.change

    def rename_conversation(self, conversation: str, name: str) -> Change:
        """Give a conversation another name."""
        name = named(name, "conversation")
        with self._act("rename_conversation", conversation, f"Conversation renamed to “{name}”") as act:
            sql = "UPDATE conversation SET name = ? WHERE id = ?"
            if not act.execute(sql, (name, conversation)).rowcount:
                raise NotFound(f"There is no conversation {conversation}.")
        return act.change

    def delete_conversation(self, conversation: str) -> Change:
        """Delete a conversation; its runs stay."""
        with self._act("delete_conversation", conversation, "Conversation deleted") as act:
            if not act.execute("DELETE FROM conversation WHERE id = ?", (conversation,)).rowcount:
                raise NotFound(f"There is no conversation {conversation}.")
        return act.change

    def put_into(self, run: str, conversation: str | None) -> Change:
        """Move a run to a conversation, or out of any.

        Raises:
            NotFound: there is no such run or conversation.
        """
        self.get(run)
        known = {each.id for each in self.conversations()}
        if conversation is not None and conversation not in known:
            raise NotFound(f"There is no conversation {conversation}.")
        with self._act("move_run", run, "Answer moved") as act:
            act.execute("UPDATE run SET conversation = ? WHERE id = ?", (conversation, run))
        return act.change


def papers_in(answer: Answer) -> set[PaperId]:
    """Papers that have a part in an answer: cited for or against it, near, or in its scope."""
    found = {
        citation.paper
        for sentence in answer.sentences
        for citation in (*sentence.citations, *sentence.against)
    }
    found.update(row.id for row in answer.nearest)
    found.update(answer.scope.papers)
    return found


def _renamed(answer: Answer, now_is: Mapping[PaperId, PaperId]) -> Answer:
    """An answer that names other papers by what they were merged into; files, pages and words stay."""

    def meant(citation: Citation) -> Citation:
        return msgspec.structs.replace(citation, paper=now_is.get(citation.paper, citation.paper))

    answer = _citing(answer, meant)
    papers = tuple(dict.fromkeys(now_is.get(each, each) for each in answer.scope.papers))
    scope = msgspec.structs.replace(answer.scope, papers=papers)
    states = tuple(
        msgspec.structs.replace(each, value=_renamed_within(each.value, now_is)) for each in answer.states
    )
    calls = tuple(
        msgspec.structs.replace(
            each,
            arguments=_renamed_within(each.arguments, now_is),
            result=_renamed_within(each.result, now_is),
        )
        for each in answer.calls
    )
    return msgspec.structs.replace(answer, scope=scope, states=states, calls=calls)


def _citing(answer: Answer, changed: Callable[[Citation], Citation]) -> Answer:
    """An answer with each of its citations put through ``changed``."""
    sentences = tuple(
        msgspec.structs.replace(
            each, citations=tuple(map(changed, each.citations)), against=tuple(map(changed, each.against))
        )
        for each in answer.sentences
    )
    return msgspec.structs.replace(answer, sentences=sentences)


def _renamed_within(value: Any, now_is: Mapping[PaperId, PaperId]) -> Any:
    """A step's JSON with papers' ids renamed; nodes of their hierarchies (``P….e0012``) keep their own names."""
    if isinstance(value, str):
        return now_is.get(PaperId(value), value)
    if isinstance(value, dict):
        return {name: _renamed_within(each, now_is) for name, each in value.items()}
    if isinstance(value, list):
        return [_renamed_within(each, now_is) for each in value]
    return value


def _storable(question: str) -> str:
    if "\0" in question:
        raise WrongUse("A question cannot contain a NUL character.")
    return question.encode("utf-8", "replace").decode()


_ROW = (
    "SELECT id, kind, question, status, created, conversation, parent, "
    "json_extract(content, '$.found') AS found, json_extract(content, '$.mode') AS mode FROM run"
)


def _row(row: sqlite3.Row) -> RunRow:
    return RunRow(
        run=RunId(row["id"]),
        kind=row["kind"],
        question=row["question"],
        status=row["status"],
        created=row["created"],
        found=bool(row["found"]),
        conversation=row["conversation"] or "",
        parent=row["parent"],
        mode=row["mode"] or "direct",
    )
