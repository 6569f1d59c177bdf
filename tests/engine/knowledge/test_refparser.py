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
