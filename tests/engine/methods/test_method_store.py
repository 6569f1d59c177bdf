"""Methods in the ledger: one method of two papers, the person's word, undo, deletion, the trees behind it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from method_cases import PARSER, TAGGER, Shelf
from msgspec.structs import replace

from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import PaperId
from twintree.base.methods import MethodId, PaperMethods
from twintree.base.progress import CancelToken
from twintree.jobs.methoddesk import MethodDesk
from twintree.knowledge.methods.written import ModelExtractor
from twintree.models.llm import Generated, Generation
from twintree.models.protocol import Vectors
from twintree.sources.render import RenderHost
from twintree.store.deletion import delete_paper
from twintree.store.export import canonical
from twintree.store.files import FileStore
from twintree.store.rowcheck import ledger_problems
from twintree.trees.upkeep import rebuild_provenance, refresh, refresh_provenance, refresh_themes


def two_papers(shelf: Shelf) -> tuple[str, str]:
    first = shelf.add("LatticeParser: a parser", PARSER)
    second = shelf.add("SwiftTagger: a tagger", TAGGER)
    refresh(shelf.ledger, shelf.embed)
    return first, second


def model_that_says(name: str, asked: list[str]) -> ModelExtractor:
    """A model that finds one method, whatever it reads."""
    method = {"name": name, "aliases": [], "kind": "model", "role": "derived", "summary": "A model."}

    def write(request: Generation, cancel: CancelToken) -> Generated:
        asked.append(request.messages[-1].content)
        return Generated(
            text=json.dumps({"methods": [method], "relations": []}),
            prompt_tokens=9,
            cached=0,
            written=9,
            seconds=0.1,
            first_token=0.0,
            backend="cpu",
        )

    return ModelExtractor("tiny", "tiny.gguf", write)


def desk_of(shelf: Shelf, model: ModelExtractor) -> MethodDesk:
    return MethodDesk(shelf.ledger, shelf.papers, shelf.finder, shelf.embed, lambda: model, RenderHost())


def state(shelf: Shelf) -> str:
    refresh_provenance(shelf.ledger)
    return canonical(shelf.ledger)


def test_a_method_of_two_papers_is_one_with_the_mentions_of_both(shelf: Shelf) -> None:
    first, second = two_papers(shelf)
    found = shelf.store.get("Conditional Random Field")
    assert set(found.papers) == {first, second}
    assert {mention.paper for mention in found.mentions} == {first, second}
    assert "CRF" in found.aliases


def test_what_more_papers_name_comes_first_then_what_is_named_more_often(shelf: Shelf) -> None:
    two_papers(shelf)
    found = shelf.store.methods()
    places = [(len(each.papers), each.mention_count) for each in found]
    assert len({papers for papers, _ in places}) > 1
    assert places == sorted(places, reverse=True)


def test_quotes_and_names_stand_on_the_pages_that_mentions_name(shelf: Shelf) -> None:
    two_papers(shelf)
    for method in shelf.store.methods(mentions=True):
        for mention in method.mentions:
            text = shelf.papers.page(mention.file, mention.page).text
            assert text[mention.at.start : mention.at.end].strip()
            assert all(text[span.start : span.end] in mention.quote for span in mention.spans)


def test_every_edge_has_words_on_a_page(shelf: Shelf) -> None:
    two_papers(shelf)
    edges = shelf.store.edges()
    assert edges
    for edge in edges:
        assert edge.source != edge.target
        assert edge.evidence
        for citation in edge.evidence:
            page = shelf.papers.page(citation.file, citation.page).text
            assert all(page[span.start : span.end] in citation.quote for span in citation.spans)


def test_what_a_paper_builds_on_becomes_an_edge_to_its_own_method(shelf: Shelf) -> None:
    two_papers(shelf)
    own, crf = shelf.store.get("SwiftTagger"), shelf.store.get("Conditional Random Field")
    edge = next(e for e in shelf.store.edges() if (e.source, e.target) == (crf.id, own.id))
    assert edge.rating == 5
    assert edge.weight == 1.0


def test_extracting_a_paper_again_changes_nothing(shelf: Shelf) -> None:
    first, _ = two_papers(shelf)
    before = state(shelf)
    shelf.finder.find(first, shelf.papers.files(first)[0].id, CancelToken())  # type: ignore[arg-type]
    after = state(shelf)
    drop = [line for line in before.splitlines() if '"modified"' not in line and '"at"' not in line]
    assert drop == [line for line in after.splitlines() if '"modified"' not in line and '"at"' not in line]


@pytest.mark.parametrize("action", ["edit", "merge", "split", "rate", "delete"])
def test_undo_brings_the_very_state_back(shelf: Shelf, action: str) -> None:
    first, _ = two_papers(shelf)
    before = state(shelf)
    crf, hmm = "Conditional Random Field", "Hidden Markov Model"
    change = {
        "edit": lambda: shelf.store.edit(crf, name="CRFs", summary="A model of sequences."),
        "merge": lambda: shelf.store.merge(crf, hmm),
        "split": lambda: shelf.store.split(crf, [first]),
        "rate": lambda: shelf.store.rate(hmm, crf, 4),
        "delete": lambda: shelf.store.delete(crf),
    }[action]()
    assert state(shelf) != before
    shelf.store.undo(change.id)
    assert state(shelf) == before
    shelf.store.redo()
    assert state(shelf) != before


def test_a_merge_keeps_mentions_sources_and_edges_and_redirects_the_id(shelf: Shelf) -> None:
    two_papers(shelf)
    kept, lost = shelf.store.get("Conditional Random Field"), shelf.store.get("Hidden Markov Model")
    edges = {e.target for e in shelf.store.edges() if e.source == lost.id}
    shelf.store.merge(kept.id, lost.id)
    refresh_provenance(shelf.ledger)
    one = shelf.store.get(lost.id)
    assert one.id == kept.id
    assert one.mention_count == kept.mention_count + lost.mention_count
    assert edges - {kept.id} <= {e.target for e in shelf.store.edges() if e.source == kept.id}
    assert [each.what for each in shelf.store.history(kept.id) if each.by == "person"] == ["merge"]


def test_what_was_split_by_hand_is_never_merged_again(shelf: Shelf) -> None:
    first, second = two_papers(shelf)
    whole = shelf.store.get("Conditional Random Field")
    new = shelf.store.split(whole.id, [first]).subject
    for paper in (first, second):
        shelf.finder.find(paper, shelf.papers.files(paper)[0].id, CancelToken())  # type: ignore[arg-type]
    refresh_provenance(shelf.ledger)
    assert shelf.store.get(new).papers == (first,)
    assert shelf.store.get(whole.id).papers == (second,)


def test_a_name_that_two_methods_have_is_asked_back(shelf: Shelf) -> None:
    first, _ = two_papers(shelf)
    shelf.store.split("Conditional Random Field", [first])
    refresh_provenance(shelf.ledger)
    with pytest.raises(WrongUse, match="Several methods"):
        shelf.store.get("Conditional Random Field")
    with pytest.raises(NotFound):
        shelf.store.get("Perpetual Motion")


def test_a_persons_word_stays_through_a_new_extraction(shelf: Shelf) -> None:
    first, _ = two_papers(shelf)
    method = shelf.store.get("Conditional Random Field").id
    shelf.store.edit(method, name="Linear-chain CRF")
    shelf.store.rate("Viterbi algorithm", method, 2, "decodes it")
    shelf.store.delete("Adam optimizer")
    shelf.finder.find(first, shelf.papers.files(first)[0].id, CancelToken())  # type: ignore[arg-type]
    refresh_provenance(shelf.ledger)
    assert shelf.store.get(method).name == "Linear-chain CRF"
    said = next(e for e in shelf.store.edges() if e.by == "person")
    assert (said.rating, said.explanation) == (2, "decodes it")
    with pytest.raises(NotFound):
        shelf.store.get("Adam optimizer")


def test_a_rating_of_nought_takes_an_edge_away(shelf: Shelf) -> None:
    two_papers(shelf)
    edge = shelf.store.edges()[0]
    shelf.store.rate(edge.source, edge.target, 0)
    refresh_provenance(shelf.ledger)
    assert (edge.source, edge.target) not in {(e.source, e.target) for e in shelf.store.edges()}


def test_a_deleted_papers_methods_go_and_what_others_say_stays(shelf: Shelf) -> None:
    """PAINS 23 and 24: no stale rows, no words of the deleted paper anywhere."""
    first, second = two_papers(shelf)
    files = FileStore(shelf.ledger.root)
    delete_paper(shelf.ledger, files, first)
    refresh(shelf.ledger, shelf.embed)
    left = shelf.store.methods()
    assert {paper for method in left for paper in method.papers} == {second}
    assert "LatticeParser" not in canonical(shelf.ledger)
    texts = shelf.ledger.read().execute("SELECT group_concat(summary) FROM cluster").fetchone()[0]
    assert "LatticeParser" not in texts
    assert list(ledger_problems(shelf.ledger.read(), CancelToken())) == []


def test_the_history_of_themes_keeps_no_words_of_a_deleted_paper(shelf: Shelf) -> None:
    first, _ = two_papers(shelf)
    theme = shelf.store.clusters()[0]
    shelf.store.describe_theme(theme.id, title="Mine", summary="Mine.")
    delete_paper(shelf.ledger, FileStore(shelf.ledger.root), first)
    told = [tuple(row) for row in shelf.ledger.read().execute("SELECT summary, inverse FROM change")]
    assert not [each for each in told if theme.title in str(each)]


def test_trees_that_were_kept_up_equal_trees_made_afresh(shelf: Shelf) -> None:
    first, _ = two_papers(shelf)
    shelf.store.merge("Conditional Random Field", "Hidden Markov Model")
    shelf.store.split("Penn Treebank corpus", [first])
    refresh_provenance(shelf.ledger)
    kept = shelf.store.edges(evidence=False)
    rebuild_provenance(shelf.ledger)
    assert shelf.store.edges(evidence=False) == kept


def test_every_method_has_a_theme_and_a_theme_keeps_a_persons_title(shelf: Shelf) -> None:
    two_papers(shelf)
    themes = shelf.store.clusters()
    placed = [method for theme in themes for method in theme.methods]
    assert sorted(placed) == sorted(each.id for each in shelf.store.methods())
    shelf.store.describe_theme(themes[0].id, title="Mine", note="look here")
    shelf.add("LatticeParser again", PARSER.replace("LatticeParser", "PrismParser"))
    refresh(shelf.ledger, shelf.embed)
    assert any((theme.title, theme.note) == ("Mine", "look here") for theme in shelf.store.clusters())


def test_a_title_that_is_given_while_themes_are_made_is_not_overwritten(shelf: Shelf) -> None:
    two_papers(shelf)
    theme = shelf.store.clusters()[0].id
    given: list[str] = []

    def embed(texts: Sequence[str]) -> Vectors:
        if not given:
            given.append("Mine")
            shelf.store.describe_theme(theme, title="Mine")
        return shelf.embed(texts)

    assert refresh_themes(shelf.ledger, embed, afresh=True) == "made afresh"
    assert any(each.title == "Mine" for each in shelf.store.clusters())


def test_a_method_that_goes_while_themes_are_made_costs_them_nothing(shelf: Shelf) -> None:
    """A window that looks at themes makes them while an import reads papers."""
    first, _ = two_papers(shelf)

    def embed(texts: Sequence[str]) -> Vectors:
        if first in shelf.papers.ids():
            delete_paper(shelf.ledger, FileStore(shelf.ledger.root), first)
        return shelf.embed(texts)

    assert refresh_themes(shelf.ledger, embed, afresh=True) == "made afresh"
    refresh(shelf.ledger, shelf.embed)
    here = {each.id for each in shelf.store.methods()}
    assert {method for each in shelf.store.clusters() for method in each.methods} == here


def test_search_finds_methods_by_name_and_alias(shelf: Shelf) -> None:
    two_papers(shelf)
    assert [each.name for each in shelf.store.methods("crf")] == ["Conditional Random Field"]
    assert shelf.store.methods("100%") == []
    assert shelf.store.count() == len(shelf.store.methods())
    assert isinstance(shelf.store.methods(limit=1)[0].id, str | MethodId.__supertype__)


def test_a_models_reading_is_shown_as_a_difference_before_it_counts_and_can_be_taken_back(
    shelf: Shelf,
) -> None:
    first, _ = two_papers(shelf)
    asked: list[str] = []
    desk = desk_of(shelf, model_that_says("LatticeParser", asked))
    before = {each.name for each in shelf.store.of_paper(first)}
    difference = desk.extract(PaperId(first), whole=True)
    assert difference.removed
    assert {each.name for each in shelf.store.of_paper(first)} == before
    desk.accept(difference)
    assert {each.name for each in shelf.store.of_paper(first)} == {"LatticeParser"}
    desk.extract(PaperId(first), whole=True)
    assert len(asked) == 1, "what a model said of a text is never asked again"
    desk.back_to_rules(PaperId(first))
    assert {each.name for each in shelf.store.of_paper(first)} == before


def rewritten(shelf: Shelf, paper: PaperId, text: str) -> None:
    """The paper's page says something else now, and its methods were sought again."""
    file = shelf.papers.files(paper)[0].id
    (page,) = shelf.papers.pages(file)
    shelf.papers.write_pages(file, [replace(page, text=text, body_end=len(text))], [[(0, len(text))]])
    shelf.finder.find(paper, file, CancelToken())


def test_what_a_model_read_of_words_that_are_gone_is_not_taken_over(shelf: Shelf) -> None:
    first, _ = two_papers(shelf)
    desk = desk_of(shelf, model_that_says("LatticeParser", []))
    difference = desk.extract(PaperId(first), whole=True)
    rewritten(shelf, PaperId(first), PARSER.replace("LatticeParser", "PrismParser"))
    assert desk.accept(difference) == []
    assert desk.waiting(PaperId(first)) is None
    assert "PrismParser" in {each.name for each in shelf.store.of_paper(first)}


def test_a_paper_that_is_read_anew_while_a_difference_is_taken_over_is_never_half_the_one_and_half_the_other(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = two_papers(shelf)
    desk = desk_of(shelf, model_that_says("LatticeParser", []))
    difference = desk.extract(PaperId(first), whole=True)
    assembled = shelf.finder.assembled

    def meanwhile(*args: Any) -> PaperMethods:
        monkeypatch.undo()
        found = assembled(*args)
        rewritten(shelf, PaperId(first), PARSER.replace("LatticeParser", "PrismParser"))
        return found

    monkeypatch.setattr(shelf.finder, "assembled", meanwhile)
    assert desk.accept(difference) == []
    refresh(shelf.ledger, shelf.embed)
    for mention in (m for method in shelf.store.methods(mentions=True) for m in method.mentions):
        text = shelf.papers.page(mention.file, mention.page).text
        assert all(text[span.start : span.end] in mention.quote for span in mention.spans)
    assert "PrismParser" in {each.name for each in shelf.store.of_paper(first)}


def test_what_a_person_left_waits_no_longer_until_that_is_taken_back(shelf: Shelf) -> None:
    first, second = two_papers(shelf)
    desk = desk_of(shelf, model_that_says("LatticeParser", []))
    difference = desk.extract(PaperId(first), whole=True)
    desk.leave(difference)
    assert desk.waiting(PaperId(first)) is None
    shelf.finder.find(PaperId(first), shelf.papers.files(PaperId(first))[0].id, CancelToken())
    assert desk.waiting(PaperId(first)) is None, "reading the paper again does not bring it back"
    desk.leave(difference, left=False)
    waiting = desk.waiting(PaperId(first))
    assert waiting is not None
    assert waiting.removed == difference.removed
    assert desk.accept(difference) == [difference]
    desk.leave(difference)
    assert {each.name for each in shelf.store.of_paper(first)} == {"LatticeParser"}, "what is in use stays"
    assert desk.waiting(PaperId(second)) is None


def test_a_difference_says_which_methods_would_be_told_otherwise(shelf: Shelf) -> None:
    first, _ = two_papers(shelf)
    desk = desk_of(shelf, model_that_says("LatticeParser", []))
    difference = desk.extract(PaperId(first), whole=True)
    assert difference.kept == ("LatticeParser",)
    assert difference.changed == ("LatticeParser",), "its summary is the model's"
    desk.accept(difference)
    assert desk.difference(PaperId(first), difference.payloads).changed == ()
