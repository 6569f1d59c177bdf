"""The text recogniser (rapidocr on the CPU): what stands in a picture, line by line; in a worker's process only."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from twintree.base.records import Rect

#: A recognition model for another script (PP-OCR as ONNX, with its characters inside).
MODEL_VARIABLE = "TWINTREE_OCR_RECOGNISER"
#: Pixels along a picture's longer side, whatever its size says.
LARGEST = 3600

Pixels = NDArray[np.uint8]
Point = tuple[float, float]


class Seen(msgspec.Struct, frozen=True):
    """A line that was recognised: its words, how sure they are (0 to 1), and its corners in pixels.

    The corners go clockwise from where the text's upper left is; a tilted page's lines are tilted.
    """

    text: str
    score: float
    corners: tuple[Point, Point, Point, Point]

    @property
    def box(self) -> Rect:
        """The upright box around the line."""
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return Rect(min(xs), min(ys), max(xs), max(ys))


def look(pixels: Pixels) -> list[Seen]:
    """The lines of a picture, in no order that means anything.

    Args:
        pixels: blue, green and red of each pixel, shape (height, width, 3).
    """
    seen = _engine()(pixels, use_det=True, use_rec=True)
    if seen.txts is None or seen.boxes is None:
        return []
    return [
        Seen(str(text), float(score), _corners(corners))
        for text, score, corners in zip(seen.txts, seen.scores, seen.boxes, strict=True)
    ]


def _corners(found: Any) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((float(x), float(y)) for x, y in found)
    return a, b, c, d


def count_lines(pixels: Pixels) -> int:
    """How many lines a picture has, whether or not a word of them can be read."""
    lines = _engine()(pixels, use_det=True, use_rec=False).boxes
    return 0 if lines is None else len(lines)


def read_line(pixels: Pixels) -> tuple[str, float]:
    """The words of a picture that is one line, and how sure they are; "" where nothing is read."""
    seen = _engine()(np.ascontiguousarray(pixels), use_det=False, use_rec=True)
    return (str(seen.txts[0]), float(seen.scores[0])) if seen.txts else ("", 0.0)


def straight(pixels: Pixels, line: Seen) -> Pixels:
    """A line's part of the picture, turned level."""
    import cv2

    corners = np.array(line.corners, np.float32)
    wide = max(1, round(float(np.linalg.norm(corners[1] - corners[0]))))
    high = max(1, round(float(np.linalg.norm(corners[3] - corners[0]))))
    level = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    turn = cv2.getPerspectiveTransform(corners, level)
    turned: Any = cv2.warpPerspective(pixels, turn, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.uint8)


def pixels_of(picture: Any) -> Pixels:
    """A pixmap in RGB as the recogniser takes it: blue first, shape (height, width, 3)."""
    pixels = np.frombuffer(picture.samples, dtype=np.uint8).reshape(picture.height, picture.width, 3)
    return np.ascontiguousarray(pixels[:, :, ::-1])


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    settings: dict[str, Any] = {
        "Global.log_level": "critical",
        "Global.use_cls": False,
        # Lines that are read badly tell of a script that the model does not know: we sort them out.
        "Global.text_score": 0.0,
        "Global.max_side_len": LARGEST,
        "EngineConfig.onnxruntime.intra_op_num_threads": 1,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }
    if os.environ.get(MODEL_VARIABLE):
        settings["Rec.model_path"] = os.environ[MODEL_VARIABLE]
    return RapidOCR(params=settings)
