"""Both themes meet WCAG AA: 4.5:1 for text, 3:1 for shapes that carry meaning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twintree_desktop.tokens import (
    DARK,
    LIGHT,
    SHAPE_CONTRAST,
    TAG_COLOURS,
    TEXT_CONTRAST,
    Palette,
    contrast,
    mix,
    tinted,
)

THEMES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
GROUNDS = ("bg", "surface", "raised")


@THEMES
@pytest.mark.parametrize("ground", [*GROUNDS, "soft", "hover"])
@pytest.mark.parametrize("ink", ["text", "muted", "accent"])
def test_text_is_legible_on_every_ground(palette: Palette, ink: str, ground: str) -> None:
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= TEXT_CONTRAST


@THEMES
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("warn", "warn_bg"),
        ("warn", "surface"),
        ("text", "warn_bg"),
        ("error", "error_bg"),
        ("error", "surface"),
        ("error", "bg"),
        ("text", "error_bg"),
        ("quote_ink", "quote"),
        ("on_accent", "accent"),
    ],
)
def test_pairs_that_belong_together_are_legible(palette: Palette, ink: str, ground: str) -> None:
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= TEXT_CONTRAST


@THEMES
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("shape", ["outline", "accent", "muted"])
def test_outlines_focus_and_icons_are_visible(palette: Palette, shape: str, ground: str) -> None:
    assert contrast(getattr(palette, shape), getattr(palette, ground)) >= SHAPE_CONTRAST


@THEMES
@pytest.mark.parametrize("colour", TAG_COLOURS.values(), ids=TAG_COLOURS)
def test_tags_are_legible(palette: Palette, colour: str) -> None:
    ink, ground = tinted(colour, palette)
    assert contrast(ink, ground) >= TEXT_CONTRAST


@given(st.integers(0, 0xFFFFFF), st.sampled_from([LIGHT, DARK]))
def test_any_colour_a_person_picks_makes_a_legible_tag(value: int, palette: Palette) -> None:
    ink, ground = tinted(f"#{value:06X}", palette)
    assert contrast(ink, ground) >= TEXT_CONTRAST


def test_mixing_ends_at_both_colours() -> None:
    assert mix("#102030", "#FFFFFF", 0) == "#102030"
    assert mix("#102030", "#FFFFFF", 1) == "#FFFFFF"
