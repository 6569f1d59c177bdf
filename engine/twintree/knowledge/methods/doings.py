"""The ways in which a sentence says with what a method was carried out, implemented or trained.

Beside what a method is made of (``sayings.py``): laboratory procedures, statistics and software seldom are made of
one another, they are done with one another. On which data something is measured is no such debt. The same masked
sentences are read, with names as ‹0›, ‹1›, ….
"""

from __future__ import annotations

from twintree.knowledge.methods.sayings import BE, HEADS, NEW, OBJECTS, OURS, SUBJECT, USES, WE, Form

DONE = "{target} is done with {source}"
SOLVED = "{target} is solved with {source}"
IMPLEMENTED = "{target} is implemented with {source}"
TRAINED = "{target} is trained on {source}"

_DO = (
    r"(?:perform|conduct|calculat|comput|estimat|determin|generat|obtain|analy[sz]|visuali[sz]|quantifi|quantify|"
    r"execut|assess|construct|develop|prepar|synthesi[sz]|isolat|measur|record|purif|fabricat|infer|integrat|discreti[sz]|solv|simulat)(?:e|es|ed|ing|s)?|carried\s+out|done|run|drawn"
)
_WITH = r"(?:using|with(?:\s+the\s+(?:help|aid)\s+of)?|by\s+means\s+of|by\s+using|by|via|through)"
#: Words that no name stands among, and that neither deny nor end the clause.
_BETWEEN = r"(?:(?!\b(?:and|but|which|that|while|whereas|not|without|than|followed)\b)[^.;:‹›]){0,60}?"


def _form(sentence: str, rating: int, says: str, *, forward: bool = False, inside: bool = False) -> Form:
    return Form(sentence=sentence, rating=rating, says=says, forward=forward, inside=inside)


_NAMED = rf"{SUBJECT}{_BETWEEN}\s*\b"
#: The subject stands in its own clause.
NAMED_DOINGS = (
    _form(rf"{_NAMED}{BE}(?:then\s+)?(?:{_DO})\b{_BETWEEN}\s*\b{_WITH}\s+{OBJECTS}", 2, DONE),
    _form(rf"{_NAMED}{BE}(?:then\s+)?(?:{_DO})\b{_BETWEEN}\s*\bin\s+{OBJECTS}", 2, DONE, inside=True),
    _form(
        rf"{_NAMED}{BE}(?:used|employed|applied|run)\s+(?:to\s+(?:{_DO})|for)\s+(?:the\s+)?{OBJECTS}",
        2,
        DONE,
        forward=True,
    ),
    _form(rf"{_NAMED}(?:{BE})?implemented\s+(?:in|with|using|through|within)\s+{OBJECTS}", 2, IMPLEMENTED),
    _form(rf"{_NAMED}(?:{BE})?trained\s+on\s+{OBJECTS}", 3, TRAINED),
)
#: These say by themselves who is who.
OTHER_DOINGS = (
    _form(
        rf"\b(?:by|to|and)\s+(?:{_DO})\s+{NEW}(?:[ -](?:{HEADS}))?{_BETWEEN}\s*\b{_WITH}\s+{OBJECTS}", 2, DONE
    ),
    _form(
        rf"\b(?:for|to\s+(?:train|build|compute|estimate|learn|obtain|construct|implement))\s+{NEW}"
        rf"(?:[ -](?:{HEADS}))?\s*,\s*we\s+(?:use|used|employ|employed|adopt|adopted|apply|applied)\s+{OBJECTS}",
        3,
        USES,
    ),
    _form(rf"{WE}(?:{_DO})\s+{NEW}(?:[ -](?:{HEADS}))?{_BETWEEN}\s*\b{_WITH}\s+{OBJECTS}", 2, DONE),
    _form(rf"{WE}(?:{_DO})\s+{NEW}(?:[ -](?:{HEADS}))?{_BETWEEN}\s*\bin\s+{OBJECTS}", 2, DONE, inside=True),
    _form(
        rf"{WE}(?:implement|implemented)\s+{NEW}(?:[ -](?:{HEADS}))?\s+(?:in|with|using)\s+{OBJECTS}",
        2,
        IMPLEMENTED,
    ),
    _form(rf"{WE}(?:(?:pre-?)?train|fine-?tune)(?:d|ed)?\s+{NEW}{_BETWEEN}\s*\bon\s+{OBJECTS}", 3, TRAINED),
)
#: Of the paper's own main method.
OUR_DOINGS = (
    _form(rf"{OURS}\s+{BE}implemented\s+(?:in|with|using|within)\s+{OBJECTS}", 2, IMPLEMENTED),
    _form(rf"{WE}(?:implement|implemented)\s+(?:it|them|all|(?:our|the|this)\s+\w+)\s+(?:in|with|using)\s+{OBJECTS}", 2,
          IMPLEMENTED),
    _form(rf"{OURS}\s+{BE}trained\s+on\s+{OBJECTS}", 3, TRAINED),
)  # fmt: skip
