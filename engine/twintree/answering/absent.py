"""What is said of a figure, table, section or page that a question names and the paper has not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twintree.answering.places import named_float, named_pages, named_sections
from twintree.base.anchors import Anchor
from twintree.base.labels import short_label
from twintree.base.records import PaperRow, SectionTree

_PLAIN = re.compile(r"\d+")


def on_absent(question: str, row: PaperRow, tree: SectionTree, anchors: Sequence[Anchor], pages: int) -> str:
    """That a paper has no such place, and what it has of that kind; "" where the question names none.

    Args:
        question: the person's words.
        row: the paper.
        tree: its sections.
        anchors: its figures, tables and equations.
        pages: of its main file.
    """
    label = short_label(row)
    if found := named_float(question):
        name, kind = found
        numbers = [each.number for each in anchors if each.kind == kind and each.number]
        has = f"its {kind}s are {_span(numbers)}" if len(numbers) > 1 else f"it has {_one(kind, numbers)}"
        return f"{label} has no {_called(name)} that was found; {has}."
    if name := named_sections(question):
        tops = [node.number.rstrip(".") for node in tree.nodes if _PLAIN.fullmatch(node.number.rstrip("."))]
        has = (
            f"; its sections are numbered {_span(tops)}"
            if len(tops) > 1
            else "; its sections have no numbers"
        )
        return f"{label} has no {_called(name)}{has if tree.nodes else ''}."
    if name := named_pages(question):
        return f"{label} has no {_called(name)}: it has {pages} pages."
    return ""


def _called(name: str) -> str:
    return " ".join(name.split())


def _one(kind: str, numbers: Sequence[str]) -> str:
    return f"one {kind}, number {numbers[0]}" if numbers else f"no {kind} with a number"


def _span(numbers: Sequence[str]) -> str:
    """*1 to 4* of numbers without a gap; else all of them, in order."""
    plain = sorted({int(each) for each in numbers if _PLAIN.fullmatch(each)})
    whole = len(plain) == len(set(numbers)) and len(plain) > 1 and plain[-1] - plain[0] == len(plain) - 1
    return f"{plain[0]} to {plain[-1]}" if whole else ", ".join(dict.fromkeys(numbers))
