"""Benchmark of the graph canvas: milliseconds a frame while panning and zooming, beside an item per node and edge.

``python -m twintree_desktop.graphs.bench [--nodes N] [--edges N] [--looks explore] [--json]``; software rendering,
1600 × 1000. Explore has looks of its own: seeds on their corner, pruned citations dashed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from statistics import quantiles
from typing import Any

import numpy as np
from PySide6.QtCore import QEventLoop, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView

from twintree.base.placement import PlacedEdge, PlacedNode, Placement
from twintree_desktop.explore import tones
from twintree_desktop.graphs.canvas import GraphCanvas
from twintree_desktop.graphs.content import Content, EdgeTone, NodeTone
from twintree_desktop.theme import Appearance, Mode

#: At most so many milliseconds a frame, 95 of 100 times.
TARGET = 33.0
_WIDTH, _HEIGHT = 1600, 1000
_STEPS = 60
#: Looks of nodes and edges, by the view that draws them.
_LOOKS = {
    "citations": (
        (NodeTone("accent"), NodeTone("outline", hollow=True)),
        (EdgeTone("outline", 0.7), EdgeTone("outline", 1.2), EdgeTone("accent", 1.8)),
    ),
    "explore": (tones.NODES, tones.EDGES),
}
_SMOOTH = QGraphicsView.ViewportUpdateMode.FullViewportUpdate

Frame = Callable[[], None]


def graph(nodes: int, edges: int, looks: str = "citations") -> Content:
    """Clusters of nodes, most edges within a cluster, a tenth of them across; every look as often as the next."""
    node_tones, edge_tones = _LOOKS[looks]
    random = np.random.default_rng(0)
    middles = random.uniform(0, 9000, size=(max(1, nodes // 60), 2))
    home = random.integers(0, len(middles), nodes)
    xy = middles[home] + random.normal(scale=160, size=(nodes, 2))
    order = np.argsort(home, kind="stable")
    start = random.integers(0, nodes, edges)
    near = order[np.clip(np.argsort(order)[start] + random.integers(-40, 41, edges), 0, nodes - 1)]
    end = np.where(random.random(edges) < 0.9, near, random.integers(0, nodes, edges))
    placed = Placement(
        nodes=tuple(
            PlacedNode(
                id=f"N{i}", label=f"Author {i} {1980 + i % 45}", x=float(x), y=float(y), size=4 + i % 7
            )
            for i, (x, y) in enumerate(xy)
        ),
        edges=tuple(PlacedEdge(source=int(a), target=int(b)) for a, b in zip(start, end, strict=True)),
    )
    looks_of_edges = random.integers(0, len(edge_tones), edges).tolist()
    return Content(
        placed, node_tones, [i % len(node_tones) for i in range(nodes)], edge_tones, looks_of_edges
    )


def measure(frames: Iterator[Frame]) -> dict[str, float]:
    """Milliseconds of every frame, the slices of drawing between two frames included."""
    wall, work = [], []
    for frame in frames:
        began, worked = time.perf_counter(), time.thread_time()
        frame()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
        wall.append((time.perf_counter() - began) * 1000)
        work.append((time.thread_time() - worked) * 1000)
    spread = quantiles(wall, n=100)
    return {
        "median": spread[49],
        "p95": spread[94],
        "longest": max(wall),
        "p95 of the window's own work": quantiles(work, n=100)[94],
    }


def canvas_frames(canvas: GraphCanvas) -> Iterator[Frame]:
    """Pan over the whole graph, zoom in, pan there, zoom out."""

    def look(camera: Any) -> Frame:
        def frame() -> None:
            canvas.camera = camera()
            canvas.repaint()

        return frame

    for step in range(_STEPS):
        yield look(lambda step=step: canvas.camera.moved(14 if step % 40 < 20 else -14, 9))
    for _ in range(_STEPS):
        yield look(lambda: canvas.camera.zoomed(1.04, 700, 450))
    for step in range(_STEPS):
        yield look(lambda step=step: canvas.camera.moved(-18 if step % 40 < 20 else 18, -7))
    for _ in range(_STEPS):
        yield look(lambda: canvas.camera.zoomed(1 / 1.04, 700, 450))


def rival_frames(view: QGraphicsView) -> Iterator[Frame]:
    """The same movements on a scene with an item for each node and edge."""

    def frame(dx: float, dy: float, factor: float) -> Frame:
        def run() -> None:
            if factor != 1:
                view.scale(factor, factor)
            view.horizontalScrollBar().setValue(int(view.horizontalScrollBar().value() - dx))
            view.verticalScrollBar().setValue(int(view.verticalScrollBar().value() - dy))
            view.viewport().repaint()

        return run

    for step in range(_STEPS):
        yield frame(14 if step % 40 < 20 else -14, 9, 1)
    for _ in range(_STEPS):
        yield frame(0, 0, 1.04)
    for step in range(_STEPS):
        yield frame(-18 if step % 40 < 20 else 18, -7, 1)
    for _ in range(_STEPS):
        yield frame(0, 0, 1 / 1.04)


def rival(content: Content, appearance: Appearance) -> QGraphicsView:
    """An item for each node and edge."""
    theme = appearance.theme
    view = QGraphicsView()
    scene = QGraphicsScene(view)
    view.setScene(scene)
    pens = [QPen(theme.colour(tone.colour), 0) for tone in content.edge_tones]
    for edge, (a, b) in enumerate(zip(content.source, content.target, strict=True)):
        line = QLineF(QPointF(*content.xy[a].tolist()), QPointF(*content.xy[b].tolist()))
        scene.addLine(line, pens[content.edge_tone[edge]])
    for node, (x, y) in enumerate(content.xy.tolist()):
        size = float(content.size[node])
        scene.addEllipse(
            QRectF(x - size, y - size, 2 * size, 2 * size), Qt.PenStyle.NoPen, theme.colour("accent")
        )
    view.setViewportUpdateMode(_SMOOTH)
    view.resize(_WIDTH, _HEIGHT)
    view.show()
    view.fitInView(scene.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)
    QApplication.processEvents()
    return view


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--edges", type=int, default=5000)
    parser.add_argument("--looks", choices=tuple(_LOOKS), default="citations")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication([])
    appearance = Appearance(application, Mode.LIGHT)
    content = graph(given.nodes, given.edges, given.looks)
    canvas = GraphCanvas(appearance, "graph")
    canvas.resize(_WIDTH, _HEIGHT)
    canvas.show()
    canvas.show_content(content)
    QApplication.processEvents()
    canvas.sheet.finish()
    rows = {"the canvas": measure(canvas_frames(canvas))}
    canvas.hide()
    rows["an item per node and edge (trivial)"] = measure(rival_frames(rival(content, appearance)))
    if given.json:
        sys.stdout.write(json.dumps({"nodes": given.nodes, "edges": given.edges, "rows": rows}) + "\n")
        return 0
    sys.stdout.write(
        f"graphs: {given.nodes} nodes, {given.edges} edges, {_WIDTH} × {_HEIGHT}, ms a frame; target p95 ≤ {TARGET:g}\n"
    )
    for name, row in rows.items():
        sys.stdout.write(
            f"  {name:<38}" + "  ".join(f"{key} {value:.1f}" for key, value in row.items()) + "\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
