"""The modes of answering: what each is made of, and which one suits a question when the person leaves it open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from twintree.answering.agent.loop import AgentSettings
from twintree.answering.agent.method import AgentMethod
from twintree.answering.answer import Method
from twintree.answering.lineage_questions import read_lineage_question
from twintree.answering.question import read_question
from twintree.answering.state.memory import ArtifactStore
from twintree.answering.state.method import Graphs, StateMethod
from twintree.answering.state.planning import spans_papers, targets_of
from twintree.answering.state.settings import StateSettings
from twintree.answering.state.steering import Steering
from twintree.answering.state.writing import Voices, silent
from twintree.base.anchors import Anchor
from twintree.base.ids import PaperId
from twintree.base.records import Record
from twintree.models.protocol import Embedder
from twintree.retrieval.search import Searcher
from twintree.store.papers import PaperStore

Mode = Literal["auto", "direct", "state", "agent"]
MODES: tuple[Mode, ...] = ("auto", "direct", "state", "agent")


class ModeChoice(Record, frozen=True, kw_only=True):
    """A mode, and why it was taken."""

    mode: str
    why: str


def choose_mode(question: str) -> ModeChoice:
    """The mode for a question that names none.

    ``direct`` unless the question falls into several targets: it is the quickest, and no other mode has been
    measured to find better evidence for a single one (`twintree bench state`).
    """
    asked = read_question(question)
    if read_lineage_question(asked.text) is not None:
        return ModeChoice(
            mode="direct", why="it asks how methods hang together, which the trees are looked at for"
        )
    if spans_papers(asked.text):
        return ModeChoice(mode="state", why="it asks what several papers say, so each of them is looked at")
    targets = targets_of(asked, (), 7)
    if len(targets) > 1:
        return ModeChoice(mode="state", why=f"it asks {len(targets)} things, and each is sought by itself")
    return ModeChoice(mode="direct", why="it asks one thing, which the quickest way finds as well")


class AskSettings(Record, frozen=True, kw_only=True):
    """Limits of the modes beside ``direct``."""

    state: StateSettings = StateSettings()
    agent: AgentSettings = AgentSettings()


def build_methods(
    papers: PaperStore,
    finder: Searcher,
    graphs: Graphs,
    embedder: Embedder,
    settings: AskSettings,
    *,
    artifacts: ArtifactStore | None = None,
    steering: Steering | None = None,
    voices: Voices = silent,
    anchors: Callable[[PaperId], Sequence[Anchor]] = lambda paper: (),
) -> dict[str, Method]:
    """The modes of one library, by name.

    Args:
        papers: its store.
        finder: its search.
        graphs: its evidence hierarchies.
        embedder: for questions and passages.
        settings: limits.
        artifacts: the memory that outlives questions.
        steering: what the person keeps in and out of the evidence.
        voices: the models that were found fit, by task.
        anchors: the figures and tables of a paper.
    """
    return {
        "state": StateMethod(
            graphs,
            embedder.embed,
            finder.terms,
            finder.idf,
            settings.state,
            artifacts=artifacts,
            steering=steering,
            voices=voices,
        ),
        "agent": AgentMethod(papers, finder, settings.agent, voices, anchors),
    }
