"""The evidence hierarchy's values: regions of pages, the groups above them, and the paths between (StateRAG §3.2)."""

from __future__ import annotations

from typing import Literal

from twintree.base.ids import FileId, PaperId
from twintree.base.records import Record, Span

Kind = Literal["root", "topic", "relation", "evidence"]
#: Admissible transitions: what may stand below a node of each kind.
BELOW: dict[Kind, Kind] = {"root": "topic", "topic": "relation", "relation": "evidence"}
ROOT = "root"


class Region(Record, frozen=True, kw_only=True):
    """An Evidence node: consecutive sentences of one file; ``text`` is their words, white space folded."""

    id: str
    paper: PaperId
    file: FileId
    position: int
    spans: tuple[Span, ...]
    text: str
    tokens: int


class Abstraction(Record, frozen=True, kw_only=True):
    """A Relation or Topic node: what its members have in common, in the paper's own words or a model's."""

    id: str
    paper: PaperId
    kind: Kind
    position: int
    text: str
    members: tuple[str, ...]
    text_by: str = ""


class PaperHierarchy(Record, frozen=True, kw_only=True):
    """One paper's hierarchy, without the root, which stands over several papers.

    Attributes:
        paper: whose it is.
        model: id of the embedder that grouped it.
        version: of the rules that made it.
        stamp: hash of what it was made from; another one means that it must be made again.
        regions: Evidence nodes in document order.
        relations: groups of regions.
        topics: groups of relations.
    """

    paper: PaperId
    model: str
    version: str
    stamp: str
    regions: tuple[Region, ...] = ()
    relations: tuple[Abstraction, ...] = ()
    topics: tuple[Abstraction, ...] = ()
