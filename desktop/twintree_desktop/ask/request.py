"""What is asked, of whom and how: all that is needed to ask it again, in the same way or in another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from twintree.base.answers import Answer, Scope
from twintree.base.ids import RunId
from twintree.base.state import steering_of

if TYPE_CHECKING:
    from twintree.library import Steering


@dataclass(frozen=True)
class Request:
    """A question as it is put to the engine.

    Attributes:
        question: the person's words.
        scope: which papers may be used.
        mode: one of ``modes.MODES``.
        model: the model that is to write, instead of the chosen one; "" for that one.
        follow: the run that this one follows up.
        steering: evidence that the person keeps in or out.
        earlier: the run that is asked again.
    """

    question: str
    scope: Scope
    mode: str = "direct"
    model: str = ""
    follow: RunId | None = None
    steering: Steering | None = None
    earlier: RunId | None = None


def request_of(answer: Answer, mode: str = "", model: str = "") -> Request:
    """The request that a kept answer came from, with what was said of its evidence.

    ``mode`` and ``model`` replace its own.
    """
    steering = steering_of(answer.states)
    return Request(
        question=answer.question,
        scope=answer.scope,
        mode=mode or answer.mode,
        model=model,
        follow=answer.parent,
        steering=steering if steering.pinned or steering.dropped else None,
        earlier=answer.run,
    )
