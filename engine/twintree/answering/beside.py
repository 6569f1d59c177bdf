"""What papers print beside their subject: thanks, grants, addresses, rights. No evidence, unless it is asked for."""

from __future__ import annotations

import re

#: Roles of sections that hold nothing else.
ROLES = frozenset({"acknowledgements"})

_PRINTED = re.compile(
    r"\bwe\s+(?:(?:wish|would\s+like|want)\s+to\s+(?:thank|acknowledge|express|(?-i:[A-Z]))|(?:also\s+|sincerely\s+|gratefully\s+)?"
    r"(?:thank|acknowledge)\b|(?:are|feel)\s+(?:\w+\s+)?(?:grateful|indebted|thankful)\b)|"
    r"\bthanks\s+(?:to\s+(?-i:[A-Z])|to\s+(?:all|our|the)\s+(?:anonymous|reviewers|colleagues|participants)|go\s+to|"
    r"are\s+due|for\s+(?:his|her|their|your|helpful|useful|valuable|comments))|\bgratefully\s+acknowledged?\b|"
    r"\bthe\s+authors?\s+(?:\w+\s+)?(?:thanks?|acknowledges?|(?:is|are)\s+(?:\w+\s+)?(?:grateful|thankful)|declares?)\b|"
    r"\b(?:work|research|study|project|paper|author|he|she)\s+(?:is|was|were|has\s+been|have\s+been)\s+(?:\w+\s+)?"
    r"(?:supported|funded|sponsored|financed)\b|"
    r"\b(?:supported|funded|sponsored|financed)\s+(?:in\s+part\s+|partially\s+|partly\s+)?by\b[^.]{0,300}?"
    r"\b(?:grants?|fund(?:s|ing)?|foundation|council|agency|programme?|ministry|contract|scholarship|fellowship)\b|"
    r"\bgrants?\s+(?:no|nos|number|agreement|[A-Z]*\d)|"
    r"©|\(c\)\s*(?:19|20)\d\d|\bcopyright\b|\ball\s+rights\s+reserved\b|\bpermission\s+to\s+(?:make|copy|reproduce)\b|"
    r"\bopen[\s-]access\s+article\b|\bcreative\s+commons\b|\bdistributed\s+under\s+the\s+terms\b|"
    r"\bcorresponding\s+author|\bcorrespondence\s+(?:to|should)\b|\be-?mails?:|\w@[\w-]+\.\w|"
    r"\b(?:conflicts?\s+of|competing)\s+interests?\b",
    re.I,
)
_ASKED = re.compile(
    r"\b(?:thank\w*|acknowledg\w*|fund(?:ed|ing|s|er|ers)?|grants?|sponsor\w*|financ\w*|licen[cs]\w*|copyright\w*|rights|"
    r"permission\w*|open[\s-]access|e-?mail\w*|address\w*|contact\w*|affiliat\w*|correspond\w*|conflicts?|competing|"
    r"who\s+(?:paid|supported|supports)|supported\s+by|dank\w*|gefördert|förder\w*|lizen\w*|remerci\w*|financé\w*)\b",
    re.I,
)


def is_beside(text: str) -> bool:
    """Whether a sentence thanks, names a grant, an address, an interest or rights."""
    return bool(_PRINTED.search(text))


def asks_beside(question: str) -> bool:
    """Whether a question is about such things, so that they may answer it."""
    return bool(_ASKED.search(question))
