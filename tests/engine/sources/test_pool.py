"""The parser pool: files in, pages out; what is broken costs itself only."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pymupdf
import pytest

from twintree.base import process
from twintree.base.errors import Cancelled, InternalError, UnreadableFile
from twintree.base.inlinks import InnerLink
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.sources.pool import ParserPool

MakePdf = Callable[..., Path]


def _pages(pool: ParserPool, path: Path, **more: object) -> list[PageText]:
    pages: list[PageText] = []
    pool.parse(path, on_pages=pages.extend, **more)  # type: ignore[arg-type]
    return pages


def test_pages_come_in_order_with_their_text(pool: ParserPool, make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, f"This is page {n} of the file.")] for n in range(1, 41)])
    pages = _pages(pool, path)
    assert [page.number for page in pages] == list(range(1, 41))
    assert "This is page 17 of the file." in pages[16].text


def test_the_head_is_known_before_the_pages(pool: ParserPool, make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, "One")], [(72, 100, "Two")]])
    seen: list[str] = []
    head = pool.parse(path, on_head=lambda h: seen.append("head"), on_pages=lambda p: seen.append("pages"))
    assert head.pages == 2
    assert head.format == "pdf"
    assert seen[0] == "head"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"\0" * 2000, "empty"),
        (b"<!DOCTYPE html><html><body>Please log in</body></html>", "not_a_pdf"),
        (b"plain words, nothing else", "not_a_pdf"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 20, "truncated"),
    ],
)
def test_what_is_no_pdf_is_refused_with_its_name_and_a_code(
    pool: ParserPool, tmp_path: Path, content: bytes, code: str
) -> None:
    path = tmp_path / "Ärger.pdf"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile) as caught:
        _pages(pool, path)
    assert caught.value.code == code
    assert "Ärger.pdf" in caught.value.message


def test_a_missing_file_has_vanished(pool: ParserPool, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile) as caught:
        _pages(pool, tmp_path / "gone.pdf")
    assert caught.value.code == "vanished"


def test_a_truncated_file_is_refused_or_gives_what_is_left(pool: ParserPool, make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    path.write_bytes(path.read_bytes()[:120])
    with pytest.raises(UnreadableFile) as caught:
        _pages(pool, path)
    assert caught.value.code == "truncated"


def test_an_encrypted_file_asks_and_says_so_when_the_password_is_wrong(
    pool: ParserPool, make_pdf: MakePdf
) -> None:
    path = make_pdf(
        "secret.pdf",
        [[(72, 100, "Inside")]],
        encryption=pymupdf.PDF_ENCRYPT_AES_256,
        user_pw="schön",
        owner_pw="owner",
    )
    with pytest.raises(UnreadableFile) as caught:
        _pages(pool, path)
    assert caught.value.code == "encrypted"
    with pytest.raises(UnreadableFile) as caught:
        _pages(pool, path, password="wrong")
    assert caught.value.code == "wrong_password"
    assert _pages(pool, path, password="schön")[0].text == "Inside"


def test_a_crash_costs_one_file_and_the_next_one_is_read(make_pdf: MakePdf, monkeypatch) -> None:
    """PAINS 1, 4."""
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    with ParserPool(1) as pool:
        _pages(pool, path)
        victim = pool._idle[0]

        def killing(head: object) -> None:
            victim.process.kill()
            victim.process.join()

        with pytest.raises(UnreadableFile) as caught:
            pool.parse(_long(path), on_head=killing, on_pages=lambda pages: None)
        assert caught.value.code == "crashed"
        assert _pages(pool, path)[0].text == "Words"


def _long(path: Path, pages: int = 300) -> Path:
    document = pymupdf.open()
    text = "\n".join(f"Line {row} says something that is long enough." for row in range(48))
    for _ in range(pages):
        document.new_page().insert_text((72, 72), text)
    out = path.with_name("long.pdf")
    document.save(out)
    document.close()
    return out


def test_cancelling_stops_a_long_file_and_the_worker_is_free_again(make_pdf: MakePdf) -> None:
    """PAINS 7."""
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    long = _long(path)
    cancel = CancelToken()
    seen: list[PageText] = []

    def on_pages(pages) -> None:
        seen.extend(pages)
        cancel.cancel()

    with ParserPool(1) as pool:
        with pytest.raises(Cancelled):
            pool.parse(long, on_pages=on_pages, cancel=cancel)
        assert 0 < len(seen) < 300
        assert _pages(pool, path)[0].text == "Words"


def test_a_file_that_hangs_is_given_up_with_the_page(make_pdf: MakePdf) -> None:
    """PAINS 5: a hanging page is told from outside, and its process is ended."""
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    with ParserPool(1, seconds=2.0) as pool:
        _pages(pool, path)
        child = pool._idle[0]

        def freeze(head: object) -> None:
            psutil.Process(child.process.pid).suspend()

        with pytest.raises(UnreadableFile) as caught:
            pool.parse(_long(path), on_head=freeze, on_pages=lambda pages: None)
        assert caught.value.code == "timeout"
        assert "long.pdf" in caught.value.message
        assert _pages(pool, path)[0].text == "Words"


def test_a_file_that_needs_more_memory_than_allowed_is_refused(make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    with ParserPool(1, memory=20 << 20) as pool, pytest.raises(UnreadableFile) as caught:
        _pages(pool, _long(path))
    assert caught.value.code == "memory"


def test_several_threads_share_the_workers(pool: ParserPool, make_pdf: MakePdf) -> None:
    paths = [make_pdf(f"{n}.pdf", [[(72, 100, f"File {n}")]]) for n in range(12)]
    found: dict[int, str] = {}

    def read(n: int) -> None:
        found[n] = _pages(pool, paths[n])[0].text

    threads = [threading.Thread(target=read, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: f"File {n}" for n in range(12)}


def test_closing_leaves_no_process_and_may_be_done_twice(make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    pool = ParserPool(2, warm=True)
    _pages(pool, path)
    pids = [child.process.pid for child in pool._idle]
    threads = threading.active_count()
    pool.close()
    pool.close()
    assert not any(psutil.pid_exists(pid) for pid in pids)
    assert threading.active_count() <= threads
    with pytest.raises(InternalError):
        _pages(pool, path)


def test_a_worker_ends_when_its_parent_is_gone() -> None:
    from twintree.sources import worker

    child, connection = process.start(worker.serve, "test", 1 << 30)
    connection.recv_bytes()
    connection.close()
    child.join(10)
    assert child.exitcode == 0
    child.close()


@pytest.mark.parametrize(
    "name",
    [
        "a name with spaces.pdf",
        "Übergrößenträger — naïve café.pdf",
        "論文の要約.pdf",
        "paper 🌳🌲.pdf",
        "dot at the end..pdf",
        "x" * 246 + ".pdf",
    ],
)
def test_odd_names_are_read(pool: ParserPool, make_pdf: MakePdf, name: str) -> None:
    """PAINS 30."""
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    odd = path.with_name(name)
    path.rename(odd)
    assert _pages(pool, odd)[0].text == "Words"


def test_a_name_that_ends_in_a_dot_is_read(pool: ParserPool, make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, "Words")]])
    odd = path.with_name("ends in a dot.")
    path.rename(odd)
    assert _pages(pool, odd)[0].text == "Words"


def test_a_real_paper_is_read_whole(pool: ParserPool, shared_library: Path) -> None:
    path = next(iter(sorted(shared_library.glob("ocimum/*.pdf"))))
    begun = time.monotonic()
    pages = _pages(pool, path)
    assert all(page.how in ("text", "empty") for page in pages)
    assert begun <= time.monotonic()


def test_links_within_a_file_come_with_where_they_lead(pool: ParserPool, make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(72, 100, "It is known [1].")], [(72, 300, "[1] The entry.")]])
    with pymupdf.open(path) as document:
        place = {"kind": pymupdf.LINK_GOTO, "page": 1, "to": pymupdf.Point(72, 290)}
        document[0].insert_link({**place, "from": pymupdf.Rect(130, 90, 150, 102)})
        document[0].insert_link(
            {"kind": pymupdf.LINK_URI, "uri": "https://example.org", "from": pymupdf.Rect(1, 1, 9, 9)}
        )
        document.saveIncr()
    links: list[InnerLink] = []
    pool.parse(path, on_pages=lambda _: None, on_links=links.extend)
    (link,) = links
    assert (link.page, link.to_page, link.to_x, link.to_y) == (1, 2, 72.0, 290.0)
    assert (link.rect.x0, link.rect.y1) == (130.0, 102.0)
