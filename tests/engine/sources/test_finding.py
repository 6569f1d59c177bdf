"""Which files are taken, which papers look alike, which passages a page has."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from twintree.base.ids import PaperId
from twintree.base.pages import PageText
from twintree.base.records import PaperIdentifiers, PaperRow
from twintree.bench.hostile import hostile_table
from twintree.sources.discover import discover
from twintree.sources.duplicates import find_duplicates, title_ratio
from twintree.sources.opening import format_of
from twintree.sources.passages import LONGEST, passages


def _touch(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")


def test_folders_give_their_papers_and_leave_systems_leftovers(tmp_path: Path) -> None:
    """PAINS 21."""
    _touch(
        tmp_path,
        "b.pdf",
        "A.PDF",
        "sub/c.pdf",
        "sub/notes.xlsx",
        "d.epub",
        "._b.pdf",
        ".DS_Store",
        "Thumbs.db",
    )
    _touch(tmp_path, "b.pdf:Zone.Identifier", "half.pdf.part", "half.crdownload", "~$x.docx", ".hidden.pdf")
    _touch(tmp_path, "__MACOSX/b.pdf", ".git/e.pdf", "x.tmp")
    assert [path.name for path in discover([tmp_path])] == ["A.PDF", "b.pdf", "d.epub", "c.pdf"]


def test_a_dot_behind_the_ending_hides_no_paper(tmp_path: Path) -> None:
    _touch(tmp_path, "a.pdf.", "b.Txt. .", "c.xlsx.", "d.", "...")
    assert [path.name for path in discover([tmp_path])] == ["a.pdf.", "b.Txt. ."]
    assert [format_of(Path(name)) for name in ("a.pdf.", "b.Txt. .", "readme.")] == ["pdf", "txt", "txt"]


def test_a_file_named_itself_is_kept_whatever_it_is(tmp_path: Path) -> None:
    _touch(tmp_path, "notes.xlsx", "._b.pdf")
    named = [tmp_path / "notes.xlsx", tmp_path / "gone.pdf", tmp_path / "._b.pdf"]
    assert discover(named) == named[:2]


def test_a_file_is_taken_once_and_links_in_circles_end(tmp_path: Path) -> None:
    _touch(tmp_path, "a.pdf", "sub/b.pdf")
    (tmp_path / "sub" / "up").symlink_to(tmp_path)
    assert discover([tmp_path, tmp_path / "a.pdf"]) == [tmp_path / "a.pdf", tmp_path / "sub" / "b.pdf"]


def _row(name: str, title: str, author: str = "Jane Doe", year: int | None = 2020) -> PaperRow:
    return PaperRow(id=PaperId(name), key=name, title=title, authors=(author,) if author else (), year=year)


def test_duplicates_are_found_by_bytes_by_identifier_and_by_title() -> None:
    rows = [
        _row("Pa", "Trees and their Methods: A Study"),
        _row("Pb", "Trees and Their Methods - a study", "Doe, Jane", 2021),
        _row("Pc", "Fish in the Sea of Words"),
        _row("Pd", "Fish in the sea of words."),
        _row("Pe", "An Unrelated Work About Birds"),
    ]
    known = [
        PaperIdentifiers(paper=PaperId("Pc"), doi="10.1/FISH"),
        PaperIdentifiers(paper=PaperId("Pd"), doi="10.1/fish"),
        PaperIdentifiers(paper=PaperId("Pe"), hashes=("aa",)),
        PaperIdentifiers(paper=PaperId("Pa"), hashes=("aa", "bb")),
    ]
    found = {(pair.first, pair.second): pair.why for pair in find_duplicates(rows, known)}
    assert found == {("Pa", "Pb"): "title", ("Pc", "Pd"): "doi", ("Pa", "Pe"): "bytes"}


def test_a_shared_doi_with_other_titles_is_no_duplicate() -> None:
    """PAINS 19."""
    rows = [_row("Pa", "Trees and their Methods"), _row("Pb", "Fish in the Sea of Words", "Bob Roe")]
    known = [PaperIdentifiers(paper=row.id, doi="10.1145/1") for row in rows]
    assert find_duplicates(rows, known) == []


def test_another_first_author_or_year_makes_another_paper() -> None:
    """PAINS 20."""
    rows = [
        _row("Pa", "Introduction to Trees and Leaves"),
        _row("Pb", "Introduction to Trees and Leaves", "Bob Roe"),
    ]
    assert find_duplicates(rows) == []
    rows = [
        _row("Pa", "Introduction to Trees and Leaves"),
        _row("Pb", "Introduction to Trees and Leaves", year=2011),
    ]
    assert find_duplicates(rows) == []


def test_titles_agree_without_case_accents_and_punctuation() -> None:
    """PAINS 20."""
    assert title_ratio("Über Bäume: eine Studie", "UBER BAUME, EINE STUDIE.") == 100


def _page(text: str, body: int | None = None) -> PageText:
    return PageText(1, "1", 595, 842, text, len(text) if body is None else body, ())


def test_a_heading_stays_with_its_paragraph_and_furniture_is_left_out() -> None:
    body = "1 Introduction\n\n" + "This paragraph says something of interest. " * 3
    page = _page(body.strip() + "\n\nJournal of Trees", len(body.strip()))
    ((start, end),) = passages(page)
    assert page.text[start:end] == body.strip()


def test_long_paragraphs_are_cut_at_sentences() -> None:
    text = "This is a sentence of a long paragraph about trees. " * 80
    found = passages(_page(text))
    assert len(found) > 2
    assert all(text[start:end].startswith("This") and text[start:end].endswith(".") for start, end in found)


@given(st.text(st.sampled_from("abc. \nÄ!"), max_size=6000))
def test_passages_cover_the_body_without_overlap(text: str) -> None:
    found = passages(_page(text))
    assert "".join("".join(text[a:b].split()) for a, b in found) == "".join(text.split())
    assert all(0 < b - a <= LONGEST for a, b in found)
    assert all(first[1] <= second[0] for first, second in pairwise(found))


def test_hostile_files_are_read_or_refused_with_a_reason(shared_hostile: Path) -> None:
    """PAINS 1, 4, 5."""
    rows = hostile_table(shared_hostile, seconds=30, limit=40)
    assert len(rows) >= 40
    assert all(row.outcome == "read" or row.reason for row in rows)
    assert {row.outcome for row in rows} <= {
        "read", "encrypted", "not_a_pdf", "truncated", "empty", "timeout", "memory", "crashed"
    }  # fmt: skip
