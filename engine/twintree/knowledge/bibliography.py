"""A paper's reference lists as parsed entries; what cannot be parsed is kept whole."""

from __future__ import annotations

from collections.abc import Sequence

from twintree.base.pages import PageText
from twintree.base.records import Record, SectionTree, Span
from twintree.knowledge.reflists import find_lists
from twintree.knowledge.refparser import Fields, parse_reference
from twintree.knowledge.rows import rows_of, spans_of


class BibliographyEntry(Record, frozen=True, kw_only=True):
    """An entry as printed and as parsed.

    ``part`` counts the lists of a paper from 0 (chapters may have their own), ``number`` is the printed
    number, or 0 where entries are not numbered.
    """

    raw: str
    fields: Fields
    label: str = ""
    number: int = 0
    part: int = 0
    spans: tuple[Span, ...] = ()


def read_bibliography(pages: Sequence[PageText], tree: SectionTree | None = None) -> list[BibliographyEntry]:
    """The entries of all reference lists of a paper, in order.

    Args:
        pages: all pages of the paper's file.
        tree: its section tree, if there is one; sections with the role ``references`` are looked at first.

    Returns:
        One entry for each printed reference; empty when the paper has none.
    """
    rows = rows_of(pages)
    return [
        BibliographyEntry(
            raw=text,
            fields=parse_reference(text),
            label=entry.label,
            number=entry.number,
            part=part,
            spans=spans_of(entry.rows),
        )
        for part, found in enumerate(find_lists(rows, tree))
        for entry in found.entries
        if (text := entry.text())
    ]
