"""Figures and tables as evidence: captions as they stand, rows under their table's head, and which one is sought."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from twintree.answering.evidence import Candidate, Embed, promising, score_candidates
from twintree.answering.found import probability, signals
from twintree.answering.pairs import told_as_pairs
from twintree.answering.question import Question
from twintree.base.anchors import Anchor
from twintree.base.answers import Hit
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import Span
from twintree.base.text import sentences
from twintree.base.words import content_stems

PageOf = Callable[[FileId, int], PageText]
AnchorsOf = Callable[[PaperId], Sequence[Anchor]]

_FIGURE = r"(?:figures?|figs?\.?|diagrams?|abbildung(?:en)?)"
_TABLE = r"(?:tables?|tabellen?)"
#: A figure or table that is asked for by what it holds, not by its number.
_SOUGHT = re.compile(
    r"\b(?:(?:in\s+)?(?:which|what|welche[rs]?)|(?:is|are)\s+there\s+(?:an?|any)|gibt\s+es\s+eine|where\s+is\s+(?:the|an?)|"
    r"(?:show|find|give)\s+(?:me\s+)?(?:the|an?))\s+(?:[\w-]+\s+)?"
    rf"(?:(?P<figure>{_FIGURE})|(?P<table>{_TABLE}))(?![\w-])(?!\s*(?:\d|[IVX]+\b))",
    re.I,
)
#: Words of such a question that say what is sought, or what it does, and nothing of its subject.
_ASKING = frozenset(
    content_stems(
        "figure figures fig diagram table tables abbildung tabelle show present report contain depict display "
        "illustrate list hold plot give summarise summarize compare where there see look"
    )
)
#: Characters of cells that are shown, and of a caption that stands before a row.
_CELLS, _CAPTION = 400, 160
#: Paragraphs on either side of a caption among which its table's rows are sought where no layout tells.
_NEAR = 8
#: Characters up to which what ends with a stop is a caption's label.
_LABEL = 16
#: Words of a line that are its table's column titles where it begins with them.
_BEGINS = 2
#: Rows at most that a question may name alike.
_ALIKE = 2
#: Of captions that suit a question, those nearly as good as the best one, at most so many.
_AS_GOOD, _MEANT = 0.9, 2
_NUMBER = re.compile(r"(?<![\w.])[-+±−]?\d[\d.,]*[kKMB]?(?![\w.])")


def sought(question: str) -> str:
    """``figure`` or ``table`` where a question asks for one by what it holds; ``""`` otherwise."""
    found = _SOUGHT.search(question)
    return "" if found is None else str(found.lastgroup)


def subject(asked: Question) -> Question:
    """What a figure or table is to hold: the question without the words that only ask for one; else as it is."""
    if not sought(asked.text):
        return asked
    stems = tuple(each for each in asked.stems if each not in _ASKING)
    return replace(asked, stems=stems or asked.stems)


def captions(anchors: Iterable[Anchor], page_of: PageOf, kinds: Sequence[str] = ()) -> list[Candidate]:
    """The captions of figures, tables and algorithms, each whole; only of ``kinds`` when given."""
    found = []
    for each in anchors:
        if each.kind in ("equation", "footnote") or (kinds and each.kind not in kinds) or not each.spans:
            continue
        text = _said(page_of(each.file, each.page), each.spans)
        if text:
            found.append(
                Candidate(paper=each.paper, file=each.file, spans=each.spans, text=text, kind="caption")
            )
    return found


def of_named(hits: Sequence[Hit], anchors: AnchorsOf, page_of: PageOf) -> list[Candidate]:
    """What the figures and tables are that passages lie in: caption, cells, and each row under its head."""
    found: list[Candidate] = []
    for each in _on_pages(hits, anchors):
        page = page_of(each.file, each.page)
        scores = [
            hit.score
            for hit in hits
            if hit.file == each.file
            and any(_overlap(span, own) for span in hit.spans for own in (*each.spans, *each.inside))
        ]
        if not scores:
            continue
        made = captions([each], page_of)
        if each.kind == "table" and (rows := rows_of(each, page)):
            made += [_cells(each, page, rows), *_rows(each, page, rows)]
        found += [replace(one, passage=max(scores)) for one in made]
    return found


def of_tables(asked: Question, hits: Sequence[Hit], anchors: AnchorsOf, page_of: PageOf) -> list[Candidate]:
    """The tables on pages where passages were found: rows that a question's words name, else the whole table.

    A whole table stands where its caption says all that is asked, or its columns some of the rest. Each row stands
    under its table's head, and whole tables under their caption.
    """
    found: list[Candidate] = []
    best = {(hit.file, hit.page): hit.score for hit in sorted(hits, key=lambda hit: hit.score)}
    for each in _on_pages(hits, anchors):
        if each.kind == "table" and each.spans:
            page = page_of(each.file, each.page)
            score = best[(each.file, each.page)]
            found += [replace(one, passage=score) for one in _told_by(asked, each, page)]
    return found


def _told_by(asked: Question, table: Anchor, page: PageText) -> list[Candidate]:
    rows = rows_of(table, page)
    if not any(_is_numeric(page, row) for row in rows):
        return []
    above = {stem for span in _above(table, page) for stem in content_stems(_said(page, (span,)))}
    wanted = set(asked.stems) - above
    # What all rows stand under names none of them; a row may stand in several lines, its name in the first.
    shared = {*_above(table, page), *_head(table, page, rows)}
    named = [
        each
        for each in _rows(table, page, rows)
        if wanted & _words(page, [span for span in each.spans if span not in shared])
    ]
    head = _words(page, [span for span in shared if span not in _above(table, page)])
    if named or (wanted and not wanted & head):
        return named  # neither a row nor a column is of what is asked for
    cells = _cells(table, page, rows)
    spans = (*_above(table, page), *cells.spans)
    text = " · ".join(_said(page, (span,)) for span in spans)
    return [replace(cells, spans=spans, text=text, kind="row")]


def _words(page: PageText, spans: Sequence[Span]) -> set[str]:
    return {word for word in content_stems(_said(page, spans)) if not word.isdigit()}


def first_of_all(scored: Sequence[Candidate]) -> list[Candidate]:
    """Scored candidates with captions before cells and both before everything else: they are what was asked for."""
    ranks = {"caption": 2, "cells": 1}
    top = max((each.score for each in scored), default=0.0)
    shown = [
        replace(each, score=top + ranks[each.kind] / 1000) if each.kind in ranks else each
        for each in scored
        if each.kind != "row"
    ]
    return sorted(shown, key=lambda each: -each.score)


def named_rows_first(asked: Question, scored: Sequence[Candidate], page_of: PageOf) -> list[Candidate]:
    """Scored candidates with the row before everything else that a question names by the words that stand in it.

    Caption and head, which rows share, say in which table and column; where many rows suit alike, none is meant.
    """
    rows = [each for each in scored if each.kind == "row"]
    shared = Counter((each.file, span) for each in rows for span in each.spans)
    suits: dict[Candidate, tuple[int, float]] = {}
    for each in rows:
        own = [span for span in each.spans if shared[each.file, span] == 1]
        said = " ".join(_said(page_of(each.file, span.page), (span,)) for span in own)
        label = {stem for stem in content_stems(said) if not stem[0].isdigit()}
        if found := label & set(asked.stems):
            suits[each] = (len(found), len(found) / len(label))
    best = [each for each in suits if suits[each] == max(suits.values())]
    if not 0 < len(best) <= _ALIKE:
        return list(scored)
    top = max(each.score for each in scored)
    meant = [replace(each, score=top + each.score / 1000) for each in best]
    return [*meant, *(each for each in scored if each not in best)]


def _held(anchor: Anchor, page_of: PageOf) -> str:
    """The words in a figure, or as many cells of a table as are shown at once."""
    page = page_of(anchor.file, anchor.page)
    if anchor.kind == "table":
        rows = rows_of(anchor, page)
        return _cells(anchor, page, rows).text if rows else ""
    return _said(page, [span for span in anchor.inside if span.page == page.number])[:_CELLS]


def rows_of(table: Anchor, page: PageText) -> list[Span]:
    """The rows of a table in order, its head among them; those beside its caption where no layout tells which."""
    spans = [span for span in table.inside if span.page == page.number]
    if spans:
        return [row for span in spans for row in _lines(page, span.start, span.end)]
    own = next((span for span in table.spans if span.page == page.number), None)
    if own is None:
        return []
    before = list(_tabular(page, own.start, -1))
    behind = list(_tabular(page, own.end, 1))
    return max((before[::-1], behind), key=lambda rows: sum(_is_numeric(page, row) for row in rows))


def _on_pages(hits: Sequence[Hit], anchors: AnchorsOf) -> Iterator[Anchor]:
    pages = {(hit.file, hit.page) for hit in hits}
    for paper in dict.fromkeys(hit.paper for hit in hits):
        for each in anchors(paper):
            if (each.file, each.page) in pages:
                yield each


def _tabular(page: PageText, at: int, step: int) -> Iterator[Span]:
    """The lines of paragraphs on one side of a caption, away from it, as long as they look like a table's."""
    paragraphs = [
        Span(page.number, m.start(), m.end())
        for m in re.finditer(r"(?:[^\n]|\n(?!\n))+", page.text[: page.body_end])
    ]
    side = [p for p in paragraphs if (p.end <= at if step < 0 else p.start >= at)][::step][:_NEAR]
    for paragraph in side:
        lines = _lines(page, paragraph.start, paragraph.end)
        if not any(_is_numeric(page, line) for line in lines) and not _is_label(page, paragraph):
            return
        yield from lines[::step]


def _lines(page: PageText, start: int, end: int) -> list[Span]:
    found = []
    for match in re.finditer(r"[^\n]*[^\s][^\n]*", page.text[start:end]):
        text = match.group()
        first = start + match.start() + len(text) - len(text.lstrip())
        found.append(Span(page.number, first, first + len(text.strip())))
    return found


def _is_numeric(page: PageText, line: Span) -> bool:
    words = page.text[line.start : line.end].split()
    numbers = sum(bool(_NUMBER.fullmatch(word.strip("%*†‡()±;"))) for word in words)
    return numbers > 0 and (numbers > 1 or len(words) <= 6) and 4 * numbers >= len(words)


def _is_label(page: PageText, paragraph: Span) -> bool:
    text = page.text[paragraph.start : paragraph.end]
    return len(text) < _CAPTION // 2 and not text.rstrip().endswith((".", "?", "!", ":", ";", ","))


def _cells(table: Anchor, page: PageText, rows: Sequence[Span]) -> Candidate:
    """A table's rows as they stand, as many as are shown at once."""
    head = _head(table, page, rows)
    parts = [
        *((span,) for span in head),
        *(row for row in _whole_rows(table, page, rows) if row[0] not in head),
    ]
    shown: list[tuple[Span, ...]] = []
    for part in parts:
        if shown and sum(each.end - each.start for known in (*shown, part) for each in known) > _CELLS:
            break
        shown.append(part)
    text = " · ".join(_said(page, part) for part in shown)
    spans = tuple(span for part in shown for span in part)
    return Candidate(paper=table.paper, file=table.file, spans=spans, text=text, kind="cells")


def _rows(table: Anchor, page: PageText, rows: Sequence[Span]) -> list[Candidate]:
    """Each row with numbers, under the caption and the head that say what they are."""
    if not rows:
        return []
    head = _head(table, page, rows)
    above = _above(table, page)
    return [
        Candidate(
            paper=table.paper,
            file=table.file,
            spans=tuple(dict.fromkeys((*above, *head, *row))),
            text=" · ".join(_row_told(table, page, above, head, row)),
            kind="row",
        )
        for row in _whole_rows(table, page, rows)
        if any(_is_numeric(page, line) for line in row) and (not table.header or row[0] not in head)
    ]


def _row_told(
    table: Anchor, page: PageText, above: Sequence[Span], head: Sequence[Span], row: Sequence[Span]
) -> list[str]:
    """A row under its caption: each cell with its head where these are sure, else as head and row stand."""
    said = _said(page, row)
    told = told_as_pairs(table, said) or (*(_said(page, (span,)) for span in head), said)
    return list(dict.fromkeys([*(_said(page, (span,)) for span in above), *told]))


def _head(table: Anchor, page: PageText, rows: Sequence[Span]) -> tuple[Span, ...]:
    """The lines of a table's head: its first ones, or, where its columns are read apart, what is no row of cells.

    A head of three rows of cells may stand in one line, and that of the columns on the right among the last ones.
    """
    plain = tuple(rows[: max(1, table.header)])
    titles = {word for cells in table.cells[: table.header] for cell in cells for word in cell.split()}
    whole = _whole_rows(table, page, rows)
    if not titles or not any(len(row) > 1 for row in whole):
        return plain
    named = [
        row[0]
        for row in whole
        if len(row) == 1 and titles >= set(page.text[row[0].start : row[0].end].split()[:_BEGINS])
    ]
    return tuple(named) or plain


def _whole_rows(table: Anchor, page: PageText, lines: Sequence[Span]) -> list[tuple[Span, ...]]:
    """Lines as rows: one that the page's columns part into several lines is whole again, where its cells are known."""
    left = list(lines)
    rows: dict[int, tuple[Span, ...]] = {}
    for cells in table.cells:
        wanted = _bare(" ".join(cells))
        parts: list[Span] = []
        for line in left:
            said = _bare(page.text[line.start : line.end])
            if said and wanted.startswith(said):
                parts.append(line)
                wanted = wanted[len(said) :]
        if parts and not wanted:
            left = [line for line in left if line not in parts]
            rows[parts[0].start] = tuple(parts)
    return [row for _, row in sorted({**{line.start: (line,) for line in left}, **rows}.items())]


def _bare(text: str) -> str:
    return "".join(text.split())


def _above(table: Anchor, page: PageText) -> tuple[Span, ...]:
    """As much of a caption as stands well before a row: its first sentence, or the beginning of that."""
    if not table.spans:
        return ()
    span = table.spans[0]
    first = [Span(span.page, *pair) for pair in sentences(page.text, span.start, span.end)]
    # A label with a stop (*Table 3.*) is no sentence.
    span = Span(
        span.page, span.start, first[min(1, len(first) - 1)].end if _is_short(first) else first[0].end
    )
    if span.end - span.start <= _CAPTION:
        return (span,)
    cut = page.text.rfind(" ", span.start, span.start + _CAPTION)
    return (Span(span.page, span.start, cut if cut > span.start else span.start + _CAPTION),)


def _is_short(sentences_: Sequence[Span]) -> bool:
    return sentences_[0].end - sentences_[0].start < _LABEL


def _said(page: PageText, spans: Sequence[Span]) -> str:
    return " ".join(" ".join(page.text[span.start : span.end] for span in spans).split())


def _overlap(first: Span, second: Span) -> bool:
    return first.page == second.page and first.start < second.end and second.start < first.end


def with_named(
    pool: Sequence[Candidate], hits: Sequence[Hit], anchors: AnchorsOf, page_of: PageOf
) -> list[Candidate]:
    """Candidates of passages that a question names, with the captions, cells and rows in them as what they are."""
    named = of_named(hits, anchors, page_of)
    whole = [(each.file, span) for each in named if each.kind != "row" for span in each.spans]
    rest = [
        each
        for each in pool
        if not any(each.file == file and _overlap(span, own) for file, span in whole for own in each.spans)
    ]
    return [*named, *rest]


def seek(
    asked: Question,
    anchors: Iterable[Anchor],
    page_of: PageOf,
    idf: Mapping[str, float],
    embed: Embed,
    bar: float,
) -> list[Anchor]:
    """The figures or tables that a question asks for by what they hold, the likeliest first; none below ``bar``.

    Args:
        asked: the question.
        anchors: those of the papers at hand.
        page_of: gives a page.
        idf: of the question's stems.
        embed: gives unit vectors.
        bar: probability from which on one is said to be meant, 0..1.
    """
    kind = sought(asked.text)
    known = {(each.file, each.spans): each for each in anchors if each.kind == kind and each.spans}
    if not kind or not known:
        return []
    about = subject(asked)
    pool = [
        replace(each, text=f"{each.text} {_held(known[(each.file, each.spans)], page_of)}".strip())
        for each in captions(known.values(), page_of)
    ]
    scored = score_candidates(about, promising(about, pool, idf), idf, embed)
    if not scored:
        return []
    best = known[(scored[0].file, scored[0].spans)]
    read: dict[str, str] = {best.paper: page_of(best.file, best.page).text}
    if probability(signals(about, scored[:1], read, idf)) < bar:
        return []
    near = [each for each in scored if each.score >= _AS_GOOD * scored[0].score]
    return [known[(each.file, each.spans)] for each in near[:_MEANT]]
