"""The section tree: headings found, verified, nested, ranged; ids carried over; corrections kept."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.structure.conftest import PROSE, Read, Write, head_of, page_of

from twintree.base.ids import PaperId, SectionId
from twintree.base.pages import LayoutBox, PageText
from twintree.base.records import Correction, Rect, SectionTree
from twintree.structure.candidates import Candidate, typographic
from twintree.structure.candidates import read as read_rows
from twintree.structure.numbering import parse_number
from twintree.structure.rows import Row
from twintree.structure.scoring import headings
from twintree.structure.tree import build_section_tree, text_between

PAPER = PaperId("Pabcdefghjkmn")


def build(
    read: Read, previous: SectionTree | None = None, corrections=(), next_number: int = 1
) -> SectionTree:
    return build_section_tree(PAPER, read[0], read[1], 1)[0]


def titles(tree: SectionTree) -> list[str]:
    return [node.title for node in tree.nodes]


def by_title(tree: SectionTree, title: str):
    return next(node for node in tree.nodes if node.title == title)


def numbered(write: Write, **more) -> Read:
    return write(
        [("title", "Trees in the Shade"), ("p", "Ann Author, Some School"), ("h1", "Abstract"),
         ("p", PROSE * 2),
         ("h1", "1 Introduction"), ("p", PROSE * 6), ("h2", "1.1 Aim"), ("p", PROSE * 3)],
        [("p", PROSE * 4), ("h1", "2 Methods"), ("p", PROSE), ("h2", "2.1 Plots"), ("p", PROSE * 5),
         ("p", "Figure 1. Forty plots and their trees."), ("h2", "2.2 Ledger"), ("p", PROSE * 3)],
        [("h1", "3 Results"), ("p", PROSE * 8), ("h1", "4 Conclusion"), ("p", PROSE * 2),
         ("h1", "References"), ("p", "A. Author. 2019. On trees. Journal of Shade 3, pp. 1-9.")],
        **more,
    )  # fmt: skip


def test_numbered_headings_make_the_tree(write: Write) -> None:
    tree = build(numbered(write))
    assert [(n.number, n.title, n.level) for n in tree.nodes] == [
        ("", "Abstract", 1),
        ("1", "Introduction", 1),
        ("1.1", "Aim", 2),
        ("2", "Methods", 1),
        ("2.1", "Plots", 2),
        ("2.2", "Ledger", 2),
        ("3", "Results", 1),
        ("4", "Conclusion", 1),
        ("", "References", 1),
    ]
    assert by_title(tree, "Plots").parent == by_title(tree, "Methods").id
    assert [n.role for n in tree.nodes][-3:] == ["results", "conclusion", "references"]


def test_title_authors_and_captions_are_no_headings(write: Write) -> None:
    found = " ".join(titles(build(numbered(write))))
    assert "Shade" not in found
    assert "Author" not in found
    assert "Figure" not in found


def test_a_section_ends_on_the_page_before_only_where_the_next_stands_first(write: Write) -> None:
    """PAINS 15: page ranges are monotone and checked against the page."""
    tree = build(numbered(write))
    assert by_title(tree, "Ledger").end_page == 2
    assert by_title(tree, "Aim").end_page == 2
    assert (by_title(tree, "Methods").start_page, by_title(tree, "Methods").end_page) == (2, 2)


def test_the_text_between_start_and_end_is_the_sections(write: Write) -> None:
    read = numbered(write)
    tree = build(read)
    text = text_between(read[1], by_title(tree, "Conclusion").start, by_title(tree, "Conclusion").end)
    assert text.startswith("4 Conclusion")
    assert "References" not in text


def test_outline_titles_are_verified_and_wrong_ones_dropped_and_counted(write: Write) -> None:
    outline = [
        (1, "Introduction", 1),
        (2, "Aim", 1),
        (1, "Methods", 2),
        (1, "Invented Section", 2),
        (1, "Results", 3),
    ]
    tree = build(numbered(write, outline=outline))
    assert tree.rates["outline"] == (4, 5)
    assert tree.verification_rate == pytest.approx(0.8)
    assert "Invented Section" not in titles(tree)


def test_outline_titles_on_wrong_pages_are_repaired_but_not_counted_as_verified(write: Write) -> None:
    outline = [(1, "Introduction", 1), (1, "Methods", 2), (1, "Results", 1), (1, "Conclusion", 3)]
    tree = build(numbered(write, outline=outline))
    assert tree.rates["outline"] == (3, 4)
    assert by_title(tree, "Results").start_page == 3


def test_an_outline_that_names_a_title_twice_on_a_page_means_each_in_turn(write: Write) -> None:
    outline = [
        (1, "Abstract", 1),
        (2, "Background", 1),
        (2, "Results", 1),
        (1, "Background", 1),
        (1, "Methods", 2),
    ]
    read = write(
        [("title", "Trees in the Shade"), ("h1", "Abstract"), ("bold", "Background"), ("p", PROSE),
         ("bold", "Results"), ("p", PROSE), ("h1", "Background"), ("p", PROSE * 4)],
        [("h1", "Methods"), ("p", PROSE * 4)],
        outline=outline,
    )  # fmt: skip
    found = [(n.title, n.level, n.source) for n in build(read).nodes]
    assert found == [(title, level, "outline") for level, title, _ in outline]


def test_an_outline_root_with_the_papers_title_is_left_out(write: Write) -> None:
    outline = [(1, "Trees in the Shade", 1), (2, "Introduction", 1), (2, "Methods", 2), (2, "Results", 3)]
    tree = build(numbered(write, outline=outline))
    assert "Trees in the Shade" not in titles(tree)
    assert by_title(tree, "Methods").level == 1


def test_headings_in_larger_type_need_neither_numbers_nor_bold(write: Write) -> None:
    read = write(
        [("big", "Introduction"), ("p", PROSE * 4), ("big", "How trees grow"), ("p", PROSE * 5)],
        [("p", PROSE), ("big", "What we found"), ("p", PROSE * 4), ("big", "Conclusion"), ("p", PROSE * 2)],
    )
    assert titles(build(read)) == ["Introduction", "How trees grow", "What we found", "Conclusion"]


def test_a_title_over_two_lines_is_one_heading(write: Write) -> None:
    long = "3 A rather long heading about trees that grow in the shade of other and much older trees"
    read = write(
        [
            ("h1", "1 Introduction"),
            ("p", PROSE * 4),
            ("h1", "2 Methods"),
            ("p", PROSE * 3),
            ("h1", long),
            ("p", PROSE * 3),
        ],
        [("h1", "4 Results"), ("p", PROSE * 4)],
    )
    assert long[2:] in titles(build(read))


def test_a_numbered_list_in_running_text_makes_no_sections(write: Write) -> None:
    items = [
        ("p", f"{i}. Item number {i} of the list is told in a few words, and ends.") for i in range(1, 5)
    ]
    read = write(
        [("h1", "Introduction"), ("p", PROSE * 4), *items, ("p", PROSE), ("h1", "Methods"), ("p", PROSE * 4)],
        [("h1", "Results"), ("p", PROSE * 4), ("h1", "Conclusion"), ("p", PROSE)],
    )
    assert titles(build(read)) == ["Introduction", "Methods", "Results", "Conclusion"]


def test_reference_entries_make_no_sections(write: Write) -> None:
    entries = [
        ("p", f"{i}. Author, B. On trees, part {i}. Journal of Shade {i}, pp. 1-9, 20{i:02d}.")
        for i in range(1, 9)
    ]
    read = write(
        [("h1", "1 Introduction"), ("p", PROSE * 5), ("h1", "2 Methods"), ("p", PROSE * 4)],
        [("h1", "3 Results"), ("p", PROSE * 3), ("h1", "References"), *entries],
    )
    assert titles(build(read))[-1] == "References"


def test_an_abstract_without_a_heading_gets_a_node(write: Write) -> None:
    read = write(
        [
            ("title", "Trees in the Shade"),
            ("p", "Ann Author"),
            ("p", "Abstract. " + PROSE * 2),
            ("h1", "1 Introduction"),
            ("p", PROSE * 5),
        ],
        [("h1", "2 Methods"), ("p", PROSE * 4), ("h1", "3 Results"), ("p", PROSE * 3)],
    )
    first = build(read).nodes[0]
    assert (first.title, first.role) == ("Abstract", "abstract")


def test_an_abstract_without_a_heading_stands_before_a_longer_introduction_overleaf(write: Write) -> None:
    read = write(
        [("title", "Trees in the Shade"), ("p", "Ann Author"), ("p", PROSE * 3)],
        [("p", PROSE * 7), ("h1", "2 Methods"), ("p", PROSE * 4), ("h1", "3 Results"), ("p", PROSE * 3)],
        [("h1", "4 Conclusion"), ("p", PROSE * 3)],
    )
    first = build(read).nodes[0]
    assert (first.title, first.start_page) == ("Abstract", 1)


@pytest.mark.parametrize(
    ("title", "apart", "kept"),
    [("3 Future Work", 20.0, True), ("3 Future Work", 0.0, False), ("Future Work", 20.0, False)],
)
def test_a_numbered_line_with_white_space_around_it_may_have_wide_spaces(
    title: str, apart: float, kept: bool
) -> None:
    """Scans part the words of a line widely; so are the cells of a table, whose rows stand close."""
    line = "Running text about trees that goes on for a good while before it comes to its end in the shade."
    around = [(line, 10.0, False)] * 6
    page = page_of(1, [*around, (title, 10.0, False), *around])
    at = page.text.index(title)
    lines = []
    for each in page.lines:
        down = apart * ((each.start >= at) + (each.start > at))
        box = each.box
        box = Rect(box.x0, box.y0 + down, box.x1, box.y1 + down)
        if each.start != at:
            lines.append(msgspec.structs.replace(each, box=box))
            continue
        x = 72.0
        for words in title.split(" "):
            start = page.text.index(words, at)
            part = Rect(x, box.y0, x + 5 * len(words), box.y1)
            edges = tuple(x + 5 * i for i in range(len(words) + 1))
            lines.append(
                msgspec.structs.replace(each, box=part, start=start, end=start + len(words), edges=edges)
            )
            x = part.x1 + 13
    found = typographic(read_rows([msgspec.structs.replace(page, lines=tuple(lines))]))
    assert (title in [each.title for each in found]) == kept


def test_small_type_over_a_page_that_repeats_its_sections_title_is_no_section() -> None:
    def candidate(title: str, page: int, size: float, *, top: bool) -> Candidate:
        row = Row(page, 0, len(title), title, Rect(0, 0, 9, 9), size, False, False, "F", 0)
        return Candidate(
            title, page, 0, len(title), row.box, rows=[row], score=1.0, number=parse_number(title),
            features={"size": size / 10, "top": float(top), "bold": 1.0, "italic": 0.0, "caps": 0.0, "run_in": 0.0},
        )  # fmt: skip

    opening = candidate("Introduction", 1, 25.0, top=True)
    aim = candidate("Aim", 1, 17.0, top=False)
    head = candidate("INTRODUCTION", 2, 12.0, top=True)
    trees = candidate("Trees", 3, 25.0, top=True)
    own = candidate("Introduction", 4, 17.0, top=True)  # a section of another chapter
    assert headings([opening, aim, head, trees, own]) == [opening, aim, trees, own]


def test_a_letter_without_headings_is_one_section_and_says_so(write: Write) -> None:
    tree = build(write([("p", "Dear colleague,"), ("p", PROSE * 3), ("p", "Yours, Ann")]))
    assert len(tree.nodes) == 1
    assert tree.nodes[0].source == "inserted"
    assert "one section" in tree.notes[0]


def test_a_document_without_text_has_no_sections() -> None:
    empty = PageText(number=1, label="", width=595, height=842, text="", body_end=0, lines=(), how="empty")
    tree = build((head_of(1), [empty]))
    assert tree.nodes == ()
    assert tree.verification_rate is None


def test_the_outline_of_a_scan_is_kept_unverified() -> None:
    pages = [
        PageText(number=n, label="", width=595, height=842, text="", body_end=0, lines=()) for n in (1, 2, 3)
    ]
    tree = build((head_of(3, [(1, "One", 1), (1, "Two", 2), (1, "Three", 3)]), pages))
    assert titles(tree) == ["One", "Two", "Three"]
    assert not any(node.verified for node in tree.nodes)
    assert tree.rates["outline"] == (0, 3)


def test_a_long_section_is_divided_at_weaker_headings() -> None:
    line = "Running text about trees that goes on for a good while before it comes to its end in the shade."
    body = [(line, 10.0, False)] * 44
    first = page_of(1, [("1 Introduction", 14, True), *body[:9], ("2 Everything", 14, True), *body[:20]])
    rest = [
        page_of(n, [("Part about shade:", 10.0, True), *body] if n % 4 == 0 else body) for n in range(2, 25)
    ]
    tree = build((head_of(25), [first, *rest, page_of(25, [("3 Conclusion", 14, True), *body[:9]])]))
    everything = by_title(tree, "Everything")
    inside = [node for node in tree.nodes if node.parent == everything.id]
    assert len(inside) >= 3 or "could not be divided" in tree.notes[0]


def test_boxes_of_the_layout_model_raise_and_lower_what_typography_found(write: Write) -> None:
    read = numbered(write)
    plain = build(read)
    page, line = next(
        (page, line) for page in read[1] for line in page.lines if "Plots" in page.text[line.start : line.end]
    )
    seen = {page.number: [LayoutBox("section-header", line.box)]}
    tree, _ = build_section_tree(PAPER, *read, 1, layout=seen)
    assert titles(tree) == titles(plain)
    assert tree.rates["layout"] == (1, 1)
    figure = {page.number: [LayoutBox("picture", Rect(0, 0, page.width, page.height))]}
    weak, _ = build_section_tree(PAPER, *read, 1, layout=figure)
    assert len(weak.nodes) <= len(plain.nodes)


def test_a_number_between_a_heading_and_the_next_is_the_line_of_a_listing(write: Write) -> None:
    read = write(
        [("h1", "1 Introduction"), ("p", PROSE * 4), ("h1", "2 Methods"), ("p", PROSE * 2), ("h1", "14 procedure"),
         ("p", PROSE), ("h2", "2.1 Plots"), ("p", PROSE * 3), ("h1", "3 Results"), ("p", PROSE * 2)],
    )  # fmt: skip
    assert [node.number for node in build(read).nodes] == ["1", "2", "2.1", "3"]


def test_numbers_of_a_list_whose_items_begin_like_titles_are_no_sections() -> None:
    def candidate(title: str, at: int, *, cut: bool = False) -> Candidate:
        return Candidate(
            title, 1, at, at + len(title), Rect(0, 0, 9, 9), number=parse_number(title), cut=cut, score=1.0,
            features={"size": 1.2, "bold": 1.0, "italic": 0.0, "caps": 0.0, "run_in": 0.0},
        )  # fmt: skip

    sections = [
        candidate(title, 50 * i) for i, title in enumerate(("1 Introduction", "2 Methods", "3 Results"))
    ]
    items = [candidate("3 Fasttext", 300, cut=True), candidate("8 SciBERT", 400, cut=True)]
    assert headings([*sections, *items]) == sections
    assert headings(items) == items


def test_a_number_that_was_left_out_takes_no_section_away(write: Write) -> None:
    read = write(
        [("h1", "1 Introduction"), ("p", PROSE * 4), ("h1", "2 Methods"), ("p", PROSE * 2), ("h1", "4 Plots"),
         ("p", PROSE), ("h1", "5 Results"), ("p", PROSE * 2)],
    )  # fmt: skip
    assert [node.number for node in build(read).nodes] == ["1", "2", "4", "5"]


def test_a_figure_above_the_next_heading_is_no_text_of_the_section_before(write: Write) -> None:
    read = write(
        [("h1", "1 Introduction"), ("p", PROSE * 3), ("h1", "2 Methods"), ("p", PROSE * 6)],
        [
            ("p", "Forty plots"),
            ("p", "Figure 1. Forty plots and their trees."),
            ("h1", "3 Results"),
            ("p", PROSE * 8),
        ],
    )
    assert by_title(build(read), "Methods").end_page == 2
    picture, caption = (read[1][1].lines[at].box for at in (0, 1))
    boxes = [LayoutBox("picture", picture), LayoutBox("caption", caption)]
    tree, _ = build_section_tree(PAPER, *read, 1, layout={2: boxes})
    assert by_title(tree, "Methods").end_page == 1
    assert by_title(build_section_tree(PAPER, *read, 1, layout={2: boxes[:1]})[0], "Methods").end_page == 2


# ── ids and corrections ──────────────────────────────────────────────────────────────────────────────


def test_ids_are_numbered_in_document_order_and_carried_over(write: Write) -> None:
    read = numbered(write)
    first, following = build_section_tree(PAPER, *read, 1)
    assert [n.id for n in first.nodes] == [f"{PAPER}.s{i:04d}" for i in range(1, 10)]
    assert following == 10
    second, again = build_section_tree(PAPER, *read, following, first)
    assert [n.id for n in second.nodes] == [n.id for n in first.nodes]
    assert again == 10


def test_a_new_section_gets_a_new_number_and_a_lost_ones_is_not_used_again(write: Write) -> None:
    first, following = build_section_tree(PAPER, *numbered(write), 1)
    changed = write(
        [
            ("h1", "Abstract"),
            ("p", PROSE * 2),
            ("h1", "1 Introduction"),
            ("p", PROSE * 6),
            ("h2", "1.1 Aim"),
            ("p", PROSE * 3),
        ],
        [
            ("h1", "2 Methods"),
            ("p", PROSE),
            ("h2", "2.1 Soil"),
            ("p", PROSE * 5),
            ("h1", "3 Results"),
            ("p", PROSE * 8),
        ],
    )
    second, after = build_section_tree(PAPER, *changed, following, first)
    assert by_title(second, "Methods").id == by_title(first, "Methods").id
    assert by_title(second, "Soil").id == f"{PAPER}.s{following:04d}"
    assert after == following + 1


def correction(subject: SectionId, **content) -> Correction:
    return Correction(paper=PAPER, what="section", subject=subject, content=content)


def test_corrections_are_put_back_after_every_extraction(write: Write) -> None:
    read = numbered(write)
    first, following = build_section_tree(PAPER, *read, 1)
    ids = {node.title: node.id for node in first.nodes}
    given_ = [
        correction(ids["Plots"], title="Forty plots", was=["Plots", 2]),
        correction(ids["Conclusion"], level=2, was=["Conclusion", 3]),
        correction(ids["Ledger"], removed=True, was=["Ledger", 2]),
        correction(ids["Aim"], action="merge", was=["Aim", 1]),
        correction(SectionId(f"{PAPER}.s0030"), added=True, title="Later part", level=2, start=[3, 400]),
    ]
    tree = first
    for _ in range(3):
        tree, following = build_section_tree(PAPER, *read, following, tree, given_)
        assert by_title(tree, "Forty plots").id == ids["Plots"]
        assert by_title(tree, "Conclusion").level == 2
        assert not {"Ledger", "Aim", "Plots"} & set(titles(tree))
        assert by_title(tree, "Later part").id == f"{PAPER}.s0030"
        assert by_title(tree, "Later part").parent == ids["Results"]
    assert following == 31


def test_a_moved_section_keeps_its_place(write: Write) -> None:
    read = numbered(write)
    first, following = build_section_tree(PAPER, *read, 1)
    aim = by_title(first, "Aim").id
    moved = correction(aim, start=[2, 10], was=["Aim", 1])
    tree, _ = build_section_tree(PAPER, *read, following, first, [moved])
    assert by_title(tree, "Aim").start == (2, 10)


def test_corrections_as_plain_rows_of_the_store_are_understood(write: Write) -> None:
    read = numbered(write)
    first, following = build_section_tree(PAPER, *read, 1)
    rows = [{"subject": by_title(first, "Plots").id, "action": "rename", "title": "Plots, renamed"}]
    tree, _ = build_section_tree(PAPER, *read, following, first, rows)
    assert "Plots, renamed" in titles(tree)


# ── invariants ───────────────────────────────────────────────────────────────────────────────────────

_TITLES = st.sampled_from(
    ["1 Introduction", "2 Methods", "2.1 Data", "Results", "Discussion", "References", "B Proofs", "Trees"]
)
_ROWS = st.one_of(
    st.tuples(_TITLES, st.sampled_from([10.0, 12.0, 14.0]), st.booleans()),
    st.tuples(
        st.text("abc dé.Ω漢", min_size=1, max_size=60).filter(str.strip), st.just(10.0), st.just(False)
    ),
    st.just(("Running text about trees that goes on for a while and then ends at last.", 10.0, False)),
)
_PAGES = st.lists(st.lists(_ROWS, min_size=0, max_size=8), min_size=1, max_size=5)
_OUTLINE = st.lists(st.tuples(st.integers(1, 4), _TITLES, st.integers(0, 7)), max_size=6)


@given(_PAGES, _OUTLINE)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_document_gives_a_tree_that_holds_together(rows, outline) -> None:
    """PAINS 15: monotone, nested, inside the document, ids unique."""
    pages = [page_of(i, page) for i, page in enumerate(rows, 1)]
    tree, following = build_section_tree(PAPER, head_of(len(pages), outline), pages, 5)
    last = (pages[-1].number, pages[-1].body_end)
    known = {node.id: node for node in tree.nodes}
    assert len(known) == len(tree.nodes)
    assert following == 5 + len(tree.nodes)
    starts = [node.start for node in tree.nodes]
    assert starts == sorted(starts)
    for node in tree.nodes:
        assert 1 <= node.start_page <= node.end_page <= len(pages)
        assert node.start <= node.end <= last
        assert node.start_page == node.start[0]
        assert node.title
        if node.parent is not None:
            parent = known[node.parent]
            assert parent.level < node.level
            assert parent.start <= node.start <= node.end <= parent.end
            assert parent.end_page >= node.end_page
        else:
            assert node.level == 1
    again, _ = build_section_tree(PAPER, head_of(len(pages), outline), pages, following, tree)
    assert [node.id for node in again.nodes] == [node.id for node in tree.nodes]
    for verified, proposed in tree.rates.values():
        assert 0 <= verified <= proposed


def test_trees_survive_being_written_as_json(write: Write) -> None:
    tree = build(numbered(write))
    assert msgspec.json.decode(msgspec.json.encode(tree), type=SectionTree) == tree


def test_real_papers_give_the_trees_that_their_pages_show(shared_library) -> None:
    from twintree.sources.parser import read_head, read_pages

    path = shared_library / "nlp-citing" / "P05-1045.pdf"
    head = read_head(path, None)
    tree = build((head, list(read_pages(path, 1, head.pages, None))))
    top = [(n.number, n.title) for n in tree.nodes if n.level == 1]
    assert top[:4] == [
        ("", "Abstract"),
        ("1", "Introduction"),
        ("2", "Gibbs Sampling for Inference in Sequence Models"),
        ("3", "A Conditional Random Field Model"),
    ]
    assert top[-2:] == [("", "Acknowledgements"), ("", "References")]
