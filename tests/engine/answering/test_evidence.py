"""Candidate sentences: followed over a page's end where there is another page, left where there is none."""

from __future__ import annotations

from collections.abc import Callable

from twintree.answering.evidence import Candidate, candidates, promising
from twintree.answering.question import read_question
from twintree.base.errors import NotFound
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Hit, PageText, Span

FIRST = "The extract lowered the cholesterol of the treated rats by a third and then went on"
SECOND = "to raise it again in the fourth week. Nothing else was seen."


def page_of(*texts: str) -> Callable[[FileId, int], PageText]:
    def page(file: FileId, number: int) -> PageText:
        if not 1 <= number <= len(texts):
            raise NotFound(f"There is no page {number}.")
        text = texts[number - 1]
        return PageText(number, str(number), 1.0, 1.0, text, len(text), ())

    return page


def hit(text: str) -> Hit:
    span = Span(1, 0, len(text))
    return Hit(paper=PaperId("P"), file=FileId("F"), page=1, spans=(span,), snippet="", score=1.0)


def test_sentence_running_over_the_page_end_is_followed() -> None:
    (found,) = candidates([hit(FIRST)], page_of(FIRST, SECOND))
    assert [span.page for span in found.spans] == [1, 2]
    assert found.text.endswith("again in the fourth week.")


def test_sentence_cut_off_on_the_last_page_stands_as_it_is() -> None:
    (found,) = candidates([hit(FIRST)], page_of(FIRST))
    assert found.text == FIRST


def test_promising_sentences_are_those_of_good_passages_or_with_the_words_asked() -> None:
    def sentence(text: str, passage: float) -> Candidate:
        return Candidate(paper=PaperId("P"), file=FileId("F"), spans=(Span(1, 0, 1),), text=text, passage=passage)

    good = sentence("It fell by a third in the fourth week.", 0.9)
    named = sentence("The cholesterol of the treated rats fell.", 0.5)
    poor = sentence("Ethical approval was granted by the board.", 0.5)
    asked = read_question("How far did cholesterol fall?")
    assert promising(asked, [poor, named, good], {}, limit=2) == [good, named]
