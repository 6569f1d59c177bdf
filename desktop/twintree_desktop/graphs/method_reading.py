"""What the views of methods and themes ask of the engine; each runs off the window's thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from twintree.base.errors import NotFound
from twintree.base.ids import PaperId
from twintree.base.labels import citation_label
from twintree.base.methods import Cluster, ClusterId, Method, MethodDecision, MethodEdge
from twintree.base.placement import Placement
from twintree.base.records import Change
from twintree.trees.layouting import place_themes
from twintree_desktop.graphs.method_tones import chief_papers
from twintree_desktop.words import tr

if TYPE_CHECKING:
    from twintree.library import Library


@dataclass(frozen=True)
class MethodView:
    """A method with what it comes from, what builds on it, its theme and its history."""

    method: Method
    parents: tuple[MethodEdge, ...]
    children: tuple[MethodEdge, ...]
    names: dict[str, str]  #: of the methods at the edges' other ends
    papers: dict[str, str]  #: titles of the papers that name it, by id
    theme: Cluster | None
    history: tuple[MethodDecision, ...]


@dataclass(frozen=True)
class ThemeView:
    """A theme with what it holds."""

    cluster: Cluster
    children: tuple[Cluster, ...]
    methods: tuple[Method, ...]
    papers: int
    parent: Cluster | None


@dataclass(frozen=True)
class ProvenanceMap:
    """The provenance tree, placed.

    Attributes:
        placement: what is where.
        papers: keys of the papers that have most methods, by id.
        missing: how many papers' methods were not sought yet.
        methods: how many there are, those without a derivation too.
    """

    placement: Placement
    papers: dict[str, str]
    missing: int
    methods: int


def provenance_map(library: Library, timeline: bool) -> ProvenanceMap:
    """Read and place the provenance tree."""
    library.methods.refresh()
    placement = library.methods.placed(timeline=timeline)
    keys = {paper: library.papers.row(PaperId(paper)).key for paper, _ in chief_papers(placement)}
    return ProvenanceMap(placement, keys, len(library.methods.missing()), library.methods.store.count())


def theme_map(library: Library, opened: frozenset[str]) -> Placement:
    """The abstraction tree, placed, with the methods of the themes that are opened."""
    library.methods.refresh()
    themes = library.methods.themes()
    wanted = {method for each in themes if each.id in opened for method in each.methods}
    return place_themes(themes, {each.id: each for each in library.methods.store.some(list(wanted))})


def seek_methods(library: Library) -> int:
    """Seek the methods of papers that lack them; returns how many papers."""
    return library.methods.make_up()


def method_view(library: Library, name: str) -> MethodView:
    """All that a method's card shows."""
    desk = library.methods
    method = desk.get(name)
    edges = [_labelled(library, edge) for edge in desk.store.edges_of(method.id)]
    ends = {end for edge in edges for end in (edge.source, edge.target)}
    named = {str(end): name for end, name in desk.store.names(list(ends)).items()}
    theme = desk.store.theme_of(method.id)
    parents = sorted((e for e in edges if e.target == method.id), key=lambda e: (not e.primary, -e.rating))
    children = sorted((e for e in edges if e.source == method.id), key=lambda e: (not e.primary, -e.rating))
    return MethodView(
        method,
        tuple(parents),
        tuple(children),
        named,
        {paper: row.title or row.key for paper in method.papers if (row := library.papers.row(paper))},
        theme,
        tuple(desk.history(method.id)),
    )


def _labelled(library: Library, edge: MethodEdge) -> MethodEdge:
    """An edge whose evidence says of which paper it is."""
    evidence = tuple(
        each if each.label else replace(each, label=citation_label(library.papers.row(each.paper), each.page))
        for each in edge.evidence
    )
    return replace(edge, evidence=evidence)


def theme_view(library: Library, name: str) -> ThemeView:
    """All that a theme's card shows.

    Raises:
        NotFound: the themes were made anew, and this one is gone.
    """
    clusters = {each.id: each for each in library.methods.themes()}
    cluster = clusters.get(ClusterId(name))
    if cluster is None:
        raise NotFound(
            tr("This theme is not there any more."), tr("The themes were made anew; choose it in the tree.")
        )
    methods = tuple(library.methods.store.some(_methods_below(cluster, clusters)))
    return ThemeView(
        cluster,
        tuple(clusters[each] for each in cluster.children if each in clusters),
        methods,
        len({paper for each in methods for paper in each.papers}),
        clusters.get(cluster.parent) if cluster.parent is not None else None,
    )


def _methods_below(cluster: Cluster, clusters: Mapping[ClusterId, Cluster]) -> list[str]:
    found: list[str] = [*cluster.methods]
    for child in cluster.children:
        if child in clusters:
            found += _methods_below(clusters[child], clusters)
    return found


# ── what a person says ───────────────────────────────────────────────────────────────────────────────


def rename_method(library: Library, name: str, new: str, summary: str) -> Change:
    """Give a method another name and summary; what stays as it was is not the person's word."""
    known = library.methods.get(name)
    said = {"name": new.strip()} if new.strip() != known.name else {}
    if summary.strip() != known.summary:
        said["summary"] = summary.strip()
    return library.methods.edit(name, **(said or {"name": new}))


def merge_methods(library: Library, kept: str, other: str) -> Change:
    """Make two methods one."""
    return library.methods.merge(kept, other)


def split_method(library: Library, name: str, papers: Sequence[str]) -> Change:
    """Take what some papers say out of a method."""
    return library.methods.split(name, papers)


def rate_edge(library: Library, source: str, target: str, rating: int) -> Change:
    """Say how strongly one method contributes to another; 0: not at all."""
    return library.methods.rate(source, target, rating)


def delete_method(library: Library, name: str) -> Change:
    """Hide a method."""
    return library.methods.delete(name)


def rename_theme(library: Library, name: str, title: str, note: str) -> Change:
    """Give a theme a title and a note of the person's own."""
    return library.methods.store.describe_theme(name, title=title or None, note=note)
