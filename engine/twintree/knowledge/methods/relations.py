"""Which method contributes to which, by what sentences say: patterns between two names, and uses by the
paper's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from twintree.base.methods import ExtractedRelation
from twintree.base.records import Record
from twintree.knowledge.methods.found import Found, main_method
from twintree.knowledge.methods.reading import Occurrence, PaperReading


class Pattern(Record, frozen=True, kw_only=True):
    """Words between two names (A before B in the sentence), and what they say of the two."""

    between: re.Pattern[str]
    forward: bool  #: A contributes to B
    rating: int
    says: str


def _pattern(forward: bool, rating: int, says: str, between: str) -> Pattern:
    return Pattern(
        between=re.compile(rf"^[^.;]{{0,40}}\b(?:{between})\b[^.;]{{0,40}}$", re.IGNORECASE),
        forward=forward,
        rating=rating,
        says=says,
    )


_COMPARED = (
    r"outperform\w*|better than|worse than|compared (?:to|with)|in contrast to|unlike|superior to|versus|vs\.?|"
    r"rather than|as opposed to"
)
_BUILT = (
    r"extend(?:s|ed|ing)?|extension (?:of|to)|buil(?:d|ds|t|ding) (?:up)?on|based (?:up)?on|generali[sz]\w+|"
    r"variants? of|version of|modif\w+|adapt\w+|derived from|special(?:i[sz]ation)? (?:of|case of)|augment\w*|"
    r"follows? that of|initiali[sz]ed (?:with|from)|fine-?tun\w+"
)
_TURNED_INTO = (
    r"(?:is|are|was|were) (?:extended|generali[sz]ed|augmented|adapted|modified) (?:to|by|into|with)"
)
_PUT_INTO = (
    r"(?:is|are|was|were|been) (?:\w+ )?(?:used|employed|applied|adopted|utili[sz]ed) (?:in|by|for|to|as|with)|"
    r"(?:component|part|step|input|features?) (?:of|in|to)"
)
_USES = (
    r"us(?:es?|ing|ed)|employ\w*|appl(?:y|ies|ied|ying)|utili[sz]\w+|adopt\w*|consists? of|combin\w+|"
    r"incorporat\w+|compris\w+|trained (?:with|by|on|using)|implemented (?:in|with)|"
    r"optimi[sz]ed (?:with|by|using)"
)
_MEASURED = r"evaluat\w+|tested|measured|experiments? (?:on|with)|performance (?:on|of)|results? on"
#: The first that fits holds.
PATTERNS: tuple[Pattern, ...] = (
    _pattern(False, 1, "{target} is compared with {source}", _COMPARED),
    _pattern(False, 2, "{target} takes the place of {source}", r"instead of|in place of|replac\w+"),
    _pattern(False, 5, "{target} is built on {source}", _BUILT),
    _pattern(False, 4, "{target} is a kind of {source}", r"(?:is|are) (?:an?|one|the)"),
    _pattern(True, 5, "{target} is built on {source}", _TURNED_INTO),
    _pattern(True, 3, "{target} uses {source}", _PUT_INTO),
    _pattern(False, 3, "{target} uses {source}", _USES),
    _pattern(False, 2, "{target} is measured on {source}", _MEASURED),
)

_TRIALS = frozenset({"metric", "dataset construction", "experimental paradigm"})
_OUR_USE = re.compile(
    r"\b(?:we|our|us|this (?:paper|work|study))\b|\b(?:was|were|is|are) (?:\w+ )?(?:used|"
    r"employed|applied|performed|carried|"
    r"measured|determined|calculated|evaluated|trained|analy[sz]ed|implemented|computed|"
    r"recorded|estimated)\b",
    re.IGNORECASE,
)
_BASE = re.compile(
    r"\b(?:based on|built on|build on|builds on|extend\w*|extension of|follow(?:s|ing)?|"
    r"initiali[sz]\w+|augment\w*|start(?:s|ing)? from|"
    r"modif\w+|variant of|inspired by|adapt\w+)\s+(?:[\w-]+\s+){0,3}$",
    re.IGNORECASE,
)
_COMPARE = re.compile(
    r"\b(?:outperform\w*|compar\w+|baselines?|better than|worse than|"
    r"state[- ]of[- ]the[- ]art|superior|unlike|in contrast|contrary|"
    r"previous(?:ly)?|prior work|other (?:methods|approaches|models|systems)|related work|alternative)\b",
    re.IGNORECASE,
)
_REPLACED = re.compile(
    r"\b(?:instead of|in place of|rather than|replac\w+)\s+(?:[\w-]+\s+){0,3}$", re.IGNORECASE
)
_PART = re.compile(
    r"\b(?:using|use[sd]?|with|by|via|employ\w*|apply|applied|train\w*|adopt\w*)\s+(?:[\w-]+\s+){0,3}$",
    re.IGNORECASE,
)


class _Evidence(Record, frozen=True, kw_only=True):
    segment: int
    place: tuple[int, int]
    rating: int
    says: str
    sure: float


def find_relations(paper: PaperReading, found: Sequence[Found]) -> list[tuple[int, ExtractedRelation]]:
    """Relations between a paper's methods, each with the segment whose sentence says it.

    One edge an ordered pair; of several readings the one that is said most strongly is kept (guidelines of the
    gold), and of both directions between two methods only the surer one.
    """
    said: dict[tuple[str, str], _Evidence] = {}
    for source, target, evidence in (*_between_names(paper, found), *_to_the_main(paper, found)):
        if source.name == target.name:
            continue
        key = (source.name, target.name)
        known = said.get(key)
        if known is None or (evidence.sure, evidence.rating) > (known.sure, known.rating):
            said[key] = evidence
    out = []
    for (a, b), evidence in said.items():
        back = said.get((b, a))
        if back is not None and (back.sure, back.rating, b) > (evidence.sure, evidence.rating, a):
            continue
        out.append((evidence.segment, _relation(a, b, evidence)))
    return out


def _relation(source: str, target: str, evidence: _Evidence) -> ExtractedRelation:
    return ExtractedRelation(
        source=source,
        target=target,
        rating=evidence.rating,
        explanation=evidence.says.format(source=source, target=target) + ".",
        evidence=(evidence.place,),
    )


# ── two names in one sentence ────────────────────────────────────────────────────────────────────────


def _between_names(paper: PaperReading, found: Sequence[Found]) -> Iterator[tuple[Found, Found, _Evidence]]:
    by_sentence: dict[tuple[int, tuple[int, int]], list[tuple[Occurrence, Found]]] = {}
    for each in found:
        for place in each.occurrences:
            by_sentence.setdefault((place.segment, place.sentence), []).append((place, each))
    for (segment, sentence), named in by_sentence.items():
        named.sort(key=lambda pair: pair[0].start)
        text = paper.segments[segment].text
        for i, (first, a) in enumerate(named):
            for second, b in named[i + 1 : i + 4]:
                pattern = _fitting(" " + text[first.end : second.start] + " ")
                if pattern is None or a is b:
                    continue
                source, target = (a, b) if pattern.forward else (b, a)
                rating = min(pattern.rating, 2) if source.kind in _TRIALS else pattern.rating
                evidence = _Evidence(
                    segment=segment, place=sentence, rating=rating, says=pattern.says, sure=2.0
                )
                yield source, target, evidence


def _fitting(between: str) -> Pattern | None:
    if len(between) > 90:
        return None
    return next((each for each in PATTERNS if each.between.search(between)), None)


# ── what the paper's own method owes ─────────────────────────────────────────────────────────────────


def _to_the_main(paper: PaperReading, found: Sequence[Found]) -> Iterator[tuple[Found, Found, _Evidence]]:
    main = main_method(found, paper.title)
    if main is None:
        return
    for each in found:
        if each is main:
            continue
        best = _best(_judged(paper, each, place) for place in each.occurrences)
        if best is not None:
            yield each, main, best


def _best(judged: Iterator[_Evidence]) -> _Evidence | None:
    """What most mentions say, by how sure each is; of those the surest one."""
    votes: dict[int, float] = {}
    told = [each for each in judged if each.sure > 0]
    for each in told:
        votes[each.rating] = votes.get(each.rating, 0.0) + each.sure
    return max(told, key=lambda e: (votes[e.rating], e.rating, e.sure), default=None)


def _judged(paper: PaperReading, each: Found, place: Occurrence) -> _Evidence:
    """What one mention of a method says of its part in the paper's own."""
    text = paper.segments[place.segment].text
    sentence = text[place.sentence[0] : place.sentence[1]]
    left = text[max(place.sentence[0], place.start - 80) : place.start]
    ours = bool(_OUR_USE.search(sentence))
    related = place.role in ("related work", "introduction")
    rating, says, sure = 0, "", 0.0
    if each.kind in _TRIALS:
        rating, says = 2, "{target} is measured with {source}"
        sure = 1.0 * (ours and not related) + 0.5 * (place.role in ("results", "methods", "abstract"))
    elif _REPLACED.search(left):
        rating, says, sure = 2, "{target} takes the place of {source}", 1.0
    elif _COMPARE.search(sentence) or (related and place.cited is not None):
        rating, says, sure = 1, "{target} is compared with {source}", 0.8
    elif ours and _BASE.search(left):
        rating, says, sure = 5, "{target} is built on {source}", 1.5
    elif ours and not related:
        rating = 4 if each.role == "derived" else 2 if each.kind == "system" else 3
        says, sure = "{target} uses {source}", 0.7 + 0.5 * bool(_PART.search(left))
    return _Evidence(segment=place.segment, place=place.sentence, rating=max(1, rating), says=says, sure=sure)
