"""The owner's side of the model host: one child process for all models, replaced when it dies."""

from __future__ import annotations

import contextlib
import itertools
import queue
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from twintree.base import process
from twintree.base.errors import ModelUnavailable
from twintree.base.progress import CancelToken
from twintree.models.messages import Abort, Call, Done, Failed, HostSettings, Part, Shutdown
from twintree.models.protocol import EmbedderInfo, Vectors, no_vectors
from twintree.models.serving import serve

_IDLE_SECONDS = 300.0
_CLOSING_SECONDS = 3.0
_ATTEMPTS = 2

OnPart = Callable[[str], None]


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

        Args:
            method: the service's name.
            argument: what it works on.
            urgent: a person waits for it.
            cancel: stops the work.
            on_part: receives the pieces of a text as they are written, on the thread that calls, so it may call
                the host as well; what it raises ends the writing.
        """
        told = _Told(on_part)
        for _ in range(_ATTEMPTS):
            if cancel is not None:
                cancel.check()
            child = self._running()
            with contextlib.suppress(_Lost):
                return child.call(method, argument, urgent, cancel, told)
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


class _Told:
    """What was handed on of a text; one that begins again is handed on from where it was broken off."""

    def __init__(self, on_part: OnPart | None) -> None:
        self._on_part = on_part
        self._text = ""

    def take(self, part: Part) -> None:
        """Hand a piece on, or what is new of it.

        Raises:
            ModelUnavailable: it goes on otherwise than what was handed on.
        """
        if self._on_part is None:
            # Nobody reads along: the text as a whole counts, whatever was begun before it.
            return
        known = self._text[part.at : part.at + len(part.value)]
        if part.at > len(self._text) or not part.value.startswith(known):
            raise ModelUnavailable("The model began again and wrote something else.", "Ask once more.")
        if new := part.value[len(known) :]:
            self._text += new
            self._on_part(new)


#: What comes back for one call; None when the process ended.
_Inbox = queue.SimpleQueue[Part | Done | Failed | None]


class _Child:
    """One life of the host process: its pipe, the thread that reads it, and the calls under way."""

    def __init__(self, settings: HostSettings, idle_seconds: float) -> None:
        self._process, self._connection = process.start(serve, "twintree-models", settings)
        self._idle_seconds = idle_seconds
        self._idle_since = time.monotonic()
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._sending = threading.Lock()
        self._pending: dict[int, _Inbox] = {}
        self.alive = True
        self._reader = threading.Thread(target=self._read, name="twintree-models-reader", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def call(self, method: str, argument: Any, urgent: bool, cancel: CancelToken | None, told: _Told) -> Any:
        number, inbox = self._register()
        try:
            self._send(Call(number, method, argument, urgent))
            answer = self._answer(inbox, cancel, told)
        except _Lost:
            raise
        except BaseException:
            # Cancelled, interrupted, or the pieces' reader has had enough: nobody waits for the rest.
            with contextlib.suppress(_Lost):
                self._send(Abort(number))
            raise
        finally:
            self._forget(number)
        if isinstance(answer, Failed):
            raise answer.error
        return answer.value

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

    def _register(self) -> tuple[int, _Inbox]:
        with self._lock:
            if not self.alive:
                raise _Lost
            number = next(self._numbers)
            inbox = self._pending[number] = queue.SimpleQueue()
            return number, inbox

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
    def _answer(inbox: _Inbox, cancel: CancelToken | None, told: _Told) -> Done | Failed:
        while True:
            if cancel is not None:  # before each piece too: they may come faster than the wait ends
                cancel.check()
            try:
                # A wait without a limit could not be interrupted from the keyboard on Windows.
                message = inbox.get(timeout=0.5 if cancel is None else 0.05)
            except queue.Empty:
                continue
            if message is None:
                raise _Lost
            if not isinstance(message, Part):
                return message
            told.take(message)

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
            inbox = self._pending.get(message.id)
        if inbox is not None:
            inbox.put(message)

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
        for inbox in lost:
            inbox.put(None)
