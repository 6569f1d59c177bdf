"""Papers that a question names, so that it is asked of them alone: key, title, authors and year, *the … paper*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from twintree.answering.authors import (
    CAPITAL,
    NAME,
    NAMES,
    PARTICLES,
    YEAR,
    Catalogue,
    asked_of,
    dated,
    papers_by,
    papers_of,
    said_of,
)
from twintree.answering.floats import sought
from twintree.answering.places import may_be_told_elsewhere, names_a_place, without_places
from twintree.answering.question import Question
from twintree.answering.state.planning import sides_of
from twintree.base.answers import Scope, SearchResult
from twintree.base.ids import PaperId
from twintree.base.records import Record
from twintree.base.words import content_stems, stem

_WORK = r"(?:paper|article|thesis|dissertation|preprint)"
_WORD = r"(?!(?:the|that|this|these|in|is|do|does|did)\b)[\w.+'’&-]+\s+"
#: *Table 2 of Chieu and Ng*, *the paper by Ammar*, *Ammar's paper*.
_BY = re.compile(rf"\b(?:by|of|from|in)\s+(?P<names>{NAMES})(?!\w)")
_OWNED = re.compile(rf"(?P<names>{NAMES})['’]s?\s+{_WORK}\b")
#: *Sasano's and Chieu's recognizers*; what is called after somebody is no work of theirs in particular.
_OWNERS = rf"{NAME}['’]s?(?:(?:,\s+|,?\s+(?:and|und|et|or|&)\s+){NAME}['’]s?)*"
_THEIRS = re.compile(rf"(?P<names>{_OWNERS})\s+(?P<what>[\w-]+)")
_EPONYMS = frozenset(
    map(
        stem,
        (
            "law theorem lemma rule test disease syndrome taxonomy inequality equation coefficient kappa alpha "
            "distance index correction paradox conjecture criterion principle hypothesis number constant effect "
            "transform formula rho tau delta razor scale curve process tree triangle"
        ).split(),
    )
)
_SEVERAL = rf"{PARTICLES}{NAMES}(?:\s+and\s+{PARTICLES}{NAME})?"
#: *The recognizer of Chieu*, *the approach by Finkel*: what somebody made, by its maker.
_MADE = re.compile(
    r"\b(?:approach|method|model|system|algorithm|technique|work|results?|experiments?|recogni[sz]er|tagger|parser|"
    rf"segmenter|classifier|extractor|summari[sz]er)(?:e?s)?\s+(?:of|by|from)\s+(?P<names>{_SEVERAL})(?!\w)"
)
#: *What do Sasano and Chieu use …?*: authors behind *do*, before what authors do.
_DOING = re.compile(
    rf"\b(?:do|does|did|can|could|would)\s+(?P<names>{_SEVERAL})(?:\s+(?:both|also|actually|really))?\s+(?P<verb>[a-z]+)\b"
)
_ACCORDING = re.compile(rf"\b[Aa]ccording\s+to\s+(?P<names>{_SEVERAL})(?!\s+{CAPITAL})")
#: One side of a comparison that is an author, or what an author made.
_SIDE = re.compile(
    rf"\s*(?:(?:the\s+)?(?:that|those|[a-z-]+)\s+(?:of|by|from)\s+)?(?P<names>{_SEVERAL})"
    rf"(?:,?\s*[(\[]?(?P<year>{YEAR})(?P<letter>[a-z]?)[)\]]?)?(?:['’]s?(?:\s+[a-z-]+)?)?\s*"
    r"(?:\s(?:in|on|for|as|regarding|concerning|with\s+(?:respect|regard)\s+to)\s.*)?$"
)
_VERBS = frozenset(
    map(
        stem,
        (
            "use propose say show find argue claim define measure evaluate report describe train build handle "
            "treat suggest mean apply compare test introduce present think conclude explain deal differ model "
            "represent extract learn recognize recognise detect classify annotate collect choose select get "
            "obtain make take call combine compute derive determine develop discuss estimate examine identify "
            "improve investigate observe perform predict prove recommend solve study tag want write avoid "
            "give administer feed treat inject expose dose choose sample grow sequence record count start run set "
            "reach achieve attain score need require assess address assume agree disagree do have see"
        ).split(),
    )
)
#: *the ant paper*, *the paper about ants*, *Table 2 of S2ORC*: what it is about.
_ABOUT = (
    re.compile(rf"\b(?:the|that|this)\s+(?P<topic>(?:{_WORD}){{1,6}}?){_WORK}\b", re.I),
    re.compile(
        rf"\b(?:the|that|this)\s+{_WORK}\s+(?:on|about|titled|called)\s+(?P<topic>[^?,;]{{3,120}})", re.I
    ),
    re.compile(r"\b(?:of|in|from)\s+(?P<topic>(?=\w*[A-Z])\w+(?:[.-]\w+|(?<=\w)[A-Z0-9])\w*)"),
)
_GENERIC = frozenset(
    content_stems(
        "first second third last same whole entire original other current present next previous following new main "
        "research review conference journal workshop full short long"
    )
)
#: Questions that put papers beside one another: a work that they name is not where the answer stands.
_BESIDE = re.compile(r"\b(?:cit(?:e|es|ed|ing)|who|whose|which papers|other papers|papers that)\b", re.I)
#: A shorter title is a phrase like any other, unless it is quoted or a place of it is named.
_TELLING_TITLE = 5

Nearest = Callable[[str], Sequence[SearchResult]]
_Found = tuple[Sequence[PaperId], tuple[int, int]]


class Named(Record, frozen=True, kw_only=True):
    """The papers that a question names, the keys, titles and authors that name them, and the rest of it.

    ``remarks`` say in whole sentences which of these names are ambiguous or not there.
    """

    papers: tuple[PaperId, ...] = ()
    names: str = ""
    rest: str = ""
    remarks: tuple[str, ...] = ()

    def narrowed(self, scope: Scope) -> Scope:
        """A scope narrowed to them; papers that were chosen by hand are narrowed among themselves alone."""
        papers = tuple(each for each in self.papers if not scope.papers or each in scope.papers)
        return replace(scope, papers=papers) if papers else scope

    def asked(self, question: Question) -> Question:
        """The question to them: what they are called is none of its topic."""
        names = set(content_stems(self.names)) - set(content_stems(self.rest))
        stems = tuple(each for each in question.stems if each not in names)
        return replace(question, stems=stems or question.stems, about=self.rest if stems else "")


def named_papers(question: str, catalogue: Catalogue, nearest: Nearest) -> Named:
    """The papers of the library that a question is asked of; none when it names none.

    A key, an id and a long title count in every question, authors with a year behind *in*, *of*, *by* or *do*, and
    authors without one where they own, made or do something (*Chieu's recognizer*, *the recognizer of Chieu*, *what do
    Chieu and Ng propose*), or where both sides of a comparison are authors.
    Authors alone, a short title and *the ant paper* are believed where the question names a place (a table, a
    section), since that must be somewhere, or calls them a paper.

    Args:
        question: the person's words.
        catalogue: the library's papers.
        nearest: papers for a text, best first.
    """
    placed = names_a_place(question) or bool(sought(question))
    if not placed and _BESIDE.search(question):
        return Named(rest=question)
    found: dict[PaperId, None] = {}
    taken: list[tuple[int, int]] = []

    def take(mentions: Iterator[_Found], spoken: list[tuple[int, int]]) -> None:
        for papers, (first, last) in mentions:
            # What lies within a name that was understood is not read again.
            if papers and not any(start < last and first < end for start, end in taken):
                found.update(dict.fromkeys(papers))
                taken.append((first, last))
                spoken.append((first, last))

    names: list[tuple[int, int]] = []
    remarks: list[str] = []
    take(_by_name(question, catalogue, placed=placed), names)
    take(_by_year(question, catalogue, remarks, placed=placed), names)
    take(_by_comparison(question, catalogue), names)
    take(_by_authors(question, catalogue, placed=placed), names)
    if not found:
        # Where a place is named, the rest only says in which paper; elsewhere it may be what is asked.
        take(_by_topic(question, nearest, placed=placed), names if placed else [])
    return Named(
        papers=tuple(found),
        names=" ".join(question[start:end] for start, end in names),
        rest=_without(question, names),
        remarks=tuple(remarks),
    )


#: What is done with a figure, by it or by who asks.
_LOOKING = frozenset(
    content_stems(
        "show present report contain depict display illustrate list look mean see say summarise summarize summary "
        "overview discuss cover state conclude deal talk argue main key point points message content contents written "
        "said told"
    )
)


def asks_for_a_place_alone(asked: Question, titles: str = "") -> bool:
    """Whether a question asks what a place holds, and nothing that might stand elsewhere as well.

    Args:
        asked: the question.
        titles: of the papers that the place was found in: their words only say in which paper.
    """
    if not names_a_place(asked.text) or may_be_told_elsewhere(asked.text):
        return False
    about = set(asked.stems) & set(content_stems(without_places(asked.text)))
    return not about - _LOOKING - set(content_stems(titles))


def _by_name(question: str, catalogue: Catalogue, *, placed: bool) -> Iterator[_Found]:
    for mention in catalogue.mentioned(question):
        words = question[mention.start : mention.end]
        quoted = question[: mention.start].endswith(('"', "“", "„", "«"))
        if mention.how != "title" or placed or quoted or len(words.split()) >= _TELLING_TITLE:
            yield [mention.paper], (mention.start, mention.end)


def _by_year(question: str, catalogue: Catalogue, remarks: list[str], *, placed: bool) -> Iterator[_Found]:
    for work in dated(question) if placed else asked_of(question):
        rows = papers_of(work, catalogue)
        if remark := said_of(work, rows, catalogue):
            remarks.append(remark)
        yield [row.id for row in rows], (work.start, work.end)


def _by_authors(question: str, catalogue: Catalogue, *, placed: bool) -> Iterator[_Found]:
    for pattern in (_OWNED, _BY):
        for match in pattern.finditer(question):
            if (
                placed
                or pattern is _OWNED
                or re.search(rf"\b{_WORK}\s+by\s+$", question[: match.start("names")])
            ):
                yield _papers_by(match["names"], catalogue), match.span("names")
    for match in _MADE.finditer(question):
        yield _papers_by(match["names"], catalogue), match.span("names")
    for match in _acting(question):
        yield _papers_of_each(match["names"], catalogue), match.span("names")


def _by_comparison(question: str, catalogue: Catalogue) -> Iterator[_Found]:
    """The papers that a question compares, where each of its sides is an author of the library."""
    sides, _ = sides_of(question)
    matches = [_SIDE.match(side) for side in sides]
    found = [
        _papers_by(
            match["names"], catalogue, int(match["year"]) if match["year"] else None, match["letter"] or ""
        )
        if match is not None
        else []
        for match in matches
    ]
    if not all(found):
        return
    for side, match, papers in zip(sides, matches, found, strict=True):
        at = question.find(side)
        if match is not None and at >= 0:
            yield papers, (at + match.start("names"), at + match.end("names"))


def _acting(question: str) -> Iterator[re.Match[str]]:
    """Where authors without a year are asked about as authors, and not by what is called after them."""
    for match in _THEIRS.finditer(question):
        if stem(match["what"].lower()) not in _EPONYMS and len(match["what"]) > 1:
            yield match
    for match in _DOING.finditer(question):
        # Two names together are authors, whatever they do.
        if len(re.findall(NAME, match["names"])) > 1 or stem(match["verb"]) in _VERBS:
            yield match
    yield from _ACCORDING.finditer(question)


def _papers_of_each(names: str, catalogue: Catalogue) -> list[PaperId]:
    """Papers that these authors wrote together, or else those of each; none where one of them has none.

    *Meng's and Ito's parsers* are two, even where Meng and Ito wrote one together.
    """
    apart = len(re.findall(r"['’]s?(?!\w)", names)) > 1
    if not apart and (together := _papers_by(names, catalogue)):
        return together
    each = [_papers_by(name, catalogue) for name in re.findall(NAME, names)]
    return list(dict.fromkeys(paper for papers in each for paper in papers)) if all(each) else []


def _papers_by(
    names: str, catalogue: Catalogue, year: int | None = None, lettered: str = ""
) -> list[PaperId]:
    return [row.id for row in papers_by(names, catalogue, year, lettered)]


def _by_topic(question: str, nearest: Nearest, *, placed: bool) -> Iterator[_Found]:
    """*The … paper*: the one whose title has these words; where a place is named, else the nearest one."""
    for pattern in _ABOUT if placed else _ABOUT[:2]:
        for match in pattern.finditer(question):
            topic = match["topic"].strip(" \"'“”’")
            stems = set(content_stems(topic)) - _GENERIC
            near = nearest(topic) if stems else ()
            titled = [each.paper.id for each in near if stems <= set(content_stems(each.paper.title))]
            if len(titled) == 1 or (titled and placed):
                yield titled[:1], match.span("topic")
            elif placed and pattern is not _ABOUT[2]:
                yield [each.paper.id for each in near[:1]], match.span("topic")


def _without(question: str, spans: Sequence[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        question = f"{question[:start]} {question[end:]}"
    return " ".join(question.split())
