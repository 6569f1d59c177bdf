"""Slow work on the pages of one file, in a process of its own: heard page by page, stopped at once, limited."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TypeVar

import msgspec

from twintree.base import process
from twintree.base.errors import TwintreeError, UnreadableFile
from twintree.base.progress import CancelToken

_LOOK = 0.1
_START_SECONDS = 120.0
#: On a busy machine a modest child hardly has the processor: by the clock it may take so many times its limit.
_WAITING = 8
#: How a message begins: with what was made, or with why nothing more will come.
_MADE, _REFUSED = b"+", b"-"

T = TypeVar("T", bound=msgspec.Struct)
OrderT = TypeVar("OrderT", bound=msgspec.Struct)


def work_through(
    serve: Callable[[Connection], None],
    order: msgspec.Struct,
    reply: type[T],
    on_reply: Callable[[T], None],
    path: Path,
    count: int,
    *,
    what: str,
    seconds: float,
    cancel: CancelToken | None = None,
) -> None:
    """Have a child process do one piece of work after the other; blocks until the last one is done.

    Args:
        serve: the child's main function, of a module; nothing but a call of ``serve_order``.
        order: what it is told.
        reply: what it answers for each piece.
        on_reply: called in this thread with each answer as it comes.
        path: the file, for the messages.
        count: how many pieces there are.
        what: what is done to a page, after "to": ``recognise``.
        seconds: how long a piece may take of the processor; eight times as long by the clock.
        cancel: ends the work, and the process, at once.

    Raises:
        UnreadableFile: ``timeout``, ``crashed``, or whatever the file is refused for.
        Cancelled: ``cancel`` was set.
    """
    token = cancel or CancelToken()
    child, connection = process.start(serve, f"twintree-{what.split(maxsplit=1)[0]}")
    try:
        _send(connection, msgspec.msgpack.encode(order), path, what)
        limits = _Limits(child, path, what)
        limits.next(connection, token, _START_SECONDS)
        for _ in range(count):
            on_reply(msgspec.msgpack.decode(limits.next(connection, token, seconds), type=reply))
    finally:
        process.stop(child, connection)


def _send(connection: Connection, data: bytes, path: Path, what: str) -> None:
    try:
        connection.send_bytes(data)
    except OSError as error:
        raise _ended(path, what) from error


class _Limits:
    """Waits for what a child sends, as long as it may take."""

    def __init__(self, child: BaseProcess, path: Path, what: str) -> None:
        self._child, self._path, self._what = child, path, what

    def next(self, connection: Connection, cancel: CancelToken, seconds: float) -> bytes:
        """What it sends next.

        Raises:
            UnreadableFile: ``timeout``, ``crashed``, or what the child refused the file for.
            Cancelled: ``cancel`` was set.
        """
        had, begun = process.processor_seconds(self._child), time.monotonic()
        try:
            while not connection.poll(_LOOK):
                cancel.check()
                waited = time.monotonic() - begun
                if waited > seconds and self._is_over(waited, had, seconds):
                    raise UnreadableFile(
                        f"A page of “{self._path.name}” took more than {seconds:.0f} seconds to {self._what}.",
                        code="timeout",
                    )
            data = connection.recv_bytes()
        except (EOFError, OSError) as error:
            raise _ended(self._path, self._what) from error
        if data[:1] == _REFUSED:
            message, way_out, code = msgspec.msgpack.decode(data[1:], type=tuple[str, str, str])
            raise UnreadableFile(message, way_out, code=code)
        return data[1:]

    def _is_over(self, waited: float, had: float, seconds: float) -> bool:
        used = process.processor_seconds(self._child) - had
        return used > seconds or waited > _WAITING * seconds


def _ended(path: Path, what: str) -> UnreadableFile:
    return UnreadableFile(
        f"“{path.name}” made the process end that was to {what} its pages.",
        "`twintree jobs retry` tries it again.",
        code="crashed",
    )


def serve_order(
    connection: Connection,
    order: type[OrderT],
    load: Callable[[], None],
    work: Callable[[OrderT], Iterator[msgspec.Struct]],
    memory: int = 0,
) -> None:
    """In the child: take the order, load what is needed, send what ``work`` makes, or why it cannot.

    Args:
        connection: the child's end of the pipe.
        order: the type of what it is told.
        load: imports what the work needs, before memory is limited.
        work: does it, piece by piece.
        memory: bytes that the work may take beyond what is loaded; 0 sets no limit.
    """
    process.settle(19)
    encode = msgspec.msgpack.encode
    try:
        told = msgspec.msgpack.decode(connection.recv_bytes(), type=order)
        load()
        if memory:
            process.limit_memory(memory)
        connection.send_bytes(_MADE)
        for made in work(told):
            connection.send_bytes(_MADE + encode(made))
    except TwintreeError as error:
        connection.send_bytes(_REFUSED + encode((error.message, error.way_out, error.code)))
    except MemoryError:
        sentence = "The file needs more memory than a file may use."
        connection.send_bytes(_REFUSED + encode((sentence, "Split the file.", "memory")))
    except (EOFError, BrokenPipeError):
        return
