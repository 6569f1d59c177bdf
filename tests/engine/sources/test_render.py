"""The render process: pixels for pages, errors for pages that cannot be drawn, restarts after crashes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pymupdf
import pytest

from twintree.base.errors import Cancelled, InternalError, NotFound, UnreadableFile
from twintree.base.progress import CancelToken
from twintree.sources.render import RenderHost

MakePdf = Callable[..., Path]


@pytest.fixture(scope="module")
def host() -> Iterator[RenderHost]:
    with RenderHost() as made:
        yield made


def test_a_page_comes_as_rgb_rows_at_the_scale_asked_for(host: RenderHost, make_pdf: MakePdf) -> None:
    page = host.render(make_pdf("a.pdf", [[(72, 100, "Words")]]), 1, 2.0)
    assert (page.width, page.height) == (1190, 1684)
    assert len(page.data) == page.stride * page.height
    assert set(page.data[:3]) == {255}
    assert min(page.data) < 80


def test_a_clip_and_a_rotation_change_the_shape(host: RenderHost, make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    clipped = host.render(path, 1, 1.0, (50, 50, 250, 150))
    assert (clipped.width, clipped.height) == (200, 100)
    turned = host.render(path, 1, 1.0, (50, 50, 250, 150), 90)
    assert (turned.width, turned.height) == (100, 200)


def test_pictures_are_named_for_dark_reading(host: RenderHost, tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 10, 10), False)
    picture.clear_with(90)
    page.insert_image(pymupdf.Rect(100, 100, 200, 200), pixmap=picture)
    path = tmp_path / "a.pdf"
    document.save(path)
    (box,) = host.render(path, 1, 2.0).images
    assert all(abs(a - b) <= 2 for a, b in zip(box, (200, 200, 400, 400), strict=True))


def test_a_page_that_is_not_there_is_named(host: RenderHost, make_pdf: MakePdf) -> None:
    with pytest.raises(NotFound, match="page 7"):
        host.render(make_pdf("a.pdf", [[(72, 100, "Words")]]), 7)


def test_broken_files_and_absurd_sizes_are_refused_and_the_next_page_is_drawn(
    host: RenderHost, make_pdf: MakePdf, tmp_path: Path
) -> None:
    (tmp_path / "b.pdf").write_bytes(b"no pdf at all")
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    with pytest.raises(UnreadableFile):
        host.render(tmp_path / "b.pdf", 1)
    with pytest.raises(UnreadableFile, match="too large"):
        host.render(path, 1, 500.0)
    assert host.render(path, 1).width == 595


def test_a_killed_process_is_started_again(make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    with RenderHost() as host:
        host.render(path, 1)
        assert host._child is not None
        host._child[0].kill()
        assert host.render(path, 1).width == 595


def test_a_changed_file_is_drawn_anew(host: RenderHost, make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    host.render(path, 1)
    make_pdf("a.pdf", [[(72, 100, "Words")], [(72, 100, "More")]])
    assert host.render(path, 2).width == 595


def test_dropped_orders_are_not_drawn(host: RenderHost, make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        host.render(path, 1, cancel=cancel)


def test_many_threads_may_ask_at_once(host: RenderHost, make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, f"Page {n}")] for n in range(6)])
    widths: list[int] = []
    threads = [
        threading.Thread(target=lambda n=n: widths.append(host.render(path, n, 0.2 * n).width))
        for n in range(1, 7)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(widths) == [round(595 * 0.2 * n) for n in range(1, 7)]


def test_nothing_is_drawn_after_closing(make_pdf: MakePdf) -> None:
    host = RenderHost()
    host.close()
    host.close()
    with pytest.raises(InternalError):
        host.render(make_pdf("a.pdf", [[(72, 100, "Words")]]), 1)


def test_links_say_where_they_lie_and_lead(host: RenderHost, make_pdf: MakePdf, tmp_path: Path) -> None:
    with pymupdf.open(make_pdf("a.pdf", [[(72, 100, "See page two")], [(72, 300, "Here")]])) as document:
        page, box = document[0], pymupdf.Rect(72, 90, 150, 104)
        page.insert_link({"kind": pymupdf.LINK_GOTO, "page": 1, "to": pymupdf.Point(72, 290), "from": box})
        page.insert_link({"kind": pymupdf.LINK_URI, "uri": "https://example.org/", "from": box})
        path = tmp_path / "linked.pdf"
        document.save(path)
    inner, outer = sorted(host.links(path, 1), key=lambda link: link.uri)
    assert (inner.page, inner.uri, round(inner.down or 0)) == (2, "", 290)
    assert (outer.page, outer.uri) == (0, "https://example.org/")
    assert abs(inner.rect.x0 - 72) < 1
    assert abs(inner.rect.y1 - 104) < 1
    assert host.links(path, 2) == ()


def test_a_picture_list_that_nobody_asked_for_is_not_made(host: RenderHost, tmp_path: Path) -> None:
    document = pymupdf.open()
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 10, 10), False)
    document.new_page().insert_image(pymupdf.Rect(100, 100, 200, 200), pixmap=picture)
    document.save(tmp_path / "a.pdf")
    assert host.render(tmp_path / "a.pdf", 1, images=False).images == ()
