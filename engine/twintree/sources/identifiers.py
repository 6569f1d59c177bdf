"""Finds DOI, arXiv id and venue in the words of a paper's first page."""

from __future__ import annotations

import re
from collections import Counter
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
