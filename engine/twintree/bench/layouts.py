"""The layout model's boxes of benchmark papers, kept between runs: a page takes it half a second."""

from __future__ import annotations

from pathlib import Path

import msgspec

from twintree.base.pages import LayoutBox
from twintree.bench.corpus import kept_path
from twintree.sources.layout import layout_boxes
from twintree.store.files import sha256_of

Boxes = dict[int, tuple[LayoutBox, ...]]


def layout_of(path: Path) -> Boxes:
    """A file's boxes by page, from the last run or from the model."""
    kept = kept_path("layout") / f"{sha256_of(path)[0]}.json"
    if kept.is_file():
        return msgspec.json.decode(kept.read_bytes(), type=Boxes)
    found = dict(layout_boxes(path))
    kept.parent.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(found))
    part.replace(kept)
    return found
