"""Reference lists, citations and the works they stand for, as the ledger keeps them; the person's word stays.

A work is a node of the citation graph: it redirects to a paper of the library once that is held, and is
described by nothing but the entries that stand for it, so that deleting a paper takes its contribution along.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from rapidfuzz.fuzz import ratio

from twintree.base.citations import CitationMention, Citer, Lineage, Reference
from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import PaperId, new_id
from twintree.base.names import sort_author
from twintree.base.records import Change
from twintree.base.text import folded
from twintree.store import calledworks, citationgraph, citationrows
from twintree.store.citationrows import REFERENCE, Described
from twintree.store.edits import Act, EditLog
from twintree.store.ledger import touch
from twintree.store.papers import PaperStore

ROLES = ("support", "contrast", "extend", "background", "use", "compare")
#: What a person may say of an entry, besides what it stands for.
FIELDS = ("authors", "title", "year", "venue", "volume", "pages", "doi", "arxiv", "url")
#: An entry read again is the same entry when its text agrees this much, in percent.
_SAME_ENTRY = 90.0


class CitationStore(EditLog):
    """Reads from any thread; every write is one transaction and raises the revisions of the papers it touches.

    What a person says (``confirm``, ``correct``, ``link``) is a ``Change`` like any other of theirs: kept
    through every later extraction, and undone by ``undo``.
    """

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────

    def references(self, paper: str) -> list[Reference]:
        """A paper's reference list with roles, levels and mentions, in printed order; empty when it has none.

        Of several files the first one that has a list counts.
        """
        rows = self._ledger.read().execute(
            "SELECT id FROM file WHERE paper = ? ORDER BY position, added, id",
            (PaperStore(self._ledger).resolve(paper),),
        )
        return self.references_in([row["id"] for row in rows])

    def references_in(self, files: Sequence[str]) -> list[Reference]:
        """The reference list of the first of these files that has one: what a merged paper brought stays its own."""
        connection = self._ledger.read()
        lists = (citationrows.read(connection, "reference.file = ?", [file]) for file in files)
        return next(filter(None, lists), [])

    def reference(self, reference: str) -> Reference:
        """One entry by its id.

        Raises:
            NotFound: there is none.
        """
        found = citationrows.read(self._ledger.read(), "reference.id = ?", [reference])
        if not found:
            raise NotFound(
                f"There is no reference {reference}.", "`twintree references PAPER` names a paper's."
            )
        return found[0]

    def entries(self, references: Sequence[str]) -> dict[str, Reference]:
        """Entries by id; ids that name none are left out."""
        wanted = json.dumps(list(references))
        where = "reference.id IN (SELECT value FROM json_each(?))"
        return {each.id: each for each in citationrows.read(self._ledger.read(), where, [wanted])}

    def cited_by(self, target: str) -> list[Citer]:
        """Who in the library cites a paper or a work not held: strongest first, then the latest.

        Raises:
            NotFound: there is no such paper or work.
        """
        works = citationgraph.works_of(self._ledger.read(), self._node(target))
        return citationrows.citers(self._ledger.read(), works)

    def called(self, name: str) -> list[str]:
        """The nodes of the graph that a name calls: papers, where they are held, and works that are not."""
        return self._shown(calledworks.works_called(self._ledger.read(), name))

    def written_by(self, first_author: str, year: int | None) -> list[str]:
        """The nodes of the graph that entries give to this first author and year; None for any year."""
        return self._shown(calledworks.works_by(self._ledger.read(), sort_author([first_author]), year))

    def entries_for(self, node: str) -> list[Reference]:
        """The entries of all reference lists that stand for a paper or a work."""
        works = json.dumps(citationgraph.works_of(self._ledger.read(), node))
        where = "reference.work IN (SELECT value FROM json_each(?))"
        return citationrows.read(self._ledger.read(), where, [works])

    def to_confirm(self, paper: str | None = None) -> list[Citer]:
        """The queue for a person: foundational and contrasting citations that nobody has looked at yet."""
        where = "reference.confirmed = 0 AND (reference.level = 5 OR reference.role = 'contrast')"
        return citationrows.citers_where(self._ledger.read(), where, paper)

    def offered(self, paper: str | None = None) -> list[Citer]:
        """Entries that may stand for a paper of the library, but not surely enough to be linked."""
        where = "reference.offered <> '[]' AND work.paper IS NULL AND work.pinned = 0"
        return citationrows.citers_where(self._ledger.read(), where, paper)

    def lineage(self, start: str, end: str) -> Lineage:
        """The shortest path of citations from one paper or work to another.

        Paths along which each paper cites the next are preferred, then the other way round, then any.

        Raises:
            NotFound: there is no such paper or work.
        """
        return citationgraph.lineage(self._ledger.read(), self._node(start), self._node(end))

    def graph(self) -> citationgraph.CitationGraph:
        """Every paper that cites or is cited, every work not held, and the citations between them."""
        return citationgraph.read_graph(self._ledger.read())

    def export_graph(self, kind: str) -> str:
        """The citation graph as ``graphml``, ``csv`` (one row a citation), ``json`` or ``contexts`` (CSV).

        Raises:
            WrongUse: there is no such format.
        """
        return citationgraph.export(self._ledger.read(), kind)

    def _shown(self, works: Sequence[str]) -> list[str]:
        """Works as nodes of the graph, each once."""
        connection = self._ledger.read()
        shown = citationrows.Redirects(connection)
        wanted = json.dumps(list(works))
        rows = connection.execute(
            "SELECT id, paper FROM work WHERE id IN (SELECT value FROM json_each(?))", (wanted,)
        )
        papers = {row["id"]: shown.of(row["paper"]) for row in rows}
        return list(dict.fromkeys(papers.get(work) or work for work in works))

    def _node(self, name: str) -> str:
        if name.startswith("W"):
            row = self._ledger.read().execute("SELECT paper FROM work WHERE id = ?", (name,)).fetchone()
            if row is None:
                raise NotFound(f"There is no work {name}.", "`twintree references PAPER` names works.")
            if row["paper"] is None:
                return name
            name = row["paper"]
        return PaperStore(self._ledger).resolve(name)

    # ── what matching asks ───────────────────────────────────────────────────────────────────────────

    def papers_like(self, wanted: Described) -> list[Described]:
        """Papers that an entry may stand for: by DOI, arXiv id, title, or first author and year."""
        return citationrows.papers_like(self._ledger.read(), wanted)

    def works_like(self, wanted: Described) -> list[Described]:
        """Entries of other papers that may stand for the same work; ``id`` is the work's."""
        return citationrows.works_like(self._ledger.read(), wanted)

    def paper_described(self, paper: str) -> Described | None:
        """A paper as matching compares it; None when it is gone, binned or merged into another one."""
        return citationrows.paper_described(self._ledger.read(), paper)

    def standing_for(self, paper: str) -> dict[str, list[Described]]:
        """The works that redirect to a paper without a person's word, with the entries that stand for each."""
        return citationrows.standing_for(self._ledger.read(), paper)

    def work_of(self, paper: str) -> str | None:
        """A work that redirects to this paper, if there is one."""
        row = (
            self._ledger.read()
            .execute("SELECT id FROM work WHERE paper = ? ORDER BY id", (paper,))
            .fetchone()
        )
        return None if row is None else str(row["id"])

    # ── writing ──────────────────────────────────────────────────────────────────────────────────────

    def write_references(self, file: str, references: Sequence[Reference]) -> list[Reference]:
        """Replace a file's reference list, with mentions; entries that stay keep their ids.

        Args:
            file: whose list it is.
            references: in printed order; ``id`` may be empty. ``work`` is a known work's id or empty for a
                new one, ``paper`` what it is held as.

        Returns:
            What is stored now: what a person said of an entry stands above what was read.
        """
        with self._ledger.write() as connection:
            paper = connection.execute("SELECT paper FROM file WHERE id = ?", (file,)).fetchone()["paper"]
            old = connection.execute("SELECT id, raw FROM reference WHERE file = ?", (file,)).fetchall()
            ids = _assign_ids(connection, paper, old, references)
            said = _corrections(connection, {paper, *map(_owner, ids)})
            gone = {row["id"] for row in old} - set(ids) - said.keys()
            connection.executemany("DELETE FROM reference WHERE id = ?", [(each,) for each in gone])
            for each, reference in zip(ids, references, strict=True):
                _write(connection, file, each, reference)
                if each in said:
                    _apply(connection, each, said[each])
            touch(connection, [paper])
            return citationrows.read(connection, "reference.file = ?", [file])

    def redirect(self, work: str, paper: str | None, confidence: float = 0.0) -> None:
        """Let a work stand for a paper that the library holds, or for none; what a person said of it stays."""
        with self._ledger.write() as connection:
            connection.execute(
                "UPDATE work SET paper = ?, confidence = ? WHERE id = ? AND pinned = 0",
                (paper, confidence, work),
            )

    # ── the person's word ────────────────────────────────────────────────────────────────────────────

    def confirm(self, reference: str, role: str | None = None, level: int | None = None) -> Change:
        """Accept an entry's role and level, or set them; no later run changes them.

        Raises:
            NotFound: there is no such entry.
            WrongUse: there is no such role or level.
        """
        if role is not None and role not in ROLES:
            raise WrongUse(f"{role!r} is no citation role.", f"Choose one of {', '.join(ROLES)}.")
        if level is not None and level not in range(1, 6):
            raise WrongUse(f"{level} is no level.", "Choose 1 (peripheral) to 5 (foundational).")
        known = self.reference(reference)
        said = {"confirmed": True, "role": role or known.role, "level": level or known.level}
        return self._say("confirm_reference", known, said, "confirmed")

    def correct(self, reference: str, **said: Any) -> Change:
        """Say what an entry's fields are: ``authors``, ``title``, ``year``, ``venue``, ``doi``, …

        Raises:
            NotFound: there is no such entry.
            WrongUse: there is no such field, or the value is of another type.
        """
        unknown = set(said) - set(FIELDS)
        if unknown or not said:
            raise WrongUse(
                f"An entry has no field {', '.join(sorted(unknown)) or 'without a name'}.",
                f"There are {', '.join(FIELDS)}.",
            )
        try:
            msgspec.convert({**msgspec.to_builtins(self.reference(reference)), **said}, Reference)
        except msgspec.ValidationError as error:
            raise WrongUse(f"That cannot stand in an entry: {error}.") from None
        return self._say("correct_reference", self.reference(reference), said, "corrected")

    def link(self, reference: str, paper: str | None) -> Change:
        """Say which paper of the library an entry stands for, or, with None, that it is not held.

        Raises:
            NotFound: there is no such entry or paper.
        """
        target = PaperStore(self._ledger).resolve(paper) if paper else ""
        return self._say("link_reference", self.reference(reference), {"paper": target}, "linked")

    def _say(self, action: str, known: Reference, said: dict[str, Any], what: str) -> Change:
        connection = self._ledger.read()
        paper = PaperId(
            connection.execute(
                "SELECT file.paper FROM reference JOIN file ON file.id = reference.file WHERE reference.id = ?",
                (known.id,),
            ).fetchone()[0]
        )
        summary = f"Reference {known.index} of {PaperStore(self._ledger).row(paper).key} {what}"
        with self._act(action, known.id, summary, [paper]) as act:
            owner = _owner(known.id)
            before = _corrections(act.connection, {owner}).get(known.id, {})
            content = {**before, "raw": known.raw, **said}
            _keep_correction(act, owner, known.id, content)
            _apply(act.connection, known.id, content)
        return act.change


# ── rows ─────────────────────────────────────────────────────────────────────────────────────────────


def _assign_ids(
    connection: sqlite3.Connection, paper: str, old: Sequence[sqlite3.Row], references: Sequence[Reference]
) -> list[str]:
    """The ids of entries: those whose text agrees keep theirs, others get numbers that were never used."""
    by_text: dict[str, list[str]] = {}
    for row in old:
        by_text.setdefault(_key(row["raw"]), []).append(row["id"])
    ids = [by_text[key].pop(0) if by_text.get(key := _key(each.raw)) else "" for each in references]
    left = {row["id"]: row["raw"] for row in old if row["id"] not in set(ids)}
    number = _last_number(connection, paper)
    for i, each in enumerate(references):
        if ids[i]:
            continue
        near = next((name for name, raw in left.items() if ratio(raw, each.raw) >= _SAME_ENTRY), None)
        if near is not None:
            ids[i] = near
            del left[near]
        else:
            number += 1
            ids[i] = f"{paper}.ref{number:03d}"
    return ids


def _last_number(connection: sqlite3.Connection, paper: str) -> int:
    rows = connection.execute("SELECT id FROM reference WHERE id LIKE ? || '.ref%'", (paper,))
    said = connection.execute(
        "SELECT subject FROM correction WHERE paper = ? AND what = 'reference'", (paper,)
    )
    names = [row[0] for row in (*rows, *said)]
    return max(
        (int(match.group(1)) for each in names if (match := re.search(r"\.ref(\d+)$", each))), default=0
    )


def _key(raw: str) -> str:
    return re.sub(r"\W+", "", folded(raw))


def _write(connection: sqlite3.Connection, file: str, name: str, reference: Reference) -> None:
    work = _work_for(connection, name, reference)
    values = citationrows.values(file, name, work, reference)
    columns = ", ".join(REFERENCE)
    updated = ", ".join(f"{column} = excluded.{column}" for column in REFERENCE[1:])
    connection.execute(
        f"INSERT INTO reference ({columns}) VALUES ({', '.join('?' * len(REFERENCE))}) "
        f"ON CONFLICT (id) DO UPDATE SET {updated}",
        values,
    )
    connection.execute("DELETE FROM mention WHERE reference = ?", (name,))
    connection.executemany(
        "INSERT INTO mention (reference, page, start, end, marker, spans, sentence, section, section_role, "
        "role, level, confidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [_mention(name, each) for each in reference.mentions],
    )


def _work_for(connection: sqlite3.Connection, name: str, reference: Reference) -> str:
    """The work that an entry stands for: the one given, its own from before, or a new one."""
    row = connection.execute(
        "SELECT work.id, work.pinned FROM reference JOIN work ON work.id = reference.work WHERE reference.id = ?",
        (name,),
    ).fetchone()
    if row is not None and row["pinned"]:
        return str(row["id"])
    work = reference.work if reference.work.startswith("W") else row["id"] if row is not None else ""
    if not work:
        work = new_id("W")
    connection.execute(
        "INSERT INTO work (id, paper, confidence) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO UPDATE SET "
        "paper = coalesce(?2, paper), confidence = CASE WHEN ?2 IS NULL THEN confidence ELSE ?3 END WHERE pinned = 0",
        (work, reference.paper, reference.confidence),
    )
    return work


def _mention(name: str, each: CitationMention) -> tuple[object, ...]:
    return (
        name,
        each.page,
        each.at.start,
        each.at.end,
        each.marker,
        msgspec.json.encode(each.spans).decode(),
        each.sentence,
        each.section,
        each.section_role,
        each.role,
        each.level,
        each.confidence,
    )


def _owner(reference: str) -> str:
    """The paper that an entry was read for first: what is said of it is kept there through merging and splitting."""
    return reference.partition(".")[0]


def _corrections(connection: sqlite3.Connection, papers: Collection[str]) -> dict[str, dict[str, Any]]:
    rows = connection.execute(
        "SELECT subject, content FROM correction WHERE what = 'reference' "
        "AND paper IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(papers)),),
    )
    return {row["subject"]: json.loads(row["content"]) for row in rows}


def _keep_correction(act: Act, paper: str, name: str, content: dict[str, Any]) -> None:
    act.execute(
        "INSERT INTO correction (paper, what, subject, content, at) VALUES (?, 'reference', ?, ?, ?) "
        "ON CONFLICT (paper, what, subject) DO UPDATE SET content = excluded.content, at = excluded.at",
        (paper, name, msgspec.json.encode(content).decode(), citationrows.stamp()),
    )


def _apply(connection: sqlite3.Connection, name: str, said: dict[str, Any]) -> None:
    """Lay what a person said of an entry over what was read."""
    changed: dict[str, object] = {key: said[key] for key in (*FIELDS, "role", "level") if key in said}
    if "confirmed" in said:
        changed["confirmed"] = int(said["confirmed"])
    if "authors" in changed:
        names = list(said["authors"])
        changed |= {"authors": msgspec.json.encode(names).decode(), "first_author": sort_author(names)}
    if "title" in changed:
        changed["title_key"] = citationrows.title_key(said["title"])
    if changed:
        columns = ", ".join(f"{column} = ?" for column in changed)
        connection.execute(f"UPDATE reference SET {columns} WHERE id = ?", [*changed.values(), name])
    if "paper" in said:
        _link(connection, name, said["paper"] or None)


def _link(connection: sqlite3.Connection, name: str, paper: str | None) -> None:
    row = connection.execute(
        "SELECT work.id, work.paper FROM reference JOIN work ON work.id = reference.work WHERE reference.id = ?",
        (name,),
    ).fetchone()
    if (
        paper is not None
        and connection.execute("SELECT 1 FROM paper WHERE id = ?", (paper,)).fetchone() is None
    ):
        return  # the paper was deleted since: the entry is not held
    if paper is None and row["paper"] is not None:
        work = new_id("W")
        connection.execute("INSERT INTO work (id, pinned) VALUES (?, 1)", (work,))
        connection.execute("UPDATE reference SET work = ? WHERE id = ?", (work, name))
    else:
        connection.execute(
            "UPDATE work SET paper = ?, confidence = 1, pinned = 1 WHERE id = ?", (paper, row["id"])
        )
