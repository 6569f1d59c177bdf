"""Heading candidates read off the pages: rows that could be titles, joined, each described by features."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from twintree.base.pages import PageText
from twintree.base.records import Rect
from twintree.base.text import folded
from twintree.structure.cells import is_cell, mates_of
from twintree.structure.numbering import SectionNumber, longest_chain, parse_number
from twintree.structure.roles import is_known_title, role_of_title
from twintree.structure.rows import Body, Row, body_of, is_caps, leads_to_a_page, rows_of
from twintree.structure.running import FULL, LARGER, SENTENCE_END, begins_as_text, is_amid

_MAX_CHARS = 240
_MAX_ROWS = 5
_FLOATS = (
    r"fig(?:ure|\.)?s?|table|tab\.|supplemental (?:figure|table)|scheme|plate|box|chart|algorithm|listing|"
    r"equation|eq\.|abb(?:ildung|\.)|tabelle|tableau|tabla|tabella|tabela|figura|рис(?:унок|\.)|таблица|листинг|图|表|図"
)
_CAPTION = re.compile(
    rf"^(?:supplementary |extended data )?(?:{_FLOATS})"
    # "Figure S2", "Table IV", "Box A"; a word that follows ("Figure list") is no number.
    r"(?:[\s-]*[A-Z]{0,2}[.-]?\d[\dA-Za-z.\-]*|[\s-]+(?-i:[IVX]{1,5}|[A-Z])(?:[.-]\d[\dA-Za-z.\-]*)?)(?:\s*[.:|—–]|\s+\S|$)",
    re.IGNORECASE,
)
_LIST = re.compile(r"^\s*(?:[•●▪■□◦‣∙·*–—➢✓►]|\(?[a-z0-9ivx]{1,4}\)|[-+] )")
_CONTACT = re.compile(
    r"@|https?:|www\.|\bdoi\b|\borcid\b|©|\(c\) ?\d{4}|^received\b|^accepted\b|^published\b|^copyright|"
    r"^arxiv:|^issn",
    re.IGNORECASE,
)
_THEOREM = re.compile(
    r"^(?:theorem|lemma|proposition|corollary|definition|proof|remark|example|claim|conjecture|axiom|observation|"
    r"satz|beweis|bemerkung|beispiel|korollar|folgerung|behauptung|théorème|lemme|démonstration|définition|remarque|exemple|résultat|propriété|preuve|"
    r"теорема|лемма|определение|доказательство|замечание|пример|следствие|утверждение|定理|引理|定义|证明)\b\s*(?:[\d.]+|\(|[.:])",
    re.I,
)
#: A line of words for cataloguers, not a section.
_KEYWORDS = re.compile(
    r"^(?:key ?-?words?(?: and phrases)?|index terms|mots[- ]clés|schlüsselwörter|palabras clave|"
    r"ключевые слова|关键词|キーワード)\b\W*",
    re.IGNORECASE,
)
_MATH = re.compile(r"[=<>≤≥±×÷∑∏∫√∞∈∉⊂⊆∪∩∀∃→←↔⇒⇔∂∇≈≡≠∝^|{}\\\[\]_]|[\U0001D400-\U0001D7FF]|\ufffd")


@dataclass(slots=True)
class Candidate:
    """A title that may be a heading, where it stands, and why it may be one.

    ``source`` is ``typography``, ``outline`` or ``layout``; ``score`` is how likely it is a heading; ``amid``: it is a
    line of running text, which is kept since the look of such lines tells of those that are headings.
    """

    title: str
    page: int
    start: int
    end: int
    box: Rect
    source: str = "typography"
    level: int = 0
    number: SectionNumber | None = None
    rows: list[Row] = field(default_factory=list)
    run_in: bool = False
    cut: bool = False
    plain: bool = False
    amid: bool = False
    features: dict[str, float] = field(default_factory=dict)
    score: float = 0.0
    verified: bool = True

    @property
    def style(self) -> tuple[str, float, bool, bool, str]:
        """The look of its widest row, or of the words that run into the text."""
        if not self.rows:
            return ("", 0.0, False, False, "")
        lead = self.rows[-1].lead
        if self.run_in and lead is not None:
            return (lead.font, round(self.rows[0].size * 2) / 2, lead.bold, lead.italic, "run-in")
        style = max(self.rows, key=lambda row: len(row.text)).style
        if not self.plain:
            return style
        # What looks like running text is of one kind only where it is numbered alike, or stands alone.
        return (*style[:4], f"{self.number.kind} {self.number.depth}" if self.number else "alone")

    @property
    def look(self) -> tuple[str, float, bool, bool, str]:
        """Its style, by which titles that run into the text are of one kind with a stop and without."""
        return (*self.style[:4], "run-in") if self.cut else self.style

    @property
    def where(self) -> tuple[int, int]:
        """Page and offset, for sorting."""
        return (self.page, self.start)


@dataclass(slots=True)
class Reading:
    """A document's rows with what is measured over all of them."""

    rows: list[Row]
    body: Body
    pages: int
    height: dict[int, float]
    mates: Mapping[int, Sequence[Row]]  #: as ``mates_of`` gives them


def read(pages: Sequence[PageText]) -> Reading:
    """Rows and body style of a document."""
    rows = rows_of(pages)
    body = body_of(rows)
    heights = {page.number: page.height for page in pages}
    return Reading(rows, body, len(pages), heights, mates_of(rows, body))


def typographic(reading: Reading) -> list[Candidate]:
    """Everything that could be a heading by its look or its words, with features, unscored."""
    found = [_ended_where_text_begins(rows, reading) for rows in _groups(reading)]
    if not any(each.cut and each.end != each.rows[-1].end for each in found):
        # Nowhere do titles run into the text without a stop: those that fill a line do not either.
        for each in found:
            each.cut = False
    run_ins = _run_ins(reading)
    found = [each for each in found if not any(_leads_into(each, other) for other in run_ins)]
    found += run_ins
    found.sort(key=lambda each: each.where)
    contents = _contents_pages(reading)
    found = [
        each
        for each in found
        if not (_impossible(each, reading.body) or each.page in contents or _is_cell(each, reading))
    ]
    for each in found:
        each.plain = not each.run_in and not any(_stands_out(row, reading.body) for row in each.rows)
    _describe(found, reading)
    for each in found:
        each.amid = _within_paragraph(each, reading)
    return found


def _contents_pages(reading: Reading) -> set[int]:
    """Pages that list headings with their page numbers."""
    leaders = Counter(row.page for row in reading.rows if leads_to_a_page(row.text))
    return {page for page, count in leaders.items() if count >= 5}


# ── rows to groups ───────────────────────────────────────────────────────────────────────────────────


def _stands_out(row: Row, body: Body) -> bool:
    return (
        row.size >= body.size + LARGER
        or (row.bold and not body.bold)
        or row.font != body.font
        or row.caps
        or (row.italic and len(row.text) < 120)
    )


def _could_start(row: Row, body: Body) -> bool:
    text = row.text
    if row.lead is not None and _sets_apart(row, body):
        return False
    if row.size < 0.72 * body.size or len(text) > _MAX_CHARS:
        return False
    letters = sum(char.isalpha() for char in text)
    number = parse_number(text)
    bare = text[number.end if number else 0 :].replace(" ", "")
    if letters < 2 or letters < 0.45 * len(bare):
        return False
    if _stands_out(row, body):
        return True
    if _floats(row, body):
        return True
    if number is not None and number.kind != "lower" and len(text) < 130:
        return True
    return len(text) < 50 and not _first_letter(text).islower() and is_known_title(text)


def _floats(row: Row, body: Body) -> bool:
    """Whether a row that looks like running text stands alone, short, with white space on both sides."""
    leading = 1.45 * body.leading
    apart = (row.above or leading) >= leading and (row.below or 0) >= leading
    short = 4 <= len(row.text) < 120 and row.box.x1 - row.box.x0 < 0.95 * body.width
    return (
        apart and short and _first_letter(row.text).isupper() and not row.text.endswith((".", ",", ";", ":"))
    )


def _groups(reading: Reading) -> list[list[Row]]:
    groups: list[list[Row]] = []
    body = reading.body
    for row in reading.rows:
        group = groups[-1] if groups else None
        if group and group[-1].index == row.index - 1 and _joins(group, row, body):
            group.append(row)
        elif _could_start(row, body):
            groups.append([row])
    return [group for group in groups if len(group) <= _MAX_ROWS]


def _joins(group: list[Row], row: Row, body: Body) -> bool:
    last = group[-1]
    if row.page != last.page or row.above is None or len(group) > _MAX_ROWS:
        return False
    same = row.font == last.font and abs(row.size - last.size) < 0.6
    # A species name inside a bold title is bold and italic.
    same = same and row.bold == last.bold and (row.italic == last.italic or (row.bold and not body.bold))
    if not same or not (_stands_out(row, body) or _stands_out(last, body)):
        return False
    if row.above > 1.75 * max(row.size, 1) or (
        len(group) > 1 and row.above > 1.25 * (last.above or row.above)
    ):
        return False
    if last.caps != row.caps and len(row.text) > 4 and len(last.text) > 4:
        return False
    number = parse_number(row.text)
    if number is not None and number.kind != "lower" and _numbered_alike(group[0], number):
        return False
    joined = " ".join(each.text for each in group)
    return not is_known_title(joined)


def _sets_apart(row: Row, body: Body) -> bool:
    """Whether the row's first words look unlike running text and end like a title that runs into it."""
    lead = row.lead
    if lead is None or not (lead.bold or lead.italic or lead.font != body.font):
        return False
    if (lead.bold, lead.italic, lead.font) == (body.bold, False, body.font):
        return False
    if lead.bold and row.bold and row.italic != lead.italic and not body.bold:
        return False
    title = _lead_words(row)
    rest = row.text[len(title) :].strip()
    ends = (
        title.endswith((".", ":", "—", "–", "?"))
        or rest.startswith((".", ":", "—", "–"))
        or is_known_title(title)
    )
    return ends and len(title) >= 4 and sum(char.isalpha() for char in title) >= 3


def _lead_words(row: Row) -> str:
    """The words set apart, up to the end of the first sentence: an italic name may follow an italic title."""
    words = row.text[: row.lead.length if row.lead else 0].strip()
    number = parse_number(words)
    stop = re.search(r"(?<!\b\w)[.:?] (?=\S)", words[number.end if number else 3 :])
    return words[: (number.end if number else 3) + stop.start() + 1] if stop else words


def _run_ins(reading: Reading) -> list[Candidate]:
    found = []
    rows = reading.rows
    for row in rows:
        if not _sets_apart(row, reading.body) or row.size < 0.72 * reading.body.size:
            continue
        group = [row]
        while group[0].index and len(group) < 3 and _leads_on(rows[group[0].index - 1], group[0], row):
            group.insert(0, rows[group[0].index - 1])
        before = rows[group[0].index - 1] if group[0].index else None
        if before is None or before.page != row.page or _paragraph_ends(before, group[0], reading.body):
            each = _cut(group, _lead_words(row).rstrip())
            each.run_in, each.cut = True, False
            found.append(each)
    return found


def _leads_into(each: Candidate, run_in: Candidate) -> bool:
    """Whether lines are the first ones of a title that only ends further on, where the text runs on behind it."""
    return each.start == run_in.start and each.page == run_in.page and len(each.rows) <= len(run_in.rows)


def _leads_on(before: Row, first: Row, row: Row) -> bool:
    lead = row.lead
    if lead is None or before.page != row.page or before.lead is not None or first.above is None:
        return False
    alike = (before.font, before.bold, before.italic) == (lead.font, lead.bold, lead.italic)
    near = before.block == first.block and first.above < 1.75 * row.size and abs(before.size - row.size) < 0.6
    return alike and near and not before.text.endswith(".") and not is_known_title(before.text)


def _paragraph_ends(before: Row, first: Row, body: Body) -> bool:
    ended = bool(SENTENCE_END.search(before.text)) or before.box.x1 - before.box.x0 < 0.75 * body.width
    return ended or first.above is None or first.above > 1.3 * body.leading


def _ended_where_text_begins(rows: list[Row], reading: Reading) -> Candidate:
    """A title without what follows on its line without a stop, where that line and the next are running text.

    The most of such a line is bold; that what is left is not, only the full line and the one below it tell.
    """
    last, body = rows[-1], reading.body
    below = reading.rows[last.index + 1] if last.index + 1 < len(reading.rows) else None
    full = last.box.x1 - last.box.x0 >= FULL * body.width
    if below is None or below.page != last.page or body.bold or below.bold or not (last.bold and full):
        return _candidate(rows)
    near = (last.below or 0) <= 1.2 * body.leading
    led = last.lead is not None and last.lead.bold and not last.lead.italic
    if last.lead is not None and led and (near or _runs_on(last, below)):
        return _cut(rows, last.text[: last.lead.length].rstrip())
    if not near:
        return _candidate(rows)
    lead = below.lead
    divided = below.start == last.end and last.lead is None and not _sets_apart(below, body)
    if divided and lead is not None and lead.bold and not lead.italic:
        # The line below begins with the rest of the title's last word, and is no title for the rest.
        each = _cut([*rows, below], below.text[: lead.length].rstrip())
        each.rows = rows
        return each
    each = _candidate(rows)
    # Its words end with the line.
    each.cut = each.number is None and below.block == last.block
    return each


def _runs_on(row: Row, below: Row) -> bool:
    """Whether a row's last sentence goes on below it, where something high, as a formula, may part the two."""
    return row.block == below.block and (row.end == below.start or below.text[:1].islower())


def _cut(rows: list[Row], words: str) -> Candidate:
    """A title that ends with these first words of its last row and runs into the text."""
    each, last = _candidate(rows), rows[-1]
    each.title = each.title[: len(each.title) - len(last.text) + len(words)].rstrip(" .:—–")
    each.end = last.start + len(words)
    each.number = parse_number(each.title)
    each.cut = True
    return each


def _numbered_alike(first: Row, number: SectionNumber) -> bool:
    before = parse_number(first.text)
    return before is None or before.kind == number.kind or number.depth > 1


def _candidate(rows: list[Row]) -> Candidate:
    boxes = [row.box for row in rows]
    title = rows[0].text
    for before, row in pairwise(rows):
        # Where the reader joined a divided word, nothing stands between the two lines.
        joined = row.start == before.end or (title.endswith("-") and row.text[:1].islower())
        title = title + row.text if joined else f"{title} {row.text}"
    box = Rect(
        min(b.x0 for b in boxes), min(b.y0 for b in boxes), max(b.x1 for b in boxes), max(b.y1 for b in boxes)
    )
    return Candidate(
        title=title,
        page=rows[0].page,
        start=rows[0].start,
        end=rows[-1].end,
        box=box,
        number=parse_number(title),
        rows=rows,
    )


def is_never_title(title: str) -> bool:
    """Whether words that are printed like a heading are none: captions, contacts, equations."""
    return bool(
        _CAPTION.match(title)
        or _CONTACT.search(title)
        or leads_to_a_page(title)
        or _KEYWORDS.match(title)
        or (_LIST.match(title) and not parse_number(title))
        or len(_MATH.findall(title)) > 2
    )


def _impossible(each: Candidate, body: Body) -> bool:
    title = each.title
    text = each.rows[0].text if each.run_in else title
    theorem = _THEOREM.match(f"{title}." if each.run_in else title)
    parted = any(row.parted for row in each.rows) and not _stands_numbered(each, body)
    return len(title) > _MAX_CHARS or is_never_title(title) or bool(_CAPTION.match(text) or theorem) or parted


def _stands_numbered(each: Candidate, body: Body) -> bool:
    """Whether a numbered line has white space over and under it, as no row of a table: a scan parts words widely."""
    row, number = each.rows[0], each.number
    if len(each.rows) > 1 or number is None or number.kind != "decimal" or row.below is None:
        return False
    apart = 1.4 * body.leading
    title = row.text[number.end :]
    worded = title[:1].isupper() and not any(map(str.isdigit, title))
    return worded and (row.above is None or row.above >= apart) and row.below >= apart


def _is_cell(each: Candidate, reading: Reading) -> bool:
    return each.number is None and is_cell(each.rows[-1], reading.mates, reading.rows, reading.body)


def _within_paragraph(each: Candidate, reading: Reading) -> bool:
    """Whether a candidate is a line of running text: one with bold words, or one amid a sentence."""
    return not each.run_in and (
        begins_as_text(each.rows[0], reading.body) or is_amid(each.rows, reading.rows, reading.body)
    )


# ── features ─────────────────────────────────────────────────────────────────────────────────────────


def _describe(found: list[Candidate], reading: Reading) -> None:
    chained = _chained(found)
    styles = _style_features(found, reading)
    texts = Counter(folded(each.title) for each in found)
    zones = _Zones(found, reading)
    for i, each in enumerate(found):
        features = _own_features(each, reading)
        features |= _neighbour_features(each, reading)
        features |= styles[each.style]
        features["chained"] = float(i in chained)
        features["chain_length"] = min(20.0, len(chained)) if i in chained else 0.0
        features["repeats"] = min(5.0, texts[folded(each.title)] - 1)
        features["cells"] = float(min(4, max(len(reading.mates.get(row.index, ())) for row in each.rows)))
        features |= zones.features(each)
        each.features = features


def _own_features(each: Candidate, reading: Reading) -> dict[str, float]:
    body, title, number = reading.body, each.title, each.number
    row = max(each.rows, key=lambda x: len(x.text))
    words = title.split()
    letters = sum(char.isalpha() for char in title)
    content = [w for w in words if len(w) > 3 and w[0].isalpha()]
    return {
        "size": row.size / max(1.0, body.size),
        "bold": float(each.style[2] and not body.bold),
        "italic": float(each.style[3]),
        "caps": float(is_caps(title)),
        "font": float(each.style[0] != body.font),
        "run_in": float(each.run_in),
        "lead_bold": float(each.run_in and each.style[2] and not body.bold),
        "plain": float(each.plain),
        "plain_number": float(each.plain and number is not None),
        "rows": float(len(each.rows)),
        "chars": float(len(title)),
        "words": float(len(words)),
        "decimal": float(number is not None and number.kind == "decimal"),
        "other_number": float(number is not None and number.kind in ("alpha", "roman", "word", "cjk")),
        "lower_number": float(number is not None and number.kind == "lower"),
        "depth": float(number.depth if number else 0),
        "known": float(is_known_title(title)),
        "role": float(bool(role_of_title(title))),
        "stop": float(title.rstrip().endswith((".", ";", ","))),
        "colon": float(title.rstrip().endswith(":")),
        "upper_start": float(_first_letter(title).isupper()),
        "lower_start": float(_first_letter(title).islower()),
        "titled": sum(w[0].isupper() for w in content) / max(1, len(content)),
        "letters": letters / max(1, len(title)),
        "digits": sum(char.isdigit() for char in title[number.end if number else 0 :]) / max(1, len(title)),
        "math": float(len(_MATH.findall(title))),
        "commas": float(title.count(",")),
        "width": min(2.0, (each.box.x1 - each.box.x0) / max(1.0, body.width)),
    }


def _first_letter(title: str) -> str:
    return next((char for char in title if char.isalpha()), "")


def _neighbour_features(each: Candidate, reading: Reading) -> dict[str, float]:
    rows, body = reading.rows, reading.body
    first, last = each.rows[0], each.rows[-1]
    before = rows[first.index - 1] if first.index and rows[first.index - 1].page == each.page else None
    after = (
        rows[last.index + 1]
        if last.index + 1 < len(rows) and rows[last.index + 1].page == each.page
        else None
    )
    leading = max(1.0, body.leading)
    height = reading.height.get(each.page, 800.0)
    return {
        "above": min(6.0, first.above / leading) if first.above is not None else 3.0,
        "no_above": float(first.above is None),
        "below": min(6.0, last.below / leading) if last.below is not None else 3.0,
        "no_below": float(last.below is None),
        "top": float(first.first),
        "y": each.box.y0 / max(1.0, height),
        "before_ends": float(before is None or bool(SENTENCE_END.search(before.text))),
        "before_wide": (before.box.x1 - before.box.x0) / max(1.0, body.width) if before else 0.0,
        "before_body": float(
            before is not None and before.font == body.font and abs(before.size - body.size) < 0.6
        ),
        "before_alike": float(before is not None and before.style == first.style),
        "after_body": float(
            after is not None and after.font == body.font and abs(after.size - body.size) < 0.6
        ),
        "after_wide": (after.box.x1 - after.box.x0) / max(1.0, body.width) if after else 0.0,
        "after_alike": float(after is not None and after.style == last.style),
        "after_lower": float(after is not None and _first_letter(after.text[:3]).islower()),
        "own_block": float(
            (before is None or before.block != first.block) and (after is None or after.block != last.block)
        ),
        "block_start": float(before is None or before.block != first.block),
        "indent": min(2.0, max(-2.0, (first.box.x0 - after.box.x0) / max(1.0, 3 * body.size)))
        if after
        else 0.0,
    }


def _style_features(
    found: list[Candidate], reading: Reading
) -> dict[tuple[str, float, bool, bool, str], dict[str, float]]:
    total = max(1, reading.body.characters)
    characters: Counter[tuple[str, float, bool, bool, str]] = Counter()
    for row in reading.rows:
        characters[row.style] += len(row.text)
    members: dict[tuple[str, float, bool, bool, str], list[Candidate]] = defaultdict(list)
    for each in found:
        members[each.style].append(each)
    out = {}
    for style, group in members.items():
        inside = sum(len(each.title) for each in group)
        out[style] = {
            "style_count": min(40.0, len(group)),
            "style_share": min(0.3, characters[style] / total),
            "style_inside": inside / max(1, characters[style]),
            "style_known": sum(is_known_title(each.title) for each in group) / len(group),
            "style_any_known": float(min(3, sum(is_known_title(each.title) for each in group))),
            "style_numbered": sum(each.number is not None and each.number.kind != "lower" for each in group)
            / len(group),
            "style_length": min(120.0, inside / len(group)),
            "style_pages": len({each.page for each in group}) / max(1, reading.pages),
            "style_per_page": min(20.0, len(group) / len({each.page for each in group})),
            "style_spaced": sum(
                bool(each.rows[0].above and each.rows[0].above > 1.3 * reading.body.leading)
                or each.rows[0].above is None
                for each in group
            )
            / len(group),
        }
    return out


def _chained(found: list[Candidate]) -> set[int]:
    kept: set[int] = set()
    for kinds in (("decimal",), ("roman",), ("alpha",), ("word", "cjk")):
        indexed = [
            (i, each.number) for i, each in enumerate(found) if each.number and each.number.kind in kinds
        ]
        # Body-style rows ("3 samples were …") take part only when they look like titles.
        indexed = [(i, n) for i, n in indexed if len(found[i].title) < 160]
        chain = longest_chain([n for _, n in indexed])
        if len(chain) >= 2:
            kept |= {indexed[k][0] for k in chain}
    return kept


class _Zones:
    """Where the front matter ends and where the bibliography lies."""

    def __init__(self, found: list[Candidate], reading: Reading) -> None:
        self._pages = max(1, reading.pages)
        self._front = self._front_end(found)
        self._references = self._bibliography(found)
        first = [row for row in reading.rows if row.page == 1]
        self._largest = max((row.size for row in first), default=0.0)

    def _front_end(self, found: list[Candidate]) -> tuple[int, int]:
        for each in found:
            opens = role_of_title(each.title) in ("abstract", "introduction")
            if each.page <= 2 and (
                opens or (each.number and each.number.parts == (1,) and each.number.kind != "lower")
            ):
                return each.where
        return (1, 0)

    def _bibliography(self, found: list[Candidate]) -> tuple[tuple[int, int], tuple[int, int]]:
        starts = [
            each
            for each in found
            if role_of_title(each.title) == "references" and each.page > 0.25 * self._pages
        ]
        if not starts:
            return ((10**6, 0), (10**6, 0))
        start = starts[-1]
        for each in found:
            later = each.where > start.where
            if later and each.style == start.style and not each.title.endswith("."):
                return (start.where, each.where)
        return (start.where, (10**6, 0))

    def features(self, each: Candidate) -> dict[str, float]:
        """Whether the candidate lies in the front matter, in the bibliography, and where in the document."""
        start, end = self._references
        return {
            "front": float(each.where < self._front),
            "largest": float(self._names_the_paper(each)),
            "bibliography": float(start < each.where < end),
            "behind": float(each.where >= end),
            "place": each.page / self._pages,
            "page1": float(each.page == 1),
        }

    def _names_the_paper(self, each: Candidate) -> bool:
        """Whether it may be the paper's title: in the largest type of page 1, in front, unnumbered."""
        in_front = each.where < self._front or self._front == (1, 0)
        largest = max(row.size for row in each.rows) >= self._largest - 0.2
        return each.page == 1 and in_front and largest and each.number is None
