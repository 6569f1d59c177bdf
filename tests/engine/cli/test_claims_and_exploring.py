"""The contract for scripts of claims and explorations, and what the window hears of one in the background."""

from __future__ import annotations

import json
import queue
from pathlib import Path
from typing import Any

import pytest

from twintree.base.events import (
    Event,
    ExplorationPlanned,
    ExplorationReady,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobStarted,
)
from twintree.base.text import folded
from twintree.cli.main import run
from twintree.knowledge.claims.desk import ClaimDesk
from twintree.knowledge.entailment import Cues
from twintree.library import Library
from twintree.retrieval.exploring.desk import ExplorationDesk

QUESTION = "How do trees help to find papers?"


class Twintree:
    """Runs commands in this process and reads what they print."""

    def __init__(self, library: Path, capture: pytest.CaptureFixture[bytes]) -> None:
        self.library, self._capture = library, capture

    def __call__(self, *arguments: str, code: int = 0) -> Any:
        got = run(["--library", str(self.library), arguments[0], "--json", *arguments[1:]])
        out = self._capture.readouterr().out
        assert got == code, out
        return json.loads(out)

    def told(self, *arguments: str) -> tuple[str, str]:
        """What a person reads on stdout and stderr."""
        assert run(["--library", str(self.library), *arguments]) == 0
        said = self._capture.readouterr()
        return said.out.decode(), said.err.decode()


@pytest.fixture
def twintree(own_library_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Twintree:
    return Twintree(own_library_path, capfdbinary)


def test_claims_come_with_their_words_and_pages_and_are_corrected_and_undone(twintree: Twintree) -> None:
    key = twintree("list")["papers"][0]["key"]
    claims = twintree("claims", key)["claims"]
    assert claims
    assert all(claim.keys() >= {"id", "type", "text", "file", "page", "spans", "quote"} for claim in claims)
    with Library.open(twintree.library, readonly=True) as library:
        for claim in claims:
            page = library.papers.page(library.papers.files(claim["paper"])[0].id, claim["page"])
            assert folded(claim["quote"])[:40] in folded(page.text)
    first = claims[0]["id"]
    twintree("claim", first, "--text", "Said anew.", "--type", "theoretical")
    assert twintree("claim", first)["claim"]["text"] == "Said anew."
    twintree("undo")
    assert twintree("claim", first)["claim"]["text"] == claims[0]["text"]
    assert twintree("claim", first, "--remove", "--text", "x", code=2)["error"]["code"] == "wrong_use"
    assert twintree("claim", "P000000000000.c01", code=1)["error"]["code"] == "not_found"


def test_an_exploration_tells_calls_papers_and_edges_and_is_kept(twintree: Twintree, tmp_path: Path) -> None:
    plan = twintree("explore", QUESTION, "--plan")
    assert plan["status"] == "planned"
    target = tmp_path / "to get.ris"
    found = twintree("explore", QUESTION, "--reading-list", str(target))
    calls = [found[f"{kind}_calls"] for kind in ("cached", "skipped", "made")]
    assert found["planned_calls"] == sum(calls) == 1 + len(found["papers"]) + len(found["edges"])
    assert found["planned_calls"] == plan["planned_calls"]
    assert all(each.keys() >= {"title", "score", "held", "seed", "kept"} for each in found["papers"])
    assert all(each.keys() & {"paper", "work"} for each in found["papers"])
    edge_keys = {"source", "target", "affinity", "kept", "checkable", "evidence"}
    assert all(each.keys() >= edge_keys for each in found["edges"])
    assert isinstance(found["unreached"], list)
    assert target.is_file()
    rows = twintree("explorations")["explorations"]
    assert [row["run"] for row in rows] == [found["run"]]
    assert twintree("explorations", found["run"])["papers"] == found["papers"]
    twintree("explorations", found["run"], "--delete")
    assert twintree("explorations", found["run"], code=1)["error"]["code"] == "not_found"


def test_a_person_reads_why_each_paper_is_there_with_the_citing_words_and_how_to_go_on(
    twintree: Twintree,
) -> None:
    found = twintree("explore", QUESTION)
    assert (found["kept"], found["why_not_kept"]) == (True, "")
    said, _ = twintree.told("explore", QUESTION)
    rows = {each["paper"]: each for each in twintree("list")["papers"]}
    held = [each for each in found["papers"] if each["held"] and each["kept"]]
    for each in held:
        assert f"{rows[each['paper']]['key']}  {each['title']}" in said
        assert each["why"] in said
    sentences = [
        each
        for edge in found["edges"]
        if edge["kept"]
        for each in edge["evidence"][:1]
        if each["kind"] == "sentence"
    ]
    assert any(
        f"p. {each['page']} ({each['role']}): “{' '.join(each['quote'].split())[:60]}" in said
        for each in sentences
    )
    assert f"twintree open {rows[held[0]['paper']]['key']}" in said
    assert "twintree explorations R" in said
    assert "judgements of papers and citations" in said
    with Library.open(twintree.library):
        _, why = twintree.told("explore", QUESTION)
        assert twintree("explore", QUESTION)["kept"] is False
    assert "the exploration was not kept" in why


def test_what_cannot_be_explored_is_refused(twintree: Twintree) -> None:
    assert twintree("explore", " ", code=2)["error"]["code"] == "wrong_use"
    assert twintree("explore", "x", "--hops", "7", code=2)["error"]["message"].startswith("There is no hops")
    assert twintree("explore", "x", "--reading-list", "a.docx", code=2)["error"]["code"] == "wrong_use"
    assert twintree("explorations", "--delete", code=2)["error"]["code"] == "wrong_use"


def heard(events: queue.SimpleQueue[Event]) -> list[Event]:
    found = []
    while not isinstance(event := events.get(timeout=60), JobFinished | JobFailed | JobCancelled):
        found.append(event)
    return [*found, event]


def test_in_the_background_the_plan_comes_first_and_one_event_closes(own_library_path: Path) -> None:
    with Library.open(own_library_path) as library:
        events = library.subscribe()
        handle = library.submit_explore(QUESTION)
        told = [each for each in heard(events) if getattr(each, "job", None) == handle.id]
        kinds = [type(each) for each in told]
        assert kinds[0] is JobStarted
        assert kinds.index(ExplorationPlanned) < kinds.index(ExplorationReady)
        assert kinds[-1] is JobFinished
        ready = next(each for each in told if isinstance(each, ExplorationReady))
        assert library.explorations.get(ready.run).question == QUESTION
        library.submit_explore("")
        assert isinstance(heard(events)[-1], JobFailed)


def test_an_exploration_goes_with_the_first_of_its_papers(own_library_path: Path) -> None:
    with Library.open(own_library_path) as library:
        found = library.explorations.explore(QUESTION)
        paper = next(each.paper for each in found.papers if each.paper)
        library.delete([paper])
        assert library.explorations.list() == []


def test_a_judge_that_says_yes_to_everything_is_replaced_by_the_rules_and_that_is_said(
    own_library_path: Path,
) -> None:
    class Yes(Cues):
        id = "model:yes"
        supports_at = 0.0

    with Library.open(own_library_path) as library:
        desk = ExplorationDesk(
            library._ledger,
            library.papers,
            library.citations,
            ClaimDesk(
                library._ledger, library.papers, library.citations, Yes, library._host.embed, lambda: None
            ),
            library._finder,
            Yes,
            lambda question, count, cancel: None,
        )
        plan = desk.plan(QUESTION)
        assert plan.judge == "cues:1"
        assert "model:yes calls 8 of 8 unrelated pairs supported" in plan.notes[0]
