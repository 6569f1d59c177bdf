"""The ways in which a sentence says that one method is made of another, over names that are masked as ‹0›, ‹1›, …"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from twintree.base.records import Record
from twintree.knowledge.methods.naming import GENERIC_HEADS

BUILT = "{target} is built on {source}"
VARIANT = "{target} is a variant of {source}"
SORT = "{target} is a kind of {source}"
KIND = "{target} is a kind of {source}, by its name"
WRAPS = "{target} gives access to {source}"
IMPLEMENTS = "{target} implements {source}"
MADE_OF = "{target} is made of {source}"
USES = "{target} uses {source}"
INSPIRED = "{target} is inspired by {source}"

NAME = r"‹\d+›"
#: Words behind a name that belong to it: ``the CRF tagger model``.
HEADS = "|".join(sorted(GENERIC_HEADS | {"language", "solver", "learner", "toolbox", "engine", "code"}))
#: Words that no noun phrase holds before its name.
_NO_MODIFIER = (
    r"(?:of|in|on|for|to|by|with|from|at|as|than|via|into|over|under|between|among|through|without|within|per|"
    r"about|and|or|but|nor|if|when|while|where|that|which|who|whose|not|no|is|are|was|were|be|been|being|has|"
    r"have|had|do|does|did|can|could|may|might|will|would|shall|should|must|using|based|it|they|we|he|she|"
    r"this|these|those|there|features?|results?|outputs?|predictions?|scores?|data|parts?|ideas?|instead|"
    r"rather|like|such|unlike|both|either|several|many|some|other|various|existing|different|all|any|most)"
)
_WORDS = rf"(?:(?!{_NO_MODIFIER}\b)[\w’'/-]+\s+)"
#: What may follow a name where its noun phrase ends.
ENDS = (
    r"(?=\s*(?:[,.;:]|$)|\s+(?:and|or|but|for|in|to|with|by|on|at|as|from|that|which|where|while|whose|who|using|"
    r"via|over|during|following|of|trained|proposed|introduced|described|developed|presented|implemented|provided|because|"
    r"since|so|when|through|under|within|rather|instead|has|is|are|was|were|called|named|\w+ed)\b)"
)
_THING = (
    rf"(?:(?:the|an?|our|its|their|both|so-called|well-known)\s+)?{_WORDS}{{0,3}}?{NAME}(?:[ -](?:{HEADS}))?"
    r"(?:\s+(?:v|ver|version|release)\b\.?\s*\d[\w.]*)?(?:\s+(?:software|package|program))?"
)
_OBJECT = rf"{_THING}{ENDS}"
OBJECTS = rf"(?P<objects>{_OBJECT}(?:\s*(?:,\s*(?:and\s+)?|and\s+|as well as\s+){_OBJECT})*)"
_ADVERB = r"(?:(?:also|both|mainly|primarily|closely|directly|largely|in turn|then|simply|further|\w+ly)\s+)?"
BE = (
    rf"(?:(?:is|are|was|were|has been|have been|(?:is|are|was|were|can be|may be)\s+(?:viewed|seen|regarded|"
    rf"thought of|considered|understood|presented|described)\s+as)\s+{_ADVERB})"
)
#: ``is a technique that …`` before the verb proper.
_BEING = rf"(?:\s+{BE}(?:an?|the)\s+{_WORDS}{{1,6}}?(?:(?:that|which)\b)?)?"
_RELATIVE = r"(?:\s*,?\s+(?:which|that))?"
_DERIVATIVE = (
    r"(?:variants?|versions?|extensions?|generali[sz]ations?|modifications?|adaptations?|variations?|"
    r"refinements?|reimplementations?|forks?|ports?|improvements?)\s+(?:of|to|on|over)"
)
#: What says so of the subject before it, its rating (guidelines of the gold), and what is said.
_VERBS: tuple[tuple[str, int, str], ...] = (
    (rf"{BE}?(?:based|built|founded|constructed|implemented)\s+(?:up)?on(?:\s+top\s+of)?", 5, BUILT),
    (rf"{_ADVERB}builds?\s+(?:up)?on(?:\s+top\s+of)?|{BE}?built\s+(?:from|around)", 5, BUILT),
    (
        rf"{_ADVERB}(?:extends?|generali[sz]es?|modif(?:y|ies)|adapts?|augments?|refines?)|"
        rf"{BE}?(?:derived|adapted|extended|inherited)\s+from|{BE}?initiali[sz]ed\s+(?:with|from)",
        5,
        BUILT,
    ),
    (rf"{BE}(?:an?|the)\s+{_WORDS}{{0,4}}?{_DERIVATIVE}", 5, VARIANT),
    (rf",\s*(?:an?|the)\s+{_WORDS}{{0,4}}?{_DERIVATIVE}", 5, VARIANT),
    (
        rf"{BE}(?:an?|the|one)\s+{_WORDS}{{0,3}}?(?:kind|type|form|class|instances?|instantiations?|"
        r"speciali[sz]ations?)\s+of",
        4,
        SORT,
    ),
    (rf"{_ADVERB}(?:mirrors?|mimics?|interfaces?\s+(?:with|to))", 4, WRAPS),
    (
        rf"{BE}(?:an?|the)\s+{_WORDS}{{0,4}}?(?:(?:wrapper|bindings?|interface|front-?end)\s+(?:for|to|of|around)|"
        r"(?:package|library|tool|module)\s+(?:for|to)\s+(?:us(?:e|ing)|call(?:ing)?|access(?:ing)?|run(?:ning)?))",
        4,
        WRAPS,
    ),
    (
        rf"{_ADVERB}(?:re)?implements?|{BE}(?:an?|the)\s+{_WORDS}{{0,3}}?implementations?\s+of",
        4,
        IMPLEMENTS,
    ),
    (
        rf"(?:(?:in|of)\s+our\s+\w+\s+)?{_ADVERB}(?:combines?|consists?\s+of|comprises?|includes?|integrates?|"
        rf"unif(?:y|ies)|wraps?)",
        4,
        MADE_OF,
    ),
    (rf"{BE}(?:composed\s+of|(?:an?|the)\s+(?:combination|hybrid|mixture)\s+of)", 4, MADE_OF),
    (
        rf"{_ADVERB}(?:uses?|employs?|utili[sz]es?|adopts?|leverages?|exploits?|relies\s+on|rely\s+on|applies|"
        rf"incorporates?|makes?\s+use\s+of)|{BE}(?:trained|optimi[sz]ed)\s+(?:with|using)",
        3,
        USES,
    ),
    (rf"{BE}inspired\s+by", 2, INSPIRED),
    (r"(?:is|are)\s+(?:an?|one\s+of\s+the)", 4, SORT),
)  # fmt: skip
_PASSIVE: tuple[tuple[str, int, str], ...] = (
    (rf"{BE}(?:extended|generali[sz]ed|modified|adapted|refined)\s+(?:in)?to(?:\s+(?:form|give))?", 5, BUILT),
    (r"(?:forms?|provides?|is|are|was)\s+the\s+(?:basis|foundation|backbone|core)\s+(?:of|for)", 5, BUILT),
    (rf"{BE}(?:incorporated|integrated|embedded|used)\s+(?:in|into|within|by)", 3, USES),
    (rf"{BE}(?:an?|the|one)\s+(?:\w+\s+)?(?:part|component|module|step|core)\s+of", 4, MADE_OF),
)  # fmt: skip
SUBJECT = rf"(?P<subject>{NAME})(?:[ -](?:{HEADS}))?"
OURS = (
    r"(?:\b(?:our|the\s+proposed)\s+(?:(?!of\b|in\b|and\b|baseline|re-?implement|previous|earlier|first\b)[\w-]+\s+){0,3}?"
    r"(?:system|model|method|approach|framework|algorithm|tool|package|library|architecture|parser|tagger|"
    r"segment[eo]r|classifier|implementation|software|pipeline|recogni[sz]er|solver|toolkit|procedure|technique)|"
    r"\bthis\s+(?:\w+\s+)?(?:package|library|toolkit|software|framework))"
)
WE = r"\b(?:we|this\s+(?:paper|work))\s+(?:(?:also|then|further|here|simply|directly|first|therefore)\s+)?"


class Form(Record, frozen=True, kw_only=True):
    """A way to say that one method owes something to another."""

    sentence: str  #: as a pattern, in any case
    rating: int
    says: str
    forward: bool = False  #: the subject is what the objects are made of
    listed: bool = False  #: its objects are the items of a list, not what is said of each
    inside: bool = False  #: its objects are what something ran in: systems alone, a place is none

    @property
    def pattern(self) -> re.Pattern[str]:
        """The sentence, compiled at its first use: all of them take seconds, and few commands read methods."""
        return _compiled(self.sentence)


@cache
def _compiled(sentence: str) -> re.Pattern[str]:
    return re.compile(sentence, re.IGNORECASE)


def _forms(subject: str, verbs: Sequence[tuple[str, int, str]], *, forward: bool = False) -> list[Form]:
    return [
        Form(
            sentence=(rf"{subject}{_RELATIVE}{_BEING}\s*,?\s*(?:{verb})\s+{OBJECTS}"),
            rating=rating,
            says=says,
            forward=forward,
        )
        for verb, rating, says in verbs
    ]


_MADE = (
    r"(?:(?:propose|introduce|present|develop|design|describe|obtain|define|call|term|name|build)s?|built)"
)
_CALLED = r"(?:called|named|dubbed|termed|(?:which|that)\s+we\s+(?:call|term|name))"
#: *our parser with the CRF* is made of one, unless it is compared with one.
_NOT_COMPARED = "".join(
    rf"(?<!\b{verb} )"
    for verb in ("compare", "compared", "compares", "comparing", "contrast", "replace", "replaced")
)
NEW = rf"(?:(?:the|an?|our)\s+)?{_WORDS}{{0,3}}?(?P<subject>{NAME})"
#: ``We propose SwiftTagger``.
PROPOSED = re.compile(rf"{WE}{_MADE}\s+{NEW}", re.IGNORECASE)
#: Sentences that name what was made behind what it was made of.
MAKINGS = tuple(
    Form(sentence=sentence, rating=rating, says=says)
    for sentence, rating, says in (
        (
            rf"(?:based|building|built)\s+on\s+{OBJECTS}\s*,\s*(?:we|this\s+paper)\s+{_MADE}\s+{NEW}",
            5,
            BUILT,
        ),
        (rf"\binspired\s+by\s+{OBJECTS}\s*,\s*(?:we|this\s+paper)\s+{_MADE}\s+{NEW}", 2, INSPIRED),
        (rf"\b{_DERIVATIVE}\s+{OBJECTS}\s*,?\s*{_CALLED}\s+{NEW}", 5, VARIANT),
        (
            rf"{WE}(?:extend|modify|adapt|generali[sz]e|augment)\s+{OBJECTS}[^.;]{{0,60}}?\b(?:and\s+{_MADE}|"
            rf"to\s+(?:obtain|form|define)|into|yielding|resulting\s+in)\s+{NEW}",
            5,
            BUILT,
        ),
        (
            rf"{WE}{_MADE}\s+{NEW}\b[^.;]{{0,90}}?\b(?:using|based\s+on|by\s+combining|that\s+(?:uses|combines|"
            rf"builds\s+on))\s+{OBJECTS}",
            3,
            USES,
        ),
        (
            rf"{_NOT_COMPARED}\b(?:our|the\s+proposed)\s+{_WORDS}{{0,2}}?(?P<subject>{NAME})(?:[ -](?:{HEADS}))?\s+"
            rf"(?:with|comprised\s+of|consisting\s+of|combined\s+with)\s+{OBJECTS}",
            4,
            MADE_OF,
        ),
        (
            rf"{WE}(?:train|optimi[sz]e|fit)\s+{NEW}(?:[ -](?:{HEADS}))?\s+(?:with|using|by)\s+{OBJECTS}",
            3,
            USES,
        ),
    )
)
NAMED_FORMS = (*_forms(SUBJECT, _VERBS), *_forms(SUBJECT, _PASSIVE, forward=True))
OUR_FORMS = (
    *_forms(OURS, [each for each in _VERBS if each[2] != SORT]),
    Form(
        sentence=(
            rf"{WE}(?:extends?|builds?\s+(?:up)?on|generali[sz]es?|modif(?:y|ies)|augments?)\s+{OBJECTS}"
        ),
        rating=5,
        says=BUILT,
    ),
    Form(
        sentence=(
            rf"{WE}(?:uses?|employs?|adopts?|takes?|chooses?)\s+{OBJECTS}\s+as\s+(?:(?:the|our|an?)\s+)?"
            r"(?:\w+\s+)?(?:initiali[sz]ation|basis|base|backbone|core|foundation|starting\s+point|underlying)\b"
        ),
        rating=5,
        says=BUILT,
    ),
    Form(
        sentence=(
            rf"{WE}[^.;‹›]{{0,60}}?\b(?:combin(?:e|es|ing)|concatenat(?:e|es|ing)|integrat(?:e|es|ing))\s+{OBJECTS}"
        ),
        rating=4,
        says=MADE_OF,
    ),
    Form(
        sentence=(
            rf"{OBJECTS}\s*,?\s*(?:that|which)\s+we\s+(?:use|used|employ|adopt|extend)(?!\s+as\s+(?:an?\s+)?baselines?)\b"
        ),
        rating=3,
        says=USES,
    ),
    Form(
        sentence=(rf"{WE}initiali[sz]es?\s+(?:the|our|its)\s+(?:\w+\s+){{1,2}}(?:with|from)\s+{OBJECTS}"),
        rating=5,
        says=BUILT,
    ),
)
#: *as our summarization models*: what the paper's own method is tried on.
_TRIED_AS = (
    r"\bas\s+(?:our|the|an?)\s+(?:[\w-]+\s+){0,2}(?:models|systems|data(?:sets?)?|corpus|corpora|baselines?|"
    r"benchmarks?)\b"
)
TRIED_AS = re.compile(_TRIED_AS, re.IGNORECASE)
_NOT_TRIED = rf"(?![^.;:]{{0,60}}{_TRIED_AS})"
#: In the part that tells how the paper's own works, what its authors use is a part of it.
OUR_USE = (
    Form(
        sentence=(
            rf"{WE}(?:uses?|used|employ(?:s|ed)?|adopt(?:s|ed)?|utili[sz]e[sd]?|leveraged?|appl(?:y|ied))\s+{OBJECTS}"
            rf"{_NOT_TRIED}"
        ),
        rating=3,
        says=USES,
    ),
    Form(
        sentence=(
            rf"{WE}(?:train|trained|optimi[sz]ed?|fit|tuned?|regulari[sz]ed?|encoded?|initiali[sz]ed?)\s+(?:the|our|its|"
            rf"all|this|these|each|it|them)?\s*(?:\w+\s+){{0,3}}?(?:with|using|by|via)\s+{OBJECTS}"
        ),
        rating=3,
        says=USES,
    ),
)
#: What a sentence may call the method that the one before it named.
_PRONOUN = (
    r"^\W*(?:(?:and|but|then|also|here|thus|hence|moreover|furthermore|in\s+addition),?\s+)?(?:it|they|"
    r"(?:this|these|the|the\s+latter)(?:\s+\w+)?\s+(?:systems?|models?|methods?|approach(?:es)?|"
    r"frameworks?|algorithms?|tools?|packages?|librar(?:y|ies)|architectures?|parsers?|taggers?|techniques?|procedures?|"
    r"classifiers?))"
)
#: Of the one method that the sentence before names.
LATER_FORMS = (
    *_forms(_PRONOUN, [each for each in _VERBS if each[2] != SORT]),
    Form(
        sentence=(rf"{_PRONOUN}\s+(?:is|are)\s+(?:called\s+|thus\s+)?(?:an?|one\s+of\s+the)\s+{OBJECTS}"),
        rating=4,
        says=SORT,
    ),
)
#: Where the paper tells of its own work, what was used was used for its own method.
WAS_USED = (
    Form(
        sentence=(
            rf"^\W*{OBJECTS}\s+(?:was|were)\s+{_ADVERB}(?:used|employed|adopted|applied)\b(?!\s+(?:by|in)\b)"
        ),
        rating=3,
        says=USES,
    ),
)
_INDEX = re.compile(r"‹(\d+)›")
#: A name that an item of a list begins with.
_ITEM = re.compile(
    r"(?:^|[,;:]|\b(?:and|or|with|to|than|against|models|methods|systems))\s*(?:(?:the|our)\s+)?(?:[\w-]+\s+)?‹(\d+)›",
    re.IGNORECASE,
)
#: What a clause begins with, up to the noun phrase of its subject.
_OPENS = re.compile(
    r"(?:^|[,;:.]|\b(?:and|but|while|whereas|where|that|which|because|since|although|thus|here|hence|is|are|"
    r"call|called|named|propose|introduce|present|describe|develop|presents|introduces|proposes))\s*"
    rf"(?:(?:the|an?|our|this|both)\s+)?{_WORDS}{{0,3}}$",
    re.IGNORECASE,
)
#: What stands right behind a name and says something of it, whatever the name's part in its own clause.
_ATTACHED = re.compile(
    rf"(?:[ -](?:{HEADS}))?\s*(?:(?:based|built|derived|which|that)\b|"
    r",(?!\s*(?:(?:is|are|was|were|has|have|also|both|then)\b)))",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:not|never|could|would|might|may|future|plan|unlike|instead of|rather than|if|whether|in contrast)\b|\?",
    re.IGNORECASE,
)


def told(
    masked: str, own: Sequence[Form], named: Sequence[Form] = NAMED_FORMS, made: Sequence[Form] = MAKINGS
) -> Iterator[tuple[Form, int | None, list[int]]]:
    """The forms that a masked sentence has: each with its subject (None for the paper's own) and its objects.

    Args:
        masked: the sentence.
        own: forms whose subject is the paper's own method, unnamed.
        named: forms whose subject stands in its own clause.
        made: forms that say by themselves who is who.
    """
    for form in named:
        for match in form.pattern.finditer(masked):
            before = masked[: match.start()]
            attached = _ATTACHED.match(masked, match.end("subject"))
            if _clause_is_sure(masked, match) and (attached or _OPENS.search(before)):
                yield form, int(match.group("subject")[1:-1]), _indices(match, listed=form.listed)
    for form in made:
        for match in form.pattern.finditer(masked):
            if _clause_is_sure(masked, match):
                yield form, int(match.group("subject")[1:-1]), _indices(match, listed=form.listed)
    for form in own:
        for match in form.pattern.finditer(masked):
            if _clause_is_sure(masked, match):
                yield form, None, _indices(match, listed=form.listed)


def _indices(match: re.Match[str], *, listed: bool = False) -> list[int]:
    return [int(each) for each in (_ITEM if listed else _INDEX).findall(match.group("objects"))]


def _clause_is_sure(masked: str, match: re.Match[str]) -> bool:
    """Whether nothing around what was said takes it back: a negation, a plan, a comparison."""
    begin = max(masked.rfind(mark, 0, match.start()) for mark in (";", ". ", ":")) + 1
    return not _UNSURE.search(masked[begin : match.end()])
