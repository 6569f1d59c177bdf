"""Answers are kept as they were given, listed, grouped in conversations, deleted and brought back."""

from __future__ import annotations

import msgspec
import pytest
from paper_cases import add_paper, page
from run_cases import answer, citation

from twintree.base.answers import AnswerSentence, StateUpdate, ToolCall
from twintree.base.errors import NotFound
from twintree.base.ids import FileId, RunId
from twintree.base.records import Span
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.runs import RunStore


@pytest.fixture
def runs(ledger: Ledger) -> RunStore:
    return RunStore(ledger)


def test_an_answer_comes_back_as_it_was_given(runs: RunStore, papers: PaperStore) -> None:
    paper, file = add_paper(papers, ["It is a tree."], title="T")
    said = AnswerSentence(
        text="It is a tree.", supported=True, citations=(citation(paper, str(file), "a tree"),)
    )
    given = answer("R1", said, nearest=(papers.get(paper).row,), paper=paper)
    runs.save(given)
    assert runs.get("R1") == given
    later = msgspec.structs.replace(given, status="cancelled")
    runs.save(later)
    assert runs.get("R1") == later
    (row,) = runs.list(paper=paper)
    assert (row.run, row.status, row.found) == ("R1", "cancelled", True)
    with pytest.raises(NotFound):
        runs.get("R2")


def test_an_answer_from_a_paper_that_was_merged_leads_to_the_one_that_stayed(
    runs: RunStore, papers: PaperStore, ledger: Ledger
) -> None:
    lost, file = add_paper(papers, ["It is a tree."], title="T")
    kept, _ = add_paper(papers, ["It is a bush."], title="B")
    quoted = (citation(lost, str(file), "a tree"),)
    said = AnswerSentence(text="It is a tree.", supported=True, citations=quoted, against=quoted)
    runs.save(answer("R1", said, paper=lost))
    person = PersonStore(ledger)
    person.merge(kept, lost)
    found = runs.get("R1")
    (sentence,) = found.sentences
    assert {each.paper for each in (*sentence.citations, *sentence.against)} == {kept}
    assert (sentence.citations[0].file, found.scope.papers) == (file, (kept,))
    assert file in [each.id for each in papers.files(kept)]
    assert [row.run for row in runs.list(paper=kept)] == ["R1"]
    person.undo()
    assert runs.get("R1").scope.papers == (lost,)
    assert runs.list(paper=kept) == []


def test_near_papers_and_steps_of_a_run_lead_to_the_paper_that_stayed(
    runs: RunStore, papers: PaperStore, ledger: Ledger
) -> None:
    lost, file = add_paper(papers, ["It is a tree."], title="T")
    kept, _ = add_paper(papers, ["It is a bush."], title="B")
    near = (papers.row(lost), papers.row(kept))
    item = {"id": "E1", "region": f"{lost}.e0001", "paper": lost, "file": file, "text": f"of {lost}"}
    state = StateUpdate(position=1, target=1, cycle=1, role="retriever", field="evidence", value=[item])
    found = {"papers": [{"paper": lost, "title": "T"}]}
    call = ToolCall(tool="search_documents", arguments={"paper": lost}, result=found)
    given = msgspec.structs.replace(answer("R1", nearest=near), states=(state,), calls=(call,))
    runs.save(given)

    PersonStore(ledger).merge(kept, lost)

    shown = runs.get("R1")
    assert [(row.id, row.title) for row in shown.nearest] == [(kept, "B")]
    assert shown.states[0].value == [item | {"paper": kept}]
    assert shown.calls[0].arguments == {"paper": kept}
    assert shown.calls[0].result == {"papers": [{"paper": kept, "title": "T"}]}
    PersonStore(ledger).undo()
    assert runs.get("R1") == given


def test_what_speaks_against_an_answer_follows_its_words_when_the_file_is_read_again(
    runs: RunStore, papers: PaperStore
) -> None:
    paper, file = add_paper(papers, ["It is a tree."], title="T")
    other, its_file = add_paper(papers, ["a bush. It is."], title="B")
    said = AnswerSentence(
        text="It is a tree.",
        supported=True,
        citations=(citation(paper, str(file), "It is a tree."),),
        against=(citation(other, str(its_file), "a bush."),),
    )
    runs.save(answer("R1", said))
    assert [row.run for row in runs.list(paper=other)] == ["R1"]
    papers.write_pages(FileId(str(its_file)), [page(1, "It is a bush.")], [[(0, 13)]])
    (against,) = runs.get("R1").sentences[0].against
    assert against.spans == (Span(1, 6, 13),)


def test_runs_are_listed_newest_first_in_windows(runs: RunStore) -> None:
    for length in range(1, 6):
        runs.save(answer("R" * length))
    assert [row.run for row in runs.list(limit=2)] == ["RRRRR", "RRRR"]
    assert [row.run for row in runs.list(limit=2, offset=3)] == ["RR", "R"]


def test_a_follow_up_joins_its_parents_conversation(runs: RunStore) -> None:
    runs.save(answer("R1"))
    talk = runs.create_conversation("Trees").subject
    runs.put_into("R1", talk)
    runs.save(msgspec.structs.replace(answer("R22"), parent=RunId("R1")))
    assert [row.run for row in runs.list(conversation=talk)] == ["R22", "R1"]
    runs.rename_conversation(talk, "Woods")
    (kept,) = runs.conversations()
    assert (kept.name, kept.runs) == ("Woods", 2)
    runs.delete_conversation(talk)
    assert [row.conversation for row in runs.list()] == ["", ""]
    runs.undo()
    assert [row.conversation for row in runs.list()] == [talk, talk]
    with pytest.raises(NotFound):
        runs.put_into("R1", "V000000000000")


def test_a_deleted_run_can_be_brought_back(runs: RunStore, papers: PaperStore) -> None:
    paper, _ = add_paper(papers, title="T")
    given = answer("R1", paper=paper)
    runs.save(given)
    runs.delete("R1")
    assert runs.list() == []
    runs.undo()
    assert runs.get("R1") == given
    assert [row.run for row in runs.list(paper=paper)] == ["R1"]
