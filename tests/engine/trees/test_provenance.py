"""The provenance tree: primary parents, cycles, corrections by hand, and updates that equal rebuilding."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from twintree.base.methods import MethodEdge, MethodId
from twintree.trees.provenance import Pair, ProvenanceTree, around, build, update

NO_YEARS: Mapping[MethodId, int | None] = {}


def edge(source: str, target: str, rating: int = 3, by: str = "") -> MethodEdge:
    return MethodEdge(source=MethodId(source), target=MethodId(target), rating=rating, by=by)


def parents(tree: ProvenanceTree) -> dict[str, str]:
    return {str(target): str(source) for target, source in tree.parent.items()}


def test_the_primary_parent_is_the_heaviest_edge_and_the_others_support():
    tree = build([edge("a", "c", 2), edge("b", "c", 5), edge("d", "c", 4)], NO_YEARS)

    assert parents(tree) == {"c": "b"}
    assert [each.source for each in tree.incoming(MethodId("c"))] == ["b", "d", "a"]
    assert not tree.breaks


def test_ties_go_to_the_earlier_year_then_to_the_id():
    years = {MethodId("a"): 2020, MethodId("b"): 2017, MethodId("d"): None}

    assert parents(build([edge("a", "c"), edge("b", "c"), edge("d", "c")], years)) == {"c": "b"}
    assert parents(build([edge("z", "c"), edge("y", "c")], NO_YEARS)) == {"c": "y"}


def test_what_a_method_is_only_compared_with_is_not_what_it_comes_from():
    tree = build([edge("a", "c", 1)], NO_YEARS)
    assert parents(tree) == {}
    assert [each.source for each in tree.incoming(MethodId("c"))] == ["a"], (
        "it is kept, and shown as what it is"
    )
    assert parents(build([edge("a", "c", 1), edge("b", "c", 2)], NO_YEARS)) == {"c": "b"}


def test_a_cycle_is_broken_at_its_weakest_edge_and_the_break_is_recorded():
    tree = build([edge("a", "b", 5), edge("b", "c", 4), edge("c", "a", 2)], NO_YEARS)

    assert parents(tree) == {"b": "a", "c": "b"}
    assert [(each.source, each.target) for each in tree.breaks] == [("c", "a")]


def test_a_method_whose_edge_was_broken_takes_its_next_best_parent():
    tree = build([edge("a", "b", 5), edge("b", "a", 4), edge("x", "a", 2)], NO_YEARS)

    assert parents(tree) == {"b": "a", "a": "x"}
    assert tree.edges[MethodId("b"), MethodId("a")].broken


def test_what_a_person_rated_highest_is_not_the_edge_that_breaks():
    tree = build([edge("a", "b", 3, by="person"), edge("b", "a", 5)], NO_YEARS)

    assert parents(tree) == {"b": "a"}
    assert tree.edges[MethodId("b"), MethodId("a")].broken


def test_a_weak_rating_by_hand_does_not_beat_a_stronger_parent():
    tree = build([edge("a", "c", 2, by="person"), edge("b", "c", 4)], NO_YEARS)

    assert parents(tree) == {"c": "b"}


def test_incoming_shares_are_weights_over_their_sum():
    tree = build([edge("a", "c", 5), edge("b", "c", 3), edge("d", "c", 1)], NO_YEARS)

    shares = {each.source: round(each.share, 6) for each in tree.incoming(MethodId("c"))}
    assert shares == {"a": 0.666667, "b": 0.333333, "d": 0.0}


def test_a_method_that_contributes_to_itself_is_no_edge():
    assert build([edge("a", "a", 5)], NO_YEARS).edges == {}


names = st.sampled_from([MethodId(letter) for letter in "abcdefgh"])
edges_of = st.lists(
    st.builds(
        MethodEdge, source=names, target=names, rating=st.integers(1, 5), by=st.sampled_from(["", "person"])
    ),
    max_size=24,
    unique_by=lambda e: (e.source, e.target),
)
years_of = st.dictionaries(names, st.one_of(st.none(), st.integers(1990, 1994)))


@given(edges_of, years_of, st.randoms())
@settings(max_examples=150, deadline=None)
def test_the_backbone_is_a_forest_whatever_the_edges_and_their_order(
    edges: list[MethodEdge], years: dict[MethodId, int | None], order: random.Random
):
    tree = build(edges, years)

    for start in tree.parent:
        seen, at = {start}, start
        while (over := tree.parent.get(at)) is not None:
            assert over not in seen
            seen.add(over)
            at = over
    for broken in tree.breaks:
        assert _descends(tree, broken.source, broken.target), "a broken edge closes a cycle of the backbone"
    shuffled = list(edges)
    order.shuffle(shuffled)
    assert build(shuffled, years).edges == tree.edges


@given(edges_of, edges_of, years_of)
@settings(max_examples=300, deadline=None)
def test_an_update_equals_a_full_rebuild_and_says_exactly_what_differs(
    before: list[MethodEdge], after: list[MethodEdge], years: dict[MethodId, int | None]
):
    old = build(before, years)
    wanted = build(after, years)

    done = update(old, _incoming_changes(before, after), years)

    assert done.tree.edges == wanted.edges
    assert done.tree.parent == wanted.parent
    for method in "abcdefgh":
        assert done.tree.outgoing(MethodId(method)) == wanted.outgoing(MethodId(method))
    applied = {pair: each for pair, each in old.edges.items() if pair not in done.removed}
    assert applied | {(e.source, e.target): e for e in done.written} == wanted.edges
    assert all(old.edges.get((e.source, e.target)) != e for e in done.written)
    assert set(done.removed) <= set(old.edges)


def test_an_update_touches_nothing_outside_the_cycles_through_what_changed():
    chains = [edge(f"m{i}", f"m{i + 1}", 4) for i in range(200)]
    tree = build(chains, NO_YEARS)

    done = update(tree, {MethodId("new"): [edge("m3", "new", 5)]}, NO_YEARS)

    assert [(each.source, each.target) for each in done.written] == [("m3", "new")]
    assert tree.component(MethodId("m3")) == {"m3"}


def _incoming_changes(
    before: Sequence[MethodEdge], after: Sequence[MethodEdge]
) -> dict[MethodId, list[MethodEdge]]:
    def grouped(edges: Sequence[MethodEdge]) -> dict[MethodId, dict[Pair, MethodEdge]]:
        groups: dict[MethodId, dict[Pair, MethodEdge]] = {}
        for each in edges:
            groups.setdefault(each.target, {})[each.source, each.target] = each
        return groups

    was, now = grouped(before), grouped(after)
    return {
        target: list(now.get(target, {}).values())
        for target in was.keys() | now.keys()
        if was.get(target) != now.get(target)
    }


def _descends(tree: ProvenanceTree, low: MethodId, high: MethodId) -> bool:
    at: MethodId | None = low
    while at is not None and at != high:
        at = tree.parent.get(at)
    return at == high


@given(edges_of, edges_of, years_of, st.sets(names))
@settings(max_examples=300, deadline=None)
def test_an_update_of_the_part_around_what_changed_equals_one_of_the_whole(
    before: list[MethodEdge], after: list[MethodEdge], years: dict[MethodId, int | None], some: set[MethodId]
):
    whole = build(before, years)
    changed = {t: into for t, into in _incoming_changes(before, after).items() if t in some}
    both = [*whole.edges.values(), *(each for into in changed.values() for each in into)]

    needed = around(
        changed,
        lambda method: [each.target for each in both if each.source == method],
        lambda method: [each.source for each in both if each.target == method],
    )
    part = ProvenanceTree({pair: each for pair, each in whole.edges.items() if pair[1] in needed})

    ours, theirs = update(part, changed, years), update(whole, changed, years)
    assert sorted(ours.written, key=str) == sorted(theirs.written, key=str)
    assert sorted(ours.removed) == sorted(theirs.removed)
