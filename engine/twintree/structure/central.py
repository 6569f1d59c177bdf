"""How central a sentence is among others, by its words, and what speaks against quoting it by itself."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

_WORD = re.compile(r"[^\W\d_]{3,}|[\u3040-\u30ff\u3400-\u9fff]")
_STOP = frozenset(
    re.findall(
        r"\w+",
        """
        the and for that with are this from was were which have has had not but also our their its
        can been than these such they into between more most other using used use each both may will
        one two however thus where when then there here der die das und ist ein eine von den mit dem
        des auf für sich nicht werden les des est une dans que pour par sur los las una del con por
        para como della degli che per sono dos das uma não это что как для или его при
        """,
    )
)
#: Points back at what a reader of it alone has not read.
ANAPHORIC = re.compile(
    r"^(?:this|these|those|it|they|he|she|such|here|hence|therefore|thus|however|moreover|furthermore|also|but|"
    r"and|then)\b",
    re.IGNORECASE,
)
#: Formulas, and what points at a float or out of the paper.
NOISE = re.compile(r"[=∑∫∈≤≥]|\bfig(?:ure|\.)\s*\d|\btable\s*\d|@|https?:", re.I)


def document_counts(found: Sequence[str]) -> Counter[str]:
    """In how many of the sentences each word stands."""
    counts: Counter[str] = Counter()
    for each in found:
        counts.update(words_of(each))
    return counts


def centrality(sentence: str, counts: Counter[str]) -> float:
    """How common the sentence's words are among the sentences: 0 for none, about 1 for the most central."""
    words = words_of(sentence)
    if not words or not counts:
        return 0.0
    top = math.log1p(max(counts.values()))
    return sum(math.log1p(counts[word] - 1) for word in words) / (top * (len(words) + 4))


def words_of(sentence: str) -> set[str]:
    """The words of a sentence that say something, in lower case."""
    return {word for word in _WORD.findall(sentence.lower()) if word not in _STOP}


def flat(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def cut(text: str, limit: int) -> str:
    """A text of at most so many characters, cut at a word."""
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0] + " …"
