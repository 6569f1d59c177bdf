"""One reference string into fields: authors, title, year, venue, volume, issue, pages, publisher, DOI and the like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from twintree.base.records import Record
from twintree.knowledge import gost
from twintree.knowledge.tagger import ARXIV, DOI, Token, tag
from twintree.knowledge.wholetitles import whole

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+")
_DOI_ANY = re.compile(DOI, re.IGNORECASE)
_ARXIV = re.compile(ARXIV, re.IGNORECASE)
_ARXIV_ID = re.compile(r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?", re.IGNORECASE)
_ARXIV_URL = re.compile(
    r"arxiv\.org/(?:abs|pdf)/(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.IGNORECASE
)
_CORR = re.compile(r"\babs/(\d{4}\.\d{4,5})\b", re.IGNORECASE)
_URL = re.compile(r"(?:https?://|ftp://|www\.)[^\s<>\"]+", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d.])(1[5-9]\d\d|20\d\d)(?!\d)")
_NUMBER = re.compile(r"\d+[A-Za-z]?(?:[–-]\d+)?|\b[IVXLC]+\b")
_ISSUE = re.compile(
    r"\d\s*\((?:no\.?\s*|issue\s*)?(\d{1,4}(?:[–/-]\d{1,4})?)\)|\b(?:no|nr|num|number|issue|iss)\b\.?\s*(\d{1,4})",
    re.I,
)
_PAGES = re.compile(r"([A-Z]{0,2}\d+[A-Za-z]?)(?:\s*[–—‐‑-]+\s*([A-Z]{0,2}\d+[A-Za-z]?))?")
_DOI_TAIL = ".,;:'\"”’]}"
#: A field that is longer than this is a list that was not split.
_LONGEST = 600


class Fields(Record, frozen=True, kw_only=True):
    """What could be read in a reference string; empty where nothing could."""

    authors: tuple[str, ...] = ()
    title: str = ""
    year: int | None = None
    venue: str = ""
    volume: str = ""
    pages: str = ""
    doi: str = ""
    arxiv: str = ""
    url: str = ""
    issue: str = ""
    publisher: str = ""
    within: bool = False  #: whether ``venue`` is a book or proceedings, and no journal


def parse_reference(text: str) -> Fields:
    """The fields of a reference as printed, without its label.

    Identifiers are found by pattern, everything else by the trained chain; nothing is filled in that does
    not stand in the text.
    """
    text = " ".join(text.split())
    doi, arxiv, url = find_doi(text), find_arxiv(text), find_url(text)
    if not text or len(text) > 4 * _LONGEST:
        return Fields(doi=doi, arxiv=arxiv, url=url)
    marked = gost.parted(text)
    if marked is not None:
        return _by_marks(marked, doi, arxiv, url)
    runs = list(_runs(text, list(tag(text))))
    pages = _pages(_texts(runs, "pages"))
    venue, within = _venue(runs)
    title, venue, begun = whole(text, _title(runs) or _title_before_in(text), venue)
    authors = split_authors(_authors_text(runs))
    return Fields(
        authors=tuple(name for name in authors if name != begun),
        title=title[:_LONGEST],
        year=_year(runs),
        venue=venue,
        volume=_first(_NUMBER, _texts(runs, "volume")) or _volume_before(text, pages),
        pages=pages,
        doi=doi,
        arxiv=arxiv,
        url=url,
        issue=_issue(_texts(runs, "volume"), pages),
        publisher=next(filter(None, map(_bare, _texts(runs, "publisher"))), "")[:_LONGEST],
        within=within,
    )


def _by_marks(parted: gost.Parted, doi: str, arxiv: str, url: str) -> Fields:
    return Fields(
        authors=split_authors(parted.authors),
        title=parted.title,
        year=parted.year,
        venue=parted.venue,
        volume=parted.volume,
        pages=parted.pages,
        doi=doi,
        arxiv=arxiv,
        url=url,
        issue=parted.issue,
        publisher=parted.publisher,
        within=bool(parted.publisher),
    )


# ── identifiers ──────────────────────────────────────────────────────────────────────────────────────


def find_doi(text: str) -> str:
    """The first DOI of a text, folded, without what closes a sentence or a bracket; ``""`` if none.

    A DOI that a line end broke behind its slash or a hyphen is mended.
    """
    joined = re.sub(r"(10\.)\s+(\d{4,9}/)", r"\1\2", text)
    joined = re.sub(r"(10\.\d{4,9}/(?:[^\s\"<>]*[/\-_.])?)\s+(?=[\w(][^\s]*\d)", r"\1", joined)
    match = _DOI.search(joined)
    return _trimmed(match.group()).lower() if match else ""


def _trimmed(doi: str) -> str:
    doi = re.sub(r"(?:\[|\(PMID|;PMID|PMID:).*$", "", doi, flags=re.IGNORECASE)
    while doi and (doi[-1] in _DOI_TAIL or (doi[-1] == ")" and doi.count(")") > doi.count("("))):
        doi = doi[:-1]
    return doi


def find_arxiv(text: str) -> str:
    """The first arXiv id of a text, without its version; ``""`` if none."""
    match = _ARXIV_URL.search(text) or _CORR.search(text)
    if match:
        return match.group(1).lower()
    match = _ARXIV.search(text)
    found = _ARXIV_ID.search(match.group()) if match else None
    return re.sub(r"v\d+$", "", found.group().lower()) if found else ""


def find_url(text: str) -> str:
    """The first address that is no DOI's; ``""`` if none."""
    for match in _URL.finditer(text):
        url = match.group().rstrip(".,;:'\"”’]}>")
        if url.endswith(")") and url.count(")") > url.count("("):
            url = url[:-1]
        if "doi.org/10." not in url.lower():
            return url
    return ""


# ── runs of labels ───────────────────────────────────────────────────────────────────────────────────


def _runs(text: str, tagged: Sequence[tuple[Token, str]]) -> Iterator[tuple[str, str]]:
    """Stretches of one label with their text; marks at a boundary stay with what they close."""
    for label, group in groupby(tagged, key=lambda each: each[1]):
        tokens = [token for token, _ in group]
        yield label, text[tokens[0].start : tokens[-1].end]


def _texts(runs: Sequence[tuple[str, str]], *labels: str) -> list[str]:
    return [text for label, text in runs if label in labels]


def _authors_text(runs: Sequence[tuple[str, str]]) -> str:
    """Authors stand in one stretch, but for a stray mark or year between."""
    found: list[str] = []
    for label, text in runs:
        if label == "author":
            found.append(text)
        elif found and label in ("title", "journal", "container"):
            break
    return " ".join(found)


def _title(runs: Sequence[tuple[str, str]]) -> str:
    titles = [_bare(text) for text in _texts(runs, "title")]
    titles = [text for text in titles if len(text) > 2]
    if not titles:
        return ""
    best = max(titles[:2], key=len) if len(titles[0]) < 12 else titles[0]
    # The book that a chapter stands in is no part of its title.
    return _bare(_IN_BOOK.split(best)[0])[:_LONGEST]


def _title_before_in(text: str) -> str:
    """The one sentence between the year and "In", where the chain has found no title."""
    match = _DATED_BEFORE_IN.search(text)
    return match["title"][:_LONGEST] if match and len(match["title"].split()) > 1 else ""


def _bare(text: str) -> str:
    text = text.strip(" \t.,;:“”\"«»„‘'’`*•–—-")
    if text.count("(") < text.count(")") and text.endswith(")"):
        text = text[:-1]
    if text.count("(") > text.count(")") and "(" in text[-3:]:
        text = text[: text.rindex("(")]
    return text.strip(" ,;:")


def _year(runs: Sequence[tuple[str, str]]) -> int | None:
    for dated in _texts(runs, "date"):
        match = _YEAR.search(dated)
        if match:
            return int(match.group(1))
    rest = " ".join(part for label, part in runs if label not in ("pages", "url", "id", "title"))
    match = _YEAR.search(_DOI_ANY.sub(" ", rest)) if rest else None
    return int(match.group(1)) if match else None


_DATED_BEFORE_IN = re.compile(
    r"\b(?:1[89]|20)\d\d[a-z]?\)?[.,:]\s+[“\"']?(?P<title>[A-Z][^.?!]*[^.?!\s”\"',])[.?!,]?[”\"']?[.,]?\s+In:?\s+(?=[A-Z])"
)
_IN_BOOK = re.compile(r"[.?!”\"]\s+In:?\s+(?=[A-Z])")
_IN = re.compile(r"^(?:published\s+)?(?:in|dans)\b[:\s]+", re.IGNORECASE)


def _venue(runs: Sequence[tuple[str, str]]) -> tuple[str, bool]:
    """Journal, book or proceedings, and whether it is one of the latter two."""
    for label in ("journal", "container"):
        for text in _texts(runs, label):
            # With a title in front, what follows "In" is the venue.
            venue = _bare(_IN.sub("", _bare(_IN_BOOK.split(text)[-1])))
            if len(venue) > 1:
                return venue[:_LONGEST], label == "container"
    return "", False


def _first(pattern: re.Pattern[str], texts: Sequence[str]) -> str:
    for text in texts:
        match = pattern.search(text)
        if match:
            return match.group()
    return ""


def _issue(volumes: Sequence[str], pages: str) -> str:
    """The number in brackets behind a volume, or behind *no.*; never the year or the pages."""
    for text in volumes:
        match = _ISSUE.search(text)
        number = next(filter(None, match.groups()), "") if match else ""
        if number and not _YEAR.fullmatch(number) and number != pages:
            return number
    return ""


def _volume_before(text: str, pages: str) -> str:
    """The number before a colon or comma and the pages, which the chain took for something else."""
    first = pages.split("–", maxsplit=1)[0]
    if not first:
        return ""
    before = (
        rf"(?<![\d.])(\d{{1,4}})\s*(?:\(\w[^)]{{0,10}}\))?\s*[:,;]\s*(?:pp?\.?\s*)?{re.escape(first)}(?!\d)"
    )
    match = re.search(before, text)
    return match.group(1) if match and not _YEAR.fullmatch(match.group(1)) else ""


def _pages(texts: Sequence[str]) -> str:
    for text in texts:
        found = list(_PAGES.finditer(text))
        if found:
            match = next((each for each in found if each.group(2)), found[0])
            return f"{match.group(1)}–{match.group(2)}" if match.group(2) else match.group(1)
    return ""


# ── names ────────────────────────────────────────────────────────────────────────────────────────────

_ET_AL = re.compile(r"[,;]?\s*(?:\bet\.?\s*al\b\.?|\bu\.\s?a\.|\band others\b|\bи др\b\.?|等)", re.IGNORECASE)
_AND = re.compile(r"\s*(?:,?\s+(?:and|und|et|y|и|och|en)\s+|,?\s*&\s*|;\s*|\s+[·•]\s+)\s*")
_INITIALS = re.compile(
    r"^(?:[^\W\d_a-z]\.?[\s\-‐‑]*){1,4}(?:,?\s*(?:Jr|Sr|II|III)\.?)?$|^(?:[A-Z][a-z]{0,2}\.[\s\-]*){1,4}$"
)
_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SUFFIX = re.compile(r"^(?:Jr|Sr|II|III|IV|PhD|MD)\.?$")
_TRAILING = re.compile(
    r"^(?P<family>[^\W\d_][\w'’`´\-‐‑. ]*?[^\W\d_A-Z.][\w'’\-]*|[^\W\d_]{2,}?)\s+"
    r"(?P<given>(?:[A-Z]\.?[\-‐‑]?\s?){1,4})(?:\s(?:Jr|Sr|II|III)\.?)?$"
)
_EDITED = re.compile(r"\(?\b(?:eds?|editors?|hrsg|dir|coord)\b\.?\)?", re.IGNORECASE)


def split_authors(text: str) -> tuple[str, ...]:
    """The names of a list of authors: ``Family, Given`` where that can be told, else as printed."""
    text = _EDITED.sub(" ", _ET_AL.sub(" ", " ".join(text.split())))
    text = re.sub(r"\(\s*\)|\[\s*\]", " ", text).strip(' ,;:.–—-“"(').strip()
    if not text:
        return ()
    pieces = [piece for piece in _AND.split(text) if piece.strip(" ,.")]
    found: list[str] = []
    for position, piece in enumerate(pieces):
        found += _names(piece, first=position == 0)
    return tuple(name for name in found if re.search(r"[^\W\d_]", name))


def _names(piece: str, *, first: bool) -> list[str]:
    chunks = [chunk.strip() for chunk in piece.split(",")]
    chunks = [chunk for chunk in chunks if chunk.strip(" .")]
    out: list[str] = []
    i = 0
    while i < len(chunks):
        chunk = chunks[i]
        following = chunks[i + 1] if i + 1 < len(chunks) else ""
        if _SUFFIX.match(chunk) and out:
            i += 1
        elif following and _completes(chunk, following, chunks, i, first=first):
            out.append(f"{chunk}, {_tidy(following)}")
            i += 2
        else:
            out.append(_one(chunk))
            i += 1
    return out


def _completes(chunk: str, following: str, chunks: Sequence[str], i: int, *, first: bool) -> bool:
    """Whether what follows a comma are the initials or given names of what stands before it."""
    if _WITHOUT_SPACES.search(following):
        return False
    return bool(_INITIALS.match(following)) or _is_given(chunk, following, chunks, i, first=first)


def _is_given(chunk: str, following: str, chunks: Sequence[str], i: int, *, first: bool) -> bool:
    """Whether ``Chieu, Hai Leong`` is one name: one word, then given names, where a name begins."""
    if " " in chunk and not re.match(
        r"^(?:de|van|von|der|den|la|le|di|da|dos|del|al|el|ten|ter)\b", chunk, re.I
    ):
        return False
    if _TRAILING.match(following) or len(following.split()) > 3 or _INITIALS.match(chunk):
        return False
    pairs = len(chunks) % 2 == 0 and all(" " not in each for each in chunks[::2])
    return (first and i == 0) or pairs


def _one(name: str) -> str:
    match = _TRAILING.match(name)
    if match and len(match["family"]) > 1:
        return f"{match['family'].strip()}, {_tidy(match['given'])}"
    return _tidy(name)


def _tidy(name: str) -> str:
    name = " ".join(name.split()).strip(" ,;:")
    # The full stop after a last initial belongs to it; after a word it closes the list.
    return name.rstrip(".") if re.search(r"\w{2,}\.$", name) else name
