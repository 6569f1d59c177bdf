"""The originals' bytes: whole or not at all, never changed, found by hash."""

from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path

import pytest

from twintree.base.errors import Cancelled, StorageProblem, UnreadableFile
from twintree.base.progress import CancelToken
from twintree.store.files import LARGEST, FileStore, format_of, sha256_of


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "Käse 論文.PDF"
    path.write_bytes(b"%PDF-1.7 content" * 100_000)
    return path


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    root = tmp_path / "library"
    root.mkdir()
    return FileStore(root)


def leftovers(store: FileStore) -> list[Path]:
    return list(store.root.rglob("*.part"))


def test_a_file_is_kept_under_its_hash_and_the_original_stays(store: FileStore, source: Path) -> None:
    before = source.stat().st_mtime_ns
    stored = store.add(source)
    assert stored.sha256 == hashlib.sha256(source.read_bytes()).hexdigest()
    assert stored.size == source.stat().st_size
    path = store.path(stored.sha256, stored.format)
    assert path.read_bytes() == source.read_bytes()
    assert (
        path.relative_to(store.root).as_posix().startswith(f"files/{stored.sha256[:2]}/{stored.sha256[2:4]}/")
    )
    assert source.stat().st_mtime_ns == before
    assert store.intact(stored.sha256)
    assert list(store.stored()) == [(stored.sha256, path)]


def test_known_bytes_are_not_copied_again(store: FileStore, source: Path) -> None:
    stored = store.add(source)
    path = store.path(stored.sha256)
    inode = path.stat().st_ino
    assert store.add(source) == stored
    assert path.stat().st_ino == inode


def test_a_cut_copy_is_replaced(store: FileStore, source: Path) -> None:
    stored = store.add(source)
    store.path(stored.sha256).write_bytes(b"cut")
    assert not store.intact(stored.sha256)
    store.add(source)
    assert store.intact(stored.sha256)


def test_a_link_copies_nothing(store: FileStore, source: Path) -> None:
    stored = store.add(source, link=True)
    assert stored.size == source.stat().st_size
    assert list(store.stored()) == []


def test_removed_bytes_leave_no_folders(store: FileStore, source: Path) -> None:
    stored = store.add(source)
    store.remove(stored.sha256)
    store.remove(stored.sha256)
    assert [each for each in (store.root / "files").rglob("*") if each.name != "incoming"] == []


def test_a_full_disk_leaves_nothing_behind(
    store: FileStore, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageProblem, match="disk is full"):
        store.add(source)
    assert leftovers(store) == []
    assert list(store.stored()) == []


def test_a_cancelled_copy_leaves_nothing_behind(store: FileStore, source: Path) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        store.add(source, cancel=token)
    assert leftovers(store) == []


def test_what_a_killed_copy_left_is_swept(store: FileStore, source: Path) -> None:
    store.add(source)
    (store.root / "files" / "incoming" / "x.part").write_bytes(b"half")
    store.sweep()
    assert leftovers(store) == []
    assert len(list(store.stored())) == 1


def test_a_missing_file_and_a_folder_are_named(store: FileStore, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile) as caught:
        store.add(tmp_path / "gone.pdf")
    assert caught.value.code == "vanished"
    with pytest.raises(UnreadableFile):
        store.add(tmp_path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("a.PDF", "pdf"), ("a", "pdf"), ("a.", "pdf"), ("a.p/df", "pdf"), ("a.epub", "epub")],
)
def test_the_format_is_a_safe_suffix(name: str, expected: str) -> None:
    assert format_of(Path(name)) == expected


def test_a_file_beyond_every_document_is_refused_before_it_is_hashed(
    store: FileStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    huge = tmp_path / "huge.pdf"
    with huge.open("wb") as file:
        file.write(b"%PDF-1.7\n")
        file.truncate(LARGEST + 1)

    def hashed(*_: object) -> tuple[str, int]:
        pytest.fail("It was read.")

    monkeypatch.setattr("twintree.store.files._digest", hashed)
    for take in (sha256_of, store.add):
        with pytest.raises(UnreadableFile, match="at most 4 GiB") as refused:
            take(huge)
        assert refused.value.code == "too_large"


def test_a_file_of_no_size_is_refused_unread(
    store: FileStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "kmsg"
    empty.touch()
    # As of /proc's files, whose reading may never end.
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("It was opened."))
    for take in (sha256_of, store.add):
        with pytest.raises(UnreadableFile) as refused:
            take(empty)
        assert refused.value.code == "empty"
