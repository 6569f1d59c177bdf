"""Deleting for good leaves nothing of a paper in the graph's file either."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import twintree_resources
from twintree.base.errors import StorageProblem
from twintree.library import Library
from twintree.store.graph import GraphProjection
from twintree.store.jobs import JobStore

SAMPLES = sorted((Path(twintree_resources.__file__).parent / "samples").glob("*.pdf"))[:2]


def bytes_of(folder: Path) -> bytes:
    files = [path for path in folder.rglob("*") if path.is_file() and "graph.kuzu" in str(path)]
    return b"".join(path.read_bytes() for path in files)


def test_a_deleted_papers_id_is_gone_from_the_graph(tmp_path: Path) -> None:
    with Library.create(tmp_path / "library") as library:
        library.jobs.submit_import(SAMPLES).wait()
        library.settle()
        gone, kept = (row.id for row in library.papers.rows())
        assert library.check() == []
    assert gone.encode() in bytes_of(tmp_path / "library")
    with Library.open(tmp_path / "library") as library:
        library.delete([gone])
        assert library.check() == []
    left = bytes_of(tmp_path / "library")
    assert kept.encode() in left
    assert gone.encode() not in left


def test_a_deletion_that_a_crash_cut_short_is_brought_to_its_end_on_opening(
    sample_library_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(shutil.copytree(sample_library_path, tmp_path / "library"))

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    with Library.open(root) as library, monkeypatch.context() as broken:
        library.settle()
        gone = library.papers.rows()[0].id
        broken.setattr(GraphProjection, "rebuild", crash)
        with pytest.raises(KeyboardInterrupt):
            library.delete([gone])
    with Library.open(root) as library:
        assert library.check() == []
    assert gone.encode() not in bytes_of(root)


def test_jobs_are_told_as_interrupted_also_where_a_deletion_cannot_be_finished(
    sample_library_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(shutil.copytree(sample_library_path, tmp_path / "library"))

    def refuse(*_: object) -> None:
        raise StorageProblem("A file is open elsewhere.", "Close it.")

    with Library.open(root) as library, monkeypatch.context() as broken:
        library.settle()
        jobs = JobStore(library._ledger)
        job = jobs.create("import", "1 file", ["a.pdf"])
        assert jobs.begin(job.id)
        broken.setattr(GraphProjection, "rebuild", refuse)
        with pytest.raises(StorageProblem):
            library.delete([library.papers.rows()[0].id])
    with monkeypatch.context() as broken:
        broken.setattr(GraphProjection, "rebuild", refuse)
        with Library.open(root) as library:
            assert library.jobs.get(job.id).state == "queued"
