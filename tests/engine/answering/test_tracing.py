"""A kept run can be looked at step by step, and every step leads to words on a page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from twintree.base.answers import Answer, Scope, StateUpdate
from twintree.base.events import AnswerChunk, AnswerReady, Event, JobFinished, JobProgress
from twintree.base.ids import RunId
from twintree.base.pages import PageText
from twintree.base.records import Citation
from twintree.base.text import folded
from twintree.base.tracing import compare
from twintree.library import Library
from twintree.store.files import StoredFile
from twintree.store.intake import IntakeStore

QUESTION = "What data were used for training, and how was the model evaluated?"


@pytest.fixture(scope="module")
def library(sample_library_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    own = Path(shutil.copytree(sample_library_path, tmp_path_factory.mktemp("traced") / "own"))
    with Library.open(own) as opened:
        yield opened


@pytest.fixture(scope="module")
def told(library: Library) -> list[Event]:
    """What a first question in mode ``state`` tells, up to its closing event."""
    events = library.subscribe()
    library.questions.submit(QUESTION, mode="state")
    found: list[Event] = []
    while not found or not isinstance(found[-1], JobFinished):
        found.append(events.get(timeout=240))
    return found


@pytest.fixture(scope="module")
def answer(library: Library, told: list[Event]) -> Answer:
    return library.runs.get(next(each.run for each in told if isinstance(each, AnswerReady)))


def stands(library: Library, at: Citation) -> bool:
    page = library.papers.page(at.file, at.page).text
    return folded(at.quote) in folded(page[at.spans[0].start : at.spans[0].end])


def test_papers_are_prepared_once_and_counted_meanwhile(
    library: Library, told: list[Event], answer: Answer
) -> None:
    prepared = [each for each in told if isinstance(each, JobProgress) and each.unit == "papers"]
    assert prepared, "papers without a hierarchy are counted while it is made"
    assert all("papers for step-by-step answers" in each.message for each in prepared)
    assert len([e for e in told if isinstance(e, AnswerChunk)]) == len(answer.sentences)
    used = {item["paper"] for each in answer.states if each.field == "evidence" for item in each.value}
    assert used
    assert not library.hierarchies.missing(sorted(used))


def test_a_step_by_step_answer_is_traced_from_its_plan_to_words_on_pages(
    library: Library, answer: Answer
) -> None:
    trace = library.traces.of(answer)
    assert trace.plan is not None
    assert len(trace.plan.targets) == 2
    assert {each.target for each in trace.cycles} == {1, 2}
    for cycle in trace.cycles:
        assert [step.kind for step in cycle.path] == ["root", "topic", "relation", "evidence"]
        assert all(step.at is not None for step in cycle.path)
        assert all(stands(library, step.at) for step in cycle.path[1:] if step.at)
        assert all(each.at is not None and stands(library, each.at) for each in cycle.evidence)
        assert cycle.verdict is not None
        assert cycle.action in ("release", "revise", "fallback")


def test_evidence_that_was_thrown_out_is_gone_from_the_answer_made_again(
    library: Library, answer: Answer
) -> None:
    first = library.traces.of(answer).cycles[0].evidence
    steering = library.traces.steering(answer, [first[0].item.id], [first[1].item.id])
    again = library.ask(QUESTION, mode="state", steering=steering)
    seen = [each.item for cycle in library.traces.of(again).cycles for each in cycle.evidence]
    assert first[0].item.id not in {item.id for item in seen}
    assert first[1].item.id in {item.id for item in seen if item.pinned}
    shares = compare(answer, again)
    assert set(shares.sentences.both + shares.sentences.first) == {each.text for each in answer.sentences}


def test_evidence_that_was_left_out_stays_out_when_the_question_is_asked_again(
    library: Library, answer: Answer
) -> None:
    first = library.traces.of(answer).cycles[0].evidence
    steering = library.traces.steering(answer, [first[0].item.id], [])
    again = library.runs.get(library.ask(QUESTION, mode="state", steering=steering).run)
    assert [each.position for each in again.states] == list(range(1, len(again.states) + 1))
    (out,) = library.traces.of(again).left_out
    assert out.item.id == first[0].item.id
    assert out.at is not None
    assert stands(library, out.at)
    assert library.traces.steering(again, [], []) == steering
    assert library.traces.steering(again, [], [], [out.item.id]) is None


def test_evidence_that_was_read_without_a_pass_is_shown_like_any_other(library: Library) -> None:
    paper = max(library.papers.rows(), key=lambda row: row.pages).id
    asked = library.ask("What does page 1 say?", Scope(papers=(paper,)), mode="state")
    assert asked.action == "bypass"
    trace = library.traces.of(library.runs.get(asked.run))
    assert trace.evidence
    assert not trace.cycles
    assert all(each.at is not None and stands(library, each.at) for each in trace.evidence)


def test_an_agents_calls_name_their_paper_and_the_pages_they_read(library: Library) -> None:
    asked = "How are the dense and the sparse ranking fused?"
    trace = library.traces.of(library.ask(asked, mode="agent"))
    assert trace.calls[0].call.tool == "search_documents"
    assert trace.calls[0].found
    read = [each for each in trace.calls if each.call.tool == "get_page_content"]
    assert read
    assert all(each.name and each.pages for each in read)
    assert [at.page for at in read[0].pages] == list(read[0].call.arguments["pages"])


def test_a_step_whose_words_changed_is_shown_as_stored_and_leads_nowhere(
    library: Library, answer: Answer
) -> None:
    at = next(i for i, each in enumerate(answer.states) if each.field == "path")
    old: StateUpdate = answer.states[at]
    changed = replace(old, value=old.value | {"labels": ["other words", *old.value["labels"][1:]]})
    path = library.traces.of(replace(answer, states=(*answer.states[:at], changed))).cycles[0].path
    assert path[1].text == "other words"
    assert path[1].at is None
    assert path[2].at is not None


def test_a_rejected_proposal_is_told_with_its_reason(library: Library, answer: Answer) -> None:
    last = next(i for i, each in enumerate(answer.states) if each.field == "path")
    bad = replace(answer.states[last], accepted=False, reason="no path was completed", value=None)
    cycle = library.traces.of(replace(answer, states=(*answer.states[:last], bad))).cycles[-1]
    assert cycle.rejected is not None
    assert (cycle.rejected.role, cycle.rejected.why) == ("navigator", "no path was completed")
    assert cycle.plan is not None
    assert not cycle.path


def test_a_question_to_several_papers_is_answered_from_each_that_says_something(library: Library) -> None:
    answer = library.ask("What do the papers say about how citations are checked?", mode="state")
    targets = library.traces.of(answer).plan
    assert targets is not None
    assert len({target.papers for target in targets.targets}) > 3
    passed = {
        (cycle.evidence[0].item.paper)
        for cycle in library.traces.of(answer).cycles
        if cycle.verdict is not None and cycle.verdict.status == "Pass" and cycle.evidence
    }
    cited = [{c.paper for c in each.citations} for each in answer.sentences]
    whole = set().union(*cited)
    assert len(passed) > 1
    assert passed <= whole
    assert set().union(*cited[: len(whole)]) == whole, "each has its first word before any has its second"


def test_papers_that_were_chosen_are_each_sought_in_for_any_question(library: Library) -> None:
    chosen = tuple(row.id for row in library.papers.rows())[:2]
    plan = library.traces.of(library.ask("What was measured?", Scope(papers=chosen), mode="state")).plan
    assert plan is not None
    assert {target.papers for target in plan.targets} == {(paper,) for paper in chosen}


def test_a_sentence_is_shown_before_what_speaks_against_it_is_sought(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    monkeypatch.setattr("twintree.answering.answer.opposing", lambda *given: order.append("against") or None)
    asked = "What do the papers say about how citations are checked?"
    library.ask(asked, mode="state", on_sentence=lambda sentence: order.append("shown"))
    assert order.index("against") == order.count("shown") > 0


def test_a_path_through_a_paper_that_was_merged_leads_to_the_one_that_has_its_pages(tmp_path: Path) -> None:
    with Library.create(tmp_path / "merged") as opened:
        with IntakeStore(opened._ledger).transaction():
            kept, lost = opened.papers.create(), opened.papers.create()
            file = opened.papers.add_file(lost, StoredFile(sha256="e" * 64, size=1), "bees.pdf")
            opened.papers.write_pages(file, [PageText(1, "1", 1, 1, "Bees dance.", 11, ())], [[(0, 11)]])
        opened.person.merge(kept, lost)
        path = {"nodes": ["root", f"{lost}.t01"], "labels": ["bees"]}
        state = StateUpdate(position=1, target=1, cycle=1, role="navigator", field="path", value=path)
        trace = opened.traces.of(Answer(run=RunId("R1"), question="?", states=(state,)))
        root = trace.cycles[0].path[0]
        assert root.at is not None
        assert (root.at.paper, root.at.file, root.at.page) == (kept, file, 1)
