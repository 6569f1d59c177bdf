"""Follow-ups as questions that stand alone: what they lean on is put in, and what they replace is left out.

Only what the person asked before is carried, never the words of an answer.
"""

from __future__ import annotations

import re

from twintree.answering.places import names_a_place, without_places
from twintree.base.records import Record
from twintree.base.words import STOPWORDS, content_stems, stem, tokens

_LEAD = re.compile(r"^\s*(?:(?:and|but|or|so|then|also|ok(?:ay)?|und|oder|et)\b[\s,]*)+", re.I)
_ABOUT = re.compile(r"^\s*(?:what|how)\s+about\s+|^\s*(?:was\s+ist|wie\s+ist\s+es)\s+mit\s+", re.I)
_WITHIN = r"of|for|on|in|with|by|at|from|without|under|over|during|against|among|für|auf|bei|mit"
_PREPOSITION = rf"(?:{_WITHIN})"
_AUX = r"(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|may|might)"
_WH = r"(?:which|what|how\s+(?:many|much|large|big|long|often|high|low|far|old|fast|slow))"
_PRONOUN = re.compile(
    r"\b(?:it|its|they|them|their|that|this|these|those|he|she|his|her|there|former|latter|same|ones?)\b",
    re.I,
)
#: A pronoun that can be put as what it stands for, with what owns behind it.
_STANDS_FOR = re.compile(
    r"\b(?P<own>its|their|his|her)\b|\b(?:it|they|them|he|she)\b|"
    r"\b(?:this|that|these|those)\b(?=\s*(?:[?.!,]|$|" + _AUX + r"\b))",
    re.I,
)
#: *That paper*, *the authors*: what the earlier question was put to, and no topic.
_PAPER = re.compile(
    r"\b(?:this|that|the|these|those|same)\s+(?:same\s+)?(?:papers?|articles?|stud(?:y|ies)|works?|authors?|theses|thesis)\b",
    re.I,
)
#: What ends the thing that is asked about: *which optimizer | does …*.
_ASKED = re.compile(
    rf"^\s*(?P<asked>{_WH}\b(?:(?!\b{_AUX}\b).)*?)\s+(?P<rest>{_AUX}\b.+?)\s*[?.!]*\s*$", re.I
)
#: *What is the learning rate of SciBERT?*
_IS_OF = re.compile(
    rf"^\s*(?:what|which|who)\s+(?P<be>is|are|was|were)\s+the\s+.+?\s+(?P<of>{_PREPOSITION}\s+.+?)\s*[?.!]*\s*$",
    re.I,
)
#: What something is used as or for: what was asked for, said behind.
_AS = re.compile(r"\s+as\s+[^,?]+$", re.I)
_FOR = re.compile(r"\s+for\s+(?:(?:an?|the|its|their)\s+)?(?:[\w-]++\s*){1,3}$", re.I)
_DOES = re.compile(
    r"^(?P<before>.*?)\b(?P<aux>do|does|did|can|could|will|would)\s+(?P<subject>.+?)\s+(?P<verb>[a-z]+)\b(?P<after>.*)$",
    re.I,
)
#: *What is the batch size?*: a thing that is known from before, and nothing said of whose it is.
_DEFINITE = re.compile(
    r"^\s*(?:what|which)\s+(?:is|are|was|were)\s+the\s+(?P<noun>[\w-]+(?:\s+[\w-]+){0,2}?)(?:\s+used)?\s*[?.!]*\s*$",
    re.I,
)
#: *How large is the model?*, *how was the corpus built?*
_THE = re.compile(
    r"^\s*(?:how|why|where|when|who)\b(?:\s+\w+)?\s+(?:is|are|was|were)\s+the\s+[\w-]+(?:\s+[\w-]+){0,2}\s*[?.!]*\s*$",
    re.I,
)
#: Who does something, in small letters, by the verb that stands before *to*, *when*, *in*.
_BEFORE_VERB = re.compile(
    r"((?:(?:the|an?)\s+)?[a-z][\w-]*(?:\s+[a-z][\w-]*){0,3}?)\s+[a-z]+\s+(?:to|when|how|whether|if|that|"
    rf"{_WITHIN})\b"
)
#: How much there is of what was asked about.
_HOW_MUCH = re.compile(
    r"^(?:how\s+(?:much|many|often|long)|(?:what|which)\s+(?:percentages?|shares?|amounts?|doses?|numbers?))$",
    re.I,
)
_NAME = re.compile(
    r"(?<!^)\b(?:[A-Z][\w.+-]*|[a-z]+[A-Z][\w.+-]*|[\w-]*\d[\w.+-]*)(?:\s+(?:[A-Z][\w.+-]*|\d[\w.+-]*))*"
)
_ACRONYM = re.compile(r"\b(?:\w+[A-Z]|[A-Z]\w*\d)\w*\b")
_VERBS = frozenset(
    map(
        stem,
        (
            "use propose show find argue claim define measure evaluate report describe train build suggest mean "
            "apply compare test introduce present conclude explain model represent extract learn recognize detect "
            "classify annotate collect choose select get obtain make take call combine compute derive determine "
            "develop discuss estimate examine identify improve investigate observe perform predict prove recommend "
            "solve tag give reach achieve attain score need require assume have see employ rely work consist contain "
            "outperform beat differ say cite read write run store handle treat decide check keep split cut help "
            "reduce increase lower affect change cause influence inhibit stimulate protect know need want begin start "
            "stop end grow become produce generate encode decode parse map rank retrieve search"
        ).split(),
    )
)


#: Words of what is no sentence of its own.
_LONGEST_PART = 6
#: Topic words with which a question tells what it asks for.
_TELLING = 3


class FollowUp(Record, frozen=True, kw_only=True):
    """A follow-up as it stands alone.

    ``leans``: it is put to what the earlier question was put to; False where it asks about something of its own.
    """

    text: str
    leans: bool


def follow_up(question: str, earlier: str) -> FollowUp:
    """A follow-up as a question that stands alone.

    *Why?* is asked of the whole earlier question, *and which learning rate?* and *and the batch size?* ask for another
    thing of the same, *and for English?* and *what about SciBERT?* the same of another, and *it* is what the earlier
    one was about. A question that neither points back nor leans on the earlier one is returned unchanged. One that
    names a place (*and Table 2?*) does not carry the earlier one's.

    Args:
        question: what is asked now.
        earlier: the question before it, as it stands alone.
    """
    text = question.strip()
    if names_a_place(text):
        leans = _leans(text)
        return FollowUp(text=_carried(text, without_places(earlier)) if leans else question, leans=leans)
    if not _leans(text):
        return FollowUp(text=question, leans=False)
    plain = _LEAD.sub("", text)
    part = _ABOUT.sub("", plain).strip(" ?.!,")
    if not content_stems(part) or _HOW_MUCH.match(part):
        return FollowUp(text=_carried(text, earlier), leans=True)
    if _ABOUT.match(plain) or not _clause(plain):
        asks = re.match(rf"(?:{_PREPOSITION}\s+)?(?:{_WH}|who|where|when|why)\b", part, re.I)
        return (None if asks else _of_another(part, earlier)) or _another_thing(part, earlier, text)
    if _DEFINITE.match(plain):
        return _another_thing(part, earlier, text)
    if _PAPER.search(plain):
        return FollowUp(text=_with_names(text, earlier), leans=True)
    if _PRONOUN.search(plain):
        return FollowUp(text=_resolved(plain, earlier), leans=True)
    return FollowUp(text=_with_names(text, earlier), leans=True)


def rewrite_follow_up(question: str, earlier: str) -> str:
    """The words of ``follow_up``."""
    return follow_up(question, earlier).text


def _leans(text: str) -> bool:
    """Whether a question is understood only behind another one."""
    plain = _ABOUT.sub("", _LEAD.sub("", text))
    pointing = _PRONOUN.search(plain) or _PAPER.search(plain) or _DEFINITE.match(plain) or _THE.match(plain)
    return bool(plain != text or pointing or not _clause(plain) or not content_stems(plain))


def _clause(text: str) -> bool:
    """Whether a text says who does or is something, and is not only a thing or *which thing*."""
    words = tokens(text)
    if len(words) > _LONGEST_PART or any(re.fullmatch(_AUX, word) for word in words):
        return True
    # A question with so many topic words has its verb, known or not.
    if re.match(rf"{_WH}\b", text.strip(), re.I) and len(set(content_stems(text))) >= _TELLING:
        return True
    # *Learning rate* and *model size* are things; a verb stands in its third person or past.
    return any(stem(word) in _VERBS and re.search(r"(?:s|ed)$", word) for word in words[1:])


def _carried(text: str, earlier: str) -> str:
    """The question with the earlier one's topic words behind it."""
    asked = set(content_stems(text))
    words = [
        word for word in dict.fromkeys(tokens(earlier)) if word not in STOPWORDS and stem(word) not in asked
    ]
    return f"{text} ({' '.join(words)})" if words else text


def _with_names(text: str, earlier: str) -> str:
    """The question with what the earlier one names behind it, in the earlier one's words."""
    asked = set(content_stems(text))
    names = [name for name in _names(earlier) if not set(content_stems(name)) <= asked]
    return f"{text} ({', '.join(names)})" if names else text


def _names(text: str) -> list[str]:
    """What a question names: words in quotes, papers, and words with capitals or digits behind the first one."""
    quoted = re.findall(r"[\"“]([^\"”]+)[\"”]", text)
    papers = re.findall(r"\b(?:the|this)\s+(?:[\w.+-]+\s+){1,4}?paper\b", text)
    told = [*quoted, *papers]
    names = [match.group() for match in _NAME.finditer(text)]
    return list(dict.fromkeys([*told, *(name for name in names if not any(name in each for each in told))]))


# ── the same of another thing ────────────────────────────────────────────────────────────────────────


def _of_another(part: str, earlier: str) -> FollowUp | None:
    """*And for English?*, *what about SciBERT?*: the earlier question with its like replaced."""
    if led := re.match(rf"({_PREPOSITION})\s+", part, re.I):
        again = rf"\b{led[1]}\s+(?:(?!\b(?:{_WITHIN}|{_AUX})\b)[^?.!])+"
        if found := list(re.finditer(again, earlier, re.I)):
            last = found[-1]
            ending = " " if last.group().endswith(" ") else ""
            text = f"{earlier[: last.start()]}{part}{ending}{earlier[last.end() :]}"
            return FollowUp(text=text, leans=True)
        named = part[led.end() :]
        if kind := _of_a_kind(named, earlier):
            # What is set beside the first may be another paper's, but is asked of the same by its *the*.
            return FollowUp(text=f"{earlier[: kind[0]]}{named}{earlier[kind[1] :]}", leans=True)
        if not _ACRONYM.search(named) or (like := _like(named, earlier)) is None:
            return FollowUp(text=f"{earlier.rstrip(' ?.!')} {part}?", leans=True)
        return FollowUp(text=f"{earlier[: like[0]]}{named}{earlier[like[1] :]}", leans=False)
    if not _named(part):
        return None
    like = _like(part, earlier)
    if like is None:
        return FollowUp(text=_carried(f"{part}:", earlier), leans=False)
    start, end = like
    # Another subject is another paper's perhaps.
    return FollowUp(text=f"{earlier[:start]}{part}{earlier[end:]}", leans=False)


def _named(part: str) -> bool:
    return bool(_NAME.search(f" {part}")) or bool(re.search(r"\bpaper\b|['’]s?\b|\bby\b", part))


def _like(part: str, earlier: str) -> tuple[int, int] | None:
    """Where the earlier question names what is most like another name: of the same shape, or else its subject."""
    paper = re.search(r"\bthe\s+(?:[\w.+-]+\s+){1,4}?paper\b", earlier, re.I)
    if paper and re.search(r"\bpaper\b", part):
        return paper.span()
    names = list(_NAME.finditer(earlier))
    digits = any(char.isdigit() for char in part)
    alike = [
        name
        for name in names
        if (name.group()[:3] == part[:3]) or any(c.isdigit() for c in name.group()) == digits
    ]
    return alike[0].span() if alike else _subject(earlier)


def _of_a_kind(named: str, earlier: str) -> tuple[int, int] | None:
    """Where the earlier question names another of a kind, by its last word: *the local model*, *the other model*."""
    kind = stem(tokens(named)[-1]) if len(tokens(named)) > 1 else ""
    words = list(re.finditer(r"[^\s?.!,:;]+", earlier))
    ends = [at for at, word in enumerate(words) if kind and stem(word.group().lower()) == kind]
    for end in reversed(ends):
        for at in range(end - 1, max(-1, end - _LONGEST_PART), -1):
            word = words[at].group().lower()
            if word in ("the", "a", "an"):
                return words[at].start(), words[end].end()
            if re.fullmatch(rf"{_WITHIN}|{_AUX}", word) or words[at].end() + 1 != words[at + 1].start():
                break
    return None


def _subject(earlier: str) -> tuple[int, int] | None:
    """Where the one stands that does or has what a question asks for."""
    match = _DOES.match(earlier)
    if match is None:
        return None
    at, end = match.start("subject"), None
    for number, word in enumerate(re.finditer(r"[^\s?.!,]+", earlier[at:])):
        if number and stem(word.group().lower()) in _VERBS:
            return at, at + (end or 0)
        end = word.end()
    # A verb that is not known stands before *to*, *when*, *in* …: *citation exploration know when to stop*.
    if led := _BEFORE_VERB.match(earlier[at:]):
        return at, at + led.end(1)
    # Else: the article, its word, and the names behind it.
    short = re.match(r"(?:(?:the|an?|this|that|these)\s+)?[^\s?.!,]+(?:\s+[A-Z][\w-]*)*", earlier[at:])
    return (at, at + short.end()) if short else None


# ── another thing of the same ────────────────────────────────────────────────────────────────────────


def _another_thing(part: str, earlier: str, text: str) -> FollowUp:
    """*And which learning rate?*: the earlier question, asking for this in place of what it asked for."""
    if re.match(rf"{_PREPOSITION}\s", part, re.I):
        return FollowUp(text=_carried(text, earlier), leans=True)
    asked = re.match(rf"({_WH})\b", part, re.I)
    definite = _DEFINITE.match(part)
    noun = definite["noun"] if definite else part[asked.end() :].strip() if asked else part
    noun = re.sub(r"^(?:the|an?|its|their)\s+", "", noun, flags=re.I)
    phrase = f"{'What' if definite or not asked else asked[1][:1].upper() + asked[1][1:]} {noun}"
    if of := _IS_OF.match(earlier):
        return FollowUp(text=f"What {of['be']} the {noun} {of['of']}?", leans=True)
    if frame := _ASKED.match(earlier):
        rest = _AS.sub("", frame["rest"])
        if not content_stems(frame["asked"]):
            rest = _FOR.sub("", rest)
        return FollowUp(text=f"{phrase} {rest}?", leans=True)
    names = _names(earlier)
    return FollowUp(text=_with_names(text, earlier) if names else _carried(text, earlier), leans=True)


# ── what a pronoun means ─────────────────────────────────────────────────────────────────────────────


def _resolved(plain: str, earlier: str) -> str:
    """The question with what the earlier one was about in place of its first pronoun, or behind it."""
    plain = plain[:1].upper() + plain[1:]
    meant = _meant(earlier)
    pronoun = _STANDS_FOR.search(plain)
    if not meant or set(content_stems(meant)) <= set(content_stems(plain)):
        return plain
    if pronoun is None or len(meant.split()) > 8:
        return _carried(plain, meant)
    owner = f"{meant}’{'' if meant.endswith('s') else 's'}" if pronoun["own"] else meant
    return f"{plain[: pronoun.start()]}{owner}{plain[pronoun.end() :]}"


def _meant(earlier: str) -> str:
    """What a question is about: who does what it asks for, or what it asks for, with all that is said of it."""
    if span := _subject(earlier):
        return earlier[span[0] : span[1]]
    be = re.match(
        r"^\s*(?:what|which|who|how\s+\w+|why|when|where)\s+(?:is|are|was|were)\s+(.+?)\s*[?.!]*\s*$",
        earlier,
        re.I,
    )
    if be and (
        adjective := re.match(r"^((?:the|an?)\s+)?\S+\s+(?:used|given|made|built|trained)\b", be[1], re.I)
    ):
        return be[1][: adjective.end()].rsplit(" ", 1)[0]
    if be:
        return be[1]
    return " ".join(word for word in re.findall(r"[^\s?.!,]+", earlier) if content_stems(word))
