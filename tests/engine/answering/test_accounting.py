"""Tokens of several models as tokens of the reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from twintree.answering.accounting import parameters_of, reader_equivalent
from twintree.models.catalogue import catalogue

TOKENS = {"reader": 100, "auxiliary": 300, "index": 0, "cached": 50}


class Named:
    """A reader of which only the size is asked."""

    def __init__(self, model: str, path: str = "") -> None:
        self.model, self.path = model, path

    def write(self, request: object, on_part: object, cancel: object) -> None:
        raise AssertionError


def test_a_smaller_model_s_tokens_count_by_its_size() -> None:
    small, large = sorted(
        (each for each in catalogue() if each.kind == "llm" and each.parameters), key=lambda e: e.parameters
    )[:2]
    weighed = 300 * parameters_of(small.id, "")
    share = small.parameters / large.parameters
    assert reader_equivalent(TOKENS, weighed, Named(large.id)) == 100 + round(300 * share)  # type: ignore[arg-type]
    assert reader_equivalent(TOKENS, weighed, Named(small.id)) == 400  # type: ignore[arg-type]


@pytest.mark.parametrize("reader", [None, Named("nobody knows it", "nowhere.gguf")])
def test_without_a_reader_or_its_size_others_count_as_they_are(reader: Named | None) -> None:
    assert reader_equivalent(TOKENS, 300e9, reader) == 400  # type: ignore[arg-type]


def test_a_model_that_the_catalogue_does_not_know_is_measured_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "own.gguf"
    file.write_bytes(b"0" * 4800)
    assert parameters_of("own", str(file)) == pytest.approx(8000)
    assert parameters_of("own", str(tmp_path / "gone.gguf")) == 0.0
