"""Tells what lies beside a paper: supporting information by its title, programs and cards by their files' names."""

from __future__ import annotations

import re

#: Endings of programs' files.
CODE = frozenset("py r jl m c h cc cpp java js ts sh go rs f90 lua pl scala rb kt swift".split())
#: Names without an ending of files that are plain text.
PLAIN = frozenset(("readme", "datacard", "modelcard", "dataset_card", "citation", "license", "licence"))
_MARK = re.compile(
    r"^\W*(?:electronic\s+|online\s+)?"
    r"(?:(?:supplement(?:ary|al)?|supporting)\s+"
    r"(?:information|materials?|data|text|methods|notes?|files?|appendix|figures?(?:\s+and\s+tables?)?|document)\b"
    r"|supplement\b(?=\s*(?:$|[:.—–-]|to\b|for\b)))"
    r"\s*\d*\s*(?:(?:for|to|of|accompanying)\b(?:\s+the\s+(?:article|paper|manuscript))?)?[\s:.,—–-]*",
    re.I,
)
_BEHIND = re.compile(
    r"[\s:.,(—–-]+(?:electronic\s+|online\s+)?(?:supplementary|supplemental|supporting)\s+\w+\W*$", re.I
)


def bare_name(name: str) -> str:
    """A file's name without dots and spaces at its end, which hide what kind of file it is: ``x.pdf.``."""
    return name.rstrip(". ") or name


def supported_title(title: str) -> str | None:
    """The title of what a document supports, "" where it only says that it is a supplement; None when it is none.

    ``Supplementary information for “Bees at night”`` supports ``Bees at night``.
    """
    match = _MARK.match(title)
    if match and (match.end() == len(title) or not title[match.end() - 1].isalnum()):
        return title[match.end() :].strip(" “”\"'‘’.")
    match = _BEHIND.search(title)
    return title[: match.start()].strip(" “”\"'‘’.") if match else None
