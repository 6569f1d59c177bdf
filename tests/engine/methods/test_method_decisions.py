"""Merges, splits and what a person said of methods, attacked: with imports in between, undone, and done again."""

from __future__ import annotations

import threading

import pytest
from method_cases import PARSER, TAGGER, Shelf
from msgspec.structs import replace

from twintree.base.errors import WrongUse
from twintree.base.ids import PaperId
from twintree.base.methods import Method
from twintree.base.progress import CancelToken
from twintree.store.export import canonical
from twintree.trees.upkeep import refresh, refresh_provenance, refresh_themes

CRF, HMM, VITERBI = "Conditional Random Field", "Hidden Markov Model", "Viterbi algorithm"
LABELLER = (
    "We propose DuneLabeller, a new model for labelling noisy text. DuneLabeller is based on the Conditional Random "
    "Field (CRF) model and uses the Viterbi algorithm for decoding. DuneLabeller outperforms the Hidden Markov Model "
    "(HMM) in all of our experiments on the Penn Treebank corpus."
)


@pytest.fixture
def papers(shelf: Shelf) -> tuple[PaperId, PaperId]:
    """Two papers with methods in common, and both trees over them."""
    first, second = shelf.add("LatticeParser: a parser", PARSER), shelf.add("SwiftTagger: a tagger", TAGGER)
    refresh(shelf.ledger, shelf.embed)
    return first, second


def read_again(shelf: Shelf, paper: PaperId) -> None:
    shelf.finder.find(paper, shelf.papers.files(paper)[0].id, CancelToken())
    refresh_provenance(shelf.ledger)


def state(shelf: Shelf) -> str:
    refresh_provenance(shelf.ledger)
    return canonical(shelf.ledger)


def shown(shelf: Shelf) -> list[Method]:
    refresh_provenance(shelf.ledger)
    return shelf.store.methods()


# ── merging ──────────────────────────────────────────────────────────────────────────────────────────


def test_what_a_person_said_of_a_method_goes_along_when_it_is_merged(
    shelf: Shelf, papers: tuple[PaperId, PaperId]
) -> None:
    shelf.store.edit(HMM, name="Markov chain with a veil", summary="My own words.")
    refresh_provenance(shelf.ledger)
    kept, lost = shelf.store.get(CRF), shelf.store.get("Markov chain with a veil")
    shelf.store.merge(kept.id, lost.id)
    refresh_provenance(shelf.ledger)
    one = shelf.store.get("Markov chain with a veil")
    assert (one.id, one.name, one.summary, one.summary_by) == (kept.id, CRF, "My own words.", "person")


def test_a_persons_own_summary_of_the_method_that_stays_wins_over_that_of_the_merged_one(
    shelf: Shelf, papers: tuple[PaperId, PaperId]
) -> None:
    shelf.store.edit(HMM, summary="Of the one that goes.")
    shelf.store.edit(CRF, summary="Of the one that stays.")
    shelf.store.merge(CRF, HMM)
    refresh_provenance(shelf.ledger)
    assert shelf.store.get(CRF).summary == "Of the one that stays."


def test_an_edge_can_be_rated_again_before_the_tree_has_followed(
    shelf: Shelf, papers: tuple[PaperId, PaperId]
) -> None:
    """Inside an upsert SQLite forgets the OR IGNORE of triggers: the second rating failed."""
    shelf.store.rate(HMM, CRF, 3)
    shelf.store.rate(HMM, CRF, 5, "after all")
    refresh_provenance(shelf.ledger)
    assert [(e.rating, e.explanation) for e in shelf.store.edges() if e.by == "person"] == [(5, "after all")]


def test_ratings_by_hand_hold_for_what_their_ends_were_merged_into(
    shelf: Shelf, papers: tuple[PaperId, PaperId]
) -> None:
    parser = shelf.store.get("LatticeParser").id
    shelf.store.rate(HMM, parser, 3, "by hand")
    shelf.store.rate(CRF, parser, 0)
    shelf.store.rate(HMM, VITERBI, 4)
    refresh_provenance(shelf.ledger)
    kept = shelf.store.merge(VITERBI, HMM)
    refresh_provenance(shelf.ledger)
    method = shelf.store.get(VITERBI).id
    found = {(e.source, e.target): e.rating for e in shelf.store.edges() if e.by == "person"}
    assert found == {(method, parser): 3}, "an edge to itself is none, and nought takes one away"
    assert kept.id


@pytest.mark.parametrize("between", ["nothing", "themes", "read again"])
def test_a_merge_is_undone_and_done_again_whatever_lies_between(
    shelf: Shelf, papers: tuple[PaperId, PaperId], between: str
) -> None:
    gone = {shelf.store.get(HMM).id}
    shelf.store.edit(HMM, name="HMMs", summary="Mine.")
    shelf.store.rate(HMM, "SwiftTagger", 2)
    shelf.store.split("Penn Treebank corpus", [papers[0]])
    # A theme of nothing but what is merged away goes with it, and what was written on it too.
    theme = next(each.id for each in shelf.store.clusters() if set(each.methods) - gone)
    shelf.store.describe_theme(theme, title="Sequences", note="see here")
    refresh(shelf.ledger, shelf.embed)
    kept, lost = shelf.store.get(CRF).id, shelf.store.get("HMMs").id
    before = shelf.store.edges(), [(m.id, m.name, m.mention_count, m.summary) for m in shown(shelf)]

    for _ in range(2):
        change = shelf.store.merge(kept, lost)
        refresh_provenance(shelf.ledger)
        assert shelf.store.get(lost).id == kept
        if between == "themes":
            refresh_themes(shelf.ledger, shelf.embed, afresh=True)
        elif between == "read again":
            read_again(shelf, papers[0])
        shelf.store.undo(change.id)
        refresh(shelf.ledger, shelf.embed)
        assert shelf.store.get(lost).name == "HMMs"
        assert (
            shelf.store.edges(),
            [(m.id, m.name, m.mention_count, m.summary) for m in shown(shelf)],
        ) == before
        assert {m for each in shelf.store.clusters() for m in each.methods} == {m.id for m in shown(shelf)}
    assert any((each.title, each.note) == ("Sequences", "see here") for each in shelf.store.clusters())


def test_a_method_that_others_were_merged_into_can_be_merged_on_and_every_id_leads_there(
    shelf: Shelf, papers: tuple[PaperId, PaperId]
) -> None:
    ids = [shelf.store.get(name).id for name in (HMM, CRF, VITERBI)]
    first = shelf.store.merge(ids[1], ids[0])
    shelf.store.merge(ids[2], ids[1])
    refresh_provenance(shelf.ledger)
    assert {shelf.store.get(each).id for each in ids} == {ids[2]}
    with pytest.raises(WrongUse, match="Undo the later change first"):
        shelf.store.undo(first.id)
    with pytest.raises(WrongUse, match="one method already"):
        shelf.store.merge(ids[0], ids[2])


def test_two_merges_of_one_pair_at_once_never_make_a_circle(
    shelf: Shelf, papers: tuple[PaperId, PaperId], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = shelf.store.get(CRF), shelf.store.get(HMM)
    found = iter((one, other))

    def get(name: str) -> Method:
        method = next(found)
        if method is other:
            monkeypatch.undo()
            shelf.store.merge(other.id, one.id)
        return method

    monkeypatch.setattr(shelf.store, "get", get)
    with pytest.raises(WrongUse, match="meanwhile"):
        shelf.store.merge(one.id, other.id)
    refresh_provenance(shelf.ledger)
    assert shelf.store.get(one.id).id == shelf.store.get(other.id).id == other.id


def test_a_paper_that_is_read_while_its_method_is_merged_away_joins_what_that_became(shelf: Shelf) -> None:
    shelf.add("LatticeParser: a parser", PARSER)
    refresh(shelf.ledger, shelf.embed)
    kept, lost = shelf.store.get(HMM).id, shelf.store.get(CRF).id
    assigned = shelf.finder._assigned

    def slowly(paper: PaperId, found: object) -> object:
        result = assigned(paper, found)  # type: ignore[arg-type]
        if shelf.store.resolve(lost) == lost:
            shelf.store.merge(kept, lost)
        return result

    shelf.finder._assigned = slowly  # type: ignore[method-assign,assignment]
    second = shelf.add("SwiftTagger: a tagger", TAGGER)
    refresh_provenance(shelf.ledger)
    assert second in shelf.store.get(lost).papers
    assert {each.method for each in shelf.store.of_paper(second)} <= {m.id for m in shown(shelf)}


def test_two_papers_that_are_read_at_once_make_one_method_of_a_name_that_both_have(shelf: Shelf) -> None:
    first = shelf.add("LatticeParser: a parser", PARSER, find=False)
    second = shelf.add("SwiftTagger: a tagger", TAGGER, find=False)
    assigned = shelf.finder._assigned
    other = threading.Thread(target=read_again, args=(shelf, second))

    def slowly(paper: PaperId, found: object) -> object:
        result = assigned(paper, found)  # type: ignore[arg-type]
        if paper == first:
            other.start()
            other.join(0.5)  # it cannot end before this one has written; without waiting it would
        return result

    shelf.finder._assigned = slowly  # type: ignore[method-assign,assignment]
    read_again(shelf, first)
    other.join()
    refresh_provenance(shelf.ledger)
    assert set(shelf.store.get(CRF).papers) == {first, second}


# ── splitting ────────────────────────────────────────────────────────────────────────────────────────


def test_a_split_is_undone_though_a_later_paper_joined_what_was_split_off(
    shelf: Shelf, papers: tuple[PaperId, PaperId]
) -> None:
    whole = shelf.store.get(CRF).id
    change = shelf.store.split(whole, [papers[0]])
    refresh_provenance(shelf.ledger)
    third = shelf.add("DuneLabeller: a labeller", LABELLER)
    refresh_provenance(shelf.ledger)
    home = next(each.method for each in shelf.store.of_paper(third) if each.name == CRF)
    assert home in (whole, change.subject)
    with shelf.ledger.write() as connection:  # whichever it joined: now it is the new one
        connection.execute(
            "UPDATE method_source SET method = ? WHERE method = ? AND paper = ?",
            (change.subject, home, third),
        )
    shelf.store.undo(change.id)
    refresh_provenance(shelf.ledger)
    assert set(shelf.store.get(whole).papers) == {*papers, third}
    shelf.store.redo()
    refresh_provenance(shelf.ledger)
    assert papers[0] in shelf.store.get(change.subject).papers


def test_a_split_is_not_undone_under_a_method_that_was_merged_into_its_part(
    shelf: Shelf, papers: tuple[PaperId, PaperId]
) -> None:
    split = shelf.store.split(CRF, [papers[0]])
    refresh_provenance(shelf.ledger)
    lost = shelf.store.get(HMM).id
    merge = shelf.store.merge(split.subject, lost)
    before = state(shelf)
    with pytest.raises(WrongUse, match="Undo the later change first"):
        shelf.store.undo(split.id)
    assert state(shelf) == before
    shelf.store.undo(merge.id)
    shelf.store.undo(split.id)
    refresh_provenance(shelf.ledger)
    assert shelf.store.get(lost).name == HMM
    assert set(shelf.store.get(CRF).papers) == set(papers)


def test_a_method_of_a_persons_making_keeps_no_words_that_its_paper_does_not_have_any_more(
    shelf: Shelf, papers: tuple[PaperId, PaperId]
) -> None:
    """No citation without a quote that stands on its page."""
    split = shelf.store.split(CRF, [papers[0]])
    file = shelf.papers.files(papers[0])[0].id
    text = PARSER.replace("Conditional Random Field (CRF)", "Maximum Entropy Markov")
    (page,) = shelf.papers.pages(file)
    shelf.papers.write_pages(file, [replace(page, text=text, body_end=len(text))], [[(0, len(text))]])
    read_again(shelf, papers[0])
    own = shelf.store.get(split.subject)
    assert own.mentions == ()
    assert [each for each in shelf.store.edges() if own.id in (each.source, each.target)] == []
    shelf.papers.write_pages(file, [page], [[(0, len(page.text))]])
    read_again(shelf, papers[0])
    assert shelf.store.get(split.subject).mentions, "said again, it is the same method again"


# ── history ──────────────────────────────────────────────────────────────────────────────────────────


def test_the_history_tells_edits_ratings_merges_and_what_joined_and_nothing_that_was_undone(
    shelf: Shelf, papers: tuple[PaperId, PaperId]
) -> None:
    shelf.store.edit(HMM, summary="Hidden states.")
    shelf.store.edit(CRF, name="CRFs", kind="algorithm")
    refresh_provenance(shelf.ledger)
    shelf.store.rate("CRFs", "LatticeParser", 4, "why not")
    refresh_provenance(shelf.ledger)
    shelf.store.undo(shelf.store.rate("CRFs", VITERBI, 1).id)
    merge = shelf.store.merge("CRFs", HMM)
    refresh_provenance(shelf.ledger)
    told = shelf.store.history(shelf.store.get("CRFs").id)
    said = [(each.what, each.why) for each in told if each.what != "join"]
    assert said == [
        ("merge", "Hidden Markov Model merged into CRFs"),
        ("rate", "CRFs → LatticeParser rated 4"),
        ("edit", "name, kind"),
        ("edit", "summary"),
    ]
    joins = [each for each in told if each.what == "join"]
    assert {each.source.partition(".")[0] for each in joins} == {papers[1]}
    assert all(each.similarity and "called" in each.why for each in joins)
    target = shelf.store.get("LatticeParser").id
    assert [each.what for each in shelf.store.history(target)] == ["rate"]
    shelf.store.undo(merge.id)
    refresh_provenance(shelf.ledger)
    assert [each.what for each in shelf.store.history(shelf.store.get(HMM).id) if each.what != "join"] == [
        "edit"
    ]
