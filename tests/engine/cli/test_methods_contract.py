"""The contract of ``methods`` and ``trees`` for scripts: shapes, quotes on their pages, undo, exports."""

from __future__ import annotations

import json
import shutil
import sqlite3
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from twintree.base.progress import CancelToken
from twintree.base.text import folded
from twintree.cli.main import run
from twintree.jobs import modelwork
from twintree.jobs.modelchoice import WhichModel
from twintree.jobs.summaries import ModelWriter
from twintree.library import ImportOptions, Library
from twintree.models.llm import Generated, Generation

PARSER = (
    "We propose LatticeParser, a new model for dependency parsing of noisy text. LatticeParser is based on the "
    "Conditional Random Field (CRF) model and uses the Viterbi algorithm for decoding. We train LatticeParser with "
    "the Adam optimizer on the Penn Treebank corpus. LatticeParser outperforms the Hidden Markov Model (HMM) in all "
    "of our experiments, and we report the F-score of every model on the Penn Treebank corpus."
)
TAGGER = (
    "We introduce SwiftTagger, a fast model for part-of-speech tagging in many languages. SwiftTagger extends the "
    "Conditional Random Field (CRF) model with features of the whole document. Unlike the Hidden Markov Model "
    "(HMM), the SwiftTagger model does not need smoothing."
)


class Twintree:
    """Runs commands in this process and reads what they print."""

    def __init__(self, library: Path, capture: pytest.CaptureFixture[bytes]) -> None:
        self.library = library
        self._capture = capture

    def __call__(self, *arguments: str, code: int = 0) -> Any:
        got = run(["--library", str(self.library), *arguments, "--json"])
        out = self._capture.readouterr().out
        assert got == code, out
        return json.loads(out)

    def told(self, *arguments: str) -> str:
        """What a person reads."""
        assert run(["--library", str(self.library), *arguments]) == 0
        return self._capture.readouterr().out.decode()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of two papers about methods, its trees made."""
    root = tmp_path_factory.mktemp("methods")
    files = []
    for name, text in (("LatticeParser", PARSER), ("SwiftTagger", TAGGER)):
        document = pymupdf.open()
        page = document.new_page()
        page.insert_textbox(pymupdf.Rect(72, 60, 523, 90), f"{name}: a study", fontsize=18)
        page.insert_textbox(pymupdf.Rect(72, 120, 523, 770), f"1 Introduction\n\n{text}", fontsize=11)
        files.append(root / f"{name}.pdf")
        document.save(files[-1])
    with Library.create(root / "library") as library:
        assert library.jobs.submit_import(files, ImportOptions(until="indexed")).wait(180)
        library.methods.make_up()
    return root / "library"


@pytest.fixture
def twintree(made: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Twintree:
    return Twintree(Path(shutil.copytree(made, tmp_path / "own")), capfdbinary)


def test_methods_are_listed_most_mentioned_first_with_quotes_on_their_pages(twintree: Twintree) -> None:
    methods = twintree("methods", "list")["methods"]
    assert methods
    counts = [len(each["mentions"]) for each in methods]
    assert counts == sorted(counts, reverse=True)
    assert methods[0].keys() >= {"id", "name", "aliases", "kind", "summary", "status", "mentions"}
    with Library.open(twintree.library, readonly=True) as library:
        for mention in [m for each in methods for m in each["mentions"]]:
            text = library.papers.page(mention["file"], mention["page"]).text
            assert all(
                folded(text[span["start"] : span["end"]]) in folded(mention["quote"])
                for span in mention["spans"]
                if span["page"] == mention["page"]
            )


def test_a_lineage_has_its_edges_between_its_nodes_each_with_evidence(twintree: Twintree) -> None:
    edges = []
    for method in twintree("methods", "list")["methods"][:3]:
        got = twintree("methods", "lineage", method["id"])
        nodes = {each["id"] for each in got["nodes"]}
        assert method["id"] in nodes
        for edge in got["edges"]:
            assert {edge["source"], edge["target"]} <= nodes
            assert edge["weight"] in (0, 0.25, 0.5, 0.75, 1)
            assert edge["evidence"]
            assert edge["evidence"][0].keys() >= {"paper", "file", "page", "spans", "quote"}
        edges += got["edges"]
    assert edges
    targets = [
        edge["target"] for edge in {(e["source"], e["target"]): e for e in edges}.values() if edge["primary"]
    ]
    assert len(targets) == len(set(targets))


def test_a_list_says_what_its_columns_are_and_where_to_go_on(twintree: Twintree) -> None:
    first = twintree("methods", "list")["methods"][0]
    head, row, *rest = twintree.told("methods", "list").splitlines()
    assert head.split() == ["id", "named", "papers", "kind", "year", "name"]
    assert row.startswith(first["id"])
    assert row.endswith(first["name"])
    for column, value in (("named", first["mention_count"]), ("papers", len(first["papers"]))):
        assert row[: head.index(column) + len(column)].split()[-1] == str(value)
    said = "\n".join(rest)
    assert f'twintree methods lineage "{first["name"]}"' in said
    assert "introduces it" in said
    assert "2 of" in twintree.told("methods", "list", "--limit", "2")


def test_a_lineage_says_each_edge_in_words_with_its_sentence_and_page(twintree: Twintree) -> None:
    edge = next(
        edge
        for method in twintree("methods", "list")["methods"]
        for edge in twintree("methods", "lineage", method["id"])["edges"]
        if edge["weight"]
    )
    names = {each["id"]: each["name"] for each in twintree("methods", "list")["methods"]}
    quote, page = edge["evidence"][0]["quote"], edge["evidence"][0]["page"]
    for shown, title in ((edge["target"], "What it comes from"), (edge["source"], "What builds on it")):
        said = twintree.told("methods", "lineage", shown)
        assert title in said
        assert f"{names[edge['source']]} → {names[edge['target']]}" in said
        assert edge["explanation"] in said
        assert f"({edge['rating']} of 5" in said
        assert f", p. {page}: “{' '.join(quote.split())[:60]}" in said
        assert "twintree methods rate M" in said
    assert "Comes from" in twintree.told("methods", "show", edge["target"])
    assert "Builds on it" in twintree.told("methods", "show", edge["source"])


def test_where_nothing_is_known_that_is_said_with_what_to_do(twintree: Twintree, tmp_path: Path) -> None:
    related = {end for each in twintree("methods", "list")["methods"] for end in ends(twintree, each["id"])}
    alone = [each for each in twintree("methods", "list")["methods"] if each["id"] not in related]
    if alone:
        said = twintree.told("methods", "lineage", alone[0]["id"])
        assert "No sentence of your papers says" in said
        assert "methods show" in said
    Library.create(tmp_path / "empty").close()
    twintree.library = tmp_path / "empty"
    assert "twintree import" in twintree.told("methods", "list")


def ends(twintree: Twintree, method: str) -> set[str]:
    edges = twintree("methods", "lineage", method)["edges"]
    return {edge[end] for edge in edges for end in ("source", "target")}


def test_themes_nest_and_hold_every_method_once(twintree: Twintree) -> None:
    def methods(cluster: dict[str, Any]) -> list[str]:
        assert cluster.keys() >= {"id", "level", "title", "summary", "children", "methods"}
        return [*cluster["methods"], *(m for child in cluster["children"] for m in methods(child))]

    placed = [m for each in twintree("methods", "themes")["clusters"] for m in methods(each)]
    assert sorted(placed) == sorted(each["id"] for each in twintree("methods", "list")["methods"])


def test_a_person_merges_rates_and_deletes_and_takes_it_back(twintree: Twintree) -> None:
    before = twintree("methods", "list")["methods"]
    first, second = before[0]["id"], before[1]["id"]
    twintree("methods", "merge", first, second)
    assert twintree("methods", "show", second)["method"]["id"] == first
    twintree("undo")
    twintree("methods", "rate", second, first, "4", "--why", "as I know")
    edges = twintree("methods", "lineage", first)["edges"]
    assert any((e["source"], e["rating"], e["by"]) == (second, 4, "person") for e in edges)
    twintree("methods", "delete", second)
    assert second not in {each["id"] for each in twintree("methods", "list")["methods"]}
    twintree("undo")
    twintree("undo")
    assert twintree("methods", "list")["methods"] == before


def test_a_person_names_a_method_and_its_history_says_so(twintree: Twintree) -> None:
    method = twintree("methods", "list")["methods"][0]["id"]
    twintree("methods", "edit", method, "--name", "My name", "--kind", "metric", "--summary", "My words.")
    shown = twintree("methods", "show", "My name")
    assert (shown["method"]["id"], shown["method"]["kind"], shown["method"]["summary"]) == (
        method,
        "metric",
        "My words.",
    )
    assert [(each["what"], each["why"]) for each in shown["history"] if each["by"] == "person"] == [
        ("edit", "name, kind, summary")
    ]
    twintree("undo")
    assert [each for each in twintree("methods", "show", method)["history"] if each["by"] == "person"] == []


@pytest.mark.parametrize("kind", ["graphml", "svg", "json"])
def test_trees_are_exported_as_files_that_other_programs_read(
    twintree: Twintree, tmp_path: Path, kind: str
) -> None:
    target = tmp_path / f"tree.{kind}"
    got = twintree("trees", "export", kind, "--output", str(target), *(["--themes"] if kind == "svg" else []))
    assert got == {"format": kind, "output": str(target)}
    text = target.read_text("utf-8")
    if kind == "json":
        assert json.loads(text)["nodes"]
    else:
        assert list(ET.fromstring(text))  # noqa: S314 - our own


def test_rebuilding_the_trees_changes_no_edge(twintree: Twintree) -> None:
    method = twintree("methods", "list")["methods"][0]["id"]
    before = twintree("methods", "lineage", method)
    assert twintree("trees", "rebuild")["methods"] > 0
    assert twintree("methods", "lineage", method) == before


def test_what_is_not_there_is_said_in_a_sentence(twintree: Twintree) -> None:
    for arguments in (
        ("methods", "show", "Perpetual Motion"),
        ("methods", "merge", "Perpetual Motion", "X"),
        ("methods", "rate", "a", "b", "9"),
        ("methods", "themes", "C000", "--title", "x"),
        ("trees", "export", "docx"),
    ):
        got = run(["--library", str(twintree.library), *arguments, "--json"])
        assert got in (1, 2)
        twintree._capture.readouterr()


def test_a_models_work_is_refused_where_it_makes_no_sense(
    twintree: Twintree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TWINTREE_MODELS", str(tmp_path / "models"))
    for words, said in (
        (["run", "themes", "LatticeParser"], "Themes are of the whole library"),
        (["run", "poems", "--all"], "No model does 'poems'"),
        (["run", "summaries", "--all", "--unfit"], "not for summaries"),
        (["run", "methods", "--all"], "No model is in charge to extract methods"),
    ):
        assert said in twintree("models", *words, code=2)["error"]["message"]


def test_nothing_is_taken_over_where_no_model_read_anything(twintree: Twintree) -> None:
    with Library.open(twintree.library):  # as the window does: looking needs no lock
        assert twintree("methods", "review") == {"accepted": False, "left": False, "differences": []}
    for way in ("accept", "leave"):
        got = twintree("methods", "review", f"--{way}")
        assert got == {"accepted": way == "accept", "left": way == "leave", "differences": []}
    both = twintree("methods", "review", "--accept", "--leave", code=2)
    assert "cannot be taken over and left" in both["error"]["message"]


# ── estimates beside a window ────────────────────────────────────────────────────────────────────────


def test_what_a_reading_would_cost_is_said_while_a_window_has_the_library(
    twintree: Twintree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modelwork, "writers_of", lambda host: writer)
    with Library.open(twintree.library) as window:
        papers = [row.key for row in window.papers.rows()]
        cost = twintree("models", "run", "methods", "--all", "--estimate")["estimate"]
        assert (cost["papers"], cost["segments"], cost["model"]) == (2, 2, "fake")
        assert twintree("models", "run", "themes", "--estimate")["estimate"]["themes"] > 0
        assert twintree("methods", "extract", *papers, "--estimate")["segments"] == 2
        assert twintree("models", "run", "methods", "--all", code=4)["error"]["code"] == "busy"


def test_papers_whose_methods_were_never_sought_count_in_an_estimate_that_may_not_write(
    twintree: Twintree,
) -> None:
    with sqlite3.connect(twintree.library / "ledger.sqlite") as ledger:
        ledger.execute("DELETE FROM payload")
        ledger.execute("DELETE FROM segment")
        ledger.execute("DELETE FROM stage WHERE stage = 'methods'")
    ledger.close()
    with Library.open(twintree.library) as window:
        papers = [row.key for row in window.papers.rows()]
        assert twintree("methods", "extract", *papers, "--estimate")["segments"] == 2
        assert len(window.methods.missing()) == 2


def writer(task: str, which: WhichModel) -> ModelWriter:
    """A model that is never asked."""

    def write(request: Generation, cancel: CancelToken) -> Generated:
        raise AssertionError(f"{task}: an estimate asks no model ({which})")

    return ModelWriter(model="fake", path="fake.gguf", write=write, reading=100.0, writing=10.0)
