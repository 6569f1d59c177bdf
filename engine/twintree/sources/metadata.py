"""Proposes a paper's metadata from the file's own fields, its first page and its name, each with its "
"source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from html import unescape
from pathlib import PurePath
from typing import Any
from xml.etree import ElementTree as ET

from rapidfuzz import fuzz

from twintree.base.names import family_name
from twintree.base.pages import FileHead, PageText
from twintree.base.records import FieldValue
from twintree.base.text import folded
from twintree.sources.frontmatter import Group, find_abstract, find_authors, find_title, is_name
from twintree.sources.identifiers import clean_doi, find_arxiv, find_doi, find_venue
from twintree.sources.language import language_of
from twintree.sources.ownplace import find_kind, find_place
from twintree.sources.years import find_year

_JUNK_TITLE = re.compile(
    r"^(?:untitled|unknown|title|no title|document\d*|microsoft (?:word|powerpoint|excel).*|.*\.(?:docx?|"
    r"pdf|tex|dvi|"
    r"indd|qxd|qxp|fm|ps|rtf|odt|pages|wpd|eps|p65|pmd|3d|pptx?)|paper|main|manuscript|article|layout \d+|"
    r"slide \d+|print|powerpoint .*|proceedings\b.*|[\w.-]*\d{4,}[\w.-]*|\S{1,3})$",
    re.I,
)
_JUNK_AUTHOR = re.compile(
    r"^(?:unknown|author|authors|admin|administrator|user|owner|default|anonymous|root|\w{1,3}|\S*\d\S*|"
    r".*@.*)$",
    re.I,
)
_GROUP = re.compile(r"\b(?:collaboration|consortium|team|group|project)\b", re.I)
_NAMESPACES = {
    "dc": ("http://purl.org/dc/elements/1.1/",),
    "prism": tuple(
        f"http://prismstandard.org/namespaces/basic/{v}/" for v in ("1.2", "2.0", "2.1", "2.2", "3.0")
    ),
    "doi": ("http://ns.adobe.com/pdfx/1.3/", "http://crossref.org/crossmark/1.0/"),
}
_LIST = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}li"
_YEAR = re.compile(r"\b(19[5-9]\d|20[0-4]\d)\b")
#: A title agrees with the first page from this partial ratio on.
_AGREES = 88.0


def propose(head: FileHead, first_pages: Sequence[PageText], name: str) -> list[FieldValue]:
    """Everything that the file says or shows of title, authors, year, venue, abstract, identifiers, language.

    Embedded fields are believed as far as the first page bears them out (PAINS 19): what it contradicts is
    proposed with confidence 0, so that a person sees it, and never chosen.

    Args:
        head: the file's head.
        first_pages: the first pages, two or three.
        name: the file's name, for what it may tell.
    """
    proposal = _Proposal(head, first_pages, name)
    return list(proposal.fields())


class _Proposal:
    """One file's evidence, gathered once."""

    def __init__(self, head: FileHead, pages: Sequence[PageText], name: str) -> None:
        self._head = head
        self._pages = pages
        self._name = name
        self._page = next((page for page in pages if page.text.strip()), None)
        self._front = folded("\n".join(page.text for page in pages[:2]))
        self._xmp = read_xmp(head.xmp)

    def fields(self) -> Iterator[FieldValue]:
        """All proposals."""
        yield from self._embedded()
        yield from self._shown()
        yield from self._identifiers()

    def _embedded(self) -> Iterator[FieldValue]:
        for source, fields in (("xmp", self._xmp), ("info", _info(self._head))):
            title = _believable_title(fields.get("title", ""), self._name)
            sound = bool(title) and self._stands(title)
            if title:
                yield _field("title", title, source, 0.92 if sound else 0.0 if self._page else 0.3)
            authors = fields.get("authors", [])
            if authors:
                yield _field("authors", authors, source, self._author_confidence(authors))
            for key in ("venue", "year"):
                if re.search(r"\w", str(fields.get(key) or "")):
                    yield _field(key, fields[key], source, 0.85 if source == "xmp" else 0.35)
            if source == "info" and not fields.get("year") and (made := _made(self._head)):
                # When a file was made says little of when its paper came out: it is shown, never chosen.
                yield _field("year", made, source, 0.0)

    def _stands(self, title: str) -> bool:
        return fuzz.partial_ratio(folded(title), self._front) >= _AGREES

    def _author_confidence(self, authors: Sequence[str]) -> float:
        """How sure embedded authors are: all must stand on the first page, and the page must name no more."""
        if self._page is None:
            return 0.3
        named = sum(folded(family_name(author)) in self._front for author in authors)
        if named < 0.8 * len(authors):
            return 0.0
        shown = self._authors
        if shown and len(shown[0]) > len(authors):
            return 0.0
        return 0.9

    @cached_property
    def _title(self) -> tuple[Group, float] | None:
        if self._page is None:
            return None
        hints = [self._xmp.get("title", ""), _info(self._head).get("title", "")]
        good = [hint for hint in hints if _believable_title(hint, self._name)]
        return find_title(self._page, self._pages[1:], good)

    @cached_property
    def _authors(self) -> tuple[list[str], float] | None:
        title = self._title
        return find_authors(self._page, title[0]) if title and self._page else None

    def _shown(self) -> Iterator[FieldValue]:
        if self._page is None:
            return
        title = self._title
        if title:
            yield _field("title", tidy_title(title[0].text), "layout", title[1])
            authors = self._authors
            if authors:
                yield _field(
                    "authors", authors[0], "layout", 0.0 if self._contradicts(authors[0]) else authors[1]
                )
        abstract = find_abstract(self._pages)
        if abstract:
            yield _field("abstract", abstract[0], "layout", abstract[1])
        year = self._year()
        if year:
            yield _field("year", year[0], "pattern", year[1])
        venue = find_venue(self._pages)
        if venue:
            yield _field("venue", venue[0], "layout", venue[1])
        for field, value in find_place(self._pages).items():
            yield _field(field, value, "pattern", 0.8)
        if kind := find_kind(self._pages):
            yield _field("kind", kind, "pattern", 0.8)
        language = language_of("\n".join(page.text[: page.body_end] for page in self._pages))
        if language:
            yield _field("language", language[0], "pattern", language[1])

    def _year(self) -> tuple[int, float] | None:
        doi, arxiv = ((found or ("", 0.0))[0] for found in (self._doi, self._arxiv))
        return find_year(self._pages, name=self._name, doi=doi, arxiv=arxiv)

    @cached_property
    def _doi(self) -> tuple[str, float] | None:
        return find_doi(self._page) if self._page else None

    @cached_property
    def _arxiv(self) -> tuple[str, float] | None:
        return find_arxiv(self._page, self._name) if self._page else None

    def _contradicts(self, shown: Sequence[str]) -> bool:
        """Whether the embedded authors stand on the first page and none of them is among those shown."""
        families = {folded(family_name(name)) for name in shown}
        for fields in (self._xmp, _info(self._head)):
            authors = fields.get("authors", [])
            if authors and self._author_confidence(authors[:1]) and len(authors) >= len(shown):
                return families.isdisjoint(folded(family_name(name)) for name in authors)
        return False

    def _identifiers(self) -> Iterator[FieldValue]:
        shown = self._doi
        if shown:
            yield _field("doi", shown[0], "pattern", shown[1])
        for source, doi in (("xmp", self._xmp.get("doi", "")), ("info", _info(self._head).get("doi", ""))):
            if doi:
                yield _field("doi", doi, source, self._doi_confidence(doi, shown))
        if self._arxiv:
            yield _field("arxiv", self._arxiv[0], "pattern", self._arxiv[1])

    def _doi_confidence(self, doi: str, shown: tuple[str, float] | None) -> float:
        """An embedded DOI counts when the first page shows it, or shows the embedded title and no other "
        "DOI."""
        if folded(doi) in self._front:
            return 0.97
        if shown is not None:
            return 0.0
        title = _believable_title(
            self._xmp.get("title", "") or _info(self._head).get("title", ""), self._name
        )
        return 0.6 if title and self._stands(title) else 0.0


def _field(field: str, value: Any, source: str, confidence: float) -> FieldValue:
    return FieldValue(field=field, value=value, source=source, confidence=confidence, chosen=False)


def tidy_title(text: str) -> str:
    """A title in one line, without character references and footnote marks at its end."""
    text = unescape(re.sub(r"#_#(x[0-9A-Fa-f]{2,6};)", r"&#\1", text))
    return re.sub(r"\s*[*∗†‡§¶⋆]+$", "", " ".join(text.split()))


def _believable_title(text: str, name: str) -> str:
    """An embedded title, or ``""`` when it is a template's, a program's or the file's name."""
    title = tidy_title(text)
    stem = PurePath(name).stem
    if len(title) < 5 or _JUNK_TITLE.match(title) or folded(title) == folded(stem):
        return ""
    return title if sum(map(str.isalpha, title)) > 0.5 * len(title.replace(" ", "")) else ""


def _info(head: FileHead) -> dict[str, Any]:
    """Title, authors, DOI and, where its subject names one, year of the document information dictionary."""
    info = head.info
    found: dict[str, Any] = {"title": info.get("title", "")}
    found["authors"] = split_authors(info.get("author", ""))
    subject = f"{info.get('subject', '')} {info.get('keywords', '')} {info.get('title', '')}"
    found["doi"] = clean_doi(subject)
    year = _YEAR.search(info.get("subject", ""))
    if year:
        found["year"] = int(year[1])
    return found


def _made(head: FileHead) -> int | None:
    year = _YEAR.search(head.info.get("creationDate", "")[2:6])
    return int(year[1]) if year else None


def split_authors(text: str) -> list[str]:
    """Names in one string, divided by semicolons, "and" or commas; those that are none are left out."""
    text = unescape(re.sub(r"#_#(x[0-9A-Fa-f]{2,6};)", r"&#\1", text))
    text = re.sub(r"\{?\bet al\b\.?\}?", "", text)
    if ";" in text:
        parts = text.split(";")
    else:
        parts = re.split(r"\s+(?:and|und|&)\s+|,\s+and\s+", text)
        if any(part.count(",") for part in parts):
            pieces = [piece for part in parts for piece in part.split(",")]
            if all(len(piece.split()) > 1 for piece in pieces if piece.strip()) or (
                len(parts) == 1 and len(pieces) > 2
            ):
                parts = pieces
    names = [" ".join(part.split()).strip(" ,*†‡§") for part in parts]
    return [_natural(name) for name in names if name and not _JUNK_AUTHOR.match(name) and _plausible(name)]


def _natural(name: str) -> str:
    """``Family, Given`` as ``Given Family``."""
    if name.count(",") == 1:
        family, given = (part.strip() for part in name.split(","))
        return f"{given} {family}" if given else family
    return name


def _plausible(name: str) -> bool:
    return is_name(_natural(name)) or (name.isalpha() and name[0].isupper()) or bool(_GROUP.search(name))


def read_xmp(xmp: str) -> dict[str, Any]:
    """Title, authors, DOI, venue and year of an XMP packet; empty when it is none."""
    if not xmp.strip() or "<!DOCTYPE" in xmp or "<!ENTITY" in xmp:
        return {}
    begin = xmp.find("<x:xmpmeta")
    end = xmp.rfind("</x:xmpmeta>")
    text = xmp[begin : end + 12] if begin >= 0 and end > begin else xmp
    try:
        root = ET.fromstring(text)  # noqa: S314 - without a DTD there are no entities to expand
    except ET.ParseError:
        return {}
    found: dict[str, Any] = {
        "title": next(iter(_values(root, "dc", "title")), ""),
        "authors": [name for value in _values(root, "dc", "creator") for name in split_authors(value)],
        "venue": next(iter(_values(root, "prism", "publicationName")), ""),
    }
    identifiers = [
        *_values(root, "prism", "doi"),
        *_values(root, "doi", "doi"),
        *_values(root, "doi", "DOI"),
        *_values(root, "dc", "identifier"),
    ]
    found["doi"] = next((doi for doi in map(clean_doi, identifiers) if doi), "")
    dates = [*_values(root, "prism", "coverDate"), *_values(root, "prism", "publicationDate")]
    years = [int(match[1]) for date in dates if (match := _YEAR.search(date))]
    if years:
        found["year"] = years[0]
    return found


def _values(root: ET.Element, prefix: str, name: str) -> list[str]:
    """The values of a property, whether written as element, list or attribute."""
    values: list[str] = []
    for space in _NAMESPACES[prefix]:
        tag = f"{{{space}}}{name}"
        for element in root.iter():
            if tag in element.attrib:
                values.append(element.attrib[tag])
            if element.tag == tag:
                items = [item.text or "" for item in element.iter(_LIST)]
                values += items or [element.text or ""]
    return [" ".join(value.split()) for value in values if value.strip()]
