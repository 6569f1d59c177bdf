"""Finds DOI, arXiv id and venue in the words of a paper's first page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from twintree.base.pages import PageText

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
    r"(?:\s+(?:[A-Z0-9][\w’'-]+|of|and|for|in|the|&|on|de)\b){0,24}"
)
#: It takes all its hyphens: a peptide (*Ala-Gly-Ser-…*) could be divided at each of them in millions of ways.
_CAPITAL = r"[A-Z][\w’'&-]*+"
_NAME = rf"(?P<name>{_CAPITAL}(?:[ -](?:{_CAPITAL}|of|and|for|in|the|&|on)){{0,9}})"
_PUBLISHER = r"(?:Hindawi|Elsevier|Springer|Wiley)(?:\s+Publishing)?(?:\s+(?:Corporation|Limited))?\s+"
#: Lines that say in which volume, or under which number, a paper stands, with the journal's name before it.
_JOURNAL_LINES = (
    re.compile(rf"\bet al\.?,?\s+{_NAME}\s+(?:\((?:19|20)\d\d\)|(?:19|20)\d\d,)\s*\d+\s*:"),
    re.compile(rf"^(?:{_PUBLISHER})?{_NAME}\s+Volume\s+(?:19|20)\d\d,\s+Article\s+ID\b"),
    re.compile(rf"^{_NAME}\s+(?:19|20)\d\d,\s*\d+(?:\(\d+\))?,\s*[\w–-]+(?:;|\s+(?:doi|https?:))"),
    re.compile(rf"^{_NAME},?\s+[EPe]?-?ISSN\b"),
    re.compile(rf"^{_NAME}\s*\|\s*(?:https?://|doi\b)", re.M),
)
#: A meeting that is named without its proceedings: *Sixth SIGHAN Workshop on Chinese Language Processing*.
_MEETING = re.compile(
    r"(?:(?:(?:[A-Z][\w’'-]+|\d{1,2}(?:st|nd|rd|th)|(?:19|20)\d\d|[Tt]he)\s+){1,6}?"
    r"(?:Conference|Workshop|Symposium)\s+(?:on|of|for)(?:\s+(?:the|and|of|on|for|in|&|[A-Z][\w’'-]*)\b){1,12})"
)
#: A longer name would be a sentence.
_MOST_WORDS = 24
#: First lines over which publisher, journal and volume may be spread.
_TOGETHER = 4


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
    """The journal or conference that running heads, margins and a first page's line of volume and number name."""
    votes: Counter[str] = Counter()
    for page in pages:
        votes.update(name for line in _margins(page) for name in _named_in(line))
    if not votes and pages:
        votes.update(name for line in _first_lines(pages[0]) for name in _on_journal_line(line))
    if not votes:
        return None
    # Where a line ends within a name, another one may have the whole of it.
    whole = {
        name: max((each for each in votes if f"{each} ".startswith(f"{name} ")), key=len) for name in votes
    }
    together: Counter[str] = Counter()
    for name, count in votes.items():
        together[whole[name]] += count
    name, count = max(together.items(), key=lambda item: (item[1], len(item[0])))
    return name, 0.5 + 0.1 * min(3, count)


def _named_in(line: str) -> Iterator[str]:
    if match := _VENUE.search(line) or _MEETING.search(line):
        yield from _trimmed(match.group(), 2)
    else:
        yield from _on_journal_line(line)


def _on_journal_line(line: str) -> Iterator[str]:
    for pattern in _JOURNAL_LINES:
        if match := pattern.search(line):
            yield from _trimmed(match["name"], 1)
            return


def _trimmed(name: str, least: int) -> Iterator[str]:
    name = " ".join(name.split()).strip(" ,;:.")
    name = re.sub(r"(?:\s+(?:of|and|for|in|the|&|on|de))+$", "", name)
    if least <= len(name.split()) <= _MOST_WORDS and name[0].isupper():
        yield name


def _first_lines(page: PageText) -> Iterator[str]:
    """The lines of the upper third, where journals print volume and number; the first ones also as one."""
    lines = [page.text[line.start : line.end] for line in page.lines if line.box.y1 < page.height / 3]
    yield " ".join(" ".join(lines[:_TOGETHER]).split())
    yield from lines
