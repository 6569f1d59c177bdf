"""Metadata: what the file says is believed as far as its first page bears it out."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rapidfuzz import fuzz

from twintree.base.pages import FileHead, PageText
from twintree.base.text import folded
from twintree.sources.frontmatter import is_name
from twintree.sources.identifiers import clean_doi
from twintree.sources.language import language_of
from twintree.sources.metadata import propose, read_xmp, split_authors
from twintree.sources.ownplace import find_kind, find_place
from twintree.sources.parser import read_head, read_pages
from twintree.sources.years import find_year

MakePdf = Callable[..., Path]

_ABSTRACT = (
    "We study how trees of methods grow and show that a checked page is worth more than a fluent answer."
)
_TEXT = "Running text fills the page below so that its size is that of most characters on it, line by line."


def _paper(make_pdf: MakePdf, *more: tuple) -> Path:
    items: list[tuple] = [
        (90, 90, "Growing Two Trees From One Library", 17, "tibo"),
        (90, 130, "Jane A. Doe1, Zoë Nowák2 and Mei-Ling van der Berg1*", 11),
        (90, 146, "1Department of Forestry, University of Somewhere, 2Institute of Leaves", 9),
        (90, 160, "jane@example.org", 9),
        (90, 200, "Abstract", 11, "tibo"),
    ]
    items += [(90, 216 + 13 * n, _ABSTRACT) for n in range(3)]
    items += [(90, 290, "1 Introduction", 12, "tibo")]
    items += [(90, 310 + 13 * n, _TEXT) for n in range(20)]
    return make_pdf("paper.pdf", [[*items, *more]])


def _chosen(path: Path, head: FileHead | None = None, name: str = "paper.pdf") -> dict[str, Any]:
    """Each field's value by the order of trust, as the store chooses."""
    trust = ["xmp", "pattern", "layout", "info"]
    found: dict[str, Any] = {}
    fields = propose(head or read_head(path), list(read_pages(path, 1, 3)), name)
    for field in sorted(fields, key=lambda f: trust.index(f.source)):
        if field.confidence > 0:
            found.setdefault(field.field, field.value)
    return found


def test_title_authors_and_abstract_are_read_off_the_first_page(make_pdf: MakePdf) -> None:
    found = _chosen(_paper(make_pdf))
    assert found["title"] == "Growing Two Trees From One Library"
    assert found["authors"] == ["Jane A. Doe", "Zoë Nowák", "Mei-Ling van der Berg"]
    assert found["abstract"].startswith("We study how trees")
    assert "Introduction" not in found["abstract"]
    assert found["language"] == "en"


def test_an_embedded_title_that_the_page_does_not_bear_out_is_kept_but_never_chosen(
    make_pdf: MakePdf,
) -> None:
    """PAINS 19."""
    path = _paper(make_pdf)
    head = FileHead("pdf", 1, {"title": "Something Else Entirely About Fish", "author": "Bob Brown"})
    fields = propose(head, list(read_pages(path)), "paper.pdf")
    foreign = [field for field in fields if field.source == "info"]
    assert {field.field for field in foreign} >= {"title", "authors"}
    assert all(field.confidence == 0 for field in foreign if field.field in ("title", "authors"))


@pytest.mark.parametrize(
    "junk",
    ["untitled", "Microsoft Word - final_v3.docx", "paper.pdf", "main.dvi", "1234567", "paper", "Slide 1"],
)
def test_junk_titles_are_not_even_proposed(make_pdf: MakePdf, junk: str) -> None:
    path = _paper(make_pdf)
    fields = propose(FileHead("pdf", 1, {"title": junk}), list(read_pages(path)), "paper.pdf")
    assert not [field for field in fields if field.field == "title" and field.source == "info"]


def test_a_doi_counts_on_the_first_page_and_not_among_the_references(make_pdf: MakePdf) -> None:
    """PAINS 19."""
    own = _chosen(_paper(make_pdf, (90, 800, "https://doi.org/10.5555/Trees.2026.7.", 8)))
    assert own["doi"] == "10.5555/trees.2026.7"
    cited = _paper(
        make_pdf, (90, 640, "References", 12, "tibo"), (90, 660, "[1] Fish. doi:10.1234/fish.1999.001", 10)
    )
    assert "doi" not in _chosen(cited)


@pytest.mark.parametrize(
    "text",
    [
        "10.1145/nnnnnnn.nnnnnnn",
        "10.1000/xyz",
        "https://doi.org/10.1145/1122445.1122456",
        "10.1145/XXXXXXX.XXXXXXX",
        "none",
    ],
)
def test_placeholder_dois_are_none(text: str) -> None:
    """PAINS 19."""
    assert clean_doi(text) == ""


def test_dois_lose_their_dress() -> None:
    assert clean_doi("https://doi.org/10.1371/journal.pone.0193451.") == "10.1371/journal.pone.0193451"
    assert clean_doi("doi:10.1016/S0006-2952(00)00264-1") == "10.1016/s0006-2952(00)00264-1"
    assert clean_doi("10.1371/journal.pone.0193451.s001") == "10.1371/journal.pone.0193451"


def test_xmp_is_read_in_its_several_forms() -> None:
    packet = """<x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" prism:doi="10.5555/ABC.1">
    <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &amp; B</rdf:li></rdf:Alt></dc:title>
    <dc:creator><rdf:Seq><rdf:li>Jane Doe</rdf:li><rdf:li>Nowak, Jan</rdf:li></rdf:Seq></dc:creator>
    <prism:publicationName>Journal of Trees</prism:publicationName>
    <prism:coverDate>2019-03-01</prism:coverDate>
    </rdf:Description></rdf:RDF></x:xmpmeta>"""
    found = read_xmp(packet)
    assert found["title"] == "A & B"
    assert found["authors"] == ["Jane Doe", "Jan Nowak"]
    assert (found["doi"], found["venue"], found["year"]) == ("10.5555/abc.1", "Journal of Trees", 2019)
    assert read_xmp('<!DOCTYPE a [<!ENTITY b "c">]><x/>') == {}
    assert read_xmp("<broken") == {}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Jane Doe; John Roe", ["Jane Doe", "John Roe"]),
        ("Doe, Jane and Roe, John", ["Jane Doe", "John Roe"]),
        ("Jane Doe, John Roe, and Ann Poe", ["Jane Doe", "John Roe", "Ann Poe"]),
        ("admin", []),
        ("user@example.org", []),
    ],
)
def test_author_strings_are_divided(text: str, names: list[str]) -> None:
    assert split_authors(text) == names


def test_names_are_told_from_other_words() -> None:
    assert all(
        map(is_name, ["Jane Doe", "J. K. Rowling", "Hans van Halteren", "Jean-Luc O’Neil", "Юрий Костюков"])
    )
    assert not any(
        map(is_name, ["University of Trees", "Abstract", "in this paper", "Open Access", "Doe", "3 Trees"])
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (
            "The trees that we grow are of the kind which is found in all of these libraries. " * 2,
            "en",
        ),
        (
            "Die Bäume, die wir hier ziehen, sind von der Art, die in allen Bibliotheken zu finden ist. " * 2,
            "de",
        ),
        (
            "Les arbres que nous faisons pousser sont de ceux qui sont dans toutes les bibliothèques. " * 2,
            "fr",
        ),
        ("Деревья, которые мы выращиваем, находятся во всех этих библиотеках и в этой тоже. " * 2, "ru"),
        ("私たちが育てる木は、すべての図書館に見られるものである。" * 4, "ja"),
        ("我们种植的树木在所有这些图书馆中都可以找到。" * 5, "zh"),
    ],
)
def test_languages_are_told_apart(text: str, language: str) -> None:
    """PAINS 17."""
    found = language_of(text)
    assert found is not None
    assert found[0] == language


def test_nothing_is_made_up_for_a_file_without_text() -> None:
    """PAINS 18."""
    assert propose(FileHead("pdf", 1), [], "scan0001.pdf") == []


def test_titles_of_real_papers(shared_library: Path) -> None:
    lines = (shared_library / "manifest.csv").read_text("utf-8").splitlines()
    rows = list(csv.DictReader(lines))[::8]
    good = 0
    for row in rows:
        found = _chosen(shared_library / row["file"], name=Path(row["file"]).name)
        good += fuzz.ratio(folded(found.get("title", "")), folded(row["title"])) >= 90
    assert good >= 0.93 * len(rows)


def test_authors_of_real_papers(shared_library: Path, shared_bench: Path) -> None:
    right = total = 0
    for gold in sorted((shared_bench / "pdf-gold").glob("*/gold.json"))[::4]:
        wanted = {folded(name) for name in json.loads(gold.read_text("utf-8"))["authors"]}
        path = next(shared_library.glob(f"*/{gold.parent.name}.pdf"))
        found = {folded(name) for name in _chosen(path).get("authors", [])}
        right, total = right + len(wanted & found), total + len(wanted)
    assert right >= 0.9 * total


def _dated(make_pdf: MakePdf, *more: tuple, name: str = "paper.pdf", **info: str) -> int | None:
    path = _paper(make_pdf, *more)
    head = FileHead("pdf", 1, {"creationDate": "D:20170503120000Z", **info})
    year: int | None = _chosen(path, head, name).get("year")
    return year


def test_the_day_on_which_a_file_was_made_is_offered_as_its_year_but_never_chosen(make_pdf: MakePdf) -> None:
    head = FileHead("pdf", 1, {"creationDate": "D:20170503120000Z"})
    offered = [f for f in propose(head, list(read_pages(_paper(make_pdf))), "a.pdf") if f.field == "year"]
    assert [(each.value, each.confidence) for each in offered] == [(2017, 0.0)]
    assert _dated(make_pdf) is None


@pytest.mark.parametrize(
    ("line", "year"),
    [
        ("Proceedings of the Forest Conference, pages 1-9, June 2004.", 2004),
        ("Proceedings of EACL '99", 1999),
        ("Copyright 2003 by the Foresters", 2003),
        ("Journal of Trees 12(3), 2011", 2011),
        ("arXiv:1409.0473v7 [cs.CL] 19 May 2016", 2014),
        ("https://doi.org/10.5555/trees.2012.17", 2012),
        ("Forest Meeting, January 9-12, 2011, Asilomar", 2011),
        ("soutenue le 11 mars 2015", 2015),
        ("than the older trees (Ye et al. 2002).", None),
        ("as we know (Emerson, 2005),1, it has been", None),
    ],
)
def test_a_year_is_what_the_page_prints_or_its_identifiers_say(
    make_pdf: MakePdf, line: str, year: int | None
) -> None:
    assert _dated(make_pdf, (60, 40, line, 8)) == year


@pytest.mark.parametrize(
    ("lines", "year"),
    [
        (("J. Forest Nutr., 46, 52-59, January 2010", "Received 25 May, 2009; Accepted 14 July, 2009"), 2010),
        (("Forest Letters 46, 52-59, 2010", "Received 25 May, 2009; Accepted 14 July, 2009"), 2010),
        (("Journal of Trees 12(3), 2011", "Received 25 May, 2009"), 2011),
        (("Received 25 May, 2009",), 2009),
        (("Received 25 May, 2009", "Accepted 14 January, 2010"), 2010),
    ],
)
def test_a_day_of_publication_counts_before_the_day_on_which_a_manuscript_arrived(
    make_pdf: MakePdf, lines: tuple[str, ...], year: int
) -> None:
    assert _dated(make_pdf, *((60, 40 + 10 * row, line, 8) for row, line in enumerate(lines))) == year


def test_a_copyright_whose_mark_no_font_names_dates_a_paper_with_the_day_it_appeared(
    make_pdf: MakePdf,
) -> None:
    appeared = (60, 40, "Published online: 9 December 2014 @ The Author(s) 2014.", 8)
    page = next(read_pages(_paper(make_pdf, appeared, (60, 50, "3 Trees (2015) 5:697-707", 8))))
    (year, _) = find_year([replace(page, text=page.text.replace("@", "\ufffd"))]) or (0, 0)
    assert year == 2014


@pytest.mark.parametrize(
    ("name", "year"), [("P98-1081.pdf", 1998), ("2020.acl-main.447.pdf", 2020), ("X-98-1081.pdf", None)]
)
def test_a_file_named_by_its_anthology_id_is_as_old_as_that(
    make_pdf: MakePdf, name: str, year: int | None
) -> None:
    assert _dated(make_pdf, name=name) == year


def test_what_the_page_prints_is_believed_against_the_files_name(make_pdf: MakePdf) -> None:
    printed = (60, 40, "Proceedings of the Forest Conference, June 2004", 8)
    assert _dated(make_pdf, printed, name="P98-1081.pdf") == 2004


def test_a_running_head_of_the_second_page_dates_a_paper_whose_first_page_does_not(make_pdf: MakePdf) -> None:
    first = [(90, 90, "Growing Two Trees From One Library", 17, "tibo"), (90, 310, _TEXT)]
    pages = [first, *([(60, 40, "Journal of Trees 1(1), 2019", 8), (90, 310, _TEXT)] for _ in range(2))]
    path = make_pdf("paper.pdf", pages)
    assert _chosen(path, FileHead("pdf", 3, {}))["year"] == 2019


def _page(text: str, body_end: int) -> PageText:
    return PageText(number=1, label="", width=600, height=800, text=text, body_end=body_end, lines=())


@pytest.mark.parametrize(
    ("body", "margin", "place"),
    [
        (
            "Bees dance.",
            "Doe, (2022). Bees. Journal of Bees, 5(51), 121. https://doi.org/10.1/2",
            ("5", "51", "121"),
        ),
        ("Bees. Proceedings of the Meeting on Bees, pages 363–370, Rome", "363", (None, None, "363--370")),
        ("J. Clin. Bees, 46, 52–59, January 2010 Bees dance.", "52", ("46", None, "52--59")),
        # Another paper's: its first page is not this one, or it stands in the text.
        ("Bees. Proceedings of the Meeting on Bees, pages 363–370, Rome", "12", (None, None, None)),
        ("Doe, (2022). Bees. Journal of Bees, 5(51), 121. https://doi.org/10.1/2", "3", (None, None, None)),
        ("Bees. Proceedings of the Meeting on Bees, pages 363–70, Rome", "363", (None, None, None)),
    ],
)
def test_volume_number_and_pages_are_the_papers_own(
    body: str, margin: str, place: tuple[str | None, str | None, str | None]
) -> None:
    found = find_place([_page(f"{body}\n\n{margin}", len(body))])
    assert (found.get("volume"), found.get("number"), found.get("pages")) == place


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Bees and Trees\nDissertation for the degree of Candidate of Sciences", "phdthesis"),
        ("Abeilles\nTHÈSE présentée et soutenue publiquement le 11 mars 2015", "phdthesis"),
        ("Bees\nA thesis submitted for the degree of Master of Science", "mastersthesis"),
        ("Bees\nWe read a thesis about bees.", ""),
        ("Bees\nHis dissertation for the degree of doctor said so. " + "Bees dance. " * 200, ""),
    ],
)
def test_a_title_page_says_that_it_is_a_thesis(text: str, kind: str) -> None:
    assert find_kind([_page(text, len(text))]) == kind


def test_places_and_theses_of_real_papers(shared_library: Path) -> None:
    def said(name: str, last: int) -> dict[str, Any]:
        path = next(shared_library.rglob(name))
        pages = list(read_pages(path, 1, last))[:3]  # page numbers are known by those of the other pages
        return {each.field: each.value for each in propose(read_head(path), pages, name)}

    nlp = said("P05-1045.pdf", 8)
    assert (nlp["pages"], "kind" in nlp) == ("363--370", False)
    assert said("thierry-fr.pdf", 3)["kind"] == "phdthesis"


def test_a_bar_beside_the_title_does_not_end_the_search_for_authors(shared_library: Path) -> None:
    """Dates and a licence stand in it, and come before the authors in reading order."""
    path = next(shared_library.rglob("10.21105.jose.00122.pdf"))
    fields = propose(read_head(path), list(read_pages(path, 1, 3)), path.name)
    (authors,) = [each.value for each in fields if each.field == "authors" and each.source == "layout"]
    assert authors[:2] == ["Luke W. Johnston", "Helene Baek Juel"]
    assert len(authors) == 7
