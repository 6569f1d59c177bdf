"""What could be a heading: where its words end on a line that goes on as text."""

from __future__ import annotations

import msgspec
import pytest
from tests.engine.structure.conftest import page_of

from twintree.base.pages import Lead, PageText
from twintree.base.records import Rect
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


def moved(made: PageText, at: int, down: float, **more: object) -> PageText:
    """A page whose lines from one on stand lower, the first of them with other fields."""
    lines = [
        msgspec.structs.replace(
            line,
            box=Rect(line.box.x0, line.box.y0 + down, line.box.x1, line.box.y1 + down),
            **(more if i == at else {}),
        )
        if i >= at
        else line
        for i, line in enumerate(made.lines)
    ]
    return msgspec.structs.replace(made, lines=tuple(lines))


@pytest.mark.parametrize(("block", "title"), [(6, "Reading the ledgers of bees"), (7, LED)])
def test_a_formula_that_parts_the_lines_of_a_paragraph_keeps_no_text_in_its_title(
    block: int, title: str
) -> None:
    found = titles(moved(page(27), 7, 9.0, block=block))
    assert [each for each in found if each.startswith("Reading")] == [title]


def run_in(
    *, block: int, first: str = "2.1 Reading of the ledgers that came from the bees of the north and"
) -> PageText:
    """Running text with two bold lines of which the second goes on as text behind a stop."""
    text = "of the south. We counted all of the colonies in the north plots in every year"
    rows = [(BODY, 10.0, False)] * 5 + [("and so on.", 10.0, False), (first, 10.0, True), (text, 10.0, False)]
    made = page_of(1, [*rows, *[(BODY, 10.0, False)] * 2])
    return moved(made, 7, 0.0, block=block, lead=Lead(13, bold=True, font="F"))


def test_the_first_line_of_a_title_that_runs_into_the_text_is_no_title_of_its_own() -> None:
    whole = "2.1 Reading of the ledgers that came from the bees of the north and of the south"
    assert [each for each in titles(run_in(block=6)) if "edgers" in each or "south" in each] == [whole]


def test_a_title_by_itself_leads_into_no_title_of_the_next_paragraph() -> None:
    found = titles(run_in(block=7, first="2.1 Ledgers"))
    assert "2.1 Ledgers" in found
    assert "of the south" in found


def table(left: str, right: str, under: str, beside: str) -> PageText:
    """Running text, and below it two rows of cells, of which the first is bold."""
    made = page_of(
        1,
        [(BODY, 10.0, False)] * 5
        + [(left, 10.0, True), (right, 10.0, True), (under, 10.0, False), (beside, 10.0, False)]
        + [(BODY, 10.0, False)] * 3,
    )
    lines = list(made.lines)
    for at in (6, 8):
        box, to = lines[at].box, lines[at - 1].box
        lines[at] = msgspec.structs.replace(lines[at], box=Rect(300, to.y0, 300 + box.x1 - box.x0, to.y1))
    return msgspec.structs.replace(made, lines=tuple(lines))


def test_the_heads_of_a_tables_columns_are_no_titles() -> None:
    heads = ("Model", "Results")
    assert not set(heads) & set(titles(table(*heads, "Trees", "71.4")))
    beside_text = titles(table("Results", "on paper", BODY[:60], "71.4"))
    assert "Results" in beside_text


def test_words_that_wide_spaces_divide_are_no_title() -> None:
    made = page_of(
        1, [(BODY, 10.0, False)] * 5 + [("Field", 10.0, True), ("Precision", 10.0, True), (BODY, 10.0, False)]
    )
    lines = list(made.lines)
    box, to = lines[6].box, lines[5].box
    for gap, kept in ((12.0, False), (4.0, True)):
        moved_box = Rect(to.x1 + gap, to.y0, to.x1 + gap + box.x1 - box.x0, to.y1)
        lines[6] = msgspec.structs.replace(lines[6], box=moved_box, block=lines[5].block)
        assert ("Field Precision" in titles(msgspec.structs.replace(made, lines=tuple(lines)))) == kept


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
