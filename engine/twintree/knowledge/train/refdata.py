"""Reads annotated reference strings (AnyStyle's XML, GROBID's TEI) as text with a label for every character."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

_ANYSTYLE = {
    "container-title": "container",
    "collection-title": "container",
    "citation-number": "number",
    "translator": "editor",
    "director": "editor",
    "producer": "editor",
    "genre": "note",
    "source": "note",
    "isbn": "note",
    "medium": "note",
    "edition": "note",
    "doi": "id",
}
_TEI = {
    "date": "date",
    "author": "author",
    "editor": "editor",
    "orgName": "author",
    "pubPlace": "location",
    "publisher": "publisher",
    "ptr": "url",
    "note": "note",
    "idno": "id",
}
_LEVELS = {"a": "title", "j": "journal", "m": "title", "s": "container", None: "title"}

#: A reference string and the label of each of its characters.
Labelled = tuple[str, list[str]]


def anystyle(path: Path) -> Iterator[Labelled]:
    """The strings of an AnyStyle training file."""
    for sequence in ET.parse(path).getroot():  # noqa: S314 - benchmark data
        yield _joined(
            [(_ANYSTYLE.get(part.tag, part.tag), part.text or "") for part in sequence], spaced=True
        )


def grobid(folder: Path) -> Iterator[Labelled]:
    """The strings of GROBID's training files for citations."""
    for path in sorted(folder.glob("*.xml")):
        for entry in ET.parse(path).getroot().iter():  # noqa: S314 - benchmark data
            if entry.tag.rpartition("}")[2] == "bibl" and len(entry):
                yield _joined(list(_tei_parts(entry)), spaced=False)


def _tei_parts(entry: ET.Element) -> Iterator[tuple[str, str]]:
    has_article = any(part.get("level") == "a" for part in entry)
    label, loose = "note", entry.text or ""
    for part in entry:
        name = part.tag.rpartition("}")[2]
        following = _tei_label(part, name, has_article) or label
        yield from _loose(loose, label, following)
        label = following
        yield label, "".join(part.itertext())
        loose = part.tail or ""
    yield from _loose(loose, label, label)


def _tei_label(part: ET.Element, name: str, has_article: bool) -> str:
    if name == "title":
        level = part.get("level")
        return "container" if level == "m" and has_article else _LEVELS.get(level, "title")
    if name == "biblScope":
        unit = part.get("unit") or part.get("type") or "volume"
        return "pages" if unit.startswith("p") else "volume"
    return _TEI.get(name, "")


def _loose(text: str, before: str, after: str) -> Iterator[tuple[str, str]]:
    """Text between elements: closing marks belong to what precedes, words to what follows."""
    marks = re.match(r"[^\w(\[“\"]*", text)
    cut = marks.end() if marks else 0
    yield before, text[:cut]
    yield after, text[cut:]


def _joined(parts: list[tuple[str, str]], *, spaced: bool) -> Labelled:
    text, labels = "", []
    for label, piece in parts:
        plain = re.sub(r"\s+", " ", piece)
        if spaced and text and not text.endswith(" "):
            plain = " " + plain.lstrip()
        if text.endswith(" ") or not text:
            plain = plain.lstrip()
        text += plain
        labels += [label] * len(plain)
    return text, labels
