"""Colours shared by all screens: palettes, themes, and the style of each role in a picture."""

from types import MappingProxyType
from typing import Final, NamedTuple

from gridduels.pictures.shapes import Ground

# --- Palettes


class Palette(NamedTuple):
    """The colours in a theme; the page's style sheets use the same names."""

    paper: str
    """Page background."""
    sheet: str
    """Background for boards and texts."""
    cell: str
    ink: str
    """Text, outlines, and the token shared by both players."""
    muted: str
    """Secondary text; visited cells."""
    line: str
    """Decorative separators."""
    edge: str
    """Button and field borders."""
    one: str
    two: str
    on_colour: str
    """Text on a player's colour."""
    tint_one: str
    """Background for a player's trail."""
    tint_two: str
    block: str
    on_block: str
    wrong: str


class Accent(NamedTuple):
    """The colours of the main action and of input fields. Neither player's colour is gold."""

    gold: str
    """The primary button, the streak, and hypothetical moves."""
    gold_deep: str
    """The lower edge and outline of gold elements."""
    gold_soft: str
    """Background for chips and pressed buttons."""
    gold_text: str
    """Gold text."""
    on_gold: str
    """Text on gold."""
    sunk: str
    """Background for segmented controls and fields."""


LIGHT_ACCENT: Final = Accent("#f2c14e", "#9a6b00", "#fbeec9", "#7a5500", "#1b2430", "#ebe8df")
DARK_ACCENT: Final = Accent("#f2c14e", "#a87a17", "#3a3016", "#f2c14e", "#1b2430", "#0c1117")

LIGHT: Final = Palette(
    paper="#f6f4ee",
    sheet="#ffffff",
    cell="#efede6",
    ink="#1b2430",
    muted="#555e6b",
    line="#d9d7cf",
    edge="#858b94",
    one="#0072b2",
    two="#c84e00",
    on_colour="#ffffff",
    tint_one="#b0d9ef",
    tint_two="#f7ccb0",
    block="#3a4250",
    on_block="#ffffff",
    wrong="#9d2b00",
)
DARK: Final = Palette(
    paper="#11161d",
    sheet="#1a2029",
    cell="#2b3441",
    ink="#f0eee8",
    muted="#a8b0bd",
    line="#39424f",
    edge="#7b8592",
    one="#56b4e9",
    two="#f28c3c",
    on_colour="#11161d",
    tint_one="#1f4e6b",
    tint_two="#6b3a17",
    block="#98a2b3",
    on_block="#1a2029",
    wrong="#ffae7a",
)

CONTRAST: Final = Palette(
    paper="#000000",
    sheet="#000000",
    cell="#1c1c1c",
    ink="#ffffff",
    muted="#d0d0d0",
    line="#8a8a8a",
    edge="#ffffff",
    one="#5fd7ff",
    two="#ffaf00",
    on_colour="#000000",
    tint_one="#00406b",
    tint_two="#6b3d00",
    block="#ffffff",
    on_block="#000000",
    wrong="#ffaf87",
)
SEPIA: Final = Palette(
    paper="#f1e7d0",
    sheet="#faf3e3",
    cell="#e9dcc0",
    ink="#3b2f1e",
    muted="#655438",
    line="#cdbb97",
    edge="#8a7750",
    one="#1f5f8b",
    two="#a8430a",
    on_colour="#faf3e3",
    tint_one="#b9d3dd",
    tint_two="#f0c79f",
    block="#54452c",
    on_block="#faf3e3",
    wrong="#8c2a00",
)

# For terminals with sixteen colours, which would map several of our colours to the same one.
LIGHT_16: Final = Palette(
    paper="#ffffff",
    sheet="#ffffff",
    cell="#ffffff",
    ink="#000000",
    muted="#555555",
    line="#aaaaaa",
    edge="#555555",
    one="#0000aa",
    two="#aa0000",
    on_colour="#ffffff",
    tint_one="#55ffff",
    tint_two="#ffff55",
    block="#555555",
    on_block="#ffffff",
    wrong="#aa0000",
)
DARK_16: Final = Palette(
    paper="#000000",
    sheet="#000000",
    cell="#000000",
    ink="#ffffff",
    muted="#aaaaaa",
    line="#555555",
    edge="#aaaaaa",
    one="#55ffff",
    two="#ff5555",
    on_colour="#000000",
    tint_one="#0000aa",
    tint_two="#aa0000",
    block="#aaaaaa",
    on_block="#000000",
    wrong="#ff5555",
)


def css_variables(dark_screens: str = "(prefers-color-scheme: dark)") -> str:
    """Return a style sheet that defines the palettes as variables and uses the dark one if the device prefers it."""

    def variables(palette: Palette, accent: Accent) -> str:
        colours = {**palette._asdict(), **accent._asdict()}
        return " ".join(f"--{name.replace('_', '-')}: {colour};" for name, colour in colours.items())

    light, dark = variables(LIGHT, LIGHT_ACCENT), variables(DARK, DARK_ACCENT)
    return f":root {{ {light} }}\n@media {dark_screens} {{ :root {{ {dark} }} }}"


# --- Themes


class Theme(NamedTuple):
    """An explicitly chosen palette, whatever the device prefers."""

    palette: Palette
    dark: bool
    ground: Ground | None = None
    """The material for every board; if None, each game uses its own, by day or by night."""


_BLACK: Final = Ground(board="#000000", cell="#1c1c1c", rim="#ffffff", turned="#000000", shared="#ffd75f")

THEMES: Final = {
    "ink": Theme(DARK, dark=True),
    "paper": Theme(LIGHT, dark=False),
    "contrast": Theme(CONTRAST, dark=True, ground=_BLACK),
    "sepia": Theme(SEPIA, dark=False),
}


# --- Styles: the look of each role


class Style(NamedTuple):
    """How a role is drawn. `dashes` are the lengths of a stroke and the gap after it."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dashes: tuple[float, float] | None = None
    bold: bool = False


def styles(palette: Palette) -> MappingProxyType[str, Style]:
    """Return the style for every role."""
    ink, muted, one, two = palette.ink, palette.muted, palette.one, palette.two
    return MappingProxyType(
        {
            "sheet": Style(palette.sheet),
            "cell": Style(palette.cell),
            "trail-one": Style(palette.tint_one),
            "trail-two": Style(palette.tint_two),
            "ribbon-one": Style(stroke=one, width=2.5),
            "ribbon-two": Style(stroke=two, width=2.5, dashes=(7, 4)),
            "ribbon-shared": Style(stroke=muted, width=2.5),
            "visited": Style(palette.line),
            "obstacle": Style(palette.block),
            "blocked": Style(palette.block),
            "cross": Style(stroke=palette.on_block, width=2.5),
            "joints": Style(stroke=palette.on_block, width=1),
            "flag-one": Style(stroke=one, width=2),
            "flag-two": Style(stroke=two, width=2),
            "goal-one": Style(stroke=one, width=2.5, dashes=(5, 4)),
            "goal-two": Style(stroke=two, width=2.5, dashes=(5, 4)),
            "token-one": Style(one),
            "token-two": Style(two),
            "ring": Style(palette.cell, stroke=ink, width=6),
            "number": Style(palette.on_colour, bold=True),
            "legal": Style(stroke=ink, width=1.5, dashes=(2.5, 3)),
            "last": Style(stroke=ink, width=3),
            "title": Style(ink, bold=True),
            "words": Style(ink),
            "quiet": Style(muted),
            "value": Style(ink, bold=True),
        }
    )
