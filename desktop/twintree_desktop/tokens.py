"""The design tokens: colours of both themes, spacing, radii, sizes; free of Qt, so tests can weigh them."""

from __future__ import annotations

from dataclasses import dataclass

SMALLEST_FONT = 11
LARGEST_FONT = 18
DEFAULT_FONT = 13

#: WCAG 2.2 AA: text, and things that carry meaning without being text.
TEXT_CONTRAST = 4.5
SHAPE_CONTRAST = 3.0


@dataclass(frozen=True)
class Space:
    """Distances in logical pixels."""

    hair: int = 4
    small: int = 8
    medium: int = 12
    large: int = 16
    huge: int = 24


@dataclass(frozen=True)
class Radius:
    """Corner radii in logical pixels."""

    row: int = 6
    field: int = 8
    chip: int = 9


@dataclass(frozen=True)
class Height:
    """Heights in logical pixels at the default font size."""

    row: int = 34
    side_row: int = 28
    strip: int = 36
    bar: int = 44


SPACE = Space()
RADIUS = Radius()
HEIGHT = Height()
RAIL_WIDTH = 60


@dataclass(frozen=True)
class Palette:
    """One theme's colours, as ``#RRGGBB``.

    ``outline`` is for the edges of controls, ``hover`` for what lies under the pointer; ``quote`` is
    laid under dark ink (``quote_ink``) in both themes.
    """

    bg: str
    surface: str
    raised: str
    border: str
    outline: str
    hover: str
    text: str
    muted: str
    accent: str
    soft: str
    on_accent: str
    quote: str
    quote_ink: str
    warn: str
    warn_bg: str
    error: str
    error_bg: str


LIGHT = Palette(
    bg="#F6F5F1",
    surface="#FFFFFF",
    raised="#FBFAF7",
    border="#E3E0D8",
    outline="#878B87",
    hover="#EFEDE7",
    text="#1E2326",
    muted="#626A6E",
    accent="#2C6A4D",
    soft="#E4EFE8",
    on_accent="#FFFFFF",
    quote="#FFE98A",
    quote_ink="#1E2326",
    warn="#8A5A00",
    warn_bg="#FBEFD3",
    error="#A8322A",
    error_bg="#FBE9E6",
)

DARK = Palette(
    bg="#16191B",
    surface="#1D2123",
    raised="#22272A",
    border="#31373B",
    outline="#727B80",
    hover="#282E31",
    text="#E5E8E6",
    muted="#9BA4A8",
    accent="#7CC8A0",
    soft="#20362B",
    on_accent="#10201A",
    quote="#FFE98A",
    quote_ink="#1E2326",
    warn="#E3B55B",
    warn_bg="#3A2F16",
    error="#F08A80",
    error_bg="#3B2220",
)

#: What a tag may be coloured with; ``tinted`` makes ink and ground of it in either theme.
TAG_COLOURS: dict[str, str] = {
    "green": "#2C6A4D",
    "amber": "#B07A10",
    "red": "#B23A30",
    "violet": "#6B4FA0",
    "blue": "#2F6299",
    "teal": "#1F7A7A",
    "rose": "#A63D6B",
    "grey": "#6B7377",
}


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255, of ``#RRGGBB``."""
    value = int(colour.lstrip("#"), 16)
    return value >> 16 & 255, value >> 8 & 255, value & 255


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""

    def linear(value: int) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(value) for value in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.2)."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mix(first: str, second: str, share: float) -> str:
    """``first`` with ``share`` (0 to 1) of ``second`` in it."""
    pairs = zip(channels(first), channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def tinted(colour: str, palette: Palette) -> tuple[str, str]:
    """Ink and ground for a chip of that colour, legible in that theme."""
    ground = mix(palette.surface, colour, 0.16)
    for step in range(21):
        ink = mix(colour, palette.text, step / 20)
        if contrast(ink, ground) >= TEXT_CONTRAST:
            return ink, ground
    return palette.text, ground
