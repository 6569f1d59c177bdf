"""The agent's loop: a policy moves, the tools answer, the loop counts, and nothing is believed that was not read.

Every call counts, also a repeated or malformed one; pages are read five at most before what they hold is put
together; texts that fill the context give way to their best sentences, oldest first (VecTree-RAG §3.3, Algorithm 1).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from twintree.answering.agent.tools import Image, Observation, PageContent, Toolbox
from twintree.answering.state.settings import Incomplete
from twintree.base.answers import ToolCall
from twintree.base.errors import ModelUnavailable
from twintree.base.ids import FileId, PaperId
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.trees.hierarchy import count_tokens


class AgentSettings(Record, frozen=True, kw_only=True):
    """Limits of one agent run; the defaults are those of a processor without a GPU (DESIGN §10)."""

    rounds: int = 6  #: moves of a model, 1..100
    rounds_by_rule: int = 30  #: moves of the policy without a model, 1..100
    tokens: int = 6_000  #: of all calls of a model, 500..500,000
    remind: int = 10  #: from this call on it is reminded to answer, 1..100
    unread: int = 5  #: pages read at most before what they hold is put together, 1..10
    context: int = 2_500  #: tokens of results that a model sees at once, 500..100,000
    papers: int = 7  #: papers that the policy without a model opens, 1..20
    tree: bool = True  #: whether it looks at trees (ablation)
    vectors: bool = True  #: whether it searches, rather than walking all trees (ablation)
    gates: bool = True  #: whether what a search finds must pass the gates (ablation)


class Call(Record, frozen=True, kw_only=True):
    """Use a tool."""

    tool: str
    arguments: dict[str, Any]


class Synthesis(Record, frozen=True, kw_only=True):
    """Put together what the pages read so far hold; more may be read afterwards."""

    text: str = ""


class Final(Record, frozen=True, kw_only=True):
    """Answer from what was read."""


Move = Call | Synthesis | Final


class Turn(Record, frozen=True, kw_only=True):
    """A call and what it gave, as the policy may see it now; ``compacted`` when a text gave way to its quotes."""

    call: Call
    observation: Observation
    compacted: bool = False


class View(Record, frozen=True, kw_only=True):
    """What a policy decides on."""

    question: str
    turns: tuple[Turn, ...]
    notes: tuple[str, ...]
    left: int  #: moves that are left
    unread: int  #: pages that may still be read before a synthesis
    known: tuple[PaperId, ...] = ()  #: papers that an earlier answer cited


class Policy(Protocol):
    """Chooses the next move."""

    @property
    def made_by(self) -> str:
        """The model's id; ``""`` for the policy without a model."""
        ...

    def move(self, view: View, cancel: CancelToken) -> Move:
        """The next move.

        Raises:
            Incomplete: a budget is spent, or what the model said is no move.
        """
        ...


class Trajectory(Record, frozen=True, kw_only=True):
    """How an agent went: its calls in order, the pages it read, and why it stopped."""

    calls: tuple[ToolCall, ...]
    pages: tuple[tuple[PaperId, FileId, int], ...]
    stopped: str  #: final | rounds | failed
    reason: str = ""


#: The sentences of a page that say most about the question, as one text.
Quote = Callable[[str], str]


class AgentLoop:
    """Runs one question; see the module's words."""

    def __init__(
        self,
        tools: Toolbox,
        policy: Policy,
        settings: AgentSettings,
        quote: Quote,
        *,
        on_call: Callable[[ToolCall], None] = lambda call: None,
        cancel: CancelToken | None = None,
    ) -> None:
        self._tools, self._policy, self._settings, self._quote = tools, policy, settings, quote
        self._on_call, self._cancel = on_call, cancel or CancelToken()
        self._turns: list[Turn] = []
        self._calls: list[ToolCall] = []
        self._pages: dict[tuple[PaperId, FileId, int], None] = {}
        self._unread = 0
        self._synthesis = ""

    def run(self, question: str, known: Sequence[PaperId] = ()) -> Trajectory:
        """Move until the policy is done, or its moves are used up; what was read is never lost."""
        rounds = self._settings.rounds if self._policy.made_by else self._settings.rounds_by_rule
        for left in range(rounds, 0, -1):
            self._cancel.check()
            try:
                move = self._policy.move(self._view(question, left, known), self._cancel)
            except (Incomplete, ModelUnavailable) as error:
                return self._ended("failed", str(error))
            if isinstance(move, Final):
                return self._ended("final")
            if isinstance(move, Synthesis):
                self._unread = 0
                self._synthesis = move.text
                self._compact(0)
            else:
                self._act(move)
        return self._ended("rounds", f"The limit of {rounds} moves is reached.")

    def _view(self, question: str, left: int, known: Sequence[PaperId]) -> View:
        # The texts that it was made from have given way to their quotes.
        notes = [f"You put together: {self._synthesis}"] if self._synthesis else []
        if len(self._calls) >= self._settings.remind:
            notes.append("Enough was looked at: answer now from what you have read.")
        if self._calls and self._calls[-1].tool == "search_documents" and not self._calls[-1].result:
            notes.append("Nothing was found: search again with synonyms, broader words, or an author's name.")
        if left == 1:
            notes.append("This is the last move.")
        return View(
            question=question,
            turns=tuple(self._turns),
            notes=tuple(notes),
            left=left,
            unread=self._settings.unread - self._unread,
            known=tuple(known),
        )

    def _act(self, call: Call) -> None:
        begun = time.perf_counter()
        observation = self._refused(call) or self._tools.call(call.tool, call.arguments)
        if call.tool == "get_page_content" and not observation.problem:
            self._note_pages(observation.result)
        if isinstance(observation.result, Image):
            # Its caption and cells stand on a page, which an answer may quote; it is no page that was read whole.
            seen = observation.result
            self._pages[(seen.paper, seen.file, seen.page)] = None
        self._turns.append(Turn(call=call, observation=observation))
        made = ToolCall(
            tool=call.tool,
            arguments=call.arguments,
            result=msgspec.to_builtins(observation.result),
            result_tokens=observation.tokens,
            seconds=round(time.perf_counter() - begun, 4),
            problem=observation.problem,
        )
        self._calls.append(made)
        self._on_call(made)
        self._compact(self._settings.context)

    def _refused(self, call: Call) -> Observation | None:
        """What is wrong with a call before it is made."""
        if any(turn.call == call and not turn.observation.problem for turn in self._turns):
            problem = "This call was made before; its result stands above. Use it, or ask for something else."
        elif call.tool == "get_page_content" and self._too_many(call.arguments.get("pages")):
            problem = (
                f"At most {self._settings.unread} pages are read before you say what they hold: "
                "answer, put together what you have, or name fewer pages."
            )
        else:
            return None
        return Observation(problem=problem, tokens=count_tokens(problem))

    def _too_many(self, pages: object) -> bool:
        return isinstance(pages, list | tuple) and len(pages) + self._unread > self._settings.unread

    def _note_pages(self, pages: Sequence[PageContent]) -> None:
        for each in pages:
            self._pages[(each.paper, each.file, each.page)] = None
        self._unread += len(pages)

    def _compact(self, most: int) -> None:
        """Replace page texts by their quotes, oldest first, until the results fit ``most`` tokens."""
        for at, turn in enumerate(self._turns):
            if sum(each.observation.tokens for each in self._turns) <= most:
                return
            if turn.call.tool != "get_page_content" or turn.compacted or turn.observation.problem:
                continue
            kept = tuple(
                msgspec.structs.replace(page, text=self._quote(page.text)) for page in turn.observation.result
            )
            tokens = count_tokens(msgspec.json.encode(kept).decode())
            self._turns[at] = Turn(
                call=turn.call, observation=Observation(result=kept, tokens=tokens), compacted=True
            )

    def _ended(self, stopped: str, reason: str = "") -> Trajectory:
        return Trajectory(calls=tuple(self._calls), pages=tuple(self._pages), stopped=stopped, reason=reason)
