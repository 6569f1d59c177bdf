"""Ways through the provenance tree."""

from __future__ import annotations

import pytest

from twintree.base.methods import MethodEdge, MethodId
from twintree.trees.lineage import ancestors, chain, descendants, relate
from twintree.trees.provenance import ProvenanceTree, build


def m(name: str) -> MethodId:
    return MethodId(name)


@pytest.fixture
def tree() -> ProvenanceTree:
    """attention -> transformer -> bert -> roberta; bert -> scibert; elmo supports bert."""
    ratings = {
        ("attention", "transformer"): 5,
        ("transformer", "bert"): 5,
        ("elmo", "bert"): 2,
        ("bert", "roberta"): 5,
        ("bert", "scibert"): 4,
    }
    return build([MethodEdge(source=m(s), target=m(t), rating=r) for (s, t), r in ratings.items()], {})


def test_ancestors_are_nearest_first_then_most_influential(tree: ProvenanceTree):
    found = ancestors(tree, m("roberta"))

    assert [(each.method, each.depth) for each in found] == [
        ("bert", 1),
        ("transformer", 2),
        ("elmo", 2),
        ("attention", 3),
    ]
    assert found[0].influence == 1.0
    assert found[2].influence == pytest.approx(0.26)


def test_descendants_stop_at_the_depth_asked_for(tree: ProvenanceTree):
    assert [each.method for each in descendants(tree, m("transformer"), depth=1)] == ["bert"]
    assert {each.method for each in descendants(tree, m("transformer"))} == {"bert", "roberta", "scibert"}


def test_the_chain_leads_to_the_root_over_primary_edges(tree: ProvenanceTree):
    assert [edge.source for edge in chain(tree, m("roberta"))] == ["bert", "transformer", "attention"]


def test_two_methods_are_related_by_descent_in_either_order(tree: ProvenanceTree):
    for pair in (("attention", "scibert"), ("scibert", "attention")):
        found = relate(tree, m(pair[0]), m(pair[1]))
        assert found.kind == "descends"
        assert [edge.target for edge in found.edges] == ["transformer", "bert", "scibert"]


def test_siblings_are_related_over_their_common_origin(tree: ProvenanceTree):
    found = relate(tree, m("roberta"), m("scibert"))

    assert (found.kind, found.through) == ("common origin", "bert")
    assert [(e.source, e.target) for e in found.edges] == [("bert", "roberta"), ("bert", "scibert")]


def test_methods_that_meet_only_later_are_related_over_the_outcome(tree: ProvenanceTree):
    found = relate(tree, m("elmo"), m("attention"))

    assert (found.kind, found.through) == ("common outcome", "bert")


def test_methods_without_a_connection_are_said_to_have_none(tree: ProvenanceTree):
    assert relate(tree, m("bert"), m("k-means")).kind == "none"


def test_equal_paths_settle_their_tie_without_comparing_edges():
    pairs = [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")]
    tree = build([MethodEdge(source=m(s), target=m(t), rating=4) for s, t in pairs], {})

    assert [e.target for e in relate(tree, m("a"), m("d")).edges] == ["b", "d"]


def test_a_cycle_of_edges_ends_the_search(tree: ProvenanceTree):
    loop = build([MethodEdge(source=m(s), target=m(t), rating=4) for s, t in ("ab", "bc", "ca")], {})

    assert {each.method for each in ancestors(loop, m("a"), depth=50)} == {"b", "c"}
