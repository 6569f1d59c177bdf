"""Words that give away why a work is cited, after the rubric of Agents-K1, Appendix A."""

from __future__ import annotations

import re

from twintree.base.records import Record

_WE = r"(?:we|our|us|this (?:paper|work|study|article)|the present (?:work|study)|here,? we)"


class Cue(Record, frozen=True, kw_only=True):
    """What a wording says: the role, the level, and whether it is about the citing work itself."""

    role: str
    level: int
    pattern: re.Pattern[str]


def _cue(role: str, level: int, pattern: str) -> Cue:
    return Cue(role=role, level=level, pattern=re.compile(pattern, re.IGNORECASE))


#: In the order in which they are tried: the first that fits wins.
CUES: tuple[Cue, ...] = (
    _cue(
        "extend",
        5,
        rf"\b{_WE}\b.{{0,60}}\b(?:buil[dt]s? (?:up)?on|extends?|extended|extending|improves? (?:up)?on|"
        r"generali[sz]es?|is an extension of|is based on|are based on|modif(?:y|ied|ies)|adapt(?:s|ed)? )|"
        r"\bfollowing the (?:methodology|approach|framework|formulation) of\b|"
        r"\b(?:build(?:s|ing)? (?:directly )?(?:up)?on|extension of|an? (?:modified|extended|improved) version of|"
        r"modification of|as an extension|extend(?:s|ing) the work of)\b",
    ),
    _cue(
        "contrast",
        4,
        rf"\b(?:in contrast to|contrary to|unlike|as opposed to|different(?:ly)? from|differs? from|"
        rf"inconsistent with|"
        rf"contradict\w*|conflicts? with|disagree\w*|at odds with|not in (?:agreement|line|accordance) with|"
        rf"outperform\w*|better than|superior to|instead of (?:using|relying)|rather than (?:using|relying))\b"
        rf".{{0,60}}\b{_WE}\b|"
        rf"\b{_WE}\b.{{0,80}}\b(?:in contrast to|contrary to|unlike|differ(?:s|ent)? from|outperform\w*|better than|"
        r"superior to|contradict\w*|inconsistent with|disagree\w*)\b|"
        r"^(?:unlike|in contrast to|contrary to|as opposed to)\b",
    ),
    _cue(
        "contrast",
        3,
        r"\b(?:in contrast|contrary to|contradict\w*|inconsistent with|at odds with|conflicting|disagree\w*|"
        r"controvers\w+|did not (?:find|observe|show)|failed to (?:show|find|replicate|confirm))\b",
    ),
    _cue(
        "compare",
        4,
        rf"\b{_WE}\b.{{0,60}}\b(?:compar(?:e|es|ed|ing)|benchmark(?:s|ed)?|evaluat(?:e|ed) against)\b|"
        r"\b(?:as (?:a |our )?baselines?|baseline (?:system|model|method)s?|"
        r"state[- ]of[- ]the[- ]art (?:results?|systems?|performance)|best (?:reported|published|"
        r"previous) (?:result|score|system)s?)\b",
    ),
    _cue(
        "support",
        4,
        r"\b(?:as (?:was |has been )?(?:demonstrated|shown|proven?|established|reported|noted|observed) (?:by|in)|"
        rf"(?:confirm|support|corroborat|validat)\w*\b.{{0,40}}\b{_WE}|{_WE}\b.{{0,60}}\b(?:are|is|was|were) "
        r"(?:(?:also|well|fully|in) )?(?:consistent|agreement|accordance|line|supported|confirmed|corroborated))\b",
    ),
    _cue(
        "support",
        3,
        r"\b(?:consistent with|in (?:good |close |full )?(?:agreement|accordance|line|keeping) with|"
        r"similar(?:ly)? to|"
        r"similar (?:results?|findings?|observations?)|corroborat\w*|supports? (?:the|our|this)|supported by|"
        r"comparable (?:to|with)|agrees? with|confirm(?:s|ed|ing)|has been (?:shown|demonstrated) (?:to|that)|"
        r"inspired by|motivated by)\b",
    ),
    _cue(
        "use",
        4,
        rf"\b{_WE}\b.{{0,70}}\b(?:us(?:e|ed|es|ing)|adopt(?:s|ed)?|employ(?:s|ed)?|appl(?:y|ied|ies)|follow(?:s|ed)?|"
        r"utili[sz]e[sd]?|implement(?:s|ed)?|took|take|rel(?:y|ied) on|train(?:s|ed)?|obtained|download\w*)\b",
    ),
    _cue(
        "use",
        3,
        r"\b(?:(?:was|were|is|are|been) (?:\w+ ){0,3}(?:performed|carried out|conducted|measured|determined|"
        r"calculated|"
        r"estimated|analy[sz]ed|assessed|prepared|extracted|collected|computed|evaluated|used|obtained|implemented|"
        r"trained|identified|quantified|isolated|synthesi[sz]ed)|using the|by the method of|"
        r"according to (?:the )?(?:method|"
        r"procedure|protocol)|as (?:previously )?described|following the|method of|protocol of|software|"
        r"package|toolkit|"
        r"data ?set|corpus|algorithm of)\b",
    ),
    _cue(
        "background",
        1,
        r"\b(?:for (?:a|an) (?:general |recent |comprehensive |detailed |good |full )*"
        r"(?:overview|review|survey|introduction|discussion)|see (?:also )?(?:the )?(?:review|survey|"
        r"overview)|reviewed (?:in|by)|for (?:a )?reviews?|"
        r"for (?:more|further) (?:details|information|reading)|historically|dates back)\b",
    ),
    _cue(
        "background",
        2,
        r"\b(?:several|many|numerous|various|other|recent|previous|prior|some|a number of) (?:recent )?"
        r"(?:studies|works?|papers|authors|researchers|groups|approaches|methods|systems|attempts)\b",
    ),
)
#: A role's level where no wording says more.
USUAL_LEVEL = {"extend": 4, "contrast": 3, "compare": 3, "support": 3, "use": 3, "background": 2}


def cue_of(text: str) -> Cue | None:
    """The first cue that a sentence, or a part of one, holds."""
    return next((cue for cue in CUES if cue.pattern.search(text)), None)
