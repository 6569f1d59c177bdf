"""Where pages lie, whatever their sizes, zoom, rotation and flow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF

from twintree_desktop.reader.layout import GAP, MARGIN, Flow, PageLayout, Sheet

SIZES = st.lists(st.builds(Sheet, st.floats(50, 2000), st.floats(50, 2000)), min_size=1, max_size=40)
ROTATIONS = st.sampled_from([0, 90, 180, 270])
ZOOMS = st.floats(0.1, 4)


@given(SIZES, ZOOMS, ROTATIONS)
def test_pages_follow_each_other_without_touching(sheets: list[Sheet], zoom: float, rotation: int) -> None:
    layout = PageLayout(sheets)
    layout.arrange(zoom=zoom, rotation=rotation)
    for number in range(1, len(sheets)):
        above, below = layout.rect(number), layout.rect(number + 1)
        assert below.top() == above.bottom() + GAP
    assert layout.height == layout.rect(len(sheets)).bottom() + MARGIN


@given(SIZES, ZOOMS, ROTATIONS, st.data())
def test_a_point_on_a_page_comes_back_from_the_view(
    sheets: list[Sheet], zoom: float, rotation: int, data: st.DataObject
) -> None:
    layout = PageLayout(sheets)
    layout.arrange(zoom=zoom, rotation=rotation)
    page = data.draw(st.integers(1, len(sheets)))
    sheet = sheets[page - 1]
    point = QPointF(
        data.draw(st.floats(0, 1)) * sheet.width,
        data.draw(st.floats(0, 1)) * sheet.height,
    )
    shown = layout.transform(page, 3000).map(point)
    assert layout.rect(page, 3000).adjusted(-1, -1, 1, 1).contains(shown)
    back = layout.to_page(page, shown, 3000)
    assert (back.x(), back.y()) == pytest.approx((point.x(), point.y()), abs=0.5)


@given(SIZES, ZOOMS, st.integers(0, 5000), st.integers(1, 2000))
def test_visible_pages_are_exactly_those_that_show(
    sheets: list[Sheet], zoom: float, top: int, height: int
) -> None:
    layout = PageLayout(sheets)
    layout.arrange(zoom=zoom)
    visible = layout.visible(top, top + height)
    for page in range(1, len(sheets) + 1):
        rect = layout.rect(page)
        if rect.bottom() >= top and rect.top() <= top + height:
            assert page in visible


def test_fitting_the_width_fills_it() -> None:
    layout = PageLayout([Sheet(600, 800), Sheet(300, 400)])
    layout.arrange(zoom=layout.fit_width(1000))
    assert layout.rect(1, 1000).width() == pytest.approx(1000 - 2 * MARGIN, abs=1)


def test_a_single_page_stands_alone() -> None:
    layout = PageLayout([Sheet(600, 800)] * 9)
    layout.current = 4
    layout.arrange(flow=Flow.SINGLE)
    assert list(layout.visible(0, 10_000)) == [4]
    assert layout.height == 800 + 2 * MARGIN


def test_turning_by_a_quarter_swaps_the_sides() -> None:
    layout = PageLayout([Sheet(600, 800)])
    layout.arrange(rotation=90)
    assert layout.size(1) == (800, 600)
    assert layout.transform(1).map(QPointF(0, 0)).x() == layout.rect(1).right()
