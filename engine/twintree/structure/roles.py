"""What part a section plays in a paper: by its title in nine languages, else by place and words."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from twintree.base.text import folded
from twintree.structure.numbering import without_number

#: Roles that are looked for within longer titles, the most telling first.
_WITHIN = ("related work", "limitations", "conclusion", "discussion", "introduction", "results", "methods")


@lru_cache(maxsize=1)
def _names() -> dict[str, tuple[re.Pattern[str], re.Pattern[str] | None]]:
    """Per role, what the whole title matches, and what a longer title contains."""
    text = resources.files("twintree_resources").joinpath("section_names.toml").read_text(encoding="utf-8")
    return {
        role: (_any(part["names"]), _any(part["within"]) if "within" in part else None)
        for role, part in tomllib.loads(text).items()
    }


def _any(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_SPACED = re.compile(r"(?:\w\s){3,}\w")
_APPENDIX = re.compile(r"(?:appendix|appendice|annexe?|anhang|apendice|anexo|приложение|附录|付録)\b", re.I)


def _plain(text: str) -> str:
    """Folded, without the accents of Latin letters (those of й or が are letters of their own)."""
    if text.isascii():
        return " ".join(text.casefold().split())
    out: list[str] = []
    for char in unicodedata.normalize("NFD", folded(text)):
        if not (unicodedata.combining(char) and out and out[-1] < "\u0250"):
            out.append(char)
    return unicodedata.normalize("NFC", "".join(out))


@lru_cache(maxsize=4096)
def _bare(title: str) -> str:
    text = title.strip()
    text = re.sub(r"\s", "", text) if _SPACED.fullmatch(text) else without_number(text)
    return _plain(text).strip(" .:;—–-*•|/")


@lru_cache(maxsize=8192)
def role_of_title(title: str, *, loose: bool = False) -> str:
    """The role that a title names, or ``""``.

    Args:
        title: as printed, with or without its number.
        loose: also look for telling words within longer titles.
    """
    bare = _bare(title)
    if not bare:
        return ""
    names = _names()
    for role, (whole, _) in names.items():
        if role != "other" and whole.fullmatch(bare):
            return role
    if _APPENDIX.match(_plain(title)):
        return "appendix"
    if not loose:
        return ""
    return next((role for role in _WITHIN if (part := names[role][1]) and part.search(bare)), "")


def role_names() -> tuple[str, ...]:
    """What the roles are called, in the order of a paper."""
    return tuple(role for role in _names() if role != "other")


def is_known_title(title: str) -> bool:
    """Whether the title is one that papers use as a heading: a role's name or a small part's."""
    return bool(role_of_title(title)) or bool(_names()["other"][0].fullmatch(_bare(title)))


def _cue(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_CUES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "introduction",
        _cue(
            r"\bin this (?:paper|work|article|study)\b",
            r"\brest of (?:this|the) paper\b",
            r"\bour contributions?\b",
        ),
    ),
    (
        "related work",
        _cue(r"\bet al\b", r"\bprevious(?:ly)?\b", r"\bproposed by\b", r"\[\d+(?:, ?\d+)*\]"),
    ),
    (
        "methods",
        _cue(
            r"\bwe (?:use|used|define|train|collect|compute|apply|measured?|propose)\b",
            r"\bwere (?:collected|measured|performed|incubated|obtained)\b",
        ),
    ),
    (
        "results",
        _cue(
            r"\b(?:table|figure|fig\.) \d+ shows?\b",
            r"\boutperforms?\b",
            r"\bsignificant(?:ly)?\b",
            r"\bp ?[<=] ?0\.\d+",
            r"\bachieves?\b",
        ),
    ),
    ("limitations", _cue(r"\blimitations?\b", r"\bdoes not\b", r"\bcannot\b")),
    (
        "conclusion",
        _cue(
            r"\bwe (?:have )?(?:presented|shown|described|introduced|proposed)\b",
            r"\bfuture work\b",
            r"\bin conclusion\b",
        ),
    ),
)
_CITATION_LINE = re.compile(r"\(\d{4}[a-z]?\)|\b(?:19|20)\d{2}[a-z]?[.;,)]|\bpp?\. ?\d+|\bdoi\b", re.I)


def role_from_content(text: str, place: float) -> str:
    """A guess at the role of a top-level section whose title says nothing.

    Args:
        text: the section's text.
        place: where it begins, as a share of the document, 0 to 1.

    Returns:
        A role, or ``""`` when the cues are too weak to say.
    """
    words = max(1, len(text) // 6)
    if words > 60 and len(_CITATION_LINE.findall(text)) / words > 0.04 and place > 0.5:
        return "references"
    scores = {role: 100 * len(pattern.findall(text)) / words for role, pattern in _CUES}
    if place < 0.12:
        scores["introduction"] += 1.0
    if place < 0.3:
        scores["related work"] *= 1.2
    if place < 0.7:
        scores["conclusion"] = 0.0
    if place > 0.25:
        scores["introduction"] = 0.0
    scores["related work"] *= 0.35
    scores["limitations"] *= 0.3
    best = max(scores, key=lambda role: (scores[role], role))
    return best if scores[best] >= 1.0 else ""


def inherit_roles(roles: Sequence[str], parents: Sequence[int | None]) -> list[str]:
    """Give sections without a role of their own their parent's; ``parents`` are indices, parents first."""
    out: list[str] = []
    for role, parent in zip(roles, parents, strict=True):
        out.append(role or (out[parent] if parent is not None else ""))
    return out
