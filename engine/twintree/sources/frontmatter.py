"""Reads title, authors and abstract off the first page by how they are set."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

import msgspec
from rapidfuzz import fuzz

from twintree.base.pages import Line, PageText
from twintree.base.text import folded

_BANNER = re.compile(
    r"^(?:research(?: article| paper| note| letter)?|review(?: article| paper)?|original (?:article|paper|"
    r"research)"
    r"|case report|short (?:paper|communication|report)|mini review|systematic review|open access|letter|"
    r"letters"
    r"|article|articles|full paper|technical (?:note|report)|report|editorial|commentary|perspective|preprint"
    r"|accepted manuscript|author manuscript|hhs public access|r e s c i e n c e.*|rescience c?|published.*"
    r"|replication(?: / .*)?|peer[ -]?review.*|software|brief communication|contents?|table of contents|"
    r"abstract"
    r"|summary|introduction|working paper.*|discussion paper.*|bachelor.*|master.*thesis|dissertation|thesis"
    r"|vorwort|preface|citation|data descriptor|methodology|protocol|plos one|biorxiv|correspondence"
    r"|под.*|на правах рукописи)$",
    re.I,
)
_NOT_TITLE = re.compile(
    r"@|https?:|www\.|\bdoi\b|\bissn\b|\bisbn\b|\bvol(?:ume|\.)?\s*\d|^proceedings of|copyright|©|"
    r"\bdownloaded\b|\ball rights reserved\b|^arxiv:|^submitted|^received|^accepted|^published|"
    r"^(?:journal|international journal|annals|transactions) of\b|\bunivers|^department|^institut|^faculty",
    re.I,
)
_ABSTRACT = re.compile(
    r"^\W*(?:abstract|a b s t r a c t|summary|synopsis|zusammenfassung|kurzfassung|résumé|resumen|resumo|"
    r"riassunto|аннотация|реферат|摘\s*要|要\s*旨|概\s*要|초\s*록)\b\s*[.:—–\-]*\s*",
    re.I,
)
_BEGUN = re.compile(
    r"\W*(?:[1I]\s*[.:]?\s*)?(?:introduction|background|motivation|summary|statement of need|einleitung|contents)\b"
    r"|1\.?\s+[A-Z]",
    re.I,
)
_LEGAL = re.compile(
    r"copyright|©|\blicen[cs]e|distributed under|all rights|correspond|@|\bfund(?:ed|ing)\b", re.I
)
_AFTER_ABSTRACT = re.compile(
    r"^\W*(?:(?:[1I]|[1I]\s*[.:])?\s*(?:introduction|background|motivation|einleitung|introducción|"
    r"introdução|"
    r"введение|statement of need)\b(?![:,a-z])|key\s?-?words?\b|index terms|categories and subject|"
    r"general terms|ccs concepts|acm reference|k\s?e\s?y\s?w\s?o\s?r\s?d|mots[ -]clés|palabras clave|"
    r"schlüsselw|ключевые слова|jel\b|"
    r"1\.?\s+[A-Z]|I\.\s+[A-Z]{3}|correspondence\b|©|copyright|\*\s*corresponding|contents$|"
    r"(?:received|accepted|published)\b[ :])",
    re.I,
)
_PART_OF_ABSTRACT = re.compile(
    r"^(?:background|aims?|objectives?|purpose|methods?|materials and methods|methodology.*|design|"
    r"results?|findings|"
    r"principal findings|conclusions?|significance|discussion|interpretation|setting|context)\b",
    re.I,
)
_DATED = re.compile(r"(?:submitted|received|accepted|published)\b", re.I)
_AFFILIATION = re.compile(
    r"univers|institut|departa?ment|\bdept|school|colleg|laborator|\blabs?\b|cent(?:er|re|ro)\b|hospital|"
    r"facult|academy|\binc\b|\bltd|\bcorp|gmbh|compan|research|division|ministry|technolog|polytechn|\becole|"
    r"\bécole|foundation|science|engineering|\bCNRS\b|\bINRIA\b|street|avenue|\broad\b|\bbox\b|\bUSA\b|"
    r"\bU\.S\.A|"
    r"\bUK\b|china\b|japan\b|germany\b|france\b|india\b|korea\b|canada\b|singapore\b|taiwan\b|\bspain\b|"
    r"\bitaly\b|"
    r"switzerland|netherlands|sweden\b|denmark|brazil|mexico\b|australia|iran\b|pakistan|indonesia|malaysia|"
    r"kingdom\b|states\b|\bhong kong\b|\bcity\b|campus|museum|agency|bureau|group\b|team\b|consortium|"
    r"microsoft|google|amazon\b|facebook|\bIBM\b|\bNEC\b|systems|software|telecom|corporation|info(?:comm|"
    r"rmati)",
    re.I,
)
_INSTITUTION = re.compile(
    r"\b(?:univers|institut|departa?ment|facult|laborator|college\b|school of|academy of)", re.I
)
_NOISE = re.compile(
    r"@|https?:|www\.|\{|\}|^e-?mails?\b|^correspond|^contact|^received|^accepted|^published|^submitted|"
    r"^edited|"
    r"^academic editor|^copyright|^keywords?|^supervis|^advis|\bfax\b|\btel\b|\bphone\b|equal contribution|"
    r"contributed equally|^present address|^date\b|^citation|^open access|^doi\b|^issn|^version\b|^for the\b",
    re.I,
)
_PARTICLE_WORDS = """
de da do dos das di del della der den des du la le les van von vom zu zum zur ten ter te bin ibn al
el y e af av vander st und of
"""
_NOT_NAME_WORDS = """
abstract introduction keywords article research review open access volume issue journal page pages
conference proceedings workshop international association computational linguistics january february
march april may june july august september october november december corresponding author authors
editor edited reviewed received accepted published license table figure the and for with from using
new methods analysis north south east west street avenue road summary contents statement need
scientific supervisor dissertation thesis degree doctor candidate professor department position
paper
"""
_PARTICLES = frozenset(_PARTICLE_WORDS.split())
_NOT_NAMES = frozenset(_NOT_NAME_WORDS.split())
_VOLUME = re.compile(r"[\s,.]+(?:\(?(?:19|20)\d\d|vol|\d)")
_MARKS = re.compile(r"[\d*†‡§¶#⇤∗⋆★✉✝♠♣♦♥◦∥‖⁎♯❖¹²³⁴⁵⁶⁷⁸⁹⁰\ufffd\ue000-\uf8ff\u2190-\u2bff]+")
_SEPARATOR = re.compile(r"\s*(?:,|;|\s&\s|·|•|\||\band\b|\bund\b|\bet\b|\by\b(?=\s[A-Z])|\bи\b)\s*")
_SUFFIX = re.compile(r"^(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?\s?d|msc|bsc|md|mds|frcs|dr|prof)\.?$", re.I)
_DEGREES = re.compile(
    r"(?:,?\s+(?:Ph\.?\s?D|M\.?\s?D|M\.?\s?Sc|B\.?\s?Sc|MDS|FRCS|Dr\.?|Prof\.?))+\.?$|^(?:Dr|Prof|Mr|Mrs|"
    r"Ms)\.?\s+"
)


class Group(msgspec.Struct):
    """Neighbouring lines of one size: a title, an author list, a paragraph."""

    lines: list[Line]
    text: str

    @property
    def size(self) -> float:
        """Type size in points."""
        return max(line.size for line in self.lines)

    @property
    def end(self) -> int:
        """Where the group ends in the page's text."""
        return self.lines[-1].end


def find_title(
    page: PageText, others: Sequence[PageText], hints: Sequence[str]
) -> tuple[Group, float] | None:
    """The title as set on the first page.

    Args:
        page: the first page.
        others: further pages, whose running heads may repeat it.
        hints: titles that the file's own metadata gives.

    Returns:
        Its lines and a confidence; None when nothing looks like one.
    """
    lines = [line for line in page.lines if line.direction == 0 and line.end > line.start]
    if not lines:
        return None
    body = body_size(lines)
    heads = [folded(p.text[line.start : line.end]) for p in others for line in p.lines if line.furniture]
    best: tuple[float, Group] | None = None
    for group in _groups(page, lines):
        score = _title_score(group, page, body, heads, hints)
        if score is not None and (best is None or score > best[0]):
            best = (score, group)
    if best is None:
        return None
    return best[1], max(0.3, min(0.9, 0.4 + 0.2 * best[0]))


def body_size(lines: Sequence[Line]) -> float:
    """The size in which most of a page is set."""
    count: Counter[float] = Counter()
    for line in lines:
        count[round(line.size * 2) / 2] += line.end - line.start
    return max(count, key=lambda size: count[size])


def _groups(page: PageText, lines: Sequence[Line]) -> list[Group]:
    groups: list[Group] = []
    for line in lines:
        text = page.text[line.start : line.end]
        if groups and _continues(groups[-1].lines[-1], line):
            group = groups[-1]
            group.lines.append(line)
            # A hyphen that was joined away leaves no gap between the lines.
            gap = "" if group.lines[-2].end == line.start else " "
            group.text += gap + text
        else:
            groups.append(Group([line], text))
    return groups


def _continues(above: Line, line: Line) -> bool:
    if abs(above.size - line.size) > 0.06 * above.size + 0.2 or above.bold != line.bold:
        return False
    gap = line.box.y0 - above.box.y1
    same_row = abs(line.box.y0 - above.box.y0) < 0.4 * line.size and line.box.x0 >= above.box.x1 - 2
    below = (
        -0.5 * line.size < gap < (1.3 if line.size > 13 else 0.9) * line.size and line.box.y0 > above.box.y0
    )
    apart = line.box.x0 > above.box.x1 or line.box.x1 < above.box.x0
    return same_row or (below and not apart)


def _title_score(
    group: Group, page: PageText, body: float, heads: Sequence[str], hints: Sequence[str]
) -> float | None:
    text = group.text.strip()
    letters = sum(map(str.isalpha, text))
    words = text.split()
    first = group.lines[0]
    if letters < 5 or len(text) > 400 or len(group.lines) > 8 or _BANNER.match(text):
        return None
    if first.box.y0 > 0.75 * page.height or letters < 0.5 * len(text.replace(" ", "")):
        return None
    score = 2.2 * min(2.5, group.size / body - 1) + 0.35 * first.bold
    score += min(len(words), 6) * 0.12 - (0.9 if len(words) < 2 else 0.0)
    score -= 0.5 * first.box.y0 / page.height
    if _NOT_TITLE.search(text) or _names_journal(text, page):
        score -= 2.0
    if first.furniture:
        score -= 1.5
    flat = folded(text)
    if len(flat) > 12 and any(fuzz.partial_ratio(flat, head) > 88 and len(head) > 12 for head in heads):
        score += 0.4
    if any(fuzz.ratio(flat, folded(hint)) > 88 for hint in hints):
        score += 3.0
    elif any(len(flat) > 12 and fuzz.partial_ratio(flat, folded(hint)) > 95 for hint in hints):
        score += 1.0
    return score


def _names_journal(text: str, page: PageText) -> bool:
    """Whether the words also stand before a volume or year on the page: then they name the journal."""
    if len(text.split()) > 8:
        return False
    name, around = folded(text), folded(page.text[:1500] + page.text[page.body_end :])
    at = around.find(name)
    while at >= 0:
        if _VOLUME.match(around, at + len(name)):
            return True
        at = around.find(name, at + 1)
    return False


def find_authors(page: PageText, title: Group) -> tuple[list[str], float] | None:
    """The authors named between title and abstract, in order.

    Args:
        page: the first page.
        title: its title.
    """
    lines = _between(page, title)
    letters = _letter_marks(page, lines)
    found: list[str] = []
    style: tuple[float, bool, bool] | None = None
    closed: set[int] = set()
    pending = ""
    for line in lines:
        text = " ".join(page.text[line.start : line.end].split())
        if _NOISE.search(text) or _is_affiliation(text):
            closed.add(line.block)
            pending = ""
            continue
        this = (line.size, line.bold, line.italic)
        names = _names_in(text, letters)
        joined = (
            _names_in(f"{pending} {text}", letters) if pending and style and _alike(style, this) else None
        )
        pending = _dangling(text)
        if joined and len(joined) > len(names or ()):
            # A name that was broken over two lines: what the first line held of it goes.
            names = joined
            found = found[:-1] if found and joined[0].startswith(found[-1]) else found
        if names is None:
            closed.add(line.block)
            continue
        if style is None:
            style = this
        elif not _alike(style, this) or (line.block in closed and len(names) < 2):
            continue
        found += [name for name in names if name not in found]
    if not found:
        return None
    return found, 0.75 if len(found) < 40 else 0.4


def _dangling(text: str) -> str:
    """The last part of a line of names when the name may go on in the next line."""
    part = _SEPARATOR.split(text)[-1].strip()
    words = part.split()
    return (
        part if words and len(words) < 3 and ("," in text or " and " in text) and part[-1] not in ",;" else ""
    )


def _alike(style: tuple[float, bool, bool], this: tuple[float, bool, bool]) -> bool:
    return abs(style[0] - this[0]) <= 0.6 and style[1:] == this[1:]


def _between(page: PageText, title: Group) -> list[Line]:
    """The lines from the title to the abstract, or to where the text begins."""
    low = title.lines[-1].box.y1
    left = min(line.box.x0 for line in title.lines)
    lines: list[Line] = []
    sentences = 0
    for line in page.lines:
        if line.start < title.end or line.furniture or line.direction:
            continue
        text = page.text[line.start : line.end]
        if line.box.x1 < left and (_DATED.match(text) or _is_running_text(text)):
            continue  # a bar beside the title, with dates and a licence: nothing ends there
        if _ABSTRACT.match(text) or (_AFTER_ABSTRACT.match(text) and not re.match(r"\W*\d|\*", text)):
            break
        if re.match(r"1\.?\s+introduction", text, re.I):
            break
        if line.box.y0 < low - 3 or line.box.y0 > low + 0.45 * page.height:
            continue
        sentences = sentences + 1 if _is_running_text(text) else 0
        if sentences >= 2:
            return lines[: -(sentences - 1)] if sentences > 1 else lines
        lines.append(line)
    return lines


def _is_running_text(text: str) -> bool:
    words = text.split()
    lower = sum(word[0].islower() for word in words)
    return len(words) > 6 and lower > 0.6 * len(words) and not _AFFILIATION.search(text)


def _is_affiliation(text: str) -> bool:
    if _INSTITUTION.search(text):
        return True
    return bool(_AFFILIATION.search(text)) and not re.search(r"\b(?:and|&)\b.*,|,.*,.*\band\b", text)


def _letter_marks(page: PageText, lines: Sequence[Line]) -> frozenset[str]:
    """Letters that mark affiliations (``a Department of …``): names may carry them at their end."""
    marks = set()
    for line in lines:
        text = page.text[line.start : line.end]
        match = re.match(r"^([a-j])\s?(?=[A-Z])", text)
        if match and _AFFILIATION.search(text):
            marks.add(match[1])
    return frozenset(marks)


def _names_in(text: str, letters: frozenset[str]) -> list[str] | None:
    """The names of a line; None when most of it is something else."""
    text = re.sub(r"\b(?:ID|iD|ORCID)\b", " ", text)
    text = re.sub(r"^by\s+", "", text, flags=re.I)
    parts = [_bare(part, letters) for part in _SEPARATOR.split(_MARKS.sub(",", text))]
    parts = [part for part in parts if len(part) > 1 and not _SUFFIX.match(part) and part[0] not in "-–"]
    if letters:
        parts = [part for part in parts if part not in letters]
    if len(parts) == 1:
        parts = _in_pairs(parts[0])
    names = [part for part in parts if is_name(part)]
    if not names or len(names) < 0.5 * len(parts):
        return None
    return [_cased(name) for name in names]


def _in_pairs(text: str) -> list[str]:
    """Names of two words each that follow one another without anything between them."""
    words = text.split()
    if len(words) < 6 or len(words) % 2 or not all(len(word) > 1 and word[0].isupper() for word in words):
        return [text]
    return [" ".join(words[at : at + 2]) for at in range(0, len(words), 2)]


def _bare(part: str, letters: frozenset[str]) -> str:
    part = _DEGREES.sub("", part.strip(" .,;:()[]<>~^'`’\"“”-–\u00a0"))
    if letters and len(part) > 4 and part[-1] in letters and part[-2].islower():
        words = part.split()
        if len(words) > 1 and len(words[-1]) > 3:
            part = part[:-1]
    return " ".join(part.split())


def is_name(text: str) -> bool:
    """Whether words may be a person's name: two to six, with capitals, initials and particles only."""
    words = text.replace(".", ". ").split()
    if not 2 <= len(words) <= 6 or len(text) > 48 or _INSTITUTION.search(text):
        return False
    capital = 0
    for word in words:
        low = word.strip(".,-’'").lower()
        if low in _NOT_NAMES or any(map(str.isdigit, word)):
            return False
        if low in _PARTICLES:
            continue
        if not word[0].isupper() and word[:2].lower() not in ("d'", "d’", "l'", "o'"):
            return False
        if not all(char.isalpha() or char in ".-’'‐‑" for char in word):
            return False
        capital += 1
    longest = max(len(word.strip(".")) for word in words)
    return capital >= 2 and longest >= 2


def _cased(name: str) -> str:
    """A name set in capitals, in ordinary case."""
    if name.upper() == name and sum(map(str.isalpha, name)) > 6:
        return " ".join(word.title() if len(word.strip(".")) > 2 else word for word in name.split())
    words = [word.title() if len(word) > 3 and word.isupper() else word for word in name.split()]
    return " ".join(words)


def find_abstract(pages: Sequence[PageText]) -> tuple[str, float] | None:
    """The abstract: what stands between its heading and the next one, or a paragraph that is set as one."""
    return _headed_abstract(pages) or (_unheaded_abstract(pages[0]) if pages else None)


def _headed_abstract(pages: Sequence[PageText]) -> tuple[str, float] | None:
    for at, page in enumerate(pages[:2]):
        for index, line in enumerate(page.lines):
            if line.furniture:
                break
            text = page.text[line.start : line.end]
            match = _ABSTRACT.match(text)
            if match and (
                match.end() == len(text) or text[match.end()].isupper() or text[match.end() - 1] in ".:—–- "
            ):
                start = line.start + match.end()
                words = _until_heading(page, index, start)
                if words[-1:].isalnum() and at + 1 < len(pages):
                    words += _overleaf(page, words, pages[at + 1])
                if len(words) > 150:
                    return words, 0.85
    return None


def _overleaf(page: PageText, words: str, following: PageText) -> str:
    """The rest of an abstract whose last sentence the page's end interrupts."""
    end = " ".join(page.text[: page.body_end].split())
    if not end.endswith(words[-40:]):
        return ""
    begin = 0
    for block in following.text[: following.body_end].split("\n\n")[:3]:
        if block[:1].islower():
            index = next((i for i, line in enumerate(following.lines) if line.end > begin), None)
            return "" if index is None else f" {_until_heading(following, index, begin)}"
        begin += len(block) + 2
    return ""


def _unheaded_abstract(page: PageText) -> tuple[str, float] | None:
    """The first long paragraph of prose, where the introduction follows it or its print sets it apart."""
    paragraphs = _paragraphs(page)
    for (text, lines), (following, others) in pairwise(paragraphs):
        if _BEGUN.match(text):
            return None
        if not _is_abstract_like(text):
            continue
        if _AFTER_ABSTRACT.match(following):
            return text, 0.7
        alone = _usual_print(lines) != _usual_print(others)
        return (text, 0.6) if alone and _is_prose(following) else None
    return None


def _paragraphs(page: PageText) -> list[tuple[str, list[Line]]]:
    found: list[tuple[str, list[Line]]] = []
    begin = 0
    for block in page.text[: page.body_end].split("\n\n"):
        end = begin + len(block)
        lines = [line for line in page.lines if begin <= line.start < end and not line.furniture]
        if lines:
            found.append((" ".join(block.split()), lines))
        begin = end + 2
    return found


def _usual_print(lines: Sequence[Line]) -> tuple[float, bool, bool, str]:
    weights: Counter[tuple[float, bool, bool, str]] = Counter()
    for line in lines:
        weights[(round(line.size, 1), line.bold, line.italic, line.font)] += line.end - line.start
    return weights.most_common(1)[0][0]


def _is_abstract_like(text: str) -> bool:
    return 80 <= len(text.split()) <= 500 and text.count(". ") >= 3 and text[-1:] in ".!?" and _is_prose(text)


def _is_prose(text: str) -> bool:
    """Whether a paragraph is running text, and not an address, a licence or a citation."""
    words = text.split()
    small = sum(word.islower() for word in words)
    return len(words) >= 25 and small > 0.6 * len(words) and not _LEGAL.search(text)


def _until_heading(page: PageText, index: int, start: int) -> str:
    heading = page.lines[index]
    following = [line for line in page.lines[index:] if line.end > start and not line.furniture]
    if following and following[0] is heading and page.text[start : heading.end].strip() == "":
        following = following[1:]
    if not following:
        return ""
    size = median(line.size for line in following[:6])
    end = page.body_end
    taken = 0
    for line in following:
        text = page.text[line.start : line.end].strip()
        taken += len(text)
        if line is not following[0] and (
            _AFTER_ABSTRACT.match(text) or (taken > 300 and _is_heading(line, text, size))
        ):
            end = line.start
            break
        if taken > 6000:
            end = line.end
            break
    return " ".join(page.text[start:end].split())


def _is_heading(line: Line, text: str, size: float) -> bool:
    return line.size > size + 1.2 and len(text) < 80 and not _PART_OF_ABSTRACT.match(text)
