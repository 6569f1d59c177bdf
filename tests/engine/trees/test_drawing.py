"""Places of nodes, and the files that a drawn tree is written to."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from itertools import combinations

import igraph
import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.trees.conftest import points

from twintree.base.methods import ClusterId, Method, MethodEdge, MethodId
from twintree.base.placement import LABEL, ROW, Placement
from twintree.sources.render import RenderHost
from twintree.trees import layouting
from twintree.trees.abstraction import cluster
from twintree.trees.exporting import DARK, to_graphml, to_json, to_png, to_svg
from twintree.trees.layouting import part_of, place_provenance, place_themes
from twintree.trees.provenance import build

SVG = "{http://www.w3.org/2000/svg}"


def method(name: str, year: int | None = None, mentions: int = 1) -> Method:
    return Method(id=MethodId(name), name=name.title(), year=year, mention_count=mentions)


def family() -> Placement:
    return place_provenance(*_family())


def _family() -> tuple[list[Method], list[MethodEdge]]:
    methods = [
        method("attention", 2015),
        method("transformer", 2017, 40),
        method("bert", 2018, 90),
        method("gpt", 2018),
        method("elmo", 2018),
        method("k-means", None),
    ]
    pairs = [("attention", "transformer", 5), ("transformer", "bert", 5), ("transformer", "gpt", 4)]
    edges = [
        MethodEdge(source=MethodId(s), target=MethodId(t), rating=r)
        for s, t, r in [*pairs, ("elmo", "bert", 2)]
    ]
    return methods, list(build(edges, {}).edges.values())


def at(placement: Placement, name: str) -> tuple[float, float]:
    return next((node.x, node.y) for node in placement.nodes if node.id == name)


def test_a_tree_grows_to_the_right_and_a_parent_stands_between_its_children():
    drawn = family()

    assert at(drawn, "attention")[0] < at(drawn, "transformer")[0] < at(drawn, "bert")[0]
    middle = (at(drawn, "bert")[1] + at(drawn, "gpt")[1]) / 2
    assert at(drawn, "transformer")[1] == pytest.approx(middle)


def test_supporting_edges_come_behind_the_backbone_and_carry_their_weight():
    drawn = family()

    assert [edge.primary for edge in drawn.edges] == [True, True, True, False]
    assert drawn.primary_count == 3
    last = drawn.edges[-1]
    assert (drawn.nodes[last.source].id, drawn.nodes[last.target].id, last.weight) == ("elmo", "bert", 0.25)


def test_columns_of_the_timeline_are_years_and_methods_without_one_stand_apart():
    drawn = place_provenance(*_family(), timeline=True)

    assert [tick.label for tick in drawn.ticks] == ["no year", "2015", "2016", "2017", "2018"]
    places = {tick.label: tick.at for tick in drawn.ticks}
    for node in drawn.nodes:
        assert node.x == places[str(node.year or "no year")]


def test_what_is_mentioned_more_is_drawn_larger_within_bounds():
    sizes = {node.id: node.size for node in family().nodes}

    assert sizes["bert"] == 16.0
    assert 4.0 <= sizes["elmo"] < sizes["transformer"] < sizes["bert"]


def test_edges_to_methods_that_are_not_drawn_are_left_out():
    methods, edges = _family()

    drawn = place_provenance([m for m in methods if m.id != "transformer"], edges)

    assert [(drawn.nodes[e.source].id, drawn.nodes[e.target].id) for e in drawn.edges] == [("elmo", "bert")]


def test_nothing_to_draw_is_an_empty_placement():
    assert place_provenance([], []) == place_themes([]) == Placement(nodes=(), edges=())


parents = st.lists(st.integers(0, 10_000), min_size=1, max_size=60)


@given(parents, st.booleans(), st.sampled_from([3000, 4]))
@settings(max_examples=60, deadline=None)
def test_no_two_nodes_stand_on_each_other(chosen: list[int], timeline: bool, largest: int):
    methods = [method(f"m{i}", 2000 + i % 7 if i % 5 else None) for i in range(len(chosen))]
    edges = [
        MethodEdge(source=methods[over % i].id, target=methods[i].id, rating=3, primary=True)
        for i, over in enumerate(chosen)
        if i and over % 4
    ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layouting, "_LARGEST", largest)
        drawn = place_provenance(methods, edges, timeline=timeline)

    for a, b in combinations(drawn.nodes, 2):
        assert abs(a.x - b.x) > 1 or abs(a.y - b.y) >= ROW - 1e-6
    left, top, right, bottom = drawn.bounds
    assert all(left <= n.x <= right - LABEL + 1 and top <= n.y <= bottom for n in drawn.nodes)


def test_many_small_trees_are_packed_into_a_field_not_a_ribbon():
    drawn = place_provenance([method(f"m{i}") for i in range(2000)], [])

    left, top, right, bottom = drawn.bounds
    assert 0.8 < (right - left) / (bottom - top) < 3.5


def test_themes_are_placed_over_their_methods(mint: Callable[[], ClusterId]):
    ids, vectors = points(300, 20)
    clusters = cluster(ids, vectors, mint=mint)
    methods = {m: Method(id=m, name=m) for m in ids}

    drawn = place_themes(clusters, methods)

    assert len(drawn.nodes) == len(clusters) + len(ids)
    assert {node.kind for node in drawn.nodes if node.depth == 0} == {"theme"}
    assert sum(node.count for node in drawn.nodes if node.depth == 0) == 300
    place = np.array([(node.x, node.y) for node in drawn.nodes])
    assert len(np.unique(place.round(3), axis=0)) == len(place)
    assert len(place_themes(clusters).nodes) == len(clusters)


def test_json_names_the_ends_of_edges():
    read = json.loads(to_json(family()))

    assert read["edges"][0] == {
        "source": "attention",
        "target": "transformer",
        "weight": 1.0,
        "primary": True,
        "broken": False,
    }
    assert {"id", "label", "x", "y", "year", "kind", "count"} <= read["nodes"][0].keys()


def test_graphml_is_read_back_with_names_weights_and_odd_characters(tmp_path):
    drawn = place_provenance([method("a & <b>\x00", 1999), method("ünïcode-方法")], [])
    path = tmp_path / "tree.graphml"
    path.write_bytes(to_graphml(drawn))

    graph = igraph.Graph.Read_GraphML(str(path))

    assert graph.vs["label"] == ["A & <B>\ufffd", "Ünïcode-方法"]
    assert graph.vs["year"][0] == 1999


def test_svg_draws_every_node_and_edge_with_its_weight():
    root = ET.fromstring(to_svg(family(), DARK))  # noqa: S314 - our own

    assert len(root.findall(f"{SVG}circle")) == 6
    widths = [float(path.get("stroke-width", "0")) for path in root.findall(f"{SVG}path")]
    assert sorted(widths) == [1.5, 3.0, 3.75, 3.75]
    assert "Transformer" in [text.text for text in root.findall(f"{SVG}text")]


def test_a_part_keeps_its_places_and_only_the_edges_between_what_is_seen():
    whole = family()
    seen = [node.id in ("transformer", "bert", "elmo") for node in whole.nodes]

    part = part_of(whole, seen, [edge.primary for edge in whole.edges])

    assert {node.id: (node.x, node.y) for node in part.nodes} == {
        name: at(whole, name) for name in ("transformer", "bert", "elmo")
    }
    assert [(part.nodes[e.source].id, part.nodes[e.target].id) for e in part.edges] == [
        ("transformer", "bert")
    ]
    assert part.primary_count == 1
    left, top, right, bottom = part.bounds
    assert all(left <= node.x <= right and top <= node.y <= bottom for node in part.nodes)


def test_other_colours_than_the_years_are_drawn_and_a_method_names_its_paper():
    methods, edges = _family()
    drawn = place_provenance(methods, edges, homes={MethodId("bert"): "P00000000bert"})
    fills = [f"#0000{at:02X}" for at in range(len(drawn.nodes))]

    dots = ET.fromstring(to_svg(drawn, fills=fills)).findall(f"{SVG}circle")  # noqa: S314 - our own

    assert [dot.get("fill") for dot in dots] == fills
    assert {node.id: node.home for node in drawn.nodes}["bert"] == "P00000000bert"
    assert [each["home"] for each in json.loads(to_json(drawn))["nodes"] if each["home"]] == ["P00000000bert"]


def test_a_drawing_with_more_supporting_edges_than_can_be_followed_shows_the_backbone():
    placement = family()
    support = placement.edges[-1]

    crowded = msgspec.structs.replace(placement, edges=(*placement.edges, *[support] * 1000))

    root = ET.fromstring(to_svg(crowded))  # noqa: S314 - our own
    assert len(root.findall(f"{SVG}path")) == 3
    assert len(json.loads(to_json(crowded))["edges"]) == 1004


def test_svg_of_a_timeline_names_the_years():
    root = ET.fromstring(to_svg(place_provenance(*_family(), timeline=True)))  # noqa: S314 - our own

    assert {"2015", "2018", "no year"} <= set(_texts(root))


def test_png_is_as_large_as_the_drawing_at_twice_its_size():
    from PIL import Image

    with RenderHost() as renderer:
        image = Image.open(io.BytesIO(to_png(family(), renderer)))

    root = ET.fromstring(to_svg(family()))  # noqa: S314 - our own
    assert image.width == pytest.approx(2 * float(root.get("width", "0")), rel=0.02)
    assert len(image.getcolors(1 << 20)) > 5


def _texts(root: ET.Element) -> Sequence[str | None]:
    return [text.text for text in root.findall(f"{SVG}text")]
