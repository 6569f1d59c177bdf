"""Figures, tables, equations and footnotes of a paper: from captions in the text, and from the layout's boxes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from twintree.base.anchors import CODES, Anchor
from twintree.base.ids import FileId, PaperId, SectionId
from twintree.base.pages import LayoutBox, Line, PageText
from twintree.base.records import Rect, SectionTree, Span
from twintree.structure.equations import numbered, unnumbered
from twintree.structure.found import SLACK, Found, beside, covers, shared, spans_of, union
from twintree.structure.listings import listing_of
from twintree.structure.parting import parts_of
from twintree.structure.rows import Row, leads_to_a_page, rows_of

Layout = Mapping[int, Sequence[LayoutBox]]

_KINDS: tuple[tuple[str, str], ...] = (
    ("figure", r"fig(?:ure|\.)?|abb(?:ildung|\.)?|рис(?:унок|\.)?|scheme|chart|plate|figura|図|图"),
    ("table", r"tab(?:le|elle|leau|la|\.)?|табл(?:ица|\.)?|表"),
    ("algorithm", r"algorithm(?:us|e)?|listing|box|code|листинг|алгоритм"),
)
_NUMBER = r"(?-i:[A-Z]{1,2}[.-]?)?\d{1,3}(?:[.-]\d{1,3})*|(?-i:[IVX]{1,5}|[A-Z])\b"
_CAPTION = re.compile(
    r"\s*(?P<before>supplementa(?:ry|l)\s+|supporting\s+|extended\s+data\s+|appendix\s+|online\s+)?"
    + "(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in _KINDS)
    + rf")\s*(?P<number>{_NUMBER})(?P<letter>[a-z]?)(?P<stop>\s*[.:|—–-]|\s*\)|(?=\s|$))",
    re.I,
)
#: What follows the number where a sentence only speaks of a figure.
_SPOKEN = re.compile(
    r"\s*(?:,|;|and\b|or\b|to\b|in\b|on\b|is\b|are\b|was\b|were\b|of\b|for\b|we\b|where\b|which\b|that\b|as\b|"
    r"also\b|above\b|below\b|can\b|[a-z]+(?:ows?|[^s]s|ed)\b)"
)
_PREFIXES = {"s": "S", "e": "ED", "a": "A", "o": "S"}
#: A figure's first panel named behind its number: ``Fig. 1 a Profile of …``.
_PANEL = re.compile(r"\s*\(?[a-h]\)?(?=[ ,–-])")
#: A footnote's mark, right before its words or its address too: ``7pronounced``, ``3https``; no 7th, 2.5 or 5%.
_FOOTNOTE = re.compile(
    r"\s*\[?(\d{1,3}(?!st\b|nd\b|rd\b|th\b)(?=[\])]|\s|[^\W\d_]|[“‘\"'(])|[*∗†‡§¶](?=\s*\S)|[a-z](?=[\])]|\s|[A-Z]))"
)
_LONGEST_CAPTION = 2_500
#: What speaks for a caption must weigh so much.
_ENOUGH = 1.5
#: Lines further apart than so many of their heights are one caption's only where they are aligned, to so many points.
_LOOSE, _EVEN = 1.6, 3.0
#: Lines under a label that stands alone, where they look like running heads.
_LABEL_LINES = 3
#: A caption's picture lies no further from it than this share of the page's height.
_REACH = 0.4
#: Pictures without a caption that are smaller than this, in points, are ornaments.
_SMALLEST = 90.0
#: Boxes of the layout that are running text.
_PROSE = frozenset({"text", "section-header", "list-item"})
#: Share of a box's lines with dots to a page from which on it is one of contents: their entries may take two lines.
_LISTING = 0.3
#: The share of a piece of running text that a cut may touch; points from which on nothing is near.
_TOUCHED, _FAR = 0.05, 400.0


def find_anchors(
    paper: PaperId, file: FileId, pages: Sequence[PageText], tree: SectionTree, layout: Layout | None = None
) -> list[Anchor]:
    """The anchors of a file, in the order of its pages; the same label always gives the same id.

    Args:
        paper: whose anchors they are.
        file: its main file.
        pages: all pages of it.
        tree: the paper's section tree.
        layout: the layout model's boxes by page, as far as they are in: without them an anchor is known by
            its caption alone.
    """
    known = layout or {}
    whole = {page.number: page for page in pages}
    # What stands in a picture may look like a caption or a formula, and is neither.
    by_number = {page.number: page.without_pictures() for page in pages}
    printed = list(by_number.values())
    found = _best(_captions(printed, known)) + numbered(printed, known)
    below = _habits(found, known)
    for number, boxes in known.items():
        page = by_number.get(number)
        if page is not None:
            here = [each for each in found if each.page == number]
            found += _with_boxes(page, here, _without_contents(page, boxes), below)
            found += unnumbered(page, [each for each in found if each.page == number], boxes)
    found.sort(key=lambda each: (each.page, each.box.y0, each.place))
    names: dict[str, int] = {}
    return [_anchor(paper, file, each, whole[each.page], tree, names) for each in found]


# ── captions ─────────────────────────────────────────────────────────────────────────────────────────


def _captions(pages: Sequence[PageText], layout: Layout) -> Iterator[Found]:
    for page in pages:
        boxes = [box.rect for box in layout.get(page.number, ()) if box.kind == "caption"]
        # Those that look like running heads too: a caption that stands first on its page may be taken for one.
        for at, line in enumerate(page.lines):
            match = _CAPTION.match(page.text[line.start : line.end])
            if match is None:
                continue
            box = next((each for each in boxes if covers(each, line.box)), None)
            weight = _weight(page, line, match, boxed=box is not None)
            if weight >= _ENOUGH:
                yield _caption(page, page.lines[at:], match, box, weight)


def _weight(page: PageText, line: Line, match: re.Match[str], *, boxed: bool) -> float:
    """How much speaks for a caption, and not for a sentence that happens to begin a line."""
    rest = page.text[line.start + match.end() : line.end]
    begins = line.start == 0 or page.text[line.start - 1] == "\n"
    stopped = match["stop"].strip() in (".", ":", "|", "—", "–")
    word_end = match.start("number")
    led = line.lead is not None and word_end - 2 <= line.lead.length <= match.end() + 3
    if not stopped and _SPOKEN.match(rest) and not boxed:
        return 0.0
    if len(match["number"]) == 1 and match["number"].isalpha() and not stopped:
        return 0.0
    opens = not rest.strip() or rest.strip()[0].isupper() or bool(_PANEL.match(rest))
    return 1.0 * begins + 1.0 * stopped + 1.0 * led + 2.0 * boxed + 0.5 * opens


def _caption(
    page: PageText, lines: Sequence[Line], match: re.Match[str], box: Rect | None, weight: float
) -> Found:
    kind = next(name for name, _ in _KINDS if match[name])
    first = lines[0]
    span, mine = _paragraph(page, lines, box)
    spans = [span]
    if not page.text[first.start + match.end() : span.end].strip():
        # The label stands alone; what it names stands under it.
        while len(spans) <= _LABEL_LINES and (len(spans) == 1 or mine[-1].furniture):
            below = _below(page, mine[-1])
            if not below:
                break
            span, more = _paragraph(page, below, box)
            spans, mine = [*spans, span], [*mine, *more]
    return Found(
        kind=kind,
        page=page.number,
        number=_number(match),
        label=" ".join(match.group().strip(" .:|—–-)").split()),
        spans=spans,
        box=union(line.box for line in mine),
        weight=weight,
    )


def _paragraph(page: PageText, lines: Sequence[Line], box: Rect | None) -> tuple[Span, list[Line]]:
    """The paragraph that the first of these lines begins: as far as it stands line under line, or in the box."""
    first = lines[0]
    if first.furniture:
        end = first.end
    else:
        gap = page.text.find("\n\n", first.start, page.body_end)
        end = min(gap if gap >= 0 else page.body_end, first.start + _LONGEST_CAPTION)
    mine = [first]
    for line in lines[1:]:
        if line.start >= end or not (covers(box, line.box) if box is not None else _goes_on(mine[-1], line)):
            break
        mine.append(line)
    return Span(page.number, first.start, min(mine[-1].end, end)), mine


def _goes_on(before: Line, line: Line) -> bool:
    """Whether a line stands where the next one of a paragraph would."""
    height = before.box.y1 - before.box.y0
    down = line.box.y0 - before.box.y0
    beside = down < 0.5 * height and line.box.x0 >= before.box.x1 - SLACK
    under = line.box.x0 < before.box.x1 and line.box.x1 > before.box.x0
    if down > _LOOSE * height and not _aligned(before.box, line.box):
        return False
    return -SLACK <= down <= 2.2 * height and (under or beside)


def _aligned(first: Rect, second: Rect) -> bool:
    """Whether two lines share an edge on the left, or their middle."""
    middle = (first.x0 + first.x1 - second.x0 - second.x1) / 2
    return abs(first.x0 - second.x0) <= _EVEN or abs(middle) <= _EVEN


def _below(page: PageText, label: Line) -> Sequence[Line]:
    """The lines from the one on that stands right under this one."""
    height = label.box.y1 - label.box.y0
    near = [
        at
        for at, line in enumerate(page.lines)
        if -2 <= line.box.y0 - label.box.y1 <= height
        and line.box.x0 - SLACK <= label.box.x1
        and line.box.x1 >= label.box.x0 - SLACK
    ]
    return page.lines[min(near, key=lambda at: page.lines[at].box.y0) :] if near else ()


def _number(match: re.Match[str]) -> str:
    number = match["number"].rstrip(".-")
    before = (match["before"] or "").strip().lower()
    prefix = _PREFIXES.get(before[:1], "")
    return number if number.startswith(prefix) else prefix + number


def _best(found: Iterable[Found]) -> list[Found]:
    """Of the captions with one label the likeliest on each page, and of those on several pages the first.

    A label that is printed twice as surely (a chapter each, or an appendix that counts anew) stays twice.
    """
    best: dict[tuple[str, str], list[Found]] = {}
    for each in found:
        rivals = best.setdefault((each.kind, each.number.upper()), [])
        if not rivals or each.weight > rivals[0].weight:
            rivals[:] = [each]
        elif each.weight == rivals[0].weight >= 3 and each.page - rivals[-1].page > 1:
            rivals.append(each)
    return [each for rivals in best.values() for each in rivals]


# ── boxes ────────────────────────────────────────────────────────────────────────────────────────────


def _habits(found: Sequence[Found], layout: Layout) -> dict[str, bool]:
    """Whether a paper's captions stand below what they name, by kind: told where one side is plainly nearer."""
    below = {}
    for kind, seen in (("figure", "picture"), ("table", "table")):
        votes = 1 if kind == "figure" else -1
        for caption in (each for each in found if each.kind == kind):
            boxes = [box.rect for box in layout.get(caption.page, ()) if box.kind == seen]
            boxes = [box for box in boxes if min(box.x1, caption.box.x1) > max(box.x0, caption.box.x0)]
            over = min((gap for box in boxes if (gap := caption.box.y0 - box.y1) > -SLACK), default=_FAR)
            under = min((gap for box in boxes if (gap := box.y0 - caption.box.y1) > -SLACK), default=_FAR)
            votes += 2 * ((2 * over < under) - (2 * under < over))
        below[kind] = votes > 0
    return below


def _with_boxes(
    page: PageText, here: Sequence[Found], boxes: Sequence[LayoutBox], below: Mapping[str, bool]
) -> list[Found]:
    """Give captions on a page the pictures and tables that are theirs; returns what no caption names."""
    fresh: list[Found] = []
    captions = [each for each in here if each.kind in ("figure", "table", "algorithm")]
    prose = [box.rect for box in boxes if box.kind in _PROSE]
    for kind, seen in (("figure", "picture"), ("table", "table")):
        mine = [each for each in captions if each.kind == kind]
        rects = [part for box in boxes if box.kind == seen for part in parts_of(box.rect, mine, page)]
        left: list[Rect] = []
        # The surest first: what lies far off must not come between a caption and its own.
        for _, rect, owner in sorted(
            (_owner(page, kind, rect, captions, below) for rect in rects), key=lambda o: o[0]
        ):
            if owner is not None and _joins(owner, rect, prose):
                owner.boxes.append(rect)
            else:
                left.append(rect)
        for rect in left:
            # A panel beside one whose caption stands under that one only.
            panel = next((each for each in captions if _is_panel(each, rect, prose)), None)
            if panel is not None:
                panel.boxes.append(rect)
            elif _is_large(page, rect):
                fresh.append(_uncaptioned(kind, page, rect))
    for each in captions:
        listing = listing_of(each, page, boxes) if each.kind != "table" and not each.boxes else None
        if listing is not None:
            each.boxes.append(listing)
    for box in boxes:
        if box.kind == "footnote":
            fresh.append(_footnote(page, box.rect))
    return _unless_covered(fresh, here)


def _without_contents(page: PageText, boxes: Sequence[LayoutBox]) -> list[LayoutBox]:
    """Without what looks like a table and lists headings, figures or tables with their pages."""
    if not any(box.kind == "table" for box in boxes):
        return list(boxes)
    rows = rows_of([page])
    return [box for box in boxes if box.kind != "table" or not _lists_pages(box.rect, rows)]


def _lists_pages(box: Rect, rows: Sequence[Row]) -> bool:
    inside = [row for row in rows if covers(box, row.box)]
    return sum(leads_to_a_page(row.text) for row in inside) > _LISTING * len(inside)


def _joins(owner: Found, rect: Rect, prose: Sequence[Rect]) -> bool:
    """Whether a box can be one thing with those that a caption has: no running text lies between them."""
    if not owner.boxes:
        return True
    parts = [*owner.boxes, rect]
    whole = union(parts)
    for text in prose:
        over = shared(whole, text)
        if over > _TOUCHED * shared(text, text) and sum(shared(part, text) for part in parts) < 0.5 * over:
            return False
    return True


def _is_panel(owner: Found, rect: Rect, prose: Sequence[Rect]) -> bool:
    return any(beside(rect, other) for other in owner.boxes) and _joins(owner, rect, prose)


def _uncaptioned(kind: str, page: PageText, box: Rect) -> Found:
    return Found(kind=kind, page=page.number, number="", label="", spans=[], box=box, boxes=[box])


def _owner(
    page: PageText, kind: str, box: Rect, captions: Sequence[Found], below: Mapping[str, bool]
) -> tuple[float, Rect, Found | None]:
    """How far a box lies from the caption nearest to it, on the side where the paper has its captions."""
    best: tuple[float, Found | None] = (_REACH * page.height, None)
    for each in captions:
        common = min(each.box.x1, box.x1) - max(each.box.x0, box.x0)
        at_side = common <= 0 and min(each.box.y1, box.y1) > max(each.box.y0, box.y0)
        if common <= 0 and not at_side:
            continue
        down, up = each.box.y0 - box.y1, box.y0 - each.box.y1
        gap = max(down, up, 0.0) + (40.0 if at_side else 0.0)
        usual = down >= up if below.get(each.kind, False) else up >= down
        far = gap * (1.0 if usual else 1.6) + (0.0 if each.kind == kind else 60.0)
        best = min(best, (far, each), key=lambda pair: pair[0])
    return best[0], box, best[1]


def _is_large(page: PageText, box: Rect) -> bool:
    wide, high = box.x1 - box.x0, box.y1 - box.y0
    whole = wide * high > 0.9 * page.width * page.height
    return wide >= _SMALLEST and high >= 0.6 * _SMALLEST and not whole and box.y1 > 0.12 * page.height


def _footnote(page: PageText, box: Rect) -> Found:
    lines = [line for line in page.lines if covers(box, line.box)]
    start = min((line.start for line in lines), default=0)
    end = max((line.end for line in lines), default=0)
    match = _FOOTNOTE.match(page.text[start:end])
    mark = match.group(1).replace("∗", "*") if match else ""
    spans = [Span(page.number, start, end)] if lines else []
    return Found(
        kind="footnote",
        page=page.number,
        number=mark if mark.isalnum() else "",
        label=f"Footnote {mark}" if mark else "",
        spans=spans,
        box=box,
        boxes=[box],
    )


def _unless_covered(fresh: Sequence[Found], here: Sequence[Found]) -> list[Found]:
    """Without what lies in a figure or table that has a caption already: its panels."""
    whole = [union(each.boxes) for each in here if each.boxes]
    return [each for each in fresh if not any(covers(box, each.box) for box in whole)]


# ── anchors ──────────────────────────────────────────────────────────────────────────────────────────


def _anchor(
    paper: PaperId, file: FileId, each: Found, page: PageText, tree: SectionTree, names: dict[str, int]
) -> Anchor:
    box = union(each.boxes) if each.boxes else each.box
    inside = () if each.kind in ("equation", "footnote") or not each.boxes else _inside(page, box, each.spans)
    return Anchor(
        id=f"{paper}.{_name(each, names)}",
        paper=paper,
        file=file,
        kind=each.kind,
        page=each.page,
        box=box,
        label=each.label,
        number=each.number,
        caption=" ".join(page.text[span.start : span.end] for span in each.spans).strip(),
        spans=tuple(each.spans),
        inside=inside,
        recognised=any(map(page.is_recognised, inside)),
        section=_section(tree, page, each, box),
        source="layout" if each.boxes else "caption",
    )


def _name(each: Found, names: dict[str, int]) -> str:
    """``fig3``; ``fig3b`` for a second one of that number; ``figp5-1`` for the first without one on page 5."""
    code = CODES[each.kind]
    number = re.sub(r"[^\w.-]", "", each.number)
    if each.kind == "footnote" or not number:
        base = f"{code}p{each.page}"
        names[base] = names.get(base, 0) + 1
        return f"{base}-{names[base]}"
    base = code + number
    names[base] = names.get(base, 0) + 1
    count = names[base]
    return base if count == 1 else base + (chr(ord("a") + count - 1) if count <= 26 else f"-{count}")


def _inside(page: PageText, box: Rect, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The text that stands in a box, recognised words too, without the caption's own."""
    return spans_of(
        page,
        [
            line
            for line in page.lines
            if (line.start < page.body_end or line.recognised)
            and covers(box, line.box)
            and not any(span.start <= line.start < span.end for span in spans)
        ],
    )


def _section(tree: SectionTree, page: PageText, each: Found, box: Rect) -> SectionId | None:
    if each.spans:
        at = each.place
    else:
        above = [line.start for line in page.lines if not line.furniture and line.box.y1 <= box.y0 + SLACK]
        at = (page.number, max(above, default=0))
    inner = None
    for node in tree.nodes:
        if node.start <= at < node.end:
            inner = node.id
    return inner
