"""What a question asks for, read off its words: its kind, its topic words, the place that it names."""

from __future__ import annotations

import re

from twintree.answering.wholes import Whole, wholes_of
from twintree.base.errors import WrongUse
from twintree.base.records import Record
from twintree.base.words import content_stems, stem, tokens

#: Longer questions are refused rather than cut: nobody reads half of what was asked.
MAX_CHARACTERS = 4_000

#: What has an amount, as a question names it: *what dose*, *what is the write latency of …*.
_AMOUNTS = (
    r"(?:percentage|percent|number|proportion|fraction|share|size|rate|score|accuracy|precision|recall|factor|ratio|"
    r"f-?(?:measure|score)|f-?1|bleu|rouge|auc|latenc(?:y|ie)|dos(?:e|age)|concentration|temperature|duration|weight|"
    r"length|width|height|depth|volume|speed|throughput|bandwidth|frequenc(?:y|ie)|amount|quantity|average|median|"
    r"maximum|minimum|threshold|overhead|yield|lifetime|runtime|cost)s?"
)
_VERB = r"(?:do|does|did|is|are|was|were|has|have)\b"
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "number",
        re.compile(
            r"\b(?:how (?:many|much|large|big|long|often|high|low|far|old|fast|slow)|by how|"
            rf"(?:what|which)\s+(?:(?!{_VERB})[\w-]+\s+){{0,3}}?{_AMOUNTS}|"
            r"what\s+(?:is|are|was|were)\s+(?!an?\b)(?:(?!(?:of|in|for|on|that|between|and|or)\b)[\w'’-]+\s+){0,5}?"
            rf"{_AMOUNTS}(?=\s+(?:of|in|for|when|at|on|by|with|without|under|to|that|reported|used|given|reached)\b))"
            r"(?!\w)",
            re.I,
        ),
    ),
    (
        "definition",
        re.compile(
            r"^\s*(what (is|are) (an?|the)?\s*[\w-]+( [\w-]+)?( [\w-]+)?\??\s*$|"
            r"define\b|how (is|are) .* defined\b|how do(es)? .* define\b|what do(es)? .* (mean|stand for)|"
            r"was (ist|sind|heißt|bedeutet|versteht man unter)\b(?!\s+d(?:er|ie|as)\s+\w+\s+(?:von|für|in)\b)|"
            r"wann (heißt|heißen|nennt man)\b|qu['’]est[\s-]ce\s+(?:que\b|qu['’])(?!\s*(?:on|nous)\b)|"
            r"comment\s+(?:(?:est|sont)\b.*\bdéfini|définit-on\b|définir\b)|que\s+(?:signifie|désigne)\b)",
            re.I,
        ),
    ),
    ("reason", re.compile(r"^\s*why\b|\b(reason|cause|because)\b", re.I)),
    ("person", re.compile(r"^\s*(who|whose|whom)\b", re.I)),
    ("time", re.compile(r"^\s*(when|in which year|what year)\b", re.I)),
    (
        "yes_no",
        re.compile(
            r"^\s*(is|are|was(?!\s+(?:ist|sind)\b)|were|do|does|did|can|could|has|have|had|will|would|should)\b",
            re.I,
        ),
    ),
    ("manner", re.compile(r"^\s*how\b", re.I)),
    (
        "list",
        re.compile(
            r"^\s*(list|name|enumerate)\b|"
            r"\bwhich (\w+ )?(datasets|methods|models|features|corpora|tools|packages|approaches)\b",
            re.I,
        ),
    ),
)


class Question(Record, frozen=True, kw_only=True):
    """A question with what was read off it; ``stems`` are its topic words, without repetition."""

    text: str
    kind: str
    stems: tuple[str, ...]
    phrases: tuple[str, ...] = ()  #: words that the person put in double quotes
    wholes: tuple[Whole, ...] = ()  #: words that a hyphen joins, which count together
    about: str = ""  #: the text without what the papers are called that it is put to; "" where it names none

    @property
    def sought(self) -> str:
        """The words whose meaning is sought in the papers."""
        return self.about or self.text


def read_question(text: str) -> Question:
    """Read a question.

    Raises:
        WrongUse: it is empty, longer than ``MAX_CHARACTERS``, or holds no word at all.
    """
    stripped = " ".join(text.split())
    if not stripped:
        raise WrongUse("The question is empty.", "Type what you want to know.")
    if len(stripped) > MAX_CHARACTERS:
        raise WrongUse(
            f"The question has {len(stripped):,} characters; at most {MAX_CHARACTERS:,} can be asked at once.",
            "Ask a shorter question, or import the text as a paper.",
        )
    if not any(character.isalnum() for character in stripped):
        raise WrongUse("The question holds no word.", "Type what you want to know.")
    kind = next((name for name, pattern in _KINDS if pattern.search(stripped)), "other")
    stems = tuple(dict.fromkeys(content_stems(stripped))) or tuple(dict.fromkeys(map(stem, tokens(stripped))))
    stems = tuple(each for each in stems if each not in _SORT) or stems
    return Question(
        text=stripped,
        kind=kind,
        stems=stems,
        phrases=tuple(re.findall(r'"([^"]{3,})"', stripped)),
        wholes=wholes_of(stripped),
    )


#: Words that say what sort of answer is sought: a paper that defines a thing need not say so.
_SORT = frozenset(
    content_stems(
        "define defines defined definition definitions mean means meaning stand stands definiert definieren bedeutet "
        "bedeutung définit définir signifie désigne défini définie comment qu'est qu'un qu'une qu'on qu'est-ce"
    )
)
