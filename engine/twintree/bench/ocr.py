"""Text recognition on born-digital pages made into pictures: coarse, fine, skewed, noisy."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from twintree.base.pages import PageText
from twintree.bench.corpus import pdfs
from twintree.bench.table import BenchTable, Cell, Target
from twintree.metrics.intervals import bootstrap_interval
from twintree.sources.ocr import recognise
from twintree.sources.parser import read_pages

#: Recognition takes seconds a page: few pages, from papers spread over the library.
_PAGES, _QUICK = 6, 1
_ENOUGH = 250
_SKEW = 1.5
_NOISE = 28.0
_SEED = 11
_WORD = re.compile(r"[^\W_]{2,}")

Pixels = NDArray[np.uint8]
Spoil = Callable[[Pixels], Pixels]


def run(data: Path, quick: bool = False) -> BenchTable:
    """Word accuracy of whole pages of text, each made a picture in five ways; ``quick`` takes one page."""
    chosen = _chosen(pdfs(data / "library"), _QUICK if quick else _PAGES)
    ways: tuple[tuple[str, int, Spoil], ...] = (
        ("150 dpi", 150, _as_it_is),
        ("200 dpi", 200, _as_it_is),
        ("300 dpi", 300, _as_it_is),
        (f"200 dpi, skewed {_SKEW}°", 200, _skewed),
        ("200 dpi, noisy", 200, _noisy),
    )
    rows: list[tuple[Cell, ...]] = []
    means: dict[str, float] = {}
    golds = [words_of(page) for _, page in chosen]
    with tempfile.TemporaryDirectory(prefix="twintree-bench-") as folder:
        for name, dpi, spoil in ways:
            scan = Path(folder) / "scan.pdf"
            _write_scan(scan, chosen, dpi, spoil)
            read: list[PageText] = []
            recognise(scan, range(1, len(chosen) + 1), read.append, seconds=900)
            found = [words_of(page) for page in read]
            rows.append(_row(name, golds, found))
            means[name] = sum(map(in_order, golds, found)) / len(golds)
    other = [*golds[1:], words_of(_other_page(chosen))]
    rows.append(_row("trivial: the text of another page", golds, other))
    return BenchTable(
        name="ocr",
        command="twintree bench ocr",
        columns=("pages as pictures", "pages", "words found", "words right, in order"),
        rows=tuple(rows),
        notes=(
            f"{len(chosen)} pages of born-digital papers, one a paper; gold is their own text layer as it was read",
            "words of two letters and digits and more, folded; in order: 1 − edits between the word lists, as a share",
        ),
        targets=(
            Target(
                name="words right, 200 dpi",
                bar=0.9,
                measured=means["200 dpi"],
                trivial=sum(map(in_order, golds, other)) / len(golds),
            ),
        ),
    )


def _row(name: str, golds: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> tuple[Cell, ...]:
    pairs = list(zip(golds, found, strict=True))
    return (
        name,
        len(golds),
        bootstrap_interval([overlap(gold, words) for gold, words in pairs]),
        bootstrap_interval([in_order(gold, words) for gold, words in pairs]),
    )


def words_of(page: PageText) -> list[str]:
    """The words of a page's body, folded."""
    return _WORD.findall(page.text[: page.body_end].casefold())


def overlap(gold: Sequence[str], words: Sequence[str]) -> float:
    """The share of the gold's words that were read, wherever they stand; each counts once."""
    return (Counter(gold) & Counter(words)).total() / max(1, len(gold))


def in_order(gold: Sequence[str], words: Sequence[str]) -> float:
    """One less the share of words that must be changed, added or left out to make one list the other."""
    return float(Levenshtein.normalized_similarity(gold, words))


def _chosen(files: Sequence[Path], count: int) -> list[tuple[Path, PageText]]:
    """The second page of papers spread over the folder, where it is full of text."""
    found: list[tuple[Path, PageText]] = []
    for path in files[:: max(1, len(files) // (3 * count))]:
        for page in read_pages(path, 2, 2):
            if page.how == "text" and len(words_of(page)) >= _ENOUGH and len(found) < count:
                found.append((path, page))
    return found


def _other_page(chosen: Sequence[tuple[Path, PageText]]) -> PageText:
    return next(iter(read_pages(chosen[0][0], 1, 1)))


def _write_scan(target: Path, chosen: Sequence[tuple[Path, PageText]], dpi: int, spoil: Spoil) -> None:
    import pymupdf

    with pymupdf.open() as scan:
        for path, page in chosen:
            with pymupdf.open(path) as document:
                printed = document[page.number - 1].get_pixmap(
                    dpi=dpi, colorspace=pymupdf.csGRAY, alpha=False
                )
            pixels = np.frombuffer(printed.samples, np.uint8).reshape(printed.height, printed.width)
            spoilt = np.ascontiguousarray(spoil(pixels))
            picture = pymupdf.Pixmap(pymupdf.csGRAY, printed.width, printed.height, spoilt.tobytes(), False)
            sheet = scan.new_page(width=page.width, height=page.height)
            sheet.insert_image(sheet.rect, pixmap=picture)
        scan.save(target)


def _as_it_is(pixels: Pixels) -> Pixels:
    return pixels


def _skewed(pixels: Pixels) -> Pixels:
    import cv2

    high, wide = pixels.shape
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), _SKEW, 1.0)
    turned: Any = cv2.warpAffine(pixels, turn, (wide, high), borderValue=255)
    return np.asarray(turned, np.uint8)


def _noisy(pixels: Pixels) -> Pixels:
    noise = np.random.default_rng(_SEED).normal(0, _NOISE, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8)
