"""The ways in which a sentence says how a method was tried: on which data, by which measures, against which others.

Such debts are loose ones (guidelines of the gold): what a method is measured with is rated 2, what it is only
compared with 1, which weighs nothing in a tree. The same masked sentences are read as in ``sayings.py``.
"""

from __future__ import annotations

import re

from twintree.knowledge.methods.sayings import BUILT, HEADS, NAME, OBJECTS, OURS, USES, WE, Form

MEASURED = "{target} is measured with {source}"
COMPARED = "{target} is compared with {source}"

_TRY = r"(?:evaluat|test|assess|measur|validat|benchmark|examin)(?:e|es|ed|s)?|report|experiment(?:ed)?"
_ON = r"(?:on|using|with|by|in\s+terms\s+of|through|via|against|over|as\s+measured\s+by)"
#: Words of one clause, names among them, that do not turn to something else.
_ON_THE_WAY = r"(?:(?!\b(?:which|that|while|whereas|because|trained|train|tuned|but)\b)[^.;:]){0,90}?"
#: The same without a name: what *we* tried under one is told of that name.
_UNNAMED = r"(?:(?!\b(?:which|that|while|whereas|because|trained|train|tuned|but)\b)[^.;:‹›]){0,90}?"
#: All names to the end of a list, which a colon may open.
_LISTED = rf"(?P<objects>[^.;]{{0,40}}?{NAME}[^.]*)"
_BEAT = (
    r"(?:significantly\s+|consistently\s+|substantially\s+|also\s+|slightly\s+|clearly\s+|\w+ly\s+)?"
    r"(?:outperform(?:s|ed)?|improv(?:es|ed)\s+(?:over|upon|on)|beats?|surpass(?:es|ed)|exceed(?:s|ed)|"
    r"(?:is|are|was|were)\s+(?:\w+\s+){0,2}(?:better|faster|superior|more\s+\w+)\s+(?:than|to)|"
    r"(?:performs?|performed|works?)\s+(?:\w+\s+){0,2}(?:better|worse|best|faster)\s+than)"
)
_SUBJECT = rf"(?P<subject>{NAME})(?:[ -](?:{HEADS}))?"


def _form(sentence: str, rating: int, says: str) -> Form:
    listed = sentence.endswith(_LISTED)
    return Form(sentence=sentence, rating=rating, says=says, listed=listed)


#: Of the paper's own method.
OUR_TRIALS = (
    _form(rf"{WE}(?:{_TRY})\b{_UNNAMED}\b{_ON}\s+{OBJECTS}", 2, MEASURED),
    _form(rf"{WE}(?:use|used|apply|applied|perform|performed|conduct|conducted|report|run|ran|carried\s+out|compute|"
          rf"computed)\s+{OBJECTS}", 2, MEASURED),
    _form(rf"\b(?:results|performance|experiments?|accuracy|scores?|improvements?)\s+(?:\w+\s+){{0,4}}?(?:on|in)\s+"
          rf"{OBJECTS}", 2, MEASURED),
    _form(rf"(?:{OURS}|{WE}){_ON_THE_WAY}\b(?:achiev|yield|obtain|reach|gain|attain)\w*\s{_ON_THE_WAY}\b(?:on|in|of|an?)"
          rf"\s+{OBJECTS}", 2, MEASURED),
    _form(rf"{OBJECTS}\s*,?\s*(?:that|which)\s+we\s+used?\s+as\s+(?:an?\s+)?baselines?", 1, COMPARED),
    _form(rf"\bas\s+(?:an?|our|the)\s+(?:\w+\s+)?baselines?\s*,?\s+we\s+\w+\s+{OBJECTS}", 1, COMPARED),
    _form(rf"{WE}(?:select|selected|use|used|choose|chose|take|took|consider)\s+{OBJECTS}\s+as\s+(?:an?|our|the)\s+"
          rf"(?:\w+\s+)?baselines?", 1, COMPARED),
    _form(rf"{WE}(?:\w+\s+)?compar(?:e|ed|es)\b{_UNNAMED}\b(?:to|with|against)\s+{_LISTED}", 1, COMPARED),
    _form(rf"{OURS}\s+(?:\w+\s+)?{_BEAT}\s+{_LISTED}", 1, COMPARED),
    _form(rf"\b(?:baselines?|competitors?)\b[^.;‹›]{{0,40}}[:,]?\s*(?:are|include|including|such\s+as|:|namely)\s*"
          rf"{_LISTED}", 1, COMPARED),
)  # fmt: skip
#: The subject stands in its own clause.
NAMED_TRIALS = (
    _form(rf"{_SUBJECT}\s*,?\s+(?:also\s+)?{_BEAT}\s+{_LISTED}", 1, COMPARED),
    _form(rf"{_SUBJECT}\s+(?:is|was|are|were)\s+(?:\w+\s+)?compared\s+(?:to|with|against)\s+{_LISTED}", 1, COMPARED),
    _form(rf"{_SUBJECT}\s+(?:is|was|are|were)\s+(?:\w+\s+)?(?:evaluated|tested|assessed|validated|benchmarked)\s+"
          rf"{_ON}\s+{OBJECTS}", 2, MEASURED),
    _form(rf"{_SUBJECT}\s+(?:achiev|yield|obtain|reach|attain)\w*\s{_ON_THE_WAY}\b(?:on|in)\s+{OBJECTS}", 2, MEASURED),
)  # fmt: skip
#: These say by themselves who is who.
OTHER_TRIALS = (
    _form(rf"{WE}(?:\w+\s+)?compar(?:e|ed)\s+(?:the\s+)?{_SUBJECT}\s+{_ON_THE_WAY}\b(?:to|with|against)\s+{_LISTED}", 1,
          COMPARED),
    _form(rf"{WE}(?:\w+ly\s+)?(?:{_TRY})\s+(?:the\s+)?{_SUBJECT}\s{_ON_THE_WAY}\b{_ON}\s+{OBJECTS}", 2, MEASURED),
    _form(rf"{WE}(?:\w+ly\s+)?(?:{_TRY})\s+(?:the\s+)?{_SUBJECT}\s[^.;]{{0,90}}?:\s*{_LISTED}", 2, MEASURED),
)  # fmt: skip
#: What a citation's role says of the authors' own method, where these words stand before the name.
CITED_FOR = {
    "use": (
        re.compile(
            r"\b(?:us(?:e[sd]?|ing)|employ\w*|adopt\w*|appl(?:y|ied|ying)|follow\w*|implement\w*|via|train\w*)\b[^.;:]{0,40}$"
        ),
        3,
        USES,
    ),
    "extend": (
        re.compile(r"\b(?:extend\w*|buil[dt]\w*|bas(?:ed|is)|modif\w*)\b[^.;:]{0,40}$"),
        5,
        BUILT,
    ),
    "compare": (
        re.compile(r"\b(?:compar\w*|outperform\w*|than|against|baselines?)\b[^.;]{0,60}$"),
        1,
        COMPARED,
    ),
}
