"""Reads a file's head and its pages: the only code that interprets documents; runs in worker processes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pymupdf

from twintree.base.errors import UnreadableFile
from twintree.base.pages import FileHead, OutlineItem, PageText
from twintree.sources.assembly import Vocabulary, assemble
from twintree.sources.furniture import FurnitureFinder
from twintree.sources.ligatures import LigatureMender
from twintree.sources.opening import format_of, is_memory_error, open_document
from twintree.sources.ordering import find_gutters, order_pieces, usual_gutters
from twintree.sources.pieces import RawPage, read_raw

#: Pages that are looked at together for what repeats; bounds the memory that a long book takes.
WINDOW = 48
_XMP_LIMIT = 200_000
_MUPDF_ERRORS = (RuntimeError, ValueError, TypeError, KeyError, IndexError, AttributeError, MemoryError)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_ENOUGH_WORDS = 150
_FIRST_LOOK = 2500  #: characters of a page that mostly hold so many
_LEADERS = re.compile(r"(?:\s?[.·…_]){5,}")
_VOICELESS = re.compile(r"(?<![a-zà-öø-ÿ])[b-df-hj-np-tv-xzßçðñþ]{4,}(?![a-zà-öø-ÿ])")
_UNKNOWN = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")
_LATIN_WORD = re.compile("[a-zà-öø-ÿ]{4,}")
_SYMBOL = re.compile("[!-/:-@\\[-`{-~]")

Tick = Callable[[int], None]


def read_head(path: Path | str, password: str | None = None) -> FileHead:
    """What a file says of itself: format, number of pages, info, XMP, outline.

    Args:
        path: the file.
        password: for encrypted files.

    Raises:
        UnreadableFile: with a code; see ``opening.open_document``.
    """
    with open_document(Path(path), password) as document:
        return head_of(document, Path(path))


def read_pages(
    path: Path | str, first: int = 1, last: int | None = None, password: str | None = None
) -> Iterator[PageText]:
    """The pages ``first`` to ``last`` (physical, from 1, inclusive), one after the other.

    A page that cannot be read comes as ``how="failed"`` with its problem; the others go on.

    Args:
        path: the file.
        first: first page.
        last: last page, or None for the end of the file.
        password: for encrypted files.

    Raises:
        UnreadableFile: when the file as a whole cannot be read.
    """
    with open_document(Path(path), password) as document:
        yield from pages_of(document, first, last)


def head_of(document: pymupdf.Document, path: Path) -> FileHead:
    """``read_head`` for a document that is open."""
    info = {key: tidy(value) for key, value in (document.metadata or {}).items() if value}
    return FileHead(
        format=format_of(path) or "pdf",
        pages=document.page_count,
        info={key: value for key, value in info.items() if value},
        xmp=_xmp(document),
        outline=tuple(_outline(document)),
    )


def tidy(text: object) -> str:
    """A string from a file's dictionaries, without control characters and lone surrogates."""
    return _CONTROL.sub("", str(text)).strip()


def _xmp(document: pymupdf.Document) -> str:
    try:
        return tidy(document.get_xml_metadata() or "")[:_XMP_LIMIT]
    except _MUPDF_ERRORS:
        return ""


def _outline(document: pymupdf.Document) -> Iterator[OutlineItem]:
    try:
        items = document.get_toc(simple=False)
    except _MUPDF_ERRORS:
        return
    count = document.page_count
    for level, title, page, *rest in items:
        name = " ".join(tidy(title).split())
        if name:
            place = page if 0 < page <= count else 0
            yield OutlineItem(int(level), name, place, _height(rest[0] if rest else None))


def _height(destination: Any) -> float:
    point = destination.get("to") if isinstance(destination, dict) else None
    height = getattr(point, "y", 0.0)
    return float(height) if abs(height) < 1e5 else 0.0


def pages_of(
    document: pymupdf.Document, first: int = 1, last: int | None = None, tick: Tick | None = None
) -> Iterator[PageText]:
    """``read_pages`` for a document that is open; ``tick`` is told each page as it is taken up."""
    count = document.page_count
    end = count if last is None else min(last, count)
    labels = _has_labels(document)
    # MuPDF sets a plain text in a fixed pitch, whatever it holds.
    flowing = document.is_reflowable and (document.metadata or {}).get("format") != "Text"
    furniture, words, ligatures = FurnitureFinder(), Vocabulary(), LigatureMender()
    for begin in range(max(1, first), end + 1, WINDOW):
        window = []
        for number in range(begin, min(begin + WINDOW, end + 1)):
            if tick is not None:
                tick(number)
            window.append(_raw_page(document, number, labels))
        ligatures.mend(window)
        yield from _finish(window, furniture, words, flowing=flowing)


def _has_labels(document: pymupdf.Document) -> bool:
    try:
        return bool(document.is_pdf and document.get_page_labels())
    except _MUPDF_ERRORS:
        return False


def _raw_page(document: pymupdf.Document, number: int, labels: bool) -> RawPage:
    try:
        page = document.load_page(number - 1)
        raw = read_raw(page, number)
        if labels:
            # PyMuPDF takes the "/PageLabel" of "/Type /PageLabel" for a prefix.
            raw.label = tidy(page.get_label()).removeprefix("ageLabel")
    except _MUPDF_ERRORS as error:
        raw = RawPage(number, 612.0, 792.0)
        memory = is_memory_error(error)
        reason = "it needs too much memory" if memory else tidy(error) or type(error).__name__
        raw.problem = f"Page {number} cannot be read: {reason}."
    return raw


def _finish(
    window: list[RawPage], furniture: FurnitureFinder, words: Vocabulary, *, flowing: bool
) -> Iterator[PageText]:
    furniture.mark(window)
    words.learn(window)
    found = [find_gutters(page) for page in window]
    usual = usual_gutters(found)
    for raw, gutters in zip(window, found, strict=True):
        if raw.problem:
            yield PageText(raw.number, raw.label, raw.width, raw.height, "", 0, (), "failed", raw.problem)
            continue
        columns = gutters or (find_gutters(raw, usual) if usual else [])
        units = order_pieces(raw, columns, usual)
        yield _judged(assemble(raw, units, words, flowing=flowing), raw)


def _judged(page: PageText, raw: RawPage) -> PageText:
    """Say how the page was read: whether its text is there, and can be meant."""
    body = page.text[: page.body_end]
    letters = sum(map(str.isalnum, body[:400]))
    if letters < 25 and (raw.picture or not body):
        what = (
            "The page is a picture; its text has to be recognised."
            if raw.picture
            else "The page has no text."
        )
        return _with(page, "empty", what)
    if letters and is_garbled(body):
        return _with(page, "garbled", "The page's fonts do not say which characters they show.")
    return page


def _with(page: PageText, how: str, problem: str) -> PageText:
    return PageText(
        page.number, page.label, page.width, page.height, page.text, page.body_end, page.lines, how, problem
    )


def is_garbled(text: str) -> bool:
    """Whether a text layer is not what the page shows: unknown characters, or no plausible words."""
    if (
        _words(_sample(text[:_FIRST_LOOK]))[1] >= _ENOUGH_WORDS
    ):  # nearly every page: the rest only adds to them
        return False
    sample = _sample(text)
    visible = len(sample) - sample.count(" ") - sample.count("\n")
    words, voiced = _words(sample)
    if voiced >= _ENOUGH_WORDS:
        return False
    if visible and len(_UNKNOWN.findall(sample)) > 0.15 * visible:
        return True
    if words < 40:
        return visible > 200 and len(_SYMBOL.findall(sample)) > 0.6 * visible
    return voiced < 0.6 * words


def _sample(text: str) -> str:
    # Dot leaders in tables of contents, and figures whose marks are private characters, are no broken text.
    return _LEADERS.sub(" ", text)[:8000].lower()


def _words(sample: str) -> tuple[int, int]:
    """How many words in Latin letters there are, and how many of them have a vowel."""
    words = len(_LATIN_WORD.findall(sample))
    return words, words - len(_VOICELESS.findall(sample))


__all__ = ["WINDOW", "UnreadableFile", "head_of", "is_garbled", "pages_of", "read_head", "read_pages", "tidy"]
