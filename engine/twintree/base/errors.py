"""Every error that reaches a person, each saying who is at fault and what to do next.

    TwintreeError
    ├── InputError           what was given cannot be used
    │   ├── UnreadableFile     .code: not_a_pdf, empty, truncated, encrypted, wrong_password, crashed,
    │   │                      timeout, memory, no_text, vanished, unsupported, set_aside
    │   ├── NotFound           an id, key or path that names nothing
    │   └── WrongUse           a question, option or value that makes no sense
    ├── EnvironmentProblem   the machine or the folder is in the way
    │   ├── LibraryBusy        another process writes this library
    │   ├── LibraryDamaged     the ledger or a projection does not hold together
    │   ├── LibraryTooNew      written by a newer Twintree
    │   ├── StorageProblem     full disk, read-only folder, vanished volume
    │   └── ModelUnavailable   a model is missing, does not fit, or its process ended
    ├── Cancelled            the person stopped it: not shown as an error
    └── InternalError        we are at fault

Third-party exceptions are translated where they arise, never shown raw.
"""

from __future__ import annotations


class TwintreeError(Exception):
    """Base of all errors of ours.

    Attributes:
        message: one sentence saying what is wrong.
        way_out: one sentence saying what to do, or ``""``.
        code: a stable word for scripts.
    """

    code = "error"

    def __init__(self, message: str, way_out: str = "", *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.way_out = way_out
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return f"{self.message} {self.way_out}".strip()

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross process boundaries; the default would lose the keyword arguments.
        return (_rebuild, (type(self), self.message, self.way_out, self.code))


def _rebuild(kind: type[TwintreeError], message: str, way_out: str, code: str) -> TwintreeError:
    return kind(message, way_out, code=code)


class InputError(TwintreeError):
    """What was given cannot be used."""

    code = "input"


class UnreadableFile(InputError):
    """A file that cannot be read; ``code`` says why."""

    code = "unreadable"


class NotFound(InputError):
    """An id, key or path that names nothing."""

    code = "not_found"


class WrongUse(InputError):
    """A question, option or value that makes no sense."""

    code = "wrong_use"


class EnvironmentProblem(TwintreeError):
    """The machine or the folder is in the way."""

    code = "environment"


class LibraryBusy(EnvironmentProblem):
    """Another process writes this library."""

    code = "busy"


class LibraryDamaged(EnvironmentProblem):
    """The ledger or a projection does not hold together."""

    code = "damaged"


class LibraryTooNew(EnvironmentProblem):
    """The library was written by a newer Twintree."""

    code = "too_new"


class StorageProblem(EnvironmentProblem):
    """Full disk, read-only folder, vanished volume."""

    code = "storage"


class ModelUnavailable(EnvironmentProblem):
    """A model is missing, does not fit, or its process ended."""

    code = "model"


class Cancelled(TwintreeError):
    """The person stopped it; nobody is shown an error."""

    code = "cancelled"

    def __init__(self, message: str = "Stopped.", way_out: str = "", *, code: str | None = None) -> None:
        super().__init__(message, way_out, code=code)


class InternalError(TwintreeError):
    """We are at fault."""

    code = "internal"
