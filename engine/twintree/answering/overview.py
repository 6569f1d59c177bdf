"""What a section says, in its own words: the sentence that it begins with, and those nearest to all the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from twintree.answering.evidence import Candidate, Embed, choose

#: Sentences that are shown of a section, and how many of its first ones are looked at.
_TELLING, _READ = 4, 120
#: Words from which on a sentence tells something by itself.
_WHOLE = 7


def overview(found: Sequence[Candidate], embed: Embed) -> list[Candidate]:
    """The sentences of a section with those first, as they are read, that tell what it says.

    Each paper's own begin with its first sentence; the others are nearest to the middle of all (cosine), none of which
    repeats another's words.

    Args:
        found: the sentences of the section, of one or more papers.
        embed: unit vectors of texts.
    """
    read = sorted(found, key=_reading)[:_READ]
    if not read:
        return []
    vectors = embed([each.text for each in read])
    near = vectors @ np.mean(vectors, axis=0)
    first = {each.paper: each for each in reversed(read) if len(each.text.split()) >= _WHOLE}
    weighed = [
        replace(each, score=float(cosine) + 2.0 * (first.get(each.paper) is each))
        for each, cosine in zip(read, near, strict=True)
        if len(each.text.split()) >= _WHOLE
    ]
    weighed.sort(key=lambda each: -each.score)
    telling = sorted(choose(weighed, _TELLING, 0.0), key=_reading)
    shown = [replace(each, score=1.0 - at / 1000) for at, each in enumerate(telling)]
    rest = [replace(each, score=each.score / 10) for each in weighed if each not in telling]
    return [*shown, *rest]


def _reading(each: Candidate) -> tuple[str, int, int]:
    return each.file, each.spans[0].page, each.spans[0].start
