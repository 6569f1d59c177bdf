"""Finds DOI, arXiv id, year and venue in the words of a paper's first page."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from twintree.base.records import PageText

_DOI = re.compile(r"\b10\.\d{4,9}(?:\.\d+)*/[^\s\"<>{}|\\^`\[\]]+", re.I)
_LABEL = re.compile(r"(?:doi\s*[:/]?\s*|doi\.org/|dx\.doi\.org/)$", re.I)
_PLACEHOLDER = re.compile(
    r"^10\.(?:1000/|1234/|12345/|1145/(?:n+\.n+|nnnnnnn|1122445|0000000|3?x+)|475/123|9999/|0{4,}/)"
    r"|/(?:n{3,}|x{3,}|0{6,}|placeholder|abc|xyz|test)$|x{4,}|n{5,}",
    re.I,
)
_PART = re.compile(r"(?:[./](?:s|t|g|r)\d{3}|/-/dc\d+|/suppl?_?file.*)$", re.I)
_ARXIV = re.compile(r"arxiv\s*:\s*(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(v\d+)?", re.I)
_ARXIV_NAME = re.compile(r"(?:^|[^\d.])(\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})(?:v\d+)?(?:[^\d]|$)")
_REFERENCES = re.compile(
    r"^\s*(?:references|bibliography|literatur(?:verzeichnis)?|références|bibliographie|literature "
    r"cited)\s*$",
    re.I | re.M,
)
_YEAR = r"((?:19[5-9]|20[0-4])\d)"
_DATED = (
    (re.compile(rf"\bpublish(?:ed)?\b(?:\s+online)?(?:\s+at)?\W{{0,3}}[^\n]{{0,28}}?\b{_YEAR}\b", re.I), 5.0),
    (re.compile(rf"arxiv:\S+[^\n]{{0,16}}\s\d{{1,2}} [A-Z][a-z]{{2}} {_YEAR}", re.I), 4.0),
    (re.compile(rf"\bproceedings\b[^\n]{{0,160}}?\b{_YEAR}\b", re.I), 4.0),
    (re.compile(rf"\bvol(?:ume|\.)?\s*\d+[^\n]{{0,40}}?\b{_YEAR}\b", re.I), 4.0),
    (re.compile(rf"[A-Za-z.),]\s*\(?{_YEAR}\)?\s*[,;:]\s*(?:vol\.?\s*)?\d+\s*[,:;(]", re.I), 4.5),
    (re.compile(rf"[(,;]\s*{_YEAR}\)?[.:,;]?\s*(?:https?:|doi|pp?\.|\d+[:(])", re.I), 3.5),
    (re.compile(rf"\((?:[^()\n]{{0,24}}\s)?{_YEAR}\)\s*\d+\s*[:,]", re.I), 4.5),
    (re.compile(rf"(?:©|\bcopyright\b|\(c\))[^\n]{{0,30}}?\b{_YEAR}\b", re.I), 3.5),
    (re.compile(rf"\baccepted\b\W{{0,3}}[^\n]{{0,28}}?\b{_YEAR}\b", re.I), 2.0),
    (re.compile(rf"\b(?:conference|workshop|symposium|acl|emnlp|naacl|iclr|neurips|coling|juliacon)\b"
                rf"[^\n]{{0,60}}?\b{_YEAR}\b", re.I), 2.5),
    (re.compile(rf"\b(?:received|submitted)\b\W{{0,3}}[^\n]{{0,28}}?\b{_YEAR}\b", re.I), 0.6),
)  # fmt: skip
_LATEST = 2049
_VENUE = re.compile(
    r"\b(?:(?:[Tt]he\s+)?(?:International|European|American|Asian|Open|Annual)\s+)?"
    r"(?:(?:[A-Z0-9][\w’'-]+|of|and|for|in|the|&|on)\s+){0,8}?"
    r"(?:Journal|Transactions|Proceedings|Letters|Reviews?|Annals|Bulletin|Archives|Magazine)"
    r"(?:\s+(?:[A-Z0-9][\w’'-]+|of|and|for|in|the|&|on|de)\b){0,14}"
)


def clean_doi(text: str) -> str:
    """A DOI in lower case without prefix and trailing punctuation; ``""`` for none and for placeholders.

    Templates leave ``10.1145/nnnnnnn.nnnnnnn`` and the like in finished papers (PAINS 19).
    """
    match = _DOI.search(text)
    if match is None:
        return ""
    doi = match.group().lower().rstrip(".,;:'’”*†)")
    if doi.count("(") > doi.count(")"):
        doi += ")" if match.group()[len(doi) : len(doi) + 1] == ")" else ""
    doi = _PART.sub("", doi)
    if _PLACEHOLDER.search(doi) or len(doi.split("/", 1)[1]) < 3:
        return ""
    return doi


def find_doi(page: PageText) -> tuple[str, float] | None:
    """The DOI that the first page says is its own, with a confidence; None when there is none or no telling.

    Args:
        page: the first page; DOIs below a heading "References" do not count.
    """
    text = _own_words(page)
    weights: Counter[str] = Counter()
    for match in _DOI.finditer(text):
        doi = clean_doi(match.group())
        if doi:
            labelled = bool(_LABEL.search(text[max(0, match.start() - 24) : match.start()]))
            around = match.start() < 900 or match.start() >= page.body_end
            weights[doi] += 1 + 2 * labelled + around
    if not weights:
        return None
    (doi, best), *others = weights.most_common(2)
    if others and others[0][1] >= best:
        # The paper's own stands first; a tie further down is a citation.
        doi = next(each for each in weights if weights[each] == best)
        return doi, 0.6
    return doi, 0.95 if best >= 3 else 0.7


def _own_words(page: PageText) -> str:
    match = _REFERENCES.search(page.text, 0, page.body_end)
    if match is None:
        return page.text
    return page.text[: match.start()] + page.text[page.body_end :]


def find_arxiv(page: PageText, name: str) -> tuple[str, float] | None:
    """The arXiv id stamped on the first page, or in the file's name.

    A mention in running text is a citation: only margin lines, heads and the first lines count.
    """
    for line in page.lines:
        text = page.text[line.start : line.end]
        match = _ARXIV.search(text)
        if match and (line.furniture or line.direction or (match.start() < 12 and line.start < 600)):
            return match[1], 0.95
    match = _ARXIV_NAME.search(name.rsplit("/", 1)[-1])
    return (match[1], 0.6) if match else None


def find_year(page: PageText) -> tuple[int, float] | None:
    """The year of publication that the first page's dates, heads and copyright lines agree on."""
    text = _around_text(page)
    weights: dict[int, float] = defaultdict(float)
    for pattern, weight in _DATED:
        found = (match for match in pattern.finditer(text) if "et al" not in match.group())
        for year in {int(match[1]) for match in found}:
            weights[year] += weight
    if not weights:
        margins = [int(y) for line in _margins(page) for y in re.findall(rf"\b{_YEAR}\b", line)]
        if not margins:
            return None
        return max(margins), 0.5
    year, weight = max(weights.items(), key=lambda item: (item[1], item[0]))
    return year, min(0.95, 0.4 + 0.1 * weight)


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
    for line in page.lines:
        if line.furniture or line.box.y1 < 0.1 * page.height or line.box.y0 > 0.9 * page.height:
            yield page.text[line.start : line.end]


def find_venue(pages: Sequence[PageText]) -> tuple[str, float] | None:
    """The journal or conference that running heads and margins name."""
    votes: Counter[str] = Counter()
    for page in pages:
        for line in _margins(page):
            match = _VENUE.search(line)
            if match:
                name = " ".join(match.group().split()).strip(" ,;:.")
                name = re.sub(r"\s+(?:of|and|for|in|the|&|on|de)$", "", name)
                if 2 <= len(name.split()) <= 16 and name[0].isupper():
                    votes[name] += 1
    if not votes:
        return None
    name, count = max(votes.items(), key=lambda item: (item[1], len(item[0])))
    return name, 0.5 + 0.1 * min(3, count)
