"""Rules about people's names and titles that keys, sorting and the finding of duplicates share."""

from __future__ import annotations

import re
import unicodedata

from twintree.base.text import folded

_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "md", "dr"})
_UNDECOMPOSED = str.maketrans(
    {
        "ß": "ss",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "Đ": "D",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "þ": "th",
        "Þ": "TH",
        "ð": "d",
        "ı": "i",
    }
)
_ARTICLES = re.compile(r"^(?:the|an?|der|die|das|les?|la|el|los|las)\s+", re.IGNORECASE)
#: Words that say too little of a title to stand in a citation key.
_SMALL = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "can",
        "das",
        "de",
        "der",
        "des",
        "die",
        "do",
        "does",
        "ein",
        "eine",
        "el",
        "en",
        "et",
        "for",
        "from",
        "how",
        "in",
        "into",
        "is",
        "its",
        "la",
        "las",
        "le",
        "les",
        "los",
        "of",
        "on",
        "or",
        "over",
        "that",
        "the",
        "their",
        "this",
        "to",
        "toward",
        "towards",
        "un",
        "und",
        "une",
        "using",
        "via",
        "von",
        "we",
        "what",
        "when",
        "why",
        "with",
        "y",
        "zum",
        "zur",
    ]
)


def family_name(name: str) -> str:
    """The family name in ``Family, Given`` or ``Given von Family``, with its particles, without ``Jr.``."""
    name = " ".join(name.split())
    if "," in name:
        head = name.split(",", 1)[0].strip()
        if head:
            return head
    words = [word for word in name.replace(",", " ").split() if word.strip(".").casefold() not in _SUFFIXES]
    if not words:
        return name
    first = len(words) - 1
    while first > 1 and words[first - 1][:1].islower():
        first -= 1
    return " ".join(words[first:])


def split_name(name: str) -> tuple[str, str]:
    """A name as (family, given); given is empty for a single word or an organisation's comma-less one."""
    name = " ".join(name.split())
    family = family_name(name)
    if "," in name:
        return family, name.split(",", 1)[1].strip()
    at = name.rfind(family)
    return family, name[:at].strip() if at > 0 else ""


def to_ascii(text: str) -> str:
    """Letters without their marks, in ASCII; what has no such form is dropped."""
    plain = unicodedata.normalize("NFKD", text.translate(_UNDECOMPOSED))
    return plain.encode("ascii", "ignore").decode()


def sort_author(names: tuple[str, ...] | list[str]) -> str:
    """What a list of authors sorts and matches by: the first one's family name, folded, without marks."""
    if not names:
        return ""
    family = folded(family_name(names[0]))
    return folded(to_ascii(family)) or family


def sort_title(title: str) -> str:
    """What a title sorts by: folded, without a leading article or punctuation."""
    plain = re.sub(r"^\W+", "", folded(title))
    return _ARTICLES.sub("", plain) or plain


def key_base(authors: tuple[str, ...] | list[str], year: int | None, title: str) -> str:
    """A citation key such as ``meng2026explainable``, not yet made unique; ``""`` when nothing is known."""
    who = re.sub(r"[^a-z]", "", to_ascii(family_name(authors[0])).lower()) if authors else ""
    words = [re.sub(r"[^a-z0-9]", "", word) for word in re.split(r"[\W_]+", to_ascii(title).lower())]
    word = next((each for each in words if len(each) > 1 and each not in _SMALL and not each.isdigit()), "")
    if not who and not word:
        return ""
    return f"{who or 'anon'}{year or ''}{word}"[:60]
