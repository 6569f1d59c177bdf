"""Papers: what is written is read back, keys are unique, the table sorts and filters."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from paper_cases import add_file, add_paper, page, proposals

from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import SectionId, section_id
from twintree.base.names import family_name, key_base, sort_title
from twintree.base.pages import FileHead, Line, OutlineItem, PageText
from twintree.base.records import Entry, PaperFilter, Rect, Section, SectionTree
from twintree.store.ledger import Ledger
from twintree.store.listing import SORTS
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore

relaxed = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
coordinate = st.integers(0, 20_000).map(lambda twentieths: twentieths / 20)


@st.composite
def pages(draw: Any) -> PageText:
    words = draw(text)
    lines = []
    for start in range(0, len(words), 20):
        end = min(len(words), start + 20)
        x, y = draw(coordinate), draw(coordinate)
        steps = draw(st.lists(st.integers(0, 400), min_size=end - start + 1, max_size=end - start + 1))
        edges = tuple(x + step / 20 for step in steps)
        direction = draw(st.sampled_from([0, 90, 180, 270]))
        box = Rect(x, x, x + 1, y) if direction in (90, 270) else Rect(x, y, x + 1, y + 1)
        lines.append(
            Line(
                start, end, box, edges, 8.0, draw(st.booleans()), draw(st.booleans()),
                draw(st.integers(0, 9)), direction, draw(st.booleans()), draw(st.sampled_from(["", "Times"])),
            )
        )  # fmt: skip
    body = draw(st.integers(0, len(words)))
    how = draw(st.sampled_from(["text", "ocr", "empty", "garbled", "failed"]))
    return PageText(draw(st.integers(1, 3)), draw(text), 595.0, 842.0, words, body, tuple(lines), how, "")


def test_pages_come_back_as_they_were_written(ledger: Ledger, papers: PaperStore) -> None:
    _, file = add_paper(papers, ["x"], title="Round trip")
    assert file is not None

    @relaxed
    @given(pages())
    def round_trip(written: PageText) -> None:
        papers.write_pages(file, [written], [[(0, len(written.text))]])
        read = papers.page(file, written.number)
        assert msgspec.structs.replace(read, lines=()) == msgspec.structs.replace(written, lines=())
        assert [line.edges for line in read.lines] == pytest.approx(
            [pytest.approx(line.edges, abs=0.06) for line in written.lines]
        )
        plain = [msgspec.structs.replace(line, edges=(), box=Rect(0, 0, 0, 0)) for line in read.lines]
        assert plain == [
            msgspec.structs.replace(each, edges=(), box=Rect(0, 0, 0, 0)) for each in written.lines
        ]
        assert papers.passages(file, written.number) == [(0, len(written.text))]

    round_trip()


def test_what_sqlite_cannot_hold_becomes_a_mark_of_the_same_length(papers: PaperStore) -> None:
    _, file = add_paper(papers, ["x"], title="Odd")
    assert file is not None
    papers.write_pages(file, [page(1, "a\0b\ud800c")], [[(0, 5)]])
    assert papers.page(file, 1).text == "a\ufffdb\ufffdc"


@relaxed
@given(text, st.lists(text, max_size=4), st.one_of(st.none(), st.integers(1, 9999)), text)
def test_names_and_keys_hold_for_any_words(
    title: str, authors: list[str], year: int | None, other: str
) -> None:
    key = key_base(authors, year, title)
    assert key.isascii()
    assert key == "" or key.isalnum()
    assert sort_title(sort_title(title)) == sort_title(sort_title(sort_title(title)))
    assert family_name(other) == " ".join(family_name(other).split()) or not other.strip()


@pytest.mark.parametrize(
    ("authors", "year", "title", "key"),
    [
        (["Xu Meng"], 2026, "Explainable Innovation Engine", "meng2026explainable"),
        (["van den Berg, Jan"], 1999, "On the Nature of Things", "vandenberg1999nature"),
        (["Jan van den Berg"], 1999, "The Nature", "vandenberg1999nature"),
        (["Łukasz Müller Jr."], None, "Über-Straße 3", "mulleruber"),
        (["王小明"], 2020, "量子计算", ""),
        ([], 2020, "A Study", "anon2020study"),
    ],
)
def test_keys_are_made_of_family_year_and_first_telling_word(
    authors: list[str], year: int | None, title: str, key: str
) -> None:
    assert key_base(authors, year, title) == key


def test_equal_keys_get_letters_and_follow_better_fields(papers: PaperStore) -> None:
    same = {"title": "Trees", "authors": ["Ada Lovelace"], "year": 1843}
    keys = [papers.get(add_paper(papers, **same)[0]).row.key for _ in range(28)]
    assert keys[:3] == ["lovelace1843trees", "lovelace1843treesa", "lovelace1843treesb"]
    assert keys[27] == "lovelace1843treesaa"
    second = papers.find("lovelace1843treesa")
    papers.write_fields(second, proposals(year=1843, title="Trees"))
    assert papers.get(second).row.key == "lovelace1843treesa", "a key does not change without a reason"
    papers.write_fields(second, proposals("bibtex", year=1844))
    assert papers.get(second).row.key == "lovelace1844trees"


def test_an_edited_key_is_pinned(papers: PaperStore, person: PersonStore) -> None:
    paper, _ = add_paper(papers, title="Trees", authors=["Ada Lovelace"], year=1843)
    other, _ = add_paper(papers, title="Woods", authors=["Ada Lovelace"], year=1843)
    person.set_key(paper, "mine:1")
    papers.write_fields(paper, proposals("bibtex", year=1900))
    assert papers.get(paper).row.key == "mine:1"
    with pytest.raises(WrongUse, match="another paper"):
        person.set_field(other, "key", "MINE:1")
    with pytest.raises(WrongUse, match="no citation key"):
        person.set_key(other, "with space")


def test_fields_are_chosen_by_trust_then_confidence(papers: PaperStore, person: PersonStore) -> None:
    """PAINS 19."""
    paper, _ = add_paper(papers)
    papers.write_fields(paper, proposals("model", 1.0, title="From a model"))
    papers.write_fields(paper, proposals("pattern", 0.4, title="From a pattern", doi="10.1/x"))
    assert papers.get(paper).row.title == "From a pattern"
    papers.write_fields(
        paper, proposals("ris", 0.5, title="From RIS") + proposals("bibtex", 0.6, title="From BibTeX")
    )
    assert papers.get(paper).row.title == "From BibTeX"
    person.set_field(paper, "title", "The person's own")
    papers.write_fields(paper, proposals("bibtex", 1.0, title="A later run"))
    found = papers.get(paper)
    assert found.row.title == "The person's own"
    titles = [(f.source, f.chosen) for f in found.fields if f.field == "title"]
    assert titles == [
        ("person", True),
        ("bibtex", False),
        ("ris", False),
        ("pattern", False),
        ("model", False),
    ]
    papers.write_fields(paper, proposals("pattern", 0.0, doi="10.9/foreign"))
    assert papers.get(paper).doi == "", "a value without confidence is kept, never chosen"


def test_values_of_the_wrong_kind_are_refused(papers: PaperStore, person: PersonStore) -> None:
    paper, _ = add_paper(papers, title="Kept")
    for field, value in (("year", "last year"), ("year", 99999), ("authors", 7)):
        with pytest.raises(WrongUse):
            person.set_field(paper, field, value)
    assert papers.get(paper).row.title == "Kept"
    person.set_field(paper, "authors", "Ada Lovelace; Charles Babbage")
    assert papers.get(paper).row.authors == ("Ada Lovelace", "Charles Babbage")


def test_papers_are_found_by_id_key_title_beginning_and_file_name(papers: PaperStore) -> None:
    paper, _ = add_paper(
        papers, ["x"], name="A paper.PDF", title="The Deep Woods", authors=["B. Frost"], year=1923
    )
    other, _ = add_paper(papers, title="Deep Water", year=2001)
    for reference in (paper, "FROST1923deep", "the deep woods", "A Paper.pdf", "deep wo"):
        assert papers.find(reference) == paper
    with pytest.raises(WrongUse, match="several papers"):
        papers.find("Deep")
    with pytest.raises(NotFound, match="No paper is called") as caught:
        papers.find("frost")
    assert "frost1923deep" in caught.value.way_out
    assert papers.find("Deep water") == other
    with pytest.raises(NotFound):
        papers.find("P" + "0" * 12)
    with pytest.raises(NotFound):
        papers.find("100%_")


def test_heads_files_and_stages_are_kept(papers: PaperStore) -> None:
    paper, file = add_paper(papers, ["one", "two"], title="T")
    assert file is not None
    head = FileHead(
        format="pdf", pages=2, info={"Title": "x"}, xmp="<x/>", outline=(OutlineItem(1, "A", 1, 3.0),)
    )
    papers.write_head(file, head)
    assert papers.head(file) == head
    assert papers.get(paper).row.pages == 2
    row = papers.file(file)
    assert (row.paper, row.pages, row.linked, row.role) == (paper, 2, False, "main")
    assert [each.id for each in papers.files_with_hash(row.sha256)] == [file]
    papers.finish_stage(file, "text", "1", 0.5)
    papers.finish_stage(file, "text", "2", 0.25)
    assert papers.stages(file) == {"text": "2"}
    second = add_file(papers, paper, ["supplement"], name="s.pdf")
    assert [each.id for each in papers.files(paper)] == [file, second]
    assert papers.get(paper).row.pages == 2, "the main file's pages count"
    with pytest.raises(NotFound):
        papers.page(file, 3)
    with pytest.raises(NotFound):
        papers.file("F000000000000")


def node(paper: str, number: int, title: str, parent: SectionId | None = None) -> Section:
    return Section(
        id=section_id(paper, number),
        title=title,
        level=2 if parent else 1,
        start_page=1,
        end_page=2,
        parent=parent,
        number="1",
        role="intro",
        summary="s",
        verified=True,
        source="outline",
        start=(1, 3),
        end=(2, 9),
    )


def test_trees_and_entries_come_back_and_unchanged_entries_keep_their_rows(papers: PaperStore) -> None:
    paper, _ = add_paper(papers, ["x"], title="T")
    first, inner, second = (
        node(paper, 1, "A"),
        node(paper, 2, "A.1", section_id(paper, 1)),
        node(paper, 3, "B"),
    )
    tree = SectionTree(
        paper=paper, nodes=(first, inner, second), verification_rate=0.75, rates={"outline": (3, 4)}
    )
    papers.write_tree(tree, 4)
    assert papers.tree(paper) == tree
    assert papers.next_section(paper) == 4
    entries = [
        Entry(paper=paper, kind="paper", text="whole"),
        Entry(paper=paper, kind="section", section=first.id, text="of A"),
        Entry(paper=paper, kind="section", section=second.id, text="of B"),
    ]
    papers.write_entries(paper, entries)
    before = papers.entries(paper)
    assert [(e.kind, e.section, e.text) for e in before] == [(e.kind, e.section, e.text) for e in entries]
    papers.write_entries(
        paper, [*entries[:2], Entry(paper=paper, kind="section", section=second.id, text="new B")]
    )
    after = papers.entries(paper)
    assert [e.id for e in after[:2]] == [e.id for e in before[:2]]
    assert after[2].text == "new B"
    papers.write_tree(SectionTree(paper=paper, nodes=(second,)), 4)
    assert [e.text for e in papers.entries(paper)] == ["whole", "new B"], "a section takes its entry along"
    assert papers.next_section(paper) == 4


def fill(papers: PaperStore, person: PersonStore, count: int = 60) -> None:
    for number in range(count):
        paper, _ = add_paper(
            papers,
            title=f"{'The ' if number % 3 else ''}Title {(number * 37) % 50:02d}",
            authors=[f"Given Family{(number * 11) % 17}"],
            year=1990 + number % 7 if number % 5 else None,
            venue=["Nature", "nature methods", "Mind"][number % 3],
        )
        papers.set_status(
            paper, ["searchable", "indexed", "failed"][number % 3], "broken" if number % 3 == 2 else ""
        )
        if number % 4 == 0:
            person.tag([paper], "four", "#111111")
        if number % 6 == 0:
            person.tag(paper, "six")
            person.set_starred(paper)
            person.set_read_state(paper, "reading")
        if number % 10 == 9:
            person.bin([paper])


def test_every_sort_and_window_agrees_with_sorting_all_rows(papers: PaperStore, person: PersonStore) -> None:
    fill(papers, person)
    everything = papers.rows(limit=1000)
    assert len(everything) == papers.count() == 54
    for sort in SORTS:
        for descending in (False, True):
            whole = papers.rows(sort=sort, descending=descending, limit=1000)
            assert {row.id for row in whole} == {row.id for row in everything}
            windows = [
                papers.rows(sort=sort, descending=descending, offset=at, limit=10) for at in range(0, 60, 10)
            ]
            assert [row for window in windows for row in window] == whole
            upward = whole[::-1] if descending else whole
            if sort in ("title", "pages", "status", "added"):
                values = [sort_title(row.title) if sort == "title" else getattr(row, sort) for row in upward]
                assert values == sorted(values)
    assert [row.year for row in papers.rows(sort="year", limit=3)] == [None] * 3
    tagged = papers.rows(PaperFilter(tag="six"), limit=100)
    assert {row.tags for row in tagged} == {("six",), ("four", "six")}
    with pytest.raises(WrongUse, match="cannot be sorted"):
        papers.rows(sort="title; DROP TABLE paper")


def test_filters_restrict_and_combine(papers: PaperStore, person: PersonStore) -> None:
    fill(papers, person)
    rows = papers.rows(limit=1000)

    def ids(**wanted: Any) -> set[str]:
        found = papers.rows(PaperFilter(**wanted), limit=1000)
        assert papers.count(PaperFilter(**wanted)) == len(found) == len(papers.ids(PaperFilter(**wanted)))
        return {row.id for row in found}

    def those(keep: Any) -> set[str]:
        return {row.id for row in rows if keep(row)}

    assert ids(tag="FOUR") == those(lambda row: "four" in row.tags)
    assert ids(starred=True) == those(lambda row: row.starred)
    assert ids(read_state="unread", starred=False) == those(lambda row: row.read_state == "unread")
    assert ids(status="failed") == ids(needs_attention=True) == those(lambda row: row.status == "failed")
    assert ids(year_min=1993) == those(lambda row: row.year and row.year >= 1993)
    assert ids(year_min=1992, year_max=1993) == those(lambda row: row.year in (1992, 1993))
    assert ids(author="family1") == those(lambda row: row.authors[0].startswith("Given Family1"))
    assert ids(journal="nat") == those(lambda row: row.venue.lower().startswith("nature"))
    assert ids(text="07") == ids(text="title 07") == those(lambda row: "07" in row.title)
    assert ids(text="titl 07") == set(), "only the last word may be cut"
    assert ids(text="ti") == those(lambda row: sort_title(row.title).startswith("ti"))
    assert ids(ids=(rows[0].id, rows[3].id, "P000000000000")) == {rows[0].id, rows[3].id}
    assert ids(ids=()) == set()
    assert len(ids(binned=True)) == 6
    assert len(ids(binned=None)) == 60
    assert ids(text="' OR 1=1 --") == set()
    assert ids(text="?!") == set()
    assert ids(tag="four", text="title") == those(lambda row: "four" in row.tags)


def test_text_filter_reaches_notes_and_pages_as_one_types(papers: PaperStore, person: PersonStore) -> None:
    paper, _ = add_paper(
        papers, ["Entropy of black holes, measured in C++17.", "量子计算机的研究"], title="Pages"
    )
    noted, _ = add_paper(papers, title="Noted")
    person.add_note(noted, "remember the entropic gravity")
    assert [row.id for row in papers.rows(PaperFilter(text="entrop"))] == [paper, noted]
    assert [row.id for row in papers.rows(PaperFilter(text="black hol"))] == [paper]
    assert [row.id for row in papers.rows(PaperFilter(text="量子计算"))] == [paper]
    assert papers.count(PaperFilter(text="remember black")) == 0


def test_collections_count_the_papers_below_them(papers: PaperStore, person: PersonStore) -> None:
    first, _ = add_paper(papers, title="One")
    second, _ = add_paper(papers, title="Two")
    outer = person.create_collection("Outer").subject
    inner = person.create_collection("Inner", outer).subject
    person.add_to_collection(outer, first)
    person.add_to_collection(inner, [second])
    assert papers.count(PaperFilter(collection="Outer")) == 2
    assert papers.count(PaperFilter(collection=inner)) == 1
    assert papers.count(PaperFilter(collection="none of this name")) == 0


def test_counts_agree_with_the_filters(papers: PaperStore, person: PersonStore) -> None:
    fill(papers, person)
    add_paper(papers, ["with a file"], title="F")
    counts = papers.counts()
    assert counts.total == papers.count() == sum(counts.statuses.values()) == sum(counts.read_states.values())
    assert counts.starred == papers.count(PaperFilter(starred=True))
    assert counts.needs_attention == papers.count(PaperFilter(needs_attention=True))
    assert counts.binned == papers.count(PaperFilter(binned=True))
    assert counts.without_file == counts.total - 1
    assert counts.read_states["reading"] == papers.count(PaperFilter(read_state="reading"))


def test_sorting_walks_an_index_and_sorts_nothing(ledger: Ledger) -> None:
    """PAINS 22: a deep offset at 20,000 papers stays within a few milliseconds."""
    for expression, index in SORTS.values():
        for way in ("ASC", "DESC"):
            plan = ledger.read().execute(
                f"EXPLAIN QUERY PLAN SELECT num FROM paper INDEXED BY {index} WHERE binned IS NULL "
                f"AND merged_into IS NULL ORDER BY {expression} {way}, num {way} LIMIT 10 OFFSET 10000"
            )
            steps = " ".join(row["detail"] for row in plan)
            assert index in steps
            assert "TEMP B-TREE" not in steps


def test_writes_that_projections_follow_raise_the_revision(ledger: Ledger, papers: PaperStore) -> None:
    paper, file = add_paper(papers, ["x"], title="T")
    assert file is not None

    def revision() -> int:
        row = ledger.read().execute("SELECT revision FROM paper WHERE id = ?", (paper,)).fetchone()
        return int(row[0])

    steps = (
        lambda: papers.write_fields(paper, proposals("bibtex", year=2000)),
        lambda: papers.write_pages(file, [page(1, "y")], [[(0, 1)]]),
        lambda: papers.write_tree(SectionTree(paper=paper, nodes=(node(paper, 1, "A"),)), 2),
        lambda: papers.write_entries(paper, [Entry(paper=paper, kind="paper", text="t")]),
        lambda: papers.set_description(paper, "d"),
    )
    for step in steps:
        before = revision()
        step()
        assert revision() > before
    assert papers.get(paper).row.added.startswith(str(datetime.datetime.now(datetime.UTC).year))
