"""Exports: references that other programs read back, and a canonical JSON that tells states apart."""

from __future__ import annotations

import io
import json
import re

import bibtexparser
import pytest
import rispy
from bibtexparser.middlewares import LatexDecodingMiddleware
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_cases import add_paper, proposals
from run_cases import answer, citation

from twintree.base.answers import AnswerSentence
from twintree.base.errors import WrongUse
from twintree.base.ids import PaperId
from twintree.base.names import split_name
from twintree.base.records import FieldValue, Paper, PaperRow
from twintree.store import citing
from twintree.store.deletion import delete_paper
from twintree.store.export import canonical, export, export_run, write_canonical
from twintree.store.files import FileStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore

printable = st.characters(
    min_codepoint=32, max_codepoint=0x24F, exclude_characters="\x7f^", exclude_categories=["Cc"]
)
words = st.text(printable, min_size=1, max_size=40).map(lambda text: " ".join(text.split())).filter(bool)
# Built once: it is slow. It reads \textasciicircum as another character than every TeX does.
DECODING = LatexDecodingMiddleware()
name_part = st.from_regex(r"[A-ZÀ-Þ][a-zß-ÿ]{1,8}", fullmatch=True)
names = st.builds(lambda given_, family: f"{family}, {given_}", name_part, name_part)


def paper(title: str = "T", authors: tuple[str, ...] = (), **extra: object) -> Paper:
    row = PaperRow(
        id=PaperId("P1"),
        key="key1",
        title=title,
        authors=authors,
        year=2020,
        venue=str(extra.pop("venue", "")),
    )
    abstract = str(extra.pop("abstract", ""))
    fields = tuple(
        FieldValue(field=k, value=v, source="bibtex", confidence=1, chosen=True) for k, v in extra.items()
    )
    return Paper(row=row, abstract=abstract, fields=fields)


@settings(max_examples=80, deadline=None)
@given(words, st.lists(names, max_size=3), words, words)
def test_bibtex_comes_back_through_a_parser(
    title: str, authors: list[str], venue: str, abstract: str
) -> None:
    text = citing.bibtex([paper(title, tuple(authors), venue=venue, abstract=abstract)])
    library = bibtexparser.parse_string(text, append_middleware=[DECODING])
    assert library.failed_blocks == []
    (entry,) = library.entries
    fields = {field.key: field.value for field in entry.fields}
    assert entry.key == "key1"
    assert fields["title"] == title
    assert fields.get("author", "") == " and ".join(authors)
    assert fields["journal"] == venue
    assert fields["abstract"] == abstract
    assert str(fields["year"]) == "2020"


@pytest.mark.parametrize(
    ("venue", "kind"),
    [
        ("Proceedings of the 40th Annual Meeting of the ACL", "inproceedings"),
        ("Third Workshop on Trees", "inproceedings"),
        ("Proc. of the IEEE Conference on Leaves", "inproceedings"),
        ("Proceedings of the National Academy of Sciences", "article"),
        ("Proceedings of the IEEE", "article"),
        ("Journal of Trees", "article"),
        ("", "article"),
    ],
)
def test_a_paper_whose_kind_nobody_said_is_what_its_venue_is_called(venue: str, kind: str) -> None:
    text = citing.bibtex([paper(venue=venue)])
    assert text.startswith(f"@{kind}{{")
    assert ("booktitle" in text) == (kind == "inproceedings")


@pytest.mark.parametrize(
    ("said", "kind"),
    [("paper-conference", "inproceedings"), ("chapter", "incollection"), ("document", "misc")],
)
def test_a_kind_that_a_record_said_holds_whatever_the_venue(said: str, kind: str) -> None:
    assert citing.bibtex([paper(venue="Some Conference", kind=said)]).startswith(f"@{kind}{{")


@settings(max_examples=80, deadline=None)
@given(words, st.lists(names, max_size=3), words)
def test_ris_comes_back_through_a_parser(title: str, authors: list[str], venue: str) -> None:
    (entry,) = rispy.loads(
        citing.ris([paper(title, tuple(authors), venue=venue, pages="12--19", volume="3")])
    )
    assert entry["title"] == title
    assert entry.get("authors", []) == authors
    assert entry["secondary_title"] == venue
    assert (entry["start_page"], entry["end_page"], entry["volume"], entry["year"]) == (
        "12",
        "19",
        "3",
        "2020",
    )
    assert entry["id"] == "key1"


@settings(max_examples=60, deadline=None)
@given(words, st.lists(names, max_size=3))
def test_csl_is_json_with_split_names(title: str, authors: list[str]) -> None:
    (item,) = json.loads(citing.csl_json([paper(title, tuple(authors), kind="inproceedings")]))
    assert (item["id"], item["title"], item["type"]) == ("key1", title, "paper-conference")
    assert [f"{name['family']}, {name['given']}" for name in item.get("author", [])] == authors
    assert item["issued"] == {"date-parts": [[2020]]}


@settings(max_examples=60, deadline=None)
@given(words)
def test_markdown_escapes_what_would_be_markup(title: str) -> None:
    line = citing.markdown([paper(title)])
    assert line.startswith("- ")
    inner = re.fullmatch(r"- 2020 \*\*(.*)\*\*\.\n", line)
    assert inner is not None
    assert re.sub(r"\\(.)", r"\1", inner[1]) == re.sub(r"\\(.)", r"\1", citing._markdown(title))
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_`<\[]", inner[1])


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Ada Lovelace", ("Lovelace", "Ada")),
        ("Lovelace, Ada King", ("Lovelace", "Ada King")),
        ("Ludwig van Beethoven", ("van Beethoven", "Ludwig")),
        ("Martin Luther King Jr.", ("King", "Martin Luther")),
        ("OpenAI", ("OpenAI", "")),
        ("王小明", ("王小明", "")),
    ],
)
def test_names_are_split_into_family_and_given(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts


def test_capitals_inside_words_are_protected(papers: PaperStore, ledger: Ledger) -> None:
    add_paper(
        papers,
        title="Training BERT & iPhones",
        authors=["Research and Development", "Ada Lovelace"],
        year=2019,
    )
    text = export(ledger, "bibtex")
    assert "title = {Training {BERT} \\& {iPhones}}" in text
    assert "author = {{Research and Development} and Lovelace, Ada}" in text


def test_only_what_is_not_binned_is_exported_unless_asked_for(
    ledger: Ledger, papers: PaperStore, person: PersonStore
) -> None:
    shown, _ = add_paper(papers, title="Shown")
    hidden, _ = add_paper(papers, title="Hidden")
    person.bin(hidden)
    assert "Hidden" not in export(ledger, "markdown")
    assert "Hidden" in export(ledger, "ris", [hidden])
    data = json.loads(export(ledger, "json", [shown]))
    assert [each["row"]["title"] for each in data["papers"]] == ["Shown"]
    with pytest.raises(WrongUse, match="cannot be exported"):
        export(ledger, "word")


def test_an_answer_is_exported_with_its_bibliography(
    ledger: Ledger, papers: PaperStore, files: FileStore
) -> None:
    """PAINS 32."""
    cited, file = add_paper(papers, ["It is a tree."], title="Trees", authors=["Ada Lovelace"], year=1843)
    near, _ = add_paper(papers, title="Not cited")
    said = AnswerSentence(
        text="It is a tree.", supported=True, citations=(citation(cited, str(file), "is a\ntree"),)
    )
    given = answer(
        "R1", said, AnswerSentence(text="Guess.", supported=False), nearest=(papers.get(near).row,)
    )
    text = export_run(ledger, given)
    assert text.startswith("# What is it?")
    assert "It is a tree. [Lovelace 1843, p. 1]\n> is a tree — Lovelace 1843, p. 1" in text
    assert "Guess. (unsupported)" in text
    assert "- Ada Lovelace (1843). **Trees**." in text
    assert "Not cited" not in text
    assert export_run(ledger, given, "bibtex").count("@article{lovelace1843trees,") == 1
    assert json.loads(export_run(ledger, given, "json"))["run"] == "R1"
    delete_paper(ledger, files, cited)
    assert "## References" not in export_run(ledger, given)


def test_what_speaks_against_an_answer_is_exported_with_it(ledger: Ledger, papers: PaperStore) -> None:
    cited, file = add_paper(papers, ["It is a tree."], title="Trees", authors=["Ada Lovelace"], year=1843)
    other, second = add_paper(papers, ["It is no tree."], title="No trees", authors=["Bob Byron"], year=1850)
    said = AnswerSentence(
        text="It is a tree.",
        supported=True,
        citations=(citation(cited, str(file), "is a tree"),),
        against=(citation(other, str(second), "is no tree"),),
    )
    text = export_run(ledger, answer("R1", said))
    assert "> is a tree — Lovelace 1843, p. 1\n> But: is no tree — Lovelace 1843, p. 1" in text
    assert "**No trees**" in text


def test_the_canonical_export_tells_states_apart_and_nothing_else(
    ledger: Ledger, papers: PaperStore, person: PersonStore
) -> None:
    paper_id, file = add_paper(papers, ["some words"], title="T")
    first = canonical(ledger)
    assert canonical(ledger) == first
    data = json.loads(first)
    assert data["tables"]["page"][0]["text"] == "some words"
    assert data["tables"]["passage"] == [{"file": file, "number": 1, "start": 0, "end": 10}]
    assert data["tables"]["paper"][0]["authors"] == []
    assert not {"audit", "change", "embedding"} & data["tables"].keys()
    papers.write_fields(paper_id, proposals("xmp", title="T"))
    with ledger.write() as connection:
        connection.execute("UPDATE paper SET revision = revision + 1")
        connection.execute("INSERT INTO audit (at, action, subject) VALUES ('', 'x', 'y')")
        connection.execute("UPDATE paper SET modified = (SELECT added FROM paper)")
    modified = re.compile(r'"modified": "[^"]*"')
    assert modified.sub("", canonical(ledger)) == modified.sub("", first)
    person.set_starred(paper_id)
    assert modified.sub("", canonical(ledger)) != modified.sub("", first)
    out = io.StringIO()
    write_canonical(ledger, out)
    assert out.getvalue() == canonical(ledger)
