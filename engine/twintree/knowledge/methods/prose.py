"""Tells sentences from what stands beside them: tables of numbers, code, reference entries, broken fonts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twintree.sources.language import language_of

_WORD = re.compile(r"[^\W\d_]{2,}")
#: Words that every English sentence of some length has.
_GLUE = frozenset(
    """the a an of in to for and or is are was were be by with on at from as that this these those we our
        it its which
    can may not has have had using used based via than into between their they such when where""".split()
)
_CODE = re.compile(
    r"[{};]\s*$|==|!=|->|=>|::|\+=|\bdef \w+\(|\bimport \w+|\breturn\b.*[;)]|#include|</?\w+>|"
    r"\w+\(\w*(?:, ?\w+)*\);|^\s*(?:>>>|\$ )",
    re.MULTILINE,
)
_ENTRY = re.compile(
    r"\b(?:19|20)\d{2}[a-z]?[.;,)]?\s|\bpp?\. ?\d+|\bvol\. ?\d+|\d+\(\d+\)|\d+ ?: ?\d+[-–]\d+|"
    r"\bdoi\b|\bIn Proc|"
    r"\bJournal of\b|\bProceedings of\b|arXiv:",
    re.IGNORECASE,
)
#: Words of a heading or a cell, at most; and the share of longer stretches that are sentences in a readable text.
_FRAGMENT, _LEAST_PROSE = 7, 0.4
_NAME_LIST = re.compile(
    r"(?:[A-Z]\.\s?(?:-?[A-Z]\.\s?)*[A-Z][\w'’-]+|[A-Z][\w'’-]+,? (?:[A-Z]\.\s?)+)(?:,| and|;|&)"
)


def is_prose(text: str) -> bool:
    """Whether this is a sentence in a language that methods are extracted from, or a heading or caption.

    Cells of numbers, code, entries of a reference list, other languages and letters of a broken font are not.
    """
    letters = sum(c.isalpha() for c in text)
    solid = sum(not c.isspace() for c in text)
    if letters < 3 or letters < 0.6 * solid:
        return False
    words = [word.casefold() for word in _WORD.findall(text)]
    if not words or _looks_broken(words) or is_code(text) or is_entry(text):
        return False
    if len(words) <= _FRAGMENT:
        return text.isascii() or sum(ord(c) < 0x250 for c in text) > 0.9 * len(text)
    return sum(word in _GLUE for word in words) >= 0.08 * len(words)


def is_readable(sentences: Sequence[str]) -> bool:
    """Whether a stretch of text is written in sentences of English for the most part.

    Tables, reference lists, programs, other languages and broken fonts are not: no method is read out of them.
    """
    long = [text for text in sentences if len(_WORD.findall(text)) > _FRAGMENT]
    if not long or sum(is_prose(text) for text in long) < _LEAST_PROSE * len(long):
        return False
    # Danish, Dutch and Italian share short words with English, enough of them to pass sentence by sentence.
    told = language_of(" ".join(long))
    return told is None or told[0] == "en"


def _looks_broken(words: list[str]) -> bool:
    """Whether hardly any word has a vowel, or words are runs of consonants: letters of a font without a
    map."""
    long = [word for word in words if len(word) > 3]
    if len(long) < 4:
        return False
    odd = sum(
        not re.search(r"[aeiouyäöüáéíóúàèìòùâêîôû]", word)
        or bool(re.search(r"[bcdfghjklmnpqrstvwxz]{5}", word))
        for word in long
    )
    return odd > 0.3 * len(long)


def is_code(text: str) -> bool:
    """Whether this is a line of a program."""
    return len(_CODE.findall(text)) >= 1 + len(text) // 300 and sum(
        c in "{}()[];=<>_/\\\"'" for c in text
    ) > 0.05 * len(text)


def is_entry(text: str) -> bool:
    """Whether this is an entry of a reference list, or a part of one."""
    marks = len(_ENTRY.findall(text + " "))
    return bool(_NAME_LIST.search(text)) and marks >= 2 and len(text) < 700
