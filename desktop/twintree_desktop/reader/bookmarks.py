"""Where the person was in each paper, and which papers were open, kept between starts."""

from __future__ import annotations

from collections.abc import Iterable

from twintree.base.ids import PaperId
from twintree_desktop.settings import Settings

_PLACES, _OPEN = "reader/places", "reader/open"
_MOST_PLACES, _MOST_OPEN = 300, 12


class Bookmarks:
    """Pages by paper, the latest first."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pages: dict[str, int] = {}
        for entry in settings.words(_PLACES):
            paper, _, page = entry.partition(" ")
            if page.isdigit():
                self._pages[paper] = int(page)

    def page(self, paper: str) -> int:
        """The page where a paper was left; 1 for a new one."""
        return self._pages.get(paper, 1)

    def put(self, paper: str, page: int) -> None:
        """A page of a paper is being read."""
        self._pages.pop(paper, None)
        self._pages = dict([(paper, page), *self._pages.items()][:_MOST_PLACES])

    @property
    def open(self) -> list[PaperId]:
        """The papers that were open at the end, the one in front first."""
        return [PaperId(word) for word in self._settings.words(_OPEN)]

    def save(self, open_papers: Iterable[str]) -> None:
        """Remember for the next start."""
        self._settings.put(_OPEN, list(open_papers)[:_MOST_OPEN])
        self._settings.put(_PLACES, [f"{paper} {page}" for paper, page in self._pages.items()])
