"""Which sentences of the pages read carry an answer: candidates, scores, and a choice without repetition."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from twintree.answering.division import ITEM, Layouts, PageLayout, goes_on, no_layout, pieces
from twintree.answering.leaning import leans
from twintree.answering.question import Question
from twintree.answering.reasons import asks_purpose, says_purpose
from twintree.answering.wholes import Whole, known, stems_in
from twintree.base.answers import Hit
from twintree.base.errors import NotFound
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import Record, Span
from twintree.base.words import content_stems, stem, tokens

#: Sentences whose meaning is looked at: with more of them no better one was chosen (decision 0006).
WEIGHED = 40
#: Weights of a sentence's cosine, of what it covers of the question's words by their rarity in its own paper, of its
#: passage's score over the best one's, and of the kind of thing asked for: calibrate half of gold/found.jsonl.
_COSINE, _RARE, _PASSAGE, _CUE = 0.37, 0.50, 0.30, 0.03
#: What a number weighs where the question asks how much: no sentence without one answers it.
_AMOUNT = 0.25
#: What a number of something else weighs where the question asks how many there are of a thing.
_OTHER_AMOUNT = 0.05
#: What it weighs where a question asks what a thing is for that a sentence says so: few of them repeat its words.
_PURPOSE = 0.25
#: What coverage weighs beside the passage's score before sentences have cosines.
_PROMISE = 0.5

Embed = Callable[[list[str]], NDArray[np.float32]]

#: Sentences shorter or longer than this many characters do not stand well alone as an answer.
_SHORTEST, _LONGEST = 25, 700

#: Numbers from which on, if they are a quarter of all words, words are cells.
_ROW = 4
_NUMERIC = re.compile(r"[-+±−(]?\d[\d.,]*[%)*†‡]*")

#: Words, and the share of the long ones among them that begin with a capital, that make a title.
_TITLE, _CAPITALS = 20, 0.6
_ENDED = re.compile(r"""[.!?…:;。！？；：][\])}"'”’»」』]*\s*$""")

_REFERENCE = re.compile(
    r"^\s*(\[\d+\]|\d+\.\s+[A-Z][\w'’-]+,? [A-Z]\b)|"
    r"(?<![a-z])https?://|\b(doi:|arXiv:\d|pp\. ?\d+|In Proc(eedings|\.)|vol\. ?\d)",
    re.I,
)
#: A clause of reason whose sentence is missing: *Since the leaves are rich in oil.*
_CLAUSE = re.compile(
    r"\s*(?:Since(?!\s+(?:\d|then\b|the\s+\d))|Because(?!\s+of\b)|Whereas|Although)\s[^,;:]*"
)
#: Items from the midst of a list in a sentence: *(7) dose and form; (8) comparator*.
_TORN = re.compile(r"\s*\((?:[2-9]|1\d|[b-z])\)\s.*\((?:\d\d?|[c-z])\)\s")
#: Stands for a glyph of which the font does not say what it means.
_UNREAD = "\ufffd"
_MATHS = re.compile(r"[=∑∏∫≤≥∈∀∃→⟨⟩{}|]")


class Candidate(Record, frozen=True, kw_only=True):
    """A sentence on pages, with what speaks for it. ``similarity`` is a cosine, ``coverage`` a share of idf mass.

    ``part`` tells which of the things that a question falls into it was found for, from 0; ``kind`` is ``caption``,
    ``row`` or ``cells`` for what stands in a figure or table, ``""`` for a sentence.
    """

    paper: PaperId
    file: FileId
    spans: tuple[Span, ...]
    text: str
    similarity: float = 0.0
    coverage: float = 0.0
    passage: float = 0.0
    score: float = 0.0
    part: int = 0
    kind: str = ""


#: Characters of a named place that are shown where it holds no sentence.
_SHOWN = 320


def as_they_stand(
    hits: Iterable[Hit], page_of: Callable[[FileId, int], PageText], longest: int = _SHOWN
) -> list[Candidate]:
    """Places that hold no sentence (a formula, a table's rows, marked words), quoted as they are, cut at a word."""
    found = []
    for hit in hits:
        page = page_of(hit.file, hit.page)
        for span in hit.spans:
            end = span.end
            if end - span.start > longest:
                cut = page.text.rfind(" ", span.start, span.start + longest)
                end = cut if cut > span.start else span.start + longest
            text = " ".join(page.text[span.start : end].split())
            if text:
                whole = (Span(span.page, span.start, end),)
                found.append(Candidate(paper=hit.paper, file=hit.file, spans=whole, text=text, score=1.0))
    return found


_DIVIDED = re.compile(r"[a-z]-$")
#: What stands behind a figure in the midst of a sentence begins so: it says nothing by itself.
_REST = re.compile(r"[^\W\dA-Z_]{2,}\b")


def candidates(
    hits: Iterable[Hit],
    page_of: Callable[[FileId, int], PageText],
    *,
    rows: bool = False,
    layout: Layouts = no_layout,
) -> list[Candidate]:
    """The sentences of the passages, each once.

    One that runs over the page's end is followed to the next page, one that a figure parts to behind it; none runs
    from a caption, a heading, a cell or a footnote into what stands beside it. One that leans on the sentence before
    it in its paragraph is quoted together with that: alone it may say the opposite of what its paper does.

    Rows of tables are no sentences: their cells stand in no order that a reader would quote. ``rows`` takes them
    all the same, for a question that names the table.
    """
    found: dict[tuple[str, int, int], Candidate] = {}
    for hit in hits:
        page = page_of(hit.file, hit.page)
        known = layout(hit.paper, hit.file, page)
        for span in hit.spans:
            before: tuple[int, int] | None = None
            for first, end in pieces(page.text, span.start, span.end, known):
                start = _leaned_on(page.text, before, first, end, known)
                before = (first, end)
                key = (hit.file, hit.page, first)
                if key in found or not (rows or _reads_on(page.text[start:end])):
                    continue
                if _REST.match(page.text, first) and known.is_behind_float(page.text, start):
                    continue
                spans = _followed(page, start, end, hit.file, page_of, partial(layout, hit.paper, hit.file))
                text = _whole(page_of(hit.file, s.page).text[s.start : s.end] for s in spans)
                if _stands_alone(text):
                    found[key] = Candidate(
                        paper=hit.paper, file=hit.file, spans=spans, text=text, passage=hit.score
                    )
    return list(found.values())


def _leaned_on(text: str, before: tuple[int, int] | None, start: int, end: int, layout: PageLayout) -> int:
    """Where to begin quoting a sentence: with the one before it where it leans on that, in the same paragraph."""
    if before is None or not leans(text[start:end]) or layout.float_at(start) != layout.float_at(before[0]):
        return start
    apart = "\n" in text[before[1] : start] or end - before[0] > _LONGEST or before[1] in layout.borders
    return start if apart or not _stands_alone(" ".join(text[slice(*before)].split())) else before[0]


def _whole(pieces: Iterable[str]) -> str:
    """A sentence from its pieces on several pages; a word that the end of a page divides is one again."""
    joined = ""
    for piece in (" ".join(each.split()) for each in pieces):
        if _DIVIDED.search(joined) and piece[:1].islower():
            joined = joined[:-1] + piece
        else:
            joined = f"{joined} {piece}".strip()
    return joined


def _reads_on(text: str) -> bool:
    # Lines of a paragraph are joined by spaces; a line feed is the end of a table's row or of a list's item.
    return "\n" not in text.strip() or bool(ITEM.match(text))


def _followed(
    page: PageText,
    start: int,
    end: int,
    file: FileId,
    page_of: Callable[[FileId, int], PageText],
    layout_of: Callable[[PageText], PageLayout],
) -> tuple[Span, ...]:
    layout = layout_of(page)
    here = Span(page.number, start, end)
    if start >= page.body_end or page.text[start:end].rstrip()[-1:] in '.!?…。！？"”)':
        return (here,)
    if layout.float_at(start) is None and (rest := goes_on(page.text, end, page.body_end, layout)):
        return (here, Span(page.number, *rest))
    if page.text[end : page.body_end].strip():
        return (here,)
    try:
        following = page_of(file, page.number + 1)
    except NotFound:
        return (here,)
    rest = goes_on(following.text, 0, following.body_end, layout_of(following), anew=True)
    return (here, Span(following.number, *rest)) if rest else (here,)


def _stands_alone(text: str) -> bool:
    if not _SHORTEST <= len(text) <= _LONGEST:
        return False
    if _is_title(text) or _UNREAD in text:
        return False
    letters = sum(character.isalpha() for character in text)
    if letters < 0.55 * len(text.replace(" ", "")):
        return False
    if _REFERENCE.search(text) and len(text) < 400:
        return False
    if text.endswith("?") or _is_row(text) or _TORN.match(text) or _CLAUSE.fullmatch(text):
        return False
    return len(_MATHS.findall(text)) < 6


def _is_row(text: str) -> bool:
    """Whether numbers make up so much of it that it is a row of a table."""
    words = text.split()
    numbers = sum(bool(_NUMERIC.fullmatch(word)) for word in words)
    return numbers >= _ROW and 4 * numbers >= len(words)


def _is_title(text: str) -> bool:
    """Whether it is a title or a heading, in capitals: it names what is asked about, and answers nothing."""
    if _ENDED.search(text) or ITEM.match(text):
        return False
    long = [word for word in re.findall(r"[^\W\d_]+", text) if len(word) > 3]
    return len(text.split()) <= _TITLE and sum(word[0].isupper() for word in long) > _CAPITALS * len(long)


def idf_of(stems: Sequence[str], frequency: Mapping[str, int], total: int) -> dict[str, float]:
    """Lucene's idf, ln(1 + (N − n + 0.5)/(n + 0.5)), of each stem."""
    return {s: math.log(1 + (total - frequency.get(s, 0) + 0.5) / (frequency.get(s, 0) + 0.5)) for s in stems}


def coverage(
    stems: Sequence[str], text: str, idf: Mapping[str, float], wholes: Sequence[Whole] = ()
) -> float:
    """The share of the question's idf mass whose stems occur in ``text``, in [0, 1].

    Stems of ``wholes`` count where they stand in one piece.
    """
    total = sum(idf.get(s, 1.0) for s in stems)
    if not total:
        return 0.0
    there = stems_in(text, wholes)
    return sum(idf.get(s, 1.0) for s in stems if s in there) / total


_CUES: Mapping[str, re.Pattern[str]] = {
    "time": re.compile(r"\b(1[89]|20)\d\d\b"),
    "reason": re.compile(
        r"\b(because|since|due to|therefore|thus|reason|caused?|so that|as a result|leads? to)\b", re.I
    ),
    "definition": re.compile(
        r"\b(is an?|are|refers? to|defined as|means|denotes?|called|known as|heißt|heißen|nennt|genannt|bezeichnet)\b",
        re.I,
    ),
    "person": re.compile(r"[A-Z][a-z]+ (et al|and [A-Z])|[A-Z][a-z]+ [A-Z][a-z]+"),
    "manner": re.compile(
        r"\b(by|using|through|via|based on|we (first|then|use|apply|train|compute))\b", re.I
    ),
    "list": re.compile(r"(,[^,]+){2,}|;|\band\b"),
}


#: Numbers that say how much of nothing: of figures, sections, references, years.
_COUNTED = re.compile(
    r"\b(?:fig(?:ure|s|\.)?s?|tab(?:le|\.)?s?|sec(?:tion|t?\.)?s?|eq(?:uation|s?\.)?s?|chapter|appendix|page|pp?\.)\s*"
    r"\(?\d[\d.]*\)?|\[[\d,;\s–-]+\]|\b(?:1[89]|20)\d\d[a-z]?\b",
    re.I,
)
_QUANTITY = re.compile(
    r"(?<![\w.,-])[-+±−~≈]?\d[\d.,]*(?=\s|[%‰)\];:,.·×+±–-]|[kKMGT]\b|$)|"
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten(?:s of)?|(?:hundred|thousand|million)(?:s of)?|half|twice|"
    r"double)\b",
    re.I,
)


def says_how_much(question: Question, text: str) -> bool:
    """Whether a sentence holds a number that is neither the question's own nor that of a figure, reference or year."""
    own = set(_QUANTITY.findall(question.text))
    return any(each not in own for each in _QUANTITY.findall(_COUNTED.sub(" ", text)))


#: What is counted: *how many human studies of tulsi were …*.
_HOW_MANY = re.compile(
    r"\bhow\s+many\s+(?:different\s+|distinct\s+)?((?:(?!(?:of|in|on|with|that|which|is|are|was|were|do|does|did|has|"
    r"have|can|could)\b)[\w'’-]+\s*){1,4})",
    re.I,
)
#: Words between a number and what it counts: *24 randomised controlled studies*.
_BETWEEN = 2


def counts_what_is_asked(question: Question, text: str) -> bool:
    """Whether a number in a sentence counts what *how many* asks for; of other questions nothing is required."""
    asked = _HOW_MANY.search(question.text)
    if asked is None:
        return True
    counted = stem(tokens(asked[1])[-1])
    for number in _QUANTITY.finditer(_COUNTED.sub(" ", text)):
        behind = _COUNTED.sub(" ", text)[number.end() :].split()[: _BETWEEN + 1]
        if counted in {stem(word) for word in tokens(" ".join(behind))}:
            return True
    return False


_SAYS = (
    r"(?:is|are)\s+(?:an?|the)\b|is\s+defined|are\s+defined|refers?\s+to|denotes?|stands?\s+for|means\b|"
    r"heißt|heißen|nennt\s+man|bezeichnet"
)
#: *a new abstraction called an “entity”*
_CALLED = r"\b(?:called|termed|dubbed|known\s+as|coined)\s+(?:(?:an?|the)\s+)?[\"“„«'‘]?"


#: *On appelle … X*, *X est défini comme …*, *X désigne …*.
_CALLS = r"(?:on|nous)\s+(?:les?\s+|l['’])?(?:appel\w+|nomm\w+|désign\w+|not\w+|définiss\w+|définit)\b[^.;:]{0,80}?"
_FRENCH = (
    r"(?:(?:est|sont)\s+(?:défini\w*|appelée?s?|une?\b|l['’]|l[ae]s?\b|des\b)|désign\w+|consiste|"
    r"s['’]appel\w+|signifie)"
)


def says_what_it_is(question: Question, text: str) -> bool:
    """Whether a sentence defines what is asked about: *RAPD is a …*, *random … DNA (RAPD)*, *X heißt kompakt*.

    The thing stands right before or behind the words that define, in brackets behind what it is or what its letters
    stand for, or before what it is, parted by a comma.
    """
    things = [
        word
        for word in re.findall(r"\w[\w-]*", question.text)
        if set(content_stems(word)) & set(question.stems)
    ]
    if not things:
        return False
    name = re.escape(things[-1])
    beside = (
        rf"\b{name}\b[^.;:]{{0,12}}\s(?:{_SAYS})|\b(?:{_SAYS})\s+(?:\w+\s+)?{name}\b|{_CALLED}{name}\b|"
        rf"\ban?\s+(?:[\w-]+\s+){{1,5}}\({name}\)|\b{name},\s+(?:an?|the)\s+[\w-]+\s|"
        rf"\b{_CALLS}\b{name}s?\b|\b{name}s?\b(?:\s+\([^)]*\))?\s+{_FRENCH}"
    )
    return bool(re.search(beside, text, re.I)) or is_spelled_out(things[-1], text)


def is_spelled_out(acronym: str, text: str) -> bool:
    """Whether an acronym stands in brackets behind words with its letters as initials, in order."""
    before, bracket, _ = text.partition(f"({acronym})")
    if not bracket or not acronym.isupper():
        return False
    initials = iter([word[0].casefold() for word in re.findall(r"\w+", before)[-len(acronym) - 2 :]])
    return all(letter in initials for letter in acronym.casefold())


def _bonus(question: Question, text: str) -> float:
    if question.kind == "number":
        if not says_how_much(question, text):
            return 0.0
        return _AMOUNT if counts_what_is_asked(question, text) else _OTHER_AMOUNT
    if question.kind == "definition" and says_what_it_is(question, text):
        return _AMOUNT
    if asks_purpose(question.text) and says_purpose(text):
        return _PURPOSE
    cue = _CUES.get(question.kind)
    return _CUE if cue is not None and cue.search(text) else 0.0


def promising(
    question: Question, found: Sequence[Candidate], idf: Mapping[str, float], limit: int = WEIGHED
) -> list[Candidate]:
    """The candidates worth embedding: those of the best passages, and those with the question's words."""
    wholes = known(question.wholes, (each.text for each in found))

    def promise(each: Candidate) -> float:
        return each.passage + _PROMISE * coverage(question.stems, each.text, idf, wholes)

    return sorted(found, key=lambda each: -promise(each))[:limit]


def score_candidates(
    question: Question, found: Sequence[Candidate], idf: Mapping[str, float], embed: Embed
) -> list[Candidate]:
    """Score the candidates against the question, best first.

    The score is a weighted sum of the sentence's cosine to the question, its share of the question's words
    weighted by their rarity among its own paper's candidates (a word that stands everywhere in a paper does not
    tell which sentence answers), its passage's score relative to the best one, and a small bonus for the kind of
    thing asked for.
    """
    if not found:
        return []
    vectors = embed([question.sought, *(each.text for each in found)])
    similarity = vectors[1:] @ vectors[0]
    best = max((each.passage for each in found), default=0.0) or 1.0
    wholes = known(question.wholes, (each.text for each in found))
    rarity = _rarity(question.stems, found, wholes)
    scored = []
    for each, cosine in zip(found, similarity, strict=True):
        share = coverage(question.stems, each.text, idf, wholes)
        bonus = _bonus(question, each.text)
        rare = coverage(question.stems, each.text, rarity[each.paper], wholes)
        score = _COSINE * float(cosine) + _RARE * rare + _PASSAGE * each.passage / best + bonus
        scored.append(replace(each, similarity=float(cosine), coverage=share, score=score))
    return sorted(scored, key=lambda c: (-c.score, c.file, c.spans[0].page, c.spans[0].start))


def _rarity(
    stems: Sequence[str], found: Sequence[Candidate], wholes: Sequence[Whole]
) -> dict[PaperId, dict[str, float]]:
    """For each paper the idf of the question's stems among that paper's candidates."""
    held: dict[PaperId, list[set[str]]] = {}
    for each in found:
        held.setdefault(each.paper, []).append(stems_in(each.text, wholes))
    return {
        paper: idf_of(stems, {stem: sum(stem in words for words in texts) for stem in stems}, len(texts))
        for paper, texts in held.items()
    }


def choose(scored: Sequence[Candidate], limit: int, bar: float) -> list[Candidate]:
    """The best sentences over ``bar`` times the best one's score, none of which repeats another's words.

    Where a question falls into parts each has its own best: the best of every part, the surest first, then the second
    of every part, as many as ``limit`` but never fewer than there are parts.
    """
    parts = {
        part: [each for each in scored if each.part == part] for part in sorted({c.part for c in scored})
    }
    kept = [[each for each in own if each.score >= bar * own[0].score] for own in parts.values()]
    kept.sort(key=lambda own: -own[0].score)
    deepest = max(map(len, kept), default=0)
    chosen: list[Candidate] = []
    seen: list[set[str]] = []
    for each in (own[at] for at in range(deepest) for own in kept if at < len(own)):
        if len(chosen) >= max(limit, len(parts)):
            break
        words = set(content_stems(each.text))
        if any(len(words & other) > 0.7 * min(len(words), len(other)) for other in seen if words and other):
            continue
        chosen.append(each)
        seen.append(words)
    return chosen
