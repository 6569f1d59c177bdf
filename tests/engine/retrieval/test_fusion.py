import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twintree.retrieval.calibration import calibration_for
from twintree.retrieval.fusion import fuse, reciprocal_ranks
from twintree.retrieval.ranking import lucene_idf
from twintree.retrieval.scores import ScoreTable, Signals
from twintree.store.postings import EntryMap

MINILM = calibration_for("all-MiniLM-L6-v2@53aa51172d14")


def signals(number: int, dense: float | None, coverage: float) -> Signals:
    return Signals(number=number, dense=dense, dense_section=dense, sparse=coverage, coverage=coverage)


@pytest.mark.parametrize("total", [1, 5, 50, 5000])
def test_strong_match_passes_and_stranger_does_not_at_any_size(total: int) -> None:
    """DESIGN §7: FTS5's own scores vanish in small libraries; shares of idf mass do not."""
    ranked = fuse([signals(1, 0.7, 0.9), signals(2, 0.05, 0.1)], MINILM, total)
    assert [(each.number, each.passed) for each in ranked] == [(1, True), (2, False)]


@pytest.mark.parametrize(
    ("dense", "coverage", "passes"), [(0.4, 0.3, True), (0.4, 0.1, False), (0.2, 0.3, False)]
)
def test_small_library_wants_both_retrievers_or_one_strong_match(
    dense: float, coverage: float, passes: bool
) -> None:
    assert fuse([signals(1, dense, coverage)], MINILM, 20)[0].passed is passes


def test_large_library_drops_what_is_far_below_the_best() -> None:
    ranked = fuse([signals(1, 0.9, 1.0), signals(2, 0.36, 0.2)], MINILM, 5000)
    assert [each.passed for each in ranked] == [True, False]


def test_paper_that_is_not_embedded_lives_by_its_words() -> None:
    ranked = fuse([signals(1, 0.3, 0.1), signals(2, None, 0.9)], MINILM, 20)
    assert ranked[0].number == 2
    assert ranked[0].passed
    assert ranked[0].how == "words"


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(0, 1)), max_size=20), st.integers(1, 10_000))
def test_every_candidate_is_ranked_once_best_first(pairs: list[tuple[float, float]], total: int) -> None:
    found = [signals(number, dense, words) for number, (dense, words) in enumerate(pairs)]
    ranked = fuse(found, MINILM, total)
    assert sorted(each.number for each in ranked) == [each.number for each in found]
    scores = [each.score for each in ranked]
    assert scores == sorted(scores, reverse=True)


def test_reciprocal_ranks_add_up_over_both_retrievers() -> None:
    scores = reciprocal_ranks([signals(1, 0.9, 0.1), signals(2, 0.5, 0.9), signals(3, 0.1, 0.5)])
    assert scores == pytest.approx([1 / 61 + 1 / 63, 1 / 62 + 1 / 61, 1 / 63 + 1 / 62])


@pytest.mark.parametrize("total", [1, 5, 50, 5000])
def test_idf_is_never_negative_and_falls_with_frequency(total: int) -> None:
    idfs = [lucene_idf(total, holding) for holding in range(total + 1)]
    assert all(idf > 0 for idf in idfs)
    assert idfs == sorted(idfs, reverse=True)


def test_best_entry_of_each_kind_counts_for_its_paper() -> None:
    places = EntryMap.of(np.array([0, 1, 1, 2], np.int32), np.array([False, True, False, True]))
    table = ScoreTable(places, 3)
    table.add_cosines([(1, 0.2), (2, 0.6), (3, 0.4)])
    table.add_words(np.array([1, 2]), np.array([0.1, 0.3], np.float32), 0.5)
    first, second = table.signals(np.array([1, 2]), {2: 0.25})
    assert (first.dense, first.dense_section) == (pytest.approx(0.6), pytest.approx(0.6))
    assert (first.sparse, first.coverage) == (pytest.approx(0.3), pytest.approx(0.5))
    assert (second.dense, second.dense_section) == (pytest.approx(0.4), None)
    assert (second.coverage, second.passage) == (0.25, 0.25)
    assert table.best_entries(1, 5) == [2]
    assert table.without_cosine(np.array([1, 2])).tolist() == []
