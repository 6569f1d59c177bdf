"""Questions that name a place are taken to it before any similarity is asked (DESIGN §7, Named places)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twintree.answering.titled import TITLED, titled_sections
from twintree.base.anchors import Anchor
from twintree.base.pages import PageText
from twintree.base.records import Record, Section, SectionTree, Span

_CAPTIONED = re.compile(
    r"\b(?P<before>supplement(?:ary|al)\s+|supporting\s+|extended\s+data\s+)?"
    r"(?P<kind>fig(?:ure|\.)?s?|table|tab\.|algorithm|listing|scheme|box|abbildung|abb\.|tabelle|tableau)"
    r"\s*(?P<label>S?\d+(?:[.-]\d+)*|[IVX]+\b|[A-Z]\.?\d+)",
    re.I,
)
_EQUATION = re.compile(
    r"\b(?:eq(?:uation|\.)?s?|formula|gleichung|formel|équation)\s*\(?(?P<label>[A-Z]?\.?\d+(?:\.\d+)*[a-d]?)\)?",
    re.I,
)
_STATEMENT = re.compile(
    r"\b(?P<kind>definition|theorem|lemma|proposition|corollary|remark|example|hypothesis|"
    r"satz|bemerkung|beispiel|korollar|théorème|définition|lemme)\s*(?P<label>\d+(?:\.\d+)*)\b",
    re.I,
)
_SECTION = re.compile(
    r"\b(?:section|sec\.|§|chapter|kapitel|abschnitt)\s*(?P<label>\d+(?:\.\d+)*|[IVX]+\b)", re.I
)
_APPENDIX = re.compile(r"\b(?:appendix|supplement(?:ary)?|anhang)\s*(?P<label>[A-Z](?:\.\d+)*|\d+)\b", re.I)
_PAGE = re.compile(r"\b(?:page|p\.|seite|pp\.)\s*(?P<label>\d{1,4})\b", re.I)

_PAGE_NUMBER = re.compile(r"(?<![\d.])\d{1,5}(?![\d.])")

#: Words for parts of a paper, and the section roles that they mean.
_ROLES: dict[str, str] = {
    "abstract": "abstract",
    "introduction": "introduction",
    "related work": "related_work",
    "limitations": "limitations",
    "limitation": "limitations",
    "conclusion": "conclusion",
    "conclusions": "conclusion",
    "discussion": "discussion",
    "acknowledgements": "acknowledgements",
    "acknowledgments": "acknowledgements",
    "methods section": "methods",
    "method section": "methods",
    "methodology section": "methods",
    "results section": "results",
    "future work": "future_work",
}
_ROLE = re.compile(
    r"\b(?:in|of|from|by|the|to|under|does the|section)\s+(?:the\s+|its\s+|their\s+)?(?P<role>"
    + "|".join(sorted(map(re.escape, _ROLES), key=len, reverse=True))
    + r")\b",
    re.I,
)

#: Parts that papers tell without a section of that name.
_TOLD_ANYWHERE = frozenset({"limitations", "future_work"})

_CAPTION_HEAD = {
    "fig": r"(?:fig(?:ure|\.)?|abb(?:ildung|\.)?)",
    "tab": r"(?:tab(?:le|elle|leau|\.)?)",
    "alg": r"algorithm",
    "lis": r"listing",
    "sch": r"scheme",
    "box": r"box",
    "abb": r"(?:fig(?:ure|\.)?|abb(?:ildung|\.)?)",
}


class Place(Record, frozen=True, kw_only=True):
    """A place named in a question: what it was called, and where it is in the paper."""

    name: str
    kind: str  #: caption | figure | equation | statement | section | role | page
    page: int
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The place as a span of its page."""
        return Span(self.page, self.start, self.end)


_PATTERNS = (_CAPTIONED, _EQUATION, _STATEMENT, TITLED, _SECTION, _APPENDIX, _PAGE, _ROLE)
_OF_SECTIONS = (TITLED, _SECTION, _APPENDIX, _ROLE)


def names_a_place(question: str) -> bool:
    """Whether the question names a figure, table, equation, section, page or part of a paper."""
    return any(pattern.search(question) for pattern in _PATTERNS)


def names_a_float(question: str) -> bool:
    """Whether one of the places that it names is a figure, table or algorithm."""
    return bool(_CAPTIONED.search(question))


def names_sections_alone(question: str) -> bool:
    """Whether all the places that it names are sections."""
    others = any(pattern.search(question) for pattern in _PATTERNS if pattern not in _OF_SECTIONS)
    return not others and any(pattern.search(question) for pattern in _OF_SECTIONS)


def named_float(question: str) -> tuple[str, str] | None:
    """The first figure, table or algorithm that a question names, and its kind as anchors have it."""
    match = _CAPTIONED.search(question)
    kind = _ANCHORS.get(match["kind"].lower()[:3], "") if match else ""
    return (match.group(), kind) if match and kind else None


def named_sections(question: str) -> str:
    """The first section that a question names by its number; ``""`` where it names none."""
    match = _SECTION.search(question)
    return match.group() if match else ""


def named_pages(question: str) -> str:
    """The first page that a question names; ``""`` where it names none."""
    match = _PAGE.search(question)
    return match.group() if match else ""


def may_be_told_elsewhere(question: str) -> bool:
    """Whether all that it names is a part that papers tell without a section of that name: their limitations."""
    roles = {_ROLES[match["role"].lower()] for match in _ROLE.finditer(question)}
    others = any(pattern.search(question) for pattern in _PATTERNS if pattern not in (_ROLE, TITLED))
    return bool(roles) and roles <= _TOLD_ANYWHERE and not others


def without_places(question: str) -> str:
    """The question without the places that it names."""
    for pattern in _PATTERNS:
        question = pattern.sub(" ", question)
    return question


def resolve_places(
    question: str, tree: SectionTree, pages: Sequence[PageText], anchors: Sequence[Anchor] = ()
) -> list[Place]:
    """The places that the question names, as they stand in this paper, in the order of mention.

    Args:
        question: the person's words.
        tree: the paper's section tree.
        pages: the main file's pages, in order.
        anchors: the paper's figures, tables and equations.
    """
    found: list[Place] = []
    for match in _CAPTIONED.finditer(question):
        named = _anchored(
            _ANCHORS.get(match["kind"].lower()[:3], ""), _numbered(match), match.group(), anchors, pages
        )
        found += named or _caption(match["kind"], match["label"], pages)
    for match in _EQUATION.finditer(question):
        named = _anchored("equation", match["label"], match.group(), anchors, pages)
        found += named or _equation(match["label"], pages)
    for match in _STATEMENT.finditer(question):
        found += _statement(match.group(), pages)
    for node in titled_sections(question, tree):
        found += section_places(node, pages, node.title, "section")
    for match in [*_SECTION.finditer(question), *_APPENDIX.finditer(question)]:
        found += _numbered_section(match.group("label"), match.group(), tree, pages)
    for match in _PAGE.finditer(question):
        found += _page(match.group("label"), pages)
    for match in _ROLE.finditer(question):
        found += _role(match.group("role").lower(), tree, pages)
    return list({place.span: place for place in reversed(found)}.values())[::-1]


#: How kinds of anchors are called in questions, by their first three letters.
_ANCHORS = {
    "fig": "figure", "abb": "figure", "sch": "figure", "tab": "table", "alg": "algorithm", "lis": "algorithm",
    "box": "algorithm",
}  # fmt: skip
#: Paragraphs of a page that speak of a thing which stands on it.
_SPEAKING = 3


def _numbered(match: re.Match[str]) -> str:
    before = (match["before"] or "").strip().lower()
    return ("ED" if before.startswith("ext") else "S" if before else "") + match["label"]


def _anchored(
    kind: str, number: str, name: str, anchors: Sequence[Anchor], pages: Sequence[PageText]
) -> list[Place]:
    """The anchor of a kind and number as places; see ``places_of``."""
    wanted = number.upper().rstrip(".")
    found = next((each for each in anchors if each.kind == kind and each.number.upper() == wanted), None)
    page = next((page for page in pages if found is not None and page.number == found.page), None)
    return [] if found is None or page is None else places_of(found, page, name)


def places_of(anchor: Anchor, page: PageText, name: str) -> list[Place]:
    """An anchor as places: its caption, the words inside it, and the paragraphs of its page that speak of it.

    Args:
        anchor: the figure, table, equation or algorithm.
        page: that it stands on.
        name: what a question calls it.
    """
    spans = [*anchor.spans, *anchor.inside, *(_speaking(anchor, page) if anchor.number else ())]
    return [
        Place(name=" ".join(name.split()), kind=anchor.kind, page=span.page, start=span.start, end=span.end)
        for span in dict.fromkeys(spans)
        if span.start < span.end
    ]


def _speaking(anchor: Anchor, page: PageText) -> list[Span]:
    """The paragraphs of an anchor's page that name it, or stand around an equation."""
    number = re.escape(anchor.number)
    if anchor.kind == "equation":
        spoken = re.compile(rf"\(\s*{number}\s*\)")
    else:
        spoken = re.compile(rf"\b{anchor.kind[:3]}\w*\.?\s*{number}(?![\w.]*\d)", re.I)
    found: list[Span] = []
    for match in spoken.finditer(page.text, 0, page.body_end):
        start, end = _paragraph(page, match.start())
        captioned = any(span.start <= match.start() < span.end for span in anchor.spans)
        if captioned and anchor.kind == "equation":
            # What its letters mean is said before it and behind it.
            found += [Span(page.number, *around) for around in _around(page, start, end)]
        elif not captioned:
            found.append(Span(page.number, start, end))
    return list(dict.fromkeys(found))[:_SPEAKING]


def _around(page: PageText, start: int, end: int) -> list[tuple[int, int]]:
    around = [(start, end)]
    if start > 2:
        around.append(_paragraph(page, start - 3))
    if end + 2 < page.body_end:
        around.append(_paragraph(page, end + 2))
    return around


def _statement(name: str, pages: Sequence[PageText]) -> list[Place]:
    """A definition, theorem or the like: the paragraph that begins with its name, and the one behind it."""
    words = r"\s+".join(map(re.escape, name.split()))
    head = re.compile(rf"(?:^|\n)\s*{words}(?![\w.]*\d)", re.I)
    for page in pages:
        match = head.search(page.text, 0, page.body_end)
        if match:
            start, end = _paragraph(page, match.end() - 1)
            if end - start < 3 * len(name) and end + 2 < page.body_end:
                end = _paragraph(page, end + 2)[1]
            return [Place(name=name, kind="statement", page=page.number, start=start, end=end)]
    return []


def _caption(kind: str, label: str, pages: Sequence[PageText]) -> list[Place]:
    head = _CAPTION_HEAD.get(kind.lower()[:3], re.escape(kind))
    number = re.escape(label.rstrip("."))
    at_line_start = re.compile(rf"^\s*{head}\s*{number}(?![\w.]*\d)\s*[.:|—–-]?", re.I)
    anywhere = re.compile(rf"\b{head}\s*{number}(?![\w.]*\d)", re.I)
    for page in pages:
        for line in page.lines:
            if at_line_start.match(page.text[line.start : line.end]):
                start, end = _paragraph(page, line.start)
                return [Place(name=f"{kind} {label}", kind="caption", page=page.number, start=start, end=end)]
    for page in pages:
        match = anywhere.search(page.text, 0, page.body_end)
        if match:
            start, end = _paragraph(page, match.start())
            return [Place(name=f"{kind} {label}", kind="caption", page=page.number, start=start, end=end)]
    return []


def _equation(label: str, pages: Sequence[PageText]) -> list[Place]:
    tag = f"({label})"
    for page in pages:
        for line in page.lines:
            text = page.text[line.start : line.end].strip()
            if text.endswith(tag) and len(text) < 160:
                start, end = _paragraph(page, line.start)
                return [
                    Place(name=f"equation {label}", kind="equation", page=page.number, start=start, end=end)
                ]
    return []


def _numbered_section(label: str, name: str, tree: SectionTree, pages: Sequence[PageText]) -> list[Place]:
    wanted = label.rstrip(".").lower()
    for node in tree.nodes:
        number = (node.number or _leading_number(node.title)).rstrip(".").lower()
        if number in (wanted, f"appendix {wanted}"):
            return section_places(node, pages, name, "section")
    return []


def _leading_number(title: str) -> str:
    match = re.match(r"\s*(?:appendix\s+)?(\d+(?:\.\d+)*|[A-Z](?:\.\d+)*|[IVX]+)[.\s:)]", title + " ", re.I)
    return match.group(1) if match else ""


def _page(label: str, pages: Sequence[PageText]) -> list[Place]:
    # The physical page is the coordinate; the printed label is taken only where no such page exists (PAINS 14).
    page = (
        next((p for p in pages if p.number == int(label)), None)
        or next((p for p in pages if p.label == label), None)
        or _printed(int(label), pages)
    )
    if page is None:
        return []
    return [Place(name=f"page {label}", kind="page", page=page.number, start=0, end=page.body_end)]


def _printed(number: int, pages: Sequence[PageText]) -> PageText | None:
    """The page that prints this number at its edge, where a page beside it prints the next or the last one."""
    edges = [
        set(map(int, _PAGE_NUMBER.findall(page.without_pictures().text[page.body_end :]))) for page in pages
    ]
    for at, page in enumerate(pages):
        before = at > 0 and number - 1 in edges[at - 1]
        behind = at + 1 < len(pages) and number + 1 in edges[at + 1]
        if number in edges[at] and (before or behind):
            return page
    return None


def _role(word: str, tree: SectionTree, pages: Sequence[PageText]) -> list[Place]:
    wanted = _ROLES[word]
    by_role = [node for node in tree.nodes if node.role.replace(" ", "_") == wanted]
    by_title = [node for node in tree.nodes if re.search(rf"\b{word.rstrip('s')}", node.title, re.I)]
    for node in [*by_role, *by_title]:
        return section_places(node, pages, word, "role")
    return []


def section_places(node: Section, pages: Sequence[PageText], name: str, kind: str) -> list[Place]:
    """A section as places, one a page that it covers."""
    places = []
    for page in pages:
        if not node.start_page <= page.number <= node.end_page:
            continue
        start = node.start[1] if page.number == node.start[0] else 0
        end = node.end[1] if page.number == node.end[0] else page.body_end
        if min(end, page.body_end) > start:
            places.append(
                Place(name=name, kind=kind, page=page.number, start=start, end=min(end, page.body_end))
            )
    return places


def _paragraph(page: PageText, at: int) -> tuple[int, int]:
    start = page.text.rfind("\n\n", 0, at)
    end = page.text.find("\n\n", at)
    return (start + 2 if start >= 0 else 0), (end if end >= 0 else page.body_end)
