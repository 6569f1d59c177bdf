"""Fields of reference strings, in the styles that papers use."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twintree.knowledge.refparser import find_arxiv, find_doi, find_url, parse_reference, split_authors
from twintree.knowledge.tagger import LABELS, tag


def test_a_vancouver_reference_gives_all_its_fields() -> None:
    fields = parse_reference(
        "Kalita J, Vajpayee A, Misra UK. Comparison of prednisolone with piroxicam in complex regional pain "
        "syndrome following stroke: a randomized controlled trial. QJM. 2006;99(2):89-95."
    )
    assert fields.authors == ("Kalita, J", "Vajpayee, A", "Misra, UK")
    assert fields.title.startswith("Comparison of prednisolone")
    assert fields.title.endswith("controlled trial")
    assert (fields.year, fields.venue, fields.volume, fields.pages) == (2006, "QJM", "99", "89–95")


def test_an_apa_reference_gives_its_doi_and_year() -> None:
    fields = parse_reference(
        "Turco, M., Hardenberg, J. von, AghaKouchak, A., & Trigo, R. M. (2017). On the key role of droughts in "
        "the dynamics of summer fires in mediterranean europe. Scientific Reports, 7(1). "
        "https://doi.org/10.1038/s41598-017-00116-9"
    )
    assert fields.doi == "10.1038/s41598-017-00116-9"
    assert fields.year == 2017
    assert fields.venue == "Scientific Reports"
    assert fields.authors[0] == "Turco, M."
    assert fields.url == ""


def test_a_conference_reference_keeps_the_proceedings_out_of_the_title() -> None:
    fields = parse_reference(
        "Hai Leong Chieu and Hwee Tou Ng. 2002. Named entity recognition: A maximum entropy approach using global "
        "information. In Proceedings of the 19th International Conference on Computational Linguistics, pages 190–196."
    )
    assert fields.authors == ("Hai Leong Chieu", "Hwee Tou Ng")
    assert fields.title == "Named entity recognition: A maximum entropy approach using global information"
    assert fields.venue.startswith("Proceedings of the 19th")
    assert fields.pages == "190–196"


def test_an_entry_without_a_title_keeps_its_journal_volume_and_page() -> None:
    fields = parse_reference("S. E. Han, G. Chen, Nano Lett. 2010, 10, 1012.")
    assert (fields.title, fields.venue, fields.year, fields.volume) == ("", "Nano Lett", 2010, "10")


def test_et_al_is_no_author() -> None:
    assert split_authors("Li H, Younas M, Wang X, et al.") == ("Li, H", "Younas, M", "Wang, X")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Donahue, R.P., Abbott, R.D., Bloom, E., and Reed, D.M.:", 4),
        ("E. Braunwald", 1),
        ("G. Antoniol, G. Canfora, G. Casazza, A. De Lucia, and E. Merlo.", 5),
        ("Chieu, Hai Leong and Hwee Tou Ng", 2),
        ("World Health Organization", 1),
        ("Костюков В. А., Иванов П. С.", 2),
        ("王小明, 李雷", 2),
    ],
)
def test_lists_of_authors_are_split_at_names(text: str, names: int) -> None:
    assert len(split_authors(text)) == names


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("doi: 10.1016/j.joen.2005.09.014.", "10.1016/j.joen.2005.09.014"),
        ("https://doi.org/10.5281/ zenodo.7463073", "10.5281/zenodo.7463073"),
        ("https://doi.org/10. 1094/PHYTO-02-15-0032-FI.", "10.1094/phyto-02-15-0032-fi"),
        ("[http://dx.doi.org/10.4103/0972-0707.120973] [PMID: 24347888]", "10.4103/0972-0707.120973"),
        ("(doi:10.1002/(SICI)1097-4571(199009)41:6)", "10.1002/(sici)1097-4571(199009)41:6"),
        ("no identifier here, pages 10.1-10.5", ""),
    ],
)
def test_a_doi_is_read_whole_and_without_what_closes_it(text: str, doi: str) -> None:
    assert find_doi(text) == doi


def test_arxiv_ids_are_read_in_both_forms_without_version() -> None:
    assert find_arxiv("arXiv preprint arXiv:2504.08066v2.") == "2504.08066"
    assert find_arxiv("https://arxiv.org/abs/hep-th/9901001") == "hep-th/9901001"
    assert find_arxiv("CoRR abs/1706.03762") == "1706.03762"


def test_an_address_that_is_a_doi_is_no_url() -> None:
    assert find_url("See https://doi.org/10.1/x and http://ilk.kub.nl/.") == "http://ilk.kub.nl/"


def test_nothing_is_invented_for_what_is_no_reference() -> None:
    fields = parse_reference("???")
    assert fields == type(fields)()


@given(st.text(max_size=200))
def test_any_text_is_parsed_without_an_error_and_every_value_stands_in_it(text: str) -> None:
    fields = parse_reference(text)
    flat = "".join(text.split())
    assert "".join(fields.title.split()) in flat
    assert fields.year is None or str(fields.year) in text


@given(st.text(max_size=120))
def test_every_token_gets_one_label(text: str) -> None:
    assert all(label in LABELS for _, label in tag(text))


@pytest.mark.parametrize(
    ("text", "title", "venue"),
    [
        (
            "Will Hamilton, Zhitao Ying, and Jure Leskovec. 2017a. Inductive Representation Learning on Large "
            "Graphs. In NIPS.",
            "Inductive Representation Learning on Large Graphs",
            "NIPS",
        ),
        (
            "Ann Miller, Bo Park, and Eve Stone. 2019. DisTree: Learning Sentence Representations from Trees. In ACL.",
            "DisTree: Learning Sentence Representations from Trees",
            None,
        ),
    ],
)
def test_the_sentence_between_year_and_in_is_the_title(text: str, title: str, venue: str | None) -> None:
    fields = parse_reference(text)
    assert fields.title == title
    assert venue is None or fields.venue == venue


@pytest.mark.parametrize(
    ("text", "title", "venue"),
    [
        (
            "A. A. Kamyab and A. Eshraghian, “Hepatoprotective effects of clover: an ancient remedy with new "
            "application,” Inflammation and Allergy - Drug Targets, vol. 12, no. 6, pp. 378–385, 2013.",
            "Hepatoprotective effects of clover: an ancient remedy with new application",
            "Inflammation and Allergy - Drug Targets",
        ),
        (
            "Takeuchi, K. and Collier, N. 2002. Use of Support Vector Machines in Extended Named Entity "
            "Recognition. CoNLL-2002, pp. 119-125.",
            "Use of Support Vector Machines in Extended Named Entity Recognition",
            "CoNLL-2002",
        ),
        (
            "Rygula, A.; Wrobel, T.P.; Szklarzewicz, J.; Baranska, M. Raman and UV–vis spectroscopy studies on "
            "luteolin–Al(III) complexes. Vib. Spectrosc. 2013, 64, 21–26. [CrossRef]",
            "Raman and UV–vis spectroscopy studies on luteolin–Al(III) complexes",
            "Vib. Spectrosc",
        ),
        (
            "Li H, Younas M, Wang X, Li X, Chen L, Zhao B, et al. Development of a core set of single-locus SSR "
            "markers for allotetraploid rapeseed (Brassica napus L.). Theor Appl Genet. 2013;126:937–47.",
            "Development of a core set of single-locus SSR markers for allotetraploid rapeseed (Brassica napus L.)",
            "Theor Appl Genet",
        ),
        (
            "Weitz JI: Low-molecular-weight heparins. N Engl J Med 1997, 337:688-98.",
            "Low-molecular-weight heparins",
            "N Engl J Med",
        ),
        (
            "Nicolls JM, Birner J, Forsell P. Passicol, an antibacterial and antifungal agent produced by Passiflora "
            "plant species: qualitative and quantitative range of activity. Antimicrob Agents Chemother 1973; 3(1): "
            "110-7.",
            "Passicol, an antibacterial and antifungal agent produced by Passiflora plant species: qualitative and "
            "quantitative range of activity",
            "Antimicrob Agents Chemother",
        ),
    ],
)
def test_a_title_is_read_to_its_end_and_from_its_beginning(text: str, title: str, venue: str) -> None:
    fields = parse_reference(text)
    assert (fields.title, fields.venue) == (title, venue)


def test_a_reference_after_gost_is_read_by_its_marks() -> None:
    fields = parse_reference(
        "Fermüller, C. G. Model Representation over Finite and Infinite Signatures [Text] / C. G. Fermüller, "
        "R. Pichler // Journal of Logic and Computation. — 2007. — Vol. 17, №3. — P. 453–477."
    )
    assert fields.title == "Model Representation over Finite and Infinite Signatures"
    assert fields.authors == ("C. G. Fermüller", "R. Pichler")
    assert (fields.venue, fields.year) == ("Journal of Logic and Computation", 2007)
    assert (fields.volume, fields.issue, fields.pages) == ("17", "3", "453–477")


def test_a_chapter_after_gost_keeps_its_book_and_publisher() -> None:
    fields = parse_reference(
        "Symbolic Model Checking without BDDs [Текст] / A. Biere [et al.] // Tools and Algorithms for the "
        "Construction and Analysis of Systems / Ed. by W. R. Cleaveland. — Berlin, Heidelberg: Springer Berlin "
        "Heidelberg, 1999. — P. 193—207."
    )
    assert fields.title == "Symbolic Model Checking without BDDs"
    assert fields.venue == "Tools and Algorithms for the Construction and Analysis of Systems"
    assert (fields.publisher, fields.year, fields.pages) == ("Springer Berlin Heidelberg", 1999, "193–207")


def test_an_address_with_two_slashes_is_not_read_after_gost() -> None:
    fields = parse_reference("Meng R. Trees of methods. J Trees. 2026;3(2):1–9. https: // example.org")
    assert (fields.title, fields.venue, fields.issue) == ("Trees of methods", "J Trees", "2")


def test_a_book_keeps_its_publisher() -> None:
    fields = parse_reference(
        "Pepe, M. 2003. The Statistical Evaluation of Medical Tests. Oxford University Press."
    )
    assert fields.publisher == "Oxford University Press"
