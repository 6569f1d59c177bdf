"""How the command line shows methods and their edges: what each line means, the words behind it, where to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from twintree.base.ids import PaperId
from twintree.base.methods import Method, MethodDecision, MethodEdge, MethodId
from twintree.base.text import counted
from twintree.cli.output import heading, muted, say

if TYPE_CHECKING:
    from twintree.jobs.methoddesk import MethodLineage
    from twintree.library import Library

_MENTIONS, _HISTORY, _ALIASES, _QUOTES = 8, 20, 12, 2
#: Characters of a quote that are shown; the page has all of it.
_QUOTED = 300
#: What a rating says, where no explanation does.
_RATED = {
    5: "{target} is defined by {source}",
    4: "{target} is built with {source}",
    3: "{target} draws on {source}",
    2: "{target} takes something up from {source}, or is measured with it",
    1: "{target} is only compared with {source}",
}


def print_methods(found: Sequence[Method], total: int) -> None:
    """A table of methods with its head, what its columns are, and what to look at next.

    Args:
        found: the methods, those of most papers first.
        total: how many there are without a limit.
    """
    heading(f"{'id':<13}  {'named':>5}  {'papers':>6}  {'kind':<22}  year  name")
    for each in found:
        counts = f"{each.mention_count:>5}  {len(each.papers):>6}"
        say(f"{each.id:<13}  {counts}  {each.kind:<22}  {each.year or '':<4}  {each.name}")
    number = counted(total, "method") if len(found) == total else f"{len(found)} of {total} methods"
    muted(
        f"\n{number}, those of most papers first. named: how often; papers: in how many; year: of the earliest"
    )
    muted("paper here that introduces it, or else of the earliest that names it.")
    example = _quoted(found[0].name)
    muted(f"What one is, and where it is named: twintree methods show {example}")
    muted(f"What it comes from, and what builds on it: twintree methods lineage {example}")
    muted("What belongs together: twintree methods themes")


def _quoted(name: str) -> str:
    """A name as it is typed on a line."""
    return '"' + name.replace('"', '\\"') + '"'


def print_method(
    library: Library, found: Method, edges: Sequence[MethodEdge], history: Sequence[MethodDecision]
) -> None:
    """One method: what it is, the sentences that name it, its edges, what was decided on it."""
    heading(f"{found.name}  ({found.kind}, {found.id})")
    if found.aliases:
        say("Also: " + "; ".join(found.aliases[:_ALIASES]))
    if found.summary:
        say(found.summary)
        muted(f"  by {found.summary_by}" if found.summary_by else "  in a paper's own words")
    heading(f"Named {counted(found.mention_count, 'time')} in {counted(len(found.papers), 'paper')}")
    for mention in found.mentions[:_MENTIONS]:
        muted(f"  {_place(library, mention.paper, mention.page)}: “{_short(mention.quote)}”")
    if len(found.mentions) > _MENTIONS:
        muted(f"  and {len(found.mentions) - _MENTIONS} more places")
    names = _names(library, edges, found)
    _print_edges(library, "Comes from", [e for e in edges if e.weight and e.target == found.id], names)
    _print_edges(library, "Builds on it", [e for e in edges if e.weight and e.source == found.id], names)
    _print_edges(library, "Only compared", [e for e in edges if not e.weight], names)
    if history:
        heading("Decided")
    for each in history[:_HISTORY]:
        muted(f"  {_decided(library, each)}")
    if len(history) > _HISTORY:
        muted(f"  and {len(history) - _HISTORY} more")
    _lead_on(library, found, edges)


def print_lineage(library: Library, found: MethodLineage) -> None:
    """What a method comes from and what builds on it: each edge in words, with the sentences that say it."""
    nodes = {each.id: each for each in found.nodes}
    method = nodes[found.method]
    heading(f"{method.name}  ({method.kind}, {method.id})")
    if method.summary:
        say(method.summary)
    if not found.edges:
        muted("No sentence of your papers says where it comes from, or what builds on it.")
        muted(f"Where it is named: twintree methods show {_quoted(method.name)}")
        return
    names = {each.id: each.name for each in found.nodes}
    far = found.distance
    derived = [each for each in found.edges if each.weight]
    above = [each for each in derived if far[each.target] <= 0]
    below = [each for each in derived if far[each.source] >= 0]
    between = [each for each in derived if each not in above and each not in below]
    _print_edges(library, "What it comes from", sorted(above, key=lambda e: -far[e.target]), names)
    _print_edges(library, "What builds on it", sorted(below, key=lambda e: far[e.source]), names)
    _print_edges(library, "What else joins these methods", between, names)
    _print_edges(library, "Only compared", [e for e in found.edges if not e.weight], names)
    _lead_on(library, method, found.edges)


def _print_edges(
    library: Library, title: str, edges: Sequence[MethodEdge], names: Mapping[MethodId, str]
) -> None:
    """Edges under a title; those of one distance stand in the order given, the main and the stronger ones first."""
    if not edges:
        return
    heading(f"\n{title}")
    for edge in edges:
        source, target = names.get(edge.source, edge.source), names.get(edge.target, edge.target)
        mark = "●" if edge.primary else "○"
        say(f"  {mark} {source} → {target}")
        said = edge.explanation or _RATED[edge.rating].format(source=source, target=target) + "."
        say(f"      {said}  ({_strength(edge)})")
        for citation in edge.evidence[:_QUOTES]:
            muted(f"      {_place(library, citation.paper, citation.page)}: “{_short(citation.quote)}”")
        if not edge.evidence and edge.by != "person":
            muted("      no sentence is kept for this")


def _strength(edge: MethodEdge) -> str:
    parts = [f"{edge.rating} of 5"]
    if edge.primary:
        parts.append("its main origin")
    if edge.broken:
        parts.append("left out of the tree, where it would close a circle")
    if edge.by:
        parts.append("said by you" if edge.by == "person" else f"by {edge.by}")
    return ", ".join(parts)


def _names(library: Library, edges: Sequence[MethodEdge], found: Method) -> dict[MethodId, str]:
    ends = {end for edge in edges for end in (edge.source, edge.target)}
    return {**library.methods.store.names(sorted(ends)), found.id: found.name}


def _place(library: Library, paper: PaperId, page: int) -> str:
    return f"{library.papers.row(paper).key}, p. {page}"


def _short(quote: str) -> str:
    words = " ".join(quote.split())
    return words if len(words) <= _QUOTED else words[:_QUOTED].rsplit(" ", 1)[0] + " …"


def _decided(library: Library, each: MethodDecision) -> str:
    by = "you" if each.by == "person" else each.by
    alike = f", cosine {each.similarity}" if each.similarity is not None else ""
    if each.what == "join":
        paper = library.papers.row(PaperId(each.source.partition(".")[0])).key
        return f"joined by {by}: the one of {paper}, {each.why}{alike}"
    said = f"{each.why} edited" if each.what == "edit" else each.why
    return f"{each.at[:10]}  {said} (by {by}{alike})"


def _lead_on(library: Library, method: Method, edges: Sequence[MethodEdge]) -> None:
    """What the signs mean, and what to do next."""
    cited = next((each for edge in edges for each in edge.evidence), None) or next(
        iter(method.mentions), None
    )
    if edges:
        muted(
            "\nA → B: A contributes to B, from 5 of 5 (B is defined by it) to 1 of 5 (B is only compared with it)."
        )
        muted(
            "● the main origin of B, ○ a further one. A quote that only has the name stands for what the name says."
        )
    if cited is not None:
        key = library.papers.row(cited.paper).key
        muted(f"Read a quote on its page: twintree open {key} --page {cited.page}")
    if edges:
        edge = edges[0]
        muted(f"Take an edge away that is wrong: twintree methods rate {edge.source} {edge.target} 0")
        muted(f"Draw it: twintree trees export svg --method {method.id} --output lineage.svg")
