"""Papers as references: BibTeX, RIS, CSL-JSON and Markdown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from twintree.base.names import split_name
from twintree.base.records import Paper

_ARTICLE = ("article", "JOUR", "article-journal")
_IN_PROCEEDINGS = ("inproceedings", "CPAPER", "paper-conference")
_CHAPTER = ("incollection", "CHAP", "chapter")
_THESIS = ("phdthesis", "THES", "thesis")
_REPORT = ("techreport", "RPRT", "report")
_PREPRINT = ("misc", "UNPB", "article")
#: kind -> (BibTeX, RIS, CSL), by what BibTeX and by what CSL call it; what is not here counts as ``misc``.
_KINDS = {
    "article": _ARTICLE,
    "article-journal": _ARTICLE,
    "inproceedings": _IN_PROCEEDINGS,
    "conference": _IN_PROCEEDINGS,
    "paper-conference": _IN_PROCEEDINGS,
    "book": ("book", "BOOK", "book"),
    "incollection": _CHAPTER,
    "chapter": _CHAPTER,
    "phdthesis": _THESIS,
    "thesis": _THESIS,
    "mastersthesis": ("mastersthesis", "THES", "thesis"),
    "techreport": _REPORT,
    "report": _REPORT,
    "preprint": _PREPRINT,
    "manuscript": ("unpublished", "UNPB", "manuscript"),
    "webpage": ("misc", "ELEC", "webpage"),
    "patent": ("misc", "PAT", "patent"),
    "dataset": ("misc", "DATA", "dataset"),
    "misc": ("misc", "GEN", "document"),
}
#: Venues whose papers stand in proceedings, and journals that are only called so.
_PROCEEDINGS = re.compile(r"\b(?:proceedings|proc\.|conference|workshop|symposium)", re.I)
_MEETING = r"(?:\w+ )*(?:conference|workshop|symposium|meeting)"
_JOURNAL = re.compile(
    r"\bproc(?:eedings|\.) of the (?:national academy|royal|ieee\b|vldb endowment|acm on\b|american|london|"
    rf"edinburgh|japan academy)(?! {_MEETING})",
    re.I,
)
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: "\\" + char for char in "&%$#_{}"},
}
#: Between two characters that TeX would draw as one: ?` is ¿, two quotes are a quotation mark, two hyphens a dash.
_LIGATURE = re.compile(r"(?<=[?!`])(?=`)|(?<=')(?=')|(?<=-)(?=-)")
#: Fields whose value is an address: never escaped, or it would not open.
_VERBATIM = ("doi", "url", "eprint", "arxiv")
_MARKDOWN = re.compile(r"([\\`*_\[\]<>#|])")


def bibtex(papers: Iterable[Paper]) -> str:
    """A BibTeX database in UTF-8; words with capitals inside are braced so that styles keep them."""
    return "\n".join(_bibtex(paper) for paper in papers)


def _bibtex(paper: Paper) -> str:
    kind = _kind(paper)[0]
    extra = _extra(paper)
    holder = {"article": "journal", "inproceedings": "booktitle", "incollection": "booktitle"}.get(
        kind, "howpublished"
    )
    values: dict[str, Any] = {
        "title": " ".join(_cased(word) for word in paper.row.title.split()),
        "author": " and ".join(_bibtex_name(name) for name in paper.row.authors),
        "year": paper.row.year,
        holder: latex(paper.row.venue),
        **{name: latex(extra[name]) for name in ("volume", "number", "publisher") if name in extra},
        "pages": latex(extra.get("pages", "")).replace("-{}-", "--"),
        "doi": paper.doi,
        "eprint": paper.arxiv,
        "archiveprefix": "arXiv" if paper.arxiv else "",
        "url": extra.get("url"),
        "abstract": latex(paper.abstract),
    }
    lines = [f"  {name} = {{{_plain(value, name)}}}" for name, value in values.items() if value]
    return "@" + kind + "{" + ",\n".join([paper.row.key, *lines]) + "\n}\n"


def _plain(value: Any, name: str) -> str:
    text = str(value)
    # Addresses stay as they are but for braces, which would end the field.
    return text.replace("{", "%7B").replace("}", "%7D") if name in _VERBATIM else text


def latex(text: object) -> str:
    """A text on one line with what LaTeX would read as commands escaped."""
    escaped = "".join(_ESCAPES.get(char, char) for char in _line(text))
    return _LIGATURE.sub("{}", escaped)


def _cased(word: str) -> str:
    text = latex(word)
    return "{" + text + "}" if any(char.isupper() for char in word[1:]) else text


def _bibtex_name(name: str) -> str:
    family, given = split_name(name)
    if not given:
        return "{" + latex(name) + "}" if " " in name.strip() or "," in name else latex(name)
    if re.search(r"\band\b", name):
        return "{" + latex(name) + "}"
    return f"{latex(family)}, {latex(given)}"


def ris(papers: Iterable[Paper]) -> str:
    """A RIS file."""
    return "".join(_ris(paper) for paper in papers)


def _ris(paper: Paper) -> str:
    extra = _extra(paper)
    first, _, last = str(extra.get("pages", "")).replace("--", "-").replace("–", "-").partition("-")
    tags: list[tuple[str, Any]] = [
        ("ID", paper.row.key),
        ("TI", paper.row.title),
        *(("AU", ", ".join(filter(None, split_name(name)))) for name in paper.row.authors),
        ("PY", paper.row.year),
        ("T2", paper.row.venue),
        ("VL", extra.get("volume")),
        ("IS", extra.get("number")),
        ("SP", first.strip()),
        ("EP", last.strip()),
        ("PB", extra.get("publisher")),
        ("DO", paper.doi),
        ("UR", extra.get("url") or (f"https://arxiv.org/abs/{paper.arxiv}" if paper.arxiv else "")),
        ("AB", paper.abstract),
        *(("KW", tag) for tag in paper.row.tags),
    ]
    lines = [
        f"TY  - {_kind(paper)[1]}",
        *(f"{tag}  - {_line(value)}" for tag, value in tags if value),
        "ER  - ",
    ]
    return "\n".join(lines) + "\n\n"


def csl_json(papers: Iterable[Paper]) -> str:
    """A CSL-JSON array."""
    return json.dumps([_csl(paper) for paper in papers], ensure_ascii=False, indent=1)


def _csl(paper: Paper) -> dict[str, Any]:
    extra = _extra(paper)
    values: dict[str, Any] = {
        "id": paper.row.key,
        "type": _kind(paper)[2],
        "title": paper.row.title,
        "author": [_csl_name(name) for name in paper.row.authors],
        "issued": {"date-parts": [[paper.row.year]]} if paper.row.year else None,
        "container-title": paper.row.venue,
        "volume": extra.get("volume"),
        "issue": extra.get("number"),
        "page": extra.get("pages"),
        "publisher": extra.get("publisher"),
        "DOI": paper.doi,
        "URL": extra.get("url"),
        "number": f"arXiv:{paper.arxiv}" if paper.arxiv else None,
        "abstract": paper.abstract,
        "language": paper.language,
    }
    return {name: value for name, value in values.items() if value}


def _csl_name(name: str) -> dict[str, str]:
    family, given = split_name(name)
    return {"family": family, "given": given} if given else {"literal": family}


def markdown(papers: Iterable[Paper]) -> str:
    """A list of references in Markdown."""
    return "".join(f"- {markdown_reference(paper)}\n" for paper in papers)


def markdown_reference(paper: Paper) -> str:
    """One reference on one line: authors, year, title, venue, address."""
    row = paper.row
    authors = ", ".join(_markdown(name) for name in row.authors)
    head = (
        f"{authors} ({row.year}{row.letter})."
        if authors and row.year
        else f"{authors or row.year or ''}".strip()
    )
    parts = [
        head,
        f"**{_markdown(row.title or row.key)}**.",
        f"*{_markdown(row.venue)}*." if row.venue else "",
    ]
    if paper.doi:
        parts.append(f"<https://doi.org/{paper.doi}>")
    elif paper.arxiv:
        parts.append(f"<https://arxiv.org/abs/{paper.arxiv}>")
    return " ".join(part for part in parts if part)


def _markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", _line(text))


def _line(text: Any) -> str:
    return " ".join(str(text).split())


def _kind(paper: Paper) -> tuple[str, str, str]:
    """What a paper is: as it was said, else as its venue is called."""
    said = str(_extra(paper).get("kind") or "").lower()
    if said:
        return _KINDS.get(said, _KINDS["misc"])
    venue = paper.row.venue
    return _IN_PROCEEDINGS if _PROCEEDINGS.search(venue) and not _JOURNAL.search(venue) else _ARTICLE


def _extra(paper: Paper) -> Mapping[str, Any]:
    chosen = {each.field: each.value for each in paper.fields if each.chosen}
    if "number" not in chosen and "issue" in chosen:
        chosen["number"] = chosen["issue"]
    return chosen
