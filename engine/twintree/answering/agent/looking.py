"""A figure seen by a model that sees: what it says of the picture guides the agent, and is never quoted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from twintree.answering.state.settings import Incomplete
from twintree.answering.state.writing import ModelVoice
from twintree.base.anchors import Anchor
from twintree.base.errors import ModelUnavailable
from twintree.base.progress import CancelToken
from twintree.models import prompts

#: What a picture shows that bears on the question; "" where nobody can say.
Look = Callable[[Anchor], str]
_TOKENS = 220


def blind(_anchor: Anchor) -> str:
    """Nobody sees: a figure is its caption, its words and its cells."""
    return ""


def looking(voice: ModelVoice | None, question: str, cancel: CancelToken) -> Look:
    """Have a model look at figures with this question in mind; its words, caption and cells stay beside what it says.

    Args:
        voice: a model that was found fit for ``seeing``; without one nobody looks.
        question: the person's.
        cancel: stops it.
    """
    if voice is None:
        return blind

    def look(anchor: Anchor) -> str:
        try:
            picture = Path(anchor.image).read_bytes()
        except OSError:  # not cut out yet, or gone: ``finish`` makes it again
            return ""
        chat = prompts.seeing_chat(question, anchor.caption, picture)
        try:
            said = voice.say(chat, prompts.SEEING_SCHEMA, _TOKENS, cancel)
        except (Incomplete, ModelUnavailable):
            return ""  # the words of the figure are still there, and the agent's own next call says what is wrong
        return " ".join(f"{said['seen']} {said['answer']}".split())

    return look
