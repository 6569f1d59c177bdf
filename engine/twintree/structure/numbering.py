"""Section numbers: reading them off titles, their depth, and whether one continues another."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Words that stand before a number in a heading, in the languages that libraries hold.
_WORDS = (
    "chapter|section|part|appendix|annex|supplement|kapitel|abschnitt|teil|anhang|chapitre|partie|annexe|"
    "capítulo|capitulo|sección|seccion|parte|apéndice|apendice|anexo|capitolo|sezione|appendice|capítol|"
    "seção|secção|глава|раздел|часть|приложение|rozdział|hoofdstuk|bijlage|§"
)
_ROMAN = r"(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "word",
        re.compile(
            rf"^(?:{_WORDS})\s*(\d{{1,3}}(?:\.\d{{1,3}})*|[A-Z](?:\.\d{{1,3}})*|[IVXLC]+)\b[.:)\s–—-]*", re.I
        ),
    ),
    ("cjk", re.compile(r"^第\s*([0-9一二三四五六七八九十]+)\s*[章节節部編编]\s*")),
    ("cjk", re.compile(r"^([一二三四五六七八九十]{1,3})\s*[、．.]\s*")),
    (
        "decimal",
        re.compile(r"^(\d{1,2}(?:\s?\.\s?\d{1,3}){1,5})(?:\s*[|│]\s*|[.):]?\s+|[.):]?(?=[^\W\d_])|[.:]$|$)"),
    ),
    ("decimal", re.compile(r"^(\d{1,2})(?:\s*[|│]\s*|[.):]\s*|\s+)(?=[^\W\d_]|[“\"'(«]|$)")),
    ("alpha", re.compile(r"^([A-Z](?:\.\d{1,3}){1,4})(?:[.):]?\s+|$)")),
    ("roman", re.compile(rf"^({_ROMAN})[.):]\s+(?=\S)")),
    ("alpha", re.compile(r"^([A-Z])(?:[.):]\s+|\s{1,4}(?=[A-Z]))(?=\S)")),
    ("lower", re.compile(r"^\(?([a-z]|[ivx]{1,5})[.)]\s+(?=\S)")),
)
_CJK = {char: value for value, char in enumerate("一二三四五六七八九", 1)}
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


@dataclass(frozen=True, slots=True)
class SectionNumber:
    """A number as printed before a title.

    Attributes:
        kind: ``decimal``, ``alpha``, ``roman``, ``word``, ``cjk`` or ``lower``.
        parts: its components as integers (``B.2`` is ``(2, 2)``).
        text: the number alone, as printed, without closing punctuation.
        end: how many characters of the title it takes, with the white space behind.
    """

    kind: str
    parts: tuple[int, ...]
    text: str
    end: int

    @property
    def depth(self) -> int:
        """How deep the number says that the section lies, from 1."""
        return len(self.parts)


def parse_number(title: str) -> SectionNumber | None:
    """Read the number in front of ``title``; None when there is none.

    >>> parse_number("3.1.2 Results").parts
    (3, 1, 2)
    """
    for kind, pattern in _PATTERNS:
        match = pattern.match(title)
        if match is None:
            continue
        parts = _parts(match.group(1), kind)
        if parts is None:
            continue
        if kind == "roman" and match.group(1) in ("C", "L"):
            return SectionNumber("alpha", (ord(match.group(1)) - 64,), match.group(1), match.end())
        text = {"word": title[: match.end(1)], "cjk": match.group().rstrip(" 、．.")}.get(
            kind, match.group(1)
        )
        return SectionNumber(kind, parts, re.sub(r"\s*\.\s*", ".", text).strip(), match.end())
    return None


def without_number(title: str) -> str:
    """``title`` without the number in front; the whole title when nothing else would be left."""
    number = parse_number(title)
    rest = title[number.end :].strip() if number else title.strip()
    return rest or title.strip()


def _parts(text: str, kind: str) -> tuple[int, ...] | None:
    if kind == "cjk":
        return (_cjk_value(text),)
    if kind == "roman" or (kind == "word" and len(text) > 1 and set(text.upper()) <= set(_ROMAN_VALUES)):
        return (_roman_value(text.upper()),)
    pieces = re.split(r"\s?\.\s?", text)
    values = [int(p) if p.isdigit() else ord(p.upper()[0]) - 64 for p in pieces if p]
    # "0.05 mg" and "12.500 units" are quantities, not sections.
    if any(p.isdigit() and len(p) > 1 and p[0] == "0" for p in pieces) or max(values, default=0) > 99:
        return None
    return tuple(values)


def _roman_value(text: str) -> int:
    values = [_ROMAN_VALUES[char] for char in text]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


def _cjk_value(text: str) -> int:
    if text.isdigit():
        return int(text)
    if "十" not in text:
        return _CJK.get(text[0], 0)
    tens, _, ones = text.partition("十")
    return 10 * _CJK.get(tens, 1) + _CJK.get(ones, 0)


def continues(before: SectionNumber | None, after: SectionNumber) -> bool:
    """Whether ``after`` may be the next number after ``before`` in document order.

    The next sibling, the first child, or the next sibling of any ancestor; with nothing before it, a first.
    """
    parts = after.parts
    if before is None:
        return all(part <= 1 for part in parts)
    old = before.parts
    if len(parts) == len(old) + 1:
        return parts[:-1] == old and parts[-1] <= 1
    if len(parts) > len(old):
        return False
    last = len(parts) - 1
    return parts[:last] == old[:last] and parts[last] == old[last] + 1


def longest_chain(numbers: list[SectionNumber], *, parents: bool = True) -> set[int]:
    """Indices of a longest run, in order, in which each number continues the one before.

    One kind only is looked at a time; gaps of one are forgiven, since a heading may have been missed.

    Args:
        numbers: in document order.
        parents: whether every parent stands among them; otherwise 2.1 may follow 1.6, as where "Chapter 2",
            a number of another kind, stands between the two.
    """
    best: list[int] = []
    length = [1] * len(numbers)
    back = [-1] * len(numbers)
    for i, number in enumerate(numbers):
        for j in range(max(0, i - 60), i):
            if length[j] + 1 > length[i] and (
                _reaches(numbers[j], number) or (not parents and _is_first_of_next(numbers[j], number))
            ):
                length[i], back[i] = length[j] + 1, j
    if numbers:
        at = max(range(len(numbers)), key=lambda i: (length[i], -i))
        while at >= 0:
            best.append(at)
            at = back[at]
    return set(best)


def _reaches(before: SectionNumber, after: SectionNumber) -> bool:
    if continues(before, after):
        return True
    old, parts = before.parts, after.parts
    last = len(parts) - 1
    if len(parts) <= len(old):
        return parts[:last] == old[:last] and parts[last] == old[last] + 2
    return len(parts) == len(old) + 1 and parts[:-1] in (old, (*old[:-1], old[-1] + 1)) and parts[-1] <= 2


def _is_first_of_next(before: SectionNumber, after: SectionNumber) -> bool:
    """Whether ``after`` is the first child of the next parent on some level."""
    old, last = before.parts, len(after.parts) - 1
    if not 0 < last <= len(old) or after.parts[last] > 1:
        return False
    return after.parts[:last] == (*old[: last - 1], old[last - 1] + 1)
