"""How long slow work on a page may take: by the processor that it had, and in the end by the clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec
import pytest

from twintree.base.errors import UnreadableFile
from twintree.sources.pagewise import serve_order, work_through

LIMIT = 0.4


class Order(msgspec.Struct):
    pieces: int


class Made(msgspec.Struct):
    piece: int


def _nothing() -> None:
    pass


def _waits_a_while(order: Order) -> Iterator[Made]:
    for piece in range(order.pieces):
        time.sleep(3 * LIMIT)
        yield Made(piece)


def _works_for_ever(order: Order) -> Iterator[Made]:
    while order.pieces:
        pass
    yield Made(0)


def _sleeps_for_ever(order: Order) -> Iterator[Made]:
    time.sleep(600 * order.pieces)
    yield Made(0)


def serve_waiting(connection: Connection) -> None:
    serve_order(connection, Order, _nothing, _waits_a_while)


def serve_working(connection: Connection) -> None:
    serve_order(connection, Order, _nothing, _works_for_ever)


def serve_sleeping(connection: Connection) -> None:
    serve_order(connection, Order, _nothing, _sleeps_for_ever)


def made_by(serve: Callable[[Connection], None], pieces: int) -> list[int]:
    made: list[int] = []
    work_through(
        serve,
        Order(pieces),
        Made,
        lambda each: made.append(each.piece),
        Path("a.pdf"),
        pieces,
        what="cut",
        seconds=LIMIT,
    )
    return made


def test_a_piece_that_waits_for_the_processor_is_waited_for() -> None:
    """On a busy machine pictures were given up although nobody had begun with them."""
    assert made_by(serve_waiting, 2) == [0, 1]


@pytest.mark.parametrize("serve", [serve_working, serve_sleeping])
def test_a_piece_that_never_ends_is_given_up(serve: Callable[[Connection], None]) -> None:
    with pytest.raises(UnreadableFile) as caught:
        made_by(serve, 1)
    assert caught.value.code == "timeout"
    assert "a.pdf" in caught.value.message
