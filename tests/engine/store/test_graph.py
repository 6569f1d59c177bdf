"""The graph projection against a real ledger and real Kuzu."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from projection_cases import add_paper, delete_paper, touch

from twintree.base.errors import Cancelled, LibraryDamaged, WrongUse
from twintree.base.progress import CancelToken
from twintree.store import graph as graph_module
from twintree.store.graph import GraphProjection
from twintree.store.graphtables import NODES, RELATIONS
from twintree.store.kuzudb import ascii_path, log_path
from twintree.store.ledger import Ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    ledger = Ledger(tmp_path / "ledger.sqlite")
    yield ledger
    ledger.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "graph.kuzu"


@pytest.fixture
def graph(path: Path) -> Iterator[GraphProjection]:
    graph = GraphProjection(path)
    yield graph
    graph.close()


def subjects(graph: GraphProjection, ledger: Ledger) -> set[tuple[str, str]]:
    return {(problem.what, problem.subject) for problem in graph.problems(ledger)}


def run_sql(ledger: Ledger, *statements: str) -> None:
    with ledger.write() as c:
        for each in statements:
            c.execute(each)


def test_a_synced_graph_answers_with_the_papers_their_authors_and_sections(
    ledger: Ledger, graph: GraphProjection
) -> None:
    add_paper(ledger, "P1", authors=("Ada Lovelace", "Grace Hopper"), sections=3)
    add_paper(ledger, "P2", authors=("ADA LOVELACE",))
    assert graph.sync(ledger) == 2
    by_ada = (
        "MATCH (p:Paper)-[w:WRITTEN_BY]->(a:Author {name: $name}) "
        "RETURN p.id, w.position, w.name ORDER BY p.id"
    )
    assert graph.query(by_ada, {"name": "ada lovelace"}) == [
        ("P1", 0, "Ada Lovelace"),
        ("P2", 0, "ADA LOVELACE"),
    ]
    tree = "MATCH (:Paper {id: 'P1'})-[:HAS_SECTION]->(a)-[:PARENT_OF]->(b) RETURN a.id, b.id ORDER BY b.id"
    assert graph.query(tree) == [("P1.s0001", "P1.s0002"), ("P1.s0001", "P1.s0003")]
    assert graph.query("MATCH (p:Paper)-[:HAS_FILE]->(f:File) RETURN count(f)") == [(2,)]
    assert graph.problems(ledger) == []
    assert graph.sync(ledger) == 0


def test_changes_reach_the_graph_and_nothing_stale_stays(ledger: Ledger, graph: GraphProjection) -> None:
    """PAINS 23, 24: deleted documents, orphan edges and shared nodes without a source."""
    add_paper(ledger, "P1", authors=("Ada Lovelace", "Grace Hopper"))
    add_paper(ledger, "P2", authors=("Ada Lovelace",))
    graph.sync(ledger)
    delete_paper(ledger, "P1")
    run_sql(ledger, "UPDATE paper SET title = 'Another', revision = revision + 1 WHERE id = 'P2'")
    graph.sync(ledger)
    assert graph.query("MATCH (a:Author) RETURN a.name") == [("ada lovelace",)]
    assert graph.query("MATCH (p:Paper) RETURN p.id, p.title") == [("P2", "Another")]
    assert graph.query("MATCH (s:Section) RETURN count(*)") == [(2,)]
    assert graph.problems(ledger) == []


def test_tags_and_collections_follow_also_when_only_they_change(
    ledger: Ledger, graph: GraphProjection
) -> None:
    add_paper(ledger, "P1")
    run_sql(
        ledger,
        "INSERT INTO tag (name) VALUES ('Method'), ('unused')",
        "INSERT INTO collection (id, name) VALUES ('K1', 'Reading')",
        "INSERT INTO tag_paper VALUES ('method', 'P1')",
        "INSERT INTO collection_paper VALUES ('K1', 'P1')",
    )
    graph.sync(ledger)
    assert graph.query("MATCH (:Paper)-[:TAGGED]->(t:Tag) RETURN t.id") == [("Method",)]
    run_sql(
        ledger,
        "UPDATE tag SET name = 'technique' WHERE name = 'Method'",  # the links follow by cascade
        "DELETE FROM tag WHERE name = 'unused'",
        "UPDATE collection SET name = 'Read'",
    )
    graph.sync(ledger)
    assert graph.query("MATCH (:Paper)-[:TAGGED]->(t:Tag) RETURN t.id") == [("technique",)]
    assert graph.query("MATCH (:Paper)-[:IN_COLLECTION]->(k:Collection) RETURN k.name") == [("Read",)]
    assert graph.problems(ledger) == []


def test_a_reopened_graph_is_trusted_without_work(ledger: Ledger, path: Path) -> None:
    add_paper(ledger, "P1")
    first = GraphProjection(path)
    first.sync(ledger)
    first.close()
    again = GraphProjection(path)
    assert not again.replay(ledger)
    assert again.query("MATCH (p:Paper) RETURN p.id") == [("P1",)]
    again.close()


def damage_missing(path: Path) -> None:
    path.unlink()


def damage_altered(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def damage_truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096])


def damage_rubbish(path: Path) -> None:
    path.write_bytes(b"rubbish")


def damage_stray_log(path: Path) -> None:
    log_path(path).write_bytes(b"rubbish")


def damage_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "somebody's").write_text("kept")


def damage_folder_as_log(path: Path) -> None:
    log_path(path).mkdir()


DAMAGES = [
    damage_missing,
    damage_altered,
    damage_truncated,
    damage_rubbish,
    damage_stray_log,
    damage_folder,
    damage_folder_as_log,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_reported_never_opened_and_made_afresh(
    ledger: Ledger, path: Path, damage: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    """PAINS 31; Kuzu itself opens most damage silently, with rows missing."""
    add_paper(ledger, "P1")
    graph = GraphProjection(path)
    graph.sync(ledger)
    graph.close()
    damage(path)
    broken = GraphProjection(path)
    assert [problem.where for problem in broken.problems(ledger)] == ["graph"]
    with pytest.raises(LibraryDamaged):
        broken.query("MATCH (p:Paper) RETURN p.id")
    with caplog.at_level(logging.WARNING):
        assert broken.replay(ledger)
    assert "graph" in caplog.text
    assert broken.problems(ledger) == []
    assert broken.query("MATCH (p:Paper) RETURN p.id") == [("P1",)]
    broken.close()


def test_a_folder_in_the_graphs_place_is_moved_aside_with_what_it_holds(ledger: Ledger, path: Path) -> None:
    add_paper(ledger, "P1")
    graph = GraphProjection(path)
    graph.sync(ledger)
    graph.close()
    damage_folder(path)
    with contextlib.closing(GraphProjection(path)) as broken:
        broken.rebuild(ledger)
        assert broken.query("MATCH (p:Paper) RETURN p.id") == [("P1",)]
    assert [each.read_text() for each in path.parent.glob("lost/*/*")] == ["kept"]


def test_problems_name_every_node_and_edge_that_differs(ledger: Ledger, graph: GraphProjection) -> None:
    """PAINS 24."""
    for n in range(1, 5):
        add_paper(ledger, f"P{n}")
    run_sql(ledger, "INSERT INTO tag (name) VALUES ('x')", "INSERT INTO tag_paper VALUES ('x', 'P1')")
    graph.sync(ledger)
    database = graph._opened()
    for cypher in (
        "MATCH (p:Paper {id: 'P1'}) SET p.title = 'altered'",
        "MATCH (s:Section {id: 'P2.s0002'}) DETACH DELETE s",
        "CREATE (:Author {id: 'Aghost', name: 'ghost'})",
        "MATCH (:Paper {id: 'P1'})-[t:TAGGED]->() DELETE t",
        "MATCH (p:Paper {id: 'P3'}), (f:File {id: 'F4'}) CREATE (p)-[:HAS_FILE]->(f)",
        "MATCH (p:Paper {id: 'P4'}), (f:File {id: 'F4'}) CREATE (p)-[:HAS_FILE]->(f)",
    ):
        database.write(cypher)
    database.checkpoint()
    expected = {
        ("The graph's file was altered.", "graph.kuzu"),
        ("A Paper node differs from the ledger (title).", "P1"),
        ("A Section node is missing.", "P2.s0002"),
        ("A HAS_SECTION edge is missing.", "P2 → P2.s0002"),
        ("A PARENT_OF edge is missing.", "P2.s0001 → P2.s0002"),
        ("A Author node stands for nothing in the ledger.", "Aghost"),
        ("A TAGGED edge is missing.", "P1 → x"),
        ("A HAS_FILE edge stands for nothing in the ledger.", "P3 → F4"),
        ("A HAS_FILE edge is there more than once.", "P4 → F4"),
    }
    assert subjects(graph, ledger) == expected
    graph.close()
    assert subjects(graph, ledger) == expected  # now by a process of its own, on a copy
    graph.rebuild(ledger)
    assert graph.problems(ledger) == []


def test_queries_may_only_read_and_wrong_ones_are_refused_in_plain_words(
    ledger: Ledger, graph: GraphProjection
) -> None:
    add_paper(ledger, "P1")
    graph.sync(ledger)
    with pytest.raises(WrongUse, match="only read"):
        graph.query("CREATE (:Tag {id: 'x'})")
    with pytest.raises(WrongUse, match="cannot answer"):
        graph.query("MATCH (p:Nothing) RETURN p")
    with pytest.raises(WrongUse, match="cannot answer"):
        graph.query("what is this")
    assert graph.query("MATCH (t:Tag) RETURN count(*)") == [(0,)]


def test_a_query_is_interrupted_when_cancelled(ledger: Ledger, graph: GraphProjection) -> None:
    for n in range(40):
        add_paper(ledger, f"P{n}", sections=20, texts=())
    graph.sync(ledger)
    token = CancelToken()
    threading.Timer(0.2, token.cancel).start()
    endless = (
        "MATCH (a:Section), (b:Section), (c:Section), (d:Section) "
        "WHERE a.id + b.id + c.id + d.id = 'none' RETURN count(*)"
    )
    with pytest.raises(Cancelled):
        graph.query(endless, cancel=token)
    assert graph.query("MATCH (p:Paper) RETURN count(*)") == [(40,)]


def test_readers_go_on_through_syncs_and_a_rebuild(ledger: Ledger, graph: GraphProjection) -> None:
    add_paper(ledger, "P0")
    graph.sync(ledger)
    faults: list[object] = []
    stop = threading.Event()

    def ask() -> None:
        while not stop.is_set():
            try:
                if graph.query("MATCH (p:Paper {id: 'P0'}) RETURN p.title") != [("On P0",)]:
                    faults.append("lost")
            except Exception as error:
                faults.append(error)
            time.sleep(0.002)

    readers = [threading.Thread(target=ask) for _ in range(3)]
    for each in readers:
        each.start()
    for n in range(1, 6):
        add_paper(ledger, f"P{n}")
        graph.sync(ledger)
    graph.rebuild(ledger)
    stop.set()
    for each in readers:
        each.join()
    assert faults == []
    assert graph.problems(ledger) == []


def test_few_changes_in_a_large_library_wait_for_more_or_for_a_flush(
    ledger: Ledger, graph: GraphProjection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("twintree.store.graph._LARGE", 5)
    monkeypatch.setattr("twintree.store.graph._WAIT_SHARE", 5)
    for n in range(10):
        add_paper(ledger, f"P{n}")
    graph.sync(ledger)
    touch(ledger, "P1")
    assert graph.sync(ledger) == 0
    assert graph.problems(ledger) == []
    touch(ledger, "P2")
    assert graph.sync(ledger) == 2
    touch(ledger, "P3")
    graph.flush(ledger)
    assert graph.sync(ledger, flush=True) == 0


def test_a_cancelled_sync_keeps_what_it_finished(
    ledger: Ledger, graph: GraphProjection, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_paper(ledger, "P0")
    graph.sync(ledger)
    for n in range(1, 4):
        add_paper(ledger, f"P{n}")
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        graph.sync(ledger, cancel=token)
    assert graph.problems(ledger) == []
    assert graph.sync(ledger) == 3
    assert graph.problems(ledger) == []


def test_another_backend_is_refused_with_the_reason(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWINTREE_GRAPH", "ladybug")
    with pytest.raises(WrongUse, match="only kuzu"):
        GraphProjection(path)


def test_windows_gets_an_ascii_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PAINS 30."""
    monkeypatch.setenv("PROGRAMDATA", str(tmp_path))
    plain, umlaut = Path("/papers/graph.kuzu"), tmp_path / "Bücher 書" / "graph.kuzu"
    assert ascii_path(plain, windows=True) == str(plain)
    assert ascii_path(umlaut, windows=False) == str(umlaut)
    assert ascii_path(umlaut, windows=True).isascii()
    assert ascii_path(umlaut, windows=True) == ascii_path(umlaut, windows=True)


def test_the_library_may_lie_under_any_name(tmp_path: Path) -> None:
    """PAINS 30."""
    folder = tmp_path / "Bücher und 書 🌳"
    folder.mkdir()
    ledger, graph = Ledger(folder / "ledger.sqlite"), GraphProjection(folder / "graph.kuzu")
    add_paper(ledger, "P1")
    graph.sync(ledger)
    assert graph.query("MATCH (p:Paper) RETURN p.id") == [("P1",)]
    graph.close()
    ledger.close()


_KILLED = """
import sys
from pathlib import Path
from twintree.store.ledger import Ledger
from twintree.store import graph as graph_module
from twintree.store.graph import GraphProjection
from twintree.store.graphtables import NODES, RELATIONS
ledger = Ledger(Path(sys.argv[1]))
graph = GraphProjection(Path(sys.argv[2]))
graph.rebuild(ledger) if sys.argv[3] == "rebuild" else graph.sync(ledger, flush=True)
"""


@pytest.mark.parametrize(
    ("point", "how"),
    [
        ("graph.before_transaction", "sync"),
        ("graph.mid_transaction", "sync"),
        ("graph.committed", "sync"),
        ("graph.checkpointed", "sync"),
        ("graph.before_mark", "sync"),
        ("graph.marked", "sync"),
        ("graph.rebuilt_beside", "rebuild"),
        ("graph.old_removed", "rebuild"),
    ],
)
def test_a_kill_at_any_step_is_no_damage_and_is_repaired_at_the_next_opening(
    ledger: Ledger, path: Path, point: str, how: str
) -> None:
    """PAINS 31."""
    add_paper(ledger, "P1")
    graph = GraphProjection(path)
    graph.sync(ledger)
    graph.close()
    add_paper(ledger, "P2")
    run = subprocess.run(
        [sys.executable, "-c", _KILLED, str(ledger.path), str(path), how],
        env=os.environ | {"TWINTREE_CRASH_AT": point, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert run.returncode == 137
    survivor = GraphProjection(path)
    assert survivor.damage(ledger) == ""
    survivor.replay(ledger)
    assert survivor.problems(ledger) == []
    assert survivor.query("MATCH (p:Paper) RETURN p.id ORDER BY p.id") == [("P1",), ("P2",)]
    survivor.close()


_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["add", "delete", "retitle", "tag", "untag", "sync", "reopen"]), st.integers(0, 3)
    ),
    max_size=12,
)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=_STEPS)
def test_after_any_history_the_graph_equals_the_ledger(steps: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder) / "ledger.sqlite")
        graph, held = GraphProjection(Path(folder) / "graph.kuzu"), set[int]()
        for step, n in steps:
            if step == "add" and n not in held:
                add_paper(ledger, f"P{n}", sections=n, authors=("Ada", f"Author {n % 2}"), texts=())
                held.add(n)
            elif step == "delete" and n in held:
                delete_paper(ledger, f"P{n}")
                held.discard(n)
            elif step == "retitle" and n in held:
                run_sql(
                    ledger, f"UPDATE paper SET title = title || '!', revision = revision + 1 WHERE num = {n}"
                )
            elif step == "tag" and n in held:
                run_sql(ledger, "INSERT OR IGNORE INTO tag (name) VALUES ('x')")
                run_sql(ledger, f"INSERT OR IGNORE INTO tag_paper VALUES ('x', 'P{n}')")
                touch(ledger, f"P{n}")
            elif step == "untag":
                run_sql(ledger, "DELETE FROM tag")
            elif step == "sync":
                graph.sync(ledger)
            elif step == "reopen":
                graph.close()
                graph = GraphProjection(Path(folder) / "graph.kuzu")
        graph.sync(ledger, flush=True)
        assert graph.problems(ledger) == []
        graph.close()
        ledger.close()


def add_citation(ledger: Ledger, paper: str, work: str, number: int = 1, held: str | None = None) -> None:
    held_as = f"'{held}'" if held else "NULL"
    run_sql(
        ledger,
        f"INSERT OR IGNORE INTO work (id, paper) VALUES ('{work}', {held_as})",
        "INSERT INTO reference (id, file, position, work, raw, role, level) VALUES "
        f"('{paper}.ref{number:03d}', 'F{paper[1:]}', {number}, '{work}', 'An entry', 'extend', 5)",
    )
    touch(ledger, paper)


CITED = "MATCH (p:Paper)-[c:CITES]->(w:Work) RETURN p.id, w.id, c.role, c.level, c.held ORDER BY p.id"


def test_papers_that_cite_one_work_meet_in_its_node(ledger: Ledger, graph: GraphProjection) -> None:
    for paper in ("P1", "P2"):
        add_paper(ledger, paper)
        add_citation(ledger, paper, "W1")
    graph.sync(ledger)
    assert graph.query(CITED) == [("P1", "W1", "extend", 5, ""), ("P2", "W1", "extend", 5, "")]
    assert graph.query("MATCH (w:Work) RETURN count(w)") == [(1,)]
    assert graph.problems(ledger) == []


def test_a_work_that_is_held_now_is_held_in_the_graph_of_all_who_cite_it(
    ledger: Ledger, graph: GraphProjection
) -> None:
    for paper in ("P1", "P2", "P3"):
        add_paper(ledger, paper)
    add_citation(ledger, "P1", "W1")
    add_citation(ledger, "P2", "W1")
    graph.sync(ledger)
    run_sql(ledger, "UPDATE work SET paper = 'P3' WHERE id = 'W1'")
    assert graph.sync(ledger) == 2
    joined = (
        "MATCH (a:Paper)-[c:CITES]->(:Work), (b:Paper) WHERE b.id = c.held RETURN a.id, b.id ORDER BY a.id"
    )
    assert graph.query(joined) == [("P1", "P3"), ("P2", "P3")]
    delete_paper(ledger, "P3")
    graph.sync(ledger)
    assert [row[4] for row in graph.query(CITED)] == ["", ""]
    assert graph.problems(ledger) == []


def test_a_work_leaves_the_graph_with_the_last_paper_that_cites_it(
    ledger: Ledger, graph: GraphProjection
) -> None:
    """PAINS 24: shared nodes without a source."""
    for paper in ("P1", "P2"):
        add_paper(ledger, paper)
    add_citation(ledger, "P1", "W1", held="P2")
    graph.sync(ledger)
    delete_paper(ledger, "P1")
    graph.sync(ledger)
    assert graph.query("MATCH (w:Work) RETURN count(w)") == [(0,)]
    assert graph.problems(ledger) == []


def test_a_graph_of_an_earlier_twintree_with_fewer_tables_is_made_afresh(
    ledger: Ledger, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_paper(ledger, "P1")
    add_citation(ledger, "P1", "W1")
    with monkeypatch.context() as then:
        fewer = [table for table in RELATIONS if table.name != "CITES"]
        then.setattr(graph_module, "RELATIONS", fewer)
        then.setattr(graph_module, "_TABLES", {table.name for table in (*NODES, *fewer)})
        old = GraphProjection(path)
        old.sync(ledger)
        old.close()
    newer = GraphProjection(path)
    newer.sync(ledger)
    assert newer.query(CITED) == [("P1", "W1", "extend", 5, "")]
    newer.close()
