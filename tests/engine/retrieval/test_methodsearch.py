"""Methods by name and by meaning, and the trees kept in step with the ledger."""

from __future__ import annotations

import pytest
from tests.engine.retrieval.conftest import Shelf

from twintree.base.methods import Cluster, ClusterId, MethodId
from twintree.retrieval.funnel import FunnelSettings
from twintree.retrieval.methodsearch import MethodSearch
from twintree.store.methodintake import MethodIntake
from twintree.store.methods import MethodStore

METHODS = {
    "M1": ("Conditional random field", '["CRF"]', "labels sequences of words", 9),
    "M2": ("Perceptron", "[]", "learns weights from mistakes", 5),
    "M3": ("Averaged perceptron", "[]", "averages the weights of a perceptron", 2),
    "M4": ("CRF", "[]", "counts red blood cells", 1),
}


@pytest.fixture
def methods(shelf: Shelf) -> MethodSearch:
    with shelf.ledger.write() as connection:
        for name, (called, aliases, summary, mentions) in METHODS.items():
            connection.execute("INSERT INTO method (id) VALUES (?)", (name,))
            connection.execute(
                "INSERT INTO method_card (method, name, kind, aliases, summary, mentions, hash) "
                "VALUES (?, ?, 'model', ?, ?, ?, ?)",
                (name, called, aliases, summary, mentions, f"{name:0>64}"),
            )
        connection.execute(
            "INSERT INTO method_edge (source, target, rating, is_primary) VALUES ('M2', 'M3', 5, 1)"
        )
    themes = [
        Cluster(id=ClusterId("C1"), level=1, title="Sequences of words", methods=(MethodId("M1"),)),
        Cluster(
            id=ClusterId("C2"),
            level=1,
            title="Perceptron weights",
            methods=(MethodId("M2"), MethodId("M3")),
        ),
        Cluster(id=ClusterId("C3"), level=1, title="Blood cells", methods=(MethodId("M4"),)),
    ]
    MethodIntake(shelf.ledger).write_clusters(themes)
    return MethodSearch(shelf.ledger, MethodStore(shelf.ledger), shelf.embedder)


def test_a_method_is_found_by_any_spelling_of_its_names(methods: MethodSearch) -> None:
    for spelling in ("conditional random fields", "Conditional-Random Field", "the perceptrons"[4:]):
        assert methods.named(spelling), spelling


def test_homonyms_are_all_found_the_most_mentioned_first(methods: MethodSearch) -> None:
    assert [each.id for each in methods.named("CRFs")] == ["M1", "M4"]


def test_methods_are_found_by_meaning_with_their_theme_and_the_way(methods: MethodSearch) -> None:
    found = methods.find("weights of a perceptron", FunnelSettings(top=1))

    assert {each.method for each in found.methods} == {"M2", "M3"}
    assert {each.theme for each in found.methods} == {"C2"}
    assert [name for name, _ in found.steps[0].kept] == ["C2"]


def test_by_default_nothing_is_missed_for_a_badly_described_theme(methods: MethodSearch) -> None:
    assert "M4" in {each.method for each in methods.find("red blood cells").methods}


def test_the_tree_is_that_of_the_ledger(methods: MethodSearch) -> None:
    assert methods.tree().parent == {"M3": "M2"}


def test_what_is_kept_follows_the_ledger_and_nothing_is_embedded_twice(
    shelf: Shelf, methods: MethodSearch
) -> None:
    methods.find("words")
    embedded = len(shelf.embedder.embedded)
    methods.find("words")
    assert len(shelf.embedder.embedded) == embedded + 1  # the question

    with shelf.ledger.write() as connection:
        connection.execute("UPDATE method_card SET name = 'Maximum entropy', hash = 'zz' WHERE method = 'M2'")
        connection.execute("DELETE FROM method_edge")

    assert [each.id for each in methods.named("maximum entropy")] == ["M2"]
    assert methods.tree().parent == {}


def test_a_library_without_methods_finds_none(shelf: Shelf) -> None:
    empty = MethodSearch(shelf.ledger, MethodStore(shelf.ledger), shelf.embedder)

    assert empty.find("anything").methods == ()
    assert empty.named("anything") == []
