"""Reads the reference lists and in-text links of JATS files: gold for reading bibliographies."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from twintree.base.records import Record


class GoldReference(Record, frozen=True, kw_only=True):
    """An entry as the publisher deposited it; empty fields are unknown and not scored."""

    id: str
    authors: tuple[str, ...] = ()  #: family names
    title: str = ""
    year: str = ""
    venue: str = ""
    volume: str = ""
    first_page: str = ""
    doi: str = ""
    raw: str = ""  #: everything that was deposited, run together


class GoldBibliography(Record, frozen=True, kw_only=True):
    """A paper's entries, and how often its text cites each."""

    references: tuple[GoldReference, ...]
    links: dict[str, int]


def read_jats(path: Path) -> GoldBibliography:
    """The bibliography of one JATS file; where one label holds several citations, the first counts."""
    root = ET.parse(path).getroot()  # noqa: S314 - our own benchmark data
    references = tuple(_reference(ref) for ref in root.iter("ref"))
    order = [each.id for each in references]
    links: Counter[str] = Counter()
    for block in (*root.iter("body"), *root.iter("abstract"), *root.iter("floats-group")):
        links.update(_links(block, order))
    return GoldBibliography(references=references, links=dict(links))


def _reference(ref: ET.Element) -> GoldReference:
    cited = next((e for e in ref.iter() if e.tag in ("element-citation", "mixed-citation", "citation")), ref)
    return GoldReference(
        id=ref.get("id", ""),
        authors=tuple(_names(cited)),
        title=_text(cited, "article-title") or _text(cited, "chapter-title"),
        year=re.sub(r"\D.*", "", _text(cited, "year")),
        venue=_text(cited, "source"),
        volume=_text(cited, "volume"),
        first_page=_text(cited, "fpage"),
        doi=_doi(cited),
        raw="".join(cited.itertext()),
    )


def _names(cited: ET.Element) -> Iterator[str]:
    groups = [g for g in cited.iter("person-group") if g.get("person-group-type", "author") == "author"]
    for group in groups or [cited]:
        for surname in group.iter("surname"):
            if surname.text:
                yield surname.text.strip()
        if groups:
            break


def _text(element: ET.Element, tag: str) -> str:
    found = element.find(f".//{tag}")
    return " ".join("".join(found.itertext()).split()) if found is not None else ""


def _doi(cited: ET.Element) -> str:
    for each in cited.iter("pub-id"):
        if each.get("pub-id-type") == "doi" and each.text:
            return re.sub(r"^https?://(?:dx\.)?doi\.org/", "", each.text.strip()).lower()
    return ""


def _links(block: ET.Element, order: list[str]) -> Iterator[str]:
    """Cited ids in order; a dash between two links stands for all entries between."""
    last, dash = "", False
    for kind, value in _flow(block):
        if kind == "text":
            dash = bool(last) and re.fullmatch(r"[\s\])]*[-–—−‐‑][\s\[(]*", value) is not None
            if not dash and value.strip():
                last = ""
            continue
        for target in value.split():
            if dash and last in order and target in order:
                yield from order[order.index(last) + 1 : order.index(target)]
            yield target
            last, dash = target, False


def _flow(element: ET.Element) -> Iterator[tuple[str, str]]:
    if element.tag == "ref-list":
        return
    if element.tag == "xref" and element.get("ref-type") == "bibr":
        yield "link", element.get("rid", "")
    else:
        if element.text:
            yield "text", element.text
        for child in element:
            yield from _flow(child)
    if element.tail:
        yield "text", element.tail
