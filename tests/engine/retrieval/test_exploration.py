"""An exploration ends where it said, keeps what it judged, and says so where there is nothing to find."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twintree.base.answers import Scope
from twintree.base.citations import Reference
from twintree.base.claims import Claim, Verdict
from twintree.base.errors import WrongUse
from twintree.base.exploring import Exploration, ExploredEdge, ExploredPaper, ExploreSettings
from twintree.base.ids import FileId, PaperId, RunId
from twintree.base.progress import CancelToken
from twintree.base.records import FieldValue, PaperRow, Span
from twintree.base.words import content_stems
from twintree.knowledge.entailment import Chances, Cues, Judge
from twintree.retrieval.exploration import Explorer
from twintree.retrieval.exploring.desk import LibraryFinder, reading_list
from twintree.retrieval.exploring.neighbourhood import neighbourhood
from twintree.retrieval.exploring.plan import keyword_queries
from twintree.retrieval.exploring.run import Sources
from twintree.retrieval.exploring.seeds import Ranked
from twintree.retrieval.exploring.walk import pagerank, salsa, walk
from twintree.retrieval.scores import Signals
from twintree.store.citationgraph import CitationEdge, CitationGraph, CitationNode
from twintree.store.claims import ClaimStore
from twintree.store.files import StoredFile
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore

WHEAT = ("Clover between the rows raises the yield of wheat.", "Clover keeps weeds down.")
ECHO = ("The yield of wheat rises with clover between the rows.", "Weeds are kept down by clover.")
FOREIGN = ("The decoder keeps the eight best hypotheses.", "Students learn version control.")


class Counting(Cues):
    """The cues under another name, so that judging counts as a model's call; counts its matrices."""

    id = "counting:1"

    def __init__(self) -> None:
        super().__init__()
        self.matrices = 0
        self.stop_after: tuple[int, CancelToken] | None = None

    def matrix(self, claims: Sequence[str], passages: Sequence[str]) -> Chances:
        self.matrices += 1
        if self.stop_after is not None and self.matrices >= self.stop_after[0]:
            self.stop_after[1].cancel()
        return super().matrix(claims, passages)


class World:
    """A ledger with papers and claims, and a citation graph and a search over it that tests lay out by hand."""

    def __init__(self, root: Path) -> None:
        self.ledger = Ledger(root / "ledger.sqlite")
        self.papers, self.store = PaperStore(self.ledger), ClaimStore(self.ledger)
        self.nodes: dict[str, CitationNode] = {}
        self.edges: list[CitationEdge] = []
        self.unread: dict[str, Sequence[str]] = {}
        self.judge: Judge = Counting()

    def paper(
        self, title: str, claims: Sequence[str] = (), year: int | None = 2015, *, unread: bool = False
    ) -> PaperId:
        fields = [("title", title), ("year", year)]
        paper = self.papers.create(
            [FieldValue(field=k, value=v, source="person", confidence=1.0, chosen=True) for k, v in fields]
        )
        self.nodes[paper] = CitationNode(id=paper, title=title, year=year, held=True)
        self._file(paper)
        if unread:
            self.unread[paper] = claims
        else:
            self.store.write_claims(paper, self._claims(paper, claims))
        return paper

    def work(self, name: str, title: str, year: int | None = 2001) -> str:
        self.nodes[name] = CitationNode(id=name, title=title, authors=("Ada Ward",), year=year)
        return name

    def cite(self, citing: str, cited: str, level: int = 3, role: str = "use") -> None:
        self.edges.append(
            CitationEdge(
                citing=citing,
                cited=cited,
                reference=f"{citing}.ref{len(self.edges):03d}",
                role=role,
                level=level,
                strength=0.5,
                strong=False,
                mentions=1,
            )
        )

    def explorer(self) -> Explorer:
        return Explorer(
            Sources(
                finder=self,
                graph=lambda: CitationGraph(nodes=tuple(self.nodes.values()), edges=tuple(self.edges)),
                references=lambda ids: {},
                store=self.store,
                claims_of=self._read,
                missing=lambda papers: {paper for paper in papers if paper in self.unread},
                judge=self.judge,
                queries=lambda question, count, cancel: (
                    keyword_queries(question, count, lambda s: {}),
                    "rules",
                ),
            )
        )

    def explore(self, question: str, **settings: object) -> Exploration:
        chosen = {"prune": True, **settings}
        return self.explorer().explore(question, ExploreSettings(**chosen))  # type: ignore[arg-type]

    def ranked(self, text: str, scope: Scope, limit: int) -> Sequence[Ranked]:
        asked, inside = set(content_stems(text)), self.held(scope)
        found = []
        for node in self.nodes.values():
            if node.id in inside:
                score = len(asked & set(content_stems(node.title))) / max(1, len(asked))
                row = self.papers.row(node.id)
                found.append(Ranked(paper=row, score=score, passed=score > 0.3, strong=score >= 0.5))
        some = [each for each in found if each.score > 0]
        return sorted(some, key=lambda each: (-each.score, each.paper.id))[:limit]

    def held(self, scope: Scope) -> set[str]:
        return {
            node.id
            for node in self.nodes.values()
            if node.held and (not scope.papers or node.id in scope.papers)
        }

    def _read(self, paper: PaperId, cancel: CancelToken) -> Sequence[Claim]:
        cancel.check()
        return self.store.write_claims(paper, self._claims(paper, self.unread.pop(paper)))

    def _file(self, paper: PaperId) -> FileId:
        files = self.papers.files(paper)
        if files:
            return files[0].id
        stored = StoredFile(sha256=hashlib.sha256(paper.encode()).hexdigest(), size=1)
        return self.papers.add_file(paper, stored, "a.pdf")

    def _claims(self, paper: PaperId, texts: Sequence[str]) -> list[Claim]:
        file = self._file(paper)
        return [
            Claim(paper=paper, file=file, type="EMPIRICAL", text=t, quote=t, page=1, spans=(Span(1, 0, 5),))
            for t in texts
        ]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.ledger.close()


def ids(found: Exploration) -> list[str]:
    return [each.id for each in found.papers if each.kept]


def exact(found: Exploration) -> bool:
    calls = found.calls
    return (
        calls.planned == 1 + len(found.papers) + len(found.edges) == calls.cached + calls.skipped + calls.made
    )


def test_a_citation_whose_claims_are_carried_is_kept_and_another_pruned(world: World) -> None:
    seed = world.paper("Clover and wheat", WHEAT)
    echo, foreign = world.paper("Undersowing trials", ECHO), world.paper("Beam decoding", FOREIGN)
    world.cite(seed, echo)
    world.cite(seed, foreign)
    found = world.explore("clover wheat")
    fate = {(edge.source, edge.target): edge for edge in found.edges}
    assert fate[seed, echo].kept
    assert fate[seed, echo].affinity == 1.0
    assert not fate[seed, foreign].kept
    assert "Pruned" in fate[seed, foreign].why
    assert ids(found) == [seed, echo]
    assert found.found
    carried = [one.claims for one in fate[seed, echo].evidence if one.claims]
    assert {(one.citing.text, one.cited.text) for one in carried if one.carried} == set(
        zip(WHEAT, ECHO, strict=True)
    )


def test_without_pruning_every_citation_is_kept_and_its_affinity_told(world: World) -> None:
    seed, foreign = world.paper("Clover and wheat", WHEAT), world.paper("Beam decoding", FOREIGN)
    world.cite(seed, foreign)
    found = world.explore("clover wheat", prune=False)
    assert (found.edges[0].kept, found.edges[0].affinity) == (True, 0.0)
    assert any("none of the 1 citations" in note for note in found.notes)
    assert foreign in ids(found)


def test_calls_are_one_and_nodes_and_edges_before_and_after(world: World) -> None:
    seed, echo = world.paper("Clover and wheat", WHEAT, unread=True), world.paper("Trials", ECHO)
    world.cite(seed, echo)
    world.cite(seed, world.work("Waaaaaaaaaaaa", "A classic"))
    plan = world.explorer().plan("clover wheat")
    assert (plan.calls.planned, plan.calls.made, plan.calls.cached) == (6, 1, 1)
    assert plan.calls.why_skipped == {"by rules": 2, "not held": 1, "an end is not held": 1}
    assert plan.calls.planned <= plan.calls.bound
    found = world.explore("clover wheat")
    assert exact(found)
    assert found.calls.planned == plan.calls.planned


def test_what_was_judged_once_is_not_judged_again(world: World) -> None:
    seed, echo = world.paper("Clover and wheat", WHEAT), world.paper("Trials", ECHO)
    world.cite(seed, echo)
    world.explore("clover wheat")
    again = world.explore("clover wheat")
    assert isinstance(world.judge, Counting)
    assert world.judge.matrices == 1
    assert again.calls.made == 0
    assert again.calls.cached == 3


def test_a_claim_that_was_corrected_is_judged_anew(world: World) -> None:
    seed, echo = world.paper("Clover and wheat", WHEAT), world.paper("Trials", ECHO)
    world.cite(seed, echo)
    world.explore("clover wheat")
    for claim in world.store.claims(seed):
        world.store.correct(claim.id, text="Decoders keep eight hypotheses.")
    assert not world.explore("clover wheat").edges[0].kept


def test_stopped_midway_what_was_judged_is_kept_and_nothing_is_ranked(world: World) -> None:
    seed = world.paper("Clover and wheat", WHEAT)
    for number in range(5):
        world.cite(seed, world.paper(f"Trial {number}", ECHO))
    token = CancelToken()
    assert isinstance(world.judge, Counting)
    world.judge.stop_after = (2, token)
    found = world.explorer().explore("clover wheat", cancel=token)
    assert found.status == "cancelled"
    assert "Stopped: 2 of 5" in found.reason
    assert (found.calls.made, found.calls.why_skipped["stopped"]) == (2, 3)
    assert not ids(found)
    assert exact(found)
    world.judge.stop_after = None
    again = world.explore("clover wheat")
    assert (again.status, again.calls.made) == ("complete", 3)


def test_a_library_without_any_reference_says_so_before_it_ranks(world: World) -> None:
    seed = world.paper("Clover and wheat", WHEAT)
    plan = world.explorer().plan("clover wheat")
    assert "None of the 1 papers" in plan.reason
    found = world.explore("clover wheat")
    assert (found.found, found.reason) == (False, plan.reason)
    assert ids(found) == [seed]


def test_a_question_outside_the_library_has_no_seed_and_says_so(world: World) -> None:
    world.cite(world.paper("Clover and wheat", WHEAT), world.paper("Trials", ECHO))
    found = world.explore("medieval tax law")
    assert (found.found, found.papers, found.edges) == (False, (), ())
    assert "near enough" in found.reason
    assert found.calls.planned == 1


@pytest.mark.parametrize(
    ("dense", "coverage", "passed"), [(0.4, 0.0, False), (0.4, 0.2, True), (0.6, 0.0, True)]
)
def test_words_that_no_paper_has_start_nothing_unless_their_meaning_is_near(
    world: World, dense: float, coverage: float, passed: bool
) -> None:
    row = world.papers.row(PaperId(world.paper("Clover and wheat", WHEAT)))

    class Searcher:
        def best(self, text: str, scope: Scope, limit: int) -> list[tuple[PaperRow, Signals]]:
            return [(row, Signals(number=1, dense=dense, coverage=coverage))]

    (found,) = LibraryFinder(Searcher(), world.papers).ranked("zxqv", Scope(), 1)  # type: ignore[arg-type]
    assert found.passed is passed


def test_once_a_paper_passes_the_gates_weaker_ones_may_be_seeds_too(world: World) -> None:
    strong, weak = world.paper("Clover and wheat", WHEAT), world.paper("Oats or wheat", WHEAT)
    assert {each.id for each in world.explore("clover wheat yield rows").papers} == {strong, weak}


def test_seeds_are_the_newest_the_nearest_or_both_in_turn(world: World) -> None:
    nearest = world.paper("Clover, wheat, rows", year=1990)
    middle = world.paper("Clover and wheat", year=2000)
    newest = world.paper("Clover", year=2020)
    chosen = {
        way: {
            each.paper for each in world.explore("clover wheat rows", seeding=way, seeds=2, queries=1).papers
        }
        for way in ("relevance", "recency", "both")
    }
    assert chosen == {
        "relevance": {nearest, middle},
        "recency": {newest, middle},
        "both": {nearest, newest},
    }


def test_a_neighbourhood_that_carries_nothing_is_said_to_be_empty(world: World) -> None:
    world.cite(world.paper("Clover and wheat", WHEAT), world.paper("Beam decoding", FOREIGN))
    found = world.explore("clover wheat")
    assert not found.found
    assert "is carried by claims" in found.reason


def test_of_a_hub_with_500_citers_the_strongest_are_followed_and_the_rest_is_told(world: World) -> None:
    hub = world.paper("Clover and wheat", WHEAT)
    strong = world.paper("Trials", ECHO)
    world.cite(strong, hub, level=5)
    for number in range(500):
        world.cite(hub, world.work(f"W{number:012d}", f"Work {number}"), level=1)
    found = world.explore("clover wheat", cap=20)
    assert next(each for each in found.papers if each.id == hub).capped == 481
    assert strong in ids(found)
    assert any("more than 20 links" in note for note in found.notes)
    assert len(found.papers) == 21


def test_cycles_and_citations_met_from_both_ends_are_counted_once(world: World) -> None:
    first, second = world.paper("Clover and wheat", WHEAT), world.paper("Wheat and clover", ECHO)
    world.cite(first, second)
    world.cite(second, first)
    found = world.explore("clover wheat")
    assert len(found.edges) == 2
    assert exact(found)
    assert sum(each.score for each in found.papers) == pytest.approx(1, abs=1e-4)


def test_a_paper_without_claims_is_not_checkable_and_weighed_by_its_role(world: World) -> None:
    seed, bare = world.paper("Clover and wheat", WHEAT), world.paper("A letter", ())
    world.cite(seed, bare, role="extend")
    edge = world.explore("clover wheat").edges[0]
    assert (edge.affinity, edge.checkable, edge.kept, edge.weight) == (None, False, True, 0.5)
    assert "no claims" in edge.why


def test_works_not_held_become_a_reading_list_with_who_cites_them(world: World) -> None:
    seed, echo = world.paper("Clover and wheat", WHEAT), world.paper("Trials of wheat", ECHO)
    once, twice = world.work("Waaaaaaaaaaaa", "A classic"), world.work("Wbbbbbbbbbbbb", "The standard")
    for citing, cited in ((seed, once), (seed, twice), (echo, twice), (seed, echo)):
        world.cite(citing, cited)
    found = world.explore("clover wheat")
    assert [each.id for each in found.reading_list] == [each.id for each in found.to_get] == [twice, once]
    assert "Clover and wheat" in found.reading_list[0].why
    assert "The standard" in reading_list(found, "bibtex")
    assert "TY  - " in reading_list(found, "ris")
    printed = "A. Bee. 1999. The standard. Journal of Clover, 12(3):4–9."
    entry = Reference(
        id="P1.ref1",
        index=1,
        raw=printed,
        title="The standard",
        venue="Journal of Clover",
        volume="12",
        pages="4–9",
    )
    written = reading_list(found, "bibtex", entries_for=lambda work: [entry] if work == twice else [])
    for line in ("journal = {Journal of Clover}", "volume = {12}", "number = {3}", "pages = {4–9}"):
        assert line in written
    with pytest.raises(WrongUse, match="bibtex or ris"):
        reading_list(found, "docx")


def test_what_most_papers_here_cite_is_to_get_first() -> None:
    """The walk may favour what a seed cites alone; for getting, how many cite it counts, each once."""
    held = [ExploredPaper(paper=PaperId(f"P{n}"), title="?", held=True, kept=True) for n in range(3)]
    near = ExploredPaper(work="W1", title="A classic", score=0.7, kept=True)
    often = ExploredPaper(work="W2", title="The standard", score=0.3, kept=True)
    dropped = ExploredPaper(work="W3", title="A leaflet")
    pairs = [("P0", "W1"), ("P0", "W1"), ("P1", "W2"), ("P2", "W2"), ("W3", "W1"), ("P1", "W3"), ("P2", "W3")]
    found = Exploration(
        run=RunId("R1"),
        question="?",
        papers=(*held, near, often, dropped),
        edges=tuple(ExploredEdge(source=source, target=target) for source, target in pairs),
    )
    assert found.reading_list == (near, often)
    assert found.to_get == (often, near)
    assert (found.citing["W1"], found.citing["W2"]) == (1, 2)
    assert "The standard" in reading_list(found, "ris", limit=1)


def test_a_strong_hit_that_no_seed_leads_to_is_listed_apart(world: World) -> None:
    for number in range(9):
        world.paper(f"Clover and wheat {number}", WHEAT, year=2020)
    left = {each.paper for each in world.explore("clover wheat", queries=1, seeds=3).unreached}
    assert len(left) == 6


def test_later_papers_are_left_out_and_ages_count_from_the_year_asked(world: World) -> None:
    old, new = world.paper("Clover and wheat", WHEAT, 2000), world.paper("Clover again", ECHO, 2020)
    undated = world.paper("Clover, undated", ECHO, None)
    world.cite(new, old)
    world.cite(old, undated)
    found = world.explore("clover wheat", year=2010)
    assert set(ids(found)) == {old, undated}
    assert found.year == 2010


def test_a_recent_paper_outranks_an_old_one_that_is_cited_alike(world: World) -> None:
    seed = world.paper("Clover and wheat", WHEAT)
    old, new = world.paper("Old trials", ECHO, 1970), world.paper("New trials", ECHO, 2015)
    world.cite(seed, old)
    world.cite(seed, new)
    order = ids(world.explore("clover wheat", year=2016))
    assert order.index(new) < order.index(old)


def test_links_among_neighbours_count_from_one_and_a_half_hops(world: World) -> None:
    seed, one, two = (world.paper(t, WHEAT) for t in ("Clover and wheat", "Trials", "More trials"))
    far = world.paper("Distant trials", ECHO)
    for pair in ((seed, one), (seed, two), (one, two), (two, far)):
        world.cite(*pair)
    counts = {hops: world.explore("clover wheat", hops=hops) for hops in (1.0, 1.5, 2.0)}
    assert [len(counts[hops].edges) for hops in (1.0, 1.5, 2.0)] == [2, 3, 4]
    assert far not in {each.id for each in counts[1.5].papers}
    assert far in {each.id for each in counts[2.0].papers}


@pytest.mark.parametrize(
    ("question", "settings", "said"),
    [
        ("  ", {}, "empty"),
        ("word " * 900, {}, "characters"),
        ("wheat", {"hops": 3.0}, "no hops 3.0"),
        ("wheat", {"ranking": "hits"}, "no ranking hits"),
        ("wheat", {"seeds": 0}, "seeds = 0"),
        ("wheat", {"threshold": 1.5}, "threshold = 1.5"),
        ("wheat", {"cap": 2}, "cap = 2"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    world: World, question: str, settings: dict[str, object], said: str
) -> None:
    with pytest.raises(WrongUse, match=said):
        world.explore(question, **settings)


def test_an_exploration_survives_being_stored(world: World) -> None:
    seed, echo = world.paper("Clover and wheat", WHEAT), world.paper("Trials", ECHO)
    world.cite(seed, echo)
    found = world.explore("clover wheat")
    assert msgspec.json.decode(msgspec.json.encode(found), type=Exploration) == found


# ── parts ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_plan_has_at_most_so_many_different_queries_of_the_question_s_own_words() -> None:
    question = "How can sequence taggers keep labels consistent, without slow inference over documents?"
    plan = keyword_queries(question, 5, lambda stems: {stem: len(stem) for stem in stems})
    assert 2 <= len(plan) <= 5
    assert len(set(plan)) == len(plan)
    assert all(
        set(query.split()) <= set(question.lower().replace(",", "").replace("?", "").split())
        for query in plan
    )


def test_a_question_of_stop_words_is_its_own_plan() -> None:
    assert keyword_queries("what is this?", 5, lambda stems: {}) == ("what is this?",)


edges_drawn = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.floats(0, 1), st.floats(0, 1)).filter(
        lambda e: e[0] != e[1]
    ),
    max_size=20,
    unique_by=lambda e: (e[0], e[1]),
)


@pytest.mark.parametrize("ranking", ["pagerank", "salsa"])
@settings(deadline=None, max_examples=30)
@given(edges=edges_drawn, seeds=st.sets(st.integers(0, 7), min_size=1, max_size=4))
def test_a_walk_gives_each_paper_a_share_of_one(
    ranking: str, edges: list[tuple[int, int, float, float]], seeds: set[int]
) -> None:
    restart = np.zeros(8)
    restart[list(seeds)] = 1.0
    scores = walk(ranking, 8, edges, restart, 0.15)
    assert (scores >= -1e-9).all()
    assert scores.sum() == pytest.approx(1, abs=1e-6)


def test_a_walk_without_a_seed_or_a_node_goes_nowhere() -> None:
    assert walk("pagerank", 3, [], np.zeros(3), 0.15).tolist() == [0, 0, 0]
    assert walk("salsa", 0, [], np.zeros(0), 0.15).tolist() == []


def test_both_walks_prefer_what_many_seeds_cite() -> None:
    edges = [(0, 3, 1.0, 1.0), (1, 3, 1.0, 1.0), (2, 4, 1.0, 1.0)]
    restart = np.array([1.0, 1.0, 1.0, 0.0, 0.0]) / 3
    for chosen in (pagerank, salsa):
        scores = chosen(5, edges, restart, 0.15)
        assert scores[3] > scores[4]


@settings(max_examples=30)
@given(st.permutations(range(6)))
def test_a_neighbourhood_does_not_depend_on_the_order_of_edges(order: list[int]) -> None:
    nodes = tuple(CitationNode(id=f"P{n}", title="", held=True) for n in range(5))
    pairs = [("P0", "P1"), ("P1", "P2"), ("P3", "P0"), ("P2", "P0"), ("P3", "P4"), ("P1", "P3")]
    edges = [
        CitationEdge(
            citing=u, cited=v, reference="", role="use", level=1, strength=0, strong=False, mentions=1
        )
        for u, v in pairs
    ]
    whole = neighbourhood(CitationGraph(nodes=nodes, edges=tuple(edges)), nodes[:1], 1.5, 2)
    mixed = CitationGraph(nodes=nodes, edges=tuple(edges[at] for at in order))
    assert neighbourhood(mixed, nodes[:1], 1.5, 2) == whole


def test_a_verdict_is_labelled_by_its_largest_part() -> None:
    assert Verdict(0.5, 0.3, 0.2).label == "supports"
    assert Verdict(0.1, 0.6, 0.3).label == "contradicts"
    assert Verdict(0.4, 0.2, 0.4).label == "neither"
