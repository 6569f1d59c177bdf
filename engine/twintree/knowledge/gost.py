"""Reference strings in the order of GOST 7.1 and ISBD: title [Text] / authors // where. — Year. — Volume. — Pages."""

from __future__ import annotations

import re

from twintree.base.records import Record

_MEDIUM = (
    r"\[(?:text|текст|electronic resource|электронный ресурс|(?:ressource|recurso) [^\]]{3,15})[^\]]{0,12}\]"
)
_WHOLE = re.compile(
    rf"(?P<title>.{{3,400}}?)\s*(?P<medium>{_MEDIUM})?\s*(?:\s/\s+(?P<authors>.{{2,400}}?))?\s//\s+(?P<host>.+)",
    re.I | re.S,
)
#: The name that an entry is put under, before its title.
_HEAD = re.compile(
    r"(?P<name>[^\W\d_a-z][^\s,.]+(?:\s[^\W\d_a-z][^\s,.]+)?,\s(?:[^\W\d_a-z]\.[\s-]?){1,3})\s*(?=[^\W_a-z])"
)
_DASH = "[—–-]"
_HOST_ENDS = re.compile(rf"\s+/\s|\.?\s+{_DASH}\s|\.\s+(?:vol|т|bd)\.", re.I)
_YEAR = re.compile(r"(?<![\d.–—-])((?:1[5-9]|20)\d\d)(?=[\s.,;]|$)")
_VOLUME = re.compile(r"(?:\bvol|\bт|\bbd)\.\s*(\d+)", re.I)
_ISSUE = re.compile(r"(?:№|\b(?:no|вып)\.)\s*(\d+(?:[–/-]\d+)?)", re.I)
_PAGES = re.compile(rf"\s{_DASH}\s+[PСCS]p?\.\s*(\d+)(?:\s*{_DASH}+\s*(\d+))?")
_PUBLISHER = re.compile(
    rf"\s{_DASH}\s+(?:[^:—–]{{2,60}}:\s+)?(?P<name>[^\d:—–]{{3,80}}?)[.,]\s+(?:1[5-9]|20)\d\d\b"
)
_OTHERS = re.compile(r"\[\s*(?:et al|и др)[^\]]*\]", re.I)


class Parted(Record, frozen=True, kw_only=True):
    """The parts of such a string; empty where it has none."""

    authors: str
    title: str
    year: int | None
    venue: str
    volume: str
    issue: str
    pages: str
    publisher: str


def parted(text: str) -> Parted | None:
    """A reference string by its marks; None where it does not have them.

    Args:
        text: with single spaces. ``//`` between spaces parts a work from where it stands; a medium or authors
            before it tell it from a broken address.
    """
    match = _WHOLE.fullmatch(text) if " // " in text else None
    if match is None or not (match["medium"] or match["authors"] or " — " in match["host"]):
        return None
    head = _HEAD.match(match["title"])
    title = match["title"][head.end() if head else 0 :]
    host = match["host"]
    end = _HOST_ENDS.search(host)
    rest = host[end.start() :] if end else ""
    pages = _PAGES.search(rest)
    publisher = _PUBLISHER.search(rest)
    years = _YEAR.findall(rest) or _YEAR.findall(host)
    return Parted(
        authors=_OTHERS.sub(" ", match["authors"] or (head["name"] if head else "")),
        title=title.strip(" .,;:/"),
        year=int(years[0]) if years else None,
        venue=(host[: end.start()] if end else host).strip(" .,;:/"),
        volume=_first(_VOLUME, rest),
        issue=_first(_ISSUE, rest),
        pages="–".join(filter(None, pages.groups())) if pages else "",
        publisher=publisher["name"].strip() if publisher else "",
    )


def _first(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match.group(1) if match else ""
