import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics as reference

from twintree.metrics.classification import balanced_accuracy, cohen_kappa, f1, macro_f1, precision, recall
from twintree.metrics.intervals import bootstrap_interval, paired_bootstrap
from twintree.metrics.ranking import average_precision, map_at_k, ndcg_at_k, recall_at_k

RANKINGS = st.permutations(list(range(12)))
GRADES = st.dictionaries(st.integers(0, 11), st.integers(1, 3).map(float), min_size=1)


@given(RANKINGS, GRADES, st.integers(1, 15))
def test_ndcg_is_scikit_learns(ranked: list[int], gains: dict[int, float], k: int) -> None:
    truth = [[gains.get(item, 0.0) for item in range(12)]]
    scores = [[float(-ranked.index(item)) for item in range(12)]]
    assert ndcg_at_k(ranked, gains, k) == pytest.approx(reference.ndcg_score(truth, scores, k=k))


@given(RANKINGS, st.sets(st.integers(0, 11), min_size=1))
def test_average_precision_is_scikit_learns(ranked: list[int], relevant: set[int]) -> None:
    truth = [item in relevant for item in range(12)]
    scores = [-float(ranked.index(item)) for item in range(12)]
    assert average_precision(ranked, relevant) == pytest.approx(
        reference.average_precision_score(truth, scores)
    )
    assert map_at_k([ranked, ranked], [relevant, relevant]) == pytest.approx(
        average_precision(ranked, relevant)
    )


def test_what_is_not_found_lowers_average_precision_and_recall() -> None:
    assert average_precision(["a"], {"a", "b"}) == 0.5
    assert recall_at_k(["x", "a", "b"], {"a", "b"}, 2) == 0.5


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1))
def test_label_figures_are_scikit_learns(pairs: list[tuple[str, str]]) -> None:
    gold, said = [a for a, _ in pairs], [b for _, b in pairs]
    assert macro_f1(gold, said) == pytest.approx(
        reference.f1_score(gold, said, average="macro", zero_division=0)
    )
    shares = [np.mean([s == g for g, s in pairs if g == label]) for label in set(gold)]
    assert balanced_accuracy(gold, said) == pytest.approx(np.mean(shares))
    if len(set(gold) | set(said)) > 1:
        assert cohen_kappa(gold, said) == pytest.approx(reference.cohen_kappa_score(gold, said))


def test_judges_who_always_say_the_same_agree_wholly() -> None:
    assert cohen_kappa(["yes"] * 4, ["yes"] * 4) == 1.0


@given(st.sets(st.integers(0, 9)), st.sets(st.integers(0, 9)))
def test_set_figures_are_scikit_learns(found: set[int], relevant: set[int]) -> None:
    truth, said = [i in relevant for i in range(10)], [i in found for i in range(10)]
    for ours, theirs in ((precision, "precision_score"), (recall, "recall_score"), (f1, "f1_score")):
        assert ours(found, relevant) == pytest.approx(
            getattr(reference, theirs)(truth, said, zero_division=0)
        )


def test_interval_is_scipys_percentile_bootstrap_within_its_noise() -> None:
    values = np.random.default_rng(1).normal(0.5, 0.2, 150)
    ours = bootstrap_interval(values.tolist(), seed=3)
    theirs = stats.bootstrap(
        (values,), np.mean, method="percentile", n_resamples=5000, rng=5
    ).confidence_interval
    assert ours.value == pytest.approx(values.mean())
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.004)
    assert bootstrap_interval(values.tolist(), seed=3) == ours


def test_paired_interval_sees_a_small_steady_gain_that_the_single_ones_hide() -> None:
    b = np.random.default_rng(2).uniform(0, 1, 100)
    gain = paired_bootstrap((b + 0.02).tolist(), b.tolist())
    assert gain.low > 0
    assert gain.value == pytest.approx(0.02)
    assert bootstrap_interval((b + 0.02).tolist()).low < b.mean()


def test_nothing_and_unequal_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        bootstrap_interval([])
    with pytest.raises(ValueError, match="must match"):
        paired_bootstrap([1.0], [1.0, 2.0])
