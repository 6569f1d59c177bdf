"""Finding words in an open paper: page by page in the background, from the page being read onwards.

Signals:
    Finder.changed(): there are more matches, or the search ended
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from twintree.base.ids import FileId
from twintree.base.pages import PageText, rects_of
from twintree.base.records import Rect
from twintree.base.text import fold, folded
from twintree_desktop.session import Session

if TYPE_CHECKING:
    from twintree.library import Library

#: Pages looked through in one go.
_BATCH = 40
#: More matches than this are of no use to anybody.
MOST = 2000


@dataclass(frozen=True, order=True)
class Match:
    """Found words: a page, their characters on it, and their boxes."""

    page: int
    start: int
    end: int
    rects: tuple[Rect, ...] = ()


def matches_in(page: PageText, words: str) -> list[Match]:
    """Every place where the words stand on a page, whatever their case, dashes and line ends."""
    wanted = folded(words)
    if not wanted:
        return []
    text, origin = fold(page.text)
    found, at = [], text.find(wanted)
    while at >= 0:
        start, end = origin[at], origin[at + len(wanted) - 1] + 1
        found.append(Match(page.number, start, end, tuple(rects_of(page.lines, start, end))))
        at = text.find(wanted, at + len(wanted))
    return found


def _find_in_pages(library: Library, file: FileId, words: str, first: int, last: int) -> list[Match]:
    pages: Iterable[PageText] = library.papers.pages(file, first, last)
    return [match for page in pages for match in matches_in(page, words)]


class Finder(QObject):
    """One search at a time in one file; a new one replaces it."""

    changed = Signal()

    def __init__(self, session: Session, file: FileId, pages: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._file, self._pages = session, file, pages
        self.words = ""
        self.matches: list[Match] = []
        self.current: Match | None = None
        self.searching = False
        self._run = 0
        self._from = 1

    def find(self, words: str, page: int) -> None:
        """Look for words, beginning at a page and going round; quotation marks around them are ignored."""
        self.words = words.strip().strip('"“”')
        self._run += 1
        self.matches, self.current, self._from = [], None, page
        batches = _batches(page, self._pages) if self.words else []
        self.searching = bool(batches)
        self.changed.emit()
        self._next(batches, self._run)

    def _next(self, batches: list[tuple[int, int]], run: int) -> None:
        if not batches:
            return
        (first, last), rest = batches[0], batches[1:]

        def arrived(found: list[Match]) -> None:
            if run != self._run:
                return
            self.matches = sorted([*self.matches, *found])[:MOST]
            self.searching = bool(rest) and len(self.matches) < MOST
            if self.current is None and self.matches:
                onwards = (match for match in self.matches if match.page >= self._from)
                self.current = next(onwards, self.matches[0] if not rest else None)
            self.changed.emit()
            if self.searching:
                self._next(rest, run)

        file, words = self._file, self.words
        self._session.read(
            lambda library: _find_in_pages(library, file, words, first, last), then=arrived, owner=self
        )

    def step(self, by: int) -> Match | None:
        """The next match, or the one before; goes round."""
        if not self.matches:
            return None
        index = self.matches.index(self.current) if self.current in self.matches else -1 if by > 0 else 0
        self.current = self.matches[(index + by) % len(self.matches)]
        return self.current

    @property
    def position(self) -> int:
        """Which match is the current one, from 1; 0 for none."""
        return self.matches.index(self.current) + 1 if self.current in self.matches else 0


def _batches(page: int, pages: int) -> list[tuple[int, int]]:
    """Page ranges from ``page`` to the end, then from the beginning."""
    ahead = [(n, min(n + _BATCH - 1, pages)) for n in range(page, pages + 1, _BATCH)]
    behind = [(n, min(n + _BATCH - 1, page - 1)) for n in range(1, page, _BATCH)]
    return ahead + behind
