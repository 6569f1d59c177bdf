"""A drawn tree as a file: GraphML and JSON for other programs, SVG and PNG for people."""

from __future__ import annotations

import io
import math
import os
import re
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

import igraph
import msgspec

from twintree.base.placement import Placement
from twintree.base.records import Record
from twintree.sources.render import RenderHost

_MARGIN = 24.0
_LABEL_CHARACTERS = 34
_MOST_PIXELS = 30_000_000
#: Above so many supporting edges a drawing shows the backbone alone: nobody can follow more, and long lines are
#: what takes time to draw.
_MOST_SUPPORTING = 1_000
#: Characters that XML cannot hold at all, whatever their escaping.
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Palette(Record, frozen=True, kw_only=True):
    """The colours of a drawing."""

    paper: str = "#FFFFFF"
    ink: str = "#1F2933"
    faint: str = "#9AA5B1"
    primary: str = "#52606D"
    early: str = "#9CC5E8"  #: nodes of the first year …
    late: str = "#0B4F8A"  #: … to those of the last


LIGHT = Palette()
DARK = Palette(
    paper="#16181D", ink="#E4E7EB", faint="#616E7C", primary="#9AA5B1", early="#2B5F8F", late="#A8D4FF"
)


def to_json(placement: Placement) -> bytes:
    """Nodes, edges, bounds and ticks as one JSON object; edges name their ends by id."""
    names = [node.id for node in placement.nodes]
    edges = [
        {
            "source": names[edge.source],
            "target": names[edge.target],
            "weight": edge.weight,
            "primary": edge.primary,
            "broken": edge.broken,
        }
        for edge in placement.edges
    ]
    plain = msgspec.to_builtins(placement) | {"edges": edges}
    plain.pop("primary_count")
    return msgspec.json.format(msgspec.json.encode(plain), indent=2)


def to_graphml(placement: Placement) -> bytes:
    """The tree with every attribute, for graph programs."""
    graph = igraph.Graph(
        n=len(placement.nodes),
        edges=[(edge.source, edge.target) for edge in placement.edges],
        directed=True,
    )
    graph.vs["name"] = [_writable(node.id) for node in placement.nodes]
    graph.vs["label"] = [_writable(node.label) for node in placement.nodes]
    graph.vs["kind"] = [_writable(node.kind) for node in placement.nodes]
    graph.vs["paper"] = [node.home for node in placement.nodes]
    graph.vs["year"] = [float("nan") if node.year is None else node.year for node in placement.nodes]
    for name in ("x", "y", "size", "depth", "count"):
        graph.vs[name] = [getattr(node, name) for node in placement.nodes]
    for name in ("weight", "primary", "broken"):
        graph.es[name] = [getattr(edge, name) for edge in placement.edges]
    # igraph writes GraphML to named files only.
    handle, path = tempfile.mkstemp(suffix=".graphml")
    os.close(handle)
    try:
        graph.write_graphml(path)
        return Path(path).read_bytes()
    finally:
        Path(path).unlink()


def to_svg(placement: Placement, palette: Palette = LIGHT, fills: Sequence[str] = ()) -> bytes:
    """The tree as it is drawn: edges as wide as their weight, nodes coloured by year, a label beside each.

    ``fills`` are other colours of the nodes, ``#RRGGBB``, one for each. Supporting edges are dashed; where they are
    more than ``_MOST_SUPPORTING`` they are left out.
    """
    left, top, right, bottom = placement.bounds
    axis = 2 * _MARGIN if placement.ticks else 0.0
    width, height = right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN + axis
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": f"{width:.0f}",
            "height": f"{height:.0f}",
            "viewBox": f"{left - _MARGIN:.1f} {top - _MARGIN - axis:.1f} {width:.1f} {height:.1f}",
            "font-family": "sans-serif",
            "font-size": "12",
        },
    )
    ground = {"x": f"{left - _MARGIN:.1f}", "y": f"{top - _MARGIN - axis:.1f}", "fill": palette.paper}
    ET.SubElement(root, "rect", {**ground, "width": f"{width:.1f}", "height": f"{height:.1f}"})
    _draw_axis(root, placement, palette)
    _draw_edges(root, placement, palette)
    _draw_nodes(root, placement, palette, fills)
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))


def to_png(
    placement: Placement, renderer: RenderHost, palette: Palette = LIGHT, fills: Sequence[str] = ()
) -> bytes:
    """The drawing as pixels, twice as fine as its SVG, or as fine as fits into ``_MOST_PIXELS``.

    Raises:
        Cancelled: the renderer was closed meanwhile.
    """
    from PIL import Image

    left, top, right, bottom = placement.bounds
    area = (right - left + 2 * _MARGIN) * (bottom - top + 4 * _MARGIN)
    scale = min(2.0, math.sqrt(_MOST_PIXELS / area))
    with tempfile.TemporaryDirectory(prefix="twintree-") as folder:
        path = Path(folder) / "tree.svg"
        path.write_bytes(to_svg(placement, palette, fills))
        # MuPDF shows an SVG's units as points.
        drawn = renderer.render(path, 1, scale)
    out = io.BytesIO()
    Image.frombytes("RGB", (drawn.width, drawn.height), drawn.data, "raw", "RGB", drawn.stride).save(
        out, "PNG"
    )
    return out.getvalue()


def _draw_axis(root: ET.Element, placement: Placement, palette: Palette) -> None:
    _, top, _, bottom = placement.bounds
    for tick in placement.ticks:
        ends = {"x1": f"{tick.at:.1f}", "x2": f"{tick.at:.1f}", "y1": f"{top:.1f}", "y2": f"{bottom:.1f}"}
        ET.SubElement(root, "line", {**ends, "stroke": palette.faint, "stroke-width": "0.5"})
        at = {"x": f"{tick.at:.1f}", "y": f"{top - _MARGIN:.1f}", "text-anchor": "middle"}
        ET.SubElement(root, "text", {**at, "fill": palette.faint}).text = tick.label


def _draw_edges(root: ET.Element, placement: Placement, palette: Palette) -> None:
    crowded = len(placement.edges) - placement.primary_count > _MOST_SUPPORTING
    shown = placement.edges[: placement.primary_count] if crowded else placement.edges
    for edge in reversed(shown):  # supporting ones below the backbone
        a, b = placement.nodes[edge.source], placement.nodes[edge.target]
        middle = (a.x + b.x) / 2
        line = {
            "d": f"M{a.x:.1f},{a.y:.1f}C{middle:.1f},{a.y:.1f} {middle:.1f},{b.y:.1f} {b.x:.1f},{b.y:.1f}",
            "fill": "none",
            "stroke": palette.primary if edge.primary else palette.faint,
            "stroke-width": f"{0.75 + 3 * edge.weight:.2f}",
        }
        if not edge.primary:
            line["stroke-dasharray"] = "1 3" if edge.broken else "4 3"
        ET.SubElement(root, "path", line)


def _draw_nodes(root: ET.Element, placement: Placement, palette: Palette, fills: Sequence[str]) -> None:
    years = [node.year for node in placement.nodes if node.year is not None]
    first, last = min(years, default=0), max(years, default=0)
    for at, node in enumerate(placement.nodes):
        share = 0.0 if node.year is None else (node.year - first) / (last - first or 1)
        fill = palette.faint if node.year is None else _between(palette.early, palette.late, share)
        fill = fills[at] if fills else fill
        circle = {"cx": f"{node.x:.1f}", "cy": f"{node.y:.1f}", "r": f"{node.size:.1f}", "fill": fill}
        dot = ET.SubElement(root, "circle", circle)
        ET.SubElement(dot, "title").text = _writable(node.label)
        beside = {"x": f"{node.x + node.size + 4:.1f}", "y": f"{node.y + 4:.1f}", "fill": palette.ink}
        ET.SubElement(root, "text", beside).text = _writable(_shortened(node.label))


def _between(low: str, high: str, share: float) -> str:
    pairs = [(int(low[at : at + 2], 16), int(high[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def _shortened(label: str) -> str:
    return label if len(label) <= _LABEL_CHARACTERS else label[: _LABEL_CHARACTERS - 1].rstrip() + "…"


def _writable(text: str) -> str:
    return _UNWRITABLE.sub("\ufffd", text)
