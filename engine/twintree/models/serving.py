"""The child's side of the model host: reads calls from the pipe, runs them in lanes, answers."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Collection, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from twintree.base.errors import Cancelled, InternalError, TwintreeError
from twintree.models.llm import LlmService, needed_by
from twintree.models.messages import Abort, Call, Done, Failed, HostSettings, Part, Shutdown

#: Niceness of background work (DESIGN §5): at 15 it does not slow a generation down.
_NICE = 15
_BACKGROUND = "background"

_log = logging.getLogger(__name__)


class Urgency:
    """Counts urgent calls, so that background work can stand aside between two of its steps."""

    def __init__(self) -> None:
        self._none_left = threading.Condition()
        self._count = 0

    def begin(self) -> None:
        """An urgent call has come in."""
        with self._none_left:
            self._count += 1

    def end(self) -> None:
        """An urgent call is done."""
        with self._none_left:
            self._count -= 1
            self._none_left.notify_all()

    def waiting(self) -> bool:
        """Whether an urgent call is under way or waits."""
        with self._none_left:
            return self._count > 0

    def stand_aside(self) -> None:
        """Wait until no urgent call is left."""
        with self._none_left:
            self._none_left.wait_for(lambda: self._count == 0)


class Task:
    """One call under way: what a service needs to give way, to stop early, and to stream."""

    def __init__(self, call: Call, urgency: Urgency, send: Callable[[Any], None]) -> None:
        self.call = call
        self.urgent = call.urgent
        self._urgency = urgency
        self._send = send
        self._aborted = threading.Event()

    def step(self) -> None:
        """A natural step: raises ``Cancelled`` when aborted; background work waits for urgent work here."""
        if not self.urgent:
            self._urgency.stand_aside()
        if self._aborted.is_set():
            raise Cancelled

    def part(self, piece: str, at: int) -> None:
        """Send a piece of the text on, with how many characters come before it; one that begins again says so."""
        self._send(Part(self.call.id, piece, at))

    @property
    def aborted(self) -> bool:
        """Whether the work was asked to stop."""
        return self._aborted.is_set()

    def abort(self) -> None:
        """Ask the work to stop at its next step."""
        self._aborted.set()


Service = Callable[[Any, Task], Any]


class Server:
    """Reads calls until the pipe closes, and runs them in lanes.

    One lane is for background work, one for urgent calls, and one for the urgent ones that take long: what is
    written streams, and who reads it may ask for vectors before it is written to the end.
    """

    def __init__(
        self,
        connection: Connection,
        services: Mapping[str, Service],
        urgency: Urgency | None = None,
        long: Collection[str] = (),
    ) -> None:
        self._connection = connection
        self._services = services
        self._long = long
        self._sending = threading.Lock()
        self._urgency = urgency or Urgency()
        self._lanes = {name: _lane(self._work, name) for name in ("urgent", "long", _BACKGROUND)}
        self._tasks: dict[int, Task] = {}

    def run(self) -> None:
        """Serve until told to end, or until the owner is gone."""
        while True:
            try:
                message = self._connection.recv()
            except (EOFError, OSError):
                return
            if isinstance(message, Shutdown):
                return
            if isinstance(message, Abort):
                if task := self._tasks.get(message.id):
                    task.abort()
            elif isinstance(message, Call):
                self._accept(message)

    def _accept(self, call: Call) -> None:
        task = self._tasks[call.id] = Task(call, self._urgency, self._send)
        if call.urgent:
            self._urgency.begin()
        urgent = "long" if call.method in self._long else "urgent"
        self._lanes[urgent if call.urgent else _BACKGROUND].put(task)

    def _work(self, task: Task) -> None:
        call = task.call
        try:
            task.step()
            self._send(Done(call.id, self._services[call.method](call.argument, task)))
        except TwintreeError as error:
            self._send(Failed(call.id, error))
        except Exception as error:
            _log.exception("%s failed", call.method)
            self._send(
                Failed(call.id, InternalError(f"The model process failed: {type(error).__name__}: {error}."))
            )
        finally:
            self._tasks.pop(call.id, None)
            if call.urgent:
                self._urgency.end()

    def _send(self, message: Any) -> None:
        # The owner may be gone; the reading loop notices.
        with self._sending, contextlib.suppress(OSError):
            self._connection.send(message)


def _lane(work: Callable[[Task], None], name: str) -> queue.SimpleQueue[Task]:
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()

    def loop() -> None:
        if name == _BACKGROUND:
            _be_nice()
        while True:
            work(tasks.get())

    threading.Thread(target=loop, name=f"lane-{name}", daemon=True).start()
    return tasks


def _be_nice() -> None:
    """Lower this thread's priority where threads have one of their own (Linux)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


class EmbeddingService:
    """The embedder, loaded at the first call."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._embedder: Any = None

    def embed(self, texts: Any, task: Task) -> Any:
        """Vectors of texts: two threads for a question, one in the background."""
        return self._loaded().embed(texts, threads=2 if task.urgent else 1, step=task.step)

    def info(self, _: Any, __: Task) -> Any:
        """What the embedder is."""
        return self._loaded().info()

    def _loaded(self) -> Any:
        with self._lock:
            if self._embedder is None:
                from twintree.models.embedder import WindowEmbedder

                self._embedder = WindowEmbedder(self._folder)
            return self._embedder


def serve(connection: Connection, settings: HostSettings) -> None:
    """Entry point of the child process; never returns into the interpreter's own shutdown."""
    # Ctrl-C in a terminal reaches every process; only the owner decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ |= {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "TQDM_DISABLE": "1"}
    os.environ |= {"TOKENIZERS_PARALLELISM": "false", "HF_HUB_DISABLE_TELEMETRY": "1"}
    # Standard output belongs to the owner's answer (one JSON object, nothing else).
    with contextlib.suppress(OSError):
        os.dup2(2, 1)
    embedding = EmbeddingService(Path(settings.embedder) if settings.embedder else None)
    urgency = Urgency()
    llm = LlmService(urgency.waiting)
    services = {
        "embed": embedding.embed,
        "info": embedding.info,
        "generate": llm.generate,
        "unload": llm.unload,
        "memory": needed_by,
    }
    Server(connection, services, urgency, long={"generate", "unload"}).run()
    # Lanes may be deep in native code that the interpreter's shutdown would pull from under them.
    os._exit(0)
