"""Generate the page's design tokens: colours as CSS, shapes as JavaScript, and the icon.

`python -m tools.look` writes the files.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import gridduels.web
from gridduels.pictures.palette import DARK, DARK_ACCENT, LIGHT, LIGHT_ACCENT, THEMES, Accent, Palette, Theme
from gridduels.pictures.shapes import BRICKS, CHARACTERS, EMBLEM, FLAG, ICONS, MEASURES, Character, Ground, Line

_STATIC: Final = Path(gridduels.web.__file__).parent / "static"
_NOTE: Final = "Generated from src/gridduels/pictures. Don't edit it; run python -m tools.look instead."

Colours = Palette | Ground | Accent


def files() -> dict[Path, str]:
    """Return the text of every generated file."""
    return {
        _STATIC / "css" / "palette.css": _style_sheet(),
        _STATIC / "js" / "board" / "look.js": _script(),
        _STATIC / "favicon.svg": _icon(),
    }


def _style_sheet() -> str:
    rules = [
        _rule(
            ":root",
            [
                "color-scheme: light dark;",
                *_properties(_both(LIGHT, DARK)),
                *_properties(_both(LIGHT_ACCENT, DARK_ACCENT)),
            ],
        )
    ]
    for name, character in CHARACTERS.items():
        night = ["color-scheme: dark;"] if character.night else []
        ground = _properties(_both(character.light, character.dark))
        rules.append(_rule(f'[data-character="{name}"]', [*night, *ground, *_ribbons(character)]))
    for name, theme in THEMES.items():
        rules += _theme_rules(name, theme)
    return f"/* {_NOTE} */\n\n" + "\n\n".join([*rules, _print_rules()]) + "\n"


def _both(light: Colours, dark: Colours) -> dict[str, str]:
    """Return each colour for light and dark; `color-scheme` decides which one applies."""
    pairs = zip(light._fields, light, dark, strict=True)
    return {name: day if day == night else f"light-dark({day}, {night})" for name, day, night in pairs}


def _theme_rules(name: str, theme: Theme) -> Iterator[str]:
    """Return the overrides for a theme. Boards that are always dark don't change in a light theme."""
    place, scheme = f':root[data-theme="{name}"]', "dark" if theme.dark else "light"
    usual = DARK if theme.dark else LIGHT
    other = theme.palette if theme.dark else DARK
    colours = {} if theme.palette == usual else _both(theme.palette, other)
    yield _rule(place, [f"color-scheme: {scheme};", *_properties(colours)])
    if theme.ground:
        yield _rule(f"{place} [data-character]", _properties(theme.ground._asdict()))


def _print_rules() -> str:
    """Return the colours for print, which always has a white background."""
    light = ["color-scheme: light;"]
    page = _rule(":root,\n  :root[data-theme]", [*light, *_properties(LIGHT._asdict())], "  ")
    ground = _properties(CHARACTERS["plain"].light._asdict())
    board = _rule("[data-character],\n  :root[data-theme] [data-character]", [*light, *ground], "  ")
    return f"@media print {{\n{page}\n\n{board}\n}}"


def _rule(place: str, properties: list[str], indent: str = "") -> str:
    lines = "".join(f"{indent}  {each}\n" for each in properties)
    return f"{indent}{place} {{\n{lines}{indent}}}"


def _properties(colours: dict[str, str]) -> list[str]:
    return [f"--{name.replace('_', '-')}: {colour};" for name, colour in colours.items()]


def _ribbons(character: Character) -> list[str]:
    """Return a ribbon's styles: each player's band and centre line. On a solid ribbon, only Player 2's line is
    visible."""
    bands = ("one", "two") if character.solid else ("tint-one", "tint-two")
    cores = ("one", "on-colour") if character.solid else ("one", "two")
    colours = {"band-one": bands[0], "band-two": bands[1], "core-one": cores[0], "core-two": cores[1]}
    widths = [f"--band: {100 * character.band:g}px;", f"--core: {100 * character.core:g}px;"]
    return [*widths, *(f"--{name}: var(--{colour});" for name, colour in colours.items())]


def _script() -> str:
    icons = ", ".join(f'{player}: "{icon}"' for player, icon in ICONS.items())
    measures = "".join(f"  {_camel(name)}: {100 * part:g},\n" for name, part in MEASURES._asdict().items())
    return (
        f"// {_NOTE}\n\n/** Each player's shape as a character. */\nexport const ICONS = {{ {icons} }};\n\n"
        f"/** Lengths in a cell that is 100 wide; of a shape, how far it reaches from the middle. */\n"
        f"export const MEASURES = {{\n{measures}}};\n\n"
        f"/** A flag, and the joints of a wall, as paths in the same cell. */\n"
        f'export const FLAG = "{_path(FLAG)}";\nexport const BRICKS =\n  "{_path(BRICKS)}";\n'
    )


def _path(lines: tuple[Line, ...]) -> str:
    """Return lines as an SVG path, joining those that continue each other."""
    parts, at = [], None
    for a, b, c, d in lines:
        parts.append(("" if (a, b) == at else f"M{100 * a:g} {100 * b:g}") + f"L{100 * c:g} {100 * d:g}")
        at = c, d
    return "".join(parts)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(each.title() for each in rest)


def _icon() -> str:
    (x1, y1, r1), (x2, y2, r2) = EMBLEM
    return f"""\
<!-- {_NOTE} -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="12" fill="{LIGHT.ink}"/>
  <circle cx="{x1}" cy="{y1}" r="{r1}" fill="{DARK.one}"/>
  <path d="M{x2} {y2 - r2}l{r2} {r2}-{r2} {r2}-{r2}-{r2}z" fill="{DARK.two}"/>
</svg>
"""


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8", newline="\n")
