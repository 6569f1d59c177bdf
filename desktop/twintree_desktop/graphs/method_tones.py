"""How methods and their derivations look: thickness is weight; colour is the year, or the paper, as is chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from twintree.base.placement import PlacedEdge, Placement
from twintree_desktop.graphs.content import EdgeTone, NodeTone
from twintree_desktop.tokens import TAG_COLOURS

#: The older a method, the nearer to the outline's colour; the newest have the accent. Without a year: hollow.
_AGES = 5
YEARS = (
    *(NodeTone(f"outline>accent@{i / (_AGES - 1):.2f}") for i in range(_AGES)),
    NodeTone("outline", hollow=True),
)
#: The papers with most methods have a colour each, by its name; those of all others are hollow.
COLOURS = tuple(name for name in TAG_COLOURS if name != "grey")
PAPERS = (*(NodeTone(f"ink:{TAG_COLOURS[name]}") for name in COLOURS), NodeTone("outline", hollow=True))
#: Supporting edges are dashed, broken ones in the colour of warnings.
EDGES = (
    *(EdgeTone("outline", 0.8 + 0.7 * i) for i in range(5)),
    EdgeTone("outline", 0.9, dashed=True),
    EdgeTone("warn", 1.2, dashed=True),
)
_SUPPORTING, _BROKEN = 5, 6


def edge_tone(edge: PlacedEdge) -> int:
    """Which look an edge has."""
    if edge.broken:
        return _BROKEN
    return round(edge.weight * 4) if edge.primary else _SUPPORTING


def years_of(placement: Placement, shown: Sequence[bool]) -> list[int]:
    """The years of the nodes that are shown, the oldest first, each once."""
    nodes = zip(placement.nodes, shown, strict=True)
    return sorted({node.year for node, here in nodes if here and node.year is not None})


def age_tones(placement: Placement, shown: Sequence[bool]) -> list[int]:
    """Which look of ``YEARS`` each node has: its year among those that are shown, the newest of which is green."""
    years = years_of(placement, shown)
    share = {year: i / (len(years) - 1) if len(years) > 1 else 1.0 for i, year in enumerate(years)}
    share |= {node.year: 0.0 for node in placement.nodes if node.year is not None and node.year not in share}
    return [
        _AGES if node.year is None else min(_AGES - 1, int(share[node.year] * _AGES))
        for node in placement.nodes
    ]


def chief_papers(placement: Placement) -> list[tuple[str, int]]:
    """The papers that get a colour, with how many methods each has, the most first."""
    counts = Counter(node.home for node in placement.nodes if node.home)
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))[: len(COLOURS)]


def paper_tones(placement: Placement, chief: Sequence[tuple[str, int]]) -> list[int]:
    """Which look of ``PAPERS`` each node has."""
    tones = {paper: tone for tone, (paper, _) in enumerate(chief)}
    return [tones.get(node.home, len(COLOURS)) for node in placement.nodes]
