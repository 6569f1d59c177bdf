"""Questions about how methods hang together, read off their words: origins, outcomes, relations, approaches."""

from __future__ import annotations

import re
from collections.abc import Callable

from twintree.base.records import Record

#: What the capital words of a form stand for; X and Y are what is asked about.
_PARTS = {
    "X": r"[\"“'‘]?(?P<x>[^?\"”]{2,80}?)[\"”'’]?",
    "Y": r"[\"“'‘]?(?P<y>[^?\"”]{2,80}?)[\"”'’]?",
    "BE": "(is|are|was|were)",
    "DO": "(do|does|did)",
    "WHAT": "(what( else)?|which( other)? METHODS)",
    "METHODS": "(methods?|approach(es)?|techniques?|models?|algorithms?|ideas?|works?|systems?|things?)",
    "MAIN": "((the|main|major|key|principal|different|various|common|existing|most important) )*",
    "CHIEF": "(the )?(main|major|key|principal)",
    "APPROACHES": "(approach(es)?|lines? of work|schools|(families|famil(y|ies)|kinds|types|groups) of METHODS|themes)",
    "COME": "(come|came|stem|originate|derive|descend)",
    "MADE": "(based|built|derived|descended|inspired|developed)",
    "ORIGIN": "(origins?|roots?|ancestors?|ancestry|precursors?|predecessors?|lineage|provenance|basis|foundations?)",
    "OFFSPRING": "(descendants?|successors?|extensions?|variants?|offspring|developments?)",
    "LINK": "(relation|relationship|connection|link)",
    "LINKED": "(related|connected|linked)",
    "OTHER": "( (to|with) (each other|one another))?",
}
#: Forms of questions; the first that fits a question holds.
_FORMS: dict[str, tuple[str, ...]] = {
    "relation": (
        "how DO X and Y (relate|connect|hang together)OTHER",
        "how BE X and Y LINKEDOTHER",
        "how (BE|DO) X (LINKED|relate|connect) (to|with) Y",
        "what(s|'s| BE)? (the )?LINK between X and Y",
        "what (connects|links|joins|relates) X (and|to|with) Y",
        "what DO X and Y have in common",
        "DO X (build (up)?on|COME from|extend|go back to) Y",
        "BE X (MADE (up)?(on|from|by)|an? (extension|variant|descendant|version) of) Y",
    ),
    "origin": (
        "where DO (the idea (of|behind|for) )?X COME( from)?",
        "(WHAT|who) DO X (build|rest|draw|COME|go back|extend)( (up)?on| from| to)?",
        "WHAT BE X MADE (up)?(on|from|by)",
        "(on|from|upon) (what|which METHODS) (BE|DO) X (MADE|build|rest|COME)",
        "what BE the ORIGIN (of|behind|for) X",
        "WHAT (led|leads|gave rise|contributed?|contributes) to X",
        "how did X (come about|arise|originate|emerge|develop)",
    ),
    "outcome": (
        "WHAT( BE| has been| have been)? (builds?|MADE|comes?|came|derives?|descends?|stems?|grew)"
        " ((up)?on|from|out of|by) X",
        "WHAT (extends?|extended|followed|follows) X",
        "what (has|have|did|does) X (led to|lead to|inspired?|influenced?|given rise to|give rise to|become)",
        "what BE MAINOFFSPRING (of|to|on) X",
    ),
    "approaches": (
        "(what|which) (BE )?MAINAPPROACHES (to|for|of|in|on|towards?) X( are there| exist)?",
        "(what|which) (BE )?CHIEF METHODS (for|of|in|to|used for|used in) X( are there)?",
        "(give me |show me )?an? overview of (the )?(APPROACHES|METHODS) (to|for|of|in) X",
    ),
}


def _pattern(form: str) -> re.Pattern[str]:
    words = re.compile("|".join(sorted(_PARTS, key=len, reverse=True)))
    for _ in range(3):  # parts stand within parts
        form = words.sub(lambda word: _PARTS[word.group()], form)
    grouped = re.sub(r"\((?!\?)", "(?:", form)
    return re.compile(rf"^(?:and |so |but )?{grouped}\s*[?.!]*$", re.IGNORECASE)


_PATTERNS = tuple((kind, _pattern(form)) for kind, forms in _FORMS.items() for form in forms)

_PRONOUN = re.compile(r"^(it|that|this|they|them|these|those|the former)$", re.I)
_ARTICLE = re.compile(r"^(?:the|a|an|this|that|our|their)\s+", re.I)
_HEAD = re.compile(
    r"\s+(?:methods?|models?|algorithms?|approach|techniques?|frameworks?|systems?|architectures?|idea)$",
    re.I,
)


class LineageQuestion(Record, frozen=True, kw_only=True):
    """What is asked of the trees: ``origin``, ``outcome`` or ``relation`` of named methods, or ``approaches``."""

    kind: str
    x: str
    y: str = ""


def read_lineage_question(question: str, earlier: str = "") -> LineageQuestion | None:
    """The question about methods that this may be, or None; whether it names any is for the library to say.

    Args:
        question: the person's words.
        earlier: the question that this one follows up: *it* is what that one asked about.
    """
    text = " ".join(question.split())
    for kind, pattern in _PATTERNS:
        if match := pattern.match(text):
            groups = match.groupdict()
            x, y = groups["x"].strip(), (groups.get("y") or "").strip()
            if _PRONOUN.match(x) or _PRONOUN.match(y):
                meant = read_lineage_question(earlier) if earlier else None
                if meant is None:
                    return None
                x, y = (meant.x if _PRONOUN.match(name) else name for name in (x, y))
            return LineageQuestion(kind=kind, x=x, y=y)
    return None


def spellings(name: str) -> list[str]:
    """A name as it was asked for, then without an article, then without a generic word at its end."""
    steps: tuple[Callable[[str], str], ...] = (
        str.strip,
        lambda text: _ARTICLE.sub("", text),
        lambda text: _HEAD.sub("", text),
    )
    found = []
    for step in steps:
        name = step(name)
        found.append(name)
    return [each for each in dict.fromkeys(found) if each]
