"""Exports a sentence-transformers folder to one ONNX file, once, checked against the original."""

from __future__ import annotations

import json
import logging
import os
import shutil
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from twintree.base.errors import ModelUnavailable
from twintree.models.folder import ModelFolder, cache_folder, sha256_of

#: Raised whenever the exported graph would differ; part of the cache's key.
EXPORTER_VERSION = 1
_OPSET = 17
_TOLERANCE = 0.9999
_PROBES = ("a", "Section trees are verified against the page.", "word " * 90, "résumé 東京 ∑ x² = 4")

_log = logging.getLogger(__name__)


def exported(folder: ModelFolder) -> Path:
    """The ONNX file of a model, from the cache or exported now.

    The graph takes ``input_ids``, ``attention_mask`` and ``token_type_ids`` (int64, batch x length) and gives
    ``embedding`` (float32, batch x dimension, unit length): pooling and normalisation are inside.

    Raises:
        ModelUnavailable: this model or this machine does not allow the export; the message says why.
    """
    place = cache_folder() / "embedders" / f"{folder.sha256[:16]}-{EXPORTER_VERSION}"
    if _intact(place):
        return place / "model.onnx"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix="export-", dir=place.parent))
    except OSError as error:
        raise ModelUnavailable(
            f"The cache folder {place.parent} cannot be written: {error.strerror}."
        ) from error
    try:
        _export(folder, work)
        _publish(work, place)
    except ModelUnavailable:
        raise
    except Exception as error:
        # Exporters fail in as many ways as there are models; any of them means the other back end.
        _log.warning("export of %s failed", folder.id, exc_info=True)
        raise ModelUnavailable(f"{folder.id} could not be exported to ONNX: {_first_line(error)}.") from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return place / "model.onnx"


def _intact(place: Path) -> bool:
    try:
        stamp = json.loads((place / "stamp.json").read_text("utf-8"))
        return bool(stamp["sha256"] == sha256_of(place / "model.onnx"))
    except (OSError, ValueError, KeyError):
        return False


def _export(folder: ModelFolder, work: Path) -> None:
    import torch

    torch.set_num_threads(2)
    # Fused attention does not trace; the plain form computes the same.
    model = original(folder, attn_implementation="eager")
    graph = _normalised(model)
    sample = model.tokenizer(["a short text", "and another, longer one"], padding=True, return_tensors="pt")
    sample.setdefault("token_type_ids", torch.zeros_like(sample["input_ids"]))
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {name: {0: "batch", 1: "length"} for name in names} | {"embedding": {0: "batch"}}
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracer warns of constants that the probes below would reveal
        torch.onnx.export(
            graph,
            tuple(sample[name] for name in names),
            str(work / "model.onnx"),
            input_names=names,
            output_names=["embedding"],
            dynamic_axes=axes,
            opset_version=_OPSET,
            dynamo=False,
        )
    _compare(model, work / "model.onnx")
    (work / "stamp.json").write_text(
        json.dumps({"sha256": sha256_of(work / "model.onnx"), "model": folder.id})
    )


def original(folder: ModelFolder, **settings: Any) -> Any:
    """The model as its publisher runs it, on the processor, without progress bars."""
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging as bars

    bars.disable_progress_bar()  # type: ignore[no-untyped-call]
    return SentenceTransformer(
        folder.path, device="cpu", local_files_only=True, model_kwargs=settings or None
    )


def _normalised(model: Any) -> Any:
    """The whole pipeline as one torch module, from ids to a unit vector."""
    import torch

    class Pipeline(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: Any, attention_mask: Any, token_type_ids: Any) -> Any:
            features = {"input_ids": input_ids, "attention_mask": attention_mask}
            if "token_type_ids" in model.tokenizer.model_input_names:
                features["token_type_ids"] = token_type_ids
            for module in self.model:
                features = module(features)
            return torch.nn.functional.normalize(features["sentence_embedding"], p=2, dim=1)

    return Pipeline().eval()


def _compare(model: Any, path: Path) -> None:
    from twintree.models.onnx import session

    inputs = dict(model.tokenizer(list(_PROBES), padding=True, truncation=True, return_tensors="np"))
    inputs.setdefault("token_type_ids", np.zeros_like(inputs["input_ids"]))
    run = session(path, threads=1)
    names = [one.name for one in run.get_inputs()]
    ours = run.run(None, {name: inputs[name].astype(np.int64) for name in names})[0]
    theirs = model.encode(
        list(_PROBES), normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
    )
    worst = float((ours * theirs).sum(axis=1).min())
    if not worst >= _TOLERANCE:
        raise ModelUnavailable(f"The exported model differs from the original (cosine {worst:.4f}).")


def _publish(work: Path, place: Path) -> None:
    """Make the finished folder visible in one step; another process that was faster wins."""
    for name in ("model.onnx", "stamp.json"):
        with (work / name).open("rb+") as stream:
            os.fsync(stream.fileno())
    if place.exists() and not _intact(place):
        shutil.rmtree(place, ignore_errors=True)
    try:
        work.rename(place)
    except OSError:
        if not _intact(place):
            raise


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__)[:200].rstrip(".")
