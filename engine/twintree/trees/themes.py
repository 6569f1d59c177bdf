"""What a theme is called and how it is summed up: its most central methods' names and their own sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from twintree.base.methods import Cluster, Method, MethodId
from twintree.base.records import Record
from twintree.models.protocol import Vectors
from twintree.trees.abstraction import centroids, members

#: Methods that a title names, and whose sentences a summary holds.
_NAMED, _QUOTED = 3, 3
#: Methods that a model is told of.
TOLD = 8
_LONGEST = 240


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
    for each, best in central_methods(clusters, methods, ids, vectors, TOLD):
        changes: dict[str, str] = {}
        if not (each.title_by and each.title):
            changes |= {"title": title_of(best), "title_by": ""}
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

    A member counts by its cosine to the cluster's mean and by how often papers mention it: a theme is better
    known by a method that many build on than by the one that happens to lie in the middle.
    """
    place = {method: at for at, method in enumerate(ids)}
    middles = centroids(clusters, ids, vectors)
    under = members(clusters)
    found = []
    for each in clusters:
        known = [method for method in under[each.id] if method in place and method in methods]
        mentions = np.array([methods[method].mention_count for method in known], float)
        cosines = vectors[[place[method] for method in known]] @ middles[each.id]
        score = cosines * (1 + np.log1p(mentions))
        order = np.lexsort((np.array(known, dtype=str), -score))[:limit]
        found.append((each, [methods[known[at]] for at in order]))
    return found


def title_of(best: Sequence[Method]) -> str:
    """A title made of the names of the most central methods."""
    return ", ".join(dict.fromkeys(method.name for method in best[:_NAMED])) or "Methods"


def line_of(method: Method) -> str:
    """A method's name with what its paper says of it."""
    return f"{method.name}: {_shortened(method.summary)}" if method.summary else method.name


def _summary(best: Sequence[Method]) -> str:
    return "\n".join(line_of(method) for method in best[:_QUOTED] if method.summary)


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    if len(words) <= _LONGEST:
        return words
    return words[:_LONGEST].rsplit(" ", 1)[0] + " …"
