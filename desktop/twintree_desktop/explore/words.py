"""Explorations in words: what they will cost or have cost, and what became of papers and citations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QLocale

from twintree.base.exploring import Calls, Exploration, ExploredEdge, ExploredPaper
from twintree_desktop.engine_words import in_words
from twintree_desktop.explore.reading import name_of
from twintree_desktop.graphs.role_words import role_words
from twintree_desktop.words import number_words, singular, tr

_CITERS = " Cited by “"
_SOON = 1.0
#: A smaller share of the walk would read as none at all.
_LEAST_SHARE = 0.001
_MINUTES = 90


def why_skipped(reason: str) -> str:
    """Why calls are not made, as the engine names it."""
    return {
        "by rules": tr("done by rules, without a model"),
        "not held": tr("works that are not held"),
        "an end is not held": tr("citations of works that are not held"),
        "an end has no claims": tr("citations of a paper without claims"),
        "stopped": tr("not done, as you stopped it"),
    }.get(reason, reason)


def duration_words(seconds: float) -> str:
    """How long something takes, about."""
    if seconds < _SOON:
        return tr("less than a second")
    if seconds < _MINUTES:
        return tr("about {0} s").format(round(seconds))
    return tr("about {0} min").format(round(seconds / 60))


def plan_words(calls: Calls) -> str:
    """What an exploration will cost."""
    text = tr(
        "{0} calls planned, and never more than {4}: {1} known from before, {2} skipped, {3} to be made in {5}."
    )
    return singular(text.format(*_figures(calls), number_words(calls.bound), duration_words(calls.seconds)))


def account_words(found: Exploration) -> str:
    """What an exploration has cost."""
    text = tr("{0} calls, as planned: {1} known from before, {2} skipped, {3} made, in {4}.")
    return singular(text.format(*_figures(found.calls), tr("{0} s").format(_decimal(found.seconds))))


def _decimal(value: float) -> str:
    return QLocale().toString(value, "f", 1)


def _figures(calls: Calls) -> tuple[str, str, str, str]:
    return (
        number_words(calls.planned),
        number_words(calls.cached),
        number_words(calls.skipped),
        number_words(calls.made),
    )


def skipped_words(calls: Calls) -> str:
    """Why so many calls are skipped, the most frequent reason first; empty when none is."""
    reasons = sorted(calls.why_skipped.items(), key=lambda each: -each[1])
    parts = (f"{number_words(count)} {why_skipped(reason)}" for reason, count in reasons if count)
    return tr("Skipped: {0}.").format("; ".join(parts)) if reasons else ""


def score_words(paper: ExploredPaper) -> str:
    """A paper's share of the walk, in per cent; empty where nothing was ranked."""
    if 0 < paper.score < _LEAST_SHARE:
        return f"< {_decimal(100 * _LEAST_SHARE)} %"
    return f"{_decimal(100 * paper.score)} %" if paper.score else ""


def fate_words(paper: ExploredPaper) -> str:
    """What became of a paper; who cites a work is told apart, with its role in the window's language."""
    return in_words(paper.why.partition(_CITERS)[0])


def cited_by_words(found: Exploration) -> dict[str, str]:
    """Who cites each work that is not held, the strongest first, as short as it can be."""
    papers = {each.id: each for each in found.papers}
    citing: dict[str, list[ExploredEdge]] = {each.id: [] for each in found.papers if not each.held}
    for edge in sorted(found.edges, key=lambda edge: (-edge.level, -edge.weight)):
        if edge.target in citing:
            citing[edge.target].append(edge)
    return {work: _cited_by(edges, papers) for work, edges in citing.items() if edges}


def _cited_by(edges: Sequence[ExploredEdge], papers: Mapping[str, ExploredPaper]) -> str:
    names = ", ".join(f"{name_of(papers[edge.source])} ({role_words(edge.role)})" for edge in edges)
    if len(edges) == 1:
        return tr("cited by {0}").format(names)
    return tr("cited by {0} papers: {1}").format(number_words(len(edges)), names)


def standing_words(paper: ExploredPaper) -> str:
    """Whether a paper is held, a seed, dropped."""
    parts = [
        tr("seed") if paper.seed else "",
        tr("in the library") if paper.held else tr("not in the library"),
        "" if paper.kept else tr("not ranked"),
    ]
    return " · ".join(part for part in parts if part)


def affinity_words(edge: ExploredEdge) -> str:
    """How much of the citing paper's claims the cited one carries."""
    if edge.affinity is None:
        return tr("not judged")
    return f"{round(100 * edge.affinity)} %"
