"""Page pictures: seen ones first, stale ones dropped, memory bounded, dark reading no inversion."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from twintree.base.errors import UnreadableFile
from twintree.base.ids import FileId
from twintree.sources.render import RenderedPage
from twintree_desktop.reader.cache import PageCache, PageKey
from twintree_desktop.reader.darkening import darken
from twintree_desktop.reader.demand import PageDemand
from twintree_desktop.reader.layout import PageLayout, Sheet
from twintree_desktop.reader.marks import under
from twintree_desktop.reader.renderer import PageRenderer, Request
from twintree_desktop.tokens import DARK, channels, contrast

FILE = FileId("Fbook")


def key(page: int, dark: bool = False) -> PageKey:
    return PageKey(FILE, page, dark)


def picture(size: int = 10) -> QImage:
    return QImage(size, size, QImage.Format.Format_RGB32)


class SlowLibrary:
    """Draws white pages, one at a time, when the test lets it."""

    def __init__(self) -> None:
        self.pages = self
        self.drawn: list[tuple[int, float]] = []
        self.gate = threading.Semaphore(0)
        self.begun = threading.Event()

    def render(
        self, file: str, page: int, scale: float, *, images: bool = True, cancel: object = None
    ) -> RenderedPage:
        self.begun.set()
        self.gate.acquire()
        self.drawn.append((page, scale))
        if page == 13:
            raise UnreadableFile("Page 13 is torn.", "Get another copy.", code="crashed")
        return RenderedPage(4, 2, 12, b"\xff" * 24)


@pytest.fixture
def slow(qtbot: QtBot) -> Iterator[SimpleNamespace]:
    library = SlowLibrary()
    renderer = PageRenderer(library)  # type: ignore[arg-type]
    yield SimpleNamespace(library=library, renderer=renderer)
    for _ in range(100):
        library.gate.release()
    renderer.close()
    renderer.close()


def test_requests_that_nobody_wants_any_more_are_never_drawn(slow: SimpleNamespace, qtbot: QtBot) -> None:
    owner = QObject()
    slow.renderer.want(owner, [Request(key(page), 1.0) for page in range(1, 50)])
    assert slow.library.begun.wait(5)
    slow.renderer.want(owner, [Request(key(90), 1.0)])
    for _ in range(5):
        slow.library.gate.release()
    qtbot.waitUntil(lambda: slow.renderer.cache.exact(key(90), 1.0) is not None)
    assert [page for page, _ in slow.library.drawn] == [1, 90]


def test_visible_pages_come_before_those_drawn_ahead(slow: SimpleNamespace, qtbot: QtBot) -> None:
    first, second = QObject(), QObject()
    slow.renderer.want(first, [Request(key(1), 1.0), Request(key(2), 1.0, urgent=False)])
    assert slow.library.begun.wait(5)
    slow.renderer.want(second, [Request(key(7), 1.0)])
    for _ in range(3):
        slow.library.gate.release()
    qtbot.waitUntil(lambda: slow.renderer.cache.exact(key(2), 1.0) is not None)
    assert [page for page, _ in slow.library.drawn] == [1, 7, 2]


def test_a_page_that_cannot_be_drawn_says_why_and_is_not_tried_for_ever(
    slow: SimpleNamespace, qtbot: QtBot
) -> None:
    """PAINS 2: one bad page does not take the paper away."""
    owner = QObject()
    slow.renderer.want(owner, [Request(key(13), 1.0), Request(key(14), 1.0)])
    for _ in range(4):
        slow.library.gate.release()
    qtbot.waitUntil(lambda: slow.renderer.cache.exact(key(14), 1.0) is not None)
    assert slow.renderer.problem(key(13)).message == "Page 13 is torn."
    slow.renderer.want(owner, [Request(key(13), 1.0)])
    slow.renderer.want(owner, [Request(key(15), 1.0)])
    qtbot.waitUntil(lambda: slow.renderer.cache.exact(key(15), 1.0) is not None)
    assert [page for page, _ in slow.library.drawn] == [13, 14, 15]


@given(st.lists(st.tuples(st.integers(1, 30), st.integers(1, 40)), max_size=60))
def test_memory_stays_within_its_bound(puts: list[tuple[int, int]]) -> None:
    """PAINS 22."""
    cache = PageCache(bound=20_000)
    for page, size in puts:
        cache.put(key(page), float(size), picture(size))
        assert cache.bytes <= 20_000
        assert cache.exact(key(page), float(size)) is not None
    assert cache.bytes == sum(image.sizeInBytes() for image in cache._images.values())


def test_a_stand_in_is_there_at_any_zoom_once_a_page_was_drawn() -> None:
    cache = PageCache()
    small, large = picture(5), picture(50)
    cache.put(key(1), 0.35, small)
    assert cache.nearest(key(1), 4.0).size() == small.size()
    cache.put(key(1), 2.0, large)
    assert cache.nearest(key(1), 1.5).size() == large.size()
    assert cache.nearest(key(2), 1.0) is None


def test_huge_pictures_are_not_drawn_ahead_of_what_is_read() -> None:
    layout = PageLayout([Sheet(595, 842)] * 9)
    demand = PageDemand(FILE, layout, PageCache(), lambda: 2.0, dark=False)
    layout.arrange(zoom=1.5)
    assert {each.key.page for each in demand.requests(range(5, 6)) if each.scale > 1} == {3, 4, 5, 6, 7}
    layout.arrange(zoom=4)
    assert {each.key.page for each in demand.requests(range(5, 6)) if each.scale > 1} == {5}


def rgb(value: int) -> tuple[int, int, int]:
    return value >> 16 & 255, value >> 8 & 255, value & 255


def darkened(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    pixels = np.array([[colour]], dtype=np.uint8)
    return rgb(int(darken(pixels, DARK.surface, DARK.text)[0, 0]))


def test_paper_becomes_the_surface_and_ink_the_text() -> None:
    assert darkened((255, 255, 255)) == channels(DARK.surface)
    assert darkened((0, 0, 0)) == channels(DARK.text)


@pytest.mark.parametrize(
    ("name", "colour", "strongest"),
    [("red", (200, 20, 20), 0), ("green", (20, 140, 40), 1), ("blue", (20, 20, 200), 2)],
)
def test_hues_of_figures_stay(name: str, colour: tuple[int, int, int], strongest: int) -> None:
    after = darkened(colour)
    assert max(range(3), key=lambda channel: after[channel]) == strongest


@pytest.mark.parametrize("colour", [(0, 0, 238), (180, 0, 0), (0, 100, 0), (90, 0, 120)])
def test_coloured_words_stay_legible(colour: tuple[int, int, int]) -> None:
    after = "#{:02X}{:02X}{:02X}".format(*darkened(colour))
    assert contrast(after, DARK.surface) >= 4.5


def test_images_stay_as_they_are_but_a_scan_is_paper() -> None:
    pixels = np.full((100, 100, 3), 255, dtype=np.uint8)
    photo = darken(pixels, DARK.surface, DARK.text, [(10, 10, 40, 40)])
    assert rgb(int(photo[20, 20])) == (255, 255, 255)
    assert rgb(int(photo[60, 60])) == channels(DARK.surface)
    scan = darken(pixels, DARK.surface, DARK.text, [(0, 0, 100, 100)])
    assert rgb(int(scan[20, 20])) == channels(DARK.surface)


def test_the_quote_stays_amber_under_dark_ink_on_a_dark_page(qapp: object) -> None:
    page = QImage(2, 1, QImage.Format.Format_RGB32)
    page.setPixelColor(0, 0, QColor(DARK.surface))
    page.setPixelColor(1, 0, QColor(DARK.text))
    lit = under(page, QColor(DARK.quote))
    ground, ink = lit.pixelColor(0, 0), lit.pixelColor(1, 0)
    assert ground.name().upper() == DARK.quote.upper()
    assert contrast(ink.name(), ground.name()) >= 7
