"""Finding and splitting reference lists: numbered, hanging, labelled, over columns and pages."""

from __future__ import annotations

import pytest
from printed import Printed, hanging, heading, page

from twintree.base.ids import PaperId, SectionId
from twintree.base.pages import PageText
from twintree.base.records import Section, SectionTree
from twintree.knowledge import reflists
from twintree.knowledge.bibliography import read_bibliography

APA = [
    [
        "Blum, A. and Mitchell, T. (1998). Combining labeled and",
        "unlabeled data with co-training. In COLT, pages 92–100.",
    ],
    [
        "Chang, B. and Han, D. (2010). Enhancing domain portability of",
        "segmentation models. In EMNLP, pages 789–798.",
    ],
    [
        "Feng, H., Chen, K., and Zheng, W. (2004). Accessor variety",
        "criteria for word extraction. Computational Linguistics, 30(1):75–93.",
    ],
    ["Harris, Z. S. (1955). From phoneme to morpheme.", "Language, 31(2):190–222."],
]
BODY = "We segment words as others did before, and report what we found in the end."


def numbers(count: int, form: str = "[{}]") -> list[str]:
    rows = []
    for i in range(1, count + 1):
        rows.append(f"{form.format(i)} Writer{i}, A.: The title of work number {i} in full.")
        rows.append(f"Journal of Works, {i}, 1–9, 20{i % 20:02d}.")
    return rows


def test_numbered_entries_are_split_at_their_labels() -> None:
    entries = read_bibliography([page(1, [BODY, heading("References"), *numbers(5)])])
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5]
    assert entries[2].label == "[3]"
    assert (
        entries[2].raw == "Writer3, A.: The title of work number 3 in full. Journal of Works, 3, 1–9, 2003."
    )


def test_hanging_indents_split_entries_without_labels() -> None:
    entries = read_bibliography([page(1, [BODY, heading("References", y=80), *hanging(APA)])])
    assert [entry.fields.year for entry in entries] == [1998, 2010, 2004, 1955]
    assert entries[3].raw.endswith("Language, 31(2):190–222.")


def test_a_list_goes_on_over_columns_and_pages() -> None:
    first = [BODY, heading("References", y=80), *hanging(APA[:1]), *hanging(APA[1:2], x=320, y=60)]
    entries = read_bibliography([page(1, first), page(2, hanging(APA[2:], y=60))])
    assert len(entries) == 4
    assert {span.page for entry in entries for span in entry.spans} == {1, 2}


def test_an_entry_that_a_page_end_breaks_is_one_entry_with_two_spans() -> None:
    first = [
        BODY,
        heading("References", y=80),
        *hanging(APA[:2]),
        Printed("Smith, J. (2001). A long title that infor-", y=700),
    ]
    second = [Printed("mation needs. Journal, 3, 4–5.", x=72, y=60), *hanging(APA[3:], y=72)]
    broken = read_bibliography([page(1, first), page(2, second)])[2]
    assert "information needs" in broken.raw
    assert [span.page for span in broken.spans] == [1, 2]


@pytest.mark.parametrize(
    "inserted",
    [
        [
            "2Note that the value weighs things by their kind; thus",
            "one kind contributes more than the others.",
        ],
        ["Table 2: What the weights come to.", "They do not come to much."],
    ],
)
def test_an_entry_is_not_divided_by_a_footnote_or_a_caption_between_its_rows(inserted: list[str]) -> None:
    left = [BODY, heading("References", y=80), *hanging(APA[:2])]
    head, tail = APA[2]
    left.append(Printed(head, y=150))
    left += [Printed(text, y=760 + 10 * row, size=9.0) for row, text in enumerate(inserted)]
    right = [Printed(tail, x=332, y=100), *hanging(APA[3:], x=320, y=112)]
    entries = read_bibliography([page(1, [*left, *right])])
    assert [entry.fields.year for entry in entries] == [1998, 2010, 2004, 1955]
    assert entries[2].raw == f"{head} {tail}"


def test_labels_that_were_read_as_a_column_of_their_own_come_back_to_their_entries() -> None:
    rows: list[Printed | str] = [BODY, heading("References", y=80)]
    rows += [Printed(f"{i}.", x=60, y=100 + 24 * i) for i in (1, 2, 3)]
    for i in (1, 2, 3):
        rows.append(
            Printed(f"Writer{i} A, Other B. Title of work {i}. Journal. 2001;{i}:1–2.", x=75, y=100 + 24 * i)
        )
        rows.append(Printed("Available online.", x=75, y=112 + 24 * i))
    assert [entry.number for entry in read_bibliography([page(1, rows)])] == [1, 2, 3]


def test_alphanumeric_labels_are_kept() -> None:
    rows = [
        "[ABC+20] Abe, A., Bond, B. Deep things. In Proc. of Things, 2020.",
        "[Knu84] Knuth, D. E. Literate programming. The Computer Journal, 27, 1984.",
        "[Tur50] Turing, A. M. Computing machinery and intelligence. Mind, 59, 1950.",
    ]
    entries = read_bibliography([page(1, [BODY, heading("References"), *rows])])
    assert [entry.label for entry in entries] == ["[ABC+20]", "[Knu84]", "[Tur50]"]


def test_eight_hundred_references_are_all_found() -> None:
    rows = numbers(800)
    pages = [page(1, [BODY, heading("References"), *rows[:50]])]
    pages += [page(n, rows[at : at + 50]) for n, at in enumerate(range(50, len(rows), 50), 2)]
    entries = read_bibliography(pages)
    assert [entry.number for entry in entries] == list(range(1, 801))


def test_the_appendix_behind_a_list_is_no_part_of_it() -> None:
    rows = [
        BODY,
        heading("References", y=80),
        *hanging(APA),
        heading("Appendix A", y=300),
        Printed("More of our text, 2004.", y=320),
    ]
    entries = read_bibliography([page(1, rows)])
    assert len(entries) == 4
    assert "More of our text" not in entries[-1].raw


def test_a_heading_in_another_language_is_found() -> None:
    assert (
        len(read_bibliography([page(1, [BODY, heading("Literaturverzeichnis", y=80), *hanging(APA)])])) == 4
    )


def test_a_book_whose_theorems_are_numbered_is_not_weighed_as_references(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of hundreds of rows may begin a list: weighing all that follows each took a minute for 117 pages."""

    weighed: list[str] = []

    def heard(text: str) -> float:
        weighed.append(text)
        return 0.0

    monkeypatch.setattr(reflists, "likeness", heard)
    rows = [f"1. A theorem about sets, and what it says of {i} of them." for i in range(40)]
    assert read_bibliography([page(at, rows) for at in range(1, 6)]) == []
    assert sum(map(len, weighed)) < 10_000


def test_a_numbered_list_without_a_heading_is_found_by_its_look() -> None:
    rows: list[Printed | str] = [BODY] * 30
    assert len(read_bibliography([page(1, rows), page(2, numbers(8))])) == 8


def test_the_section_tree_tells_where_the_list_is() -> None:
    text = page(1, [BODY, Printed("What we have read", y=90), *hanging(APA)])
    start = text.text.index("What we")
    section = Section(
        id=SectionId("P1.s0001"),
        title="What we have read",
        level=1,
        start_page=1,
        end_page=1,
        role="references",
        start=(1, start),
        end=(1, len(text.text)),
    )
    tree = SectionTree(paper=PaperId("P1"), nodes=(section,))
    assert any("Harris" in entry.raw for entry in read_bibliography([text], tree))


def test_a_table_column_called_reference_is_no_list() -> None:
    rows = [
        BODY,
        heading("Reference"),
        "Au Galenia africana Antibacterial [94]",
        "Cu Terminalia catappa [95]",
    ]
    assert read_bibliography([page(1, rows)]) == []


def test_a_paper_without_references_has_none() -> None:
    assert read_bibliography([page(1, [BODY] * 5)]) == []
    assert read_bibliography([PageText(1, "1", 595, 842, "", 0, ())]) == []


def test_an_entry_that_cannot_be_parsed_is_kept_whole() -> None:
    rows = numbers(3)
    rows[2:4] = ["[2] ☂☂☂ ⟨unreadable⟩ ☂☂☂"]
    entries = read_bibliography([page(1, [BODY, heading("References"), *rows])])
    assert entries[1].raw == "☂☂☂ ⟨unreadable⟩ ☂☂☂"
