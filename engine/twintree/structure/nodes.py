"""The flat list behind a tree: headings with their places and, once given, their ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from twintree.base.ids import PaperId, SectionId, section_id
from twintree.base.records import SectionTree
from twintree.base.text import folded
from twintree.structure.numbering import without_number

_ALIKE = 85.0
_NONE = SectionId("")


@dataclass(slots=True)
class Node:
    """A heading on its way into the tree; ``start`` is page and offset."""

    title: str
    start: tuple[int, int]
    level: int
    source: str
    number: str = ""
    verified: bool = True
    id: SectionId = _NONE
    role: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """How an extraction called a section, and where it began; offset -1 when only the page is known."""

    id: SectionId
    title: str
    start: tuple[int, int]


def number_of(section: SectionId) -> int:
    """The number in a section's id; 0 when it has none."""
    match = re.search(r"\.s(\d+)$", section)
    return int(match.group(1)) if match else 0


def give_ids(
    nodes: Sequence[Node],
    paper: PaperId,
    next_number: int,
    previous: SectionTree | None = None,
    aliases: Iterable[Known] = (),
) -> int:
    """Give every node an id: an old section's where title and page agree, else the next number.

    Args:
        nodes: in document order.
        paper: whose sections they are.
        next_number: the first number that was never used.
        previous: the tree before this extraction.
        aliases: sections as an extraction called them before the person changed them.

    Returns:
        The first number that is still unused.
    """
    old = list(aliases)
    renamed = {each.id for each in old}
    if previous is not None:
        old += [Known(node.id, node.title, node.start) for node in previous.nodes if node.id not in renamed]
        next_number = max([next_number, *(number_of(node.id) + 1 for node in previous.nodes)])
    next_number = max([next_number, *(number_of(each.id) + 1 for each in old)])
    _carry_over(nodes, old)
    for node in nodes:
        if not node.id:
            node.id = section_id(paper, next_number)
            next_number += 1
    return next_number


def _carry_over(nodes: Sequence[Node], old: list[Known]) -> None:
    free = dict(enumerate(old))
    for fits in _RULES:
        for node in nodes:
            match = None if node.id else next((i for i, each in free.items() if fits(node, each)), None)
            if match is not None:
                node.id = free.pop(match).id


def _same_words(node: Node, old: Known, reach: int) -> bool:
    return abs(old.start[0] - node.start[0]) <= reach and _key(old.title) == _key(node.title)


def _like_words(node: Node, old: Known) -> bool:
    near = abs(old.start[0] - node.start[0]) <= 1
    return near and fuzz.ratio(_key(old.title), _key(node.title)) >= _ALIKE


#: The same words on the same page, then on the next, then anywhere; then the same place, then like words.
_RULES: tuple[Callable[[Node, Known], bool], ...] = (
    lambda node, old: old.start == node.start and _same_words(node, old, 0),
    lambda node, old: _same_words(node, old, 0),
    lambda node, old: _same_words(node, old, 1),
    lambda node, old: _same_words(node, old, 10**6),
    lambda node, old: old.start == node.start,
    _like_words,
)


@lru_cache(maxsize=4096)
def _key(title: str) -> str:
    return folded(without_number(title))
