"""What a theme is called and how it is summed up: its most central methods' names and their own sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
import numpy as np

from twintree.base.methods import Cluster, Method, MethodId
from twintree.base.records import Record
from twintree.base.words import content_stems
from twintree.models.protocol import Vectors
from twintree.trees.abstraction import centroids, members

#: Methods that a title names, and whose sentences a summary holds.
_NAMED, _QUOTED = 3, 3
#: Methods that a model is told of.
TOLD = 8
#: Methods among which a title finds names that say different things.
_CHOICE = 20
_LONGEST = 240
#: Letters of a name that says something to those who did not read its paper: not ``DS``, ``GP``.
_TELLING = 4
#: Letters of a name that can be read in a label beside two others.
_READABLE = 45
#: Kinds by which methods are measured: they stand in every theme and are the theme of few.
_MEASURES = "metric"


class Description(Record, frozen=True, kw_only=True):
    """A theme's title and summary, and by whom: empty for members' own words, else a model's id."""

    title: str
    summary: str
    by: str = ""


def describe(
    clusters: Sequence[Cluster],
    methods: Mapping[MethodId, Method],
    ids: Sequence[MethodId],
    vectors: Vectors,
) -> list[Cluster]:
    """The clusters with titles and summaries; what a person or a model wrote is left alone while it is there.

    A title names the most central methods of the theme; a summary says of each what its paper says, each line
    led by the method's name, so that every sentence leads to a member.

    Args:
        clusters: all levels.
        methods: by id; members that are missing are passed over.
        ids: rows of ``vectors``, shape (len(ids), d), unit length.
        vectors: the methods' vectors.
    """
    described = []
    under = members(clusters)
    for each, best in central_methods(clusters, methods, ids, vectors, _CHOICE):
        changes: dict[str, str] = {}
        if not (each.title_by and each.title):
            parts = {method: child for child in each.children for method in under[child]}
            changes |= {"title": title_of(_each_part_first(best, parts)), "title_by": ""}
        if not (each.summary_by and each.summary) and each.summary_by != "person":
            changes |= {"summary": _summary(best), "summary_by": ""}
        described.append(msgspec.structs.replace(each, **changes))
    return described


def central_methods(
    clusters: Sequence[Cluster],
    methods: Mapping[MethodId, Method],
    ids: Sequence[MethodId],
    vectors: Vectors,
    limit: int,
) -> list[tuple[Cluster, list[Method]]]:
    """For each cluster the members that stand for it best, the best first.

    A member counts by its cosine to the cluster's mean, by how often papers mention it and how many do (a theme is
    better known by a method that many build on than by the one that happens to lie in the middle), and by how many
    other members speak of what its name says.
    """
    place = {method: at for at, method in enumerate(ids)}
    middles = centroids(clusters, ids, vectors)
    under = members(clusters)
    found = []
    for each in clusters:
        known = [method for method in under[each.id] if method in place and method in methods]
        mentions = np.array([methods[method].mention_count for method in known], float)
        papers = np.array([len(methods[method].papers) for method in known], float)
        cosines = vectors[[place[method] for method in known]] @ middles[each.id]
        shared = np.array(_shared([methods[method] for method in known]), float)
        score = cosines * (1 + np.log1p(mentions)) * (1 + np.log1p(papers)) * (1 + shared)
        order = np.lexsort((np.array(known, dtype=str), -score))[:limit]
        found.append((each, [methods[known[at]] for at in order]))
    return found


def _shared(known: Sequence[Method]) -> list[float]:
    """For each method how many of the others speak of what its name says, in [0, 1]: what a theme has in common."""
    counts: Counter[str] = Counter()
    for each in known:
        counts.update(_said_of(each))
    shares = []
    for each in known:
        stems = _stems(each.name)
        shares.append(sum(counts[stem] - 1 for stem in stems) / (max(1, len(known) - 1) * max(1, len(stems))))
    most = max(shares, default=0.0)
    return [share / most if most else 0.0 for share in shares]


def _said_of(method: Method) -> frozenset[str]:
    return _stems(" ".join((method.name, *method.keywords)))


@lru_cache(maxsize=65536)
def _stems(text: str) -> frozenset[str]:
    return frozenset(content_stems(text))


def _each_part_first(best: Sequence[Method], parts: Mapping[MethodId, str]) -> list[Method]:
    """The most central methods, the first of each part of a theme before all others: a label over several themes tells
    of more than the largest of them."""
    seen: set[str] = set()
    first: list[Method] = []
    rest: list[Method] = []
    for each in best:
        part = parts.get(each.id, "")
        (rest if part in seen or not part else first).append(each)
        seen.add(part)
    return first + rest


def title_of(best: Sequence[Method]) -> str:
    """A title made of the names of the most central methods, those left out that say what another one says.

    A measure, an abbreviation that says nothing by itself, and a name that fills a line stand in it only where nothing
    else does.
    """
    named: list[str] = []
    measures = 2 * sum(method.kind == _MEASURES for method in best) > len(best)
    telling = [each for each in best if _is_telling(each) and (measures or each.kind != _MEASURES)]
    for each in telling or best:
        if len(named) < _NAMED and not _repeats(each.name, named):
            named.append(each.name)
    return ", ".join(named) or "Methods"


def _is_telling(method: Method) -> bool:
    if len(method.name) > _READABLE:
        return False
    return not method.name.isupper() or sum(c.isalpha() for c in method.name) >= _TELLING


def _repeats(name: str, named: Sequence[str]) -> bool:
    """Whether most words of a name stand in one that is named, or the other way round: ``primary index``, ``index``."""
    mine = _stems(name)
    return any(not mine or 2 * len(mine & other) > min(len(mine), len(other)) for other in map(_stems, named))


def line_of(method: Method) -> str:
    """A method's name with what its paper says of it."""
    return f"{method.name}: {_shortened(method.summary)}" if method.summary else method.name


def _summary(best: Sequence[Method]) -> str:
    """The lines of the most central methods that have a sentence; one that two of them share is told once."""
    told = {method.summary: method for method in reversed(best) if method.summary}
    lines = [line_of(method) for method in best if told.get(method.summary) is method]
    return "\n".join(lines[:_QUOTED])


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    if len(words) <= _LONGEST:
        return words
    return words[:_LONGEST].rsplit(" ", 1)[0] + " …"
