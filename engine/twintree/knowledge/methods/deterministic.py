"""The extractor that needs no model: scored names, their roles and kinds, and relations by what sentences
say."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Sequence

from twintree.base.methods import ExtractedMethod, ExtractedRelation, Extraction, Segment
from twintree.base.progress import CancelToken
from twintree.base.words import STOPWORDS, tokens
from twintree.knowledge.methods.found import Found, in_title
from twintree.knowledge.methods.kinds import kind_of
from twintree.knowledge.methods.naming import (
    key_of,
    stems_of,
    without_head,
    words_of,
)
from twintree.knowledge.methods.plain import is_no_method
from twintree.knowledge.methods.protocol import Extracted
from twintree.knowledge.methods.reading import Candidate, Occurrence, PaperReading
from twintree.knowledge.methods.relations import find_relations, related
from twintree.knowledge.methods.rereading import with_all_places
from twintree.knowledge.methods.scoring import Weights, features, score, score_weights

#: More methods than a careful reader would list in a paper (guidelines of the gold): the most probable stay.
MOST = 60
#: So many are kept of a text of usual length however they score, one for so many tokens of a short one, and none that
#: scores lower.
_FEWEST, _WORDS_A_METHOD, _HARDLY = 15, 80, 0.1
_KEYWORDS = 6
_SURE = 0.9
_SHORTEST, _LONGEST = 40, 420


class DeterministicExtractor:
    """Reads a paper once and tells its segments one by one."""

    name = "deterministic"
    version = "10"
    model = ""
    prompt = ""

    def __init__(self) -> None:
        self._paper: PaperReading | None = None
        self._found: list[Found] = []
        self._relations: list[tuple[int, ExtractedRelation]] = []

    def extract(self, paper: PaperReading, segment: Segment, cancel: CancelToken) -> Extracted:
        """The methods named in a segment, and the relations that its sentences tell."""
        cancel.check()
        began = time.perf_counter()
        if paper is not self._paper:
            self._found = methods_of(paper)
            self._relations = find_relations(paper, self._found)
            self._paper = paper
        number = paper.segments.index(segment)
        content = Extraction(
            methods=tuple(told for each in self._found if (told := _told(each, number)) is not None),
            relations=tuple(relation for at, relation in self._relations if at == number),
        )
        return Extracted(content=content, seconds=time.perf_counter() - began)


def _told(found: Found, segment: int) -> ExtractedMethod | None:
    places = tuple((each.start, each.end) for each in found.occurrences if each.segment == segment)
    if not places:
        return None
    return ExtractedMethod(
        name=found.name,
        kind=found.kind,
        role=found.role,
        aliases=found.aliases,
        summary=found.summary,
        keywords=found.keywords,
        at=places,
        score=round(found.score, 3),
    )


def methods_of(paper: PaperReading, weights: Weights | None = None) -> list[Found]:
    """A paper's methods, the most probable first, then those that only a relation tells; none where no prose
    names any.

    Args:
        paper: as it was read.
        weights: of the scorer; those that come with Twintree where none are given.
    """
    weights = weights or score_weights()
    every = [(_worth(features(each, paper), weights), each) for each in paper.candidates]
    scored = [(value, each) for value, each in every if not is_no_method(paper, each)]
    # What is dropped by its name makes no room for names that are less likely to be methods.
    bar = _bar(paper, [value for value, _ in every], weights.threshold)
    kept = sorted(
        ((value, each) for value, each in scored if value >= bar), key=lambda pair: (-pair[0], pair[1].key)
    )
    groups = _without_variants(kept[:MOST])
    found = [_found(paper, value, each) for value, each in groups]
    others = ((value, each) for value, each in scored if value < bar)
    found += related(paper, found, [_found(paper, value, each) for value, each in others])
    return with_all_places(paper, found)


def _bar(paper: PaperReading, values: Sequence[float], threshold: float) -> float:
    """From which score on names are kept: the threshold, or lower where few would stay.

    Fields differ in how plainly they name their methods, papers less in how many they have: a careful reader lists ten
    at least (guidelines of the gold). A text of some lines has fewer, and what is all but certainly none never stays.
    """
    least = int(min(_FEWEST, paper.length / _WORDS_A_METHOD) + paper.length / 1000)
    if sum(value >= threshold for value in values) >= least:
        return threshold
    ranked = sorted(values, reverse=True)
    return max(
        _HARDLY, min(threshold, ranked[min(least, len(ranked)) - 1] if ranked and least else threshold)
    )


def _worth(found: dict[str, float], weights: Weights) -> float:
    """The score; a name of its own that opens the paper's title is what the paper is about, however it
    scores."""
    value = score(found, weights)
    return max(value, _SURE) if found["opens the title"] and found.get("coined") else value


def _without_variants(kept: Sequence[tuple[float, Candidate]]) -> list[tuple[float, Candidate]]:
    """Names that only repeat a likelier one (``skip-chain CRF model``, ``the CRF formulation``) join it."""
    out: list[tuple[float, Candidate]] = []
    for value, each in kept:
        home = next((other for _, other in out if _is_variant(each, other)), None)
        if home is not None:
            home.absorb(each)
        else:
            out.append((value, each.copy()))  # the reading itself stays as it was read
    return out


def _is_variant(each: Candidate, other: Candidate) -> bool:
    mine = {key_of(name) for name in (each.name, each.short, *each.spellings) if name}
    theirs = {key_of(name) for name in (other.name, other.short, *other.spellings) if name}
    if mine & theirs:
        return True
    stems = stems_of(each.name)
    return any(stems == stems_of(name) for name in (other.name, other.long) if name)


def _found(paper: PaperReading, value: float, each: Candidate) -> Found:
    role, made, claims = role_of(paper, each)
    return Found(
        name=each.name,
        aliases=_aliases(each),
        kind=kind_of(paper, each),
        role=role,
        summary=summary_of(paper, each),
        keywords=_keywords(paper, each),
        score=value,
        proposed=made > 0,
        claims=claims,
        occurrences=tuple(sorted(each.occurrences, key=lambda o: (o.segment, o.start))),
    )


def _aliases(each: Candidate) -> tuple[str, ...]:
    spelled = sorted(each.spellings, key=lambda name: (-each.spellings[name], name))
    names = [*([each.short] if each.short else []), *spelled]
    names += [without_head(name) for name in (each.name, *spelled)]
    known = {each.name.casefold()}
    out = []
    for name in names:
        if name and name.casefold() not in known:
            known.add(name.casefold())
            out.append(name)
    return tuple(out)


# ── role ─────────────────────────────────────────────────────────────────────────────────────────────

_MADE = re.compile(
    r"\b(?:we|this (?:paper|work|study|article))\b[^.;,]{0,40}\b(?:propos\w+|introduc\w+|"
    r"present\w*|develop\w*|design\w*|"
    r"releas\w+|call|term|construct\w*|creat\w+)\b[^.;,]{0,40}$|\b(?:the )?proposed\s+(?:[\w-]+\s+){0,1}$|"
    r"\b(?:instantiated|implemented|released|available) (?:in|as) (?:the|a|an)\s+(?:[\w-]+\s+){0,2}"
    r"(?:package|library|tool|toolkit|software|system)\s+$|"
    r"\bwe (?:have )?(?:show|shown|demonstrated?) that\s+$",
    re.IGNORECASE,
)
_MADE_BEHIND = re.compile(
    r"^[^.;]{0,30}\b(?:is|are|was) (?:proposed|introduced|presented|developed|described|"
    r"defined) (?:here|in this|by us)|"
    r"^\s*\((?:this|our) (?:work|paper|study)\)",
    re.IGNORECASE,
)
_OURS = re.compile(r"\bour\s+(?:[\w-]+\s+){0,2}$|\b(?:novel|new)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE)
_THEIRS = re.compile(
    r"\b(?:existing|previous(?:ly)?|prior|standard|traditional|well-known|popular|"
    r"conventional|classical|widely used|"
    r"known as|such as|following|proposed by|introduced by|developed by|due to)\s+(?:[\w-]+\s+){0,2}$",
    re.IGNORECASE,
)


#: Of a name's places, the share at which signs of other authors count for nothing.
_SELDOM = 0.2


def role_of(paper: PaperReading, each: Candidate) -> tuple[str, int, int]:
    """``derived`` where the paper speaks of the method as its own, else ``prior``; how often it says that it made it,
    and how often it claims it in any way.

    What is cited at its name is someone else's, unless the paper says that it proposes it.
    """
    ours = theirs = 0.0
    made = called = 0
    for place in each.occurrences:
        text = paper.segments[place.segment].text
        left = text[max(place.sentence[0], place.start - 130) : place.start]
        right = text[place.end : min(place.sentence[1], place.end + 60)]
        cited = place.cited is not None
        made += not cited and bool(_MADE.search(left) or _MADE_BEHIND.search(right))
        called += bool(_OURS.search(left))
        ours += 0.7 * _heads_a_part(place)
        theirs += 2.0 * cited + 0.8 * bool(_THEIRS.search(left)) + 0.4 * (place.role == "related work")
    ours += called + 1.5 * in_title(paper.title, each.spellings)
    claims = made + called
    # A name that the authors gave is theirs though others are cited beside it now and then.
    given = made > 0 and theirs < _SELDOM * len(each.occurrences)
    if theirs >= 2.0 and made < 2 and not given:
        return "prior", 0, claims
    own = given or 1.2 * made + ours > max(0.9, theirs)
    return ("derived", made, claims) if own else ("prior", 0, claims)


def _heads_a_part(place: Occurrence) -> bool:
    return place.heading and place.role not in ("related work", "introduction", "results")


# ── summary and keywords ─────────────────────────────────────────────────────────────────────────────

_DEFINES = re.compile(
    r"^[^.;]{0,40}\b(?:is|are|was|were) (?:an?|the|one of|used)\b|^[^.;]{0,25}\b(?:refers to|"
    r"consists of|works by|computes|"
    r"measures|estimates|assumes|learns|uses|performs|allows|provides|defines|represents|"
    r"models)\b|^\s*,\s+an?\b|^\s+\(",
)


def summary_of(paper: PaperReading, each: Candidate) -> str:
    """The sentence of the paper that says most plainly what the method is; empty when none can be shown."""
    best, most = "", -1.0
    for rank, place in enumerate(each.occurrences):
        text = paper.segments[place.segment].text
        sentence = " ".join(text[place.sentence[0] : place.sentence[1]].split())
        if not _SHORTEST <= len(sentence) <= _LONGEST or not sentence[0].isupper() or "|" in sentence:
            continue  # a row of a table is no sentence
        left = text[place.sentence[0] : place.start]
        value = 2.0 * bool(_DEFINES.search(text[place.end : place.sentence[1]]))
        value += 1.5 * bool(_MADE.search(left)) + 1.0 * (len(left) < 40) + 0.3 * (place.cited is not None)
        value += 0.3 * (place.role in ("abstract", "introduction", "methods")) - 0.02 * min(rank, 20)
        if value > most:
            best, most = sentence, value
    return best


def _keywords(paper: PaperReading, each: Candidate) -> tuple[str, ...]:
    """Words that stand near the name most often, the name's own left out."""
    own = {word for name in each.spellings for word in words_of(name)}
    counts: Counter[str] = Counter()
    for place in each.occurrences[:40]:
        text = paper.segments[place.segment].text
        near = text[max(place.sentence[0], place.start - 80) : min(place.sentence[1], place.end + 80)]
        counts.update(
            {
                word
                for word in tokens(near)
                if len(word) > 3 and word.isalpha() and word not in STOPWORDS | own
            }
        )
    return tuple(sorted(counts, key=lambda word: (-counts[word], word))[:_KEYWORDS])
