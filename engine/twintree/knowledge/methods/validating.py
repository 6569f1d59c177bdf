"""Holds what a model wrote against the segment that it read: what does not stand there is refused, with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from rapidfuzz.fuzz import partial_ratio_alignment

from twintree.base.agreement import why_unsupported
from twintree.base.methods import (
    KINDS,
    RATINGS,
    ROLES,
    ExtractedMethod,
    ExtractedRelation,
    Extraction,
    Rejected,
)
from twintree.base.text import find_quote, fold, folded
from twintree.base.words import STOPWORDS, tokens
from twintree.knowledge.methods.naming import key_of

#: A name written a little otherwise than it stands in the text counts as that place from this likeness on.
_ALIKE = 92.0
_LONGEST_NAME = 90
_KEYWORDS = 6
#: The authors speak of what is theirs.
_OWN = re.compile(
    r"\b(?:we|our|ours|us|it|its|they|their|th(?:is|e) (?:\w+ )?(?:paper|work|study|article|method|approach|model|"
    r"system|algorithm|framework|technique|network))\b",
    re.IGNORECASE,
)


def validated(written: dict[str, Any], text: str) -> Extraction:
    """What of a model's answer holds.

    Names must occur in the text; mentions are found by us, never taken from the model; quotes must be verbatim;
    an edge joins two different methods of the list, and its quote names both, or one beside words like *we* and
    *it*. The same method said twice is one. An explanation that does not agree with its quote is left out; the edge
    stays.

    Args:
        written: as the schema has it.
        text: of the segment.
    """
    refused: list[Rejected] = []
    methods: dict[str, ExtractedMethod] = {}
    called: dict[str, str] = {}
    for each in written.get("methods", ()):
        method = _method(each, text, refused)
        if method is None:
            continue
        key = key_of(method.name)
        if key in methods:
            refused.append(Rejected(item=method.name, reason="said twice"))
            continue
        methods[key] = method
        for name in (each["name"], method.name, *method.aliases):
            called.setdefault(folded(name), method.name)
    relations: dict[tuple[str, str], ExtractedRelation] = {}
    for each in written.get("relations", ()):
        relation = _relation(each, text, called, methods, refused)
        if relation is None:
            continue
        pair = (relation.source, relation.target)
        if pair in relations:
            refused.append(Rejected(item=f"{pair[0]} → {pair[1]}", reason="said twice"))
        else:
            relations[pair] = relation
    return Extraction(
        methods=tuple(methods.values()), relations=tuple(relations.values()), rejected=tuple(refused)
    )


def _method(each: dict[str, Any], text: str, refused: list[Rejected]) -> ExtractedMethod | None:
    said = " ".join(str(each.get("name", "")).split())
    name = standing_name(said, text)
    if name is None:
        refused.append(Rejected(item=said, reason="the name does not occur in the segment"))
        return None
    if each.get("kind") not in KINDS or each.get("role") not in ROLES:
        refused.append(Rejected(item=said, reason="no such kind or role"))
        return None
    if not key_of(name) or all(word in STOPWORDS for word in tokens(name)):
        refused.append(Rejected(item=said, reason="a word that names nothing"))
        return None
    aliases = []
    for alias in each.get("aliases", ()):
        found = standing_name(" ".join(str(alias).split()), text)
        if found is None:
            refused.append(Rejected(item=str(alias), reason="the alias does not occur in the segment"))
        elif folded(found) != folded(name) and found not in aliases:
            aliases.append(found)
    summary = " ".join(str(each.get("summary", "")).split())
    places = sorted({place for spelled in (name, *aliases) for place in places_of(spelled, text)})
    return ExtractedMethod(
        name=name,
        kind=each["kind"],
        role=each["role"],
        aliases=tuple(aliases),
        summary=summary,
        keywords=_keywords(summary, name),
        at=tuple(_apart(places)),
    )


def _keywords(summary: str, name: str) -> tuple[str, ...]:
    own = set(tokens(name))
    words = (word for word in tokens(summary) if len(word) > 3 and word not in STOPWORDS | own)
    return tuple(dict.fromkeys(words))[:_KEYWORDS]


def standing_name(said: str, text: str) -> str | None:
    """How a name is spelled where it stands in the text; None when it does not stand there."""
    if not said or len(said) > _LONGEST_NAME or not any(c.isalpha() for c in said):
        return None
    exact = next(places_of(said, text), None)
    if exact is not None:
        return " ".join(text[slice(*exact)].split())
    haystack, origin = fold(text)
    close = partial_ratio_alignment(folded(said), haystack, score_cutoff=_ALIKE)
    if close is None or close.dest_end <= close.dest_start or len(folded(said)) < 6:
        return None
    start, end = origin[close.dest_start], origin[close.dest_end - 1] + 1
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return " ".join(text[start:end].split())


def places_of(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Every place where a name stands as words of its own, a plural s aside."""
    haystack, origin = fold(text)
    wanted = folded(name)
    if not wanted:
        return
    for match in re.finditer(rf"(?<!\w){re.escape(wanted)}(?=s?(?!\w))", haystack):
        yield origin[match.start()], origin[match.end() - 1] + 1


def _apart(places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Places that do not lie within an earlier one."""
    end = -1
    for place in sorted(places, key=lambda p: (p[0], -p[1])):
        if place[0] >= end:
            yield place
            end = place[1]


def _relation(
    each: dict[str, Any],
    text: str,
    called: dict[str, str],
    methods: dict[str, ExtractedMethod],
    refused: list[Rejected],
) -> ExtractedRelation | None:
    said = f"{each.get('source', '')} → {each.get('target', '')}"
    ends = [called.get(folded(str(each.get(side, "")))) for side in ("source", "target")]
    place = find_quote(text, str(each.get("quote", "")))
    quoted = text[slice(*place)] if place else ""
    named = [_is_named(methods[key_of(end)], quoted) for end in ends if end is not None]
    for wrong, reason in (
        (None in ends, "an end is no method of the list"),
        (ends[0] == ends[1], "both ends are one method"),
        (each.get("rating") not in RATINGS, "no such rating"),
        (place is None, "the quote does not stand in the segment"),
        (not any(named), "the quote names neither end"),
        (not all(named) and not _OWN.search(quoted), "the quote names one end alone"),
    ):
        if wrong:
            refused.append(Rejected(item=said, reason=reason))
            return None
    return ExtractedRelation(
        source=str(ends[0]),
        target=str(ends[1]),
        rating=int(each["rating"]),
        explanation=_explained(said, str(each.get("explanation", "")), quoted, refused),
        evidence=(place,) if place else (),
    )


def _is_named(method: ExtractedMethod, quote: str) -> bool:
    return any(next(places_of(name, quote), None) is not None for name in (method.name, *method.aliases))


def _explained(item: str, written: str, quote: str, refused: list[Rejected]) -> str:
    """A model's explanation of an edge where its quote carries it, else nothing: answers show the two together."""
    sentence = " ".join(written.split())
    reason = why_unsupported(sentence, quote, item) if sentence else ""
    if reason:
        refused.append(Rejected(item=item, reason=f"its explanation is left out: {reason}"))
        return ""
    return sentence
