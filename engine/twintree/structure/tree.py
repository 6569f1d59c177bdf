"""From headings to a paper's section tree: levels, page ranges, abstract, bounded splitting, stable ids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from twintree.base.ids import PaperId, SectionId
from twintree.base.pages import FileHead, LayoutBox, PageText
from twintree.base.records import Section, SectionTree
from twintree.base.records import verification_rate as rate_of
from twintree.structure import corrections as person
from twintree.structure.boxes import Layout, weigh
from twintree.structure.candidates import Candidate, Reading, read, typographic
from twintree.structure.found import covers
from twintree.structure.levels import assign_levels, settle
from twintree.structure.nodes import Node, give_ids
from twintree.structure.numbering import without_number
from twintree.structure.outline import outline_headings
from twintree.structure.roles import inherit_roles, role_from_content, role_of_title
from twintree.structure.scoring import LOOSE_THRESHOLD, THRESHOLD, HeadingModel, score
from twintree.structure.scoring import headings as choose
from twintree.structure.verify import TitleFinder

#: A section over both is divided again (VecTree-RAG §3.2).
MAX_TOKENS = 20_000
MAX_PAGES = 10
#: What typography must reach to add to an outline that covers the document.
_BESIDE_OUTLINE = 0.8
#: Boxes of the layout that stand where there is room, whatever text they belong to.
_FLOATS = frozenset({"picture", "table", "caption"})
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(slots=True)
class _Found:
    """Headings in document order, and what was proposed by whom."""

    headings: list[Candidate]
    rates: dict[str, tuple[int, int]]
    spare: list[Candidate]
    notes: list[str]


def build_section_tree(
    paper: PaperId,
    head: FileHead,
    pages: Sequence[PageText],
    next_number: int,
    previous: SectionTree | None = None,
    corrections: Sequence[person.Given] = (),
    *,
    layout: Layout | None = None,
    model: HeadingModel | None = None,
) -> tuple[SectionTree, int]:
    """Build a paper's section tree from its outline and its typography (VecTree-RAG §3.2).

    A section's ``start`` and ``end`` cover its subsections; ``end_page`` is the page before the next heading
    only when that heading stands first on its page. Titles stand without their number,
    which has its own field.

    Args:
        paper: whose tree it is.
        head: the file's head, with its outline.
        pages: all pages of the main file, in order.
        next_number: the first section number that this paper never used.
        previous: the tree of an earlier extraction, whose ids are carried over by title and page.
        corrections: what the person set right, oldest first; put back under the same ids.
        layout: the layout model's boxes by page, when they are in.
        model: what tells headings from other rows; the shipped one when None.

    Returns:
        The tree, and the first section number that is still unused.
    """
    reading = read(pages)
    found = _find(head, pages, reading, model, layout)
    nodes = _nodes(found.headings)
    nodes = _with_abstract(nodes, pages, reading)
    if not nodes and any(page.text.strip() for page in pages):
        nodes = _without_headings(head, pages, reading, found.notes)
    nodes = _split_long(nodes, found.spare, pages, found.notes)
    given = person.fixes(corrections, previous)
    aliases = [fix.was for fix in given if fix.was and not fix.added]
    last = _last_place(pages)
    next_number = give_ids(nodes, paper, next_number, previous, aliases)
    nodes = person.apply(nodes, given, last)
    tree = SectionTree(
        paper=paper,
        nodes=_sections(nodes, pages, layout or {}),
        verification_rate=rate_of(found.rates),
        rates=found.rates,
        notes=tuple(found.notes),
    )
    return tree, next_number


# ── finding ──────────────────────────────────────────────────────────────────────────────────────────


def _find(
    head: FileHead,
    pages: Sequence[PageText],
    reading: Reading,
    model: HeadingModel | None = None,
    layout: Layout | None = None,
) -> _Found:
    candidates = typographic(reading)
    score(candidates, model)
    boxes = weigh(candidates, layout, reading) if layout else 0
    finder = TitleFinder(pages, candidates)
    outlined, rate = outline_headings(head, pages, finder, candidates)
    rates = {name: pair for name, pair in (("outline", rate), ("layout", (boxes, boxes))) if pair[1]}
    trusted = len(outlined) >= 3 and rate[0] >= 0.5 * rate[1]
    if not trusted:
        outlined = (
            [each for each in outlined if each.rows and each.verified]
            if any(p.text.strip() for p in pages)
            else outlined
        )
        for each in outlined:
            each.level = 0
    bar = _BESIDE_OUTLINE if trusted else THRESHOLD
    printed = [each for each in choose(candidates, bar) if not _covered(each, outlined)]
    if printed:
        rates["typography"] = (len(printed), len(printed))
    headings = _with_labels(_in_order(outlined + printed))
    for each, level in zip(headings, assign_levels(headings), strict=True):
        each.level = level
    chosen = {each.where for each in headings}
    spare = [each for each in candidates if each.score >= LOOSE_THRESHOLD and each.where not in chosen]
    return _Found(headings, rates, spare, [])


def _covered(each: Candidate, outlined: Sequence[Candidate]) -> bool:
    return any(
        o.page == each.page and o.start < each.end and each.start < max(o.end, o.start + 1) for o in outlined
    )


def _in_order(headings: list[Candidate]) -> list[Candidate]:
    out: list[Candidate] = []
    for each in sorted(headings, key=lambda each: each.where):
        if not out or each.where != out[-1].where or not each.verified:
            out.append(each)
    return out


def _with_labels(headings: list[Candidate]) -> list[Candidate]:
    """Join "Chapter 3" on a line of its own with the title below it."""
    out: list[Candidate] = []
    for each in headings:
        label = out[-1] if out else None
        if label is not None and _is_label(label) and each.number is None and _follows(label, each):
            out[-1] = replace(
                each, number=label.number, start=label.start, level=each.level or label.level, rows=label.rows
            )
        else:
            out.append(each)
    return out


def _is_label(each: Candidate) -> bool:
    number = each.number
    if number is None or number.kind not in ("word", "cjk"):
        return False
    rest = each.title[number.end :].strip()
    return rest in ("", number.text)


def _follows(label: Candidate, title: Candidate) -> bool:
    if label.page != title.page or not label.rows or not title.rows:
        return False
    return title.rows[0].index - label.rows[-1].index <= 2 and not title.run_in


def _nodes(headings: Sequence[Candidate]) -> list[Node]:
    return [
        Node(
            title=_clean(each.title),
            start=each.where,
            level=each.level,
            source=each.source,
            number=each.number.text if each.number and each.number.kind != "lower" else "",
            verified=each.verified,
        )
        for each in headings
    ]


def _clean(title: str) -> str:
    return " ".join(without_number(title).split()).strip(" .:|—–") or title.strip()


# ── the abstract, and documents without headings ─────────────────────────────────────────────────────


def _with_abstract(nodes: list[Node], pages: Sequence[PageText], reading: Reading) -> list[Node]:
    """Insert a node for an abstract that no heading names, when one can be located."""
    if not nodes or any(role_of_title(node.title) == "abstract" for node in nodes):
        return nodes
    first = nodes[0].start
    if first[0] > 3:
        return nodes
    start = _named_abstract(pages, first) or _silent_abstract(reading, first)
    if start is None:
        return nodes
    return [Node("Abstract", start, 1, "inserted", verified=False), *nodes]


_NAMED = re.compile(
    r"^\s*((?:abstract|summary|zusammenfassung|kurzfassung|résumé|resumen|riassunto|resumo|аннотация|摘\s*要|要\s*旨)\b)",
    re.I,
)


def _named_abstract(pages: Sequence[PageText], before: tuple[int, int]) -> tuple[int, int] | None:
    for page in pages[: before[0]]:
        for line in sorted(page.lines, key=lambda line: line.start):
            where = (page.number, line.start)
            if where < before and not line.furniture and _NAMED.match(page.text[line.start : line.end]):
                return where
    return None


#: Words from which a paragraph on a paper's first page is its abstract, not a note on a cover.
_FULL_ABSTRACT = 100


def _silent_abstract(reading: Reading, before: tuple[int, int]) -> tuple[int, int] | None:
    """The start of the longest paragraph in front of the first heading, when it is long enough to be one.

    One of full length on an earlier page goes before it: an introduction without a heading may be longer.
    """
    blocks: dict[tuple[int, int], list[int]] = {}
    for row in reading.rows:
        if (row.page, row.start) >= before:
            break
        blocks.setdefault((row.page, row.block), []).append(row.index)
    best: tuple[int, tuple[int, int]] | None = None
    for (page, _), rows in blocks.items():
        if best is not None and best[0] >= _FULL_ABSTRACT and page > best[1][0]:
            break
        text = " ".join(reading.rows[i].text for i in rows)
        words = len(text.split())
        prose = text.count(". ") >= 2 or text.rstrip().endswith(".")
        if 50 <= words <= 600 and prose and (best is None or words > best[0]):
            best = (words, (reading.rows[rows[0]].page, reading.rows[rows[0]].start))
    return best[1] if best else None


def _without_headings(
    head: FileHead, pages: Sequence[PageText], reading: Reading, notes: list[str]
) -> list[Node]:
    slides = [page for page in pages if page.width > 1.15 * page.height]
    if len(pages) >= 3 and len(slides) > 0.8 * len(pages):
        nodes = _slides(reading)
        if len(nodes) >= 3:
            notes.append("The document looks like slides: its sections are the titles of its pages.")
            return nodes
    notes.append("No headings were found: the document is one section.")
    title = head.info.get("title", "").strip() or (reading.rows[0].text if reading.rows else "")
    start = next((row for row in reading.rows), None)
    return [
        Node(
            title[:200] or "Text",
            (start.page, start.start) if start else (1, 0),
            1,
            "inserted",
            verified=False,
        )
    ]


def _slides(reading: Reading) -> list[Node]:
    tops: dict[int, Node] = {}
    sizes: dict[int, float] = {}
    for row in reading.rows:
        if row.size > sizes.get(row.page, 0.0) + 0.5 and row.box.y0 < 0.45 * reading.height.get(
            row.page, 600.0
        ):
            sizes[row.page] = row.size
            tops[row.page] = Node(row.text, (row.page, row.start), 1, "typography")
    nodes: list[Node] = []
    for page in sorted(tops):
        if not nodes or nodes[-1].title != tops[page].title:
            nodes.append(tops[page])
    return nodes


# ── splitting ────────────────────────────────────────────────────────────────────────────────────────


def tokens_in(text: str) -> int:
    """About how many tokens a language model reads in ``text``."""
    cjk = len(_CJK.findall(text))
    return cjk + (len(text) - cjk) // 4


def _split_long(
    nodes: list[Node], spare: Sequence[Candidate], pages: Sequence[PageText], notes: list[str]
) -> list[Node]:
    """Divide what is over both limits at weaker headings inside it; what has none stays, and is named."""
    out: list[Node] = []
    last = _last_place(pages)
    long = 0
    for i, node in enumerate(nodes):
        end = nodes[i + 1].start if i + 1 < len(nodes) else last
        out.append(node)
        if (
            end[0] - node.start[0] < MAX_PAGES
            or tokens_in(text_between(pages, node.start, end)) <= MAX_TOKENS
        ):
            continue
        if role_of_title(node.title) == "references":
            continue
        inside = [each for each in spare if node.start < each.where < end]
        parts = _nodes(inside)
        for part in parts:
            part.level = node.level + 1
        out += parts
        long += not parts
    if long:
        those = "1 section is" if long == 1 else f"{long} sections are"
        notes.append(f"{those} longer than {MAX_PAGES} pages and could not be divided.")
    return out


def text_between(pages: Sequence[PageText], start: tuple[int, int], end: tuple[int, int]) -> str:
    """The body text from one place to another; pages are joined by a line feed."""
    parts = []
    for page in pages:
        if start[0] <= page.number <= end[0]:
            a = start[1] if page.number == start[0] else 0
            b = min(end[1], page.body_end) if page.number == end[0] else page.body_end
            parts.append(page.text[a:b])
    return "\n".join(parts)


# ── ranges ───────────────────────────────────────────────────────────────────────────────────────────


def _last_place(pages: Sequence[PageText]) -> tuple[int, int]:
    return (pages[-1].number, pages[-1].body_end) if pages else (1, 0)


def _sections(nodes: Sequence[Node], pages: Sequence[PageText], layout: Layout) -> tuple[Section, ...]:
    levels = settle([node.level for node in nodes])
    parents = _parents(levels)
    ends = _ends(nodes, levels, _last_place(pages))
    roles = _roles(nodes, levels, parents, pages)
    by_number = {page.number: page for page in pages}
    out = []
    for i, node in enumerate(nodes):
        parent = parents[i]
        out.append(
            Section(
                id=node.id,
                title=node.title,
                level=levels[i],
                start_page=node.start[0],
                end_page=_end_page(node.start, ends[i], by_number, layout),
                parent=nodes[parent].id if parent is not None else None,
                number=node.number,
                role=node.role or roles[i],
                summary=node.summary,
                verified=node.verified,
                source=node.source,
                start=node.start,
                end=ends[i],
            )
        )
    return tuple(out)


def _parents(levels: Sequence[int]) -> list[int | None]:
    stack: list[int] = []
    out: list[int | None] = []
    for i, level in enumerate(levels):
        while stack and levels[stack[-1]] >= level:
            stack.pop()
        out.append(stack[-1] if stack else None)
        stack.append(i)
    return out


def _ends(nodes: Sequence[Node], levels: Sequence[int], last: tuple[int, int]) -> list[tuple[int, int]]:
    """Where each section's text, subsections included, gives way to the next."""
    ends = []
    for i, level in enumerate(levels):
        following = next((j for j in range(i + 1, len(nodes)) if levels[j] <= level), None)
        ends.append(max(nodes[i].start, nodes[following].start if following is not None else last))
    return ends


def _end_page(
    start: tuple[int, int], end: tuple[int, int], pages: dict[int, PageText], layout: Layout
) -> int:
    """The last page that holds text of the section: not the next heading's, where that stands first.

    A figure or table above the next heading is no text of the section before.
    """
    page = end[0]
    while page > start[0]:
        text = pages[page].text if page in pages else ""
        stop = end[1] if page == end[0] else len(text)
        if text[:stop].strip() and _has_text(pages[page], stop, layout.get(page, ())):
            break
        page -= 1
    return page


def _has_text(page: PageText, stop: int, boxes: Sequence[LayoutBox]) -> bool:
    """Whether anything but floats stands in front of an offset of a page."""
    floats = [box.rect for box in boxes if box.kind in _FLOATS]
    lines = [line for line in page.lines if line.start < min(stop, page.body_end)]
    return not floats or any(not any(covers(rect, line.box) for rect in floats) for line in lines)


def _roles(
    nodes: Sequence[Node], levels: Sequence[int], parents: Sequence[int | None], pages: Sequence[PageText]
) -> list[str]:
    roles = [role_of_title(node.title, loose=levels[i] == 1) for i, node in enumerate(nodes)]
    total = max(1, len(pages))
    for i, node in enumerate(nodes):
        if not roles[i] and levels[i] == 1:
            end = nodes[i + 1].start if i + 1 < len(nodes) else _last_place(pages)
            roles[i] = role_from_content(
                text_between(pages, node.start, end)[:20_000], (node.start[0] - 1) / total
            )
    return inherit_roles(roles, parents)


def children_of(tree: SectionTree, section: SectionId | None) -> tuple[Section, ...]:
    """The direct subsections of a section, or the top level for None."""
    return tuple(node for node in tree.nodes if node.parent == section)
