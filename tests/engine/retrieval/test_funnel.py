"""The funnel over the themes and the way back over the provenance."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.trees.conftest import Points, numbered, points

from twintree.base.methods import MethodEdge, MethodId
from twintree.retrieval.funnel import FunnelSettings, ThemeIndex, backtrack, budget, search
from twintree.trees.abstraction import ThemeSettings, cluster
from twintree.trees.provenance import build


@pytest.fixture(scope="module")
def shelf() -> Points:
    return points(900, 30)


@pytest.fixture(scope="module")
def index(shelf: Points) -> ThemeIndex:
    return ThemeIndex(cluster(*shelf, ThemeSettings(finest=40), numbered()), *shelf)


def test_the_budget_decays_from_level_to_level_and_never_ends():
    assert [budget(t, FunnelSettings(top=6, decay=0.6)) for t in range(1, 6)] == [6, 4, 3, 2, 1]
    assert budget(40, FunnelSettings()) == 1


def test_the_way_down_is_kept_level_by_level_and_every_comparison_counted(index: ThemeIndex, shelf: Points):
    found = search(index, shelf[1][7], FunnelSettings(top=3))

    assert [step.level for step in found.steps] == [2, 1]
    assert [len(step.kept) for step in found.steps] == [3, 2]
    by_name = {each.id: each for each in index.clusters}
    children = sum(len(by_name[name].children) for name, _ in found.steps[0].kept)
    assert found.steps[1].compared == children
    leaves = sum(len(by_name[name].methods) for name, _ in found.steps[1].kept)
    assert found.compared == found.steps[0].compared + children + leaves
    assert found.compared < len(shelf[0]) / 4


def test_what_was_found_is_best_first_and_says_which_theme_led_to_it(index: ThemeIndex, shelf: Points):
    found = search(index, shelf[1][7])

    assert found.methods[0].method == shelf[0][7]
    assert found.methods[0].cosine == pytest.approx(1.0, abs=1e-5)
    assert [m.cosine for m in found.methods] == sorted((m.cosine for m in found.methods), reverse=True)
    kept = {name for name, _ in found.steps[-1].kept}
    assert {m.theme for m in found.methods} <= kept
    assert len(found.methods) == 20


def test_joined_search_misses_nothing_that_flat_search_finds(index: ThemeIndex, shelf: Points):
    query = shelf[1][3] + shelf[1][11]
    query /= np.linalg.norm(query)

    flat = search(index, query, FunnelSettings(search="flat"))
    joined = search(index, query, FunnelSettings(search="joined"))

    assert {m.method for m in flat.methods} == {m.method for m in joined.methods}
    assert joined.steps
    assert not flat.steps
    assert flat.compared == 900


def test_a_wide_enough_funnel_is_an_exact_search(index: ThemeIndex, shelf: Points):
    wide = FunnelSettings(top=1000, decay=1.0)

    for row in (0, 5, 77):
        down = search(index, shelf[1][row], wide)
        flat = search(index, shelf[1][row], FunnelSettings(search="flat"))
        assert [m.method for m in down.methods] == [m.method for m in flat.methods]


def test_summaries_are_compared_where_they_are_given(index: ThemeIndex, shelf: Points):
    ids, vectors = shelf
    top = next(each for each in index.clusters if each.parent is None)
    led = ThemeIndex(index.clusters, ids, vectors, {top.id: vectors[7]})

    assert search(led, vectors[7], FunnelSettings(top=1)).steps[0].kept[0][0] == top.id


def test_without_themes_the_search_is_flat_and_without_methods_empty(shelf: Points):
    ids, vectors = shelf

    assert len(search(ThemeIndex([], ids, vectors), vectors[0]).methods) == 20
    assert search(ThemeIndex([], [], vectors[:0]), vectors[0]).methods == ()


# ── backtracking ─────────────────────────────────────────────────────────────────────────────────────


def chain_of(*ratings: int):
    """m0 <- m1 <- m2 …: the first rating is that of the edge into m0."""
    return build(
        [
            MethodEdge(source=MethodId(f"m{at + 1}"), target=MethodId(f"m{at}"), rating=rating)
            for at, rating in enumerate(ratings)
        ],
        {},
    )


START = [MethodId("m0")]


def test_strong_chains_are_traced_deeper_than_weak_ones():
    strong = backtrack(chain_of(5, 5, 4, 4, 5), START)
    weak = backtrack(chain_of(3, 3, 4, 5, 5), START)

    assert {each.method: each.depth for each in strong} == {f"m{depth}": depth for depth in range(1, 6)}
    assert [each.method for each in weak] == ["m1", "m2"]
    assert weak[1].influence == pytest.approx(0.51**2)


def test_influence_never_rises_above_one():
    found = backtrack(chain_of(5, 5, 5, 5, 5, 5, 5, 5), START)

    assert [each.influence for each in found] == [1.0] * 6


def test_a_fixed_depth_takes_weak_ancestors_too_and_none_takes_nobody():
    tree = chain_of(2, 2, 2, 2)

    assert [each.method for each in backtrack(tree, START)] == ["m1"]
    fixed = backtrack(tree, START, FunnelSettings(backtracking="fixed", steps=2))
    assert [each.method for each in fixed] == ["m1", "m2"]
    assert backtrack(tree, START, FunnelSettings(backtracking="none")) == []


def test_an_ancestor_of_several_counts_once_by_its_strongest_way():
    edges = [("a", "x", 3), ("a", "y", 5)]
    tree = build([MethodEdge(source=MethodId(s), target=MethodId(t), rating=r) for s, t, r in edges], {})

    found = backtrack(tree, [MethodId("x"), MethodId("y")])

    assert [(each.method, each.of, each.influence) for each in found] == [("a", "y", 1.0)]


@given(st.lists(st.integers(1, 5), max_size=12), st.floats(0, 1), st.integers(0, 8))
def test_ancestors_are_never_more_than_the_cap_nor_weaker_than_the_bar(
    ratings: list[int], bar: float, cap: int
):
    found = backtrack(chain_of(*ratings), START, FunnelSettings(influence=bar, steps=cap))

    assert len(found) <= min(cap, len(ratings))
    assert all(bar <= each.influence <= 1 for each in found)
