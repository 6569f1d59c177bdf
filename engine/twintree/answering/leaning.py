"""Sentences that lean on the one before them: *This includes …* may list what there is, or what is missing."""

from __future__ import annotations

import re

_ADVERB = r"(?:(?:also|further|then|thus|therefore|hence|only|in\s+turn|not)\s+)?"
_VERBS = (
    r"(?:is|are|was|were|can|cannot|could|may|might|must|will|would|should|has|have|had|do|does|did|"
    r"(?:include|mean|allow|make|show|lead|give|enable|ensure|require|provide|result|help|consist|contain|refer|hold|"
    r"occur|happen|suggest|indicate|use|take|work|become|reflect|explain|yield|reduce|improve|increase|depend|cause|"
    r"prevent|avoid|keep|represent|correspond|confirm|demonstrate|support|limit)s?|implies|applies|made|led|gave|"
    r"(?:includ|allow|show|enabl|ensur|requir|provid|result|help|contain|indicat|reduc|improv|increas|caus|suggest)ed)"
)
_LEANS = re.compile(
    rf"\s*(?:(?:It|They)\s+[a-z]|(?:This|These|Those|That|Both|All\s+of\s+(?:this|these|them))\s+{_ADVERB}{_VERBS}\b|"
    r"(?:Dies|Cela|Ceci)\s+[a-zà-ÿ])"
)
#: *It is known that*, *it was found to*: such a sentence stands by itself.
_EXPLETIVE = re.compile(
    r"\s*It\s+(?:\w+\s+)?(?:is|was|be|been|seems|appears|turns|follows|remains)\s+(?:[\w-]+\s+){0,4}?(?:that|to|how|"
    r"whether|why)\b"
)


def leans(text: str) -> bool:
    """Whether a sentence begins with a pronoun that stands for something in the sentence before."""
    return bool(_LEANS.match(text)) and not _EXPLETIVE.match(text)
