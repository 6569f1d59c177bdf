"""Figures, tables and equations: told by captions, enriched by the layout's boxes under the same ids."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from twintree.base.anchors import Anchor
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import LayoutBox, PageText
from twintree.base.records import Rect, SectionTree
from twintree.structure.anchors import Layout, find_anchors
from twintree.structure.tree import build_section_tree

PAPER, FILE = PaperId("Pabcdefghijkl"), FileId("Fabcdefghijkl")
PROSE = (
    "Figure 3 shows how the colonies grew over the years, and Table 1 lists the trees that were felled for them. "
    "We measured forty plots over nine years and kept the records in a ledger that anyone may read when they wish."
)


def anchors_of(
    pages: list[PageText], layout: Layout | None = None, tree: SectionTree | None = None
) -> list[Anchor]:
    return find_anchors(PAPER, FILE, pages, tree or SectionTree(paper=PAPER, nodes=()), layout)


def names(found: list[Anchor]) -> list[str]:
    return [each.id.partition(".")[2] for each in found]


def test_a_caption_is_an_anchor_and_a_sentence_that_speaks_of_it_is_none(write: Callable) -> None:
    _, pages = write(
        [("p", PROSE), ("p", "Figure 3: Colonies by year and plot.")], [("p", "Table 1. Trees felled.")]
    )
    figure, table = anchors_of(pages)
    assert (figure.id, figure.label, figure.page, figure.source) == (
        "Pabcdefghijkl.fig3",
        "Figure 3",
        1,
        "caption",
    )
    assert figure.caption == "Figure 3: Colonies by year and plot."
    (span,) = figure.spans
    assert pages[0].text[span.start : span.end] == figure.caption
    assert (table.id, table.page) == ("Pabcdefghijkl.tab1", 2)


@pytest.mark.parametrize(
    ("caption", "name"),
    [
        ("Fig. 2 a Profile of the first sample", "fig2"),
        ("FIGURE 12 | Bees on the comb", "fig12"),
        ("Abbildung 1.5: Stetige Funktionen", "fig1.5"),
        ("TABLE II. Costs of each run", "tabII"),
        ("Supplementary Figure 4. Further colonies", "figS4"),
        ("Table S1: Primers", "tabS1"),
        ("Algorithm 2: Gather the nectar", "alg2"),
        ("Рис. 3. Пчёлы", "fig3"),
    ],
)
def test_captions_of_many_journals_and_languages_are_known(caption: str, name: str) -> None:
    page = page_of([(72, 100, caption)])
    assert names(anchors_of([page])) == [name]


@pytest.mark.parametrize(
    "sentence",
    ["Figure 3 shows the colonies.", "Table 2 and Table 3 agree.", "Figure out what bees do.", "Table salt"],
)
def test_no_anchor_is_made_of_a_sentence(sentence: str) -> None:
    assert anchors_of([page_of([(72, 100, sentence)])]) == []


def test_an_equation_is_known_by_its_number_in_order_and_a_reference_to_it_is_none(write: Callable) -> None:
    _, pages = write(
        [("p", "a = b + c (1)"), ("p", "as the bound follows from the sum in (2)"), ("p", "x = y (99)")]
    )
    (equation,) = anchors_of(pages)
    assert (equation.id, equation.kind, equation.label) == ("Pabcdefghijkl.eq1", "equation", "Equation 1")


def test_the_layout_gives_a_known_figure_its_box_and_keeps_its_id(write: Callable) -> None:
    _, pages = write([("p", PROSE), ("p", "Figure 1: Colonies by year and plot.")])
    (before,) = anchors_of(pages)
    picture = Rect(100, before.box.y0 - 220, 400, before.box.y0 - 10)
    (after,) = anchors_of(pages, {1: [LayoutBox("picture", picture)]})
    assert (after.id, after.caption, after.spans) == (before.id, before.caption, before.spans)
    assert (after.source, after.box) == ("layout", picture)


def test_panels_become_one_figure_and_what_has_no_caption_is_named_by_its_page(write: Callable) -> None:
    _, pages = write([("p", "Figure 1: Colonies by year and plot.")], [("p", PROSE)])
    top = pages[0].lines[0].box.y1
    panels = [LayoutBox("picture", Rect(x, top + 10, x + 150, top + 160)) for x in (80.0, 260.0)]
    lone = LayoutBox("picture", Rect(100, 300, 400, 500))
    found = anchors_of(pages, {1: panels, 2: [lone]})
    assert names(found) == ["fig1", "figp2-1"]
    assert (found[0].box.x0, found[0].box.x1) == (80.0, 410.0)


def test_two_boxes_with_running_text_between_them_are_not_one_table() -> None:
    page = page_of(
        [
            (60, 80, "Table 1: Costs of runs."),
            (320, 80, "The text of the second column"),
            (320, 200, "12 7 9"),
        ]
    )
    own, far = Rect(60, 100, 280, 170), Rect(320, 180, 540, 260)
    layout = [
        LayoutBox("table", far),
        LayoutBox("table", own),
        LayoutBox("text", Rect(318, 78, 540, 170)),
        LayoutBox("text", Rect(60, 180, 280, 260)),
    ]
    found = {each.id.partition(".")[2]: each for each in anchors_of([page], {1: layout})}
    assert found["tab1"].box == own
    assert found["tabp1-1"].box == far


@pytest.mark.parametrize(("dots", "found"), [(" . . . . . . . . ", []), (" ", ["tabp1-1"])])
def test_a_page_of_contents_has_no_table(dots: str, found: list[str]) -> None:
    rows = [(72.0, 100.0 + 20 * at, f"{at} The trees of that year{dots}{at + 7}") for at in range(1, 9)]
    assert names(anchors_of([page_of(rows)], {1: [LayoutBox("table", Rect(60, 100, 500, 300))]})) == found


def test_a_paper_whose_captions_stand_below_its_tables_keeps_each_with_its_own() -> None:
    rows = [(72, 100, "Table 1: Bees."), (72, 180, "Table 2: Ants."), (72, 500, "Table 3: Wasps.")]
    tables = [Rect(70, 60, 300, 90), Rect(70, 125, 300, 170), Rect(70, 460, 300, 490)]
    found = anchors_of([page_of(rows)], {1: [LayoutBox("table", table) for table in tables]})
    assert {each.label: each.box for each in found} == {
        "Table 1": tables[0],
        "Table 2": tables[1],
        "Table 3": tables[2],
    }


def test_words_inside_a_table_are_its_own_and_its_caption_is_not() -> None:
    page = page_of(
        [(72, 100, "Table 1: Costs."), (72, 130, "bees 12"), (72, 150, "ants 7"), (72, 400, "Elsewhere.")]
    )
    (table,) = anchors_of([page], {1: [LayoutBox("table", Rect(60, 115, 300, 165))]})
    assert [page.text[span.start : span.end].split() for span in table.inside] == [
        ["bees", "12", "ants", "7"]
    ]


def test_a_displayed_formula_without_a_number_is_an_equation_named_by_its_page() -> None:
    page = page_of(
        [(72, 100, "We set the rate as follows."), (200, 130, "r = a + b"), (72, 160, "It holds.")]
    )
    (equation,) = anchors_of([page], {1: [LayoutBox("formula", Rect(195, 128, 250, 144))]})
    assert (equation.id, equation.kind, equation.label) == ("Pabcdefghijkl.eqp1-1", "equation", "")
    assert equation.caption == "r = a + b"
    assert (equation.source, equation.box) == ("layout", Rect(195, 128, 250, 144))


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("3https://trees.example", "Footnote 3"),
        ("7pronounced as it is written", "Footnote 7"),
        ("12The form of the data is told elsewhere.", "Footnote 12"),
        ("∗denotes equal contribution", "Footnote *"),
        ("4th edition of the same book", ""),
        ("2.5 times as many as before", ""),
        ("parse", ""),
    ],
)
def test_a_footnote_is_told_by_the_mark_that_its_words_or_its_address_follow(words: str, label: str) -> None:
    page = page_of([(72, 100, "Trees grow for many years."), (72, 700, words)])
    (note,) = anchors_of([page], {1: [LayoutBox("footnote", Rect(60, 695, 500, 720))]})
    assert (note.kind, note.label) == ("footnote", label)


@pytest.mark.parametrize(
    "box",
    [
        Rect(72, 98, 100, 114),  # part of a sentence
        Rect(198, 128, 206, 144),  # a letter
        Rect(70, 178, 400, 194),  # a sentence that the model took for one
        Rect(70, 238, 200, 254),  # an item of a list
        Rect(190, 208, 290, 224),  # the formula that has a number
    ],
)
def test_what_is_part_of_a_line_or_has_a_number_is_no_further_equation(box: Rect) -> None:
    rows = [
        (72.0, 100.0, "a = b in the long run of every one of these colonies"),
        (200.0, 130.0, "x"),
        (72.0, 180.0, "where the number of colonies that were counted equals two"),
        (200.0, 210.0, "r = a + b (1)"),
        (72.0, 240.0, "• f(x, y) = x"),
    ]
    found = anchors_of([page_of(rows)], {1: [LayoutBox("formula", box)]})
    assert names(found) == ["eq1"]


def test_an_equation_takes_no_formula_of_the_column_beside_it() -> None:
    rows = [(60.0, 100.0, "p = q"), (340.0, 100.0, "r = a + b (1)")]
    boxes = [LayoutBox("formula", Rect(58, 98, 90, 114)), LayoutBox("formula", Rect(338, 98, 390, 114))]
    found = {each.id.partition(".")[2]: each for each in anchors_of([page_of(rows)], {1: boxes})}
    assert found["eq1"].box.x0 == 338
    assert found["eqp1-1"].box == boxes[0].rect


def test_words_in_a_picture_are_its_own_and_neither_captions_nor_equations() -> None:
    page = page_of(
        [(72, 100, "Figure 1: Colonies."), (80, 200, "Table 2: of a picture"), (80, 230, "a = b (1)")]
    )
    words = tuple(replace(line, furniture=True, recognised=True) for line in page.lines[1:])
    page = replace(page, lines=(page.lines[0], *words), body_end=page.lines[0].end)
    (figure,) = anchors_of([page], {1: [LayoutBox("picture", Rect(70, 120, 300, 300))]})
    assert (figure.label, figure.recognised) == ("Figure 1", True)
    assert "".join(page.text[span.start : span.end] for span in figure.inside).startswith("Table 2")


def test_an_anchor_knows_its_section(write: Callable) -> None:
    head, pages = write(
        [
            ("h1", "1 Introduction"),
            ("p", PROSE),
            ("h1", "2 Results"),
            ("p", PROSE),
            ("p", "Table 1: Costs of all."),
        ]
    )
    tree, _ = build_section_tree(PAPER, head, pages, 1)
    (table,) = anchors_of(pages, tree=tree)
    assert next(node.title for node in tree.nodes if node.id == table.section) == "Results"


def test_a_number_that_is_used_twice_names_two_anchors() -> None:
    pages = [page_of([(72, 100, "Figure 1: Bees of the first part.")], number) for number in (1, 5)]
    assert names(anchors_of(pages)) == ["fig1"]
    bold = [page_of([(72, 100, "Figure 1: Bees of a part.")], number, lead=8) for number in (1, 5)]
    assert names(anchors_of(bold)) == ["fig1", "fig1b"]


def page_of(rows: list[tuple[float, float, str]], number: int = 1, lead: int = 0) -> PageText:
    """A page with these rows, each a paragraph at (left, top)."""
    from twintree.base.pages import Lead, Line

    text, lines = "", []
    for block, (x, y, words) in enumerate(rows):
        start = len(text)
        edges = tuple(x + 5.0 * at for at in range(len(words) + 1))
        lines.append(
            Line(
                start=start,
                end=start + len(words),
                box=Rect(x, y, edges[-1], y + 12),
                edges=edges,
                size=10.0,
                block=block,
                lead=Lead(lead, bold=True) if lead else None,
            )
        )
        text += words + "\n\n"
    text = text.rstrip("\n")
    return PageText(number, "", 595.0, 842.0, text, len(text), tuple(lines))


def test_a_caption_does_not_take_the_column_under_it() -> None:
    rows = [
        (236, 178, "Table 2: Sources of Dictionaries"),
        (72, 200, "tion (non-first words) in a document."),
    ]
    page = page_of(rows)
    (table,) = anchors_of([replace(page, text=page.text.replace("\n\n", "  "))])
    assert table.caption == "Table 2: Sources of Dictionaries"


def test_a_centred_caption_goes_on_though_its_lines_stand_wide_apart() -> None:
    words, rest = "Table 2: Sources of the dictionaries of names", "that we looked up"
    page = page_of([(100, 178, words), (100 + 5 * (len(words) - len(rest)) / 2, 200, rest)])
    (table,) = anchors_of([replace(page, text=page.text.replace("\n\n", "  "))])
    assert table.caption.endswith(rest)


@pytest.mark.parametrize(
    ("cells", "boxes"),
    [
        ([(80, "Trees"), (180, "71.4"), (330, "Bees"), (430, "80.2")], [(60, 200), (330, 500)]),
        # Words that stand between the captions are of one table.
        ([(80, "Trees"), (180, "71.4 of all of the trees"), (330, "Bees"), (430, "80.2")], [(60, 500)]),
    ],
)
def test_two_tables_side_by_side_that_the_layout_takes_for_one_are_parted(
    cells: list[tuple[float, str]], boxes: list[tuple[float, float]]
) -> None:
    captions = [(80.0, 205.0, "Table 1: Our trees."), (320.0, 210.0, "Table 2: Bees of all plots.")]
    page = page_of([(x, y, words) for y in (110.0, 130.0) for x, words in cells] + captions)
    found = anchors_of([page], {1: [LayoutBox("table", Rect(60, 100, 500, 200))]})
    assert names(found) == ["tab1", "tab2"]
    assert [(each.box.x0, each.box.x1) for each in found if each.source == "layout"] == boxes


@pytest.mark.parametrize(
    ("third", "box"),
    [
        ("3 for each bee in plots:", (70, 80, 400, 182)),
        # Items of a list take several lines, which count nothing.
        ("that we went to see, and", None),
    ],
)
def test_a_listings_numbered_lines_are_its_picture(third: str, box: tuple[float, ...] | None) -> None:
    code = ["1 plots = ledger", "2 count = 0", third, "4 count += 1", "5 print(count)"]
    rows = [(80.0, 85.0, "Input: the ledger")] + [
        (80.0, 110.0 + 15 * at, line) for at, line in enumerate(code)
    ]
    page = page_of([*rows, (90.0, 200.0, "Listing 1: Counting of all bees."), (72.0, 240.0, "We ran it.")])
    layout = [LayoutBox("text", Rect(70, 80, 400, 160)), LayoutBox("text", Rect(60, 235, 400, 255))]
    (found,) = anchors_of([page], {1: layout})
    assert found.source == ("layout" if box else "caption")
    assert not box or (found.box.x0, found.box.y0, found.box.x1, found.box.y1) == box


@pytest.mark.parametrize(("label", "source"), [("Листинг 2", "layout"), ("Figure 2", "caption")])
def test_three_numbered_lines_are_a_listing_only_where_the_caption_says_so(label: str, source: str) -> None:
    lines = [(80.0, 110.0 + 15 * at, f"{at + 1}: count += 1") for at in range(3)]
    page = page_of([*lines, (90.0, 170.0, f"{label}: Counting of all bees.")])
    (found,) = anchors_of([page], {1: [LayoutBox("text", Rect(60, 235, 400, 255))]})
    assert found.source == source
