"""The owner's side of the model host: one child process for all models, replaced when it dies."""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from twintree.base import process
from twintree.base.errors import Cancelled, ModelUnavailable
from twintree.base.progress import CancelToken
from twintree.models.messages import Abort, Call, Done, Failed, HostSettings, Part, Shutdown
from twintree.models.protocol import EmbedderInfo, Vectors, no_vectors
from twintree.models.serving import serve

_IDLE_SECONDS = 300.0
_CLOSING_SECONDS = 3.0
_ATTEMPTS = 2

OnPart = Callable[[Any], None]


class ModelHost:
    """Models in a process of their own; every method may be called from any thread.

    The process starts with the first call, ends after ``idle_seconds`` without one, and is replaced when it
    dies: calls that were under way are made once more, then they raise ``ModelUnavailable``.
    """

    def __init__(self, embedder: Path | None = None, *, idle_seconds: float = _IDLE_SECONDS) -> None:
        self._settings = HostSettings(embedder=str(embedder) if embedder else "")
        self._idle_seconds = idle_seconds
        self._lock = threading.Lock()
        self._child: _Child | None = None
        self._closed = False
        self._info: EmbedderInfo | None = None
        self.background = BackgroundEmbedder(self)

    def embed(
        self, texts: Sequence[str], *, urgent: bool = True, cancel: CancelToken | None = None
    ) -> Vectors:
        """Embed texts: float32, shape (n, dimension), unit length, in the order given.

        Args:
            texts: any number, of any length.
            urgent: a person waits for it; background work stands aside (``background`` is the other kind).
            cancel: stops the work within a fraction of a second.

        Raises:
            ModelUnavailable: the model is missing or damaged, or its process died twice.
            Cancelled: ``cancel`` was set.
        """
        if not texts:
            return no_vectors(self.info().dimension)
        vectors: Vectors = self.call("embed", list(texts), urgent=urgent, cancel=cancel)
        return vectors

    def info(self) -> EmbedderInfo:
        """What the embedder is; starts the process the first time."""
        if self._info is None:
            self._info = self.call("info", None)
        return self._info

    def call(
        self,
        method: str,
        argument: Any,
        *,
        urgent: bool = True,
        cancel: CancelToken | None = None,
        on_part: OnPart | None = None,
    ) -> Any:
        """Run a service of the host process and wait for its result.

        ``on_part`` receives streamed pieces, on the thread that reads the pipe.
        """
        for _ in range(_ATTEMPTS):
            if cancel is not None:
                cancel.check()
            child = self._running()
            with contextlib.suppress(_Lost):
                return child.call(method, argument, urgent, cancel, on_part)
        raise ModelUnavailable(
            "The model process ended unexpectedly, twice in a row.",
            "Try again; if it persists, free some memory.",
        )

    @property
    def pid(self) -> int | None:
        """The host process, or None while there is none."""
        with self._lock:
            return self._child.pid if self._child and self._child.alive else None

    def close(self) -> None:
        """End the process and wait for it; safe to call twice. Calls under way raise ``ModelUnavailable``."""
        with self._lock:
            self._closed = True
            child, self._child = self._child, None
        if child is not None:
            child.close()

    def __enter__(self) -> ModelHost:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _running(self) -> _Child:
        with self._lock:
            if self._closed:
                raise ModelUnavailable("The model host is closed.")
            child = self._child
            if child is None or not child.alive:
                if child is not None:
                    child.close()
                child = self._child = _Child(self._settings, self._idle_seconds)
            return child


class BackgroundEmbedder:
    """The host's embedder for work that nobody waits for: it stands aside for questions."""

    def __init__(self, host: ModelHost) -> None:
        self._host = host

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Vectors:
        """As ``ModelHost.embed``, one thread, low priority."""
        return self._host.embed(texts, urgent=False, cancel=cancel)

    def info(self) -> EmbedderInfo:
        """What the embedder is."""
        return self._host.info()


class _Lost(Exception):
    """The process ended before it answered."""


class _Pending:
    """A call that waits for its answer."""

    def __init__(self, on_part: OnPart | None) -> None:
        self.answered = threading.Event()
        self.on_part = on_part
        self.answer: Done | Failed | None = None


class _Child:
    """One life of the host process: its pipe, the thread that reads it, and the calls under way."""

    def __init__(self, settings: HostSettings, idle_seconds: float) -> None:
        self._process, self._connection = process.start(serve, "twintree-models", settings)
        self._idle_seconds = idle_seconds
        self._idle_since = time.monotonic()
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._sending = threading.Lock()
        self._pending: dict[int, _Pending] = {}
        self.alive = True
        self._reader = threading.Thread(target=self._read, name="twintree-models-reader", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def call(
        self, method: str, argument: Any, urgent: bool, cancel: CancelToken | None, on_part: OnPart | None
    ) -> Any:
        number, pending = self._register(on_part)
        try:
            self._send(Call(number, method, argument, urgent))
            self._wait(pending, cancel)
        except (Cancelled, KeyboardInterrupt):
            with contextlib.suppress(_Lost):
                self._send(Abort(number))
            raise
        finally:
            self._forget(number)
        if isinstance(pending.answer, Done):
            return pending.answer.value
        if isinstance(pending.answer, Failed):
            raise pending.answer.error
        raise _Lost

    def close(self) -> None:
        with contextlib.suppress(_Lost):
            self._send(Shutdown())
        self._process.join(_CLOSING_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        if threading.current_thread() is not self._reader:
            self._reader.join()
        self._connection.close()

    def _register(self, on_part: OnPart | None) -> tuple[int, _Pending]:
        with self._lock:
            if not self.alive:
                raise _Lost
            number = next(self._numbers)
            pending = self._pending[number] = _Pending(on_part)
            return number, pending

    def _forget(self, number: int) -> None:
        with self._lock:
            self._pending.pop(number, None)
            self._idle_since = time.monotonic()

    def _send(self, message: Any) -> None:
        try:
            with self._sending:
                self._connection.send(message)
        except (OSError, ValueError) as error:
            raise _Lost from error

    @staticmethod
    def _wait(pending: _Pending, cancel: CancelToken | None) -> None:
        # A wait without a limit could not be interrupted from the keyboard on Windows.
        while not pending.answered.wait(0.05 if cancel is not None else 0.5):
            if cancel is not None:
                cancel.check()

    def _read(self) -> None:
        try:
            while True:
                if self._connection.poll(min(1.0, self._idle_seconds)):
                    self._take(self._connection.recv())
                elif self._retired():
                    break
        except (EOFError, OSError):
            pass
        finally:
            self._end()

    def _take(self, message: Part | Done | Failed) -> None:
        with self._lock:
            pending = self._pending.get(message.id)
        if pending is None:
            return
        if isinstance(message, Part):
            if pending.on_part is not None:
                pending.on_part(message.value)
            return
        pending.answer = message
        pending.answered.set()

    def _retired(self) -> bool:
        """End the process when nobody has called it for long enough."""
        with self._lock:
            if self._pending or time.monotonic() - self._idle_since < self._idle_seconds:
                return False
            self.alive = False
        with contextlib.suppress(_Lost):
            self._send(Shutdown())
        self._process.join(_CLOSING_SECONDS)
        return True

    def _end(self) -> None:
        with self._lock:
            self.alive = False
            lost = list(self._pending.values())
        for pending in lost:
            pending.answered.set()
