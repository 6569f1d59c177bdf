"""The agent's policy by a model: one grammar-constrained move a turn, over what it may still see."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from twintree.answering.agent.loop import Call, Final, Move, Synthesis, Turn, View
from twintree.answering.agent.tools import MOST_PAGES, FoundPaper
from twintree.answering.state.settings import Incomplete
from twintree.answering.state.writing import ModelVoice
from twintree.base.progress import CancelToken
from twintree.models import prompts

_MOVE_TOKENS = 160


class ModelPolicy:
    """A model moves; papers that it may name are those that it has seen, so that none can be made up."""

    def __init__(self, voice: ModelVoice, papers: Sequence[str] = ()) -> None:
        """``papers``: ids known from the start (the scope)."""
        self._voice, self._papers = voice, tuple(papers)
        self.made_by = voice.model

    def move(self, view: View, cancel: CancelToken) -> Move:
        """See ``Policy.move``."""
        said = self._voice.say(
            prompts.acting_chat(self._lines(view)),
            prompts.acting_schema(self._known(view), MOST_PAGES),
            _MOVE_TOKENS,
            cancel,
        )
        name = said.get("move")
        if name == "final":
            return Final()
        if name == "synthesis":
            return Synthesis(text=str(said.get("text", "")))
        arguments = said.get("arguments")
        if not isinstance(name, str) or not isinstance(arguments, dict):
            raise Incomplete(f"The model {self.made_by} made no move.")
        return Call(tool=name, arguments=arguments)

    def _lines(self, view: View) -> list[str]:
        lines = [f"Question: {view.question}"]
        known = self._known(view)
        if known and not view.turns:
            lines.append(f"Papers known already: {', '.join(known)}")
        lines += [_shown(turn) for turn in view.turns]
        lines += [f"Note: {note}" for note in view.notes]
        lines.append(f"Moves left: {view.left}. Pages that may be read before a synthesis: {view.unread}.")
        return lines

    def _known(self, view: View) -> list[str]:
        found = [*self._papers, *view.known]
        for turn in view.turns:
            if turn.call.tool == "search_documents" and turn.observation.result:
                papers: Sequence[FoundPaper] = turn.observation.result
                found += [each.paper for each in papers]
        return list(dict.fromkeys(found))


def _shown(turn: Turn) -> str:
    seen = turn.observation
    result = seen.problem or msgspec.json.encode(seen.result).decode()
    call = msgspec.json.encode(turn.call.arguments).decode()
    return f"Call: {turn.call.tool} {call}\nResult{' (shortened)' if turn.compacted else ''}: {result}"
