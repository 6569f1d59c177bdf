"""Labels the tokens of a reference string: author, title, date …; a linear chain with trained weights."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray

from twintree.base.records import Record

LABELS = (
    "author",
    "title",
    "date",
    "journal",
    "container",
    "volume",
    "pages",
    "publisher",
    "location",
    "editor",
    "number",
    "note",
    "url",
    "id",
)

DOI = r"(?:doi\s*:?\s*)?(?:https?://(?:dx\.)?doi\.org/)?10\.\d{4,9}/[^\s\"<>]+"
ARXIV = r"(?:ar[xX]iv\s*:?\s*)(?:abs/)?(?:\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?)"
URL = r"(?:https?://|ftp://|www\.)[^\s<>\"]+"
_TOKEN = re.compile(
    rf"(?P<id>{DOI}|{ARXIV})|(?P<url>{URL})|\d+|[^\W\d_]+(?:['’´`\-‐‑][^\W\d_]+)*|[^\w\s]|_", re.IGNORECASE
)


class Token(Record, frozen=True):
    """A word, number or mark of a reference string, with its place in it."""

    text: str
    start: int
    end: int
    kind: str = ""  #: id | url | ''


def tokenise(text: str) -> list[Token]:
    """Words, numbers, single marks; identifiers and addresses in one piece."""
    return [
        Token(match.group(), match.start(), match.end(), match.lastgroup or "")
        for match in _TOKEN.finditer(text)
    ]


_MONTHS = frozenset(
    "jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august "
    "september october november december januar februar märz mai juni juli oktober dezember janvier février "
    "mars avril juin juillet août septembre octobre novembre décembre spring summer fall autumn winter".split()
)
_EDITORS = frozenset("ed eds edited editor editors hrsg hg éd dir trans translated herausgegeben".split())
_PROCEEDINGS = frozenset(
    "proceedings proc conference workshop symposium meeting congress conf advances".split()
)
_JOURNALS = frozenset(
    "journal j rev review letters lett annals ann transactions trans bulletin bull quarterly magazine zeitschrift "
    "revue int am soc phys chem biol med sci nature science plos acta archives arch res sciences".split()
)
_PUBLISHERS = frozenset(
    "press university publishers publishing verlag books editions éditions springer wiley elsevier routledge "
    "academic mit oxford cambridge sage kluwer birkhäuser inc ltd company publications institute".split()
)
_NOTES = frozenset(
    "available retrieved accessed online thesis phd dissertation master unpublished press submitted report technical "
    "tech preprint manuscript isbn issn url lastaccessed working paper edition".split()
)
_LEXICONS = (
    ("month", _MONTHS),
    ("ed", _EDITORS),
    ("proc", _PROCEEDINGS),
    ("jour", _JOURNALS),
    ("publ", _PUBLISHERS),
    ("note", _NOTES),
)
_OPEN, _CLOSE = '“„«‘"', '”“»’"'


@lru_cache(maxsize=16384)
def _shape(word: str) -> str:
    if word.isdigit():
        if len(word) == 4 and "1500" < word < "2100":
            return "year"
        return f"d{min(len(word), 5)}"
    if not word[0].isalnum():
        return unicodedata.category(word[0])
    if len(word) == 1:
        return "X" if word.isupper() else "x"
    if word.isupper():
        return "XX" if len(word) < 4 else "XXX"
    if word[0].isupper():
        return "Xx" if word[1:].islower() else "XxX"
    return "xx"


@lru_cache(maxsize=16384)
def _own(word: str, kind: str) -> tuple[str, ...]:
    """Features of a word whatever stands around it."""
    if kind:
        return (f"kind={kind}",)
    low = word.casefold()
    shape = _shape(word)
    found = [f"shape={shape}"]
    if not word.isdigit():
        found += [f"w={low}"]
    elif len(word) < 3:
        found += ["short number"]
    if word.isalpha() and len(word) > 3:
        found += [f"suf={low[-3:]}", f"pre={low[:3]}"]
    found += [f"lex={name}" for name, words in _LEXICONS if low in words]
    return tuple(found)


def features(tokens: Sequence[Token]) -> list[list[str]]:
    """What the chain sees of each token: itself, two neighbours on each side, and where it stands."""
    own = [_own(token.text, token.kind) for token in tokens]
    rows: list[list[str]] = []
    states = _states(tokens)
    for i, token in enumerate(tokens):
        row = list(own[i])
        row += [f"-1:{each}" for each in (own[i - 1] if i else ("begin",))]
        row += [f"+1:{each}" for each in (own[i + 1] if i + 1 < len(tokens) else ("end",))]
        for step in (-2, 2):
            if 0 <= i + step < len(tokens):
                row += [f"{step:+d}:{each}" for each in own[i + step][:2]]
        before = own[i - 1][0] if i else "begin"
        after = own[i + 1][0] if i + 1 < len(tokens) else "end"
        row += [f"{before}|{own[i][0]}|{after}", f"{before}|{own[i][0]}"]
        if i and tokens[i - 1].end == token.start:
            row.append("glued")
        row += [f"at={min(9, 10 * i // len(tokens))}", f"nr={min(i, 3)}", *states[i]]
        rows.append(row)
    return rows


def _states(tokens: Sequence[Token]) -> list[tuple[str, ...]]:
    """Per token: whether it stands in quotes or brackets, and after a quotation or a year."""
    found = []
    quoted = bracketed = seen_quote = seen_year = False
    for token in tokens:
        if token.text in _OPEN and not quoted:
            quoted = True
        elif token.text in _CLOSE and quoted:
            quoted, seen_quote = False, True
        bracketed = token.text in "([" or (bracketed and token.text not in ")]")
        found.append(
            tuple(
                name
                for name, on in (
                    ("in quotes", quoted),
                    ("in brackets", bracketed),
                    ("after quotes", seen_quote),
                    ("after year", seen_year),
                    ("no year yet", not seen_year),
                )
                if on
            )
        )
        seen_year = seen_year or _shape(token.text) == "year"
    return found


class Chain:
    """Weights of a linear-chain model: one per (feature, label), one per (label, label)."""

    def __init__(
        self,
        names: Sequence[str],
        state: NDArray[np.float32],
        transition: NDArray[np.float32],
        labels: Sequence[str],
    ) -> None:
        self.labels = tuple(labels)
        self._index = {name: row for row, name in enumerate(names, start=1)}
        self._state = np.vstack([np.zeros((1, state.shape[1]), np.float32), state])
        self._transition = transition

    def best(self, rows: Sequence[Sequence[str]]) -> list[str]:
        """The most probable labels of a sequence of feature sets (Viterbi)."""
        if not rows:
            return []
        scores = self._emissions(rows)
        back = np.zeros(scores.shape, dtype=np.int32)
        current = scores[0]
        for i in range(1, len(rows)):
            through = current[:, None] + self._transition
            back[i] = through.argmax(axis=0)
            current = through.max(axis=0) + scores[i]
        at = int(current.argmax())
        path = [at]
        for i in range(len(rows) - 1, 0, -1):
            at = int(back[i, at])
            path.append(at)
        return [self.labels[each] for each in reversed(path)]

    def _emissions(self, rows: Sequence[Sequence[str]]) -> NDArray[np.float32]:
        lookup = self._index.get
        # Row 0 of the table is zero: every token has one known feature, so that no sum is empty.
        found = [[0, *(at for name in row if (at := lookup(name)) is not None)] for row in rows]
        starts = np.cumsum([0, *(len(row) for row in found[:-1])])
        flat = np.fromiter((at for row in found for at in row), dtype=np.int64)
        total: NDArray[np.float32] = np.add.reduceat(self._state[flat], starts, axis=0)
        return total


def save_chain(
    path: str,
    chain_labels: Sequence[str],
    state: dict[tuple[str, str], float],
    transition: dict[tuple[str, str], float],
) -> None:
    """Write weights as a compressed archive of plain arrays: sparse triples, names as UTF-8 lines."""
    names = sorted({name for name, _ in state})
    row = {name: i for i, name in enumerate(names)}
    column = {label: i for i, label in enumerate(chain_labels)}
    cells = sorted((row[name], column[label], weight) for (name, label), weight in state.items())
    matrix = np.zeros((len(column), len(column)), dtype=np.float16)
    for (first, second), weight in transition.items():
        matrix[column[first], column[second]] = weight
    np.savez_compressed(
        path,
        labels=_lines(chain_labels),
        names=_lines(names),
        rows=np.array([cell[0] for cell in cells], dtype=np.uint32),
        columns=np.array([cell[1] for cell in cells], dtype=np.uint8),
        weights=np.array([cell[2] for cell in cells], dtype=np.float16),
        transition=matrix,
    )


def _lines(texts: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(texts).encode(), dtype=np.uint8)


def load_chain(path: str) -> Chain:
    """Read weights that ``save_chain`` wrote; nothing in the archive is executed."""
    with np.load(path, allow_pickle=False) as data:
        labels = data["labels"].tobytes().decode().split("\n")
        names = data["names"].tobytes().decode().split("\n")
        state = np.zeros((len(names), len(labels)), dtype=np.float32)
        state[data["rows"], data["columns"]] = data["weights"]
        return Chain(names, state, data["transition"].astype(np.float32), labels)


@lru_cache(maxsize=1)
def reference_chain() -> Chain:
    """The weights that come with Twintree."""
    with as_file(files("twintree_resources.weights") / "reference_fields.npz") as path:
        return load_chain(str(path))


def tag(text: str, chain: Chain | None = None) -> Iterator[tuple[Token, str]]:
    """The tokens of a reference string with their labels."""
    tokens = tokenise(text)
    labels = (chain or reference_chain()).best(features(tokens))
    yield from zip(tokens, labels, strict=True)
