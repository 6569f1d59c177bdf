"""Section titles that others wrote down (outlines, JATS deposits), and how found ones are matched to them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from twintree.base.pages import FileHead, PageText
from twintree.base.records import Record
from twintree.base.text import folded
from twintree.sources.parser import read_head, read_pages
from twintree.structure.candidates import is_never_title
from twintree.structure.numbering import without_number
from twintree.structure.outline import proposals
from twintree.structure.roles import is_known_title, role_of_title
from twintree.structure.verify import TitleFinder

#: What counts as the same title (issue 4): likeness of the words without number, and the page ±1.
SAME = 85.0
TOLERANCE = 1


class Heading(Record, frozen=True):
    """A title with its level and page; page 0 when the gold does not say."""

    level: int
    title: str
    page: int = 0
    end_page: int = 0


class GoldPaper(Record, frozen=True):
    """One paper's gold: its titles, and titles that are neither asked for nor counted."""

    kind: str  #: outline | jats
    path: Path
    head: FileHead
    pages: tuple[PageText, ...]
    headings: tuple[Heading, ...]
    neutral: frozenset[str] = frozenset()

    @property
    def half(self) -> bool:
        """Which half the paper belongs to, by a hash of its name."""
        return int(hashlib.sha256(self.path.stem.encode()).hexdigest(), 16) % 2 == 0


def bare(title: str) -> str:
    """A title's words as they are compared: folded, without number and punctuation."""
    return " ".join(re.sub(r"[^\w ]+", " ", folded(without_number(title))).split())


def gold_papers(data: Path, limit: int = 0) -> Iterator[GoldPaper]:
    """The library's papers with at least three outline entries, and those with a JATS deposit.

    Args:
        data: the folder with ``library/`` and ``bench/``.
        limit: about how many files to read, spread over the folders; all when 0.
    """
    root = data / "library"
    files = sorted(root.rglob("*.pdf"))
    for path in files[:: max(1, len(files) // limit)] if limit else files:
        deposit = data / "bench" / "pdf-gold" / path.stem
        head = read_head(path, None)
        outlined = _outlined(head)
        if len(outlined) < 3 and not deposit.is_dir():
            continue
        pages = tuple(read_pages(path, 1, head.pages, None))
        if len(outlined) >= 3 and _stands(outlined, pages):
            yield GoldPaper("outline", path, head, pages, outlined)
        if deposit.is_dir():
            yield GoldPaper("jats", path, head, pages, _deposited(deposit), _outside_body(deposit))


def _stands(outlined: Sequence[Heading], pages: Sequence[PageText]) -> bool:
    """Whether at least half of the outline can be found where it says, so that its pages can be a measure."""
    finder = TitleFinder(pages)
    return sum(finder.verify(each.title, each.page) is not None for each in outlined) >= len(outlined) / 2


def _outlined(head: FileHead) -> tuple[Heading, ...]:
    items = [item for item in proposals(head) if item.page > 0]
    out = []
    for i, item in enumerate(items):
        after = next((later for later in items[i + 1 :] if later.level <= item.level), None)
        out.append(Heading(item.level, item.title, item.page, after.page if after else head.pages))
    return tuple(out)


def _deposited(folder: Path) -> tuple[Heading, ...]:
    sections: list[dict[str, Any]] = json.loads((folder / "gold.json").read_text(encoding="utf-8"))[
        "sections"
    ]
    named = [each for each in sections if each["title"].strip()]
    return tuple(Heading(each["level"], f"{each['label']} {each['title']}".strip()) for each in named)


def _outside_body(folder: Path) -> frozenset[str]:
    """Titles of front and back matter, which a JATS body does not list and a page does print."""
    text = (folder / "gold.jats.xml").read_text(encoding="utf-8", errors="replace")
    body = re.search(r"<body\b.*?</body>", text, re.DOTALL)
    rest = text[: body.start()] + text[body.end() :] if body else text
    titles = re.findall(r"<title\b[^>]*>(.*?)</title>", rest, re.DOTALL)
    return frozenset(bare(re.sub(r"<[^>]+>", "", title)) for title in titles)


def is_neutral(title: str, paper: GoldPaper) -> bool:
    """Whether a found title is front or back matter that the paper's gold leaves out by its form."""
    if paper.kind != "jats":
        return False
    matter = role_of_title(title) in ("abstract", "references", "acknowledgements", "appendix")
    small = is_known_title(title) and not role_of_title(title)
    return matter or small or bare(title) in paper.neutral


def is_unasked(title: str) -> bool:
    """Whether a title is a real one wherever it is printed: no training on its absence from an outline."""
    return is_known_title(title) or is_never_title(title)


def match(found: Sequence[Heading], gold: Sequence[Heading]) -> list[tuple[int, int]]:
    """Pairs (gold, found) of the same title on the same page ±1, each used once, the likest first."""
    names = [bare(each.title) for each in found]
    used: set[int] = set()
    pairs = []
    for i, wanted in enumerate(gold):
        name = bare(wanted.title)
        best = (SAME - 0.01, -1)
        for j, each in enumerate(found):
            if j not in used and (not wanted.page or abs(each.page - wanted.page) <= TOLERANCE):
                best = max(best, (fuzz.ratio(name, names[j]), j), key=lambda pair: pair[0])
        if best[1] >= 0:
            used.add(best[1])
            pairs.append((i, best[1]))
    return pairs
