"""Files of records: read whole where they are sound, and never a crash."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from twintree.base.errors import UnreadableFile
from twintree.sources.bibliography import read_bibliography, resolve_file, split_files, untex


def _write(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def test_bibtex_with_accents_names_strings_and_files(tmp_path: Path) -> None:
    path = _write(
        tmp_path,
        "a.bib",
        r"""@string{jt = "Journal of Trees"}
@article{doe2020, title = {Growing {T}rees in {\"O}sterreich}, author = {Doe, Jane and G{\"o}del, Kurt and
  {The Consortium} and others}, journal = jt, year = 2020, doi = {https://doi.org/10.5555/ABC.1},
  file = {Full Text:files/1/doe.pdf:application/pdf;:C\:\\papers\\x.pdf:PDF}, keywords = {trees, leaves},
  groups = {mine}, eprint = {2001.01234}, archivePrefix = {arXiv}}
@inproceedings{roe, title={50% of All Fish}, author={John Roe}, booktitle={Proc. of Fish}, date={2019-05}}
""",
    )
    found = read_bibliography(path)
    first, second = found.records
    assert found.problems == ()
    assert first.key == "doe2020"
    assert first.fields["title"] == "Growing Trees in Österreich"
    assert first.fields["authors"] == ["Jane Doe", "Kurt Gödel", "The Consortium"]
    assert first.fields["venue"] == "Journal of Trees"
    assert (first.fields["year"], first.fields["doi"], first.fields["arxiv"]) == (
        2020,
        "10.5555/abc.1",
        "2001.01234",
    )
    assert first.files == ("files/1/doe.pdf", "C:\\papers\\x.pdf")
    assert first.keywords == ("trees", "leaves")
    assert first.lost == ("groups",)
    assert second.fields["title"] == "50% of All Fish"
    assert (second.fields["kind"], second.fields["year"]) == ("paper-conference", 2019)


def test_a_broken_entry_costs_itself_only(tmp_path: Path) -> None:
    path = _write(
        tmp_path, "a.bib", "@article{a, title={One}}\n@article{b, title={Two\n@misc{c, title={3}}\n"
    )
    found = read_bibliography(path)
    assert "One" in [record.fields.get("title") for record in found.records]
    assert found.problems or len(found.records) >= 2


def test_ris_endnote_and_pubmed(tmp_path: Path) -> None:
    ris = "TY  - JOUR\nAU  - Doe, Jane\nAU  - Roe, John\nTI  - Trees\nPY  - 2020\nJO  - J Trees\n"
    ris += "DO  - 10.5555/x.1\n"
    ris += "L1  - file:///papers/trees.pdf\nER  - \n"
    (record,) = read_bibliography(_write(tmp_path, "a.ris", ris)).records
    assert record.fields["authors"] == ["Jane Doe", "John Roe"]
    assert (record.fields["title"], record.fields["year"], record.fields["doi"]) == (
        "Trees",
        2020,
        "10.5555/x.1",
    )
    assert record.files == ("file:///papers/trees.pdf",)
    enw = "%0 Journal Article\n%A Doe, Jane\n%T Trees\n%D 2020\n%J J Trees\n"
    (record,) = read_bibliography(_write(tmp_path, "a.enw", enw)).records
    assert record.fields["title"] == "Trees"
    nbib = (
        "PMID- 123\nTI  - Trees that\n      grow\nFAU - Doe, Jane\nDP  - 2020 Jan\nAID - 10.5555/x.1 [doi]\n"
    )
    (record,) = read_bibliography(_write(tmp_path, "a.nbib", nbib)).records
    assert record.fields["title"] == "Trees that grow"
    assert record.fields["doi"] == "10.5555/x.1"


def test_csl_json(tmp_path: Path) -> None:
    item = {
        "id": "doe", "type": "article-journal", "title": "Trees &amp; <i>Leaves</i>", "DOI": "10.5555/X.1",
        "author": [{"family": "Doe", "given": "Jane"}, {"literal": "The Group"}],
        "issued": {"date-parts": [["2020", 1]]}, "container-title": "J Trees", "odd": 1,
    }  # fmt: skip
    found = read_bibliography(_write(tmp_path, "a.json", json.dumps([item, "nonsense"])))
    assert found.records[0].fields["authors"] == ["Jane Doe", "The Group"]
    assert found.records[0].fields["title"] == "Trees & Leaves"
    assert found.records[0].fields["year"] == 2020
    assert found.records[0].lost == ("odd",)
    assert found.problems
    assert read_bibliography(_write(tmp_path, "b.json", "{broken")).problems


def test_other_files_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="BibTeX"):
        read_bibliography(_write(tmp_path, "a.docx", "x"))
    with pytest.raises(UnreadableFile):
        read_bibliography(tmp_path / "gone.bib")


@pytest.mark.parametrize(
    ("tex", "plain"),
    [
        (r"Erd{\H o}s and {\'E}va", "Erdős and Éva"),
        (r"na{\"\i}ve \& {\ss}", "naïve & ß"),
        (r"Jos\'{e}~Garc{\'\i}a", "José García"),
        ("{Unbalanced", "Unbalanced"),
        ("plain", "plain"),
    ],
)
def test_tex_becomes_plain_text(tex: str, plain: str) -> None:
    assert untex(tex) == plain


def test_links_are_found_beside_the_bibliography(tmp_path: Path) -> None:
    _write(tmp_path, "trees.pdf", "x")
    assert split_files(":trees.pdf:PDF") == ["trees.pdf"]
    assert resolve_file("trees.pdf", tmp_path) == tmp_path / "trees.pdf"
    assert resolve_file("C:\\elsewhere\\trees.pdf", tmp_path) == tmp_path / "trees.pdf"
    assert resolve_file("gone.pdf", tmp_path) is None


def test_peoples_own_exports_never_crash(shared_bench: Path) -> None:
    files = [path for path in sorted((shared_bench / "bibexports").rglob("*")) if path.is_file()]
    found = [read_bibliography(path) for path in files]
    assert sum(len(each.records) for each in found) >= 900
    assert sum(len(each.problems) for each in found) <= 5


def test_half_a_character_in_json_costs_itself_only(tmp_path: Path) -> None:
    path = _write(
        tmp_path, "a.json", r'[{"title":"\ud800 bad","id":"a\udc00","volum\ud800":1},{"title":"Good"}]'
    )
    first, second = read_bibliography(path).records
    assert (first.fields["title"], first.key, first.lost) == ("\ufffd bad", "a\ufffd", ("volum\ufffd",))
    assert second.fields["title"] == "Good"


def test_what_is_wrong_with_json_is_said_in_our_words(tmp_path: Path) -> None:
    deep = read_bibliography(_write(tmp_path, "a.json", "[" * 100_000))
    assert deep.problems == ("Its JSON is nested deeper than any record is.",)
    broken = read_bibliography(_write(tmp_path, "b.json", '[{"title":\n "One",}]'))
    assert broken.problems == ("It is no JSON from line 2 on.",)


def test_an_entry_without_end_is_told_once_and_the_others_are_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    text = "@article{a, title={One}}\n@article{b, title={{{{Two}\n@article{c, title={Three}}\n"
    found = read_bibliography(_write(tmp_path, "a.bib", text))
    assert [record.fields["title"] for record in found.records] == ["One", "Three"]
    assert found.problems == ("An entry at line 2 cannot be read: @article{b, title={{{{Two}",)
    assert not caplog.records


def test_an_absurdly_long_record_is_cut_and_said_to_be(tmp_path: Path) -> None:
    names = " and ".join(f"Writer{each}, Ann" for each in range(20_000))
    text = f"@article{{{'k' * 100_000}, title={{Long {'x' * 3_000_000}}}, author={{{names}}}, year=2020}}\n"
    found = read_bibliography(_write(tmp_path, "a.bib", text + "@article{b, title={Two}}\n"))
    first, second = found.records
    assert (len(first.fields["title"]), len(first.fields["authors"]), len(first.key)) == (4_000, 6_000, 200)
    assert first.fields["authors"][0] == "Ann Writer0"
    assert first.fields["title"].endswith("x…")
    assert len(found.problems) == 1
    assert "(title, authors, key)" in found.problems[0]
    assert second.fields["title"] == "Two"
