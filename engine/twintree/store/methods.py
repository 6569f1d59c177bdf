"""Methods as a person meets them: listed, shown, followed back; and what the person says of them, undoable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import PaperId, new_id
from twintree.base.methods import (
    KINDS,
    Cluster,
    Method,
    MethodDecision,
    MethodEdge,
    MethodId,
    MethodSource,
    Payload,
    Segment,
)
from twintree.base.records import Change
from twintree.base.text import folded
from twintree.store import methodrows
from twintree.store.edits import Act, EditLog
from twintree.store.ledger import now
from twintree.store.methodhistory import read_history
from twintree.store.methodrows import SHOWN, Card, among, encoded
from twintree.store.papers import PaperStore

#: What a person may say of a method.
FIELDS = ("name", "aliases", "kind", "summary", "keywords")


class MethodStore(EditLog):
    """Reads from any thread; every write of the person's is a ``Change``, kept through every later extraction.

    Cards and edges follow a change when ``trees.upkeep.refresh`` runs; what waits for it is ``stale``.
    """

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────

    def methods(
        self, text: str = "", *, limit: int = -1, offset: int = 0, mentions: bool = False
    ) -> list[Method]:
        """Methods, those of most papers first.

        Args:
            text: words of a name or an alias; empty for all.
            limit: how many; negative for all.
            offset: how many to pass over.
            mentions: whether to bring each one's mentions along.
        """
        where, values = SHOWN, [*_words(text)]
        if text.strip():
            where += " AND (card.name LIKE ? ESCAPE '\\' OR card.aliases LIKE ? ESCAPE '\\')" * (
                len(values) // 2
            )
        found = methodrows.read_methods(
            self._ledger.read(), where, [*values, limit, offset], "LIMIT ? OFFSET ?"
        )
        if not mentions:
            return found
        by_method = methodrows.read_mentions(self._ledger.read(), [each.id for each in found])
        return [msgspec.structs.replace(each, mentions=by_method.get(each.id, ())) for each in found]

    def followed(self, known: Mapping[MethodId, Card]) -> dict[MethodId, Card]:
        """All methods, those of most papers first; of those that did not change since, the very cards known before."""
        return methodrows.read_cards(self._ledger.read(), known)

    def count(self) -> int:
        """How many methods are shown."""
        sql = f"SELECT count(*) FROM method JOIN method_card ON method_card.method = method.id WHERE {SHOWN}"
        return int(self._ledger.read().execute(sql).fetchone()[0])

    def resolve(self, name: str) -> MethodId:
        """The method that an id (also of a merged one) or a name stands for.

        Raises:
            NotFound: there is none, or it was deleted.
            WrongUse: several methods are called so.
        """
        connection = self._ledger.read()
        row = connection.execute(
            "SELECT id, merged_into, status FROM method WHERE id = ?", (name,)
        ).fetchone()
        while row is not None and row["merged_into"] is not None:
            row = connection.execute(
                "SELECT id, merged_into, status FROM method WHERE id = ?", (row["merged_into"],)
            ).fetchone()
        if row is not None and row["status"] != "deleted":
            return MethodId(row["id"])
        found = self._called(name) if row is None else []
        if len(found) > 1:
            listed = ", ".join(f"{each.id} ({each.name})" for each in found[:5])
            raise WrongUse(f"Several methods are called {name}: {listed}.", "Give one of these ids.")
        if not found:
            raise NotFound(f"There is no method {name}.", "`twintree methods list` names them.")
        return found[0].id

    def _called(self, name: str) -> list[Method]:
        wanted = folded(name)
        likely = self.methods(name)
        exact = [each for each in likely if folded(each.name) == wanted]
        return exact or [each for each in likely if wanted in map(folded, each.aliases)]

    def get(self, name: str) -> Method:
        """One method with its mentions and sources; ``name`` as in ``resolve``.

        Raises:
            NotFound: there is none.
            WrongUse: several methods are called so.
        """
        method = self.resolve(name)
        connection = self._ledger.read()
        found = methodrows.read_methods(connection, f"{SHOWN} AND method.id = ?", [method])
        if not found:
            raise NotFound(f"There is no method {name}.", "`twintree methods list` names them.")
        mentions = methodrows.read_mentions(connection, [method]).get(method, ())
        return msgspec.structs.replace(found[0], mentions=mentions, sources=tuple(self.sources(method)))

    def sources(self, method: str) -> list[MethodSource]:
        """A method as each paper has it."""
        return methodrows.read_sources(self._ledger.read(), "method_source.method = ?", [method])

    def of_paper(self, paper: str) -> list[MethodSource]:
        """The methods of one paper."""
        paper = PaperStore(self._ledger).resolve(paper)
        return methodrows.read_sources(self._ledger.read(), "method_source.paper = ?", [paper])

    def edges(self, methods: Sequence[str] | None = None, *, evidence: bool = True) -> list[MethodEdge]:
        """Edges of the provenance tree between methods.

        Args:
            methods: only edges with both ends among these; None for all.
            evidence: whether to bring the words on pages along.
        """
        connection = self._ledger.read()
        if methods is None:
            found = methodrows.read_edges(connection)
        else:
            where = (
                "source IN (SELECT value FROM json_each(?1)) AND target IN (SELECT value FROM json_each(?1))"
            )
            found = methodrows.read_edges(connection, where, [among(methods)])
        return self._with_evidence(found) if evidence else found

    def edges_of(self, method: str, *, evidence: bool = True) -> list[MethodEdge]:
        """Edges into and out of one method."""
        found = methodrows.read_edges(self._ledger.read(), "source = ?1 OR target = ?1", [method])
        return self._with_evidence(found) if evidence else found

    def _with_evidence(self, edges: Sequence[MethodEdge]) -> list[MethodEdge]:
        known = methodrows.evidence_of(self._ledger.read(), edges) if edges else {}
        return [
            msgspec.structs.replace(each, evidence=known.get((each.source, each.target), ()))
            for each in edges
        ]

    def homes(self) -> dict[MethodId, PaperId]:
        """For each method the paper that made it, the earliest of several; else the earliest that names it."""
        return methodrows.read_homes(self._ledger.read())

    def some(self, methods: Sequence[str]) -> list[Method]:
        """These methods, those of most papers first, without mentions; those that are not shown are left out."""
        where = f"{SHOWN} AND method.id IN (SELECT value FROM json_each(?))"
        return methodrows.read_methods(self._ledger.read(), where, [among(methods)])

    def names(self, methods: Sequence[str] | None = None) -> dict[MethodId, str]:
        """What these methods are called; None for all that are shown."""
        sql, values = "SELECT method, name FROM method_card", []
        if methods is None:
            sql += f" JOIN method ON method.id = method_card.method WHERE {SHOWN}"
        else:
            sql, values = f"{sql} WHERE method IN (SELECT value FROM json_each(?))", [among(methods)]
        return {MethodId(row[0]): row[1] for row in self._ledger.read().execute(sql, values)}

    def near(self, method: str, depth: int) -> list[MethodEdge]:
        """The edges, without evidence, over which a method is reached in so many steps, upwards or downwards."""
        found: dict[tuple[str, str], MethodEdge] = {}
        for here, there in (("target", "source"), ("source", "target")):
            seen, border = {method}, {method}
            for _ in range(depth):
                where = f"{here} IN (SELECT value FROM json_each(?))"
                edges = methodrows.read_edges(self._ledger.read(), where, [among(sorted(border))])
                found |= {(each.source, each.target): each for each in edges}
                border = {getattr(each, there) for each in edges} - seen
                seen |= border
        return list(found.values())

    def clusters(self) -> list[Cluster]:
        """All themes, the finest level first."""
        return methodrows.read_clusters(self._ledger.read())

    def theme_of(self, method: str) -> Cluster | None:
        """The finest theme that a method lies in, without what else it holds."""
        return methodrows.read_theme(self._ledger.read(), method)

    def segments(self, paper: str) -> list[Segment]:
        """A paper's segments, without their texts."""
        return methodrows.read_segments(self._ledger.read(), PaperStore(self._ledger).resolve(paper))

    def payloads(self, paper: str) -> list[Payload]:
        """What was extracted from a paper, by any extractor."""
        return methodrows.read_payloads(
            self._ledger.read(), "paper = ?", [PaperStore(self._ledger).resolve(paper)]
        )

    def history(self, method: str) -> list[MethodDecision]:
        """What was decided on a method, the latest first; see ``methodhistory.read_history``."""
        return read_history(self._ledger.read(), method)

    def stale(self) -> bool:
        """Whether cards or edges wait to be made again."""
        return self._ledger.read().execute("SELECT 1 FROM method_stale LIMIT 1").fetchone() is not None

    # ── the person's word ────────────────────────────────────────────────────────────────────────────

    def edit(self, method: str, /, **said: object) -> Change:
        """Say a method's ``name``, ``aliases``, ``kind``, ``summary`` or ``keywords``; no later run changes it.

        Raises:
            NotFound: there is no such method.
            WrongUse: there is no such field or kind, or a name is empty.
        """
        known = self.get(method)
        if not said or set(said) - set(FIELDS):
            raise WrongUse(
                f"A method has no field {', '.join(sorted(set(said) - set(FIELDS))) or 'without a name'}.",
                f"There are {', '.join(FIELDS)}.",
            )
        if "kind" in said and said["kind"] not in KINDS:
            raise WrongUse(f"{said['kind']!r} is no kind of method.", f"Choose one of {', '.join(KINDS)}.")
        if "name" in said and not str(said["name"]).strip():
            raise WrongUse("A method needs a name.")
        with self._act("edit_method", known.id, f"{known.name} edited", known.papers) as act:
            row = act.execute("SELECT said FROM method WHERE id = ?", (known.id,)).fetchone()
            content = {**msgspec.json.decode(row["said"]), **said}
            act.execute(
                "UPDATE method SET said = ?, status = 'edited' WHERE id = ?", (encoded(content), known.id)
            )
        return act.change

    def merge(self, kept: str, other: str) -> Change:
        """Make two methods one: all mentions, sources and edges of ``other`` go to ``kept``; its id redirects.

        Raises:
            NotFound: there is no such method.
            WrongUse: they are one already.
        """
        first, second = self.get(kept), self.get(other)
        if first.id == second.id:
            raise WrongUse(f"{first.name} is one method already.")
        papers = [*first.papers, *second.papers]
        with self._act("merge_methods", second.id, f"{second.name} merged into {first.name}", papers) as act:
            _must_stand(act, first, second)
            moved = _move(act, second.id, first.id, None)
            act.execute("UPDATE method SET merged_into = ? WHERE id = ?", (first.id, second.id))
            act.execute("DELETE FROM method_apart WHERE first = ? AND second = ?", _pair(first.id, second.id))
            _decide(act, "merge", first.id, second.id, moved)
        return act.change

    def split(self, method: str, papers: Sequence[str]) -> Change:
        """Take what some papers say out of a method; the two are never merged again but by a person.

        Returns:
            The change; its ``subject`` is the id of the new method.

        Raises:
            NotFound: there is no such method or paper.
            WrongUse: the method has nothing from these papers, or nothing else.
        """
        known = self.get(method)
        chosen = {PaperStore(self._ledger).resolve(each) for each in papers}
        moving = [each for each in known.sources if each.paper in chosen]
        if not moving or len(moving) == len(known.sources):
            raise WrongUse(
                f"{known.name} cannot be split so: "
                + ("nothing of it is in these papers." if not moving else "nothing of it would be left."),
                "`twintree methods show` names its papers.",
            )
        new = MethodId(new_id("M"))
        with self._act("split_method", new, f"{known.name} split", known.papers) as act:
            _must_stand(act, known)
            act.execute("INSERT INTO method (id) VALUES (?)", (new,))
            moved = _move(act, known.id, new, [each.id for each in moving])
            act.execute("UPDATE method_source SET pinned = 1 WHERE method = ?", (known.id,))
            act.execute("INSERT INTO method_apart VALUES (?, ?)", _pair(known.id, new))
            _decide(act, "split", known.id, new, moved)
        return act.change

    def rate(self, source: str, target: str, rating: int, explanation: str = "") -> Change:
        """Say how strongly ``source`` contributes to ``target``: 1 to 5, or 0 for not at all.

        Raises:
            NotFound: there is no such method.
            WrongUse: there is no such rating, or both ends are one.
        """
        if rating not in range(6):
            raise WrongUse(f"{rating} is no rating.", "Choose 1 (weak) to 5 (strong), or 0 for no edge.")
        first, second = self.get(source), self.get(target)
        if first.id == second.id:
            raise WrongUse("A method does not derive from itself.")
        papers = [*first.papers, *second.papers]
        summary = f"{first.name} → {second.name} rated {rating}"
        with self._act("rate_edge", second.id, summary, papers) as act:
            _must_stand(act, first, second)
            # No upsert: inside one SQLite lets the triggers' OR IGNORE count for nothing, and a second rating fails.
            said = (rating, explanation, now(), first.id, second.id)
            there = act.execute(
                "UPDATE method_edge_said SET rating = ?, explanation = ?, at = ? WHERE source = ? AND target = ?",
                said,
            ).rowcount
            if not there:
                act.execute(
                    "INSERT INTO method_edge_said (rating, explanation, at, source, target) VALUES (?, ?, ?, ?, ?)",
                    said,
                )
        return act.change

    def delete(self, method: str) -> Change:
        """Hide a method with its edges; a later extraction does not bring it back, ``undo`` does.

        Raises:
            NotFound: there is no such method.
        """
        known = self.get(method)
        with self._act("delete_method", known.id, f"{known.name} deleted", known.papers) as act:
            act.execute("UPDATE method SET status = 'deleted' WHERE id = ?", (known.id,))
        return act.change

    def describe_theme(
        self, cluster: str, *, title: str | None = None, summary: str | None = None, note: str | None = None
    ) -> Change:
        """Give a theme a title, a summary or a note of the person's own; they stay through re-clustering.

        Raises:
            NotFound: there is no such theme.
        """
        row = self._ledger.read().execute("SELECT title FROM cluster WHERE id = ?", (cluster,)).fetchone()
        if row is None:
            raise NotFound(f"There is no theme {cluster}.", "`twintree methods themes` names them.")
        with self._act("describe_theme", cluster, f"Theme {row['title']} described") as act:
            if title is not None:
                act.execute(
                    "UPDATE cluster SET title = ?, title_by = 'person' WHERE id = ?", (title, cluster)
                )
            if summary is not None:
                act.execute(
                    "UPDATE cluster SET summary = ?, summary_by = 'person' WHERE id = ?", (summary, cluster)
                )
            if note is not None:
                act.execute("UPDATE cluster SET note = ? WHERE id = ?", (note, cluster))
        return act.change


def _must_stand(act: Act, *methods: Method) -> None:
    """Refuse what is said of a method that was merged, deleted or lost since it was looked up."""
    ids = [each.id for each in methods]
    rows = act.execute(
        f"SELECT id FROM method WHERE {SHOWN} AND id IN (SELECT value FROM json_each(?))", (among(ids),)
    ).fetchall()
    if len(rows) < len(ids):
        names = " or ".join(each.name for each in methods)
        raise WrongUse(
            f"{names} was merged, deleted or read anew meanwhile.", "Look again, then say it again."
        )


def _words(text: str) -> list[str]:
    escaped = (word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") for word in text.split())
    return [f"%{word}%" for word in escaped for _ in range(2)]


def _pair(first: str, second: str) -> tuple[str, str]:
    return min(first, second), max(first, second)


def _move(act: Act, from_: str, to: str, sources: Sequence[str] | None) -> list[str]:
    """Give a method's sources (or some of them) to another one, by the person's hand."""
    rows = act.execute("SELECT id FROM method_source WHERE method = ? ORDER BY id", (from_,)).fetchall()
    moved = [row["id"] for row in rows if sources is None or row["id"] in sources]
    act.connection.executemany(
        "UPDATE method_source SET method = ?, pinned = 1, joined = 'by hand' WHERE id = ?",
        [(to, each) for each in moved],
    )
    return moved


def _decide(act: Act, what: str, kept: str, other: str, moved: Sequence[str]) -> None:
    act.execute(
        "INSERT INTO method_decision (id, what, kept, other, by, why, sources, at) VALUES (?, ?, ?, ?, 'person', "
        "'by hand', ?, ?)",
        (new_id("B"), what, kept, other, encoded(list(moved)), now()),
    )
