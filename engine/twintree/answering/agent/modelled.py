"""The agent's policy by a model: one grammar-constrained move a turn, over what it may still see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from twintree.answering.agent.loop import Call, Final, Move, Synthesis, Turn, View
from twintree.answering.agent.tools import MOST_PAGES, FoundPaper
from twintree.answering.state.settings import Incomplete
from twintree.answering.state.writing import ModelVoice
from twintree.base.progress import CancelToken
from twintree.models.llm import Message
from twintree.models.prompts import Schema, prompt

_MOVE_TOKENS = 160


class ModelPolicy:
    """A model moves; papers that it may name are those that it has seen, so that none can be made up."""

    def __init__(self, voice: ModelVoice, papers: Sequence[str] = ()) -> None:
        """``papers``: ids known from the start (the scope)."""
        self._voice, self._papers = voice, tuple(papers)
        self.made_by = voice.model

    def move(self, view: View, cancel: CancelToken) -> Move:
        """See ``Policy.move``."""
        said = self._voice.say(self._messages(view), self._schema(view), _MOVE_TOKENS, cancel)
        name = said.get("move")
        if name == "final":
            return Final()
        if name == "synthesis":
            return Synthesis(text=str(said.get("text", "")))
        arguments = said.get("arguments")
        if not isinstance(name, str) or not isinstance(arguments, dict):
            raise Incomplete(f"The model {self.made_by} made no move.")
        return Call(tool=name, arguments=arguments)

    def _messages(self, view: View) -> list[Message]:
        lines = [f"Question: {view.question}"]
        known = self._known(view)
        if known and not view.turns:
            lines.append(f"Papers known already: {', '.join(known)}")
        lines += [_shown(turn) for turn in view.turns]
        lines += [f"Note: {note}" for note in view.notes]
        lines.append(f"Moves left: {view.left}. Pages that may be read before a synthesis: {view.unread}.")
        return [Message("system", prompt("acting")), Message("user", "\n\n".join(lines))]

    def _known(self, view: View) -> list[str]:
        found = [*self._papers, *view.known]
        for turn in view.turns:
            if turn.call.tool == "search_documents" and turn.observation.result:
                papers: Sequence[FoundPaper] = turn.observation.result
                found += [each.paper for each in papers]
        return list(dict.fromkeys(found))

    def _schema(self, view: View) -> Schema:
        text: Schema = {"type": "string", "maxLength": 120}
        moves = [
            _move("search_documents", {"query": text}),
            {"type": "object", "properties": {"move": {"const": "final"}}, "required": ["move"]},
            {
                "type": "object",
                "properties": {"move": {"const": "synthesis"}, "text": {"type": "string", "maxLength": 300}},
                "required": ["move", "text"],
            },
        ]
        if known := self._known(view):
            paper: Schema = {"type": "string", "enum": known}
            pages: Schema = {
                "type": "array",
                "items": {"type": "integer", "minimum": 1},
                "minItems": 1,
                "maxItems": MOST_PAGES,
            }
            moves += [
                _move("get_paper_metadata", {"paper": paper}),
                _move("get_document_tree", {"paper": paper}),
                _move("search_within_paper", {"paper": paper, "query": text}),
                _move("get_page_content", {"paper": paper, "pages": pages}),
                _move("list_images", {"paper": paper}),
                _move("get_page_image", {"paper": paper, "image": text}),
            ]
        return {"oneOf": moves}


def _move(tool: str, arguments: dict[str, Any]) -> Schema:
    return {
        "type": "object",
        "properties": {
            "move": {"const": tool},
            "arguments": {"type": "object", "properties": arguments, "required": list(arguments)},
        },
        "required": ["move", "arguments"],
    }


def _shown(turn: Turn) -> str:
    seen = turn.observation
    result = seen.problem or msgspec.json.encode(seen.result).decode()
    call = msgspec.json.encode(turn.call.arguments).decode()
    return f"Call: {turn.call.tool} {call}\nResult{' (shortened)' if turn.compacted else ''}: {result}"
