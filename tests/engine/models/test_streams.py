"""Pieces of a text on their way from the models' process to who reads them."""

from __future__ import annotations

import multiprocessing
import queue
import threading
from collections.abc import Iterator
from typing import Any

import psutil
import pytest
from tests.engine.models.tiny_model import make_tiny_model

from twintree.base.errors import Cancelled, ModelUnavailable
from twintree.base.progress import CancelToken
from twintree.models.embedder import WindowEmbedder
from twintree.models.host import ModelHost, _Child, _Told
from twintree.models.llm import Generated, Generation, Message
from twintree.models.messages import Call, Done, Part, Shutdown
from twintree.models.serving import Server, Task


@pytest.fixture(scope="module")
def request_(tmp_path_factory: pytest.TempPathFactory) -> Generation:
    model = make_tiny_model(tmp_path_factory.mktemp("model") / "tiny.gguf")
    return Generation(model=str(model), messages=(Message("user", "Which?"),), max_tokens=60)


@pytest.fixture
def fresh(embedder: WindowEmbedder) -> Iterator[ModelHost]:
    with ModelHost() as started:
        yield started


def written(host: ModelHost, request: Generation, on_part: Any, *, urgent: bool = True) -> Generated:
    got: Generated = host.call("generate", request, urgent=urgent, on_part=on_part)
    return got


def in_time(work: Any) -> list[Any]:
    """What the work returned or raised; fails where it never ends."""
    done: list[Any] = []

    def run() -> None:
        try:
            done.append(work())
        except Exception as error:
            done.append(error)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    worker.join(120)
    assert not worker.is_alive(), "it waits for itself"
    return done


def test_who_reads_a_piece_may_ask_the_host_while_the_text_is_written(
    host: ModelHost, request_: Generation
) -> None:
    """A written sentence is held against its evidence by vectors before the next one is there."""
    pieces: list[str] = []

    def on_part(piece: str) -> None:
        pieces.append(piece)
        assert host.embed(["a sentence"]).shape == (1, 384)

    (got,) = in_time(lambda: written(host, request_, on_part))
    assert got.text
    assert "".join(pieces) == got.text


def test_a_text_that_comes_without_a_pause_can_be_stopped() -> None:
    stop, pieces = CancelToken(), list[str]()

    def on_part(piece: str) -> None:
        pieces.append(piece)
        stop.cancel()

    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    for message in (Part(1, "first", 0), Part(1, " and last", 5), Done(1, "first and last")):
        inbox.put(message)
    with pytest.raises(Cancelled):
        _Child._answer(inbox, stop, _Told(on_part))
    assert pieces == ["first"]


def test_vectors_are_not_kept_waiting_by_a_text_that_is_written() -> None:
    ours, theirs = multiprocessing.Pipe()
    read = threading.Event()

    def generate(_: Any, task: Task) -> str:
        task.part("first", 0)
        assert read.wait(60), "the vectors came only behind the text"
        return "first and last"

    server = Server(theirs, {"generate": generate, "embed": lambda texts, _: len(texts)}, long={"generate"})
    threading.Thread(target=server.run, daemon=True).start()
    ours.send(Call(1, "generate", None, True))
    assert ours.recv() == Part(1, "first", 0)
    ours.send(Call(2, "embed", ["a sentence"], True))
    assert ours.poll(30)
    assert ours.recv() == Done(2, 1)
    read.set()
    assert ours.recv() == Done(1, "first and last")
    ours.send(Shutdown())


def test_what_the_reader_raises_ends_the_writing_and_reaches_the_caller(
    host: ModelHost, request_: Generation
) -> None:
    pieces: list[str] = []

    def on_part(piece: str) -> None:
        pieces.append(piece)
        raise ModelUnavailable("It did not stop writing.", "Choose another.")

    (error,) = in_time(lambda: written(host, request_, on_part))
    assert "did not stop writing" in str(error)
    assert len(pieces) == 1
    (got,) = in_time(lambda: written(host, request_, lambda piece: None))
    assert got.text, "the host goes on"


def test_a_text_that_begins_again_is_handed_on_once(fresh: ModelHost, request_: Generation) -> None:
    """The process is killed in the middle of a text; its second try writes it from the start."""
    pieces: list[str] = []

    def on_part(piece: str) -> None:
        pieces.append(piece)
        if len(pieces) == 3 and fresh.pid is not None:
            process = psutil.Process(fresh.pid)
            process.kill()
            process.wait(30)

    (got,) = in_time(lambda: written(fresh, request_, on_part))
    assert "".join(pieces) == got.text


def test_a_text_that_goes_on_otherwise_is_not_patched_together() -> None:
    pieces: list[str] = []
    told = _Told(pieces.append)
    for part in (Part(1, "The dose", 0), Part(1, " was", 8), Part(2, "The dose was", 0), Part(2, " 5", 12)):
        told.take(part)
    assert "".join(pieces) == "The dose was 5"
    with pytest.raises(ModelUnavailable, match="something else"):
        told.take(Part(3, "A dose", 0))


def test_a_text_that_nobody_reads_along_may_begin_otherwise() -> None:
    """Background work that gave way, on a GPU that does not write the same twice."""
    told = _Told(None)
    told.take(Part(1, "The dose", 0))
    told.take(Part(1, "A dose", 0))
