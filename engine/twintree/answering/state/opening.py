"""Opens a retrieval region: its pages' paragraphs as evidence items, each inside the region and given once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from twintree.answering.state.likeness import Likeness
from twintree.answering.state.navigation import objective_of
from twintree.answering.state.roles import Asked
from twintree.base.hierarchy import Region
from twintree.base.ids import FileId
from twintree.base.pages import PageText
from twintree.base.records import Span
from twintree.base.state import EvidenceItem
from twintree.trees.hierarchy import EvidenceGraph, count_tokens

PageOf = Callable[[FileId, int], PageText]
#: Shorter paragraphs are headings, crumbs of figures.
_SHORTEST = 30


class RegionOpener:
    """Gives the Retriever what it may choose from: the nearest Evidence nodes of the region, in paragraphs."""

    def __init__(
        self,
        graph: EvidenceGraph,
        page_of: PageOf,
        likeness: Likeness,
        most: int,
        dropped: Iterable[str] = (),
    ) -> None:
        self._graph, self._page, self._likeness, self._most = graph, page_of, likeness, most
        self._dropped = set(dropped)

    def __call__(self, region: Sequence[str], asked: Asked) -> list[EvidenceItem]:
        """The items of the ``most`` nearest nodes of a region; what the person threw out is not among them."""
        near = self._likeness.of_regions(objective_of(asked), self._graph)
        chosen = sorted(sorted(region, key=lambda each: -near[each])[: self._most])
        return self.items([self._graph.regions[each] for each in chosen])

    def items(self, regions: Sequence[Region]) -> list[EvidenceItem]:
        """The paragraphs of some regions, overlaps once."""
        found: list[EvidenceItem] = []
        for file, page, start, end in _covered(regions):
            text = self._page(file, page).text
            for first, last in _paragraphs(text, start, end):
                words = " ".join(text[first:last].split())
                owner = _owner(regions, file, page, first)
                item = EvidenceItem(
                    id=f"{owner.paper}.p{page}.{first}",
                    region=owner.id,
                    paper=owner.paper,
                    file=file,
                    spans=(Span(page, first, last),),
                    text=words,
                    tokens=count_tokens(words),
                )
                if len(words) >= _SHORTEST and not {item.id, owner.id} & self._dropped:
                    found.append(item)
        return found


def _covered(regions: Sequence[Region]) -> list[tuple[FileId, int, int, int]]:
    """The pages' stretches that the regions cover, overlapping ones joined."""
    spans = sorted(
        (region.file, span.page, span.start, span.end) for region in regions for span in region.spans
    )
    joined: list[tuple[FileId, int, int, int]] = []
    for file, page, start, end in spans:
        if joined and joined[-1][:2] == (file, page) and start <= joined[-1][3]:
            joined[-1] = (file, page, joined[-1][2], max(end, joined[-1][3]))
        else:
            joined.append((file, page, start, end))
    return joined


def _paragraphs(text: str, start: int, end: int) -> list[tuple[int, int]]:
    found, at = [], start
    while at < end:
        stop = text.find("\n\n", at, end)
        stop = end if stop < 0 else stop
        if text[at:stop].strip():
            found.append((at, stop))
        at = stop + 2
    return found


def _owner(regions: Sequence[Region], file: FileId, page: int, at: int) -> Region:
    return next(
        region
        for region in regions
        for span in region.spans
        if region.file == file and span.page == page and span.start <= at < span.end
    )
