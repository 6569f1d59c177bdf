"""Which papers' methods are one: never by name alone, never without one (dual-tree paper §3.2.4).

Candidates share a folded name or abbreviation; they are merged when what is said of them is close enough as
well. How close it has to be depends on how telling the shared name is: a full name of several words hardly ever
means two things, an abbreviation or a common word often does. The bounds are calibrated per embedder on pairs
of real methods (``bench/gold/method_pairs``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from twintree.base.methods import Assignment, MethodId, SourceDraft, method_text
from twintree.base.records import Record
from twintree.knowledge.methods.ends import is_task
from twintree.knowledge.methods.naming import GENERIC_HEADS, is_common, words_of
from twintree.models.protocol import Vectors


class MergeBounds(Record, frozen=True, kw_only=True):
    """Least cosine of name, summary and keywords at which two methods with a shared name are one.

    Attributes:
        telling: the name has two words at least, not all of them common.
        short: it is one word or an abbreviation.
        common: all of its words are common (``local model``): each paper has its own.
    """

    telling: float = 0.15
    short: float = 0.30
    common: float = 0.45


#: By what an embedder's id begins with; what was calibrated with all-MiniLM-L6-v2 holds for the others too, until
#: ``train.method_merging`` is run with them.
CALIBRATED: dict[str, MergeBounds] = {"": MergeBounds()}


class Known(Record, frozen=True, kw_only=True):
    """A method of another paper that may be the same."""

    method: MethodId
    keys: frozenset[str]
    role: str
    hash: str = ""
    name: str = ""


def bounds_for(embedder: str) -> MergeBounds:
    """The bounds calibrated for an embedder."""
    fitting = [name for name in CALIBRATED if embedder.startswith(name)]
    return CALIBRATED[max(fitting, key=len)]


def needed_cosine(shared: Iterable[str], both_derived: bool, bounds: MergeBounds) -> float:
    """How alike two methods have to be that share these names; above 1 when they share none.

    Two papers that each made a method of a common name made two.
    """
    least = 2.0
    for key in shared:
        words = [word for word in key.split() if word not in GENERIC_HEADS]
        if not words or all(is_common(word) or len(word) < 2 for word in words):
            least = min(least, 2.0 if both_derived else bounds.common)
        elif len(words) > 1:
            least = min(least, bounds.telling)
        else:
            least = min(least, bounds.short)
    return least


def told_apart(name: str, other: str) -> bool:
    """Whether two names with a short form in common are a task and what does it: *word segmentation*, *segmentor*."""
    first, second = words_of(name), words_of(other)
    return first[:-1] == second[:-1] and first[-1:] != second[-1:] and is_task(name) != is_task(other)


def text_of(draft: SourceDraft) -> str:
    """What is embedded of a paper's method."""
    return method_text(draft.name, draft.summary, draft.keywords)


def assign(
    draft: SourceDraft,
    vector: Vectors,
    known: Sequence[Known],
    vectors: dict[str, Vectors],
    bounds: MergeBounds,
) -> Assignment:
    """The canonical method that a paper's method belongs to, or a new one.

    Args:
        draft: the method.
        vector: of ``text_of(draft)``, unit length.
        known: sources of other papers that share a key with it.
        vectors: of the known ones, by hash; one that is missing is not joined.
        bounds: how alike they have to be.
    """
    best: tuple[float, Assignment] | None = None
    for each in known:
        shared = each.keys & set(draft.keys)
        other = vectors.get(each.hash)
        if not shared or other is None or told_apart(draft.name, each.name):
            continue
        similarity = float(np.dot(vector, other))
        both = draft.role == "derived" and each.role == "derived"
        spare = similarity - needed_cosine(shared, both, bounds)
        if spare < 0 or (best is not None and spare <= best[0]):
            continue
        name = max(shared, key=len)
        best = (
            spare,
            Assignment(method=each.method, why=f"called “{name}” too", similarity=round(similarity, 3)),
        )
    return best[1] if best is not None else Assignment()
