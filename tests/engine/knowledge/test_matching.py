"""What an entry stands for: by identifier, by title, and when not to link."""

from __future__ import annotations

from typing import Any

from twintree.knowledge.matching import LINKED, agreement, match_papers
from twintree.store.citationrows import Described

TITLE = "Named Entity Recognition with a Maximum Entropy Approach"


def entry(title: str = TITLE, **more: Any) -> Described:
    given = {"authors": ("Chieu, Hai Leong", "Ng, Hwee Tou"), "year": 2003, **more}
    return Described(
        id="", title=title, raw=more.pop("raw", title), **{k: v for k, v in given.items() if k != "raw"}
    )


def paper(name: str = "P1", title: str = TITLE, **more: Any) -> Described:
    return Described(
        id=name, title=title, **{"authors": ("Hai Leong Chieu", "Hwee Tou Ng"), "year": 2003, **more}
    )


def test_the_same_title_author_and_year_are_linked() -> None:
    match = match_papers(entry("Named entity recognition with a maximum-entropy approach."), [paper()])
    assert match.paper == "P1"
    assert match.confidence >= LINKED


def test_a_doi_links_whatever_the_title_lacks() -> None:
    assert match_papers(entry("", doi="10.1/x", authors=()), [paper(doi="10.1/x")]).confidence == 1.0


def test_a_foreign_doi_is_offered_and_not_linked() -> None:
    """PAINS 19: a wrong DOI must not make two works one."""
    match = match_papers(entry("Deep learning for protein folding", doi="10.1/x"), [paper(doi="10.1/x")])
    assert match.paper is None
    assert [offer.paper for offer in match.offered] == ["P1"]


def test_a_nearly_equal_title_of_the_same_authors_is_not_linked() -> None:
    other = paper(
        title="Named Entity Recognition: A Maximum Entropy Approach Using Global Information", year=2002
    )
    assert match_papers(entry(), [other]).paper is None


def test_a_misprint_in_a_title_does_not_matter() -> None:
    assert (
        match_papers(entry("Name Entity Recognition with a Maximum Entropy Approach"), [paper()]).paper
        == "P1"
    )


def test_a_wrong_year_of_a_long_title_does_not_matter() -> None:
    assert match_papers(entry(year=1998), [paper(year=2003)]).paper == "P1"


def test_the_same_title_by_somebody_else_is_not_linked() -> None:
    assert match_papers(entry(authors=("Brown, A.",)), [paper()]).paper is None


def test_a_short_title_needs_its_author() -> None:
    assert (
        match_papers(entry("Introduction", authors=(), raw=""), [paper(title="Introduction")]).paper is None
    )


def test_two_papers_that_fit_alike_are_both_offered() -> None:
    match = match_papers(entry(), [paper("P1"), paper("P2")])
    assert match.paper is None
    assert {offer.paper for offer in match.offered} == {"P1", "P2"}


def test_a_title_that_parsing_missed_is_found_in_the_entry() -> None:
    raw = f"Chieu, H. L. & Ng, H. T. {TITLE}. CoNLL 2003."
    assert agreement(entry("", raw=raw), paper())[0] >= LINKED


def test_a_second_part_is_not_the_first() -> None:
    assert (
        match_papers(
            entry("A theory of everything in the woods, part II"),
            [paper(title="A theory of everything in the woods, part I")],
        ).paper
        is None
    )


def test_a_deposit_of_the_same_title_is_offered_and_not_taken_for_the_article() -> None:
    """Programs and data are called like the article that they come with."""
    software, article = entry(doi="10.5281/zenodo.1234"), paper(doi="10.1/article")
    match = match_papers(software, [article])
    assert match.paper is None
    assert [offer.paper for offer in match.offered] == ["P1"]
    assert match_papers(entry(doi="10.1/article"), [paper(doi="10.5281/zenodo.1234")]).paper is None


def test_a_preprint_and_two_versions_of_a_deposit_are_one_work() -> None:
    assert match_papers(entry(doi="10.48550/arxiv.1"), [paper(doi="10.1/article")]).paper == "P1"
    versions = match_papers(entry(doi="10.5281/zenodo.1"), [paper(doi="10.5281/zenodo.2")])
    assert versions.paper == "P1"
    assert match_papers(entry(), [paper(doi="10.5281/zenodo.2")]).paper == "P1"


def test_one_other_word_makes_another_work() -> None:
    other = paper(title="Named entity recognition with a maximum margin approach")
    assert match_papers(entry(), [other]).paper is None
