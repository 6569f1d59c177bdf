"""How the command line shows an exploration: each paper with why it is there, the words that lead to it, what next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from twintree.base.exploring import EdgeEvidence, Exploration, ExploredEdge, ExploredPaper
from twintree.base.text import counted
from twintree.cli.output import heading, muted, say, warn

if TYPE_CHECKING:
    from twintree.library import Library

_SHOWN, _LINKS = 15, 2
#: Characters of a quote that are shown; the page has all of it.
_QUOTED = 240
#: Why a judgement needs no judge, behind their number.
_SKIPPED = {
    "by rules": "done by rules",
    "not held": "of works that are not in the library",
    "an end is not held": "of citations of such works",
    "an end has no claims": "of citations between papers without claims",
    "stopped": "left, since it was stopped",
}


def print_plan(found: Exploration) -> None:
    """What is going to be looked at, and what that will cost."""
    muted("Looking for: " + "; ".join(found.plan))
    calls = found.calls
    told = (
        f"{calls.planned} judgements of papers and citations, at most {calls.bound}: {calls.made} to be made"
    )
    told += f" in about {calls.seconds:.0f} s" if calls.seconds >= 1 else ""
    told += f", {calls.cached} known from before" if calls.cached else ""
    rest = ", ".join(f"{count} {_SKIPPED.get(why, why)}" for why, count in sorted(calls.why_skipped.items()))
    say(f"{told}; no judge is needed for the others ({rest})." if rest else f"{told}.")
    if found.reason:
        warn(found.reason)


def print_exploration(library: Library, found: Exploration) -> None:
    """What was found: papers that are held, works to get, what fits but is not joined; then how it was found."""
    if found.reason:
        warn(found.reason)
    links = _Links(library, found)
    held = [each for each in found.papers if each.held and each.kept]
    if held:
        heading("In your library, what most citations around the question lead to first")
    for place, each in enumerate(held[:_SHOWN], 1):
        say(f"{place:>3}. {links.name(each.id)}  {each.title} ({each.year or 'no year'})")
        muted(f"     {each.score:.3f} · {each.why}")
        for line in links.of(each):
            muted(f"     {line}")
    if len(held) > _SHOWN:
        muted(f"     and {len(held) - _SHOWN} more; --json has all of them")
    _print_works(found)
    if found.unreached:
        heading("Fits the question, but no citation leads there")
        for each in found.unreached:
            say(f"  {links.name(each.id)}  {each.title} ({each.year or 'no year'})")
    judged = [edge for edge in found.edges if edge.affinity is not None]
    kept = sum(edge.kept for edge in judged)
    muted(f"\n{counted(len(judged), 'citation')} judged by {found.judge}, {kept} kept.")
    for note in found.notes:
        muted(note)
    if held:
        muted("The figure before a paper's reason is its share of a walk along the citations that were kept.")
        _lead_on(library, found, links, held)


def _print_works(found: Exploration) -> None:
    works = found.to_get
    if not works:
        return
    heading("To get: not in your library, what most papers here cite first")
    for each in works[:_SHOWN]:
        say(f"  {each.title} ({each.year or 'no year'})")
        muted(f"     {each.why}")
    if len(works) > _SHOWN:
        muted(f"  and {len(works) - _SHOWN} more")


def _lead_on(library: Library, found: Exploration, links: _Links, held: Sequence[ExploredPaper]) -> None:
    muted(f"Open one: twintree open {links.name(held[0].id)}")
    if not library.readonly:
        muted(f"Show this again: twintree explorations {found.run}")
    if found.to_get:
        muted("The works to get as a file for a reference manager: add --reading-list works.bib")


class _Links:
    """Says which citation leads to a paper, and with which words."""

    def __init__(self, library: Library, found: Exploration) -> None:
        self._library = library
        self._titles = {each.id: each.title for each in (*found.papers, *found.unreached)}
        self._held = {each.id for each in (*found.papers, *found.unreached) if each.held}
        kept = [each for each in found.edges if each.kept]
        # What joins two papers of the library can be read at both ends.
        self._edges = sorted(kept, key=lambda e: (not {e.source, e.target} <= self._held, -e.weight))

    def name(self, node: str) -> str:
        """A paper's key; the title of a work."""
        return (
            self._library.papers.row(node).key if node in self._held else f"“{self._titles.get(node, node)}”"
        )

    def of(self, paper: ExploredPaper) -> list[str]:
        """The strongest citations that join a paper to others, each with its words and their page."""
        told = (
            self._told(edge, paper.id, evidence)
            for edge in self._edges
            if paper.id in (edge.source, edge.target)
            for evidence in edge.evidence[:1]
        )
        return [line for line in told if line][:_LINKS]

    def _told(self, edge: ExploredEdge, paper: str, evidence: EdgeEvidence) -> str:
        citing, cited = self.name(edge.source), self.name(edge.target)
        if evidence.mention is not None:
            mention = evidence.mention
            where = f"p. {mention.page}"
            said = f"cites {cited}, {where}" if edge.source == paper else f"cited by {citing}, {where}"
            return f"{said} ({mention.role}): “{_short(mention.sentence)}”"
        if evidence.claims is None:
            return ""
        mine, other = evidence.claims.citing, evidence.claims.cited
        said = f"cites {cited}" if edge.source == paper else f"cited by {citing}"
        return f"{said}: “{_short(mine.quote)}” (p. {mine.page}) beside “{_short(other.quote)}” (p. {other.page})"


def _short(quote: str) -> str:
    words = " ".join(quote.split())
    return words if len(words) <= _QUOTED else words[:_QUOTED].rsplit(" ", 1)[0] + " …"
