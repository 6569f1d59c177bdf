"""In which kinds of places words stand over many papers: where methods stand, or where what is studied does."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from twintree.base.records import Record
from twintree.base.words import STOPWORDS
from twintree.knowledge.methods.naming import words_of

#: Words that end a noun phrase beside the stop words: verbs and adverbs of reports, and numbers' company.
_ENDERS = frozenset(
    """using used use uses based performed conducted applied carried employed measured determined assessed evaluated
    increased decreased reduced showed shown show shows found find compared compare revealed suggest suggests
    demonstrated associated including included include following well also however respectively significantly
    versus vs via per propose proposed present presents presented introduce introduces introduced obtained observed
    identified provide provides provided achieve achieves achieved improve improves improved learn learns trained
    train allows allow given make makes made known called new novel several many different various recent existing
    previous high higher low lower large small significant first second third one two three four five six seven
    eight nine ten""".split()
)
_TOKEN = re.compile(r"[^\W_]+(?:[-’'/+.][^\W_]+)*|[^\w\s]|\n")
_LONGEST = 5
_BEFORE_USED = re.compile(
    r"\b(?:using|employ(?:s|ed|ing)?|appl(?:y|ies|ied|ying)|utili[sz](?:e|es|ed|ing)|via|by means of|based on|"
    r"perform(?:s|ed|ing)?|underw(?:ent|ent)|conduct(?:s|ed|ing)?|carried out|implement(?:s|ed|ing)?|"
    r"(?:measured|determined|assessed|analy[sz]ed|evaluated|detected|identified|quantified|estimated|calculated|"
    r"trained|tested|examined|performed|obtained|computed) (?:by|with|using|through|via|on)|we used?|called|"
    r"propos(?:e|es|ed)|introduc(?:e|es|ed)|such as)\s+(?:the |an? |our )?$",
    re.IGNORECASE,
)
_AFTER_USED = re.compile(
    r"^\s*(?:\([^()]{1,20}\)\s*)?(?:was|were|is|are)\s+(?:then |also )?(?:used|performed|carried out|conducted|applied|"
    r"employed|implemented|calculated|computed|trained|fitted|developed|proposed)\b|"
    r"^\s*(?:\([^()]{1,20}\)\s*)?(?:outperforms?|achieves?)\b",
    re.IGNORECASE,
)
_BEFORE_STUDIED = re.compile(
    r"\b(?:effects?|levels?|expression|concentrations?|presence|absence|roles?|increases?|decreases?|reductions?|"
    r"rates?|numbers?|amounts?|risks?|incidence|prevalence|patients?|development|treatment|regulation|activation|"
    r"inhibition|production|loss|lack|changes?|functions?|problems?|tasks?) (?:of|in|on|for|with)\s+(?:the |an? )?$|"
    r"\b(?:increas|decreas|reduc|inhibit|induc|activat|regulat|express|stimulat|affect|caus)(?:e|es|ed|ing|s)?\s+"
    r"(?:the |an? )?$",
    re.IGNORECASE,
)
_AFTER_STUDIED = re.compile(
    r"^\s*(?:(?:was|were|is|are)\s+)?(?:significantly |markedly |more |less )?(?:increased|decreased|reduced|higher|"
    r"lower|elevated|associated|induced|expressed|correlated|observed)\b|^\s+(?:levels?|expression|concentrations?|"
    r"patients?|cells?|mice|rats|proteins?|genes?)\b",
    re.IGNORECASE,
)
_AROUND = 45


class Counts(Record, frozen=True, kw_only=True):
    """How often something stands anywhere, where methods stand, and where what is studied stands."""

    all: int
    used: int
    studied: int


class Phrase(Record, frozen=True, kw_only=True):
    """A noun phrase: its words, folded and in the singular, and the kinds of places that it stands in."""

    words: tuple[str, ...]
    slots: tuple[str, ...]


def phrases(text: str) -> Iterator[Phrase]:
    """Runs of words between stop words, marks and verbs, each with where it stands."""
    run: list[re.Match[str]] = []
    for token in (*_TOKEN.finditer(text), None):
        word = token.group().casefold() if token else ""
        if token is not None and word[0].isalpha() and word not in STOPWORDS and word not in _ENDERS:
            run.append(token)
            continue
        if run:
            words = tuple(part for each in run[-_LONGEST:] for part in words_of(each.group()))
            if words:
                yield Phrase(words=words, slots=_slots(text, run[0].start(), run[-1].end()))
        run = []


def _slots(text: str, start: int, end: int) -> tuple[str, ...]:
    left, right = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    found = []
    if _BEFORE_USED.search(left) or _AFTER_USED.match(right):
        found.append("used")
    if _BEFORE_STUDIED.search(left) or _AFTER_STUDIED.match(right):
        found.append("studied")
    return tuple(found)


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    plain = json.loads((files("twintree_resources.weights") / "method_slots.json").read_text("utf-8"))
    return plain["words"], plain["phrases"]


def slot_features(name: str) -> dict[str, float]:
    """How much more often than others the last word of a name, and its last words, stand where methods do.

    Each is a logarithm of a ratio of rates, drawn towards 0 where little was counted, cut to [-2, 2].
    """
    words = words_of(name)
    if not words:
        return {}
    singles, wholes = _tables()
    found: dict[str, float] = {}
    known = singles.get(words[-1])
    if known:
        found["word used"], found["word studied"] = _lift(known)
    else:
        found["word unknown"] = 1.0
    for length in (3, 2):
        whole = wholes.get(" ".join(words[-length:])) if len(words) >= length else None
        if whole:
            found["phrase used"], found["phrase studied"] = _lift(whole)
            break
    return found


#: Shares of all phrases that stand in such places, and the weight, in occurrences, of that prior knowledge.
_USED, _STUDIED, _PRIOR = 0.023, 0.049, 20.0


def _lift(counts: list[int]) -> tuple[float, float]:
    every, used, studied = counts
    return (
        _log((used + _USED * _PRIOR) / (every + _PRIOR) / _USED),
        _log((studied + _STUDIED * _PRIOR) / (every + _PRIOR) / _STUDIED),
    )


def _log(ratio: float) -> float:
    return max(-2.0, min(2.0, math.log(max(ratio, 1e-3))))
