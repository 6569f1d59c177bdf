"""Text fidelity: JATS paragraphs sought in the text that was read; reading order, columns and divided words."""

from __future__ import annotations

import random
import re
import statistics
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from rapidfuzz import fuzz

from twintree.bench.table import BenchTable, Target
from twintree.metrics.intervals import bootstrap_interval
from twintree.sources.parser import read_head, read_pages

#: Characters of the paragraphs that are asked for.
_SHORTEST, _LONGEST = 200, 3000
#: What does not stand in a paragraph as printed, or stands elsewhere.
_ELSEWHERE = frozenset(
    {"fig", "table-wrap", "disp-formula", "boxed-text", "disp-quote", "list", "def-list", "fn", "tex-math"}
)
_SNIPPET = 18
_WORD = re.compile(r"[^\W\d_]{6,}")
_SEED = 7

Reader = Callable[[Path], str]


def run(data: Path, quick: bool = False) -> BenchTable:
    """Every deposit of ``bench/pdf-gold`` with its PDF in ``library/``; ``quick`` takes six."""
    papers = list(_papers(data))[: 6 if quick else None]
    readers: tuple[tuple[str, Reader], ...] = (
        ("Twintree", _ours),
        ("PyMuPDF get_text()", lambda path: _bare(path, sort=False)),
        ("PyMuPDF get_text(sort=True)", lambda path: _bare(path, sort=True)),
        ("trivial: blocks shuffled", _shuffled),
    )
    rows = []
    means: dict[str, float] = {}
    for name, read in readers:
        likeness, words = [], []
        for path, paragraphs in papers:
            text = " ".join(read(path).split())
            known = set(_WORD.findall(text.lower()))
            likeness.append(statistics.fmean(similarity(paragraph, text) for paragraph in paragraphs))
            wanted = [word for paragraph in paragraphs for word in _WORD.findall(paragraph.lower())]
            words.append(sum(word in known for word in wanted) / max(1, len(wanted)))
        means[name] = statistics.fmean(likeness)
        rows.append(
            (
                name,
                len(papers),
                sum(len(each) for _, each in papers),
                bootstrap_interval(likeness),
                bootstrap_interval(words),
            )
        )
    bare = max(means["PyMuPDF get_text()"], means["PyMuPDF get_text(sort=True)"])
    return BenchTable(
        name="text",
        command="twintree bench text",
        columns=("text", "papers", "paragraphs", "edit similarity", "long words whole"),
        rows=tuple(rows),
        notes=(
            f"body paragraphs of {_SHORTEST} to {_LONGEST} characters; likeness to the likeliest place in the "
            "paper's text (rapidfuzz), the mean of each paper, intervals over papers",
            "long words whole: of the deposit's words of six letters and more, those that stand undivided",
        ),
        targets=(
            Target(
                name="edit similarity no worse than the better bare one",
                bar=bare,
                measured=means["Twintree"],
                trivial=means["trivial: blocks shuffled"],
            ),
        ),
    )


def _papers(data: Path) -> Iterator[tuple[Path, list[str]]]:
    by_stem = {path.stem: path for path in (data / "library").rglob("*.pdf")}
    for deposit in sorted((data / "bench" / "pdf-gold").glob("*/gold.jats.xml")):
        path = by_stem.get(deposit.parent.name)
        paragraphs = list(_paragraphs(deposit)) if path else []
        if path and len(paragraphs) >= 3:
            yield path, paragraphs


def _paragraphs(deposit: Path) -> Iterator[str]:
    try:
        text = re.sub(r"<!DOCTYPE[^>]*>", "", deposit.read_text("utf-8", "replace"))
        root = ElementTree.fromstring(text)  # noqa: S314 - our own benchmark data
    except ElementTree.ParseError:
        return
    body = next((each for each in root.iter() if _local(each) == "body"), None)
    for paragraph in _printed(body, "p") if body is not None else ():
        text = " ".join("".join(_texts(paragraph)).split())
        if _SHORTEST <= len(text) <= _LONGEST:
            yield text


def _local(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _printed(element: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    for child in element:
        if _local(child) in _ELSEWHERE:
            continue
        if _local(child) == name:
            yield child
        else:
            yield from _printed(child, name)


def _texts(element: ElementTree.Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if _local(child) not in _ELSEWHERE:
            yield from _texts(child)
        yield child.tail or ""


def similarity(paragraph: str, text: str) -> float:
    """How like a paragraph is to its likeliest place in a text, 0 to 1; both with single spaces.

    The place is told by snippets of the paragraph that stand in the text; with none it is not there.
    """
    found = []
    for at in range(0, max(1, len(paragraph) - _SNIPPET), _SNIPPET):
        place = text.find(paragraph[at : at + _SNIPPET])
        if place >= 0:
            found.append((at, place))
    if not found:
        return 0.0
    usual = statistics.median_low([place - at for at, place in found])
    near = [(at, place) for at, place in found if abs(place - at - usual) <= len(paragraph) // 3]
    begin = max(0, near[0][1] - near[0][0])
    end = near[-1][1] + len(paragraph) - near[-1][0]
    return fuzz.ratio(paragraph, text[begin:end]) / 100


# ── the readers ──────────────────────────────────────────────────────────────────────────────────────


def _ours(path: Path) -> str:
    head = read_head(path, None)
    return "\n".join(page.text[: page.body_end] for page in read_pages(path, 1, head.pages, None))


def _bare(path: Path, *, sort: bool) -> str:
    import pymupdf

    with pymupdf.open(path) as document:
        return "\n".join(page.get_text(sort=sort) for page in document)


def _shuffled(path: Path) -> str:
    import pymupdf

    with pymupdf.open(path) as document:
        blocks: Sequence[str] = [block[4] for page in document for block in page.get_text("blocks")]
    return "\n".join(random.Random(_SEED).sample(blocks, len(blocks)))  # noqa: S311 - a baseline, not a secret
