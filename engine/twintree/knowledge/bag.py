"""A linear classifier over word n-grams: TF-IDF, one weight a label, read from plain arrays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_TOKEN = re.compile(r"\w+|[^\w\s]")
_LONGEST = 3


def grams(text: str) -> list[str]:
    """Words and marks, and their pairs and triples, in order."""
    tokens = _TOKEN.findall(text)
    return [
        " ".join(tokens[i : i + size])
        for size in range(1, _LONGEST + 1)
        for i in range(len(tokens) - size + 1)
    ]


class Bag:
    """Weights of a linear model over TF-IDF n-grams (sublinear, unit length), one column a label."""

    def __init__(
        self,
        names: Sequence[str],
        idf: NDArray[np.float32],
        weights: NDArray[np.float32],
        bias: NDArray[np.float32],
        labels: Sequence[str],
    ) -> None:
        self.labels = tuple(labels)
        self._index = {name: i for i, name in enumerate(names)}
        self._idf, self._weights, self._bias = idf, weights, bias

    def probabilities(self, text: str) -> dict[str, float]:
        """How probable each label is for a text that was prepared as in training."""
        counts = Counter(i for name in grams(text) if (i := self._index.get(name)) is not None)
        if not counts:
            scores = self._bias
        else:
            at = np.fromiter(counts, dtype=np.int64)
            values = (1 + np.log(np.fromiter(counts.values(), dtype=np.float32))) * self._idf[at]
            values /= np.linalg.norm(values)
            scores = values @ self._weights[at] + self._bias
        shifted = np.exp(scores - scores.max())
        return dict(zip(self.labels, (shifted / shifted.sum()).tolist(), strict=True))


def save_bag(
    path: Path,
    names: Sequence[str],
    idf: NDArray[np.float64],
    weights: NDArray[np.float64],
    bias: NDArray[np.float64],
    labels: Sequence[str],
) -> None:
    """Write weights, (n-grams × labels), as a compressed archive of plain arrays."""
    np.savez_compressed(
        path,
        names=np.frombuffer("\n".join(names).encode(), dtype=np.uint8),
        labels=np.frombuffer("\n".join(labels).encode(), dtype=np.uint8),
        idf=idf.astype(np.float16),
        weights=weights.astype(np.float16),
        bias=bias.astype(np.float32),
    )


def load_bag(path: Path) -> Bag:
    """Read weights that ``save_bag`` wrote; nothing in the archive is executed."""
    with np.load(path, allow_pickle=False) as data:
        return Bag(
            data["names"].tobytes().decode().split("\n"),
            data["idf"].astype(np.float32),
            data["weights"].astype(np.float32),
            data["bias"].astype(np.float32),
            data["labels"].tobytes().decode().split("\n"),
        )
