"""Units behind numbers, as texts print them: ``18 mg/kg``, ``45%``, ``11-second``."""

from __future__ import annotations

import re
from collections.abc import Mapping

#: Each unit with the ways it is written; single letters count only right behind a number.
_WRITTEN: Mapping[str, str] = {
    "%": "%|percent|per cent|percentage points?|percentages?|pp",
    "ms": "ms|milliseconds?|msec",
    "µs": "[µμ]s|us|microseconds?",
    "s": "s|secs?|seconds?",
    "min": "min|mins|minutes?",
    "h": "h|hrs?|hours?",
    "day": "days?",
    "week": "weeks?",
    "month": "months?",
    "year": "years?|yrs?",
    "ng": "ng",
    "µg": "[µμ]g|ug|micrograms?",
    "mg": "mg|milligrams?",
    "g": "g|grams?",
    "kg": "kg|kilograms?",
    "nm": "nm|nanomet(?:er|re)s?",
    "µm": "[µμ]m|um|micromet(?:er|re)s?|microns?",
    "mm": "mm|millimet(?:er|re)s?",
    "cm": "cm|centimet(?:er|re)s?",
    "m": "m|met(?:er|re)s?",
    "km": "km|kilomet(?:er|re)s?",
    "ml": "ml|millilit(?:er|re)s?",
    "l": "l|lit(?:er|re)s?",
    "mol": "mol|moles?",
    "mmol": "mmol|millimoles?",
    "µmol": "[µμ]mol|umol",
    "KB": "kb|kilobytes?",
    "MB": "mb|megabytes?",
    "GB": "gb|gigabytes?",
    "TB": "tb|terabytes?",
    "Hz": "hz|hertz",
    "kHz": "khz|kilohertz",
    "MHz": "mhz|megahertz",
    "GHz": "ghz|gigahertz",
    "°C": "°\\s?c|degrees celsius",
    "°F": "°\\s?f|degrees fahrenheit",
    "ppm": "ppm",
    "$": "dollars?|usd",
    "€": "euros?|eur",
}
_ANY = "|".join(f"(?:{ways})" for ways in _WRITTEN.values())
_MEASURE = re.compile(
    rf"(?P<number>\d+(?:[.,]\d+)*)\s*-?\s*(?P<unit>(?:{_ANY})(?:\s*(?:/|per)\s*(?:{_ANY}))?)(?!\w)", re.I
)
_ALONE = re.compile(rf"(?<!\w)(?:{_ANY})(?!\w)", re.I)
_ONE = {name: re.compile(ways, re.I) for name, ways in _WRITTEN.items()}


def measures(text: str) -> list[tuple[str, str]]:
    """The numbers that have a unit, as printed, each with its unit in one spelling."""
    return [(found.group("number"), _named(found.group("unit"))) for found in _MEASURE.finditer(text)]


def units_in(text: str) -> set[str]:
    """The units that a text names, behind a number or, but for single letters, by themselves."""
    alone = {_named(word) for word in _ALONE.findall(text) if len(word) > 1 or word == "%"}
    return alone | {part for _, unit in measures(text) for part in (unit, *unit.split("/"))}


def _named(written: str) -> str:
    parts = re.split(r"\s*(?:/|\bper\b(?!\s*cent))\s*", written.strip(), flags=re.I)
    return "/".join(_name(part) for part in parts)


def _name(written: str) -> str:
    return next((name for name, ways in _ONE.items() if ways.fullmatch(written)), written.casefold())
