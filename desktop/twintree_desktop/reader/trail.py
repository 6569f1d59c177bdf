"""The way back: places in papers that a jump left, and those that going back left."""

from __future__ import annotations

from dataclasses import dataclass

from twintree.base.ids import PaperId
from twintree.base.records import Citation

_LONGEST = 100


@dataclass(frozen=True)
class Spot:
    """A place in a paper: page from 1, how far down it in points, and the citation that was lit."""

    paper: PaperId
    page: int
    down: float
    citation: Citation | None = None


@dataclass(frozen=True)
class Outside:
    """What was shown before the reader was: the key of a place of the window, or just no page (``""``)."""

    place: str = ""


Step = Spot | Outside


class Trail:
    """Back and forward, as in a browser."""

    def __init__(self) -> None:
        self._back: list[Step] = []
        self._forward: list[Spot] = []

    @property
    def can_go_back(self) -> bool:
        """Whether a jump was made."""
        return bool(self._back)

    @property
    def can_go_forward(self) -> bool:
        """Whether one went back."""
        return bool(self._forward)

    def leave(self, step: Step) -> None:
        """A jump leaves this place."""
        if not self._back or self._back[-1] != step:
            self._back.append(step)
        del self._back[:-_LONGEST]
        self._forward.clear()

    def back(self, here: Spot) -> Step | None:
        """What was shown before; ``here`` is remembered for ``forward``, where that is a place in a paper."""
        if not self._back:
            return None
        step = self._back.pop()
        if isinstance(step, Spot):
            self._forward.append(here)
        return step

    def forward(self, here: Spot) -> Spot | None:
        """The place that going back left."""
        if not self._forward:
            return None
        self._back.append(here)
        return self._forward.pop()

    def forget(self, paper: PaperId) -> None:
        """A paper is gone."""
        self._back = [step for step in self._back if not (isinstance(step, Spot) and step.paper == paper)]
        self._forward = [spot for spot in self._forward if spot.paper != paper]

    def clear(self) -> None:
        """Nothing is open any more."""
        self._back.clear()
        self._forward.clear()
