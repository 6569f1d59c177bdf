"""Titles that the chain cut short or began too late, mended by their quotation marks, brackets and full stops."""

from __future__ import annotations

import re

#: A title in quotation marks, as styles of engineering and physics print it; a comma or stop closes it.
_QUOTED = re.compile(r"[“„«](?P<title>[^“”„«»]{12,400}[,.?!])[”»“](?=[,.\s]|$)")
#: Where one ends within what was read as the title.
_CLOSED = re.compile(r"[,.?!][”»]\s")
#: A sentence's end before the next part of a reference.
_STOP = re.compile(r"\s?[.?!](?=\s+[^\W_a-z]|\s+\d|\s*$|,)|,?[”»](?=\s|$)|,\s+(?=(?:19|20)\d\d\b)")
_GOES_ON = re.compile(r"\s+(?:[a-zà-ÿ]|in\s)")
_NOT_ON = re.compile(
    r"\s+(?:in:|pp?\.|vol\.|no\.|eds?\.|doi|https?:|www\.|arxiv|retrieved|accessed|available|version\b|preprint)",
    re.I,
)
_BRACKET = re.compile(r"\s*\((?P<inside>[^():]{3,120})\)(?P<after>[^.?!]{0,200}?[.?!](?=\s|$))")
_NO_TITLE = re.compile(
    r"\d|\b(?:eds?|edn|edition|trans|transl|vol|hrsg|thesis|dissertation|in press|submitted|cité|pages?)\b",
    re.I,
)
_PROCEEDINGS = re.compile(r"[.?!]\s+(?P<venue>Proc(?:eedings\b|\.).*)$")
#: The first letter of a journal, behind the stop that ends a title: ``heparins. N`` before ``Engl J Med``.
_LETTER = re.compile(r"[.?!]\s+(?P<venue>[A-Z])$")
_DATED = re.compile(r"\s+(?P<year>(?:19|20)\d\d)(?=[.?!,]|$)")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
#: The beginning of a title that was taken for the last author: one word or a few, and a comma.
_BEGINNING = re.compile(
    r"(?:^|[.:)]\s+)(?P<words>(?:[^\W\d_a-z][\w’'-]{2,}(?:\s[a-z][\w’'-]+){0,3},\s)+|In\s)$"
)
_LONGEST = 400


def whole(text: str, title: str, venue: str) -> tuple[str, str, str]:
    """A title and venue as far as the string's marks say that they go.

    Args:
        text: the reference string, with single spaces.
        title: as it was read.
        venue: as it was read.

    Returns:
        Title, venue, and the words that were taken for an author and begin the title.
    """
    quoted = _QUOTED.search(text)
    closed = _CLOSED.search(title)
    if closed and not (quoted and quoted["title"] in title):
        return title[: closed.start()], venue or title[closed.end() :].strip(" ,.;"), ""
    if quoted and (closed or title in quoted["title"]):
        behind = title[closed.end() :].strip(" ,.;") if closed else ""
        return quoted["title"].strip(" ,.;"), venue or behind, ""
    at = text.find(title) if title else -1
    if at < 0:
        return title, venue, ""
    title, venue = _without_venue(title, venue)
    end = _end(text, at + len(title), title)
    if end > at + len(title):
        grown = text[at:end].strip(" ,.;:")
        venue = _behind(text[end:], grown, venue)
        title = grown
    cut = title[:1].islower() and not _NO_TITLE.match(title)
    before = _BEGINNING.search(text[:at]) if cut else None
    if before:
        return before["words"] + title, venue, before["words"].strip(" ,")
    return title, venue, ""


def _without_venue(title: str, venue: str) -> tuple[str, str]:
    match = _PROCEEDINGS.search(title) or (_LETTER.search(title) if venue else None)
    if match is None:
        return title, venue
    return title[: match.start()], f"{match['venue']} {venue}".strip()


def _end(text: str, end: int, title: str) -> int:
    """Where a title ends that goes on behind its end as it was read; that end where it does not."""
    bracket = _BRACKET.match(text, end)
    if bracket and not _NO_TITLE.search(bracket["inside"]) and len(title) + bracket.end() - end < _LONGEST:
        return bracket.end() - 1
    dated = _DATED.match(text, end)
    if dated and dated["year"] in _YEAR.findall(text[: end - len(title)]):
        return dated.end()
    if _GOES_ON.match(text, end) and not _NOT_ON.match(text, end):
        stop = _STOP.search(text, end)
        if stop and len(title) + stop.start() - end < _LONGEST:
            return stop.start()
    return end


def _behind(rest: str, title: str, venue: str) -> str:
    """A venue without the words that are the title's end."""
    words = venue.strip(" ,.;:)")
    if not words or words in rest or venue in rest:
        return words
    # Of what was read as the venue, the part behind the title's last words.
    for at in range(len(venue)):
        if title.endswith(venue[:at].strip(" ,.;:")) and venue[at : at + 1] in ".?!" and at > 2:
            return venue[at + 1 :].strip(" ,.;:")
    return "" if title.endswith(words) else venue
