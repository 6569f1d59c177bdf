"""The parser's child process: takes requests from a pipe, answers with heads, batches of pages, errors."""

from __future__ import annotations

import gc
import time
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from twintree.base.errors import TwintreeError
from twintree.base.inlinks import InnerLink
from twintree.base.pages import FileHead, PageText
from twintree.base.process import die_after, limit_memory, settle
from twintree.base.records import Mark
from twintree.sources import mupdf

#: A batch is sent when it has so many pages, or when so many seconds passed since the last one.
_BATCH, _BATCH_SECONDS = 16, 0.5
_TICK_SECONDS = 0.1
#: How much longer than the parent's limit the system waits before it ends an orphaned worker, in seconds.
_GRACE = 15.0


class Request(msgspec.Struct):
    """Read this file; ``seconds`` is how long one page may take; with ``turn`` only place these marks on it."""

    path: str
    password: str | None
    seconds: float
    pages: bool = True
    turn: list[Mark] = []


class Head(msgspec.Struct, tag=True):
    """The file's head."""

    head: FileHead


class Pages(msgspec.Struct, tag=True):
    """A batch of pages, in order."""

    pages: list[PageText]


class Marks(msgspec.Struct, tag=True):
    """What other programs marked in the file, or beside it."""

    marks: list[Mark]


class Links(msgspec.Struct, tag=True):
    """Where the file's own links lead, within it."""

    links: list[InnerLink]


class Tick(msgspec.Struct, tag=True):
    """The worker is alive and has taken up this page; 0 when it has started and waits for its first file."""

    page: int


class Failed(msgspec.Struct, tag=True):
    """The file cannot be read."""

    message: str
    way_out: str
    code: str


class Done(msgspec.Struct, tag=True):
    """All was sent."""


Reply = Head | Pages | Marks | Links | Tick | Failed | Done
encode = msgspec.msgpack.Encoder().encode
decode_reply = msgspec.msgpack.Decoder(Reply).decode
_decode_request = msgspec.msgpack.Decoder(Request).decode


class _Stopped(Exception):
    """The parent wants this file no longer."""


def serve(connection: Connection, memory: int) -> None:
    """Answer requests until the pipe closes.

    Args:
        connection: the child's end of the pipe.
        memory: bytes that the worker may take.
    """
    settle()
    mupdf.load()
    import twintree.sources.parser  # noqa: F401 - before the first file comes

    limit_memory(memory)

    # What a page leaves behind has no cycles: looking for them takes a tenth of the time.
    gc.freeze()
    gc.disable()
    try:
        connection.send_bytes(encode(Tick(0)))
    except OSError:  # the parent needed no worker after all, and is gone
        return
    while True:
        try:
            data = connection.recv_bytes()
        except (EOFError, OSError):
            return
        if data:
            _answer(connection, _decode_request(data))
            gc.collect()


def _answer(connection: Connection, request: Request) -> None:
    try:
        _read(connection, request)
        reply: Reply = Done()
    except _Stopped:
        reply = Done()
    except TwintreeError as error:
        reply = Failed(error.message, error.way_out, error.code)
    except MemoryError:
        from twintree.sources.opening import too_much_memory

        refusal = too_much_memory(Path(request.path).name)
        reply = Failed(refusal.message, refusal.way_out, refusal.code)
    except (EOFError, BrokenPipeError):
        raise SystemExit(0) from None
    except Exception as error:  # the file is refused with a reason, whatever a library did with it
        name = Path(request.path).name
        reply = Failed(f"“{name}” cannot be read: {error or type(error).__name__}.", "", "unsupported")
    die_after(0)
    connection.send_bytes(encode(reply))


def _read(connection: Connection, request: Request) -> None:
    from twintree.sources.annotations import as_shown, marks_of
    from twintree.sources.inlinks import links_of
    from twintree.sources.opening import open_document
    from twintree.sources.parser import head_of, pages_of

    path = Path(request.path)
    die_after(request.seconds + _GRACE)
    with open_document(path, request.password) as document:
        connection.send_bytes(encode(Head(head_of(document, path))))
        if request.turn:
            connection.send_bytes(encode(Marks([as_shown(document, mark) for mark in request.turn])))
        if not request.pages:
            return
        batch: list[PageText] = []
        ticks = _Ticks(connection, request.seconds)
        sent = time.monotonic()
        for page in pages_of(document, tick=ticks):
            batch.append(page)
            if len(batch) >= _BATCH or time.monotonic() - sent > _BATCH_SECONDS:
                connection.send_bytes(encode(Pages(batch)))
                batch, sent = [], time.monotonic()
                ticks.check()
        if batch:
            connection.send_bytes(encode(Pages(batch)))
        die_after(request.seconds + _GRACE)
        if marks := list(marks_of(document)):
            connection.send_bytes(encode(Marks(marks)))
        if links := list(links_of(document)):
            connection.send_bytes(encode(Links(links)))


class _Ticks:
    """Says which page is being read, renews the time limit, and hears when to stop."""

    def __init__(self, connection: Connection, seconds: float) -> None:
        self._connection = connection
        self._seconds = seconds
        self._said = time.monotonic()

    def __call__(self, page: int) -> None:
        now = time.monotonic()
        if now - self._said > _TICK_SECONDS:
            self._said = now
            die_after(self._seconds + _GRACE)
            self._connection.send_bytes(encode(Tick(page)))
            self.check()

    def check(self) -> None:
        """Raise when the parent sent word (an empty message) or is gone."""
        if self._connection.poll():
            if self._connection.recv_bytes():
                raise RuntimeError("a request arrived while a file was being read")
            raise _Stopped
