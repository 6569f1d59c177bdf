"""The benchmarks of the two trees, at a size that takes seconds."""

from __future__ import annotations

import numpy as np
import pytest

from twintree.bench import funnel, trees
from twintree.retrieval.funnel import FunnelSettings


def test_the_funnels_formulas_are_those_of_a_balanced_tree():
    found = funnel.formulas(10_000, FunnelSettings())

    # Levels 12, 35, 100; budgets 6, 4, 3; children 35/12, 100/35, 100.
    assert found.added == pytest.approx(12 + 6 * 35 / 12 + 4 * 100 / 35 + 3 * 100)
    assert found.logarithmic == pytest.approx(6 * np.log2(12) + 4 * np.log2(35) + 3 * np.log2(100))
    assert found.multiplied == pytest.approx(12 + 6 * 35 / 12 + 24 * 100 / 35 + 72 * 100)


def test_every_way_of_finding_is_measured_beside_a_trivial_row():
    world = funnel.synthetic(600, dimension=16, queries=20)

    rows = {each.way: each for each in funnel._measure(world)}

    assert rows["flat exact"].recall.value == 1.0
    assert rows["random"].recall.value < 0.2
    assert 0.5 < rows["funnel alone"].recall.value <= 1.0
    assert rows["funnel alone"].compared < 600 < rows["flat exact"].compared + 1
    assert rows["flat HNSW"].compared > 0


def test_growing_equals_rebuilding_where_the_heaviest_edge_alone_does_not():
    grown = list(trees._grown(60))

    assert all(each.update.edges == each.full.edges for each in grown)
    assert any(each.full.breaks for each in grown)
    assert any(each.blind != each.full.parent for each in grown)


def test_themes_are_measured_as_they_grow():
    grown = trees._inserted(300)

    assert grown.agreement > grown.drawn + 0.3
    assert grown.kept > 0.4
