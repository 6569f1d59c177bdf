"""Mode ``agent``: the loop locates and reads pages; the answer comes from those pages alone, quote-checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twintree.answering.agent.looking import looking
from twintree.answering.agent.loop import AgentLoop, AgentSettings, Policy, Trajectory
from twintree.answering.agent.modelled import ModelPolicy
from twintree.answering.agent.policy import FixedPolicy
from twintree.answering.agent.tools import Finder, Shelf, Toolbox
from twintree.answering.answer import Answerer
from twintree.answering.parts import Part
from twintree.answering.question import Question
from twintree.answering.run import Run, closed
from twintree.answering.state.planning import targets_of
from twintree.answering.state.settings import Budget
from twintree.answering.state.writing import Voices, silent
from twintree.base.anchors import Anchor
from twintree.base.answers import Answer, Hit, Scope, ToolCall
from twintree.base.ids import PaperId
from twintree.base.progress import Progress
from twintree.base.records import Span
from twintree.base.text import sentences
from twintree.base.words import content_stems

#: Sentences that stay of a page whose text gives way.
_QUOTES = 3
#: Passages asked for to find those that stand on the pages read.
_PASSAGES = 200


class AgentMethod:
    """Answers by an agent.

    Args:
        shelf: the store.
        finder: retrieval.
        settings: limits.
        voices: the models that may act; none when not given.
        anchors: the figures and tables of a paper.
    """

    def __init__(
        self,
        shelf: Shelf,
        finder: Finder,
        settings: AgentSettings | None = None,
        voices: Voices = silent,
        anchors: Callable[[PaperId], Sequence[Anchor]] = lambda paper: (),
    ) -> None:
        self._shelf, self._finder, self._anchors = shelf, finder, anchors
        self._settings = settings or AgentSettings()
        self._voices = voices

    def __call__(
        self, answerer: Answerer, run: Run, asked: Question, scope: Scope, report: Progress
    ) -> Answer:
        """Answer in mode ``agent``."""
        budget = run.budget = Budget(self._settings.tokens, 10 * self._settings.rounds)
        tools = Toolbox(
            self._shelf,
            self._finder,
            scope,
            gates=self._settings.gates,
            anchors=self._anchors,
            look=looking(self._voices("seeing", budget), asked.text, run.cancel),
        )
        policy = self._policy(budget, scope)
        run.note("budget", f"at most {self._moves(policy)} moves; {budget.told()}")

        def on_call(call: ToolCall) -> None:
            run.calls.append(call)
            report.report(min(0.6, 0.1 + 0.05 * len(run.calls)), 1, call.tool.replace("_", " "))

        loop = AgentLoop(
            tools,
            policy,
            self._settings,
            lambda text: _quotes(asked, text),
            on_call=on_call,
            cancel=run.cancel,
        )
        gone = loop.run(asked.text, self._known(run, scope))
        run.note(
            "agent",
            f"{len(gone.calls)} calls, {len(gone.pages)} pages read"
            + (f"; {gone.reason}" if gone.reason else ""),
            {"order": [call.tool for call in gone.calls], "stopped": gone.stopped},
        )
        if not gone.pages:
            return self._unread(answerer, run, asked, scope, gone)
        hits = self._hits(run, asked, gone)
        answer = answerer.answer_from(run, asked, scope, hits, report, parts=_parts(asked, scope, hits))
        if gone.stopped != "final" and not answer.found:
            return closed(run, status="incomplete", reason=gone.reason, answering="none")
        return answer

    def _policy(self, budget: Budget, scope: Scope) -> Policy:
        voice = self._voices("acting", budget)
        return ModelPolicy(voice, scope.papers) if voice else FixedPolicy(self._settings, scope.papers)

    def _moves(self, policy: Policy) -> int:
        return self._settings.rounds if policy.made_by else self._settings.rounds_by_rule

    def _known(self, run: Run, scope: Scope) -> tuple[PaperId, ...]:
        """The papers that a follow-up is about: known ones are not searched for again."""
        return scope.papers if run.parent is not None else ()

    def _unread(
        self, answerer: Answerer, run: Run, asked: Question, scope: Scope, gone: Trajectory
    ) -> Answer:
        if gone.stopped == "final":
            return answerer.not_found(run, asked, scope, "no page was found that could answer it")
        return closed(
            run,
            status="incomplete",
            reason=gone.reason or "No page was read before the run ended.",
            answering="none",
        )

    def _hits(self, run: Run, asked: Question, gone: Trajectory) -> list[Hit]:
        """The passages of the pages read, with their scores; whole pages where retrieval knows none."""
        read = {(file, page) for _, file, page in gone.pages}
        papers = tuple(dict.fromkeys(paper for paper, _, _ in gone.pages))
        ranked = self._finder.passages(asked.text, papers, limit=_PASSAGES)
        hits = [hit for hit in ranked if (hit.file, hit.page) in read]
        known = {(hit.file, hit.page): run.page(hit.file, hit.page) for hit in hits}
        for paper, file, number in gone.pages:
            page = run.page(file, number)
            if (file, number) not in known and page.body_end:
                spans = (Span(number, 0, page.body_end),)
                hits.append(Hit(paper=paper, file=file, page=number, spans=spans, snippet="", score=0.0))
        return hits


def _parts(asked: Question, scope: Scope, hits: list[Hit]) -> list[Part]:
    """What was read of each paper, where each is to say something: several are asked about, chosen, or compared."""
    papers = tuple(dict.fromkeys(hit.paper for hit in hits))
    chosen = set(papers) <= set(scope.papers)
    if len(papers) < 2 or len(targets_of(asked, papers, len(papers), each=chosen)) < 2:
        return []
    return [Part(question=asked, hits=tuple(hit for hit in hits if hit.paper == paper)) for paper in papers]


def _quotes(asked: Question, text: str) -> str:
    """The sentences of a page with most of the question's words, in their order."""
    wanted = set(asked.stems)
    parts = [text[start:end] for start, end in sentences(text)]
    best = sorted(range(len(parts)), key=lambda at: -len(wanted & set(content_stems(parts[at]))))[:_QUOTES]
    return " … ".join(parts[at] for at in sorted(best))
