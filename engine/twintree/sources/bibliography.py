"""Reads the records that people keep of papers: BibTeX, BibLaTeX, RIS, CSL-JSON, EndNote, PubMed."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
import rispy
from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares import (
    RemoveEnclosingMiddleware,
    ResolveStringReferencesMiddleware,
)
from pylatexenc.latex2text import LatexNodes2Text

from twintree.base.errors import UnreadableFile
from twintree.sources.identifiers import clean_doi
from twintree.sources.recordlimits import LARGEST, LONGEST_TEX, MOST_AUTHORS, bounded, short, shortened, whole

_KINDS = {
    "inproceedings": "paper-conference",
    "conference": "paper-conference",
    "proceedings": "book",
    "cpaper": "paper-conference",
    "conf": "paper-conference",
    "book": "book",
    "mvbook": "book",
    "incollection": "chapter",
    "inbook": "chapter",
    "chap": "chapter",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "thesis": "thesis",
    "thes": "thesis",
    "techreport": "report",
    "report": "report",
    "rprt": "report",
    "unpublished": "manuscript",
    "misc": "document",
    "online": "webpage",
    "electronic": "webpage",
    "elec": "webpage",
    "patent": "patent",
    "dataset": "dataset",
    "article-journal": "article",
    "jour": "article",
    "article": "article",
    "journal article": "article",
}
_ARXIV = re.compile(
    r"(?:arxiv[:/.\s]*(?:org/(?:abs|pdf)/)?)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.I
)
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_USED_WORDS = """
title subtitle titleaddon author editor year date journal journaltitle booktitle publisher abstract doi eprint
archiveprefix eprinttype url keywords file note annote annotation language langid volume number pages issue
"""
_USED = frozenset(_USED_WORDS.split())
_VENUES = ("journal", "journaltitle", "booktitle", "publisher")


class BibliographyRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One work as somebody recorded it.

    ``fields`` holds title, authors, year, venue, abstract, doi, arxiv, kind, language where they are given;
    ``files`` paths as written; ``lost`` the names of fields that Twintree has no place for.
    """

    key: str = ""
    fields: dict[str, Any] = {}
    files: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


class Bibliography(msgspec.Struct, frozen=True, kw_only=True):
    """A file's records, the source word of their fields (``bibtex``, ``ris``, ``csl``), what was lost."""

    source: str
    records: tuple[BibliographyRecord, ...] = ()
    problems: tuple[str, ...] = ()


def read_bibliography(path: Path) -> Bibliography:
    """Read a file of records; a record that cannot be read costs itself only.

    Args:
        path: ``.bib``, ``.bibtex``, ``.biblatex``, ``.ris``, ``.json``, ``.enw`` or ``.nbib``.

    Raises:
        UnreadableFile: the file cannot be opened, or its ending says nothing.
    """
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise UnreadableFile(
            f"“{path.name}” is no file of records that Twintree reads.",
            "BibTeX, RIS, CSL-JSON, EndNote (.enw) and PubMed (.nbib) files can be read.",
            code="unsupported",
        )
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= LARGEST else b""
    except OSError as error:
        raise UnreadableFile(
            f"“{path.name}” cannot be read: {error.strerror or error}.",
            "Check that it is there and may be read.",
            code="vanished",
        ) from error
    if size > LARGEST:
        raise UnreadableFile(
            f"“{path.name}” is larger than a file of records may be ({LARGEST >> 20} MB).",
            "Export it in parts.",
            code="too_large",
        )
    return _bounded(reader(_decoded(data)))


def _bounded(book: Bibliography) -> Bibliography:
    records, problems = [], []
    for each in book.records:
        fields, cut = bounded(each.fields)
        key = short(each.key, 200)
        if key != each.key:
            cut.append("key")
        if cut:
            problems.append(f"A record was too long and is cut ({', '.join(cut)}): {key[:60]}")
        records.append(
            msgspec.structs.replace(
                each,
                key=key,
                fields=fields,
                files=shortened(each.files, 4_000),
                keywords=shortened(each.keywords, 300),
                notes=shortened(each.notes),
                lost=shortened(each.lost, 100),
            )
        )
    return Bibliography(
        source=book.source,
        records=tuple(records),
        problems=(*(whole(each) for each in book.problems), *problems),
    )


def is_bibliography(path: Path) -> bool:
    """Whether a file's ending is that of a file of records."""
    return path.suffix.lower() in _READERS


def resolve_file(link: str, beside: Path) -> Path | None:
    """The existing file that a record's link means, sought as written and beside the bibliography."""
    plain = link.removeprefix("file://").removeprefix("internal-pdf://").replace("\\", "/")
    candidates = [Path(link)] if Path(link).is_absolute() else []
    for each in dict.fromkeys((plain, unquote(plain))):
        name = each.rsplit("/", 1)[-1]
        candidates += [beside / each, Path("/" + each), beside / "files" / name, beside / name]
    for candidate in candidates:
        try:
            if candidate.is_file():
                return candidate
        except (OSError, ValueError):
            continue
    return None


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


# ── BibTeX ───────────────────────────────────────────────────────────────────────────────────────────


_KEYLESS = re.compile(r"(@[A-Za-z]+\s*\{)\s*(?=[\w-]+\s*=)")


def _read_bibtex(text: str) -> Bibliography:
    # Some exports leave the citation key out; the parser would refuse the entry.
    text = _KEYLESS.sub(lambda entry: entry[0] if "string" in entry[1].lower() else f"{entry[1]}nokey,", text)
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # what is lost is said in our own words
    try:
        library = parse_string(
            text, parse_stack=[ResolveStringReferencesMiddleware(), RemoveEnclosingMiddleware()]
        )
    except Exception:  # the parser is young: whatever it meets, the person gets a sentence
        return Bibliography(source="bibtex", problems=("Its BibTeX cannot be taken apart.",))
    problems = []
    entries = list(library.entries)
    for block in library.failed_blocks:
        entry = getattr(block, "ignore_error_block", None)
        if entry is not None and hasattr(entry, "fields_dict"):
            entries.append(entry)
            continue
        first = (block.raw or "").strip().split("\n", 1)[0][:80]
        problems.append(f"An entry at line {(block.start_line or 0) + 1} cannot be read: {first}")
    records = []
    for entry in entries:
        fields = {name.lower(): str(field.value) for name, field in entry.fields_dict.items()}
        records.append(_bibtex_record(entry.key, entry.entry_type.lower(), fields))
    return Bibliography(source="bibtex", records=tuple(records), problems=tuple(problems))


def _bibtex_record(key: str, kind: str, raw: dict[str, str]) -> BibliographyRecord:
    apart = ("file", "url", "doi", "author", "editor")
    plain = {name: untex(value) for name, value in raw.items() if name not in apart}
    title = plain.get("title", "")
    if plain.get("subtitle"):
        title = f"{title}: {plain['subtitle']}" if title else plain["subtitle"]
    fields: dict[str, Any] = {
        "title": title,
        "authors": _bibtex_names(raw.get("author") or raw.get("editor", "")),
        "year": _year(plain.get("year", "") or plain.get("date", "")),
        "venue": next((plain[name] for name in _VENUES if plain.get(name)), ""),
        "abstract": plain.get("abstract", ""),
        "doi": clean_doi(raw.get("doi", "").replace("\\_", "_")) or _doi_in_url(raw.get("url", "")),
        "arxiv": _arxiv(plain, raw.get("url", "")),
        "kind": _KINDS.get(kind, "article" if kind in ("article", "") else "document"),
        "language": plain.get("language") or plain.get("langid", ""),
    }
    return BibliographyRecord(
        key=key,
        fields=_given(fields),
        files=tuple(split_files(raw.get("file", ""))),
        keywords=tuple(_keywords(plain.get("keywords", ""))),
        notes=tuple(filter(None, (plain.get("note"), plain.get("annote"), plain.get("annotation")))),
        lost=tuple(sorted(name for name in raw if name not in _USED)),
    )


def _bibtex_names(text: str) -> list[str]:
    """Names divided by "and" outside braces, each as ``Given Family``."""
    names: list[str] = []
    for part in _split_outside_braces(" ".join(text.split())):
        if part.lower() in ("others", ""):
            continue
        if len(names) > MOST_AUTHORS:  # one more than is kept, so that it is said
            break
        pieces = [untex(piece) for piece in _comma_parts(part)]
        if len(pieces) == 2:
            names.append(f"{pieces[1]} {pieces[0]}".strip())
        elif len(pieces) > 2:
            names.append(f"{pieces[2]} {pieces[0]} {pieces[1]}".strip())
        elif pieces:
            names.append(pieces[0])
    return [name for name in names if name]


def _split_outside_braces(text: str) -> Iterator[str]:
    depth, begin, at = 0, 0, 0
    while at < len(text):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth <= 0 and text[at : at + 5].lower() == " and ":
            yield text[begin:at].strip()
            begin = at = at + 5
            continue
        at += 1
    yield text[begin:].strip()


def _comma_parts(name: str) -> list[str]:
    depth, parts, current = 0, [], ""
    for char in name:
        depth += (char == "{") - (char == "}")
        if char == "," and depth <= 0:
            parts.append(current)
            current = ""
        else:
            current += char
    return [part.strip() for part in (*parts, current) if part.strip()]


@lru_cache(maxsize=1)
def _latex() -> LatexNodes2Text:
    return LatexNodes2Text(math_mode="verbatim", keep_comments=True)


def untex(text: str) -> str:
    """A TeX string as plain text: accents composed, braces and commands gone, white space folded."""
    if len(text) <= LONGEST_TEX and any(sign in text for sign in "\\{$~"):
        # A lone per cent sign is no comment in these files.
        safe = re.sub(r"(?<!\\)%", r"\\%", text)
        try:
            text = _latex().latex_to_text(safe)
        except Exception:  # unbalanced or unknown TeX: better with its marks than not at all
            text = text.replace("{", "").replace("}", "")
    return " ".join(text.replace("{", "").replace("}", "").split())


def split_files(text: str) -> list[str]:
    """The paths of a ``file`` field, in the forms of JabRef, Mendeley, Zotero and papis.

    ``description:path:type;…`` with ``\\:`` and ``\\;`` escaped, or plain paths divided by semicolons.
    """
    paths = []
    for link in re.split(r"(?<!\\);", text):
        parts = re.split(r"(?<!\\):", link.strip())
        parts = [part.replace("\\:", ":").replace("\\;", ";") for part in parts]
        if len(parts) >= 3 and not (len(parts[0]) == 1 and parts[0].isalpha()):
            path = ":".join(parts[1:-1])
        elif len(parts) == 3 or (len(parts) == 2 and parts[0] == ""):
            path = ":".join(parts).strip(":")
        else:
            path = ":".join(parts)
        path = path.replace("\\\\", "\\").replace("\\_", "_").replace("{", "").replace("}", "").strip()
        if path:
            paths.append(path)
    return paths


# ── RIS, EndNote, PubMed ─────────────────────────────────────────────────────────────────────────────


def _read_ris(text: str) -> Bibliography:
    problems: list[str] = []
    entries: list[dict[str, Any]] = []
    # A record ends at its ER; where that is missing, at the next TY.
    for block in re.split(
        r"(?m)^ER\s{0,2}-.*$|^(?=TY\s{0,2}-)", text.replace("\r\n", "\n").replace("\r", "\n")
    ):
        if len(block.strip().splitlines()) < 2:
            continue
        found, why = _ris_entries(block.strip("\n") + "\nER  - \n")
        entries += found
        problems += why
    return Bibliography(source="ris", records=tuple(map(_ris_record, entries)), problems=tuple(problems))


def _ris_entries(block: str) -> tuple[list[dict[str, Any]], list[str]]:
    # What stands before the first tag (a service's banner) is no part of the record.
    start = re.search(r"(?m)^TY\s{0,2}-", block)
    if start is None:
        return [], []
    text = re.sub(r"(?m)^([A-Z][A-Z0-9])\s{0,2}-\s?", r"\1  - ", block[start.start() :])
    try:
        return list(rispy.loads(text, skip_unknown_tags=False)), []
    except Exception as error:  # malformed tags, whatever rispy makes of them
        first = text.split("\n", 1)[0][:60]
        return [], [f"A record cannot be read ({first}): {error}"]


def _ris_record(entry: dict[str, Any]) -> BibliographyRecord:
    def one(*names: str) -> str:
        return next((str(entry[name]).strip() for name in names if entry.get(name)), "")

    urls = [str(url) for url in entry.get("urls", [])]
    fields = {
        "title": one("title", "primary_title", "translated_title", "short_title"),
        "authors": [
            _turned(str(name)) for name in entry.get("authors", []) or entry.get("first_authors", [])
        ],
        "year": _year(one("year", "publication_year", "date")),
        "venue": one("journal_name", "secondary_title", "alternate_title2", "alternate_title3", "publisher"),
        "abstract": one("abstract", "notes_abstract"),
        "doi": clean_doi(one("doi")) or next(filter(None, map(_doi_in_url, urls)), ""),
        "kind": _KINDS.get(one("type_of_reference").lower(), "document"),
        "language": one("language"),
    }
    files = [
        str(link) for name in entry if name.startswith("file_attachments") for link in _listed(entry[name])
    ]
    return BibliographyRecord(
        key=one("id", "accession_number"),
        fields=_given(fields),
        files=tuple(files),
        keywords=tuple(str(word) for word in entry.get("keywords", [])),
        notes=tuple(str(note) for note in _listed(entry.get("notes", []))),
        lost=tuple(sorted(set(entry) - _RIS_USED)),
    )


_RIS_WORDS = """
type_of_reference authors first_authors urls keywords notes id volume number start_page end_page issn title
primary_title translated_title short_title year publication_year date journal_name secondary_title
alternate_title2 alternate_title3 publisher abstract notes_abstract doi language accession_number
file_attachments1 file_attachments2
"""
_RIS_USED = frozenset(_RIS_WORDS.split())


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


_ENDNOTE = {
    "%A": "author",
    "%T": "title",
    "%D": "year",
    "%8": "date",
    "%J": "venue",
    "%B": "venue",
    "%X": "abstract",
    "%R": "doi",
    "%K": "keyword",
    "%G": "language",
    "%0": "kind",
    "%F": "key",
    "%Z": "note",
    "%U": "url",
    "%>": "file",
}
_PUBMED = {
    "FAU": "author",
    "AU": "short",
    "TI": "title",
    "DP": "year",
    "JT": "venue",
    "AB": "abstract",
    "LID": "doi",
    "AID": "doi",
    "MH": "keyword",
    "OT": "keyword",
    "LA": "language",
    "PT": "kind",
    "PMID": "key",
}


def _read_endnote(text: str) -> Bibliography:
    return _read_tagged(text, re.compile(r"^(%\S)\s(.*)$"), _ENDNOTE, "%0")


def _read_pubmed(text: str) -> Bibliography:
    return _read_tagged(text, re.compile(r"^([A-Z]{2,4})\s*-\s(.*)$"), _PUBMED, "PMID")


def _read_tagged(text: str, line: re.Pattern[str], tags: dict[str, str], first: str) -> Bibliography:
    """Records of tagged lines; a line without a tag continues the one before."""
    records: list[list[tuple[str, str]]] = []
    for each in text.splitlines():
        match = line.match(each)
        if match:
            if match[1] == first or not records:
                records.append([])
            records[-1].append((match[1], match[2].strip()))
        elif each.strip() and records and records[-1]:
            tag, value = records[-1][-1]
            records[-1][-1] = (tag, f"{value} {each.strip()}")
    made = tuple(_tagged_record(record, tags) for record in records if record)
    return Bibliography(source="ris", records=made)


def _tagged_record(record: Iterable[tuple[str, str]], tags: dict[str, str]) -> BibliographyRecord:
    values: dict[str, list[str]] = {}
    lost = set()
    for tag, value in record:
        if tag in tags:
            values.setdefault(tags[tag], []).append(value)
        else:
            lost.add(tag)

    def one(name: str) -> str:
        return values.get(name, [""])[0]

    fields = {
        "title": one("title"),
        "authors": [_turned(name) for name in values.get("author") or values.get("short", [])],
        "year": _year(one("year") or one("date")),
        "venue": one("venue"),
        "abstract": one("abstract"),
        "doi": next(filter(None, map(clean_doi, values.get("doi", []) + values.get("url", []))), ""),
        "kind": _KINDS.get(one("kind").lower(), "article"),
        "language": one("language"),
    }
    return BibliographyRecord(
        key=one("key"),
        fields=_given(fields),
        files=tuple(values.get("file", ())),
        keywords=tuple(values.get("keyword", ())),
        notes=tuple(values.get("note", ())),
        lost=tuple(sorted(lost)),
    )


# ── CSL-JSON ─────────────────────────────────────────────────────────────────────────────────────────


_CSL_WORDS = """
id type title author editor issued container-title event-title event publisher abstract DOI URL language
keyword note citation-key volume issue page
"""
_CSL_USED = frozenset(_CSL_WORDS.split())


def _read_csl(text: str) -> Bibliography:
    try:
        data = json.loads(text)
    except RecursionError:
        return Bibliography(source="csl", problems=("Its JSON is nested deeper than any record is.",))
    except json.JSONDecodeError as error:
        return Bibliography(source="csl", problems=(f"It is no JSON from line {error.lineno} on.",))
    except ValueError:  # a number of thousands of digits
        return Bibliography(source="csl", problems=("Its JSON holds a number that is none.",))
    items = data.get("items", [data]) if isinstance(data, dict) else data
    if not isinstance(items, list):
        return Bibliography(source="csl", problems=("The file holds no list of works.",))
    good = [item for item in items if isinstance(item, dict)]
    problems = (f"{len(items) - len(good)} entries are no works.",) if len(good) < len(items) else ()
    return Bibliography(source="csl", records=tuple(map(_csl_record, good)), problems=problems)


def _csl_record(item: dict[str, Any]) -> BibliographyRecord:
    def one(*names: str) -> str:
        return next((unescape(str(item[name])) for name in names if item.get(name)), "")

    fields = {
        "title": re.sub(r"</?(?:i|b|sub|sup|span)[^>]*>", "", one("title")),
        "authors": [
            _csl_name(name) for name in _listed(item.get("author") or item.get("editor") or []) if name
        ],
        "year": _csl_year(item.get("issued")),
        "venue": one("container-title", "event-title", "event", "publisher"),
        "abstract": one("abstract"),
        "doi": clean_doi(one("DOI")) or _doi_in_url(one("URL")),
        "kind": _KINDS.get(one("type").lower(), one("type") or "document"),
        "language": one("language"),
    }
    return BibliographyRecord(
        key=one("citation-key", "id"),
        fields=_given(fields),
        keywords=tuple(_keywords(one("keyword"))),
        notes=tuple(filter(None, (one("note"),))),
        lost=tuple(sorted(set(item) - _CSL_USED)),
    )


def _csl_name(name: Any) -> str:
    if not isinstance(name, dict):
        return str(name)
    if name.get("literal"):
        return str(name["literal"])
    parts = (name.get("given"), name.get("non-dropping-particle"), name.get("family"), name.get("suffix"))
    return " ".join(str(part) for part in parts if part)


def _csl_year(issued: Any) -> int | None:
    if isinstance(issued, dict):
        parts = issued.get("date-parts")
        try:
            return int(parts[0][0]) if parts else _year(str(issued.get("raw") or issued.get("literal") or ""))
        except (TypeError, ValueError, IndexError):
            return None
    return _year(str(issued or ""))


# ── shared ───────────────────────────────────────────────────────────────────────────────────────────


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in (None, "", [])}


def _turned(name: str) -> str:
    """``Family, Given, Suffix`` as ``Given Family Suffix``."""
    family, *rest = (part.strip() for part in name.split(","))
    return " ".join(part for part in (*rest[:1], family, *rest[1:]) if part)


def _year(text: str) -> int | None:
    match = _YEAR.search(text)
    return int(match[1]) if match else None


def _doi_in_url(url: str) -> str:
    return clean_doi(url) if "doi.org/" in url.lower() else ""


def _arxiv(plain: dict[str, str], url: str) -> str:
    kind = (plain.get("archiveprefix") or plain.get("eprinttype") or "").lower()
    if plain.get("eprint") and kind in ("arxiv", ""):
        match = _ARXIV.fullmatch(plain["eprint"].strip().split("v")[0])
        if match:
            return match[1]
    match = _ARXIV.search(url) if "arxiv.org" in url.lower() else None
    return match[1] if match else ""


def _keywords(text: str) -> list[str]:
    return [word.strip() for word in re.split(r"[;,]", text) if word.strip()]


_READERS: dict[str, Callable[[str], Bibliography]] = {
    ".bib": _read_bibtex,
    ".bibtex": _read_bibtex,
    ".biblatex": _read_bibtex,
    ".ris": _read_ris,
    ".json": _read_csl,
    ".enw": _read_endnote,
    ".nbib": _read_pubmed,
}
