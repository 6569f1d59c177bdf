"""Where papers and works are drawn: years in order, what is joined together, always the same picture."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from twintree.base.exploring import Exploration, ExploredEdge, ExploredPaper
from twintree.base.ids import PaperId, RunId
from twintree.knowledge.placing import place_citations, place_exploration, short_label, told_apart
from twintree.store.citationgraph import CitationEdge, CitationGraph, CitationNode


def graph(nodes: dict[str, int | None], edges: list[tuple[str, str]]) -> CitationGraph:
    """Nodes by id and year, those that begin with P held; edges citing -> cited."""
    made = [
        CitationNode(
            id=name, title=f"On {name}", authors=(f"{name}, A.",), year=year, held=name.startswith("P")
        )
        for name, year in nodes.items()
    ]
    cited = [
        CitationEdge(
            citing=a,
            cited=b,
            reference=f"{a}.{b}",
            role="use",
            level=3,
            strength=0.5,
            strong=True,
            mentions=1,
        )
        for a, b in edges
    ]
    return CitationGraph(nodes=tuple(made), edges=tuple(cited))


SMALL = graph(
    {"P1": 2001, "P2": 2010, "P3": None, "W1": 1990, "W2": 2005},
    [("P2", "P1"), ("P1", "W1"), ("P2", "W1"), ("P3", "W2")],
)


def test_years_are_columns_in_order_and_the_unknown_come_first() -> None:
    placed = place_citations(SMALL).placement
    by_x = sorted(placed.nodes, key=lambda node: node.x)
    assert [node.id for node in by_x] == ["P3", "W1", "P1", "W2", "P2"]
    assert [tick.label for tick in placed.ticks] == ["1990", "2001", "2005", "2010"]


def test_edges_lead_from_the_cited_to_the_citing() -> None:
    found = place_citations(SMALL)
    nodes = found.placement.nodes
    for edge, said in zip(found.placement.edges, found.edges, strict=True):
        assert (nodes[edge.source].id, nodes[edge.target].id) == (said.cited, said.citing)


def test_works_that_are_cited_too_seldom_are_left_out_and_papers_never() -> None:
    found = place_citations(SMALL, least=2)
    assert {node.id for node in found.nodes} == {"P1", "P2", "P3", "W1"}
    assert len(found.edges) == 3


def test_nothing_to_place_is_no_fault() -> None:
    for timeline in (True, False):
        assert place_citations(graph({}, []), timeline=timeline).placement.nodes == ()


def test_a_label_is_an_author_and_a_year_or_the_titles_beginning() -> None:
    assert (
        short_label(CitationNode(id="P", title="On trees", authors=("Meng, X.",), year=2026)) == "Meng 2026"
    )
    assert short_label(CitationNode(id="P", title="On trees", authors=("//",))) == "On trees"
    assert short_label(CitationNode(id="P", title="T" * 90)).endswith("…")


def test_what_was_explored_lies_in_its_own_order_and_the_most_central_is_the_largest() -> None:
    papers = (
        ExploredPaper(paper=PaperId("P1"), title="On oats", year=2001, score=0.7, held=True, kept=True),
        ExploredPaper(paper=PaperId("P2"), title="On rye", year=2011, score=0.1, held=True, kept=True),
        ExploredPaper(paper=PaperId("P3"), title="On ants", year=2011, held=True),
        ExploredPaper(work="W1", title="On bees", score=0.2, kept=True),
    )
    edges = (ExploredEdge(source="P2", target="P1"), ExploredEdge(source="P1", target="W1"))
    found = Exploration(run=RunId("R1"), question="oats", papers=papers, edges=edges)
    placed = place_exploration(found, timeline=True)
    assert [node.id for node in placed.nodes] == ["P1", "P2", "P3", "W1"]
    assert [(edge.source, edge.target) for edge in placed.edges] == [(0, 1), (3, 0)]
    assert [tick.label for tick in placed.ticks] == ["2001", "2011"]
    sizes = [node.size for node in placed.nodes]
    assert sizes[0] > sizes[1] > sizes[2] > 0
    assert place_exploration(Exploration(run=RunId("R2"), question="nothing")).nodes == ()


@st.composite
def graphs(draw: st.DrawFn) -> CitationGraph:
    names = [f"P{i}" for i in range(draw(st.integers(1, 12)))]
    years = {name: draw(st.one_of(st.none(), st.integers(1990, 1995))) for name in names}
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(lambda pair: pair[0] != pair[1])
    return graph(years, draw(st.lists(pairs, max_size=20, unique=True)) if len(names) > 1 else [])


@settings(max_examples=25, deadline=None)
@given(graphs(), st.booleans())
def test_no_two_nodes_lie_on_each_other_and_the_picture_is_always_the_same(
    any_graph: CitationGraph, timeline: bool
) -> None:
    first, second = (place_citations(any_graph, timeline=timeline).placement for _ in range(2))
    assert first == second
    xy = np.array([(node.x, node.y) for node in first.nodes])
    assert np.isfinite(xy).all()
    assert len(np.unique(xy.round(3), axis=0)) == len(xy)


def test_works_of_one_author_and_year_are_told_apart() -> None:
    def node(name: str, title: str) -> CitationNode:
        return CitationNode(id=name, title=title, authors=("Chieu, H. L.",), year=2002)

    titles = (
        "Named Entity Recognition: a Maximum Entropy Approach Using Global Information",
        "Teaching a Weaker Classifier: Named Entity Recognition on Upper Case Text",
        "Named entity recognition",
        "Named entity recognition",
    )
    nodes = [node(f"W{place}", title) for place, title in enumerate(titles)]
    assert told_apart(nodes) == [
        "Chieu 2002 · Maximum",
        "Chieu 2002 · Teaching",
        "Chieu 2002a",
        "Chieu 2002b",
    ]
    alone = CitationNode(id="P", title="On trees", authors=("Meng, X.",), year=2026)
    assert told_apart([*nodes[:1], alone]) == ["Chieu 2002", "Meng 2026"]
    placed = place_citations(CitationGraph(nodes=tuple(nodes), edges=()), least=0)
    assert placed.placement.nodes[1].label == "Chieu 2002 · Teaching"
