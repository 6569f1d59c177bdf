import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twintree.base.errors import Cancelled, ModelUnavailable
from twintree.models import embedder as embedder_module
from twintree.models import export
from twintree.models.embedder import WindowEmbedder
from twintree.models.folder import default_folder, open_folder

TEXTS = [
    "A section tree keeps each title on its page.",
    "",
    "résumé naïve – “quotes” x² ∑",
    "深層学習による文書検索",
    "word " * 200,
]


def test_vectors_equal_those_of_sentence_transformers(embedder: WindowEmbedder) -> None:
    original = export.original(open_folder())
    theirs = original.encode(TEXTS, normalize_embeddings=True, show_progress_bar=False)
    cosines = (embedder.embed(TEXTS) * theirs).sum(axis=1)
    assert embedder.info().backend == "onnx"
    assert cosines.min() >= 0.9999


def test_info_states_dimension_window_and_languages(embedder: WindowEmbedder) -> None:
    info = embedder.info()
    assert (info.dimension, info.limit, info.languages) == (384, 256, ("en",))
    assert info.id == "all-MiniLM-L6-v2@53aa51172d14"


def test_nothing_of_a_long_text_is_cut(embedder: WindowEmbedder) -> None:
    """DESIGN §4.7: the words after the window count as much as those in it."""
    head = "page " * 254
    tail = "zebra giraffe " * 100
    whole = embedder.embed([head + tail])[0]
    assert embedder.pieces(head + tail) == embedder.pieces(head) + embedder.pieces(tail)
    assert float(whole @ embedder.embed([head])[0]) < 0.95
    assert float(whole @ embedder.embed([tail])[0]) > 0.5


def test_long_text_is_the_weighted_mean_of_its_windows(embedder: WindowEmbedder) -> None:
    first, second = "page " * 254, "zebra " * 80
    parts = embedder.embed([first, second])
    sizes = np.array([embedder.pieces(first), embedder.pieces(second)])
    mean = (parts * sizes[:, None]).sum(axis=0)
    mean /= np.linalg.norm(mean)
    assert float(embedder.embed([first + second])[0] @ mean) > 0.9999


@settings(max_examples=15, deadline=None)
@given(st.lists(st.text(max_size=60), max_size=8))
def test_every_text_gets_one_unit_vector_in_its_place(embedder: WindowEmbedder, texts: list[str]) -> None:
    vectors = embedder.embed(texts)
    assert vectors.shape == (len(texts), 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    for text, vector in zip(texts[:2], vectors, strict=False):
        assert float(embedder.embed([text])[0] @ vector) > 0.9999


def test_work_ends_at_the_step_that_raises(embedder: WindowEmbedder) -> None:
    steps = iter([None, Cancelled()])

    def step() -> None:
        if (error := next(steps)) is not None:
            raise error

    with pytest.raises(Cancelled):
        embedder.embed(["a text of some length " * 20] * 40, step=step)


def test_second_start_loads_neither_torch_nor_transformers(embedder: WindowEmbedder) -> None:
    code = (
        "import sys; from twintree.models.embedder import WindowEmbedder; "
        "WindowEmbedder().embed(['x']); "
        "print([m for m in ('torch', 'transformers', 'sentence_transformers') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_torch_takes_over_with_the_reason_when_the_export_fails(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, embedder: WindowEmbedder
) -> None:
    def refuse(folder: object, work: object) -> None:
        raise RuntimeError("no such operator: strange_attention\nand much more")

    monkeypatch.setattr(export, "_export", refuse)
    fallback = WindowEmbedder()
    assert fallback.info().backend == "torch"
    assert "strange_attention" in fallback.info().reason
    assert "and much more" not in fallback.info().reason
    assert float(fallback.embed(TEXTS[:1])[0] @ embedder.embed(TEXTS[:1])[0]) > 0.9999
    assert list((own_cache / "embedders").iterdir()) == []


def test_damaged_cache_is_not_used(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = open_folder()
    made: list[Path] = []

    def fake(_: object, work: Path) -> None:
        made.append(work)
        (work / "model.onnx").write_bytes(b"graph")
        (work / "stamp.json").write_text(json.dumps({"sha256": export.sha256_of(work / "model.onnx")}))

    monkeypatch.setattr(export, "_export", fake)
    path = export.exported(folder)
    assert export.exported(folder) == path
    assert len(made) == 1
    path.write_bytes(b"half a gr")
    assert export.exported(folder).read_bytes() == b"graph"
    assert len(made) == 2


def test_unwritable_cache_is_a_reason_not_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    monkeypatch.setenv("TWINTREE_CACHE", str(blocked / "cache"))
    with pytest.raises(ModelUnavailable, match="cannot be written"):
        export.exported(open_folder())


def test_any_sentence_transformers_folder_replaces_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedder: WindowEmbedder
) -> None:
    folder = tmp_path / "Größe 模型"
    shutil.copytree(default_folder(), folder)
    other = WindowEmbedder(folder)
    assert other.info().id == "Größe 模型@53aa51172d14"
    assert float(other.embed(["same"])[0] @ embedder.embed(["same"])[0]) > 0.9999


def test_altered_default_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"not the weights")
    monkeypatch.setattr("twintree.models.folder.default_folder", lambda: tmp_path)
    with pytest.raises(ModelUnavailable, match="not the expected ones"):
        open_folder()


def test_folder_without_weights_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="holds no weights"):
        open_folder(tmp_path)


def test_batches_are_small_and_sorted_by_length(embedder: WindowEmbedder) -> None:
    seen: list[tuple[int, int]] = []

    class Spy:
        def run(self, inputs: embedder_module.Inputs, threads: int) -> object:
            seen.append(inputs["input_ids"].shape)  # type: ignore[arg-type]
            return np.ones((inputs["input_ids"].shape[0], 384), dtype=np.float32)

    spied = WindowEmbedder.__new__(WindowEmbedder)
    spied.__dict__ |= embedder.__dict__ | {"_backend": Spy()}
    spied.embed([f"{'word ' * (n * 7 % 250)}" for n in range(60)])
    assert all(rows <= 16 and (rows * length <= 512 or rows == 1) for rows, length in seen)
    assert [length for _, length in seen] == sorted(length for _, length in seen)
