"""What part of a graph is seen, and how large: scene units to pixels and back; free of Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

SMALLEST, LARGEST = 0.005, 8.0

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A point of the scene in the middle of a view of ``width`` × ``height`` pixels, at a scale."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    width: float = 1.0
    height: float = 1.0

    def to_screen(self, points: Points) -> Points:
        """Scene points, (n, 2), as pixels."""
        return (points - (self.x, self.y)) * self.scale + (self.width / 2, self.height / 2)

    def to_scene(self, x: float, y: float) -> tuple[float, float]:
        """A pixel's point of the scene."""
        return (x - self.width / 2) / self.scale + self.x, (y - self.height / 2) / self.scale + self.y

    def sized(self, width: float, height: float) -> Camera:
        """The same middle in a view of another size."""
        return replace(self, width=max(1.0, width), height=max(1.0, height))

    def moved(self, dx: float, dy: float) -> Camera:
        """The scene shifted by pixels, as by a hand."""
        return replace(self, x=self.x - dx / self.scale, y=self.y - dy / self.scale)

    def zoomed(self, factor: float, x: float | None = None, y: float | None = None) -> Camera:
        """Larger or smaller; the point under the pixel (the middle without one) stays where it is."""
        at_x, at_y = self.width / 2 if x is None else x, self.height / 2 if y is None else y
        scale = min(LARGEST, max(SMALLEST, self.scale * factor))
        under = self.to_scene(at_x, at_y)
        there = replace(self, scale=scale).to_scene(at_x, at_y)
        return replace(self, scale=scale, x=self.x + under[0] - there[0], y=self.y + under[1] - there[1])

    def centred(self, x: float, y: float) -> Camera:
        """With this point of the scene in the middle."""
        return replace(self, x=x, y=y)

    def fitted(self, points: Points, margin: float = 60.0, most: float = 2.2, beside: float = 0.0) -> Camera:
        """All points in view, with ``margin`` pixels around them, no larger than ``most``.

        ``beside`` pixels are left free to the right of them where that is more: for their labels.
        """
        if not len(points):
            return replace(self, x=0.0, y=0.0, scale=1.0)
        low, high = points.min(axis=0), points.max(axis=0)
        right = max(margin, beside)
        room = max(40.0, self.width - margin - right), max(40.0, self.height - 2 * margin)
        need = np.maximum(high - low, 1e-6)
        scale = min(most, float(min(room[0] / need[0], room[1] / need[1])))
        scale = min(LARGEST, max(SMALLEST, scale))
        middle = (low + high) / 2
        aside = (right - margin) / 2 / scale
        return replace(self, x=float(middle[0]) + aside, y=float(middle[1]), scale=scale)
