"""Formulas of one line in LaTeX: scripts told by size and baseline, fractions by their bar, or nothing at all.

What is not certain is left to the formula's picture: sums and products with limits, roots, accents, brackets over
several lines, and formulas that run over several lines themselves.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

import msgspec

_LATEX = {
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ϵ": r"\epsilon", "ε": r"\varepsilon",
    "ζ": r"\zeta", "η": r"\eta", "θ": r"\theta", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "µ": r"\mu",
    "ν": r"\nu", "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "φ": r"\varphi",
    "ϕ": r"\phi", "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta",
    "Λ": r"\Lambda", "Σ": r"\Sigma", "Φ": r"\Phi", "Ψ": r"\Psi", "Ω": r"\Omega", "≤": r"\le", "≥": r"\ge",
    "≈": r"\approx", "≡": r"\equiv", "≠": r"\ne", "∈": r"\in", "∉": r"\notin", "∪": r"\cup", "∩": r"\cap",
    "⊂": r"\subset", "⊆": r"\subseteq", "∞": r"\infty", "·": r"\cdot", "×": r"\times", "±": r"\pm",
    "→": r"\to", "←": r"\leftarrow", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "∀": r"\forall",
    "∃": r"\exists", "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg", "∼": r"\sim", "∝": r"\propto", "−": "-",
    "∗": "*", "′": "'", "∥": r"\|", "{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&", "#": r"\#", "_": r"\_",
    "∂": r"\partial", "∇": r"\nabla", "⟨": r"\langle", "⟩": r"\rangle", "⊙": r"\odot", "…": r"\dots", "⋯": r"\cdots",
}  # fmt: skip
#: Signs that say more than themselves: their limits and radicands stand around them, accents over letters.
_STACKED = frozenset("∑∏∫⋃⋂√⎛⎝⎞⎠⎡⎣⎤⎦⎧⎨⎩⎪�ˆ˜¯˙¨ˇ˘´`~^")

# All of these are shares of the size of a row's letters.
_FULL = 0.85  #: smaller letters are scripts
_LEVEL = 0.15  #: letters of one row stand on one baseline, within this
_RAISED, _LOWERED = 0.75, 0.5  #: how far a script's baseline may lie from its row's
_SPACE = 0.25  #: a gap that is shown as one
_AXIS = 0.25  #: how high a fraction's bar lies over the baseline of its row
_NEAR = 1.2  #: how far what stands over or under a bar may lie from it


class Character(msgspec.Struct, frozen=True):
    """A printed character: its baseline's height, its size in points, and where it begins and ends."""

    text: str
    base: float
    size: float
    x0: float
    x1: float


class Bar(msgspec.Struct, frozen=True):
    """A horizontal rule: where it begins and ends, and its height, in points."""

    x0: float
    x1: float
    y: float


class _Part(msgspec.Struct, frozen=True):
    """What stands in a row: its LaTeX, and where."""

    latex: str
    base: float
    size: float
    x0: float
    x1: float


class _Uncertain(Exception):
    """The row says more than its characters do."""


def latex_of(characters: Sequence[Character], bars: Sequence[Bar] = ()) -> str:
    """A formula of one line in LaTeX, with its scripts and fractions; "" where that is not certain.

    Args:
        characters: all that is printed in the formula's box.
        bars: the horizontal rules in it.
    """
    printed = [each for each in characters if each.text.strip()]
    if any(_is_unsayable(each.text) for each in printed):
        return ""
    try:
        return " ".join(_row(printed, bars).split()) if printed else ""
    except _Uncertain:
        return ""


def _is_unsayable(text: str) -> bool:
    return text in _STACKED or bool(unicodedata.combining(text[0])) or unicodedata.category(text[0]) == "Co"


def _row(characters: Sequence[Character], bars: Sequence[Bar]) -> str:
    rest = list(characters)
    parts: list[_Part] = []
    left = sorted(bars, key=lambda bar: bar.x0 - bar.x1)
    while left:
        # The widest bar first: those over and under it belong to what it divides.
        bar, left = left[0], left[1:]
        over = [each for each in rest if each.base < bar.y and _within(each, bar)]
        under = [each for each in rest if each.base >= bar.y and _within(each, bar)]
        if not over or not under:
            raise _Uncertain
        inner = [each for each in left if bar.x0 <= (each.x0 + each.x1) / 2 <= bar.x1]
        left = [each for each in left if each not in inner]
        rest = [each for each in rest if not _within(each, bar)]
        parts.append(_fraction(bar, over, under, inner))
    return _joined(rest, parts)


def _within(each: Character, bar: Bar) -> bool:
    return bar.x0 <= (each.x0 + each.x1) / 2 <= bar.x1


def _fraction(bar: Bar, over: Sequence[Character], under: Sequence[Character], bars: Sequence[Bar]) -> _Part:
    size = max(each.size for each in (*over, *under))
    if not any(each.y != bar.y for each in bars):
        # Without further bars the two are one line each, right over and right under it.
        lowest, highest = max(each.base for each in over), min(each.base - each.size for each in under)
        if bar.y - lowest > _NEAR * size or highest - bar.y > _NEAR * size:
            raise _Uncertain
    above = _row(over, [each for each in bars if each.y < bar.y])
    below = _row(under, [each for each in bars if each.y > bar.y])
    return _Part(rf"\frac{{{above.strip()}}}{{{below.strip()}}}", bar.y, size, bar.x0, bar.x1)


def _joined(characters: Sequence[Character], fractions: Sequence[_Part]) -> str:
    """A row's letters, scripts and fractions, from left to right."""
    letters = [each.size for each in characters if each.text.isalnum()] or [each.size for each in characters]
    size = max(letters, default=0.0) or max(each.size for each in fractions)
    full = [each for each in characters if each.size > _FULL * size]
    base = sorted(each.base for each in full)[len(full) // 2] if full else fractions[0].base + _AXIS * size
    if any(abs(each.base - base) > _LEVEL * size or each.size > 1.15 * size for each in full):
        raise _Uncertain
    if any(abs(each.base + _AXIS * size - base) > 2 * _LEVEL * size for each in fractions):
        raise _Uncertain
    wholes = sorted(
        [*(_Part(_sign(each.text), each.base, each.size, each.x0, each.x1) for each in full), *fractions],
        key=lambda part: part.x0,
    )
    if any(b.x0 < a.x1 - 0.5 * size for a, b in pairwise(wholes)):
        raise _Uncertain
    scripts = sorted((each for each in characters if each.size <= _FULL * size), key=lambda each: each.x0)
    if scripts and scripts[0].x0 < wholes[0].x0:
        raise _Uncertain
    text = ""
    for at, part in enumerate(wholes):
        end = wholes[at + 1].x0 if at + 1 < len(wholes) else float("inf")
        mine = [each for each in scripts if part.x0 <= each.x0 < end]
        text += part.latex + _scripts(mine, part, base, size)
        if end - max(part.x1, *(each.x1 for each in mine), part.x1) > _SPACE * size:
            text += " " if end < float("inf") else ""
    return text


def _scripts(scripts: Sequence[Character], part: _Part, base: float, size: float) -> str:
    """The subscript and the superscript behind a part of a row."""
    lowered = [each for each in scripts if each.base > base]
    raised = [each for each in scripts if each.base <= base]
    for group, most in ((lowered, _LOWERED), (raised, _RAISED)):
        bases = [abs(each.base - base) for each in group]
        if not group:
            continue
        uneven = max(bases) - min(bases) > _LEVEL * size or max(bases) > most * size
        # A script that has scripts of its own is one row no more.
        deeper = min(each.size for each in group) < _FULL * max(each.size for each in group)
        overlapping = any(b.x0 < a.x1 - 0.5 * a.size for a, b in pairwise(group))
        if uneven or deeper or overlapping or min(bases) < 0.05 * size or group[0].x0 < part.x1 - 0.3 * size:
            raise _Uncertain
    text = "".join(_sign(each.text) for each in lowered)
    over = "".join(_sign(each.text) for each in raised)
    return (f"_{{{text.strip()}}}" if text else "") + (f"^{{{over.strip()}}}" if over else "")


def _sign(text: str) -> str:
    sign = _LATEX.get(text, text)
    return sign + " " if sign[0] == "\\" and sign[-1].isalpha() else sign
