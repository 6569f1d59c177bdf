"""What contradicts an answer is shown only where another paper says so, and the judge is sure."""

from __future__ import annotations

from collections.abc import Sequence

from twintree.answering.evidence import Candidate
from twintree.answering.opposing import contradicted, opposing
from twintree.base.claims import Verdict
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Span
from twintree.knowledge.entailment import Cues

OWN, OTHER = PaperId("Pa"), PaperId("Pb")


class Fixed(Cues):
    """A judge that knows one contradiction."""

    def __init__(self, sure: float) -> None:
        super().__init__()
        self._sure = sure

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        return [
            Verdict(0.1, self._sure, 0.9 - self._sure) if "not" in passage else Verdict(0.8, 0.1, 0.1)
            for _, passage in pairs
        ]


def sentence(text: str, paper: PaperId = OTHER, similarity: float = 0.8) -> Candidate:
    return Candidate(paper=paper, file=FileId("F"), spans=(Span(1, 0, 9),), text=text, similarity=similarity)


READ = [sentence("Bees see red."), sentence("Bees do not see red.")]


def test_the_opposing_sentence_of_another_paper_is_found() -> None:
    found = opposing(Fixed(0.85), "Bees see red.", {OWN}, READ)
    assert found is READ[1]


def test_an_unsure_judge_the_same_paper_or_another_topic_oppose_nothing() -> None:
    said = "Bees see red."
    assert opposing(Fixed(0.6), said, {OWN}, READ) is None
    assert opposing(Fixed(0.85), said, {OTHER}, READ) is None
    assert opposing(Fixed(0.85), said, {OWN}, [sentence("It does not rain.", similarity=0.1)]) is None
    assert opposing(Fixed(0.85), said, {OWN}, []) is None


def test_a_sentence_is_contradicted_only_by_all_of_its_evidence() -> None:
    judge = Fixed(0.85)
    assert contradicted(judge, "Bees see red.", ["Bees do not see red."])
    assert not contradicted(judge, "Bees see red.", ["Bees do not see red.", "Bees see red."])
    assert not contradicted(judge, "Bees see red.", [])
