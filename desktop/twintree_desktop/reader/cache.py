"""Page images that were drawn, the least recently used dropped first, within a bound on memory."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from PySide6.QtGui import QImage

from twintree.base.ids import FileId

#: Bytes of page images that are kept.
BOUND = 192 * 1024 * 1024


@dataclass(frozen=True)
class PageKey:
    """One page of one file, in one look."""

    file: FileId
    page: int
    dark: bool


class PageCache:
    """Images by page and scale (device pixels a point)."""

    def __init__(self, bound: int = BOUND) -> None:
        self.bound = bound
        self._images: OrderedDict[tuple[PageKey, float], QImage] = OrderedDict()
        self._scales: dict[PageKey, set[float]] = {}
        self.bytes = 0

    def put(self, key: PageKey, scale: float, image: QImage) -> None:
        """Keep an image; others go until the bound holds again."""
        self._drop((key, scale))
        self._images[(key, scale)] = image
        self._scales.setdefault(key, set()).add(scale)
        self.bytes += image.sizeInBytes()
        while self.bytes > self.bound and len(self._images) > 1:
            self._drop(next(iter(self._images)))

    def exact(self, key: PageKey, scale: float) -> QImage | None:
        """The image at exactly that scale."""
        image = self._images.get((key, scale))
        if image is not None:
            self._images.move_to_end((key, scale))
        return image

    def nearest(self, key: PageKey, scale: float) -> QImage | None:
        """The image that is best scaled to that size: the next larger one, else the largest."""
        scales = self._scales.get(key)
        if not scales:
            return None
        larger = [each for each in scales if each >= scale]
        return self.exact(key, min(larger) if larger else max(scales))

    def forget(self, file: FileId) -> None:
        """Drop all pages of a file."""
        for entry in [entry for entry in self._images if entry[0].file == file]:
            self._drop(entry)

    def _drop(self, entry: tuple[PageKey, float]) -> None:
        image = self._images.pop(entry, None)
        if image is None:
            return
        self.bytes -= image.sizeInBytes()
        scales = self._scales[entry[0]]
        scales.discard(entry[1])
        if not scales:
            del self._scales[entry[0]]
