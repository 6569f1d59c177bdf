"""The sample papers: what is committed is what the sources say, and each has the shape it was written for."""

import re
from pathlib import Path

import pymupdf
import pytest

from twintree_resources import samples
from twintree_resources.samples import build

NO_OUTLINE = {"brandt2024page", "silveira2026bounded"}
UNNUMBERED = {"brandt2024page"}
TWO_COLUMNS = {"silveira2026bounded"}
EARLIEST = "brandt2024page"

PAPERS = {path.stem: path for path in samples.paths()}
BIBLIOGRAPHY = build.SOURCES / "references.bib"

every_paper = pytest.mark.parametrize("key", sorted(PAPERS))


def page_texts(path: Path) -> list[str]:
    with pymupdf.open(path) as document:
        return [page.get_text() for page in document]


def squeezed(text: str) -> str:
    """Text without hyphenation, white space and case, for finding titles that are broken over lines."""
    return re.sub(r"[\s\u00ad-]+", "", text).casefold()


def titles() -> dict[str, str]:
    """Citation key to title, of all works in the shared bibliography."""
    entries = re.findall(
        r"@\w+\{(\w+),.*?\btitle = \{(.+?)\},?\n", BIBLIOGRAPHY.read_text("utf-8"), re.DOTALL
    )
    return dict(entries)


def cited_keys(key: str) -> set[str]:
    """Keys of the works that a paper's source cites, leaving out its own sections, figures and equations."""
    source = (build.SOURCES / f"{key}.typ").read_text("utf-8")
    return {name for name in re.findall(r"@([\w-]+)", source) if not re.match(r"(sec|fig|tab|eq)-", name)}


def year_of(key: str) -> int:
    return int(re.search(r"\d{4}", key).group())


def body_blocks(page: pymupdf.Page) -> list[tuple[float, float]]:
    """Left and right edge of the text blocks that are longer than a line or two."""
    return [(x0, x1) for x0, y0, x1, y1, _, _, kind in page.get_text("blocks") if kind == 0 and y1 - y0 > 30]


def test_there_is_one_pdf_for_each_source():
    assert sorted(PAPERS) == [source.stem for source in build.sources()]
    assert len(PAPERS) == 7


def test_rebuilding_gives_the_committed_text_page_by_page(tmp_path):
    pytest.importorskip("typst", reason="typst, which typesets the sample papers, is not installed")
    for rebuilt in build.build(tmp_path):
        assert page_texts(rebuilt) == page_texts(PAPERS[rebuilt.stem]), f"{rebuilt.stem}: rebuild the samples"


@every_paper
def test_a_paper_has_four_to_ten_pages_none_nearly_empty(key):
    pages = page_texts(PAPERS[key])
    assert 4 <= len(pages) <= 10
    assert min(len(page.split()) for page in pages) > 120


@every_paper
def test_a_paper_is_small(key):
    assert PAPERS[key].stat().st_size < 400_000


@every_paper
def test_the_outline_is_present_only_where_designed(key):
    with pymupdf.open(PAPERS[key]) as document:
        outline = document.get_toc()
        pages = len(document)
    if key in NO_OUTLINE:
        assert outline == []
        return
    assert [title for _, title, _ in outline][-1] == "References"
    assert {level for level, _, _ in outline} == {1, 2}
    assert all(1 <= page <= pages for _, _, page in outline)


@every_paper
def test_headings_are_numbered_only_where_designed(key):
    numbered = re.search(r"^1 Introduction$", page_texts(PAPERS[key])[0], re.MULTILINE)
    assert bool(numbered) == (key not in UNNUMBERED)


@every_paper
def test_text_stands_in_two_columns_only_where_designed(key):
    with pymupdf.open(PAPERS[key]) as document:
        middle = document[1].rect.width / 2
        left = [block for block in body_blocks(document[1]) if block[1] < middle + 5]
        right = [block for block in body_blocks(document[1]) if block[0] > middle - 5]
    assert (bool(left) and bool(right)) == (key in TWO_COLUMNS)


@every_paper
def test_metadata_agrees_with_the_citation_key(key):
    with pymupdf.open(PAPERS[key]) as document:
        metadata = document.metadata
    surname = re.match(r"[a-z]+", key).group()
    assert metadata["title"] == titles()[key]
    assert metadata["author"].split(",")[0].split()[-1].casefold() == surname
    assert metadata["creationDate"].startswith(f"D:{year_of(key)}")
    assert 2023 <= year_of(key) <= 2026


@every_paper
def test_every_cited_work_is_in_the_references(key):
    cited = cited_keys(key)
    assert cited <= set(titles())
    references = squeezed("".join(page_texts(PAPERS[key]))).rpartition("references")[2]
    missing = {work for work in cited if squeezed(titles()[work]) not in references}
    assert not missing


@every_paper
def test_a_cited_sample_paper_is_in_the_library_and_carries_the_cited_title(key):
    siblings = cited_keys(key) & set(PAPERS)
    assert siblings or key == EARLIEST
    assert key not in siblings
    assert all(year_of(sibling) <= year_of(key) for sibling in siblings)
    for sibling in siblings:
        assert squeezed(titles()[sibling]) in squeezed(page_texts(PAPERS[sibling])[0])


def test_every_sample_paper_is_cited_by_another():
    assert set().union(*(cited_keys(key) for key in PAPERS)) >= set(PAPERS)


@every_paper
def test_internal_links_lead_to_a_page_of_the_paper(key):
    with pymupdf.open(PAPERS[key]) as document:
        targets = [link["page"] for page in document for link in page.get_links() if link["kind"] in (1, 4)]
        assert targets
        assert all(0 <= target < len(document) for target in targets)


@every_paper
def test_a_paper_has_figures_tables_equations_and_limitations(key):
    text = "\n".join(page_texts(PAPERS[key]))
    assert re.search(r"^Figure 1\. ", text, re.MULTILINE)
    assert re.search(r"^Table 1\. ", text, re.MULTILINE)
    assert re.search(r"^\(2\)$", text, re.MULTILINE)
    for heading in ("Abstract.", "Limitations", "Conclusion", "References"):
        assert heading in text
