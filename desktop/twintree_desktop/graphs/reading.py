"""What the citation view asks of the engine, one function each; they run off the window's thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from twintree.base.citations import CitationMention, Citer, Lineage, Reference
from twintree.base.ids import PaperId
from twintree.base.records import Change, Citation, Paper
from twintree.knowledge.placing import PlacedCitations, place_citations
from twintree_desktop.words import short_reference

if TYPE_CHECKING:
    from twintree.library import Library


@dataclass(frozen=True)
class NodeView:
    """A paper or a work, with who cites it; ``paper`` is None where it is not held."""

    id: str
    paper: Paper | None
    citers: tuple[Citer, ...]
    references: tuple[Reference, ...]


@dataclass(frozen=True)
class EdgeView:
    """One citation: the entry with its sentences, and the paper that it stands in."""

    reference: Reference
    citing: Paper


@dataclass(frozen=True)
class CitationMap:
    """The citation graph, placed, and the names of the papers that have no place in it."""

    placed: PlacedCitations
    left_out: tuple[str, ...]


def citation_map(library: Library, timeline: bool, least: int) -> CitationMap:
    """The citation graph, placed; a paper without any citation from or to it is left out."""
    placed = place_citations(library.citations.graph(), timeline=timeline, least=least)
    drawn = {node.id for node in placed.nodes}
    rows = (library.papers.row(each) for each in library.papers.ids() if each not in drawn)
    return CitationMap(
        placed, tuple(short_reference(row.authors, row.year, row.letter) or row.key for row in rows)
    )


def node_view(library: Library, name: str) -> NodeView:
    """All that the card of a node shows."""
    held = not name.startswith("W")
    return NodeView(
        id=name,
        paper=library.papers.get(PaperId(name)) if held else None,
        citers=tuple(library.citations.cited_by(name)),
        references=tuple(library.citations.references(name)) if held else (),
    )


def edge_view(library: Library, reference: str, citing: str) -> EdgeView:
    """One entry with the paper that has it."""
    return EdgeView(library.citations.reference(reference), library.papers.get(PaperId(citing)))


def path_between(library: Library, start: str, end: str) -> Lineage:
    """The shortest path of citations between two nodes."""
    return library.citations.lineage(start, end)


def waiting(library: Library) -> list[Citer]:
    """Citations that a person should look at: foundational and contrasting ones."""
    return library.citations.to_confirm()


def confirm(library: Library, reference: str, role: str, level: int) -> Change:
    """Accept a citation's role and level, or set them."""
    return library.citations.confirm(reference, role, level)


def citation_of(mention: CitationMention, citing: Paper) -> Citation:
    """A citing sentence as a place in the reader."""
    label = short_reference(citing.row.authors, citing.row.year, citing.row.letter) or citing.row.key
    return Citation(
        paper=citing.row.id,
        file=mention.file,
        page=mention.page,
        spans=mention.spans,
        quote=mention.sentence,
        label=label,
    )
