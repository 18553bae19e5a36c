"""All colours have enough contrast on their backgrounds, in light and dark.

The ratios are those of WCAG 2.2: 4.5 to 1 for text, 3 to 1 for graphics.
"""

import re
from itertools import combinations

import pytest

from gridduels.pictures.palette import DARK_16, LIGHT_16, THEMES, Palette

FULL = {name: theme.palette for name, theme in THEMES.items()}
PALETTES = {**FULL, "paper-16": LIGHT_16, "ink-16": DARK_16}
TEXT, DRAWN = 4.5, 3.0
GROUNDS = ("paper", "sheet", "cell")
ON_ALL_GROUNDS = {"ink": TEXT, "muted": TEXT, "one": DRAWN, "two": DRAWN, "block": DRAWN}
ON_ONE = {
    ("on_colour", "one"): TEXT,
    ("on_colour", "two"): TEXT,
    ("on_block", "block"): TEXT,
    ("wrong", "paper"): TEXT,
    ("wrong", "sheet"): TEXT,
    ("edge", "paper"): DRAWN,
    ("edge", "sheet"): DRAWN,
    ("ink", "tint_one"): TEXT,
    ("ink", "tint_two"): TEXT,
}
ON_TINTS = [(mark, tint) for mark in ("one", "two") for tint in ("tint_one", "tint_two")]
"""Trails, and the goals of both players on them."""


def luminance(colour: str) -> float:
    """Return the relative luminance as defined by WCAG."""
    parts = [int(colour[first : first + 2], 16) / 255 for first in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(two)))
    return (lighter + 0.05) / (darker + 0.05)


def colour(palette: Palette, name: str) -> str:
    found: str = getattr(palette, name)
    return found


def test_contrast_of_known_pairs() -> None:
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_colour_has_enough_contrast_on_every_background(palette: Palette) -> None:
    for name, least in ON_ALL_GROUNDS.items():
        for ground in GROUNDS:
            assert contrast(colour(palette, name), colour(palette, ground)) >= least, (name, ground)
    for (name, ground), least in ON_ONE.items():
        assert contrast(colour(palette, name), colour(palette, ground)) >= least, (name, ground)


@pytest.mark.parametrize("palette", FULL.values(), ids=FULL)
def test_players_have_enough_contrast_on_each_others_trails(palette: Palette) -> None:
    for mark, tint in ON_TINTS:
        assert contrast(colour(palette, mark), colour(palette, tint)) >= DRAWN, (mark, tint)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_players_and_trails_have_distinct_colours(palette: Palette) -> None:
    names = ("one", "two", "tint_one", "tint_two", "cell", "ink")
    for one, two in combinations(names, 2):
        assert colour(palette, one) != colour(palette, two), (one, two)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_colours_have_six_hexadecimal_digits(palette: Palette) -> None:
    assert all(re.fullmatch(r"#[0-9a-f]{6}", each) for each in palette)
