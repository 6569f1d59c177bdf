"""Methods by name and by meaning, and the trees kept in step with the ledger."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.engine.retrieval.conftest import Shelf

from twintree.base.methods import Cluster, ClusterId, MethodId
from twintree.models.protocol import Embedder, Vectors
from twintree.retrieval import methodsearch
from twintree.retrieval.funnel import FunnelSettings
from twintree.retrieval.methodsearch import MethodSearch
from twintree.retrieval.vectors import embed_cached
from twintree.store.ledger import Ledger
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


CHANGES = (
    "UPDATE method_card SET mentions = 7, summary = 'labels words', hash = 'a1' WHERE method = 'M4'",
    "UPDATE method SET status = 'deleted' WHERE id = 'M2'",
    "UPDATE method SET status = 'edited' WHERE id = 'M3'",
    "UPDATE method_card SET name = 'Averaged CRF', aliases = '[\"CRF\"]', hash = 'b2' WHERE method = 'M3'",
    "UPDATE method SET status = 'candidate' WHERE id = 'M2'",
    "UPDATE method_edge SET rating = 2",
    "UPDATE cluster SET hash = 'c3', title = 'Cells'",
    "DELETE FROM method_card WHERE method = 'M1'",
)


def test_after_each_change_it_knows_what_one_that_reads_afresh_knows(
    shelf: Shelf, methods: MethodSearch
) -> None:
    for change in CHANGES:
        methods.find("words")
        with shelf.ledger.write() as connection:
            connection.execute(change)
        fresh = MethodSearch(shelf.ledger, MethodStore(shelf.ledger), shelf.embedder)

        assert methods.find("red blood cells") == fresh.find("red blood cells"), change
        for name in ("CRF", "perceptron", "averaged perceptron", "averaged CRF"):
            assert methods.named(name) == fresh.named(name), (change, name)
        assert methods.tree().edges == fresh.tree().edges, change
        assert methods.clusters() == fresh.clusters(), change


def test_after_a_change_only_the_vectors_of_what_changed_are_sought(
    shelf: Shelf, methods: MethodSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    sought: list[str] = []

    def noted(ledger: Ledger, embedder: Embedder, texts: Sequence[str]) -> Vectors:
        sought.extend(texts)
        return embed_cached(ledger, embedder, texts)

    monkeypatch.setattr(methodsearch, "embed_cached", noted)
    methods.find("words")
    assert len(sought) == len(METHODS)
    sought.clear()
    with shelf.ledger.write() as connection:
        connection.execute("UPDATE method_card SET summary = 'new', hash = 'd4' WHERE method = 'M3'")

    methods.find("words")

    assert len(sought) == 1
    assert sought[0].startswith("Averaged perceptron")
