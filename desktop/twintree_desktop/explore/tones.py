"""How papers and citations of an exploration look, in the graph and beside their names in lists."""

from __future__ import annotations

from twintree.base.exploring import ExploredEdge, ExploredPaper
from twintree_desktop.graphs.content import EdgeTone, NodeTone

#: A seed stands on its corner, what is not held is hollow, what is not ranked has no accent.
NODES = (
    NodeTone("accent", square=True),
    NodeTone("accent"),
    NodeTone("outline"),
    NodeTone("accent", hollow=True),
    NodeTone("outline", hollow=True),
)
_SEED, _HELD, _HELD_DROPPED, _WORK, _WORK_DROPPED = range(5)

#: Kept without having been judged, kept, kept and carried; pruned; not judged when it was stopped.
EDGES = (
    EdgeTone("outline", 0.7),
    EdgeTone("outline", 1.4),
    EdgeTone("accent", 2.2),
    EdgeTone("warn", 1.2, dashed=True),
    EdgeTone("outline", 0.7, dashed=True),
)
UNJUDGED, KEPT, CARRIED, PRUNED, LEFT = range(5)


def node_tone(paper: ExploredPaper) -> int:
    """Which look a paper or a work has."""
    if paper.seed:
        return _SEED
    if paper.held:
        return _HELD if paper.kept else _HELD_DROPPED
    return _WORK if paper.kept else _WORK_DROPPED


def edge_tone(edge: ExploredEdge, threshold: float) -> int:
    """Which look a citation has; carried is what reaches the threshold."""
    if edge.affinity is None:
        return UNJUDGED if edge.kept else LEFT
    if not edge.kept:
        return PRUNED
    return CARRIED if edge.affinity >= threshold else KEPT
