"""Model files that ended before their time: said when they are added, not when they are used."""

from __future__ import annotations

import errno
import os
import struct
from pathlib import Path

import gguf
import pytest
from tests.engine.models.tiny_model import make_tiny_model, make_tiny_projector

from twintree.base.errors import InputError, StorageProblem
from twintree.models.extents import BLOCKS, must_be_whole
from twintree.models.shelf import ModelShelf

HEAD = struct.pack("<4sI", b"GGUF", 3)


@pytest.mark.parametrize("projector", [False, True])
def test_a_file_of_which_the_end_is_missing_is_refused_wherever_it_was_cut(
    tmp_path: Path, projector: bool
) -> None:
    make = make_tiny_projector if projector else make_tiny_model
    whole = make(tmp_path / "whole.gguf").read_bytes()
    must_be_whole(tmp_path / "whole.gguf", projector=projector)
    part = tmp_path / "part.gguf"
    for length in (5, 12, 23, 24, 60, 300, 2000, len(whole) // 2, len(whole) - 200, len(whole) - 1):
        part.write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"^part\.gguf is cut off: .*\. Fetch it again") as told:
            must_be_whole(part, projector=projector)
        assert told.value.code == "truncated"


def test_a_model_is_not_added_with_a_projector_that_is_cut_off_or_none(tmp_path: Path) -> None:
    model = make_tiny_model(tmp_path / "tiny.gguf")
    eyes = make_tiny_projector(tmp_path / "mmproj-tiny.gguf")
    shelf = ModelShelf(tmp_path / "models")
    with pytest.raises(
        InputError, match=r"^tiny\.gguf is no projector: it holds a model of the kind 'llama'"
    ):
        shelf.add(model, projector=model)
    eyes.write_bytes(eyes.read_bytes()[:-4000])
    with pytest.raises(InputError, match=r"^mmproj-tiny\.gguf is cut off: 0\.0 of its .* MB are missing"):
        shelf.add(model)
    assert shelf.installed() == ()
    eyes.unlink()
    assert shelf.add(model).projector == ""


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (struct.pack("<4sIQQ", b"GGUF", 1, 0, 0), "version 1"),
        (HEAD + struct.pack("<QQQ1sII", 0, 1, 1, b"k", 9, 9) + bytes(60), "unknown type .9."),
        (HEAD + struct.pack("<QQQ1sI", 1, 0, 1, b"t", 4_000_000_000) + bytes(60), "4000000000 dimensions"),
        (HEAD + struct.pack("<QQQ1s", 0, 1, 1, b"\xff") + bytes(60), "can't decode"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused_in_a_sentence(tmp_path: Path, data: bytes, why: str) -> None:
    (tmp_path / "odd.gguf").write_bytes(data)
    with pytest.raises(InputError, match=f"^odd.gguf is no GGUF file that can be read: .*{why}"):
        must_be_whole(tmp_path / "odd.gguf")


def test_counts_beyond_the_file_end_with_the_file(tmp_path: Path) -> None:
    (tmp_path / "odd.gguf").write_bytes(HEAD + struct.pack("<QQ", 2**63, 2**63) + bytes(500))
    with pytest.raises(InputError):
        must_be_whole(tmp_path / "odd.gguf")


def test_tensors_are_as_long_as_ggmls_own_package_says() -> None:
    theirs = {int(kind): size for kind, size in gguf.GGML_QUANT_SIZES.items()}
    assert {kind: theirs[kind] for kind in BLOCKS} == BLOCKS


def test_a_tensor_stored_in_a_way_of_tomorrow_is_let_through_where_it_begins(tmp_path: Path) -> None:
    tensor = struct.pack("<Q1sIQIQ", 1, b"t", 1, 4096, 999, 0)
    (tmp_path / "new.gguf").write_bytes(HEAD + struct.pack("<QQ", 1, 0) + tensor + bytes(64))
    must_be_whole(tmp_path / "new.gguf")


def test_a_full_disk_is_named_and_leaves_models_and_choices_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = ModelShelf(tmp_path / "models")
    shelf.add(make_tiny_model(tmp_path / "tiny.gguf"))
    shelf.choose("*", "tiny")
    before = sorted(tmp_path.rglob("*.*"))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    for write in (
        lambda: shelf.add(tmp_path / "tiny.gguf", "other"),
        lambda: shelf.choose("*", ""),
        lambda: shelf.let_unasked("summaries", allowed=True),
    ):
        with pytest.raises(StorageProblem, match=r"^The disk is full") as told:
            write()
        assert told.value.code == "disk_full"
    assert sorted(tmp_path.rglob("*.*")) == before
    assert [model.id for model in shelf.installed()] == ["tiny"]
    assert shelf.chosen() == {"*": "tiny"}
