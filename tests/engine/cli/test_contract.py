"""The contract for scripts (issue text): one JSON object on stdout, stable shapes, exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from twintree.base.text import folded
from twintree.cli.main import run
from twintree.library import Library
from twintree_resources import samples


class Twintree:
    """Runs commands in this process and reads what they print."""

    def __init__(self, library: Path, capture: pytest.CaptureFixture[bytes]) -> None:
        self.library = library
        self._capture = capture

    def __call__(self, *arguments: str, code: int = 0) -> Any:
        return self._read(run(["--library", str(self.library), arguments[0], "--json", *arguments[1:]]), code)

    def sub(self, group: str, command: str, *arguments: str, code: int = 0) -> Any:
        return self._read(run(["--library", str(self.library), group, command, "--json", *arguments]), code)

    def _read(self, got: int, code: int) -> Any:
        out = self._capture.readouterr().out
        assert got == code, out
        return json.loads(out)


@pytest.fixture
def twintree(own_library_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Twintree:
    return Twintree(own_library_path, capfdbinary)


@pytest.fixture
def fresh(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Twintree:
    return Twintree(tmp_path / "fresh", capfdbinary)


def test_new_then_import_reports_each_file_as_it_was_given(
    fresh: Twintree, make_pdf: Callable[..., Path]
) -> None:
    """PAINS 1: one bad file does not end the run, and is named."""
    assert run(["new", str(fresh.library), "--json"]) == 0
    fresh._capture.readouterr()
    good = make_pdf("gut und schön 📄.pdf", "A paper about bees. Bees dance to show where food is.")
    bad = good.with_name("bad.pdf")
    bad.write_bytes(b"not a pdf at all")
    empty = good.with_name("empty.pdf")
    empty.touch()
    result = fresh("import", str(good), str(bad), str(empty), code=3)
    assert [item["file"] for item in result["imported"]] == [str(good)]
    assert result["imported"][0].keys() >= {"file", "paper", "status", "pages", "seconds"}
    assert {item["file"]: item["code"] for item in result["failed"]} == {
        str(bad): "not_a_pdf",
        str(empty): "empty",
    }
    again = fresh("import", str(good))
    assert [item["file"] for item in again["duplicates"]] == [str(good)]
    papers = fresh("list")["papers"]
    assert len(papers) == 1
    assert all(Path(file).is_file() for file in papers[0]["files"])


def test_an_encrypted_file_asks_for_its_password_and_stores_nothing(
    fresh: Twintree, make_pdf: Callable[..., Path]
) -> None:
    locked = make_pdf("locked.pdf", "Secret bees.", password="honey")
    assert fresh("import", str(locked), code=1)["failed"][0]["code"] == "encrypted"
    assert (
        fresh("import", str(locked), "--password", "wrong", code=1)["failed"][0]["code"] == "wrong_password"
    )
    assert fresh("list")["papers"] == []
    assert fresh("import", str(locked), "--password", "honey")["imported"][0]["pages"] == 1


def test_further_files_are_named_and_go_to_a_paper_that_is_there(
    fresh: Twintree, make_pdf: Callable[..., Path], tmp_path: Path
) -> None:
    paper = fresh("import", str(make_pdf("bees.pdf", "Bees dance.")))["imported"][0]["paper"]
    code = tmp_path / "code" / "dance.py"
    code.parent.mkdir()
    code.write_text('"""Simulates the dance of bees."""\n', "utf-8")
    assert "is a folder" in fresh("import", "--into", paper, str(code.parent), code=2)["error"]["message"]
    fresh("delete", paper)
    assert "in the bin" in fresh("import", "--into", paper, str(code), code=2)["error"]["message"]
    fresh("undo")
    assert fresh("import", "--into", paper, str(code))["imported"][0]["paper"] == paper


def test_list_shows_every_paper_with_files_that_exist(twintree: Twintree) -> None:
    papers = twintree("list")["papers"]
    assert len(papers) == len(samples.paths())
    for paper in papers:
        assert paper.keys() >= {
            "paper",
            "key",
            "title",
            "authors",
            "year",
            "venue",
            "pages",
            "status",
            "files",
        }
        assert paper["status"] in ("indexed", "complete")
        assert all(Path(file).is_absolute() and Path(file).is_file() for file in paper["files"])


def test_a_tree_comes_in_document_order_with_pages_inside_the_paper(twintree: Twintree) -> None:
    """PAINS 15: section pages never jump back and forth."""
    tree = twintree("tree", "meng2026locate")
    pages = [node["start_page"] for node in tree["nodes"]]
    assert pages == sorted(pages)
    assert len(pages) > 5
    assert 0 <= tree["verification_rate"] <= 1
    for node in tree["nodes"]:
        assert node.keys() >= {"id", "title", "level", "start_page", "end_page", "summary", "verified"}
        assert 1 <= node["start_page"] <= node["end_page"] <= 5


def test_search_gives_pages_snippets_and_rectangles(twintree: Twintree) -> None:
    results = twintree("search", "personalised PageRank over citations")["results"]
    assert results[0]["key"].startswith("silveira2026")
    hit = results[0]["hits"][0]
    assert Path(hit["file"]).is_file()
    assert hit["page"] >= 1
    assert hit["snippet"]
    assert hit["rects"]


def test_star_lists_everything(twintree: Twintree) -> None:
    assert len(twintree("search", "*")["results"]) == len(samples.paths())


@pytest.mark.parametrize(
    "query",
    ["C++", "state-of-the-art", "what's RAG?", "foo:bar", "AND", '"unclosed', "(", "-", "NEAR(", "*a"],
)
def test_a_wrong_query_is_searched_as_plain_words(twintree: Twintree, query: str) -> None:
    assert "results" in twintree("search", "--", query)


def test_every_supported_sentence_quotes_its_page(twintree: Twintree) -> None:
    """PAINS 10, 13, 14: quotes are verbatim on the physical page that is named."""
    answer = twintree("ask", "Why is the verdict kept apart from the action?")
    assert answer["found"]
    assert answer["status"] == "complete"
    assert (answer["mode"], answer["answering"], answer["action"]) == ("direct", "extractive", None)
    with Library.open(twintree.library) as library:
        for sentence in answer["sentences"]:
            assert sentence["supported"] == bool(sentence["citations"])
            for citation in sentence["citations"]:
                file = library.papers.files(citation["paper"])[0]
                assert file.path == citation["file"]
                page = library.papers.page(file.id, citation["page"])
                said = "".join(page.text[s["start"] : s["end"]] for s in citation["spans"])
                assert folded(citation["quote"]) in folded(said)
    assert any("Halvorsen 2026" in c["label"] for s in answer["sentences"] for c in s["citations"])


def test_what_the_library_does_not_hold_is_said_with_the_nearest_papers(twintree: Twintree) -> None:
    answer = twintree("ask", "What dose of metformin was given to the patients in the control group?")
    assert not answer["found"]
    assert answer["sentences"] == []
    assert answer["nearest"]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("yaer:2019", "Do you mean year: ?"),
        ("year:abcd bees", "years such as 2019..2023"),
        ("is:starred", "Fields are author:"),
        ("author:meng year:2026", ""),
    ],
)
def test_a_wrong_field_is_answered_with_what_was_meant(twintree: Twintree, line: str, hint: str) -> None:
    said = twintree("search", line).get("hint", "")
    assert hint in said
    assert bool(said) == bool(hint)


def test_a_field_in_a_question_is_said_to_be_a_word(
    own_library_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["--library", str(own_library_path), "ask", "What is a section tree? year:2026"]) == 0
    said = capfd.readouterr()
    assert "“year:” is read as a word" in said.err
    assert "year:" not in said.out.replace("year:2026", "")


def test_a_question_narrowed_to_one_paper_cites_only_it(twintree: Twintree) -> None:
    answer = twintree("ask", "What does the abstract say?", "--paper", "silveira2026bounded")
    assert answer["found"]
    assert {c["page"] for s in answer["sentences"] for c in s["citations"]} == {1}


def test_questions_about_the_library_are_answered_from_the_ledger(twintree: Twintree) -> None:
    answer = twintree("ask", "How many papers do I have?")
    assert "7 papers" in answer["sentences"][0]["text"]


def test_a_follow_up_shows_the_question_as_it_was_asked(twintree: Twintree) -> None:
    first = twintree("ask", "How does citation exploration know when to stop?")
    second = twintree("ask", "And what does it cost?", "--continue", first["run"])
    assert "exploration" in second["rewritten"]


def test_a_figure_of_a_named_paper_is_shown_and_a_follow_up_shows_another_of_the_same_paper(
    twintree: Twintree,
) -> None:
    def captions(answer: Any) -> list[tuple[str, int]]:
        keys = {paper["paper"]: paper["key"] for paper in twintree("list")["papers"]}
        return [(keys[c["paper"]], c["page"]) for s in answer["sentences"] for c in s["citations"]]

    first = twintree("ask", "What does Table 3 of silveira2026bounded show?")
    assert {key for key, _ in captions(first)} == {"silveira2026bounded"}
    second = twintree("ask", "And Table 1?", "--continue", first["run"])
    assert {key for key, _ in captions(second)} == {"silveira2026bounded"}
    assert captions(second)[0] != captions(first)[0]
    missing = twintree("ask", "Figure 9 of silveira2026bounded")
    assert not missing["found"]
    assert "not there" in missing["reason"]


def test_runs_are_kept_shown_and_replayed(twintree: Twintree) -> None:
    answer = twintree("ask", "Why can a projection be rebuilt?")
    assert twintree.sub("runs", "list")["runs"][0]["run"] == answer["run"]
    shown = twintree.sub("runs", "show", answer["run"])
    assert shown["sentences"] == answer["sentences"]
    assert twintree.sub("runs", "replay", answer["run"])["sentences"] == answer["sentences"]


def test_a_citation_of_a_merged_paper_opens_its_own_file(
    own_library_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def said(*arguments: str) -> str:
        assert run(["--library", str(own_library_path), *arguments]) == 0
        return capfd.readouterr().out

    asked = json.loads(said("ask", "Table 3 of silveira2026bounded", "--json"))
    said("merge", "meng2026locate", "silveira2026bounded")
    shown = said("runs", "show", asked["run"])
    command = next(line for line in shown.splitlines() if line.startswith("Open the first page"))
    page = asked["sentences"][0]["citations"][0]["page"]
    assert "open meng2026locate --file F" in command
    assert command.endswith(f"--page {page}")
    again = json.loads(said("runs", "replay", asked["run"], "--json"))
    assert {c["paper"] for s in again["sentences"] for c in s["citations"]} <= {
        json.loads(said("show", "meng2026locate", "--json"))["paper"]
    }


def test_check_is_clean_after_an_import(twintree: Twintree) -> None:
    assert twintree("check") == {"clean": True, "problems": []}


def test_errors_are_one_json_object_with_a_way_out(twintree: Twintree) -> None:
    error = twintree("show", "no-such-paper", code=1)["error"]
    assert error["code"] == "not_found"
    assert error["message"]
    assert twintree("list", "--no-such-option", code=2)["error"]["code"] == "wrong_use"
    assert twintree("ask", "  ", code=2)["error"]["code"] == "wrong_use"


def test_a_second_writer_is_told_who_holds_the_library(twintree: Twintree) -> None:
    with Library.open(twintree.library):
        error = twintree.sub("tag", "add", "x", "meng2026locate", code=4)["error"]
        assert error["code"] == "busy"
        assert twintree("list")["papers"]


def test_edits_tags_notes_and_collections_can_be_undone(twintree: Twintree) -> None:
    twintree("edit", "meng2026locate", "year=1999")
    assert twintree("show", "Locate, Then Read")["year"] == 1999
    twintree("undo")
    assert twintree("show", "meng2026locate")["year"] == 2026
    twintree.sub("tag", "add", "method", "meng2026locate")
    assert twintree("show", "meng2026locate")["tags"] == ["method"]
    twintree("undo")
    assert twintree("show", "meng2026locate")["tags"] == []


def test_the_bin_keeps_a_paper_and_deleting_for_good_does_not(twintree: Twintree) -> None:
    assert len(twintree("delete", "meng2026locate", "meng2026locate")["deleted"]) == 1
    assert len(twintree("list")["papers"]) == len(samples.paths()) - 1
    again = twintree("delete", "meng2026locate")
    assert (again["deleted"], len(again["binned_before"])) == ([], 1)
    twintree("undo")
    assert len(twintree("list")["papers"]) == len(samples.paths())
    twintree("delete", "meng2026locate", "--for-good")
    assert len(twintree("list")["papers"]) == len(samples.paths()) - 1
    assert twintree("check")["clean"]


def test_an_export_into_a_file_says_what_was_written(
    own_library_path: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "all.bib"
    assert run(["--library", str(own_library_path), "export", "-o", str(target)]) == 0
    assert capfd.readouterr().out == f"Wrote {len(samples.paths())} papers as bibtex to {target}.\n"
    assert target.read_text("utf-8").count("\n@") == len(samples.paths()) - 1


def test_cite_prints_the_citation_its_entry_and_the_page_of_a_quote(twintree: Twintree) -> None:
    paper = twintree("list")["papers"][0]
    with Library.open(twintree.library, readonly=True) as library:
        file = library.papers.files(paper["paper"])[0]
        page = library.papers.page(file.id, 2)
    words = " ".join(page.text.split()[:8])
    cited = twintree("cite", paper["paper"], "--style", "ieee", "--quote", words)
    assert cited["page"] == page.label
    assert cited["text"].startswith(f"“{words}” [1, p. ")
    assert len(cited["entries"]) == 1
    assert twintree("cite", paper["paper"], "--style", "latex")["text"] == f"\\cite{{{paper['key']}}}"
    assert twintree("cite", paper["paper"], "--style", "mla", code=2)["error"]["way_out"]


def test_a_collections_bib_file_is_kept_up_to_date(twintree: Twintree, tmp_path: Path) -> None:
    paper = twintree("list")["papers"][0]
    path = tmp_path / "mine.bib"
    twintree.sub("collection", "new", "Mine")
    twintree.sub("collection", "add", "Mine", paper["paper"])
    twintree.sub("collection", "bib", "Mine", str(path))
    assert paper["key"] in path.read_text("utf-8")
    twintree.sub("collection", "remove", "Mine", paper["paper"])
    assert path.read_text("utf-8").strip() == ""
    kept = twintree.sub("collection", "bib")["bibliographies"]
    assert [each["path"] for each in kept] == [str(path)]
    path.write_text("% mine now", "utf-8")
    assert "left alone" in twintree.sub("collection", "bib")["bibliographies"][0]["problem"]


def test_what_was_undone_and_its_undoing_are_told_apart(
    own_library_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    at = ["--library", str(own_library_path)]
    run([*at, "delete", "meng2026locate"])
    run([*at, "undo"])
    capfd.readouterr()
    assert run([*at, "undo", "--list"]) == 0
    newest, before = capfd.readouterr().out.splitlines()[:2]
    assert "Undone: Put into the bin" in newest
    assert before.endswith("(undone)")


def test_claims_that_no_model_wrote_say_so(own_library_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["--library", str(own_library_path), "claims", "meng2026locate", "--model"]) == 0
    assert "No model wrote these" in capfd.readouterr().err
