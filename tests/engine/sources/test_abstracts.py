"""Abstracts that no heading names, and those that a page's end interrupts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from twintree.sources.frontmatter import find_abstract
from twintree.sources.parser import read_pages

MakePdf = Callable[..., Path]

ABSTRACT = [
    "Forests remember what was done to them for longer than people do, and so do the trees",
    "that grow in the gaps which were left. We followed forty plots over nine years and kept",
    "a record of every change that two observers could agree on. Plots that had been cleared",
    "at once recovered more slowly than those that had been thinned by hand, and the order in",
    "which the species came back was the same in all of them. This suggests that what matters",
    "is not how much is taken away but how it is done, and that a plan which spreads the work",
    "over several years costs no more in the end. We give the rule that foresters may follow.",
]
BODY = [
    "Running text fills the page below so that its size is that of most characters on it, line by line."
] * 20


def rows(lines: list[str], top: float, *style: object) -> list[tuple]:
    return [(72, top + 13 * at, line, *style) for at, line in enumerate(lines)]


def test_a_paragraph_before_the_introduction_is_the_abstract(make_pdf: MakePdf) -> None:
    items = [(72, 80, "How Forests Remember", 17, "tibo"), (72, 110, "Jane A. Doe and Zoe Nowak", 11)]
    items += [*rows(ABSTRACT, 150), (72, 280, "1. Introduction", 12, "tibo"), *rows(BODY, 300)]
    found = find_abstract(list(read_pages(make_pdf("a.pdf", [items]))))
    assert found is not None
    assert found[0] == " ".join(ABSTRACT)
    assert found[1] < 0.85


def test_the_first_paragraph_of_an_introduction_is_no_abstract(make_pdf: MakePdf) -> None:
    items = [(72, 80, "How Forests Remember", 17, "tibo"), (72, 130, "1. Introduction", 12, "tibo")]
    items += [*rows(ABSTRACT, 150), (72, 280, "2. Methods", 12, "tibo"), *rows(BODY, 300)]
    assert find_abstract(list(read_pages(make_pdf("b.pdf", [items])))) is None


def test_an_abstract_goes_on_overleaf_to_its_last_sentence(make_pdf: MakePdf) -> None:
    first = [
        (72, 80, "How Forests Remember", 17, "tibo"),
        (72, 700, "Abstract", 11, "tibo"),
        *rows(ABSTRACT[:5], 720),
    ]
    second = [*rows(ABSTRACT[5:], 80), (72, 130, "1. Introduction", 12, "tibo"), *rows(BODY, 150)]
    found = find_abstract(list(read_pages(make_pdf("c.pdf", [first, second]))))
    assert found is not None
    assert found[0] == " ".join(ABSTRACT)
