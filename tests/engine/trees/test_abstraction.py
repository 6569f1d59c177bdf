"""The abstraction tree: level sizes, clustering, insertion, deletion, and what themes are called."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.trees.conftest import numbered, points, truth

from twintree.base.methods import Cluster, ClusterId, Method, MethodId
from twintree.trees.abstraction import (
    ThemeSettings,
    centroids,
    cluster,
    counts,
    insert,
    level_sizes,
    members,
    needs_reclustering,
    without,
)
from twintree.trees.identity import carry_over
from twintree.trees.themes import describe, title_of

Mint = Callable[[], ClusterId]


def tops(clusters: list[Cluster]) -> list[Cluster]:
    return [each for each in clusters if each.parent is None]


@pytest.mark.parametrize(
    ("methods", "sizes"),
    [
        (0, []),
        (3, [3]),
        (100, [10]),
        (500, [23, 6]),
        (1_000, [32, 8]),
        (10_000, [100, 35, 12]),
        (100_000, [317, 107, 36, 12]),
    ],
)
def test_levels_follow_the_number_of_methods(methods: int, sizes: list[int]):
    assert level_sizes(methods) == sizes


@given(st.integers(1, 200_000), st.integers(5, 20), st.one_of(st.none(), st.integers(1, 6)))
def test_levels_shrink_to_the_size_asked_for_and_never_exceed_the_members(
    methods: int, coarsest: int, levels: int | None
):
    sizes = level_sizes(methods, ThemeSettings(coarsest=coarsest, levels=levels))

    assert sizes[0] <= methods
    assert all(upper < lower for lower, upper in pairwise(sizes))
    assert len(sizes) == 1 or 5 <= sizes[-1] <= coarsest


def test_every_method_lies_in_one_theme_of_each_level(mint: Mint):
    ids, vectors = points(600, 40)

    clusters = cluster(ids, vectors, mint=mint)

    assert sorted({each.level for each in clusters}) == [1, 2]
    for level in (1, 2):
        under = members(clusters)
        held = [m for each in clusters if each.level == level for m in under[each.id]]
        assert sorted(held) == ids
    assert all(each.parent is None for each in tops(clusters))
    parents = {child: each.id for each in clusters for child in each.children}
    assert {each.id: each.parent for each in clusters if each.level == 1} == parents


def test_themes_that_lie_apart_are_found(mint: Mint):
    ids, vectors = points(400, 8)
    of = truth(ids, 8)

    clusters = cluster(ids, vectors, ThemeSettings(finest=8, coarsest=12), mint)

    pure = sum(max(np.bincount([of[m] for m in each.methods])) for each in clusters)
    assert pure / len(ids) > 0.9


def test_the_same_methods_give_the_same_tree_in_whatever_order_they_come():
    ids, vectors = points(300, 20)
    turned = np.random.default_rng(1).permutation(len(ids))

    first = cluster(ids, vectors, mint=numbered())
    second = cluster([ids[at] for at in turned], vectors[turned], mint=numbered())

    assert first == second


def test_methods_with_one_and_the_same_text_make_one_theme(mint: Mint):
    ids, vectors = points(40, 2, spread=0.0)

    clusters = cluster(ids, vectors, mint=mint)

    assert [len(each.methods) for each in clusters] == [20, 20]


def test_a_library_without_methods_has_no_themes(mint: Mint):
    assert cluster([], np.zeros((0, 24), np.float32), mint=mint) == []


def test_new_methods_join_the_nearest_theme_and_move_nothing_else(mint: Mint):
    ids, vectors = points(400, 8)
    old = ids[:360]
    before = cluster(old, vectors[:360], ThemeSettings(finest=8), mint)

    after = insert(before, ids, vectors, ids[360:])

    was, now = members(before), members(after)
    assert {name: [m for m in held if m in set(old)] for name, held in now.items()} == {
        name: list(held) for name, held in was.items()
    }
    assert sorted(m for each in after for m in each.methods) == ids
    of = truth(ids, 8)
    home = {m: each for each in after for m in each.methods}
    agree = [np.bincount([of[m] for m in home[new].methods]).argmax() == of[new] for new in ids[360:]]
    assert np.mean(agree) > 0.9


def test_inserting_what_is_held_already_changes_nothing(mint: Mint):
    ids, vectors = points(100, 4)
    clusters = cluster(ids, vectors, mint=mint)

    assert insert(clusters, ids, vectors, ids[:5]) == clusters


def test_more_than_a_fifth_of_new_methods_asks_for_a_new_clustering(mint: Mint):
    ids, vectors = points(100, 4)
    clusters = cluster(ids, vectors, mint=mint)

    assert not needs_reclustering(clusters, 20)
    assert needs_reclustering(clusters, 21)


def test_deleted_methods_leave_and_a_theme_that_holds_nothing_goes_with_them(mint: Mint):
    ids, vectors = points(600, 40)
    clusters = cluster(ids, vectors, mint=mint)
    emptied = next(each for each in clusters if each.level == 1)

    after = without(clusters, emptied.methods)

    assert emptied.id not in {each.id for each in after}
    assert all(emptied.id not in each.children for each in after)
    assert sum(counts(after)[each.id] for each in tops(after)) == 600 - len(emptied.methods)


def test_a_centroid_is_the_mean_direction_of_all_methods_below(mint: Mint):
    ids, vectors = points(600, 40)
    clusters = cluster(ids, vectors, mint=mint)

    middles = centroids(clusters, ids, vectors)

    top = tops(clusters)[0]
    wanted = vectors[[ids.index(m) for m in members(clusters)[top.id]]].mean(axis=0)
    assert middles[top.id] == pytest.approx(wanted / np.linalg.norm(wanted), abs=1e-5)


# ── identity ─────────────────────────────────────────────────────────────────────────────────────────


def noted(each: Cluster, note: str = "", title: str = "") -> Cluster:
    changes = {"note": note} | ({"title": title, "title_by": "person"} if title else {})
    return msgspec.structs.replace(each, **changes)


def test_themes_that_mostly_stay_keep_their_ids_and_a_persons_words():
    ids, vectors = points(500, 10)
    before = cluster(ids[:400], vectors[:400], ThemeSettings(finest=10), numbered("A"))
    before = [noted(each, note=f"on {each.id}", title=f"T {each.id}") for each in before]

    after = carry_over(before, cluster(ids, vectors, ThemeSettings(finest=10), numbered("B")))

    kept = [each for each in after if each.id.startswith("A")]
    assert len(kept) >= 8
    was = members(before)
    for each in kept:
        assert each.title == f"T {each.id}"
        assert f"on {each.id}" in each.note
        assert len(set(was[each.id]) & set(each.methods)) > len(was[each.id]) / 2


def test_no_note_is_lost_whatever_becomes_of_the_themes():
    ids, vectors = points(300, 15)
    before = [noted(c, note=f"on {c.id}") for c in cluster(ids, vectors, mint=numbered("A"))]
    random = np.random.default_rng(5)
    other = cluster(ids, vectors[random.permutation(len(ids))], ThemeSettings(finest=6), numbered("B"))

    after = carry_over(before, other)

    notes = "\n".join(each.note for each in after)
    assert all(each.note in notes for each in before)


def test_a_theme_keeps_its_life_when_the_number_of_levels_changes():
    ids, vectors = points(800, 12, spread=0.1)
    flat = cluster(ids, vectors, ThemeSettings(finest=12, coarsest=12), numbered("A"))
    deep = cluster(ids, vectors, ThemeSettings(finest=48, coarsest=12, levels=2), numbered("B"))

    after = carry_over(flat, deep)

    assert sum(each.id.startswith("A") and each.level == 2 for each in after) >= 8
    parents = {child: each.id for each in after for child in each.children}
    assert {each.id: each.parent for each in after if each.level == 1} == parents


@given(st.integers(2, 60), st.integers(1, 60), st.integers(0, 1000))
@settings(max_examples=25, deadline=None)
def test_carrying_over_never_moves_a_method(old: int, new: int, seed: int):
    ids, vectors = points(80, 6, seed=seed)
    before = cluster(ids[:old], vectors[:old], mint=numbered("A"))
    fresh = cluster(ids[80 - new :], vectors[80 - new :], mint=numbered("B"))

    after = carry_over(before, fresh)

    assert sorted(each.methods for each in after) == sorted(each.methods for each in fresh)
    assert len({each.id for each in after}) == len(fresh)


# ── titles and summaries ─────────────────────────────────────────────────────────────────────────────


def shelf(ids: list[MethodId]) -> dict[MethodId, Method]:
    return {m: Method(id=m, name=f"Method {m[1:]}", summary=f"What {m} does.", mention_count=1) for m in ids}


def test_a_theme_is_titled_by_its_central_methods_and_summed_up_in_their_own_sentences(mint: Mint):
    ids, vectors = points(60, 3)
    methods = shelf(ids)
    often = ids[0]
    methods[often] = msgspec.structs.replace(methods[often], name="BERT", mention_count=500)

    themes = describe(cluster(ids, vectors, mint=mint), methods, ids, vectors)

    home = next(each for each in themes if often in each.methods)
    assert home.title.startswith("BERT, ")
    assert home.summary.splitlines()[0] == f"BERT: What {often} does."
    named = {method.name for m, method in methods.items() if m in home.methods}
    assert {line.split(": ")[0] for line in home.summary.splitlines()} <= named


def told_of(*names: str, kind: str = "model") -> list[Method]:
    return [Method(id=MethodId(f"M{at}"), name=name, kind=kind) for at, name in enumerate(names)]


def test_a_title_says_different_things_and_nothing_that_says_little():
    best = told_of("AgNPs", "AgNPs synthesized", "GP", "formalin test", "hot-plate test", "clinical trials")
    assert title_of(best) == "AgNPs, formalin test, hot-plate test"
    assert title_of(told_of("GP", "DS")) == "GP, DS"
    measured = [*told_of("recall", "precision", kind="metric"), *told_of("kernel methods", "bagging")]
    assert title_of(measured) == "kernel methods, bagging"
    assert title_of(told_of("recall", "F-measure", kind="metric")) == "recall, F-measure"
    long = "a method that has so many words in its name that it fills a line"
    assert title_of(told_of(long, "bagging")) == "bagging"


def test_a_theme_over_themes_is_called_by_methods_of_different_ones():
    ids, vectors = points(4, 1)
    names = ("bagging", "boosting", "stacking", "hot-plate test")
    methods = {
        m: Method(id=m, name=name, mention_count=100 - at)
        for at, (m, name) in enumerate(zip(ids, names, strict=True))
    }
    parts = (
        Cluster(id=ClusterId("C1"), level=1, methods=tuple(ids[:3])),
        Cluster(id=ClusterId("C2"), level=1, methods=tuple(ids[3:])),
        Cluster(id=ClusterId("C3"), level=2, children=(ClusterId("C1"), ClusterId("C2"))),
    )
    theme = describe(parts, methods, ids, np.ones_like(vectors) / np.sqrt(vectors.shape[1]))[-1]
    assert theme.title.split(", ")[:2] == ["bagging", "hot-plate test"]


def test_a_theme_is_called_by_what_its_methods_have_in_common(mint: Mint):
    ids, vectors = points(80, 1)
    methods = shelf(ids)
    for at, method in enumerate(ids):
        methods[method] = msgspec.structs.replace(
            methods[method],
            name=f"Device{at}",
            keywords=("segmentation",),
            summary="The same is said of all.",
        )
    methods[ids[3]] = msgspec.structs.replace(methods[ids[3]], name="Word segmentation")
    one = [Cluster(id=mint(), level=1, methods=tuple(ids))]

    (theme,) = describe(one, methods, ids, vectors)

    assert "Word segmentation" in theme.title
    assert len(theme.summary.splitlines()) == 1, "what is said of two is told once"


def test_a_title_by_hand_is_left_alone(mint: Mint):
    ids, vectors = points(60, 3)
    clusters = [noted(each, title="Mine") for each in cluster(ids, vectors, mint=mint)]

    themes = describe(clusters, shelf(ids), ids, vectors)

    assert {each.title for each in themes} == {"Mine"}
    assert all(each.summary for each in themes)


def test_a_models_words_stay_until_they_are_taken_away(mint: Mint):
    ids, vectors = points(60, 3)
    first, second, *rest = cluster(ids, vectors, mint=mint)
    clusters = [
        msgspec.structs.replace(first, title="Written", title_by="m@1", summary="By it.", summary_by="m@1"),
        msgspec.structs.replace(second, title="", title_by="m@1", summary="", summary_by="m@1"),
        *rest,
    ]

    themes = {each.id: each for each in describe(clusters, shelf(ids), ids, vectors)}

    kept, emptied = themes[first.id], themes[second.id]
    assert (kept.title, kept.title_by, kept.summary) == ("Written", "m@1", "By it.")
    assert emptied.title.startswith("Method ")
    assert emptied.title_by == emptied.summary_by == ""
