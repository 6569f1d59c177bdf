"""Evidence hierarchies and what is remembered of them: kept whole, named by check, gone with their paper."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from paper_cases import add_paper
from run_cases import answer

from twintree.base.answers import StateUpdate, ToolCall
from twintree.base.hierarchy import Abstraction, PaperHierarchy, Region
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Span
from twintree.base.state import Artifact
from twintree.store.deletion import delete_paper
from twintree.store.files import FileStore
from twintree.store.hierarchies import HierarchyStore, drop_broken_hierarchies, hierarchy_problems
from twintree.store.ledger import Ledger
from twintree.store.memories import MemoryStore
from twintree.store.papers import PaperStore, hash_of
from twintree.store.runs import RunStore

TEXT = "Bees dance. Ants walk."


def hierarchy(paper: PaperId, file: FileId) -> PaperHierarchy:
    region = Region(
        id=f"{paper}.e0001",
        paper=paper,
        file=file,
        position=1,
        spans=(Span(1, 0, len(TEXT)),),
        text=TEXT,
        tokens=7,
    )
    relation = Abstraction(
        id=f"{paper}.r001",
        paper=paper,
        kind="relation",
        position=1,
        text="Bees dance.",
        members=(region.id,),
    )
    topic = replace(relation, id=f"{paper}.t01", kind="topic", members=(relation.id,))
    return PaperHierarchy(
        paper=paper,
        model="m",
        version="1",
        stamp="s",
        regions=(region,),
        relations=(relation,),
        topics=(topic,),
    )


@pytest.fixture
def held(ledger: Ledger, papers: PaperStore) -> PaperHierarchy:
    paper, file = add_paper(papers, [TEXT], title="Bees")
    assert file is not None
    made = hierarchy(paper, file)
    HierarchyStore(ledger).write(made)
    with ledger.write() as connection:
        connection.execute(
            "INSERT INTO embedding VALUES (?, 'm', ?)", (hash_of(TEXT), np.ones(2, np.float32).tobytes())
        )
    return made


def trail(paper: PaperId, scope: str = "s") -> Artifact:
    return Artifact(
        id=f"A{scope}", kind="trail", producer="navigator", payload={"terms": ["bee"]}, sources=(paper,)
    )


def test_a_hierarchy_comes_back_as_it_was_written_with_its_texts(
    ledger: Ledger, held: PaperHierarchy
) -> None:
    store = HierarchyStore(ledger)
    assert store.get(held.paper) == held
    assert store.stamp(held.paper) == "s"
    assert store.get("P000000000000") is None
    assert list(hierarchy_problems(ledger.read())) == []


def test_writing_it_again_replaces_it_and_what_rested_on_it(ledger: Ledger, held: PaperHierarchy) -> None:
    memory = MemoryStore(ledger)
    memory.remember("s", "R1", [trail(held.paper)])
    HierarchyStore(ledger).write(replace(held, stamp="t"))
    assert HierarchyStore(ledger).stamp(held.paper) == "t"
    assert memory.artifacts("s", "trail") == []
    assert ledger.read().execute("SELECT count(*) FROM embedding").fetchone()[0] == 1


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        ("DELETE FROM abstraction_member WHERE child LIKE '%.e%'", "under no group"),
        ("DELETE FROM abstraction_member WHERE child LIKE '%.r%'", "under no topic"),
        ("UPDATE abstraction_member SET child = 'x' WHERE child LIKE '%.e%'", "not there"),
    ],
)
def test_a_broken_hierarchy_is_named_and_dropped_to_be_made_again(
    ledger: Ledger, held: PaperHierarchy, damage: str, named: str
) -> None:
    with ledger.write() as connection:
        connection.execute(damage)
    assert any(named in problem.what for problem in hierarchy_problems(ledger.read()))
    drop_broken_hierarchies(ledger)
    assert HierarchyStore(ledger).get(held.paper) is None
    assert list(hierarchy_problems(ledger.read())) == []


def test_deleting_a_paper_leaves_neither_vectors_nor_memories_nor_steps_of_runs(
    ledger: Ledger, papers: PaperStore, files: FileStore, held: PaperHierarchy
) -> None:
    """PAINS 23."""
    phrase = "quasistellar xylophonism"
    MemoryStore(ledger).remember("s", "R1", [trail(held.paper)])
    update = StateUpdate(
        position=1, target=1, cycle=1, role="retriever", field="evidence", value=[{"paper": held.paper}]
    )
    words = replace(update, position=2, role="verifier", field="verdict", value={"why": phrase})
    call = ToolCall(tool="get_page_content", arguments={"paper": held.paper}, result=[{"text": phrase}])
    RunStore(ledger).save(replace(answer("R1"), states=(update, words), calls=(call,)))
    assert len(RunStore(ledger).get("R1").states) == 2
    delete_paper(ledger, files, held.paper)
    for table in ("hierarchy", "region", "abstraction", "abstraction_member", "artifact", "artifact_source"):
        assert ledger.read().execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0, table
    assert ledger.read().execute("SELECT count(*) FROM embedding").fetchone()[0] == 0
    kept = RunStore(ledger).get("R1")
    assert (kept.states, kept.calls) == ((), ())
    assert phrase.encode() not in ledger.path.read_bytes()


def test_vectors_that_another_paper_shares_stay(
    ledger: Ledger, papers: PaperStore, files: FileStore, held: PaperHierarchy
) -> None:
    other, file = add_paper(papers, [TEXT], title="Same words")
    assert file is not None
    HierarchyStore(ledger).write(hierarchy(other, file))
    delete_paper(ledger, files, held.paper)
    assert ledger.read().execute("SELECT count(*) FROM embedding").fetchone()[0] == 1


def test_memories_belong_to_a_scope_and_go_with_their_run(ledger: Ledger, held: PaperHierarchy) -> None:
    memory, runs = MemoryStore(ledger), RunStore(ledger)
    runs.save(answer("R1"))
    memory.remember("s", "R1", [trail(held.paper), trail(held.paper)])
    memory.remember("t", "R2", [trail(held.paper, "t"), replace(trail(held.paper, "u"), sources=())])
    assert [each.id for each in memory.artifacts("s", "trail")] == ["As"]
    assert [each.id for each in memory.artifacts("t", "trail")] == ["At"]
    runs.delete("R1")
    assert memory.artifacts("s", "trail") == []
