import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from twintree.base.errors import Cancelled, ModelUnavailable
from twintree.base.progress import CancelToken
from twintree.models.embedder import WindowEmbedder
from twintree.models.host import ModelHost

LONG = ["a passage about section trees and their pages " * 20] * 400


@pytest.fixture
def fresh(embedder: WindowEmbedder) -> Iterator[ModelHost]:
    """A host of its own, for the tests that kill it."""
    with ModelHost() as started:
        yield started


def kill(host: ModelHost) -> None:
    assert host.pid is not None
    psutil.Process(host.pid).kill()


def until(condition: object, what: str) -> None:
    for _ in range(600):
        if condition():  # type: ignore[operator]
            return
        time.sleep(0.05)
    pytest.fail(f"waited in vain until {what}")


def test_vectors_are_those_of_the_embedder_in_this_process(host: ModelHost, embedder: WindowEmbedder) -> None:
    texts = ["one", "two", "three " * 400]
    assert np.allclose(host.embed(texts), embedder.embed(texts), atol=1e-5)
    assert host.info() == embedder.info()
    assert host.embed([]).shape == (0, 384)
    assert host.background.embed(["one"]).shape == (1, 384)


def test_process_starts_with_the_first_call_only(embedder: WindowEmbedder) -> None:
    with ModelHost() as host:
        assert host.pid is None
        host.info()
        assert host.pid is not None


def test_question_is_answered_while_background_work_goes_on(host: ModelHost) -> None:
    """PAINS 6, DESIGN §5: importing never blocks asking."""
    cancel = CancelToken()
    ended: list[type[BaseException] | None] = []

    def background() -> None:
        try:
            host.background.embed(LONG, cancel=cancel)
            ended.append(None)
        except Cancelled:
            ended.append(Cancelled)

    worker = threading.Thread(target=background)
    worker.start()
    for _ in range(5):
        assert host.embed(["what is a section tree?"]).shape == (1, 384)
    assert ended == []
    cancel.cancel()
    worker.join(30)
    assert ended == [Cancelled]


def test_cancel_reaches_the_process_and_frees_it(host: ModelHost) -> None:
    """PAINS 7: cancel stops a call that is under way, and the next call does not wait behind it."""
    cancel = CancelToken()
    threading.Timer(0.3, cancel.cancel).start()
    with pytest.raises(Cancelled):
        host.background.embed(LONG, cancel=cancel)
    assert host.background.embed(["after"]).shape == (1, 384)


def test_killed_process_is_replaced_and_the_call_made_again(fresh: ModelHost) -> None:
    expected = fresh.embed(["kept"])
    first = fresh.pid
    results: list[object] = []
    worker = threading.Thread(target=lambda: results.append(fresh.background.embed(LONG[:20])))
    worker.start()
    time.sleep(0.1)
    kill(fresh)
    worker.join(60)
    assert np.shape(results[0]) == (20, 384)  # type: ignore[arg-type]
    assert fresh.pid != first
    assert np.allclose(fresh.embed(["kept"]), expected, atol=1e-6)


def test_process_that_dies_twice_is_reported_and_the_host_recovers(fresh: ModelHost) -> None:
    errors: list[BaseException] = []

    def call() -> None:
        try:
            fresh.background.embed(LONG)
        except ModelUnavailable as error:
            errors.append(error)

    worker = threading.Thread(target=call)
    worker.start()
    seen: set[int] = set()
    while worker.is_alive() and len(seen) < 2:
        pid = fresh.pid
        if pid is not None and pid not in seen:
            seen.add(pid)
            kill(fresh)
        time.sleep(0.02)
    worker.join(60)
    assert "twice in a row" in str(errors[0])
    assert fresh.embed(["again"]).shape == (1, 384)


def test_many_threads_share_one_process(host: ModelHost, embedder: WindowEmbedder) -> None:
    texts = [f"text number {number}" for number in range(12)]
    results: dict[str, object] = {}
    threads = [
        threading.Thread(target=lambda text=text: results.update({text: host.embed([text])[0]}))  # type: ignore[misc]
        for text in texts
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    expected = embedder.embed(texts)
    assert all(
        np.allclose(results[text], vector, atol=1e-5) for text, vector in zip(texts, expected, strict=True)
    )  # type: ignore[arg-type]


def test_idle_process_ends_and_comes_back(embedder: WindowEmbedder) -> None:
    with ModelHost(idle_seconds=0.2) as host:
        host.embed(["x"])
        pid = host.pid
        until(lambda: host.pid is None, "the idle process ended")
        assert pid is not None
        until(lambda: not psutil.pid_exists(pid), "its process was gone")
        assert host.embed(["x"]).shape == (1, 384)


def test_close_joins_the_process_and_may_be_called_twice(embedder: WindowEmbedder) -> None:
    host = ModelHost()
    host.info()
    pid = host.pid
    assert pid is not None
    host.close()
    host.close()
    assert not psutil.pid_exists(pid)
    with pytest.raises(ModelUnavailable, match="closed"):
        host.embed(["x"])


def test_closing_frees_those_who_wait(fresh: ModelHost) -> None:
    fresh.info()
    errors: list[BaseException] = []

    def call() -> None:
        try:
            fresh.background.embed(LONG)
        except ModelUnavailable as error:
            errors.append(error)

    worker = threading.Thread(target=call)
    worker.start()
    time.sleep(0.1)
    fresh.close()
    worker.join(30)
    assert len(errors) == 1


def test_missing_model_is_one_clear_error_for_every_call(tmp_path: Path) -> None:
    with ModelHost(tmp_path / "no such folder") as host:
        for _ in range(2):
            with pytest.raises(ModelUnavailable, match="holds no weights"):
                host.embed(["x"])


def test_process_does_not_outlive_its_owner(embedder: WindowEmbedder, tmp_path: Path) -> None:
    script = tmp_path / "owner.py"
    script.write_text(
        "import time\n"
        "from twintree.models.host import ModelHost\n"
        "if __name__ == '__main__':\n"
        "    host = ModelHost()\n"
        "    host.info()\n"
        "    print(host.pid, flush=True)\n"
        "    time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        pid = int(owner.stdout.readline())
        assert psutil.pid_exists(pid)
        owner.kill()
        owner.wait()
    until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == "zombie", "the child ended")


def test_owner_sees_nothing_of_ours_on_standard_output(embedder: WindowEmbedder, tmp_path: Path) -> None:
    """PAINS 12 in spirit: with --json, standard output holds one object and nothing else."""
    script = tmp_path / "owner.py"
    script.write_text(
        "from twintree.models.host import ModelHost\n"
        "if __name__ == '__main__':\n"
        "    with ModelHost() as host:\n"
        "        host.info()\n"
    )
    environment = os.environ | {"TWINTREE_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout == ""


def test_interrupt_from_the_keyboard_leaves_the_process_to_its_owner(fresh: ModelHost) -> None:
    fresh.info()
    if sys.platform == "win32" or fresh.pid is None:
        pytest.skip("POSIX signals only")
    os.kill(fresh.pid, signal.SIGINT)
    assert fresh.embed(["still here"]).shape == (1, 384)
