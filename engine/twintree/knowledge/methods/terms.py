"""Finds terms in sentences: a linear chain, trained on scientific abstracts, that knows where a term ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import as_file, files

from twintree.base.records import Record
from twintree.knowledge.tagger import Chain, load_chain

#: What the training set calls its terms.
CLASSES = ("method", "metric", "material", "task", "other")
LABELS = ("O", *(f"{place}-{name}" for name in CLASSES for place in "BI"))
TOKEN = re.compile(r"[^\W_]+(?:[-‐‑–'’./+&*][^\W_]+)*\+{0,2}|[^\w\s]|_")


class Term(Record, frozen=True):
    """A term in a text, and what it looks like."""

    start: int
    end: int
    kind: str


class Word(Record, frozen=True):
    """A token with its place."""

    text: str
    start: int
    end: int


def tokenise(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """Words (with inner hyphens, dots and pluses) and single marks."""
    found = TOKEN.finditer(text, start, len(text) if end is None else end)
    return [Word(match.group(), match.start(), match.end()) for match in found]


def shape(word: str) -> str:
    """Upper, lower and digits, runs shortened: ``CoNLL2003`` is ``XxXd``."""
    return re.sub(
        r"(.)\1+",
        r"\1",
        re.sub(r"[^\W\d_]", lambda m: "X" if m.group().isupper() else "x", re.sub(r"\d", "d", word)),
    )


@lru_cache(maxsize=65536)
def _own(word: str) -> tuple[str, ...]:
    low = word.casefold()
    found = [f"w={low}", f"s={shape(word)[:6]}"]
    if len(low) > 3:
        found += [f"e3={low[-3:]}", f"b3={low[:3]}"]
    if len(low) > 4:
        found += [f"e4={low[-4:]}", f"b4={low[:4]}"]
    if "-" in word:
        found += ["hyphen", f"tail={low.rpartition('-')[2]}"]
    if word.isupper() and len(word) > 1:
        found.append("acronym")
    return tuple(found)


def features(words: Sequence[str]) -> list[list[str]]:
    """What the chain sees of each word: itself and two neighbours on either side."""
    own = [_own(word) for word in words]
    rows = []
    for i, mine in enumerate(own):
        row = list(mine)
        for step in (-2, -1, 1, 2):
            if 0 <= i + step < len(own):
                other = own[i + step]
                row += [f"{step:+d}:{each}" for each in (other if abs(step) == 1 else other[:2])]
            else:
                row.append(f"{step:+d}:edge")
        if i:
            row.append(f"{own[i - 1][0]}|{mine[0]}")
        if i + 1 < len(own):
            row.append(f"{mine[0]}|{own[i + 1][0]}>")
        rows.append(row)
    return rows


@lru_cache(maxsize=1)
def term_chain() -> Chain:
    """The weights that come with Twintree, made by ``train.method_terms``."""
    with as_file(files("twintree_resources.weights") / "method_terms.npz") as path:
        return load_chain(str(path))


def find_terms(text: str, start: int = 0, end: int | None = None) -> Iterator[Term]:
    """The terms of one sentence, in order.

    Args:
        text: what holds the sentence.
        start: where it begins.
        end: where it ends.
    """
    words = tokenise(text, start, end)
    labels = term_chain().best(features([word.text for word in words]))
    yield from joined(words, labels)


def joined(words: Sequence[Word], labels: Sequence[str]) -> Iterator[Term]:
    """Labelled words as terms."""
    begin: Word | None = None
    last: Word | None = None
    kind = ""
    for word, label in zip(words, labels, strict=True):
        if begin is not None and last is not None and label != f"I-{kind}":
            yield Term(begin.start, last.end, kind)
            begin = None
        if label != "O":
            if begin is None:
                begin, kind = word, label[2:]
            last = word
    if begin is not None and last is not None:
        yield Term(begin.start, last.end, kind)
