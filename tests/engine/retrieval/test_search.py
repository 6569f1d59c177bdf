from collections.abc import Iterator
from typing import Any

import pytest

from twintree.base.answers import Scope, SearchResult
from twintree.base.ids import PaperId

CARS = "Braking distance of automobiles on wet roads"
TREES = "Section trees for scientific papers"
MEDICINE = "How physicians read scans"


def stock(shelf: Any) -> dict[str, PaperId]:
    """Put in three papers with entries and pages."""
    return {
        "cars": shelf.add(
            CARS,
            [
                "Tyres lose grip when water stands on asphalt.\n\nWe measured grip with a brake rig.",
                "Rain halves grip.",
            ],
            sections=[
                ("Introduction", "Grip on wet asphalt matters.", 1),
                ("Methods", "Rain was simulated on a rig.", 2),
            ],
            authors=["Ada Meng", "Bo van der Berg"],
            year=2021,
            venue="Journal of Roads",
        ),
        "trees": shelf.add(
            TREES,
            [
                "A section tree keeps every heading.\n\nHeadings are verified on their page.",
                "The state-of-the-art baseline cuts text into chunks of C++ code.\n\n"
                "Trees beat chunks in the ablation study. Grids of 3 × 3 were cut, and a+b of 0.22 ± 0.03.",
            ],
            sections=[
                ("Introduction", "Headings form a tree.", 1),
                ("Methods", "Each heading is verified.", 2),
            ],
            authors=["Chi Lee"],
            year=2023,
            venue="ACL",
        ),
        "medicine": shelf.add(
            MEDICINE,
            ["Radiologists look at lungs.\n\n深層学習による画像診断の研究である。"],
            sections=[("Introduction", "Scans are read by eye.", 1)],
            authors=["Dana Ochs"],
            year=2019,
            venue="Lancet",
        ),
    }


@pytest.fixture(scope="module")
def library(
    tmp_path_factory: pytest.TempPathFactory, new_shelf: Any
) -> Iterator[tuple[Any, dict[str, PaperId]]]:
    """A stocked library for the tests that only read."""
    made = new_shelf(tmp_path_factory.mktemp("library"))
    yield made, stock(made)
    made.close()


def found(results: list[SearchResult]) -> list[PaperId]:
    return [result.paper.id for result in results]


def test_words_find_the_paper_with_page_snippet_and_rectangles(library: Any) -> None:
    shelf, stocked = library
    results = shelf.searcher.search("ablation study of trees", rects=True)
    assert found(results)[0] == stocked["trees"]
    hit = results[0].hits[0]
    assert hit.page == 2
    assert "ablation study" in hit.snippet
    page = shelf.papers.page(hit.file, hit.page)
    assert page.text[hit.spans[0].start : hit.spans[0].end].startswith("Trees beat chunks")
    assert hit.rects
    assert all(rect.page == 2 and rect.rect.x1 - rect.rect.x0 in (25.0, 40.0) for rect in hit.rects)
    assert hit.section is not None


def test_other_forms_of_a_word_match_on_pages_and_in_entries(library: Any) -> None:
    shelf, stocked = library
    assert found(shelf.searcher.search("verifying a heading"))[0] == stocked["trees"]


def test_meaning_finds_a_paper_that_shares_no_word(library: Any) -> None:
    shelf, stocked = library
    results = shelf.searcher.nearest("car")
    assert found(results)[0] == stocked["cars"]
    assert results[0].dense is not None
    assert results[0].sparse == 0


def test_search_goes_on_by_words_when_the_model_is_gone(shelf: Any) -> None:
    stocked = stock(shelf)
    shelf.embedder.broken = True
    assert found(shelf.searcher.search("section tree heading")) == [stocked["trees"]]
    assert shelf.searcher.rank("section tree").without_meaning == "The model is not there."
    assert shelf.searcher.passages("headings verified", [stocked["trees"]])


def test_paper_with_page_text_only_is_found(shelf: Any) -> None:
    """PAINS 26: a dropped file can be found before anything else has been made of it."""
    stock(shelf)
    new = shelf.add("scan0001", ["Zwitterionic polymers resist fouling."], indexed=False)
    results = shelf.searcher.search("zwitterionic polymer")
    assert found(results) == [new]
    assert results[0].how == "words"
    assert results[0].hits[0].page == 1


def test_word_that_stands_on_a_page_only_finds_its_paper(library: Any) -> None:
    shelf, stocked = library
    assert found(shelf.searcher.search("radiologists"))[0] == stocked["medicine"]


def test_nothing_is_shown_for_what_the_library_does_not_hold(library: Any) -> None:
    shelf, _stocked = library
    assert shelf.searcher.search("quantum chromodynamics lattice") == []
    assert len(shelf.searcher.nearest("quantum chromodynamics lattice", limit=2)) <= 2


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ('"every heading"', ["trees"]),
        ('"heading every"', []),
        ('"every head-\ning"', ["trees"]),
        ('"state-of-the- art"', ["trees"]),
        ('"3 × 3"', ["trees"]),
        ('"3 + 3"', []),
        ('"0.22 ± 0.03"', ["trees"]),
        ('"0.22 + 0.03"', []),
        ('"a+b"', ["trees"]),
        ("trees AND chunks", ["trees"]),
        ("grip AND chunks", []),
        ("grip OR chunks", ["cars", "trees"]),
        ("page* -grip", ["trees"]),
        ("radiolog*", ["medicine"]),
        ("author:Meng", ["cars"]),
        ('author:"van der Berg"', ["cars"]),
        ("year:2019..2021", ["cars", "medicine"]),
        ("year:2023", ["trees"]),
        ("venue:lancet", ["medicine"]),
        ("title:section", ["trees"]),
        ("-year:2023", ["cars", "medicine"]),
        ("C++ AND trees", ["trees"]),
        ("深層学習 OR C++", ["medicine", "trees"]),
        ("in:methods", ["cars", "trees"]),
        ("*", ["cars", "trees", "medicine"]),
        ("", ["cars", "trees", "medicine"]),
    ],
)
def test_syntax_confines_the_papers(library: Any, line: str, names: list[str]) -> None:
    shelf, stocked = library
    assert set(found(shelf.searcher.search(line))) == {stocked[name] for name in names}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("C++", "trees"), ("state-of-the-art", "trees"), ("what's state-of-the-art?", "trees"),
        ("foo:bar wet asphalt grip roads", "cars"), ("AND", None), ('"', None), ("画像診断", "medicine"),
        ("診断", "medicine"),
    ],
)  # fmt: skip
def test_lines_that_are_no_query_are_searched_as_words(library: Any, line: str, name: str | None) -> None:
    shelf, stocked = library
    results = found(shelf.searcher.search(line))
    assert results[:1] == ([stocked[name]] if name else results[:1])


def test_in_confines_the_hits_to_the_section(library: Any) -> None:
    shelf, stocked = library
    results = shelf.searcher.search("in:methods grip")
    assert found(results) == [stocked["cars"]]
    assert {hit.page for hit in results[0].hits} == {2}


def test_tags_and_notes_are_searched(shelf: Any) -> None:
    stocked = stock(shelf)
    shelf.person.tag([stocked["trees"]], "to cite")
    shelf.person.add_note(stocked["cars"], "compare with the Sahlholm rig")
    assert found(shelf.searcher.search('tag:"to cite"')) == [stocked["trees"]]
    assert found(shelf.searcher.search("note:sahlholm")) == [stocked["cars"]]


def test_scope_narrows_to_papers_years_and_authors(library: Any) -> None:
    shelf, stocked = library
    everything = "grip heading scans"
    search = shelf.searcher.search
    only = Scope(papers=(stocked["cars"],))
    assert set(found(shelf.searcher.nearest(everything, only))) == {stocked["cars"]}
    assert set(found(search("*", Scope(year_min=2020, year_max=2022)))) == {stocked["cars"]}
    assert set(found(search("*", Scope(author="Ochs")))) == {stocked["medicine"]}
    assert set(found(search("*", Scope(journal="acl")))) == {stocked["trees"]}


def test_binned_paper_is_not_found(shelf: Any) -> None:
    stocked = stock(shelf)
    shelf.person.bin([stocked["trees"]])
    assert stocked["trees"] not in found(shelf.searcher.search("section trees"))
    assert stocked["trees"] not in found(shelf.searcher.search('"every heading"'))
    assert stocked["trees"] not in found(shelf.searcher.search("*"))


def test_pages_of_results_follow_one_another(shelf: Any) -> None:
    papers = [shelf.add(f"Kite number {n}", [f"Kite {n} flies."]) for n in range(7)]
    whole = found(shelf.searcher.search("kite", limit=10))
    assert set(whole) == set(papers)
    parts = [found(shelf.searcher.search("kite", limit=3, offset=at)) for at in (0, 3, 6)]
    assert [each for part in parts for each in part] == whole


def test_changed_entries_are_seen_by_the_next_search(shelf: Any) -> None:
    stock(shelf)
    assert not shelf.searcher.search("zeppelin mooring")
    new = shelf.add("Zeppelin mooring masts", [])
    assert found(shelf.searcher.search("zeppelin mooring"))[:1] == [new]


def test_passages_are_paragraphs_of_the_given_papers_only(library: Any) -> None:
    shelf, stocked = library
    hits = shelf.searcher.passages(
        "how much grip in the rain", [stocked["cars"], stocked["medicine"]], limit=2
    )
    assert {hit.paper for hit in hits} <= {stocked["cars"], stocked["medicine"]}
    text = shelf.papers.page(hits[0].file, hits[0].page).text
    assert "grip" in text[hits[0].spans[0].start : hits[0].spans[0].end]
    assert hits[0].score >= hits[-1].score
    assert shelf.searcher.passages("grip", []) == []


def test_passages_are_embedded_once(shelf: Any) -> None:
    stocked = stock(shelf)
    shelf.searcher.passages("grip", [stocked["cars"]])
    before = len(shelf.embedder.embedded)
    shelf.searcher.passages("rain", [stocked["cars"]])
    assert shelf.embedder.embedded[before:] == ["rain"]


def test_sections_of_a_paper_are_ranked(library: Any) -> None:
    shelf, stocked = library
    sections = shelf.searcher.sections("rain simulated on a rig", stocked["cars"])
    assert sections[0].title == "Methods"
    assert shelf.searcher.sections("rain", PaperId("P000000000000")) == []


def test_idf_counts_every_form_of_a_stem(library: Any) -> None:
    shelf, _stocked = library
    idf = shelf.searcher.idf(["head", "grip", "unheard"])
    assert idf["unheard"] > idf["grip"] > 0


def test_of_passages_that_say_the_same_the_one_below_its_own_heading_comes_first(shelf: Any) -> None:
    """Contents pages and forewords have the word too, and come before."""
    paper = shelf.add(
        "Topology",
        [
            "Contents: openness, compactness, metrics.",
            "Of compactness much is said later.",
            "Compactness\n\nA cover.",
        ],
        sections=[("Foreword", "It begins.", 1), ("Compactness", "Covers are finite.", 3)],
        authors=["Eva Klee"],
        year=2016,
        venue="Notes",
    )
    (found,) = [each for each in shelf.searcher.search("compactness") if each.paper.id == paper]
    assert [hit.page for hit in found.hits] == [3, 1, 2]
