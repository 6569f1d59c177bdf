"""Reads a whole paper for names that may be methods: where each stands, how it is spelled, what stands
around it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec.structs import replace

from twintree.base.citations import CitationMention, Reference
from twintree.base.methods import Segment
from twintree.base.records import Record, SectionTree
from twintree.base.text import folded, sentences
from twintree.knowledge.methods.bodies import is_organisation
from twintree.knowledge.methods.naming import (
    Abbreviation,
    abbreviations,
    is_cut,
    key_of,
    kind_of_head,
    trimmed,
    words_of,
)
from twintree.knowledge.methods.prose import is_prose, is_readable
from twintree.knowledge.methods.segments import spans_of
from twintree.knowledge.methods.shown import is_formula
from twintree.knowledge.methods.terms import Word, find_terms, tokenise

#: Words of a name that a head word gathers to its left.
_REACH = 4
_LONGEST = 7
_MARKER_GAP = 3
#: One or two words right before a name, and how far back they may begin.
_BEFORE = re.compile(r"(?:[^\W_][\w.’'-]*[ -])??(?P<last>[^\W_][\w.’'-]*?[ -])$")
_BACK = 60
#: ``(CRFs)`` between a name and its citation.
_SHORT_FORM = re.compile(r"\s*\([A-Z][\w-]{1,9}\)|\)")


class Occurrence(Record, frozen=True, kw_only=True):
    """A name in a segment: its place, its sentence, and what the term chain called it."""

    segment: int
    start: int
    end: int
    sentence: tuple[int, int]
    how: str  #: a class of the chain | named | headed | title | abbreviation
    role: str = ""  #: of the section
    heading: bool = False
    cited: CitationMention | None = None  #: the citation right behind it


class Candidate:
    """All spellings of one name in a paper."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.spellings: Counter[str] = Counter()
        self.occurrences: list[Occurrence] = []
        self.short = ""
        self.long = ""

    def add(self, spelling: str, occurrence: Occurrence) -> None:
        """Note one more place."""
        self.spellings[spelling] += 1
        self.occurrences.append(occurrence)

    def copy(self) -> Candidate:
        """One that may absorb others while this stays as it is."""
        other = Candidate(self.key)
        other.absorb(self)
        return other

    def absorb(self, other: Candidate) -> None:
        """Take over another spelling's places."""
        self.spellings += other.spellings
        self.occurrences += other.occurrences
        self.short = self.short or other.short
        self.long = self.long or other.long

    @property
    def name(self) -> str:
        """The fullest name: the explained long form, else the spelling most used, the longer of two."""
        if self.long:
            return self.long
        return max(self.spellings, key=lambda each: (self.spellings[each], len(each), each))


class PaperReading:
    """One paper: its segments, their sentences, its citations, and its candidate names."""

    def __init__(
        self,
        title: str,
        segments: Sequence[Segment],
        tree: SectionTree | None = None,
        references: Sequence[Reference] = (),
        main: str = "",
    ) -> None:
        self.title = title
        self.segments = tuple(segments)
        self._main = main or (segments[0].file if segments else "")
        self._sections = sorted(
            ((node.start, node.end, node) for node in (tree.nodes if tree else ())), key=lambda each: each[0]
        )
        self.authors = frozenset(
            folded(word)
            for each in references
            for author in each.authors
            for word in author.split()
            if len(word) > 3
        )
        self._densities: dict[str, float] = {}
        self._markers: dict[int, list[tuple[int, CitationMention]]] = {}
        for reference in references:
            for mention in reference.mentions:
                self._markers.setdefault(mention.page, []).append((mention.at.start, mention))
        for marks in self._markers.values():
            marks.sort(key=lambda each: each[0])

    @cached_property
    def length(self) -> int:
        """Tokens of all segments."""
        return sum(each.tokens for each in self.segments)

    def density(self, words: re.Pattern[str]) -> float:
        """How often some words stand in a thousand of the paper's."""
        if words.pattern not in self._densities:
            count = sum(len(words.findall(each.text)) for each in self.segments)
            every = sum(len(each.text.split()) for each in self.segments)
            self._densities[words.pattern] = 1000 * count / max(1, every)
        return self._densities[words.pattern]

    @cached_property
    def sentences(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Of each segment, the sentences that are prose; none where the segment as a whole is not."""
        return tuple(_prose(each.text) for each in self.segments)

    @cached_property
    def abbreviations(self) -> tuple[Abbreviation, ...]:
        """What the paper explains; the first explanation of a short form holds."""
        found: dict[str, Abbreviation] = {}
        for segment in self.segments:
            for each in abbreviations(segment.text):
                found.setdefault(each.short, each)
        return tuple(found.values())

    def _is_main(self, segment: int) -> bool:
        """Whether a segment lies in the paper's main file, of which sections and citations are known."""
        return self.segments[segment].file == self._main

    def section_at(self, segment: int, offset: int) -> tuple[str, bool]:
        """The role of the section that a place stands in, and whether the place is the section's heading."""
        spans = spans_of(self.segments[segment], offset, offset + 1)
        if not spans or not self._is_main(segment):
            return "", False
        at = (spans[0].page, spans[0].start)
        role, heading = "", False
        for start, end, node in self._sections:
            if start > at:
                break
            if at < end:
                role = node.role
                heading = at[0] == start[0] and at[1] < start[1] + len(node.title) + len(node.number) + 4
        return role, heading

    def part_at(self, segment: int, offset: int) -> str:
        """The id of the innermost section that a place stands in; empty where sections are not known."""
        spans = spans_of(self.segments[segment], offset, offset + 1)
        if not spans or not self._is_main(segment):
            return ""
        at = (spans[0].page, spans[0].start)
        part = ""
        for start, end, node in self._sections:
            if start > at:
                break
            if at < end:
                part = node.id
        return part

    def cited_after(self, segment: int, end: int) -> CitationMention | None:
        """The citation that follows a place at once."""
        text = self.segments[segment].text
        behind = _SHORT_FORM.match(text, end)
        end = behind.end() if behind else end
        spans = spans_of(self.segments[segment], end - 1, end)
        if not spans or not self._is_main(segment):
            return None
        page, at = spans[0].page, spans[0].end
        marks = self._markers.get(page, [])
        i = bisect_right([start for start, _ in marks], at - 1)
        if i < len(marks) and marks[i][0] - at <= _MARKER_GAP:
            return marks[i][1]
        return None

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """Every name that may be a method, with an abbreviation and its full form as one."""
        found: dict[str, Candidate] = {}
        for number in range(len(self.segments)):
            for place in self.sentences[number]:
                text = self.segments[number].text
                for start, end, how in names_in(text, *place):
                    for first, last in _coordinated(text, start, end):
                        self._note(found, number, place, first, last, how)
        whole = self._without_fragments(_spelled_alike(found))
        return tuple(_with_abbreviations(whole, self.abbreviations).values())

    def _without_fragments(self, found: dict[str, Candidate]) -> dict[str, Candidate]:
        """Names that stand nowhere but at the end of longer ones join those: they were cut out of them.

        ``Mention Tagger`` is one where every place of it is a *Nominal Mention Tagger*, and the paper names that.
        """
        whole = dict(found)
        for key, each in found.items():
            longer = [self._longer(place, found) for place in each.occurrences]
            if all(longer):
                del whole[key]
                for home, spelling, place in filter(None, longer):
                    if place not in home.occurrences:
                        home.add(spelling, place)
        return whole

    def _longer(
        self, place: Occurrence, found: dict[str, Candidate]
    ) -> tuple[Candidate, str, Occurrence] | None:
        """The name that ends where this one does and begins a word or two before it."""
        text = self.segments[place.segment].text
        before = _BEFORE.search(text, max(place.sentence[0], place.start - _BACK), place.start)
        if before is None:
            return None
        for words in (before.group(), before.group("last")):
            start = place.start - len(words)
            spelling = " ".join(text[start : place.end].split())
            home = (
                found.get(key_of(spelling)) if trimmed(text, start, place.end) == (start, place.end) else None
            )
            if home is not None:
                return home, spelling, replace(place, start=start)
        return None

    def _note(
        self, found: dict[str, Candidate], number: int, place: tuple[int, int], start: int, end: int, how: str
    ) -> None:
        text = self.segments[number].text
        trim = trimmed(text, start, end)
        if trim is None:
            return
        spelling = " ".join(text[slice(*trim)].split())
        key = key_of(spelling)
        if (
            not _can_be_name(spelling)
            or is_formula(text, trim[0])
            or not key
            or folded(spelling) in self.authors
            or key in _CLASSES_OF_NAMES
        ):
            return
        role, heading = self.section_at(number, trim[0])
        occurrence = Occurrence(
            segment=number,
            start=trim[0],
            end=trim[1],
            sentence=place,
            how=how,
            role=role,
            heading=heading,
            cited=self.cited_after(number, trim[1]),
        )
        found.setdefault(key, Candidate(key)).add(spelling, occurrence)


def _spelled_alike(found: dict[str, Candidate]) -> dict[str, Candidate]:
    """Names that differ in nothing but hyphens and spaces are one: ``SciBERT``, ``SCI-BERT``, ``Sci BERT``."""
    homes: dict[str, Candidate] = {}
    for each in sorted(found.values(), key=lambda one: (-len(one.occurrences), one.key)):
        home = homes.setdefault(each.key.replace(" ", ""), each)
        if home is not each:
            home.absorb(each)
    return {each.key: each for each in homes.values()}


def _with_abbreviations(found: dict[str, Candidate], known: Sequence[Abbreviation]) -> dict[str, Candidate]:
    for each in known:
        short, long = key_of(each.short), key_of(each.long)
        if short == long or (long not in found and short not in found):
            continue
        if long in _CLASSES_OF_NAMES:
            found.pop(short, None)
            continue
        if is_cut(each.long):
            continue
        if is_organisation(" ".join(each.long.split())):
            found.pop(long, None)
            if short in found and not any(map(kind_of_head, found[short].spellings)):
                del found[short]  # ``MSR corpus`` is a corpus, ``MSR`` alone is who made it
            continue
        home = found.setdefault(long, Candidate(long))
        other = found.pop(short, None)
        if other is not None:
            home.absorb(other)
        if not home.occurrences:
            found.pop(long)
            continue
        home.short, home.long = each.short, " ".join(each.long.split())
    return found


#: What named entity recognition calls its classes, and parts of a paper: never methods.
_CLASSES_OF_NAMES = frozenset(
    "person location organization organisation miscellaneous abstract introduction background conclusion discussion "
    "result acknowledgement reference appendix table figure equation section".split()
)


def _can_be_name(spelling: str) -> bool:
    words = spelling.split()
    letters = sum(c.isalpha() for c in spelling)
    return (
        0 < len(words) <= _LONGEST
        and letters >= 2
        and letters >= 0.6 * len(spelling.replace(" ", ""))
        and not set("@|~") & set(spelling)  # ``|`` stands between the cells of a table's row
        and "://" not in spelling
    )


def _prose(text: str) -> tuple[tuple[int, int], ...]:
    places = sentences(text)
    if not is_readable([text[slice(*place)] for place in places]):
        return ()
    return tuple(place for place in places if is_prose(text[slice(*place)]))


_AND = re.compile(
    r"\s+(?:of|for|in|on|with|to)\s+(?:every|each|all|any|the|our|this|these|an?)\s.*|"
    r"\s+(?:and|or|and/or)\s+|\s*[,;]\s+|\s*\[\d[\d,; –-]*\]?\s*|\s+[(\[](?=[^()\[\]]*$)"
)


def _coordinated(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """``HMMs and CRFs`` as two names; a citation's brackets end a name."""
    places, at = [], start
    for match in _AND.finditer(text, start, end):
        places.append((at, match.start()))
        at = match.end()
    places.append((at, end))
    return [place for place in places if place[1] - place[0] >= 2]


# ── where names are ──────────────────────────────────────────────────────────────────────────────────

_NAMED = re.compile(r"[A-Z][a-z]*[A-Z]|[A-Z]{2}|[a-z]+[A-Z]|[A-Za-z]+\d|\w\.jl$|[a-z]\.[A-Z]|\+\+")
_STOPS = frozenset(
    """the a an of for in on to with by from at as and or but nor so if is are was were be been being has
        have had do does
    did can could may might will would shall should must not no we our us it its they their them he she
    his her this
    that these those which who whom whose what when where while how why there here than then also only
    very such more
    most less each every all any both either neither some many much few other another same own using use
    uses used
    based via per into onto over under between among through during before after above below within
    without against
    about across along around since until unless because although though however thus therefore hence moreover
    furthermore et al i.e e.g etc vs see fig figure table section eq equation show shows shown showed
    propose proposes
    proposed present presents presented introduce introduces introduced apply applied applies compare compared
    compares perform performed performs achieve achieves achieved obtain obtained employ employed follow
    following
    followed make makes made take takes taken give gives given find found let work paper called named
    denote denotes
    outperforms outperform means mean contains contain consists consist allows allow provides provide
    produces produce
    combines combine learns learn requires require works work yields yield improves improve represents
    represent
    generates generate computes compute finds returns return supports support reveals reveal collapses
    proceeds does
    respectively whether seem seems become becomes became measures adopt adopts affect affects enforce
    enforces
    standard straightforward simple novel new like including include includes e.g. i.e. our first second
    third next
    last one two three four five six seven eight nine ten several various different existing previous prior
    """.split()
)


def names_in(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Places of names in a sentence, each once: the chain's terms, then names by their look, by head word, by
    capitals, and by what is done with them."""
    taken: list[tuple[int, int]] = []
    for term in find_terms(text, start, end):
        taken.append((term.start, term.end))
        yield term.start, term.end, term.kind
    words = tokenise(text, start, end)
    for how, find in (("named", _by_look), ("headed", _by_head)):
        for place in find(words):
            if not _covered(place, taken):
                taken.append(place)
                yield *place, how
    for how, find in (("titled", _by_capitals), ("used", _by_use)):
        for first, last in find(words):
            # What the chain saw a part of is another name: ``multiple dispatch`` beside ``dispatch``.
            if not any(a <= first and last <= b for a, b in taken):
                taken.append((first, last))
                yield first, last, how


def _covered(place: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    return any(a < place[1] and place[0] < b for a, b in taken)


def _by_look(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Words that only a name is written like: ``SciBERT``, ``GC-MS``, ``XRD``, ``Trixi.jl``."""
    for word in words:
        if len(word.text) > 1 and _NAMED.search(word.text) and not word.text.isdigit():
            yield word.start, word.end


def _by_head(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """A head word of methods with up to four words before it: ``approximate randomization test``."""
    for i, word in enumerate(words):
        if not kind_of_head(word.text) or not word.text[0].isalpha():
            continue
        first = i
        while first > 0 and i - first < _REACH and _joins(words[first - 1], words[first]):
            first -= 1
        if first < i and words_of(word.text):
            yield words[first].start, word.end


def _joins(word: Word, following: Word) -> bool:
    return (
        word.text[0].isalpha()
        and word.text.casefold() not in _STOPS
        and following.start - word.end <= 1
        and not word.text.casefold().endswith("ly")
    )


def _by_capitals(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Two to five capitalised words within a sentence: ``Empirical Dynamic Modeling``; none in a title-cased one."""
    capital = [word.text[0].isupper() and len(word.text) > 1 for word in words]
    if 2 * sum(capital) > len(words):
        return
    for first, last in _runs(words, capital[:1] and [False, *capital[1:]]):
        if 2 <= last - first <= _REACH + 1:
            yield words[first].start, words[last - 1].end


def _runs(words: Sequence[Word], wanted: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Runs of wanted words that only single spaces or hyphens divide."""
    first = None
    for i, each in enumerate([*wanted, False]):
        near = first is None or i == len(words) or words[i].start - words[i - 1].end <= 1
        if first is not None and not (each and near):
            yield first, i
            first = None
        if each and first is None:
            first = i


#: What stands right before something that is used, and right behind something that was done.
_USED = frozenset(
    """using employing employed employ employs applying applied utilizing utilising utilized utilised leveraging
    leverages leverage via called adopting adopted implementing performed perform conducted""".split()
)
_USED_BY = frozenset("on of by as".split())
_USED_BEFORE = frozenset(
    """based relies rely relied means idea ideas principle principles concept known measured determined assessed
    analyzed analysed evaluated followed""".split()
)
_DONE = frozenset("performed used conducted applied carried employed implemented".split())


def _by_use(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """What is used or done: ``relies on multiple dispatch``, ``capillary electrophoresis was performed``."""
    texts = [word.text.casefold() for word in words]
    for i in range(1, len(words)):
        cued = texts[i - 1] in _USED or (i > 1 and texts[i - 1] in _USED_BY and texts[i - 2] in _USED_BEFORE)
        if cued:
            skip = 1 if texts[i] in ("the", "a", "an", "our") else 0
            last = i + skip
            while last < len(words) and last - i - skip < _REACH and _continues(words, last):
                last += 1
            if last > i + skip:
                yield words[i + skip].start, words[last - 1].end
        if texts[i] in _DONE and texts[i - 1] in ("was", "were", "is", "are"):
            first = i - 1
            while first > 0 and i - 1 - first < _REACH and _continues(words, first - 1):
                first -= 1
            if first < i - 1:
                yield words[first].start, words[i - 2].end


def _continues(words: Sequence[Word], at: int) -> bool:
    """Whether a word may belong to a name, and stands right by its neighbours."""
    word = words[at]
    return (
        word.text[0].isalpha()
        and word.text.casefold() not in _STOPS
        and not word.text.casefold().endswith("ly")
    )
