"""Words a sentence of a paper so that a stranger can read it alone: who did it, without *we* and *this paper*."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twintree.base.names import family_name

_OPENERS = re.compile(
    r"^(?:however|moreover|furthermore|in addition|additionally|finally|thus|therefore|hence|consequently|also|"
    r"here|first(?:ly)?|second(?:ly)?|third(?:ly)?|in particular|in summary|in conclusion|to conclude|overall|"
    r"as a result|in general|specifically|notably|interestingly|importantly|as such|in fact|indeed|then|"
    r"to this end|to address this(?: issue| problem| gap)?|to the best of our knowledge|"
    r"in th(?:is|e present) (?:paper|work|article|study|thesis|report))\s*,\s*",
    re.I,
)
_IN_THIS = re.compile(r"^in th(?:is|e present) (?:paper|work|article|study|thesis|report)\s+(?=we\b)", re.I)
_STUDIES = r"(?:results?|findings|experiments?|evaluations?|analys[ei]s|data|stud(?:y|ies))"
_RESULTS = rf"(?:our|the|these|all|both) (?:\w+ ){{0,2}}?{_STUDIES}"
_VERBS = "show|find|demonstrate|observe|indicate|reveal|confirm|conclude|suggest|argue|prove"
_SAYS = rf"(?:{_VERBS})(?:s|d|ed)?|shown|found"
_SPEAKER = (
    r"(?:we|they|it|the authors|this (?:paper|work|study|article))(?: have)?(?: also)?|it (?:was|is|has been)"
)
_SAYING = re.compile(
    rf"^(?:{_SPEAKER}|{_RESULTS}|results)\s+"
    rf"(?:also |clearly |further )?(?:{_SAYS})\s+that\s+",
    re.I,
)
_BARE = r"[A-Z][^()\[\]]{0,80}?(?:19|20)\d{2}[a-z]?"
_MARKERS = re.compile(rf"\s*(?:\[\d[\d,;\s–-]*\]|\((?:see |e\.g\.,? |cf\. )?{_BARE}(?:; ?{_BARE})*\))")
_POINTERS = re.compile(r"\s*\((?:see )?(?:section|sec\.|§|fig(?:ure|\.)|table|appendix)[^()]*\)", re.I)
_PAPER = r"(?:this|the present|our) (?:paper|article|study|work|thesis|report)"
_REPORTS = (
    "present|propose|introduce|describe|report|investigate|examine|show|review|demonstrate|discuss|explore"
)
_IT = re.compile(rf"^it (?=(?:{_REPORTS})s\b)", re.I)
_SUBJECT = re.compile(rf"\b(?:{_PAPER}|we|us|our|ours)\b", re.I)


def label_of(authors: Sequence[str], year: int | None, title: str) -> str:
    """``Ranocha et al. (2022)``; without authors, the title in quotes."""
    if not authors:
        return f"“{title}”" if title else "the paper"
    names = [family_name(author) for author in authors[:2]]
    who = f"{names[0]} et al." if len(authors) > 2 else " and ".join(names)
    return f"{who} ({year})" if year else who


def standing_alone(sentence: str, label: str) -> str:
    """A sentence as a claim: reporting clause and openers off, the paper's own voice named.

    Args:
        sentence: verbatim.
        label: how its authors are called, see ``label_of``.
    """
    text = _POINTERS.sub("", _MARKERS.sub("", sentence)).strip()
    for _ in range(2):
        text = _OPENERS.sub("", text, count=1)
    text = _IN_THIS.sub("", text)
    said = _SAYING.match(text)
    if said and len(text) - said.end() > 25:
        text = text[said.end() :]
    text = _named(_IT.sub("this paper ", text), label)
    text = _agreeing(text, label)
    return (text[:1].upper() + text[1:]).replace(" ,", ",").replace(" .", ".")


def _agreeing(text: str, label: str) -> str:
    """Several people "show", one of them, or one paper, "shows"."""
    if " et al." in label or " and " in label:
        return re.sub(rf"(?<={re.escape(label)} )({_REPORTS}|use|find|argue)s\b", r"\1", text)
    return re.sub(rf"(?<={re.escape(label)} )({_REPORTS}|use|find|argue)\b", r"\1s", text)


def _named(text: str, label: str) -> str:
    seen = False

    def instead(match: re.Match[str]) -> str:
        nonlocal seen
        word = match.group().casefold()
        first, seen = not seen, True
        if word in ("our", "ours"):
            return f"{label}'s" if first else "their"
        if word == "us":
            return label if first else "them"
        return label if first else "they" if word == "we" else "the paper"

    return _SUBJECT.sub(instead, text)
