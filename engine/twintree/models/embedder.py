"""Embeds texts of any length with a sentence-transformers model, by ONNX where it exports, else by torch."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from twintree.base.errors import ModelUnavailable
from twintree.models.export import exported, original
from twintree.models.folder import ModelFolder, open_folder
from twintree.models.onnx import session
from twintree.models.protocol import EmbedderInfo, Vectors, no_vectors, unit

#: Windows times word pieces that one forward pass may hold: about 150 ms of one thread, so that cancelling
#: and giving way to a question are quick; larger batches gain nothing on a processor.
_BATCH_PIECES = 512
_BATCH_WINDOWS = 16
#: Fewer windows than this gain nothing from a second thread, and its session costs memory.
_WORTH_THREADS = 4

_log = logging.getLogger(__name__)

Step = Callable[[], None]
Inputs = dict[str, NDArray[np.int64]]


class Backend(Protocol):
    """Runs one padded batch of windows."""

    def run(self, inputs: Inputs, threads: int) -> NDArray[np.float32]:
        """Embed a batch: int64 (windows, length) each, to float32 (windows, dimension)."""
        ...


class WindowEmbedder:
    """An embedder in this process; ``ModelHost`` gives the same from another one.

    A text longer than the model's window is the normalised mean of its windows' vectors, each weighted by
    its word pieces, so that nothing is cut (DESIGN §4.7).
    """

    def __init__(self, path: Path | None = None) -> None:
        self._folder = open_folder(path)
        self._tokenizer = _tokenizer(self._folder)
        self._backend, name, reason = _backend(self._folder)
        self._dimension = int(self._run([self._windows([""])[0][0]], 1).shape[1])
        self._info = EmbedderInfo(
            id=self._folder.id,
            dimension=self._dimension,
            limit=self._folder.limit,
            languages=self._folder.languages,
            backend=name,
            reason=reason,
        )

    def info(self) -> EmbedderInfo:
        """What this embedder is."""
        return self._info

    def embed(self, texts: Sequence[str], *, threads: int = 2, step: Step | None = None) -> Vectors:
        """Embed texts.

        Args:
            texts: any number, of any length, in any order.
            threads: processor threads: 2 for a question, 1 in the background.
            step: called between batches; what it raises ends the work.

        Returns:
            float32, shape (len(texts), dimension), unit length, in the order given.
        """
        if not texts:
            return no_vectors(self._dimension)
        windows = self._windows(texts)
        flat = [(owner, window) for owner, group in enumerate(windows) for window in group]
        flat.sort(key=lambda item: len(item[1].ids))
        sums = np.zeros((len(texts), self._dimension))
        used = threads if len(flat) > _WORTH_THREADS else 1
        for batch in _batches(flat):
            if step is not None:
                step()
            vectors = self._run([window for _, window in batch], used)
            for (owner, window), vector in zip(batch, vectors, strict=True):
                sums[owner] += vector * _weight(window)
        return unit(sums)

    def pieces(self, text: str) -> int:
        """How many word pieces a text has, without markers."""
        return sum(
            int(len(window.ids) - sum(window.special_tokens_mask)) for window in self._windows([text])[0]
        )

    def _windows(self, texts: Sequence[str]) -> list[list[Any]]:
        encodings = self._tokenizer.encode_batch(list(texts))
        return [[encoding, *encoding.overflowing] for encoding in encodings]

    def _run(self, windows: Sequence[Any], threads: int) -> NDArray[np.float32]:
        length = max(len(window.ids) for window in windows)
        inputs = {
            name: np.zeros((len(windows), length), dtype=np.int64)
            for name in ("input_ids", "attention_mask", "token_type_ids")
        }
        pad = self._tokenizer.padding_id
        inputs["input_ids"].fill(pad)
        for row, window in enumerate(windows):
            size = len(window.ids)
            inputs["input_ids"][row, :size] = window.ids
            inputs["attention_mask"][row, :size] = window.attention_mask
            inputs["token_type_ids"][row, :size] = window.type_ids
        return self._backend.run(inputs, threads)


def _weight(window: Any) -> int:
    """Word pieces of a window, its markers left out; at least 1, so that an empty text has a vector."""
    return max(1, int(len(window.ids) - sum(window.special_tokens_mask)))


def _batches(flat: Sequence[tuple[int, Any]]) -> Iterator[Sequence[tuple[int, Any]]]:
    """Cut windows sorted by length into batches of bounded work."""
    start = 0
    while start < len(flat):
        size = 1
        while size < _BATCH_WINDOWS and start + size < len(flat):
            if (size + 1) * len(flat[start + size][1].ids) > _BATCH_PIECES:
                break
            size += 1
        yield flat[start : start + size]
        start += size


class _Tokenizer:
    """A ``tokenizers.Tokenizer`` that splits long texts into windows."""

    def __init__(self, path: Path, limit: int) -> None:
        import tokenizers

        self._inner = tokenizers.Tokenizer.from_file(str(path))
        padding = self._inner.padding
        self.padding_id = int(padding["pad_id"]) if padding else 0
        self._inner.no_padding()
        # "Truncation" keeps the rest as overflowing windows: nothing is lost.
        self._inner.enable_truncation(max_length=limit, stride=0)

    def encode_batch(self, texts: list[str]) -> list[Any]:
        return list(self._inner.encode_batch(texts))


def _tokenizer(folder: ModelFolder) -> _Tokenizer:
    path = Path(folder.path) / "tokenizer.json"
    if not path.is_file():
        raise ModelUnavailable(
            f"{folder.path} has no tokenizer.json.", "Save the model again with a fast tokenizer."
        )
    try:
        return _Tokenizer(path, folder.limit)
    except Exception as error:  # the tokenizers library raises bare Exception
        raise ModelUnavailable(f"The tokenizer in {folder.path} cannot be read: {error}.") from error


def _backend(folder: ModelFolder) -> tuple[Backend, str, str]:
    """The fast back end, or the other one and why."""
    try:
        return _OnnxBackend(exported(folder)), "onnx", ""
    except ModelUnavailable as error:
        reason = error.message
    except Exception as error:  # a damaged or unsupported onnxruntime must not take the search down
        reason = f"onnxruntime cannot open the exported model: {error}"
    _log.warning("embedding with torch: %s", reason)
    return _TorchBackend(folder), "torch", reason


class _OnnxBackend:
    """onnxruntime on the CPU; one session for each number of threads, opened when first used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sessions: dict[int, Any] = {1: session(path, 1)}
        self._names = {one.name for one in self._sessions[1].get_inputs()}

    def run(self, inputs: Inputs, threads: int) -> NDArray[np.float32]:
        if threads not in self._sessions:
            self._sessions[threads] = session(self._path, threads)
        used = {name: array for name, array in inputs.items() if name in self._names}
        return np.asarray(self._sessions[threads].run(None, used)[0], dtype=np.float32)


class _TorchBackend:
    """The model as its publisher runs it."""

    def __init__(self, folder: ModelFolder) -> None:
        try:
            import torch

            self._torch = torch
            self._model = original(folder)
        except Exception as error:  # whatever stops it, the person needs one sentence
            raise ModelUnavailable(
                f"The embedding model {folder.id} cannot be loaded: {error}.",
                "Choose another sentence-transformers folder.",
            ) from error

    def run(self, inputs: Inputs, threads: int) -> NDArray[np.float32]:
        torch = self._torch
        torch.set_num_threads(threads)
        features = {name: torch.from_numpy(array) for name, array in inputs.items()}
        if "token_type_ids" not in self._model.tokenizer.model_input_names:
            del features["token_type_ids"]
        with torch.inference_mode():
            for module in self._model:
                features = module(features)
            vectors = torch.nn.functional.normalize(features["sentence_embedding"], p=2, dim=1)
        return np.asarray(vectors.float().numpy())
