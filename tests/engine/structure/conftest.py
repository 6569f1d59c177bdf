"""Documents written here with PyMuPDF and read by the real parser; and pages made straight from words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pymupdf
import pytest

from twintree.base.pages import FileHead, Line, OutlineItem, PageText
from twintree.base.records import Rect
from twintree.sources.parser import read_head, read_pages

Read = tuple[FileHead, list[PageText]]
Write = Callable[..., Read]

PROSE = (
    "The trees grow slowly in the shade of older ones and their roots find water where others find none. "
    "We measured forty plots over nine years and kept the records in a ledger that anyone may read. "
    "Each plot was visited twice a year by the same two people, who wrote down what they saw. "
)
STYLES = {
    "title": ("tibo", 18.0),
    "h1": ("tibo", 13.0),
    "h2": ("tibo", 11.0),
    "h3": ("tiit", 10.0),
    "p": ("tiro", 10.0),
    "bold": ("tibo", 10.0),
    "big": ("tiro", 13.0),
}
_WIDTH = 88


def _wrapped(text: str, size: float) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) > _WIDTH * 10 / size:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write pages of (style, text) items from the top down and read them back."""

    def make(*pages: Sequence[tuple[str, str]], outline: Sequence[tuple[int, str, int]] = ()) -> Read:
        document = pymupdf.open()
        for items in pages:
            page = document.new_page(width=595, height=842)
            y = 90.0
            for style, text in items:
                font, size = STYLES[style]
                y += 0 if style == "p" else 8
                for line in _wrapped(text, size):
                    page.insert_text((72, y), line, fontsize=size, fontname=font)
                    y += 1.25 * size
                y += 6
        if outline:
            document.set_toc([list(item) for item in outline])
        path = tmp_path / "paper.pdf"
        document.save(path)
        document.close()
        head = read_head(path, None)
        return head, list(read_pages(path, 1, head.pages, None))

    return make


def page_of(number: int, lines: Sequence[tuple[str, float, bool]]) -> PageText:
    """A page straight from (text, size, bold) rows, one below the other."""
    text, out, y = "", [], 80.0
    for block, (words, size, bold) in enumerate(lines):
        start = len(text) + (1 if text else 0)
        text = f"{text}\n{words}" if text else words
        edges = tuple(72.0 + i * size / 2 for i in range(len(words) + 1))
        box = Rect(72.0, y, edges[-1], y + size)
        out.append(
            Line(
                start=start,
                end=start + len(words),
                box=box,
                edges=edges,
                size=size,
                bold=bold,
                block=block,
                font="F",
            )
        )
        y += 1.4 * size
    return PageText(
        number=number, label="", width=595, height=842, text=text, body_end=len(text), lines=tuple(out)
    )


def head_of(pages: int, outline: Sequence[tuple[int, str, int]] = ()) -> FileHead:
    """A head with an outline of (level, title, page)."""
    items = tuple(OutlineItem(level, title, page) for level, title, page in outline)
    return FileHead(format="pdf", pages=pages, outline=items)
