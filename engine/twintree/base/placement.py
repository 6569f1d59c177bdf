"""A tree as it is drawn: nodes and edges with places, in scene units, for canvases and for files alike."""

from __future__ import annotations

from twintree.base.records import Record

#: Scene units between rows, between columns, and for a label beside its node.
ROW, COLUMN, LABEL = 28.0, 220.0, 190.0


class PlacedNode(Record, frozen=True, kw_only=True):
    """A method or a theme with its place; ``y`` grows downwards."""

    id: str
    label: str
    x: float
    y: float
    size: float  #: radius, 4..16
    year: int | None = None
    depth: int = 0  #: edges from its root
    kind: str = ""  #: the method's kind, or ``theme``
    count: int = 0  #: mentions of a method; methods under a theme
    home: str = ""  #: the paper that made a method, else the earliest that names it


class PlacedEdge(Record, frozen=True, kw_only=True):
    """An edge by its ends' places in ``Placement.nodes``."""

    source: int
    target: int
    weight: float = 1.0
    primary: bool = True
    broken: bool = False


class Tick(Record, frozen=True, kw_only=True):
    """A mark of the time axis."""

    at: float
    label: str


class Placement(Record, frozen=True, kw_only=True):
    """Where everything is drawn; the ``primary_count`` edges of the backbone come first, the others behind them."""

    nodes: tuple[PlacedNode, ...]
    edges: tuple[PlacedEdge, ...]
    bounds: tuple[float, float, float, float] = (
        0.0,
        0.0,
        0.0,
        0.0,
    )  #: left, top, right, bottom, labels included
    ticks: tuple[Tick, ...] = ()
    primary_count: int = 0
