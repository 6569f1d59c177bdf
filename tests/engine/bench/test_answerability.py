"""What the attempt to learn answerability reads, and that its halves share nothing."""

from __future__ import annotations

import pytest

from twintree.base.errors import InternalError
from twintree.bench.answerability import Sample, by_folds, check_apart, held_out, predicted, read
from twintree.bench.qasper import Asked
from twintree.bench.text_library import TextPaper


def sample(paper: str, question: str, answered: bool, match: float = 0.0) -> Sample:
    return Sample(paper=paper, question=question, answered=answered, match=(match,), form=(0.0,))


def test_halves_that_share_a_paper_or_a_question_are_refused() -> None:
    one, two = sample("a", "How many?", True), sample("b", "Why so?", True)
    check_apart([one], [two])
    with pytest.raises(InternalError, match="hold a"):
        check_apart([one], [sample("a", "Where?", True)])
    with pytest.raises(InternalError, match="how many"):
        check_apart([one], [sample("b", "how MANY?", True)])


def test_a_paper_is_always_in_the_same_half_and_both_are_used() -> None:
    halves = {name: held_out(name) for name in map(str, range(40))}
    assert set(halves.values()) == {True, False}
    assert halves == {name: held_out(name) for name in halves}


def test_a_signal_that_tells_is_learned_and_a_fold_never_sees_its_own_papers() -> None:
    samples = [sample(f"p{n}", f"q{n}", n % 2 == 0, match=float(n % 2 == 0)) for n in range(20)]
    assert predicted(samples, samples, ("match",)) == [each.answered for each in samples]
    assert by_folds(samples, ("match",)) == [each.answered for each in samples]


def test_words_of_the_question_are_sought_in_its_own_paper() -> None:
    papers = [
        TextPaper(name="a", title="A", sections=(("Text", ("The bees danced for eleven seconds.",)),)),
        TextPaper(name="b", title="B", sections=(("Text", ("Wasps built nests of grey paper.",)),)),
    ]
    here, there = read(papers, [Asked(paper=each, question="How long did the bees dance?") for each in "ab"])
    assert here.match[0] > there.match[0] == 0.0
    assert here.match[5] < there.match[5]
    assert here.form == there.form
