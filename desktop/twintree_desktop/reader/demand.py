"""Which pictures a view wants, and in which order: what shows, then what will, none larger than needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from twintree.base.ids import FileId
from twintree_desktop.reader.cache import PageCache, PageKey
from twintree_desktop.reader.layout import PageLayout
from twintree_desktop.reader.renderer import Request

#: Pixels a point of the small picture that stands in until the sharp one is there.
PREVIEW = 0.35
#: The most device pixels of one page picture; beyond, it is scaled up.
_MOST_PIXELS = 16_000_000
#: Pages that are drawn ahead, sharp and small.
_AHEAD_SHARP, _AHEAD_SMALL = 2, 12
#: A picture larger than this share of the cache is not drawn ahead: it would push out what is being read.
_SHARE = 0.1


class PageDemand:
    """The pictures of one file's pages, for one view."""

    def __init__(
        self, file: FileId, layout: PageLayout, cache: PageCache, ratio: Callable[[], float], *, dark: bool
    ) -> None:
        self.dark = dark
        self._file, self._layout, self._cache, self._ratio = file, layout, cache, ratio

    def key(self, page: int) -> PageKey:
        """The picture of a page, as it is read now."""
        return PageKey(self._file, page, self.dark)

    def scale(self, page: int) -> float:
        """Device pixels a point at which a page's picture is wanted."""
        sheet = self._layout.sheets[page - 1]
        wanted = self._layout.zoom * self._ratio()
        most = (_MOST_PIXELS / max(1.0, sheet.width * sheet.height)) ** 0.5
        return float(round(min(wanted, most), 4))

    def requests(self, seen: range) -> Iterator[Request]:
        """What to draw while these pages show, best first."""
        for page in seen:
            if self._lacks(page):
                yield Request(self.key(page), PREVIEW)
        for page in seen:
            yield Request(self.key(page), self.scale(page))
        for page in self._around(seen, _AHEAD_SHARP):
            if self._bytes(page) <= self._cache.bound * _SHARE:
                yield Request(self.key(page), self.scale(page), urgent=False)
        for page in self._around(seen, _AHEAD_SMALL):
            if self._lacks(page):
                yield Request(self.key(page), PREVIEW, urgent=False)

    def _bytes(self, page: int) -> float:
        sheet = self._layout.sheets[page - 1]
        return 4 * sheet.width * sheet.height * self.scale(page) ** 2

    def _lacks(self, page: int) -> bool:
        return self._cache.nearest(self.key(page), PREVIEW) is None

    def _around(self, seen: range, reach: int) -> Iterator[int]:
        for step in range(1, reach + 1):
            for page in (seen.stop - 1 + step, seen.start - step):
                if 1 <= page <= len(self._layout.sheets):
                    yield page
