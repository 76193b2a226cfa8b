"""The colours of text on the page have the contrast that WCAG 2.2 asks of small text (level AA), in light and dark."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

import sudoku_cp

LEAST = 4.5
GROUNDS = ["ground", "surface", "raised"]
TEXTS = [
    "ink",
    "muted",
    "faint",
    "accent",
    "good",
    "warn",
    "bad",
    "entry",
    "true-one",
    "true-few",
    "true-many",
    "true-any",
]
ON_SOFT = [(text, f"{text}-soft") for text in ("accent", "good", "warn", "bad")]
PAIRS = [*product(TEXTS, GROUNDS), *ON_SOFT, ("muted", "accent-soft"), ("on-accent", "accent"), ("ink", "hover")]


def colours(*, dark: bool) -> dict[str, str]:
    """The colours by name; those of the night replace those of the day."""
    style = Path(*sudoku_cp.__path__, "page", "static", "colours.css").read_text(encoding="utf-8")
    day, night = style.split("@media (prefers-color-scheme: dark)")
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", day + night if dark else day))


def luminance(colour: str) -> float:
    """The relative luminance as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)  # the usual example of just too little


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_text_is_legible(dark: bool) -> None:
    named = colours(dark=dark)
    found = {(text, ground): contrast(named[text], named[ground]) for text, ground in PAIRS}
    assert {pair: round(value, 2) for pair, value in found.items() if value < LEAST} == {}
