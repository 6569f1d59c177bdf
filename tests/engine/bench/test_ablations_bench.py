"""Pages behind methods: which are taken, in which order, and how they are merged with those of passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twintree.base.ids import FileId, PaperId
from twintree.base.methods import Method, MethodEdge, MethodId, MethodMention
from twintree.base.records import Span
from twintree.bench.ablations import merged, method_pages
from twintree.retrieval.funnel import FoundMethod, FunnelResult, FunnelSettings
from twintree.trees.provenance import ProvenanceTree, build

#: method -> (page, role) of its mentions
MENTIONS: Mapping[str, Sequence[tuple[int, str]]] = {
    "leaf": [(4, "prior"), (4, "prior"), (7, "derived"), (9, "prior")],
    "parent": [(1, "prior")],
    "other": [(2, "prior")],
}


class Methods:
    """Three methods: two are found, the third is the first one's parent."""

    def find(self, text: str, settings: FunnelSettings) -> FunnelResult:
        return FunnelResult(
            methods=(
                FoundMethod(method=MethodId("leaf"), cosine=0.8),
                FoundMethod(method=MethodId("other"), cosine=0.5),
            )
        )

    def tree(self) -> ProvenanceTree:
        return build([MethodEdge(source=MethodId("parent"), target=MethodId("leaf"), rating=4)], {})

    def get(self, name: str) -> Method:
        mentions = tuple(
            MethodMention(
                paper=PaperId("P"),
                file=FileId("F"),
                page=page,
                spans=(),
                quote="",
                at=Span(page, 0, 1),
                role=role,
            )
            for page, role in MENTIONS[name]
        )
        return Method(id=MethodId(name), name=name, mentions=mentions)


def pages(**settings: object) -> list[int]:
    return [page for _, page in method_pages(Methods(), "?", FunnelSettings(**settings))]  # type: ignore[arg-type]


def test_a_method_brings_the_page_that_made_it_then_where_it_is_named_most_and_no_more():
    assert pages(backtracking="none") == [7, 4, 2]


def test_an_ancestor_stands_by_its_influence_times_its_descendants_cosine():
    assert pages() == [7, 4, 1, 2]  # 0.76 × 0.8 is above 0.5


def test_rankings_are_merged_by_rank():
    a, b, c = (FileId("F"), 1), (FileId("F"), 2), (FileId("F"), 3)

    assert merged([a, b], [b, c])[0] == b
    assert merged([a], []) == [a]
