"""The flat list behind a tree: headings with their places and, once given, their ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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


@dataclass(slots=True)
class _Old:
    id: SectionId
    title: str
    page: int


def number_of(section: SectionId) -> int:
    """The number in a section's id; 0 when it has none."""
    match = re.search(r"\.s(\d+)$", section)
    return int(match.group(1)) if match else 0


def give_ids(
    nodes: Sequence[Node],
    paper: PaperId,
    next_number: int,
    previous: SectionTree | None = None,
    aliases: Iterable[tuple[SectionId, str, int]] = (),
) -> int:
    """Give every node an id: an old section's where title and page agree, else the next number.

    Args:
        nodes: in document order.
        paper: whose sections they are.
        next_number: the first number that was never used.
        previous: the tree before this extraction.
        aliases: (id, title, page) of sections as an extraction called them before the person changed them.

    Returns:
        The first number that is still unused.
    """
    named = list(aliases)
    renamed = {each[0] for each in named}
    old = [_Old(*each) for each in named]
    if previous is not None:
        old += [
            _Old(node.id, node.title, node.start_page) for node in previous.nodes if node.id not in renamed
        ]
        next_number = max([next_number, *(number_of(node.id) + 1 for node in previous.nodes)])
    next_number = max([next_number, *(number_of(each.id) + 1 for each in old)])
    _carry_over(nodes, old)
    for node in nodes:
        if not node.id:
            node.id = section_id(paper, next_number)
            next_number += 1
    return next_number


def _carry_over(nodes: Sequence[Node], old: list[_Old]) -> None:
    free = dict(enumerate(old))
    keys = {i: _key(each.title) for i, each in free.items()}
    # Same words on the same page first, then on the next, then anywhere, then like words nearby.
    for reach, alike in ((0, False), (1, False), (10**6, False), (1, True)):
        for node in nodes:
            if node.id:
                continue
            wanted = _key(node.title)
            match = next(
                (
                    i
                    for i, each in free.items()
                    if abs(each.page - node.start[0]) <= reach
                    and (keys[i] == wanted or (alike and fuzz.ratio(keys[i], wanted) >= _ALIKE))
                ),
                None,
            )
            if match is not None:
                node.id = free.pop(match).id


def _key(title: str) -> str:
    return folded(without_number(title))
