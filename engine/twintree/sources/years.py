"""Finds a paper's year of publication in what it prints and what its identifiers say, never in its file's date."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from twintree.base.pages import PageText

_YEAR = r"((?:19[5-9]|20[0-4])\d)"
_MONTHS = (
    "jan|feb|mar|m[äa]r|apr|avr|ma[iy]|jun|juin|jul|juil|aug|ao[uû]t|sep|o[ck]t|nov|de[cz]|d[ée]c|f[ée]v|"
    "январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр"
)
#: What dates a paper on its first page, and how much each counts.
_DATED = (
    (re.compile(rf"\bpublish(?:ed)?\b(?:\s+online)?(?:\s+at)?\W{{0,3}}[^\n]{{0,28}}?\b{_YEAR}\b", re.I), 5.0),
    (re.compile(rf"\bproceedings\b[^\n]{{0,160}}?\b{_YEAR}\b", re.I), 4.0),
    (re.compile(rf"\bvol(?:ume|\.)?\s*\d+[^\n]{{0,40}}?\b{_YEAR}\b", re.I), 4.0),
    (re.compile(rf"[A-Za-z.),]\s*\(?{_YEAR}\)?\s*[,;:]\s*(?:vol\.?\s*)?\d+\s*[,:;(]", re.I), 4.5),
    (re.compile(rf"[(,;]\s*{_YEAR}\)?[.:,;]?\s*(?:https?:|doi|pp?\.|\d+[:(])", re.I), 3.5),
    (re.compile(rf"\((?:[^()\n]{{0,24}}\s)?{_YEAR}\)\s*\d+\s*[:,]", re.I), 4.5),
    # A journal's volume and pages: *46, 52–59, January 2010*.
    (re.compile(rf"\b\d{{1,4}}(?:\s*\(\d{{1,3}}\))?\s*[,:]\s*\d+\s?[-–—]\s?\d+\s*,?\s*\(?"
                rf"(?:(?:{_MONTHS})[^\W\d]*\.?\s*)?{_YEAR}\b", re.I), 3.5),
    # The mark may also be a glyph that no font names.
    (re.compile(rf"(?:©|c⃝|ⓒ|\bcopyright\b|\(c\)|\ufffd\s?(?=The\s+Author))[^\n]{{0,30}}?\b{_YEAR}\b", re.I), 3.5),
    (re.compile(rf"\baccepted\b\W{{0,3}}[^\n]{{0,28}}?\b{_YEAR}\b", re.I), 2.0),
    (re.compile(rf"\b(?:conference|workshop|symposium|acl|emnlp|naacl|iclr|neurips|coling|juliacon)\b"
                rf"[^\n]{{0,60}}?\b{_YEAR}\b", re.I), 2.5),
    (re.compile(rf"\b(?:received|submitted)\b\W{{0,3}}[^\n]{{0,28}}?\b{_YEAR}\b", re.I), 0.6),
)  # fmt: skip
#: The weight of an arXiv id's month, with the stamp that prints it.
_STAMPED = 4.0
#: A journal's issue as running heads have it: *1(1), 2019*.
_ISSUE = re.compile(rf"\b\d{{1,3}}\s*\(\d{{1,3}}\)[,:]?\s*\(?{_YEAR}\b")
#: A whole date: *11 mars 2015*, *January 9-12, 2011*.
_DAY = re.compile(
    rf"\b\d{{1,2}}(?:\.|st|nd|rd|th)?\s+(?:{_MONTHS})[^\W\d]*\.?,?\s+{_YEAR}\b"
    rf"|\b(?:{_MONTHS})[^\W\d]*\.?\s+\d{{1,2}}(?:\s?[-–]\s?\d{{1,2}})?,?\s+{_YEAR}\b",
    re.I,
)
#: A meeting and its year: *EACL '99*, *CIDR 2007*.
_MEETING = re.compile(
    rf"\b[A-Z]{{3,}}[A-Za-z]*\s*[’'`´]\s?(?P<short>\d\d)\b|\b[A-Z]{{3,}}[A-Za-z]*[ -]{_YEAR}\b"
)
#: A cited work, which says nothing of the paper that cites it.
_CITED = re.compile(
    rf"\(\s*(?!(?:{_MONTHS}|received|accepted|published))[A-ZÀ-Þ][\w'’-]+(?:\s+(?:et\s+al\.?|(?:and|&)\s+[A-ZÀ-Þ][\w'’-]+))?,?"
    rf"\s*\(?{_YEAR}[a-z]?\)?\s*[);]",
    re.I,
)
_CITING = re.compile(rf"\bet\s+al\b|;\s*{_YEAR}|[A-Z][\w'’-]+\s+\({_YEAR}|[A-Z][\w'’-]+,\s+{_YEAR}[a-z]?[;)]")
_ARXIV = re.compile(r"^(?:[a-z-]+(?:\.[A-Z]{2})?/)?(\d\d)(?:0[1-9]|1[0-2])")
#: The ids of the ACL Anthology, which its files are named by: *P98-1081*, *2020.acl-main.447*.
_ANTHOLOGY = re.compile(
    r"^(?:[A-Z](?P<short>\d\d)-\d{4}|(?P<year>20[2-4]\d)\.[a-z0-9_]+-[a-z0-9_]+\.\d+)(?:v\d)?\.pdf$"
)
#: From this confidence on, what the page prints is believed against what the file is called.
_PRINTED = 0.7
#: Up to this confidence only the day on which the manuscript arrived is printed; an issue from that one on says more.
_ARRIVED, _ISSUED = 0.5, 0.6
_DOI = re.compile(r"[/.](?P<year>(?:19[5-9]|20[0-4])\d)[/.]")


def find_year(
    pages: Sequence[PageText], *, name: str = "", doi: str = "", arxiv: str = ""
) -> tuple[int, float] | None:
    """The year of publication with a confidence, or None when nothing dates the paper.

    Args:
        pages: the first pages.
        name: the file's name, which may be an Anthology id.
        doi: the paper's own DOI.
        arxiv: its arXiv id.
    """
    first = next((page for page in pages if page.text.strip()), None)
    printed = _printed(first, arxiv) if first is not None else None
    named = _ANTHOLOGY.match(name)
    if named and (printed is None or printed[1] < _PRINTED):
        return _century(named["short"]) if named["short"] else int(named["year"]), _PRINTED
    if first is None or (printed is not None and printed[1] > _ARRIVED):
        return printed
    for evidence, confidence in _weaker(pages, doi):
        if printed is not None and confidence < _ISSUED:
            break
        years = evidence()
        if years:
            return max(set(years), key=lambda year: (years.count(year), year)), confidence
    return printed


def _weaker(pages: Sequence[PageText], doi: str) -> Iterator[tuple[Callable[[], list[int]], float]]:
    """What is asked one after another where the first page carries no date of publication."""
    first, *others = [page for page in pages if page.text.strip()]
    heads = [line for page in (first, *others) for line in _margins(page)]
    yield lambda: [int(match[1]) for line in heads for match in _ISSUE.finditer(line)], 0.7
    yield lambda: [year for line in heads for year in _meetings(line)], 0.6
    yield lambda: [int(match["year"]) for match in _DOI.finditer(doi)], 0.6
    yield lambda: [year for line in _edges(first) for year in _meetings(line)], 0.55
    yield lambda: [int(match[1] or match[2]) for match in _DAY.finditer(_around_text(first))], 0.55
    yield lambda: [int(year) for line in _margins(first) for year in re.findall(rf"\b{_YEAR}\b", line)], 0.5


def _printed(page: PageText, arxiv: str) -> tuple[int, float] | None:
    """The year that the first page's dates, heads and copyright lines agree on."""
    text = _CITED.sub(" ", _around_text(page))
    weights: dict[int, float] = defaultdict(float)
    for pattern, weight in _DATED:
        found = (match for match in pattern.finditer(text) if "et al" not in match.group())
        for year in {int(match[1]) for match in found}:
            weights[year] += weight
    stamped = _ARXIV.match(arxiv)
    if stamped:
        weights[_century(stamped[1])] += _STAMPED
    if not weights:
        return None
    year, weight = max(weights.items(), key=lambda item: (item[1], item[0]))
    return year, min(0.95, 0.4 + 0.1 * weight)


def _century(short: str) -> int:
    return int(short) + (2000 if int(short) < 50 else 1900)


def _meetings(line: str) -> list[int]:
    return [
        _century(match["short"]) if match["short"] else int(match[2]) for match in _MEETING.finditer(line)
    ]


def _around_text(page: PageText) -> str:
    """What stands around a first page's text: heads, feet, side columns, the part above the abstract."""
    kept: list[str] = []
    end = -1
    for line in page.lines:
        place = line.box.y0 / page.height
        if line.furniture or place < 0.38 or place > 0.8 or line.box.x1 < 0.33 * page.width:
            kept.append(" " if 0 <= line.start - end <= 1 else "\n")
            kept.append(page.text[line.start : line.end])
            end = line.end
    return "".join(kept)


def _margins(page: PageText) -> Iterator[str]:
    """The lines at a page's edges that cite nothing."""
    yield from _lines(page, 0.1, 0.9)


def _edges(page: PageText) -> Iterator[str]:
    """The lines above the title and below the text, where a first page says what it was printed in."""
    yield from _lines(page, 0.12, 0.8)


def _lines(page: PageText, above: float, below: float) -> Iterator[str]:
    for line in page.lines:
        text = page.text[line.start : line.end]
        outside = line.box.y1 < above * page.height or line.box.y0 > below * page.height
        if (line.furniture or outside) and not _CITING.search(text):
            yield text
