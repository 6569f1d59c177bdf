"""The text and line boxes of an open file's pages, read in the background, the latest ones kept.

Signals:
    PageTexts.arrived(int): that page is at hand now
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal

from twintree.base.errors import TwintreeError
from twintree.base.ids import FileId
from twintree.base.pages import PageText
from twintree_desktop.session import Session

_KEPT = 32


class PageTexts(QObject):
    """Pages by number; what is asked for arrives later."""

    arrived = Signal(int)

    def __init__(self, session: Session, file: FileId, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.file = file
        self._pages: OrderedDict[int, PageText] = OrderedDict()
        self._asked: set[int] = set()

    def known(self, number: int) -> PageText | None:
        """A page if it is at hand."""
        return self._pages.get(number)

    def want(self, numbers: Iterable[int]) -> None:
        """Have these pages at hand soon."""
        for number in numbers:
            if number not in self._pages and number not in self._asked:
                self._asked.add(number)
                self.together([number], lambda _: None)

    def together(self, numbers: Iterable[int], then: Callable[[list[PageText]], None]) -> None:
        """Call ``then`` with these pages once they are read; pages without text are left out."""
        wanted = list(numbers)
        have = [self._pages[number] for number in wanted if number in self._pages]
        if len(have) == len(wanted):
            then(have)
            return

        def arrived(pages: list[PageText]) -> None:
            self._keep(pages)
            self._asked.difference_update(wanted)
            then(pages)

        def failed(_: TwintreeError) -> None:
            # A page that is not read yet has no text to select; it is asked for again when it shows again.
            self._asked.difference_update(wanted)
            then([])

        file = self.file
        self._session.read(
            lambda library: [library.papers.page(file, number) for number in wanted],
            then=arrived,
            failed=failed,
            owner=self,
        )

    def _keep(self, pages: Iterable[PageText]) -> None:
        for page in pages:
            self._pages[page.number] = page
            self._pages.move_to_end(page.number)
        while len(self._pages) > _KEPT:
            self._pages.popitem(last=False)
        for page in pages:
            self.arrived.emit(page.number)
