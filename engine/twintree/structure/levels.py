"""How deep each heading lies: from its number, else from what its style shares with others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from twintree.structure.candidates import Candidate
from twintree.structure.numbering import SectionNumber
from twintree.structure.roles import is_known_title, role_of_title

_Style = tuple[str, float, bool, bool, str]
#: Parts that end a paper, and the numbers of its sections; appendices, which may follow, have letters.
_CLOSING = ("acknowledgements", "references")
_COUNTED = ("decimal", "roman", "word", "cjk")


def assign_levels(headings: Sequence[Candidate]) -> list[int]:
    """Levels, from 1, of headings in document order; a level is never more than one below the one before.

    Headings that carry a level already (from an outline) keep it, and lend it to others of their style.
    """
    numbers = _told_numbers(headings)
    schemes = _schemes([number for number in numbers if number])
    raw = [
        each.level or _numbered_level(number, schemes) for each, number in zip(headings, numbers, strict=True)
    ]
    by_style = _style_levels(headings, raw)
    raw = _under_numbers(headings, numbers, raw)
    levels = [level or by_style.get(each.look, 0) for each, level in zip(headings, raw, strict=True)]
    ranked = _ranked(headings, by_style)
    closing = _closing(headings)
    settled = settle(
        [
            1 if i in closing else level or ranked[each.look]
            for i, (each, level) in enumerate(zip(headings, levels, strict=True))
        ]
    )
    return settle(_behind_conclusion(headings, settled))


def _under_numbers(
    headings: Sequence[Candidate], numbers: Sequence[SectionNumber | None], raw: Sequence[int]
) -> list[int]:
    """Levels, with those of titles without a number that are printed like numbered ones of several depths.

    Their look does not tell how deep they lie: they stand under the number before them, where another follows.
    """
    depths: dict[_Style, set[int]] = defaultdict(set)
    for each, number, level in zip(headings, numbers, raw, strict=True):
        if number and level:
            depths[each.look].add(level)
    last = max((i for i, number in enumerate(numbers) if number and number.kind in _COUNTED), default=-1)
    out = list(raw)
    before = 0
    for i, each in enumerate(headings):
        if numbers[i] and raw[i]:
            before = raw[i]
        elif not raw[i] and before and i < last and len(depths[each.look]) > 1:
            out[i] = 0 if role_of_title(each.title) else before + 1
    return out


def _told_numbers(headings: Sequence[Candidate]) -> list[SectionNumber | None]:
    """Numbers that tell a level: not those before words that run into the text, of a kind that no other title has."""
    inline = [each.run_in or each.cut for each in headings]
    kinds = {
        each.number.kind for each, runs in zip(headings, inline, strict=True) if each.number and not runs
    }
    return [
        None if kinds and runs and each.number and each.number.kind not in kinds else each.number
        for each, runs in zip(headings, inline, strict=True)
    ]


def _behind_conclusion(headings: Sequence[Candidate], levels: Sequence[int]) -> list[int]:
    """Levels, with notes on funding, contributions and the like beside the conclusion that they are printed under."""
    out = list(levels)
    concluded = False
    for i, each in enumerate(headings):
        role = role_of_title(each.title)
        if levels[i] == 1:
            concluded = role == "conclusion"
        free = not (each.level or each.number or each.run_in or each.cut)
        if concluded and free and role in ("", "acknowledgements") and is_known_title(each.title):
            out[i] = 1
    return out


def _closing(headings: Sequence[Candidate]) -> set[int]:
    """Thanks and references behind the last counted section, which end a paper however they are printed.

    Those that come several times end its chapters.
    """
    last = max(
        (i for i, each in enumerate(headings) if each.number and each.number.kind in _COUNTED), default=-1
    )
    roles = [role_of_title(each.title) for each in headings]
    return {
        i
        for i, each in enumerate(headings)
        if i > last
        and not each.level
        and not each.number
        and roles[i] in _CLOSING
        and roles.count(roles[i]) == 1
    }


def settle(levels: Sequence[int]) -> list[int]:
    """Close gaps: the shallowest becomes 1, and no heading lies more than one below the one before it."""
    out: list[int] = []
    if not levels:
        return out
    least = min(levels)
    stack: list[tuple[int, int]] = []
    for level in (value - least + 1 for value in levels):
        while stack and stack[-1][0] >= level:
            stack.pop()
        out.append(stack[-1][1] + 1 if stack else 1)
        stack.append((level, out[-1]))
    return out


def _schemes(numbers: Sequence[SectionNumber]) -> dict[str, int]:
    """The depth that the first component of each kind of number stands for."""
    count = Counter(number.kind for number in numbers)
    singles = Counter(number.kind for number in numbers if number.depth == 1)
    base = {"decimal": 0, "alpha": 0, "roman": 0, "word": 0, "cjk": 0, "lower": 1}
    if count["roman"] >= 2 and singles["alpha"] >= 2:
        base |= {"alpha": 1, "decimal": 2 if singles["decimal"] else 0}
    elif count["roman"] >= 2 and singles["decimal"] >= 2:
        base["decimal"] = 1
    if any(number.kind in ("word", "cjk") for number in numbers):
        parted = any(
            number.kind == "word" and number.text.lower().startswith(("part", "teil", "часть"))
            for number in numbers
        )
        shallow = singles["decimal"] > 0
        if parted or (
            shallow and not any(number.kind == "decimal" and number.depth > 1 for number in numbers)
        ):
            base |= {"decimal": 1, "alpha": 1}
    return base


def _numbered_level(number: SectionNumber | None, schemes: dict[str, int]) -> int:
    if number is None or number.kind == "lower":
        return 0
    if number.kind == "word" and number.text.lower().startswith(("part", "teil", "часть")):
        return 1
    return schemes[number.kind] + number.depth


def _style_levels(headings: Sequence[Candidate], raw: Sequence[int]) -> dict[_Style, int]:
    votes: dict[_Style, Counter[int]] = defaultdict(Counter)
    for each, level in zip(headings, raw, strict=True):
        if level:
            votes[each.look][level] += 1
    return {style: max(count, key=lambda level: (count[level], -level)) for style, count in votes.items()}


def _ranked(headings: Sequence[Candidate], known: dict[_Style, int]) -> dict[_Style, int]:
    """Levels of the styles that no number tells, by how much they stand out."""
    styles = list(dict.fromkeys(each.look for each in headings))
    weight = {style: _prominence(style) for style in styles}
    top = _top_styles(headings)
    out = dict(known)
    unknown = sorted(
        (style for style in styles if style not in known), key=lambda style: weight[style], reverse=True
    )
    for style in unknown:
        if style in top and not known:
            out[style] = 1
            continue
        peers = [out[other] for other in out if _same(weight[other], weight[style])]
        above = [
            out[other]
            for other in out
            if weight[other] > weight[style] and not _same(weight[other], weight[style])
        ]
        below = [out[other] for other in known if weight[other] < weight[style]]
        if not known and top and any(_same(weight[other], weight[style]) for other in top):
            # As prominent as the parts that every paper has, but not printed like them: below them.
            out[style] = 2
        elif peers:
            out[style] = min(peers)
        elif style in top:
            out[style] = 1
        elif above:
            out[style] = max(above) + (0 if known and max(above) in below else 1)
        else:
            out[style] = 1
    return out


def _top_styles(headings: Sequence[Candidate]) -> set[_Style]:
    """Styles in which the parts that every paper has at its top level are printed."""
    votes: Counter[_Style] = Counter()
    for each in headings:
        if role_of_title(each.title) in (
            "introduction",
            "methods",
            "results",
            "discussion",
            "conclusion",
            "references",
        ):
            votes[each.look] += 1
    most = max(votes.values(), default=0)
    return {style for style, count in votes.items() if count >= max(1, most / 2) and style[4] != "run-in"}


def _prominence(style: _Style) -> tuple[bool, float, bool, bool, bool]:
    _, size, bold, italic, case = style
    return (case != "run-in", size, case == "caps", bold, not italic)


def _same(a: tuple[bool, float, bool, bool, bool], b: tuple[bool, float, bool, bool, bool]) -> bool:
    return a[0] == b[0] and abs(a[1] - b[1]) < 0.3 and a[2:] == b[2:]
