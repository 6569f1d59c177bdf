"""The agent: seven tools that say what is wrong, a loop that counts and stops, and a verified search of a tree."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from state_cases import Fake, dying, endless, saying

from twintree.answering.agent.loop import AgentLoop, AgentSettings, Call, Final, Move, Synthesis, View
from twintree.answering.agent.modelled import ModelPolicy
from twintree.answering.agent.policy import FixedPolicy
from twintree.answering.agent.tools import TOOLS, PageContent, Toolbox, Tree
from twintree.answering.agent.treesearch import proposed_by, search_tree
from twintree.answering.state.settings import Budget
from twintree.answering.state.writing import ModelVoice
from twintree.base.anchors import Anchor
from twintree.base.answers import Scope
from twintree.base.ids import PaperId, SectionId
from twintree.base.progress import CancelToken
from twintree.base.records import FieldValue, Rect, Section, SectionTree, Span
from twintree.library import Library


@pytest.fixture(scope="module")
def tools(sample_library: Library) -> Toolbox:
    return Toolbox(sample_library.papers, sample_library._finder(), Scope())


@pytest.fixture(scope="module")
def paper(sample_library: Library) -> str:
    return max(sample_library.papers.rows(), key=lambda row: row.pages).id


class Script:
    """A policy that makes the moves it was given, then stays at the last one."""

    def __init__(self, *moves: Move, made_by: str = "") -> None:
        self._moves, self.made_by = list(moves), made_by
        self.views: list[View] = []

    def move(self, view: View, cancel: CancelToken) -> Move:
        self.views.append(view)
        return self._moves.pop(0) if len(self._moves) > 1 else self._moves[0]


def loop(tools: Toolbox, policy: Any, **settings: Any) -> AgentLoop:
    return AgentLoop(tools, policy, replace(AgentSettings(), **settings), lambda text: text[:40])


def read(paper: str, *pages: int) -> Call:
    return Call(tool="get_page_content", arguments={"paper": paper, "pages": list(pages)})


# ── tools ────────────────────────────────────────────────────────────────────────────────────────────────


def test_there_are_the_seven_tools_of_the_paper() -> None:
    assert list(TOOLS) == [
        "search_documents",
        "get_paper_metadata",
        "get_document_tree",
        "search_within_paper",
        "get_page_content",
        "list_images",
        "get_page_image",
    ]


@pytest.mark.parametrize(
    ("tool", "arguments", "problem"),
    [
        ("read_minds", {}, "There is no tool"),
        ("search_documents", {}, "query"),
        ("search_documents", {"query": "x", "colour": "red"}, "colour"),
        ("get_page_content", {"paper": "{paper}", "pages": "all"}, "array"),
        ("get_page_content", {"paper": "{paper}", "pages": []}, "1 to 10 pages"),
        ("get_page_content", {"paper": "{paper}", "pages": list(range(1, 12))}, "1 to 10 pages"),
        ("get_page_content", {"paper": "{paper}", "pages": [999]}, "has pages 1 to"),
        ("get_paper_metadata", {"paper": "P000000000000"}, "no paper"),
        ("get_page_image", {"paper": "{paper}", "image": "Figure 999"}, "no Figure 999"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(
    tools: Toolbox, paper: str, tool: str, arguments: dict[str, Any], problem: str
) -> None:
    filled = {name: paper if value == "{paper}" else value for name, value in arguments.items()}
    observation = tools.call(tool, filled)
    assert problem in observation.problem
    assert observation.result is None


def test_payloads_are_as_small_as_the_paper_says(tools: Toolbox, paper: str) -> None:
    found = tools.call("search_documents", {"query": "language models"})
    assert found.tokens <= 150 * max(1, len(found.result))
    tree = tools.call("get_document_tree", {"paper": paper})
    assert isinstance(tree.result, Tree)
    assert tree.tokens <= 500
    (page,) = tools.call("get_page_content", {"paper": paper, "pages": [1]}).result
    assert isinstance(page, PageContent)
    assert page.text


def table(paper: str, library: Library, **more: Any) -> Anchor:
    file = library.papers.files(PaperId(paper))[0].id
    given: dict[str, Any] = {
        "id": f"{paper}.tab7",
        "paper": PaperId(paper),
        "file": file,
        "kind": "table",
        "page": 2,
        "box": Rect(0, 0, 1, 1),
        "number": "7",
        "caption": "Seeds that each colony carried.",
    }
    return Anchor(**(given | more))


def test_a_table_is_told_by_its_caption_and_its_rows_as_many_as_fit(
    sample_library: Library, paper: str
) -> None:
    def told(*anchors: Anchor) -> Any:
        tools = Toolbox(
            sample_library.papers, sample_library._finder(), Scope(), anchors=lambda asked: anchors
        )
        (listed,) = tools.call("list_images", {"paper": paper}).result
        assert (listed.image, listed.page, listed.cells) == ("Table 7", 2, ())
        return tools.call("get_page_image", {"paper": paper, "image": "Table 7"})

    rows = (("colony", "seeds"), ("first", "40"))
    small = told(table(paper, sample_library, cells=rows))
    assert (small.result.cells, small.result.shortened) == (rows, False)
    assert small.result.caption == "Seeds that each colony carried."
    large = told(
        table(paper, sample_library, cells=(rows[0], *((f"colony {n}", str(n)) for n in range(900))))
    )
    assert large.result.shortened
    assert large.result.cells[0] == rows[0]
    assert large.tokens < 700


def test_what_stands_in_a_figure_is_told_with_it(sample_library: Library, paper: str) -> None:
    file = sample_library.papers.files(PaperId(paper))[0].id
    said = sample_library.papers.page(file, 2).text[:30]
    figure = table(paper, sample_library, kind="figure", inside=(Span(2, 0, 30),))
    tools = Toolbox(sample_library.papers, sample_library._finder(), Scope(), anchors=lambda asked: (figure,))
    image = tools.call("get_page_image", {"paper": paper, "image": "fig. 7"}).result
    assert image.words == " ".join(said.split())


def test_what_a_model_sees_in_a_figure_is_told_beside_its_words(
    sample_library: Library, paper: str, tmp_path: Path
) -> None:
    def told(own: Anchor, **more: Any) -> Any:
        tools = Toolbox(
            sample_library.papers, sample_library._finder(), Scope(), anchors=lambda asked: (own,), **more
        )
        assert tools.call("list_images", {"paper": paper}).result[0].seen == ""
        return tools.call("get_page_image", {"paper": paper, "image": "Table 7"}).result

    cut = table(paper, sample_library, cells=(("a", "b"),), image=str(tmp_path / "t.png"))
    looked: list[Anchor] = []
    seen = told(cut, look=lambda anchor: looked.append(anchor) or "Rows rise.")
    assert (seen.seen, seen.cells, looked) == ("Rows rise.", (("a", "b"),), [cut])
    assert told(cut).seen == ""
    assert told(table(paper, sample_library), look=lambda anchor: "made up").seen == "", (
        "no picture, no sight"
    )


def test_the_page_of_a_figure_that_was_looked_at_may_be_quoted(sample_library: Library, paper: str) -> None:
    own = table(paper, sample_library, cells=(("a", "b"),))
    tools = Toolbox(sample_library.papers, sample_library._finder(), Scope(), anchors=lambda asked: (own,))
    look = Call(tool="get_page_image", arguments={"paper": paper, "image": "Table 7"})
    assert [page for _, _, page in loop(tools, Script(look, Final())).run("q").pages] == [2]


def test_a_paper_outside_of_the_scope_is_not_shown(sample_library: Library) -> None:
    first, second = [row.id for row in sample_library.papers.rows()][:2]
    scoped = Toolbox(sample_library.papers, sample_library._finder(), Scope(papers=(first,)))
    assert "outside" in scoped.call("get_document_tree", {"paper": second}).problem


def test_a_search_may_narrow_what_was_asked_about_and_never_widen_it(sample_library: Library) -> None:
    rows = [row for row in sample_library.papers.rows() if row.year is not None]
    latest = max(row.year or 0 for row in rows)
    scoped = Toolbox(sample_library.papers, sample_library._finder(), Scope(year_min=latest + 1), gates=False)
    asked = {"query": rows[0].title, "year_min": 1800}
    assert scoped.call("search_documents", asked).result == ()


# ── the loop ─────────────────────────────────────────────────────────────────────────────────────────────


def test_calls_are_kept_in_order_with_what_they_cost(tools: Toolbox, paper: str) -> None:
    tree = Call(tool="get_document_tree", arguments={"paper": paper})
    gone = loop(tools, Script(tree, read(paper, 1, 2), Final())).run("q")
    assert [call.tool for call in gone.calls] == ["get_document_tree", "get_page_content"]
    assert all(call.result_tokens > 0 and call.seconds >= 0 for call in gone.calls)
    assert [page for _, _, page in gone.pages] == [1, 2]
    assert gone.stopped == "final"


def test_a_repeated_call_is_told_so_and_counts(tools: Toolbox, paper: str) -> None:
    gone = loop(tools, Script(read(paper, 1), read(paper, 1), Final())).run("q")
    assert len(gone.calls) == 2
    assert "made before" in gone.calls[1].problem


def test_no_more_than_five_pages_are_read_without_a_synthesis(tools: Toolbox, paper: str) -> None:
    policy = Script(
        read(paper, 1, 2, 3), read(paper, 4, 5, 6), Synthesis(text="s"), read(paper, 4, 5, 6), Final()
    )
    gone = loop(tools, policy, unread=5).run("q")
    assert "At most 5 pages" in gone.calls[1].problem
    assert gone.calls[2].problem == "" or "has pages" in gone.calls[2].problem


def test_a_synthesis_stays_before_the_policy_s_eyes(tools: Toolbox, paper: str) -> None:
    policy = Script(read(paper, 1), Synthesis(text="bees dance"), Final())
    loop(tools, policy).run("q")
    assert ["bees dance" in " ".join(view.notes) for view in policy.views] == [False, False, True]


def test_a_model_that_never_stops_is_stopped_at_its_cap(tools: Toolbox) -> None:
    search = Call(tool="search_documents", arguments={"query": "x"})
    policy = Script(search, made_by="m")
    gone = loop(tools, policy, rounds=6).run("q")
    assert (len(gone.calls), gone.stopped) == (6, "rounds")
    assert "6 moves" in gone.reason
    assert "last move" in policy.views[-1].notes[-1]


def test_it_is_reminded_to_answer_from_the_tenth_call_on(tools: Toolbox) -> None:
    moves = [Call(tool="search_documents", arguments={"query": f"word{n}"}) for n in range(12)]
    policy = Script(*moves, Final())
    loop(tools, policy).run("q")
    reminded = [any("answer now" in note for note in view.notes) for view in policy.views]
    assert reminded.index(True) == 10


def test_finding_nothing_asks_for_other_words(tools: Toolbox) -> None:
    policy = Script(Call(tool="search_documents", arguments={"query": "zzqxv"}), Final())
    loop(tools, policy).run("q")
    assert any("synonyms" in note for note in policy.views[1].notes)


def test_texts_that_fill_the_context_give_way_to_their_quotes_oldest_first(
    tools: Toolbox, paper: str
) -> None:
    policy = Script(read(paper, 1), read(paper, 2), Final())
    loop(tools, policy, context=60).run("q")
    turns = policy.views[-1].turns
    assert turns[0].compacted
    assert len(turns[0].observation.result[0].text) <= 40


def test_cancelling_ends_it(tools: Toolbox) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Exception, match="Stopped"):
        AgentLoop(tools, Script(Final()), AgentSettings(), str, cancel=token).run("q")


# ── policies ─────────────────────────────────────────────────────────────────────────────────────────────


def test_without_a_model_the_order_is_search_structure_pages(tools: Toolbox) -> None:
    gone = loop(tools, FixedPolicy(AgentSettings())).run("Which data were used for training?")
    order = [call.tool for call in gone.calls]
    steps = ["get_document_tree", "search_within_paper", "get_page_content"]
    assert order[:4] == ["search_documents", *steps]
    assert [step for step in order if step in steps] == steps * (len(order[1:]) // 3)
    assert 1 <= len(gone.pages) <= 9


def test_without_a_model_one_thing_is_sought_in_the_three_papers_found_first(tools: Toolbox) -> None:
    gone = loop(tools, FixedPolicy(AgentSettings())).run("Which data were used for training?")
    found = [each["paper"] for each in gone.calls[0].result][:3]
    assert list(dict.fromkeys(paper for paper, _, _ in gone.pages)) == found


def test_without_a_model_a_search_that_finds_nothing_is_made_with_fewer_words(tools: Toolbox) -> None:
    gone = loop(tools, FixedPolicy(AgentSettings())).run("zzqxv wwpkt?")
    assert {call.tool for call in gone.calls} == {"search_documents"}
    assert len(gone.calls) > 1
    assert gone.stopped == "final"


def test_without_a_model_things_that_are_compared_are_searched_one_by_one(tools: Toolbox) -> None:
    gone = loop(tools, FixedPolicy(AgentSettings())).run("Compare provenance trees with section trees.")
    searched = [call.arguments["query"] for call in gone.calls if call.tool == "search_documents"]
    assert searched == ["provenance trees", "section trees"]
    assert len({paper for paper, _, _ in gone.pages}) > 1


def test_without_a_model_several_papers_are_read_when_several_are_asked(
    sample_library: Library, tools: Toolbox
) -> None:
    gone = loop(tools, FixedPolicy(AgentSettings())).run("What do the papers report about evaluation?")
    assert len({paper for paper, _, _ in gone.pages}) > 2
    assert gone.stopped == "final"
    chosen = [row.id for row in sample_library.papers.rows()][:3]
    scoped = Toolbox(sample_library.papers, sample_library._finder(), Scope(papers=tuple(chosen)))
    both = loop(scoped, FixedPolicy(AgentSettings(), chosen)).run("What was measured?")
    assert {paper for paper, _, _ in both.pages} == set(chosen)


def test_known_papers_are_not_searched_for_again(tools: Toolbox, paper: str) -> None:
    gone = loop(tools, FixedPolicy(AgentSettings())).run("What was measured?", [PaperId(paper)])
    assert "search_documents" not in [call.tool for call in gone.calls]


@pytest.mark.parametrize("change", [{"tree": False}, {"vectors": False}, {"gates": False}])
def test_every_ablation_still_reads_pages(
    sample_library: Library, paper: str, change: dict[str, bool]
) -> None:
    settings = replace(AgentSettings(), **change)
    tools = Toolbox(
        sample_library.papers, sample_library._finder(), Scope(papers=(PaperId(paper),)), gates=settings.gates
    )
    gone = AgentLoop(tools, FixedPolicy(settings, [PaperId(paper)]), settings, str).run("What is proposed?")
    tools_used = {call.tool for call in gone.calls}
    assert gone.pages or change == {"vectors": False}
    assert ("get_document_tree" in tools_used) is settings.tree


def act(fake: Fake, tools: Toolbox, **settings: Any) -> Any:
    budget = Budget(6_000, 50)
    return loop(tools, ModelPolicy(ModelVoice(fake, budget)), **settings).run("What was measured?")


def test_a_model_moves_by_json_and_names_only_papers_that_it_has_seen(tools: Toolbox) -> None:
    def next_move(request: Any) -> str:
        schema = json.loads(request.schema)
        if "get_page_content" not in request.schema:
            assert len(schema["oneOf"]) == 3
            return json.dumps({"move": "search_documents", "arguments": {"query": "language"}})
        papers = next(
            move["properties"]["arguments"]["properties"]["paper"]["enum"]
            for move in schema["oneOf"]
            if move["properties"]["move"]["const"] == "get_page_content"
        )
        if "Call: get_page_content" in request.messages[-1].content:
            return json.dumps({"move": "final"})
        return json.dumps({"move": "get_page_content", "arguments": {"paper": papers[0], "pages": [1]}})

    gone = act(Fake(next_move), tools)
    assert [call.tool for call in gone.calls] == ["search_documents", "get_page_content"]
    assert gone.stopped == "final"


@pytest.mark.parametrize(
    ("fake", "why"),
    [
        (endless(), "did not stop"),
        (dying(), "process ended"),
        (saying({"move": "search_documents"}), "made no move"),
        (Fake(lambda request: "{"), "form asked for"),
    ],
)
def test_a_model_that_misbehaves_ends_the_run_with_what_was_read(
    tools: Toolbox, fake: Fake, why: str
) -> None:
    gone = act(fake, tools)
    assert gone.stopped == "failed"
    assert why in gone.reason


# ── the verified search of a tree ────────────────────────────────────────────────────────────────────────


def tree() -> SectionTree:
    titles = ("Introduction", "Data collection", "Bee dances", "Results on bees", "Limits")
    return SectionTree(
        paper=PaperId("Pa"),
        nodes=tuple(
            Section(id=SectionId(f"s{n}"), title=title, level=1, start_page=n, end_page=n)
            for n, title in enumerate(titles, 1)
        ),
    )


def test_a_proposal_that_is_in_order_is_taken() -> None:
    found = search_tree("How do bees dance?", tree(), 5, lambda q, t, errors: ["s3", "s4"])
    assert [node.id for node in found.sections] == ["s3", "s4"]
    assert (found.confidence, found.proposals, found.fallback) == (1.0, 1, False)


def test_a_bad_proposal_is_made_again_with_its_errors_twice_then_words_decide() -> None:
    told: list[Sequence[str]] = []

    def propose(question: str, tree: SectionTree, errors: Sequence[str]) -> list[str]:
        told.append(errors)
        return ["s99", "s1", "s5"]

    found = search_tree("How do bees dance?", tree(), 5, propose)
    assert len(told) == found.proposals == 3
    assert told[0] == ()
    assert any("no section s99" in each for each in told[1])
    assert any("shares no word" in each for each in told[2])
    assert found.fallback
    assert [node.id for node in found.sections] == ["s3", "s4"]


def test_a_models_silence_leaves_it_to_the_words() -> None:
    voice = ModelVoice(dying(), Budget(6_000, 10))
    found = search_tree("How do bees dance?", tree(), 5, proposed_by(voice, CancelToken()))
    assert found.fallback
    assert found.sections


def test_sections_beyond_the_file_are_refused() -> None:
    found = search_tree("bees", tree(), 2, lambda q, t, errors: ["s3"])
    assert found.confidence == 0.0
    assert any("no valid pages" in each for each in found.errors)


def test_no_proposer_means_words_alone_at_most_five() -> None:
    many = replace(tree(), nodes=tuple(replace(n, title=f"Bees {n.id}") for n in tree().nodes * 2))
    found = search_tree("bees", many, 5, None)
    assert (len(found.sections), found.proposals) == (5, 0)


# ── through the library ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mode", ["state", "agent"])
def test_a_run_in_a_mode_is_kept_with_its_steps_and_comes_back_whole(
    own_library_path: Path, mode: str
) -> None:
    with Library.open(own_library_path) as library:
        given = library.ask("What data were used for training?", mode=mode)
        assert given.mode == mode
        assert bool(given.states) is (mode == "state")
        assert bool(given.calls) is (mode == "agent")
        kept = library.runs.get(given.run)
        assert [u.position for u in kept.states] == [u.position for u in given.states]
        assert [c.tool for c in kept.calls] == [c.tool for c in given.calls]
        for sentence in kept.sentences:
            assert sentence.citations or not sentence.supported
        library.runs.delete(given.run)
        library.runs.undo()
        assert len(library.runs.get(given.run).states) == len(given.states)


@pytest.mark.parametrize("mode", ["state", "agent"])
def test_a_library_without_text_says_so_in_every_mode(tmp_path: Path, mode: str) -> None:
    with Library.create(tmp_path / "empty") as library:
        assert not library.ask("What do bees eat?", mode=mode).found
        library.papers.create(
            [FieldValue(field="title", value="Bees", source="bibtex", confidence=1.0, chosen=False)],
            status="record",
        )
        answer = library.ask("What do bees eat?", mode=mode)
        assert (answer.found, answer.status) == (False, "complete")
        assert answer.reason
