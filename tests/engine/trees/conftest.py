"""Made-up methods in made-up themes: unit vectors around a few directions, seeded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

import numpy as np
import pytest

from twintree.base.methods import ClusterId, MethodId
from twintree.models.protocol import Vectors, unit

Points = tuple[list[MethodId], Vectors]


def points(methods: int, themes: int, *, seed: int = 0, dimension: int = 24, spread: float = 0.25) -> Points:
    """``methods`` unit vectors around ``themes`` directions; method i belongs to theme i % themes."""
    random = np.random.default_rng(seed)
    middles = unit(random.normal(size=(themes, dimension)))
    noise = random.normal(size=(methods, dimension)) * spread / np.sqrt(dimension)
    return [MethodId(f"M{i:05d}") for i in range(methods)], unit(middles[np.arange(methods) % themes] + noise)


def numbered(prefix: str = "C") -> Callable[[], ClusterId]:
    """Ids in order, so that a test can be read."""
    numbers = count(1)
    return lambda: ClusterId(f"{prefix}{next(numbers):03d}")


def truth(ids: Sequence[MethodId], themes: int) -> dict[MethodId, int]:
    """The theme that each method was made in."""
    return {method: int(method[1:]) % themes for method in ids}


@pytest.fixture
def mint() -> Callable[[], ClusterId]:
    return numbered()
