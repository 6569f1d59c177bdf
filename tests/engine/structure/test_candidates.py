"""What could be a heading: where its words end on a line that goes on as text."""

from __future__ import annotations

import msgspec
import pytest
from tests.engine.structure.conftest import page_of

from twintree.base.records import Lead, PageText, Rect
from twintree.structure import candidates

BODY = "and so the colonies were counted again in each of the nine years that came"
LED = "Reading the ledgers of bees We counted all of the colonies in the north plots"


def page(lead: int, *, bold_below: bool = False, width: float = 1.0) -> PageText:
    """Running text with a line whose first characters are bold, as most of it is said to be."""
    rows = [(BODY, 10.0, False)] * 6 + [(LED, 10.0, True), (BODY, 10.0, bold_below), (BODY, 10.0, False)]
    made = page_of(1, rows)
    lines = list(made.lines)
    led = lines[6]
    box = Rect(led.box.x0, led.box.y0, led.box.x0 + width * (led.box.x1 - led.box.x0), led.box.y1)
    lines[6] = msgspec.structs.replace(led, box=box, lead=Lead(lead, bold=True, font="F"))
    return msgspec.structs.replace(made, lines=tuple(lines))


def titles(*pages: PageText) -> list[str]:
    return [each.title for each in candidates.typographic(candidates.read(pages))]


@pytest.mark.parametrize(
    ("shown", "title"),
    [
        (page(27), "Reading the ledgers of bees"),
        (page(27, bold_below=True), None),
        (page(27, width=0.7), LED),
    ],
)
def test_a_title_ends_where_its_line_goes_on_as_running_text(shown: PageText, title: str | None) -> None:
    """A line of a bold title that is short, or leads to another bold one, may end in a name of another style."""
    found = [each for each in titles(shown) if each.startswith("Reading")]
    assert found == [title] if title else all(each.startswith(LED) for each in found)


def standing(*pages: PageText) -> list[str]:
    """The titles of candidates that are no lines of running text."""
    return [each.title for each in candidates.typographic(candidates.read(pages)) if not each.amid]


def emphasis(text: str, lead: Lead) -> PageText:
    """Running text with a line of which the most is bold."""
    made = page_of(1, [(BODY, 10.0, False)] * 6 + [(text, 10.0, True)] + [(BODY, 10.0, False)] * 3)
    lines = list(made.lines)
    lines[6] = msgspec.structs.replace(lines[6], lead=lead)
    return msgspec.structs.replace(made, lines=tuple(lines))


@pytest.mark.parametrize(
    ("text", "lead", "kept"),
    [
        ("Additionally, an inline reference is a span in a text", Lead(16, bold=False, font="F"), False),
        ("2.1 Inline references of the text", Lead(3, bold=False, font="F"), True),
        ("Inline references of the text", Lead(6, bold=False, italic=True, font="F"), True),
    ],
)
def test_a_line_whose_first_words_are_of_ordinary_weight_is_no_title(
    text: str, lead: Lead, kept: bool
) -> None:
    assert (text in standing(emphasis(text, lead))) == kept


AMID = "Appendix A has the definitions of all the terms that stand here in text. The"


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        ("and so the details of these nine steps are given below in what follows. See", BODY, False),
        ("and so the details of these nine steps are given below in what follows now.", BODY, True),
        ("and so the details of these nine steps are given below in what follows. See", BODY.title(), True),
        ("and so on", BODY, True),
    ],
)
def test_a_line_amid_a_sentence_is_no_title_though_it_begins_like_one(
    before: str, after: str, kept: bool
) -> None:
    rows = [BODY] * 5 + [before, AMID, after, BODY]
    assert (AMID in standing(page_of(1, [(row, 10.0, False) for row in rows]))) == kept


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("Figure list", True),
        ("Table list", True),
        ("Chart parsing", True),
        ("Box plots", True),
        ("Algorithm overview", True),
        ("Figure 2. Forty plots", False),
        ("Table IV Forty plots", False),
        ("Fig. S2 Forty plots", False),
        ("Box A", False),
    ],
)
def test_a_word_behind_a_floats_name_makes_no_caption_and_a_number_does(title: str, kept: bool) -> None:
    made = page_of(1, [(BODY, 10.0, False)] * 5 + [(title, 12.0, True)] + [(BODY, 10.0, False)] * 3)
    assert (title in titles(made)) == kept


def test_a_title_that_runs_into_the_text_looks_like_others_that_do() -> None:
    found = candidates.typographic(candidates.read([page(27)]))
    (each,) = [each for each in found if each.title == "Reading the ledgers of bees"]
    assert each.look[-1] == "run-in"


def test_a_title_goes_on_with_the_bold_words_that_begin_the_next_line() -> None:
    first = "Labelled ledgers of the bees and of all the other colonies in the plots learn"
    text = "ing (LEARN) We counted all of the colonies in the north plots in every year so"
    made = page_of(
        1, [(BODY, 10.0, False)] * 6 + [(first, 10.0, True), (text, 10.0, False), (BODY, 10.0, False)]
    )
    # The reader has joined the word that the end of the line divides.
    joint = made.lines[7].start
    lines = [
        line
        if at < 7
        else msgspec.structs.replace(
            line,
            start=line.start - 1,
            end=line.end - 1,
            lead=Lead(11, bold=True, font="F") if at == 7 else None,
        )
        for at, line in enumerate(made.lines)
    ]
    text = made.text[: joint - 1] + made.text[joint:]
    made = msgspec.structs.replace(made, text=text, body_end=len(text), lines=tuple(lines))
    found = candidates.typographic(candidates.read([made]))
    (each,) = [each for each in found if each.title.startswith("Labelled")]
    assert each.title == f"{first}ing (LEARN)"
    assert made.text[each.start : each.end] == each.title


def test_a_title_that_ends_with_its_line_runs_into_a_text_of_its_paragraph() -> None:
    title = "Reading the ledgers of bees and of all the other colonies in the plots of old"
    run_in = msgspec.structs.replace(page(27), number=2)
    for block, others, kept in ((6, [run_in], True), (7, [run_in], False), (6, [], False)):
        made = page_of(1, [(BODY, 10.0, False)] * 6 + [(title, 10.0, True)] + [(BODY, 10.0, False)] * 3)
        lines = [
            msgspec.structs.replace(line, block=block if at == 7 else line.block)
            for at, line in enumerate(made.lines)
        ]
        shown = msgspec.structs.replace(made, lines=tuple(lines))
        found = candidates.typographic(candidates.read([shown, *others]))
        (each,) = [each for each in found if each.title == title]
        assert (each.look[-1] == "run-in") == kept
