"""What a *why* question takes for granted, held against what was read: *Why is A slower than B?* where it is faster."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from twintree.answering.evidence import Candidate
from twintree.base.ids import PaperId
from twintree.base.records import Record
from twintree.base.words import content_stems, stem, tokens

#: Comparatives by what they measure, those that say more of it before those that say less.
_SCALES: tuple[tuple[str, str, str], ...] = (
    ("speed", "faster quicker speedier", "slower"),
    (
        "quality",
        "better superior stronger outperform outperforms outperformed outperforming beat beats exceed exceeds exceeded "
        "surpass surpasses surpassed",
        "worse inferior weaker poorer underperform underperforms underperformed",
    ),
    ("height", "higher greater larger bigger more", "lower smaller less fewer"),
    ("length", "longer", "shorter"),
    ("age", "older earlier", "newer younger later"),
    ("cost", "cheaper", "costlier dearer"),
    ("ease", "easier simpler", "harder"),
)
_WAYS = {
    word: (scale, way)
    for scale, up, down in _SCALES
    for way, words in ((1, up), (-1, down))
    for word in words.split()
}
#: A measure that a sentence may put in another one's words: what is better has a higher score.
_AKIN = {"quality": {"quality", "height"}, "height": {"height", "quality"}}
#: Measures of which less is better: there *better* is not *higher*.
_LESS_IS_BETTER = frozenset(
    content_stems(
        "error errors loss perplexity latency delay time runtime cost memory distance wer mse rmse mae"
    )
)
#: Words behind which the second of two is named first: *compared with B, A is faster*.
_TURNS = frozenset("compared comparison contrast unlike relative than".split())
#: Words that stand between what is said of the first of two and the second: *slower as compared to B*.
_THAN_WORDS = frozenset("than compared relative".split())
_VERBS = frozenset(
    "outperform outperforms outperformed outperforming beat beats exceed exceeds exceeded surpass surpasses surpassed "
    "underperform underperforms underperformed".split()
)
#: Where another clause begins, with a subject of its own: *A is as fast as C, whereas B is slower*.
_CLAUSE = re.compile(
    r"[,;:()–—]|\b(?:whereas|while|but|although|though|however|which|who|whose|because|since)\b", re.I
)
#: A stop between *than* and the second one: *faster than C, unlike B* says nothing of B.
_STOP = re.compile(r"[,;:()–—]")
#: *B is outperformed by A*: what stands first has less.
_PASSIVE = re.compile(r"\b(?:outperformed|exceeded|surpassed|beaten|underperformed)\s+by\b", re.I)
_NEGATED = re.compile(r"\b(?:not|no|never|neither|nor|cannot|without|hardly|n['’]t)\b|n['’]t\b", re.I)
_WHY = r"^\s*(?:(?:and|but|so)\s+)?(?:why|how\s+come|for\s+what\s+reason)\s+"
_WORD = rf"(?P<word>{'|'.join(sorted(_WAYS, key=len, reverse=True))})"
_DOES = (
    r"(?:be|perform|do|work|run|train|score|have|get|reach|so\s+much|much|far|a\s+lot|significantly|slightly)"
)
_THAN = re.compile(
    _WHY + r"(?:(?P<aux>is|are|was|were|do|does|did|has|have|can)\s+)?"
    rf"(?P<premise>(?P<a>.+?)\s+(?P<verb>(?:{_DOES}s?\s+)*)(?:an?\s+)?{_WORD}"
    r"(?:\s+(?P<of>[\w-]+(?:\s+[\w-]+){0,2}?))?\s+(?:than|(?:(?<=superior )|(?<=inferior ))to)\s+"
    r"(?P<b>.+?))(?P<where>\s+(?:on|in|at|for)\s+[^?]+)?\s*[?.!]*\s*$",
    re.I,
)
_BEATS = re.compile(
    _WHY
    + r"(?P<aux>do|does|did|can)\s+(?P<premise>(?P<a>.+?)\s+(?P<word>outperform|beat|exceed|surpass|underperform)\s+"
    r"(?P<b>.+?))(?P<of>)(?P<where>\s+(?:on|in|at|for|by)\s+[^?]+)?\s*[?.!]*\s*$",
    re.I,
)
#: What raises something, and what lowers it; what *improves* a thing may do either.
_RAISE = "increase raise elevate enhance promote stimulate boost accelerate augment strengthen"
_LOWER = "decrease reduce lower diminish impair inhibit suppress block attenuate prevent weaken slow"
_RAISES = frozenset(map(stem, _RAISE.split()))
_LOWERS = frozenset(map(stem, f"{_LOWER} reduction inhibition suppression".split()))
_EFFECT = "effect"
_AFFECTS = re.compile(
    _WHY + r"(?P<aux>do|does|did|can|could|would)\s+(?P<premise>(?P<a>.+?)\s+"
    rf"(?P<word>{'|'.join([*_RAISE.split(), *_LOWER.split()])})\s+(?P<b>[^?]+?))(?P<where>)\s*[?.!]*\s*$",
    re.I,
)
_IRREGULAR = {"be": "is", "do": "does", "have": "has"}
#: Words between what is done and what it is done to.
_NEAR = 4
#: Sentences that are held against a premise, and told where they contradict it.
_HELD_AGAINST, _TOLD = 40, 2

#: Why the sentence that says so has no page.
ON_PREMISE = "said of the question, by holding it against the sentences that were read"


class Premise(Record, frozen=True, kw_only=True):
    """That ``first`` has more (``way`` 1) or less (-1) of what ``scale`` measures than ``second``, or does it to that.

    ``told`` says it as a statement.
    """

    first: str
    second: str
    scale: str
    way: int
    of: str
    told: str

    @property
    def compares(self) -> bool:
        """Whether it sets one against the other; that one thing does something to another is said in many words."""
        return self.scale != _EFFECT


class Weighed(Record, frozen=True, kw_only=True):
    """What was read of a premise: sentences that say so, and sentences that say the opposite.

    ``near``: a sentence that is shown compares one of the two, so that it may say so in words that are not told.
    """

    says: tuple[Candidate, ...]
    against: tuple[Candidate, ...]
    near: bool = False


def read_premise(question: str) -> Premise | None:
    """The comparison or effect that a *why* question takes for granted; None where it takes none that can be told."""
    text = " ".join(question.split())
    match = _BEATS.match(text) or _THAN.match(text)
    if match is None:
        return _read_effect(text)
    if not (content_stems(match["a"]) and content_stems(match["b"])) or _hides_its_verb(match):
        return None
    scale, way = _WAYS[match["word"].lower()]
    of = match["of"] or ""
    return Premise(first=match["a"], second=match["b"], scale=scale, way=way, of=of, told=_told(match))


def _read_effect(text: str) -> Premise | None:
    """That one thing raises or lowers another: *Why does tulsi raise cholesterol?*"""
    match = _AFFECTS.match(text)
    if match is None or not (content_stems(match["a"]) and content_stems(match["b"])):
        return None
    way = _direction(match["word"].lower())
    return Premise(first=match["a"], second=match["b"], scale=_EFFECT, way=way, of="", told=_told(match))


def _direction(word: str) -> int:
    return 1 if stem(word) in _RAISES else -1 if stem(word) in _LOWERS else 0


def _hides_its_verb(match: re.Match[str]) -> bool:
    """Whether the verb is none that is known, and so stands among the first one's words: *does A need more than B*."""
    return match.re is _THAN and not match["verb"] and (match["aux"] or "").lower() in ("does", "did", "can")


def _told(match: re.Match[str]) -> str:
    """The premise as a statement."""
    said, aux = match["premise"][len(match["a"]) :].strip(), (match["aux"] or "").lower()
    if aux in ("is", "are", "was", "were", "did", "can", "could", "would"):
        said = f"{aux} {said}"
    elif aux == "does":
        verb, _, rest = said.partition(" ")
        said = f"{_third_person(verb)} {rest}"
    return f"{match['a']} {' '.join(said.split())}{match['where'] or ''}"


def _third_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    return f"{verb}{'es' if verb.endswith(('s', 'sh', 'ch')) else 's'}"


def weigh_premise(
    premise: Premise,
    read: Sequence[Candidate],
    title_of: Callable[[PaperId], str] = lambda paper: "",
    shown: Sequence[Candidate] = (),
) -> Weighed:
    """The sentences among the best ones that speak of the same two, by what they say of the premise.

    In doubt none says the opposite: where a sentence compares both and it cannot be told which way.

    Args:
        premise: what is taken for granted.
        read: sentences, best first.
        title_of: a paper's title: one about what does something need not name it in each of its sentences.
        shown: those of them that the answer would show.
    """
    ways = [
        (each, _way(premise, each.text, title_of(each.paper)))
        for each in read[:_HELD_AGAINST]
        if each.kind == ""
    ]
    against = tuple(each for each, way in ways if way == -premise.way)
    open_ = [each for each in shown if premise.compares and each not in against]
    in_doubt = any(_sides_compared(premise, each.text) > 1 for each in open_)
    return Weighed(
        says=tuple(each for each, way in ways if way == premise.way),
        against=() if in_doubt else against[:_TOLD],
        near=in_doubt or any(_may_say(premise, each.text, title_of(each.paper)) for each in open_),
    )


def contradicting(premise: Premise) -> str:
    """How it is said that what was read contradicts a premise."""
    return f"The question takes for granted that {premise.told}. What was read says the opposite:"


def unsupported(premise: Premise) -> str:
    """How it is said that nothing that was read supports a premise."""
    return f"Nothing that was read says that {premise.told}, as the question takes for granted. Nearest to it stands:"


def _way(premise: Premise, sentence: str, title: str) -> int:
    """Which way a sentence compares the two, as the premise counts it; 0 where it does not, or not clearly."""
    one, other = _at(premise.first, sentence), _at(premise.second, sentence)
    if one is None and premise.scale == _EFFECT and _at(premise.first, title) is not None:
        one = -1
    if premise.scale == _EFFECT:
        named = one is not None and other is not None and one != other
        return _done(premise.second, sentence) if named and not _NEGATED.search(sentence) else 0
    ways = {way for way, _ in _comparing(premise, sentence)}
    if len(ways) != 1 or (premise.of and not set(content_stems(premise.of)) <= set(content_stems(sentence))):
        return 0
    if _NEGATED.search(sentence) or _PASSIVE.search(sentence):
        return 0
    turned = one is not None and other is not None and _TURNS & set(tokens(sentence)[: min(one, other)])
    found = (set() if turned else _across(premise, sentence)) or _subject_of(premise, sentence)
    way = next(iter(ways)) * found.pop() if len(found) == 1 else 0
    if one is not None and other is not None and one != other and not turned:
        return way
    # With one side unsaid, a word of another measure (*fewer*, *lower*) need not speak of this one.
    return way if way == premise.way and _in_its_words(premise, sentence) else 0


def _in_its_words(premise: Premise, sentence: str) -> bool:
    """Whether a sentence compares by the very measure of the premise, not by one akin to it."""
    return any(_WAYS[match.group().lower()][0] == premise.scale for _, match in _comparing(premise, sentence))


def _comparing(premise: Premise, sentence: str) -> list[tuple[int, re.Match[str]]]:
    """The words of a sentence that compare by what the premise does, each with its way."""
    akin = not _LESS_IS_BETTER & set(content_stems(f"{premise.told} {sentence}"))
    scales = _AKIN.get(premise.scale, {premise.scale}) if akin else {premise.scale}
    words = ((_WAYS.get(match.group().lower()), match) for match in re.finditer(r"[^\W\d_]+", sentence))
    return [(said[1], match) for said, match in words if said is not None and said[0] in scales]


def _across(premise: Premise, sentence: str) -> set[int]:
    """Which of the two, 1 the first, a sentence sets against the other as having more: *A is faster than B*."""
    found: set[int] = set()
    for _, word in _comparing(premise, sentence):
        before, behind = sentence[: word.start()], sentence[word.end() :]
        for which, left, right in ((1, premise.first, premise.second), (-1, premise.second, premise.first)):
            if _at(left, before) is None or _at(right, before) is not None or _parted(left, before):
                continue
            other = _at(right, behind)
            between = tokens(behind)[:other]
            linked = word.group().lower() in _VERBS or _THAN_WORDS & set(between) or between[:1] == ["to"]
            if other is not None and linked and _at(right, _STOP.split(behind)[0]) is not None:
                found.add(which)
    return found


def _parted(name: str, before: str) -> bool:
    """Whether another clause begins between a name and the comparing word behind it: *A uses C, which is faster*."""
    opened = [match for match in _CLAUSE.finditer(before) if not _STOP.fullmatch(match.group())]
    return bool(opened) and _at(name, before[opened[-1].end() :]) is None


def _subject_of(premise: Premise, sentence: str) -> set[int]:
    """Which of the two has more by a clause that compares it with something left unsaid: *whereas A is faster*."""
    found: set[int] = set()
    for _, word in _comparing(premise, sentence):
        begin = max((match.end() for match in _CLAUSE.finditer(sentence, 0, word.start())), default=0)
        behind = _CLAUSE.split(sentence[word.end() :])[0]
        before = sentence[begin : word.start()]
        sides = [
            which
            for which, name in ((1, premise.first), (-1, premise.second))
            if _at(name, before) is not None
        ]
        if len(sides) == 1 and not _THAN_WORDS & set(tokens(behind)) and word.group().lower() not in _VERBS:
            found.add(sides[0])
    return found


def _may_say(premise: Premise, sentence: str, title: str) -> bool:
    """Whether a sentence compares by the premise's very measure and speaks of one of the two, as its paper may."""
    # *A lower bound* is nothing worse.
    return _in_its_words(premise, sentence) and _sides_compared(premise, sentence, title) > 0


def _sides_compared(premise: Premise, sentence: str, title: str = "") -> int:
    """How many of the two a sentence speaks of that compares by what the premise does: by half of their own words."""
    if not _comparing(premise, sentence):
        return 0
    named = set(content_stems(f"{title} {sentence}"))
    first, second = set(content_stems(premise.first)), set(content_stems(premise.second))
    own = [first - second or first, second - first or second]
    return sum(2 * len(each & named) >= len(each) for each in own)


def _done(to: str, sentence: str) -> int:
    """Whether a sentence says that something is raised (1) or lowered (-1); 0 where it says both or neither."""
    words, wanted = tokens(sentence), set(content_stems(to))
    ways = {at: way for at, word in enumerate(words) if (way := _direction(word))}
    places = [at for at, word in enumerate(words) if stem(word) in wanted]
    near = any(abs(at - place) <= _NEAR for at in ways for place in places)
    return next(iter(ways.values())) if near and len(set(ways.values())) == 1 else 0


def _at(name: str, sentence: str) -> int | None:
    """Where a sentence names a thing by all of its words: the first of them; None where it does not."""
    wanted = set(content_stems(name))
    places: dict[str, int] = {}
    for at, word in enumerate(tokens(sentence)):
        for each in content_stems(word):
            places.setdefault(each, at)
    return min(places[each] for each in wanted) if wanted and wanted <= set(places) else None
