"""The canvas of graphs: camera, what is hidden and reached, labels, the hand and the keys, drawing in slices."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from twintree.base.placement import PlacedEdge, PlacedNode, Placement
from twintree_desktop.graphs.camera import Camera
from twintree_desktop.graphs.canvas import GraphCanvas
from twintree_desktop.graphs.content import Content, EdgeTone, NodeTone
from twintree_desktop.graphs.drawing import head_corners
from twintree_desktop.graphs.labels import place_labels
from twintree_desktop.theme import Appearance, Mode

#: a → b → c, a → d; e alone.
PLACES = {"a": (0, 0), "b": (100, 0), "c": (200, 0), "d": (100, 80), "e": (0, 300)}
EDGES = [("a", "b"), ("b", "c"), ("a", "d")]


def content_of(edges: list[tuple[str, str]] = EDGES) -> Content:
    names = list(PLACES)
    nodes = tuple(
        PlacedNode(id=name, label=f"Paper {name.upper()}", x=x, y=y, size=6)
        for name, (x, y) in PLACES.items()
    )
    joined = tuple(PlacedEdge(source=names.index(a), target=names.index(b)) for a, b in edges)
    placement = Placement(nodes=nodes, edges=joined, primary_count=len(joined))
    return Content(placement, [NodeTone("accent")], [0] * 5, [EdgeTone("outline")], [0] * len(joined))


def shown(content: Content) -> str:
    return "".join(name for name, here in zip(content.ids, content.shown, strict=True) if here)


# ── the camera ───────────────────────────────────────────────────────────────────────────────────────


@given(factor=st.floats(0.2, 5), x=st.floats(0, 800), y=st.floats(0, 600), scale=st.floats(0.1, 2))
def test_zooming_keeps_what_is_under_the_pointer(factor: float, x: float, y: float, scale: float) -> None:
    camera = Camera(10, 20, scale, 800, 600)
    before, after = camera.to_scene(x, y), camera.zoomed(factor, x, y).to_scene(x, y)
    assert after == pytest.approx(before, abs=1e-6)


@given(st.lists(st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4)), min_size=1, max_size=30))
def test_a_fitted_camera_sees_every_point(points: list[tuple[float, float]]) -> None:
    places = np.array(points)
    camera = Camera(width=800, height=600).fitted(places)
    at = camera.to_screen(places)
    assert (at >= -1).all()
    assert (at <= (801, 601)).all()


# ── what is shown ────────────────────────────────────────────────────────────────────────────────────


def test_a_focus_shows_ancestors_and_descendants_alone() -> None:
    content = content_of()
    content.focus_on(content.index["b"])
    assert shown(content) == "abc"
    content.focus_on(None)
    assert shown(content) == "abcde"


def test_a_collapsed_node_hides_what_comes_from_it_alone() -> None:
    content = content_of([*EDGES, ("d", "c")])
    content.collapse(content.index["b"])
    assert shown(content) == "abcde", "c is reached through d too"
    content.collapse(content.index["a"])
    assert shown(content) == "ae"
    assert content.folded(content.index["a"]) == 3
    content.collapse(content.index["a"], False)
    content.collapse(content.index["b"], False)
    assert shown(content) == "abcde"


def test_a_collapsed_node_in_the_middle_hides_what_is_below_it() -> None:
    content = content_of()
    content.collapse(content.index["b"])
    assert shown(content) == "abde"


def test_cycles_are_walked_once() -> None:
    content = content_of([("a", "b"), ("b", "a"), ("b", "c")])
    content.focus_on(content.index["a"])
    assert shown(content) == "abc"
    content.collapse(content.index["a"])
    assert content.shown[content.index["a"]]


def test_a_filtered_edge_leads_nowhere() -> None:
    content = content_of()
    content.filter(edges=np.array([True, False, True]))
    content.focus_on(content.index["a"])
    assert shown(content) == "abd"


@pytest.mark.parametrize(
    ("start", "direction", "end"),
    [("a", "right", "b"), ("b", "left", "a"), ("a", "down", "d"), ("a", "left", "a"), ("c", "down", "d")],
)
def test_arrows_go_to_neighbours_first_and_then_to_whatever_lies_there(
    start: str, direction: str, end: str
) -> None:
    content = content_of()
    assert content.ids[content.towards(content.index[start], direction)] == end


def test_search_finds_every_word_in_any_order_and_case() -> None:
    content = content_of()
    assert [content.ids[i] for i in content.search("b PAPER")] == ["b"]
    assert content.search("   ") == []


@given(
    st.lists(st.tuples(st.floats(0, 400), st.floats(0, 300)), min_size=2, max_size=60),
    st.integers(20, 120),
)
def test_labels_never_lie_over_each_other(points: list[tuple[float, float]], width: int) -> None:
    at = np.array(points)
    placed = place_labels(range(len(at)), at, lambda _: 4.0, lambda _: float(width), 14.0, (400, 300))
    boxes = [(x, y - 7, x + wide, y + 7) for x, y, wide in placed.values()]
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart


def test_a_label_goes_to_the_left_where_the_right_is_taken() -> None:
    at = np.array([(200.0, 100.0), (230.0, 100.0)])
    placed = place_labels([0], at, lambda _: 9.0, lambda _: 60.0, 14.0, (400, 300), around=[0, 1])
    left, _, wide = placed[0]
    assert left + wide < 200


def test_a_hub_is_named_even_in_a_crowd() -> None:
    ring = [(200 + 30 * math.cos(turn), 100 + 30 * math.sin(turn)) for turn in np.linspace(0, 6.3, 40)]
    at = np.array([(200.0, 100.0), *ring])
    crowd = range(len(at))

    def placed(heads: frozenset[int]) -> dict[int, tuple[float, float, float]]:
        return place_labels(
            crowd, at, lambda _: 8.0, lambda _: 80.0, 14.0, (400, 300), around=crowd, heads=heads
        )

    assert 0 not in placed(frozenset())
    assert placed(frozenset([0]))[0][2] == 80.0


def test_a_hubs_long_label_is_cut_rather_than_written_over_another_node() -> None:
    at = np.array([(100.0, 100.0), (420.0, 100.0)])
    placed = place_labels(
        [0], at, lambda _: 9.0, lambda _: 400.0, 14.0, (800, 300), around=[0, 1], heads=frozenset([0])
    )
    left, _, wide = placed[0]
    assert 100 < left < left + wide < 420 - 9 + 4


# ── the widget ───────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def canvas(appearance: Appearance, qtbot: QtBot) -> GraphCanvas:
    made = GraphCanvas(appearance, "A graph")
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    made.show_content(content_of())
    return made


def pixel(canvas: GraphCanvas, name: str) -> QPoint:
    content = canvas.content
    assert content is not None
    x, y = canvas.camera.to_screen(content.xy[content.index[name]])
    return QPoint(round(x), round(y))


def select(canvas: GraphCanvas, name: str) -> None:
    assert canvas.content is not None
    canvas.select(canvas.content.index[name])


def test_a_click_selects_a_node_an_edge_or_nothing(canvas: GraphCanvas, qtbot: QtBot) -> None:
    said: list[object] = []
    canvas.selected.connect(said.append)
    canvas.edge_selected.connect(said.append)
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=pixel(canvas, "b"))
    middle = (pixel(canvas, "b") + pixel(canvas, "c")) / 2
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert said == ["b", 1, ""]


def tree_of_names(*names: str) -> Content:
    """A root with leaves to its right, as themes are drawn."""
    nodes = [PlacedNode(id="root", label="Root", x=0, y=0, size=8)]
    nodes += [PlacedNode(id=name, label=name, x=220, y=40.0 * row, size=6) for row, name in enumerate(names)]
    edges = [PlacedEdge(source=0, target=row) for row in range(1, len(nodes))]
    placement = Placement(nodes=tuple(nodes), edges=tuple(edges), primary_count=len(edges))
    return Content(placement, [NodeTone("accent")], [0] * len(nodes), [EdgeTone("outline")], [0] * len(edges))


def test_labels_at_the_right_end_are_in_view_when_everything_is(canvas: GraphCanvas) -> None:
    long = "named entity recognition with global features"
    canvas.show_content(tree_of_names("short", long))
    canvas.grab()
    area = next(area for node, area in canvas._lettering._areas if node == 2)
    assert area.width() > 250
    assert area.right() <= canvas.width()


def test_a_label_stands_for_its_node(canvas: GraphCanvas, qtbot: QtBot) -> None:
    canvas.show_content(tree_of_names("first theme of all", "second theme of all"))
    canvas.grab()
    area = next(area for node, area in canvas._lettering._areas if node == 2)
    at = area.center().toPoint()
    assert canvas.node_at(at.x(), at.y()) == 2
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at)
    assert canvas.selected_id == "second theme of all"


def test_a_drag_moves_and_selects_nothing(canvas: GraphCanvas, qtbot: QtBot) -> None:
    before = pixel(canvas, "a")
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=before)
    for step in (10, 20, 40):
        qtbot.mouseMove(canvas, before + QPoint(step, step))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=before + QPoint(40, 40))
    assert pixel(canvas, "a") == before + QPoint(40, 40)
    assert canvas.selected_id == ""


def test_the_wheel_scales_around_the_pointer(canvas: GraphCanvas) -> None:
    at, scale = pixel(canvas, "c"), canvas.camera.scale
    turned = QWheelEvent(
        QPointF(at),
        QPointF(canvas.mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(canvas, turned)
    assert canvas.camera.scale > scale
    assert (pixel(canvas, "c") - at).manhattanLength() <= 1


def test_everything_is_done_by_keys(canvas: GraphCanvas, qtbot: QtBot) -> None:
    opened: list[str] = []
    canvas.opened.connect(opened.append)
    select(canvas, "a")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(canvas, key)
    assert opened == ["c"]
    assert "Paper C" in canvas.accessibleDescription()
    scale = canvas.camera.scale
    qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.camera.scale > scale
    qtbot.keyClick(canvas, Qt.Key.Key_0)
    select(canvas, "a")
    qtbot.keyClick(canvas, Qt.Key.Key_Space)
    assert canvas.content is not None
    assert shown(canvas.content) == "ae"
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.selected_id == ""


def test_the_first_arrow_selects_the_largest_node(canvas: GraphCanvas, qtbot: QtBot) -> None:
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.selected_id == "a"


def test_a_hidden_node_is_selected_no_longer(canvas: GraphCanvas) -> None:
    select(canvas, "e")
    assert canvas.content is not None
    canvas.content.focus_on(canvas.content.index["a"])
    canvas.refresh()
    assert canvas.selected_id == ""


def test_nodes_are_drawn_in_the_colours_of_the_theme(
    canvas: GraphCanvas, appearance: Appearance, qtbot: QtBot
) -> None:
    for mode in (Mode.LIGHT, Mode.DARK):
        appearance.set_mode(mode)
        canvas.grab()
        canvas.sheet.finish()
        seen = canvas.grab().toImage().pixelColor(pixel(canvas, "e"))
        assert seen.name() == appearance.theme.colour("accent").name()


def test_no_drawing_of_the_other_theme_is_seen_while_the_next_is_made(
    canvas: GraphCanvas, appearance: Appearance, monkeypatch: pytest.MonkeyPatch
) -> None:
    appearance.set_mode(Mode.LIGHT)
    canvas.grab()
    canvas.sheet.finish()
    monkeypatch.setattr(
        "twintree_desktop.graphs.sheet._SLICE", -1.0
    )  # the next drawing waits after its first step
    appearance.set_mode(Mode.DARK)
    seen = canvas.grab().toImage()
    assert canvas.sheet.busy
    assert seen.pixelColor(seen.width() // 2, 4).name() == appearance.theme.colour("surface").name()


@pytest.mark.parametrize("scale", [0.15, 0.5, 1.0, 4.0])
def test_every_line_has_an_arrow_head_at_its_target_at_every_zoom(scale: float) -> None:
    content, camera = content_of(), Camera(100, 100, scale, 800, 600)
    at = camera.to_screen(content.xy)
    heads = head_corners(content, np.arange(len(EDGES)), at, camera, 9.0)
    assert len(heads) == len(EDGES)
    for (tip, one, other), (start, end) in zip(heads, EDGES, strict=True):
        source, target = at[content.index[start]], at[content.index[end]]
        assert (
            np.hypot(*(tip - target)) < np.hypot(*((one + other) / 2 - target)) < np.hypot(*(source - target))
        )


def test_a_hierarchy_has_no_arrow_heads(canvas: GraphCanvas, appearance: Appearance) -> None:
    drawn = []
    for directed in (True, False):
        content = content_of()
        content.directed = directed
        canvas.show_content(content)
        canvas.grab()
        canvas.sheet.finish()
        drawn.append(canvas.grab().toImage())
    assert drawn[0] != drawn[1]


def test_a_large_graph_is_drawn_in_slices_and_shown_when_it_is_done(
    appearance: Appearance, qtbot: QtBot
) -> None:
    random = np.random.default_rng(0)
    places = random.normal(size=(3000, 2)) * 500
    nodes = tuple(
        PlacedNode(id=str(i), label=f"N {i}", x=float(x), y=float(y), size=5)
        for i, (x, y) in enumerate(places)
    )
    ends = random.integers(0, 3000, size=(3000, 2))
    edges = tuple(PlacedEdge(source=int(a), target=int(b)) for a, b in ends)
    content = Content(
        Placement(nodes=nodes, edges=edges),
        [NodeTone("accent")],
        [0] * 3000,
        [EdgeTone("outline")],
        [0] * 3000,
    )
    canvas = GraphCanvas(appearance, "A graph")
    qtbot.addWidget(canvas)
    canvas.resize(800, 600)
    canvas.show()
    canvas.show_content(content)
    canvas.grab()
    qtbot.waitUntil(lambda: not canvas.sheet.busy, timeout=20_000)
    middle = canvas.grab().toImage()
    ground = appearance.theme.colour("surface").name()
    assert any(middle.pixelColor(x, 300).name() != ground for x in range(380, 420))


def test_an_empty_graph_is_no_fault(appearance: Appearance, qtbot: QtBot) -> None:
    canvas = GraphCanvas(appearance, "A graph")
    qtbot.addWidget(canvas)
    canvas.show_content(
        Content(Placement(nodes=(), edges=()), [NodeTone("accent")], [], [EdgeTone("outline")], [])
    )
    canvas.grab()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_0, Qt.Key.Key_Plus, Qt.Key.Key_Return):
        qtbot.keyClick(canvas, key)
    assert canvas.node_at(10, 10) == -1
