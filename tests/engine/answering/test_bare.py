"""A caption that only says what is shown does not crowd out the sentence that answers."""

from __future__ import annotations

from twintree.answering.bare import bare_captions_behind
from twintree.answering.evidence import Candidate, choose
from twintree.base.anchors import Anchor
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Rect, Span

PAPER, FILE = PaperId("P"), FileId("F")


def said(text: str, score: float, start: int = 0, kind: str = "", part: int = 0) -> Candidate:
    spans = (Span(1, start, start + len(text)),)
    return Candidate(paper=PAPER, file=FILE, spans=spans, text=text, score=score, kind=kind, part=part)


def caption_at(start: int, end: int) -> Anchor:
    return Anchor(
        id="P.tab1", paper=PAPER, file=FILE, kind="table", page=1, box=Rect(0, 0, 1, 1), spans=(Span(1, start, end),)
    )  # fmt: skip


FIRST = said("Composition of the oil of wax leaves", 0.84, 109)
SECOND = said("Effect of the oil of wax leaves on ants", 0.77, 209)
ANSWER = said("Eugenol was the major part of it.", 0.59, 400)
ANCHORS = (caption_at(100, 150), caption_at(200, 260))


def test_a_sentence_goes_before_captions_without_values_and_one_of_these_is_left() -> None:
    kept = bare_captions_behind([FIRST, SECOND, ANSWER], lambda paper: ANCHORS)
    assert [each.text for each in choose(kept, 4, 0.72)] == [ANSWER.text, FIRST.text]


def test_a_caption_stays_first_where_no_sentence_is_about_as_good() -> None:
    weak = said("Wax is known to be good for many things.", 0.3, 400)
    kept = bare_captions_behind([FIRST, weak], lambda paper: ANCHORS)
    assert [each.text for each in kept] == [FIRST.text, weak.text]


def test_each_part_of_a_question_keeps_a_caption_of_its_own() -> None:
    other = said("Table 2: Yield of the oil of wax leaves", 0.7, 500, part=1)
    kept = bare_captions_behind([FIRST, other], lambda paper: ANCHORS)
    assert [each.part for each in kept] == [0, 1]


def test_values_rows_and_the_sentences_behind_a_caption_stay_as_they_are() -> None:
    untouched = [
        said("Table 3: The oil holds 42.5% of eugenol", 0.9, 600),
        said("Table 1: Parts of the oil · Eugenol", 0.85, 100, kind="row"),
        said("The oil lowered the weight of all ants.", 0.8, 230),
        said("Table 4 shows that eugenol is the major part.", 0.7, 700),
    ]
    assert bare_captions_behind(untouched, lambda paper: ANCHORS) == untouched
