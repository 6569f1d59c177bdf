"""Dark reading: paper becomes the surface, ink becomes the text colour; hues and images stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from twintree_desktop.tokens import channels

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Channels that differ by less than this (of 255) are grey: scanned paper and subpixel text are.
_GREY = 12
#: An image that covers this share of its page is a scan: paper, not a picture.
_SCAN = 0.7

Box = tuple[int, int, int, int]


def darken(pixels: NDArray[Any], surface: str, text: str, images: Sequence[Box] = ()) -> NDArray[Any]:
    """Remap a page's lightness.

    Args:
        pixels: uint8 array (height, width, 3), red, green, blue.
        surface: what white becomes, ``#RRGGBB``.
        text: what black becomes.
        images: boxes of pictures in pixels (left, top, right, bottom), which stay as they are.

    Returns:
        uint32 array (height, width) of ``0xFFRRGGBB``, which Qt paints as it is.
    """
    import numpy as np

    ink = np.array(channels(text), dtype=np.float32)
    paper = np.array(channels(surface), dtype=np.float32)
    red, green, blue = pixels[:, :, 0], pixels[:, :, 1], pixels[:, :, 2]
    steps = np.linspace(0.0, 1.0, 256, dtype=np.float32)[:, None]
    out: NDArray[Any] = _packed(np.rint(ink + (paper - ink) * steps).astype(np.uint8)).take(green)
    # Most pixels are grey; only the others need arithmetic.
    coloured = np.maximum(np.maximum(red, green), blue) - np.minimum(np.minimum(red, green), blue) > _GREY
    if coloured.any():
        out[coloured] = _packed(_keep_hue(pixels[coloured].astype(np.float32), ink, paper))
    area = pixels.shape[0] * pixels.shape[1]
    for left, top, right, bottom in images:
        if (right - left) * (bottom - top) < _SCAN * area:
            out[top:bottom, left:right] = _packed(pixels[top:bottom, left:right])
    return out


def _packed(colours: NDArray[Any]) -> NDArray[Any]:
    """Colours (…, 3) of uint8 as ``0xFFRRGGBB`` (…)."""
    import numpy as np

    wide = colours.astype(np.uint32)
    packed: NDArray[Any] = 0xFF000000 | wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]
    return packed


def _keep_hue(colours: NDArray[Any], ink: NDArray[Any], paper: NDArray[Any]) -> NDArray[Any]:
    """Mirror the lightness of colours (n, 3) and keep their hue, with as much of their chroma as fits."""
    import numpy as np

    luma = colours @ np.array([0.299, 0.587, 0.114], dtype=np.float32)
    middle = (colours.max(axis=1) + colours.min(axis=1)) / 2
    # Luma alone bleaches blue and red; the middle of the channels alone leaves blue unreadable.
    light = ((luma + middle) / 2)[:, None]
    target = ink + (paper - ink) * (light / 255)
    chroma = colours - light
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(chroma > 0, (255 - target) / chroma, np.where(chroma < 0, -target / chroma, np.inf))
    share = np.clip(room.min(axis=1), 0.0, 1.0)[:, None]
    kept: NDArray[Any] = np.rint(target + chroma * share).clip(0, 255).astype(np.uint8)
    return kept
