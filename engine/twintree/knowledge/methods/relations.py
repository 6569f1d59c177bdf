"""Which method another one is made of, by sentences that say so: both are named, or the authors speak of theirs.

What stands behind an edge is read by a person as *where this comes from*: a sentence has to say it in its grammar,
with the names at its ends, or with the paper's own method as *we* and *ours*. What a method is measured with or only
compared with is a loose debt: it is rated low and says so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from twintree.base.methods import ExtractedRelation
from twintree.base.records import Record
from twintree.knowledge.methods.doings import DONE, NAMED_DOINGS, OTHER_DOINGS, OUR_DOINGS, SOLVED
from twintree.knowledge.methods.ends import (
    DOING,
    NO_ENDS,
    can_be_an_end,
    is_stuff,
    is_task,
    is_tools,
    looks_like_a_method,
    names_something,
)
from twintree.knowledge.methods.found import Found, in_title, main_method, opens_title
from twintree.knowledge.methods.kinds import kind_of_name
from twintree.knowledge.methods.naming import (
    GENERIC_HEADS,
    is_coined,
    is_common,
    key_of,
    kind_of_head,
    without_head,
    words_of,
)
from twintree.knowledge.methods.reading import Occurrence, PaperReading
from twintree.knowledge.methods.sayings import (
    BUILT,
    ENDS,
    HEADS,
    KIND,
    LATER_FORMS,
    MADE_OF,
    MAKINGS,
    NAMED_FORMS,
    OUR_FORMS,
    OUR_USE,
    PROPOSED,
    SORT,
    TRIED_AS,
    USES,
    WAS_USED,
    Form,
    told,
)
from twintree.knowledge.methods.trials import (
    CITED_FOR,
    COMPARED,
    MEASURED,
    NAMED_TRIALS,
    OTHER_TRIALS,
    OUR_TRIALS,
)

_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
#: ``of Lafferty et al. (2001)``, ``proposed by Breiman (1996)``: whose a method is, not what it is made of.
_BY_WHOM = re.compile(
    r",?\s+(?:(?:proposed|introduced|described|developed)\s+(?:by|in)|of|by|from|in|due\s+to)\s+"
    r"[A-Z][\w’'-]+(?:\s+(?:and|&)\s+[A-Z][\w’'-]+|\s+et\s+al\.?,?)?\s*\(\d{4}[a-z]?\)"
)
#: Brackets that go on with the sentence.
_TELLING = re.compile(
    r"\s*\(((?:which|based|built|derived|initiali[sz]ed|an?\s+(?:\w+\s+)?(?:variant|version|extension))\b[^()]*)\)"
)
_MANY = re.compile(
    r"\b(?:models|methods|approaches|systems|algorithms|techniques|classifiers|parsers|taggers|solvers|features?)$",
    re.IGNORECASE,
)
#: Parts of a paper that tell how its own work was done, and those that tell of others' work.
_WORK_PARTS = frozenset({"methods", "results"})
_THEIR_PARTS = frozenset({"related work", "background"})
_BESIDE = re.compile(r"\b(?:baselines?|compar\w+|evaluat\w+|test\w*|example|tasks?|visuali[sz]\w+)\b", re.I)
_ENDS_HERE = re.compile(rf"(?:[ -](?:{HEADS}))?s?{ENDS}|\s*[(\[]", re.IGNORECASE)
#: A short form of two letters at a name's end may stand for anything.
_SHORTEST = 2
#: Longer sentences are lists and tables run together.
_LONGEST = 1200
#: How often authors have to speak of a method as theirs whose name any could have.
_CLAIMED = 3
#: Characters between two sentences that follow on each other.
_NEXT = 4

#: Common words that make another method of one, as ``enhanced`` does and ``baseline`` does not.
_TELLING_WORDS = frozenset(
    """enhanced extended improved local global neural linear deep hybrid stacked joint parallel distributed
    probabilistic generative discriminative unsupervised supervised semi hierarchical""".split()
)
#: Words that make another state of one, or its opposite.
_NO_KIND = frozenset(
    """non pre un normal vanilla plain trained pretrained tuned released customized specialized dedicated
    dimensional specific chinese english japanese korean arabic german french spanish italian dutch russian""".split()
)
#: ``mouse-specific selection`` is the same, of mice.
_SPECIFIC = "specific"


_SPEAKS = re.compile(r"\b(?:we|our|ours)\b", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|future|could|would|might|unlike|instead of|rather than)\b", re.IGNORECASE)
_MADE_READY = re.compile(
    r"\b(?:train\w*|optimi[sz]\w*|implement\w*|decod\w*|inference|encod\w*|initiali[sz]\w*|regulari[sz]\w*)\b",
    re.I,
)
_EXAMPLE = re.compile(r"\bfor (?:example|instance)\b", re.IGNORECASE)
_COMPARES = re.compile(r"\b(?:compar\w*|outperform\w*|baselines?)\b", re.IGNORECASE)


#: Words of trials that every paper makes for itself.
_OWN_TRIALS = frozenset({"ablation", "held"})


#: Measures that methods are made with, not judged by: ``L2 norm distance``.
_WITHIN = {(word,) for word in ("distance", "norm", "similarity", "divergence", "loss")}


class _Said(Record, frozen=True, kw_only=True):
    """What a sentence says of two methods."""

    segment: int
    place: tuple[int, int]
    rating: int
    says: str
    sure: int = 1


def find_relations(paper: PaperReading, found: Sequence[Found]) -> list[tuple[int, ExtractedRelation]]:
    """Relations between a paper's methods, each with the segment whose sentence says it.

    One edge an ordered pair; of several readings the strongest is kept (guidelines of the gold), and of both
    directions between two methods the surer one.
    """
    said: dict[tuple[str, str], _Said] = {}
    able = [each for each in found if can_be_an_end(each)]
    named = [each for each in found if names_something(each)]
    main = own_method(paper, found)
    sayings = (
        *_in_sentences(paper, able, main),
        *_done_with(paper, named, main),
        *_tried(paper, named, main),
        *_cited(paper, named, main),
        *_in_names(paper, able),
    )
    for source, target, saying in sayings:
        if _is_told_backwards(source, target) or (saying.says == SORT and _is_only_said(source)):
            continue
        key = (source.name, target.name)
        known = said.get(key)
        if known is None or (saying.rating, saying.sure) > (known.rating, known.sure):
            said[key] = saying
    out = []
    for (a, b), saying in said.items():
        back = said.get((b, a))
        if back is None or (saying.sure, saying.rating, a) > (back.sure, back.rating, b):
            out.append((saying.segment, _relation(a, b, saying)))
    return out


def related(paper: PaperReading, found: Sequence[Found], others: Sequence[Found]) -> list[Found]:
    """Those of the names that are too unlikely to be methods by themselves which a sentence joins to a method.

    What something is built on is a method where it is named as one; what is built on it has to be a name of
    its own.
    """
    able = [each for each in found if can_be_an_end(each)]
    sources = [each for each in others if can_be_an_end(each) and looks_like_a_method(each)]
    kept: dict[str, Found] = {}
    for source, target, _ in _in_sentences(paper, [*able, *sources], None):
        fresh = [each for each in (source, target) if each in sources]
        if target in fresh and not any(map(is_coined, target.names)):
            continue
        if len(fresh) < 2 or any(map(is_coined, source.names)):
            kept |= {each.name: each for each in fresh}
    return list(kept.values())


def own_method(paper: PaperReading, found: Sequence[Found]) -> Found | None:
    """What *ours* means in a paper: its main method, where the title names it, where it has a name that it was given,
    or where the authors claim it again and again."""
    main = main_method(found, paper.title)
    if main is None:
        return None
    if main.coined and opens_title(paper.title, main.names):
        return main
    if (
        main.kind in NO_ENDS
        or any(map(is_task, main.names))
        or is_stuff(main.name)
        or _MANY.search(main.name)
    ):
        return None
    named = main.proposed and (main.coined or main.claims >= _CLAIMED)
    return main if named or in_title(paper.title, main.names) else None


def _is_told_backwards(source: Found, target: Found) -> bool:
    """Whether one is named after the other: ``latent variable model`` does not come from a discriminative one; or a
    measure would come from the data that it is taken on."""
    mine, other = key_of(source.name).split(), key_of(target.name).split()
    if len(other) < len(mine) and mine[-len(other) :] == other:
        return True
    return target.kind == "metric" and source.kind == "dataset construction"


def _is_only_said(source: Found) -> bool:
    """Whether a name stands in one place alone, as what something else is: a description, not a method by itself."""
    return not source.coined and len(source.occurrences) == 1 and source.occurrences[0].cited is None


def _relation(source: str, target: str, said: _Said) -> ExtractedRelation:
    return ExtractedRelation(
        source=source,
        target=target,
        rating=said.rating,
        explanation=_agreeing(said.says, target).format(source=source, target=target) + ".",
        evidence=(said.place,),
    )


_VERB = re.compile(r"^(\{target\} )(is|uses|gives|implements)\b")
_OF_MANY = {"is": "are", "uses": "use", "gives": "give", "implements": "implement"}
#: Names that end as a plural does and are none.
_NO_PLURAL = frozenset(
    "bayes series statistics gauss physics genetics linguistics news species mathematics".split()
)


def _agreeing(says: str, target: str) -> str:
    """What is said with its verb in the number of the name: *CRFs use*, *AllenNLP uses*."""
    last = target.rsplit(maxsplit=1)[-1]
    many = last.endswith("s") and last.casefold() not in _NO_PLURAL and words_of(last) != (last.casefold(),)
    return _VERB.sub(lambda said: said.group(1) + _OF_MANY[said.group(2)], says) if many else says


# ── sentences ────────────────────────────────────────────────────────────────────────────────────────


class _Ways(Record, frozen=True, kw_only=True):
    """The forms that are looked for: of the paper's own method, with a subject, and those that need neither."""

    own: tuple[Form, ...]
    named: tuple[Form, ...]
    made: tuple[Form, ...]


_SAYINGS = _Ways(own=OUR_FORMS, named=NAMED_FORMS, made=MAKINGS)
_SAYINGS_OF_OURS = _Ways(own=(*OUR_FORMS, *OUR_USE), named=NAMED_FORMS, made=MAKINGS)
_SAYINGS_OF_WORK = _Ways(own=(*OUR_FORMS, *OUR_USE, *WAS_USED), named=NAMED_FORMS, made=MAKINGS)
_LATER = _Ways(own=LATER_FORMS, named=(), made=())
_DOINGS = _Ways(own=OUR_DOINGS, named=NAMED_DOINGS, made=OTHER_DOINGS)
_TRIALS = _Ways(own=OUR_TRIALS, named=NAMED_TRIALS, made=OTHER_TRIALS)
_Named = list[tuple[Occurrence, Found]]
_Tellings = Iterator[tuple[Found, Found, _Said]]


def _in_sentences(paper: PaperReading, found: Sequence[Found], main: Found | None) -> _Tellings:
    """What sentences say these methods are made of; ``main`` is what the authors call theirs."""
    known = main is not None and (in_title(paper.title, main.names) or main.claims >= _CLAIMED)
    homes = _homes(paper, found)
    before: tuple[int, int, Found | None] = (-1, 0, None)
    for segment, sentence, named, masked in _sentences(paper, found):
        first = named[0][0]
        own = homes.get(paper.part_at(segment, first.start), main)
        ours = known and first.role not in _THEIR_PARTS and not _BESIDE.search(masked)
        if first.role == "results" and not _MADE_READY.search(masked):
            ours = False  # what is used there is used to try the method, not to make it
        work = _SAYINGS_OF_WORK if first.role in _WORK_PARTS else _SAYINGS_OF_OURS
        yield from _told(masked, named, own, work if ours else _SAYINGS, segment, sentence)
        if before[0] == segment and sentence[0] - before[1] < _NEXT:
            yield from _told(masked, named, before[2], _LATER, segment, sentence)
            if own is None and before[2] is not None and before[2].claims:
                yield from _told(masked, named, before[2], _SAYINGS, segment, sentence)
        those = {each.name: each for _, each in named}
        only = next(iter(those.values())) if len(those) == 1 else None
        before = (segment, sentence[1], _proposed_in(masked, named) or only)


def _proposed_in(masked: str, named: _Named) -> Found | None:
    """What a sentence says its authors propose: whatever it names beside that, the next one calls this *it*."""
    match = PROPOSED.search(masked)
    each = named[int(match.group("subject")[1:-1])][1] if match else None
    return each if each is not None and each.role == "derived" else None


def _homes(paper: PaperReading, found: Sequence[Found]) -> dict[str, Found]:
    """The paper's own methods that parts of it are about, as their headings say: who *we* and *ours* are there."""
    homes: dict[str, Found] = {}
    for each in found:
        if each.role == "derived" and each.claims and not _MANY.search(each.name):
            parts = {paper.part_at(place.segment, place.start) for place in each.occurrences if place.heading}
            homes |= dict.fromkeys(parts - {""}, each)
    return homes


def _done_with(paper: PaperReading, found: Sequence[Found], main: Found | None) -> _Tellings:
    """What sentences say with what these methods are carried out, implemented or trained."""
    for segment, sentence, named, masked in _sentences(paper, found):
        for source, target, said in _told(masked, named, main, _DOINGS, segment, sentence):
            # What is worked on does not do anything: *solving systems with algebraic data types*.
            if said.says != DONE or not is_stuff(source.name):
                yield source, target, _solved(target, said)


def _solved(target: Found, said: _Said) -> _Said:
    """An equation is solved with what a procedure is done with."""
    equation = words_of(target.name)[-1:] == ("equation",)
    return replace(said, says=SOLVED) if equation and said.says == DONE else said


def _tried(paper: PaperReading, found: Sequence[Found], main: Found | None) -> _Tellings:
    """What sentences say these methods are measured and compared with."""
    for segment, sentence, named, masked in _sentences(paper, found):
        role = named[0][0].role
        theirs = role in _THEIR_PARTS or (role == "introduction" and not _SPEAKS.search(masked))
        own = None if theirs else main
        for source, target, said in _told(masked, named, own, _TRIALS, segment, sentence):
            if said.says == MEASURED and _COMPARES.search(masked):
                continue
            holds = _measures(source) if said.says == MEASURED else _rivals(source, target)
            if holds and (target is main or can_be_an_end(target)):
                within = said.says == MEASURED and words_of(source.name)[-1:] in _WITHIN
                yield source, target, replace(said, rating=3, says=USES) if within else said


def _cited(paper: PaperReading, found: Sequence[Found], main: Found | None) -> _Tellings:
    """What authors say of their own method by what they cite others for: to use them, to extend or to compare them."""
    if main is None:
        return
    named = {(each.segment, each.sentence) for each in main.occurrences}
    for source in found:
        if source is main or source.role != "prior" or not (can_be_an_end(source) or _measures(source)):
            continue
        for place in source.occurrences:
            told_by = CITED_FOR.get(place.cited.role) if place.cited else None
            if told_by is None or place.role in _THEIR_PARTS:
                continue
            cue, rating, says = told_by
            text = paper.segments[place.segment].text
            whole = text[slice(*place.sentence)]
            if _measures(source):
                if says == COMPARED:
                    continue
                rating, says = 2, MEASURED
            if (
                not cue.search(text[place.sentence[0] : place.start])
                or not _SPEAKS.search(whole)
                or _DENIED.search(whole)
                or _EXAMPLE.search(whole)
                or TRIED_AS.search(whole)
                or (says != COMPARED and _COMPARES.search(whole))
                or (place.segment, place.sentence) in named
            ):
                continue
            said = _Said(segment=place.segment, place=place.sentence, rating=rating, says=says, sure=0)
            yield source, main, said


def _measures(source: Found) -> bool:
    """Whether one is a measure, a task or data there before: by its name, or by what is said of a name of its own."""
    if source.role != "prior" or _OWN_TRIALS & set(words_of(source.name)):
        return False
    if source.kind == "dataset construction" and not any(map(_has_capital, source.names)):
        return (
            False  # ``diverse real-life datasets``: data that can be taken up again have a name of their own
        )
    if kind_of_head(source.name) in NO_ENDS:
        return True
    return source.kind in NO_ENDS and (kind_of_name(source.name) in NO_ENDS or not is_stuff(source.name))


def _has_capital(name: str) -> bool:
    return any(c.isupper() or c.isdigit() for c in name)


def _rivals(source: Found, target: Found) -> bool:
    """Whether one is compared with another that was there before, and neither is named after the other."""
    mine, theirs = (set(key_of(each.name).split()) for each in (source, target))
    if not can_be_an_end(source) or source.role != "prior" or _MANY.search(target.name):
        return False
    return not mine <= theirs and not theirs <= mine


def _sentences(
    paper: PaperReading, found: Sequence[Found]
) -> Iterator[tuple[int, tuple[int, int], _Named, str]]:
    """Segment, place, names and masked text of each sentence that names any of these."""
    by_sentence: dict[tuple[int, tuple[int, int]], _Named] = defaultdict(list)
    for each in found:
        for place in each.occurrences:
            by_sentence[place.segment, place.sentence].append((place, each))
    for (segment, sentence), named in sorted(by_sentence.items(), key=lambda each: each[0]):
        named.sort(key=lambda each: (each[0].start, -each[0].end))
        if sentence[1] - sentence[0] <= _LONGEST:
            yield segment, sentence, named, _masked(paper.segments[segment].text, sentence, named)


def _told(
    masked: str, named: _Named, main: Found | None, ways: _Ways, segment: int, sentence: tuple[int, int]
) -> Iterator[tuple[Found, Found, _Said]]:
    for form, subject, objects in told(masked, ways.own, ways.named, ways.made):
        home = named[subject][1] if subject is not None else main
        if home is None:
            continue
        said = _Said(
            segment=segment,
            place=sentence,
            rating=form.rating,
            says=form.says,
            sure=1 + (subject is not None),
        )
        for at in objects:
            other = named[at][1]
            if other is not home and not (form.inside and other.kind != "system"):
                yield (home, other, said) if form.forward else (other, home, said)


def _masked(text: str, place: tuple[int, int], named: Sequence[tuple[Occurrence, Found]]) -> str:
    """A sentence with its names as ‹0›, ‹1›, …, the longest of those that overlap, and without brackets."""
    start, end = place
    taken: list[tuple[int, int, int]] = []
    places = [(*_explained(text, start, each, method), i) for i, (each, method) in enumerate(named)]
    for first, last, i in sorted(places, key=lambda each: each[0] - each[1]):
        if not any(a < last and first < b for a, b, _ in taken):
            taken.append((first, last, i))
    pieces, at = [], start
    for a, b, i in sorted(taken):
        pieces += [text[at:a], f"‹{i}›"]
        at = b
    sentence = _BY_WHOM.sub("", " ".join("".join([*pieces, text[at:end]]).split()))
    return _BRACKETS.sub("", _BRACKETS.sub("", _TELLING.sub(r", \1", sentence)))


def _explained(text: str, start: int, each: Occurrence, method: Found) -> tuple[int, int]:
    """A name's place with the full form before it and its brackets: ``analysis of variance (ANOVA)``."""
    before = text[start : each.start].rstrip()
    full = r"\s+".join(map(re.escape, method.name.split()))
    match = re.search(rf"\b{full}s?\s*[(\[]$", before, re.IGNORECASE) if before.endswith(("(", "[")) else None
    if match is None:
        return each.start, each.end
    return start + match.start(), each.end + (text[each.end : each.end + 1] in (")", "]"))


# ── names that say it ────────────────────────────────────────────────────────────────────────────────


def _in_names(paper: PaperReading, found: Sequence[Found]) -> Iterator[tuple[Found, Found, _Said]]:
    """``skip-chain CRF`` is a CRF, and ``SVM-based recogniser`` is based on SVMs: the name says so."""
    known = {
        tuple(key_of(name).split()): each
        for each in found
        for name in each.names
        if _is_called_a_way(each)
        and not is_tools(each)
        and (" " in key_of(name) or (len(name) > _SHORTEST and any(map(is_coined, each.names))))
    }
    parts = {tuple(key_of(name).split()): each for each in found for name in each.names}
    for target in filter(looks_like_a_method, found):
        for place in target.occurrences:
            text = paper.segments[place.segment].text
            spelled = text[place.start : place.end]
            words = tuple(key_of(spelled).split())
            if not _ENDS_HERE.match(text, place.end) or place.heading:
                continue
            told_by_name = [(known.get(part), rating, says) for part, rating, says in _within(words)]
            told_by_name += [(parts.get(part), 4, MADE_OF) for part in _summed(spelled)]
            for source, rating, says in told_by_name:
                if source is not None and source is not target:
                    said = _Said(
                        segment=place.segment, place=place.sentence, rating=rating, says=says, sure=0
                    )
                    yield source, target, said


def _is_called_a_way(each: Found) -> bool:
    """Whether a name is one of a way of doing something: an abbreviation alone with *system* behind it is none."""
    kinds = {kind_of_head(name) for name in each.names} & DOING
    if without_head(each.name).isupper():
        return bool(kinds - {"system"})
    return kind_of_head(each.name) in DOING or (is_coined(each.name) and bool(kinds))


def _within(words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int, str]]:
    """The names that a name is made of: what it is a kind of, what it is based on."""
    if "based" in words:
        at = words.index("based")
        if not all(word in GENERIC_HEADS for word in words[at + 1 :]):
            yield words[:at], 4, BUILT
        return
    for at in range(1, min(3, len(words)) if "of" not in words else 1):
        if words[at - 1] == _SPECIFIC:
            continue
        if any(word in _TELLING_WORDS or not (is_common(word) or word in _NO_KIND) for word in words[:at]):
            yield words[at:], 4, KIND


def _summed(spelled: str) -> Sequence[tuple[str, ...]]:
    """The parts of ``BMM+WSM``; none of what is no sum."""
    parts = [tuple(key_of(part).split()) for part in re.split(r"\s*\+\s*", spelled)]
    return parts if len(parts) > 1 and all(parts) else ()
