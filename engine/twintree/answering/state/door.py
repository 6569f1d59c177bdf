"""The one door to the reader: it opens after a terminal action, and once for each question (StateRAG §3.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from twintree.base.errors import InternalError
from twintree.base.records import Record
from twintree.base.state import TERMINAL, EvidenceItem, TerminalAction

Result = TypeVar("Result")


class Admission(Record, frozen=True, kw_only=True):
    """Leave to read this evidence; only the door that gave it takes it."""

    action: TerminalAction
    evidence: tuple[EvidenceItem, ...]


class ReaderDoor:
    """Belongs to one question. ``admit`` takes terminal actions only, and ``read`` its own admission only."""

    def __init__(self) -> None:
        self._given: Admission | None = None
        self._read = False

    def admit(self, action: TerminalAction, evidence: tuple[EvidenceItem, ...]) -> Admission:
        """Give leave to read, once.

        Raises:
            InternalError: the action ends nothing, or leave was given before.
        """
        if action not in TERMINAL:
            raise InternalError(f"The reader is not admitted after {action!r}.")
        if self._given is not None:
            raise InternalError("The reader was admitted to this question before.")
        self._given = Admission(action=action, evidence=evidence)
        return self._given

    def read(self, admission: Admission, reader: Callable[[tuple[EvidenceItem, ...]], Result]) -> Result:
        """Have the reader answer from the admitted evidence, once.

        Raises:
            InternalError: the admission is not this door's, or was used.
        """
        if admission is not self._given:
            raise InternalError("The reader came without leave of this question's controller.")
        if self._read:
            raise InternalError("The reader was called before for this question.")
        self._read = True
        return reader(admission.evidence)
