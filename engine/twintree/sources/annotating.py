"""Writes marks into a copy of a PDF, in a process of its own: MuPDF never runs in ours."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from twintree.base import process
from twintree.base.errors import TwintreeError, UnreadableFile
from twintree.base.records import Mark
from twintree.sources import mupdf


class _Order(msgspec.Struct):
    path: str
    target: str
    marks: list[Mark]
    password: str | None = None


class _Reply(msgspec.Struct):
    written: int = 0
    message: str = ""
    way_out: str = ""
    code: str = ""


def annotate_copy(
    path: Path, target: Path, marks: Sequence[Mark], password: str | None = None, seconds: float = 300.0
) -> int:
    """Write a copy of a PDF with marks on its pages, and return how many; the original is never changed.

    Args:
        path: the original.
        target: where the copy goes.
        marks: with rectangles; ``note`` becomes the comment.
        password: for encrypted files.
        seconds: how long it may take.

    Raises:
        UnreadableFile: the original cannot be read, or the copy cannot be written.
    """
    child, connection = process.start(_serve, "twintree-annotate")
    try:
        connection.send_bytes(msgspec.msgpack.encode(_Order(str(path), str(target), list(marks), password)))
        if not connection.poll(seconds):
            raise UnreadableFile(f"“{path.name}” took more than {seconds:.0f} seconds.", code="timeout")
        reply = msgspec.msgpack.decode(connection.recv_bytes(), type=_Reply)
    except (EOFError, OSError) as error:
        raise UnreadableFile(
            f"“{path.name}” made the process that writes the copy end.",
            "Print the file anew as PDF and try that.",
            code="crashed",
        ) from error
    finally:
        process.stop(child, connection)
    if reply.message:
        raise UnreadableFile(reply.message, reply.way_out, code=reply.code)
    return reply.written


def _serve(connection: Connection) -> None:
    process.settle(5)
    mupdf.load()
    order = msgspec.msgpack.decode(connection.recv_bytes(), type=_Order)
    connection.send_bytes(msgspec.msgpack.encode(_carried_out(order)))


def _carried_out(order: _Order) -> _Reply:
    from twintree.sources.annotations import write_marks

    try:
        return _Reply(write_marks(Path(order.path), Path(order.target), order.marks, order.password))
    except TwintreeError as error:
        return _Reply(0, error.message, error.way_out, error.code)
    except Exception as error:  # whatever MuPDF meets, the person gets a sentence
        name = Path(order.path).name
        return _Reply(
            0, f"A copy of “{name}” cannot be written: {error}.", "Check the folder.", "unsupported"
        )
