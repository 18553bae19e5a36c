"""The look as the page needs it: colours as CSS, shapes as JavaScript, and the icon.

`python -m gridduels.web.look` writes the files anew.
"""

from pathlib import Path
from typing import Final

from gridduels.look.characters import CHARACTERS, Character
from gridduels.look.palette import DARK, LIGHT
from gridduels.look.shapes import BRICKS, FLAG, ICONS, MEASURES, Line

__all__ = ["files"]

_STATIC: Final = Path(__file__).parent / "static"
_NOTE: Final = "Made of src/gridduels/look; do not edit it, but run python -m gridduels.web.look"


def files() -> dict[Path, str]:
    """The text of every file that is made."""
    return {
        _STATIC / "css" / "palette.css": _style_sheet(),
        _STATIC / "js" / "board" / "look.js": _script(),
        _STATIC / "favicon.svg": _icon(),
    }


def _style_sheet() -> str:
    light = [_rule(":root", ["color-scheme: light dark;", *_properties(LIGHT._asdict())])]
    dark = [_rule(":root", _properties(DARK._asdict()), "  ")]
    for name, character in CHARACTERS.items():
        place = f'[data-character="{name}"]'
        night = DARK._asdict() if character.night else {}
        light.append(_rule(place, [*_properties(night | character.light._asdict()), *_ribbons(character)]))
        if not character.night:
            dark.append(_rule(place, _properties(character.dark._asdict()), "  "))
    below = "\n\n".join(dark)
    return f"/* {_NOTE} */\n\n" + "\n\n".join(light) + f"\n\n@media (prefers-color-scheme: dark) {{\n{below}\n}}\n"


def _rule(place: str, properties: list[str], indent: str = "") -> str:
    lines = "".join(f"{indent}  {each}\n" for each in properties)
    return f"{indent}{place} {{\n{lines}{indent}}}"


def _properties(colours: dict[str, str]) -> list[str]:
    return [f"--{name.replace('_', '-')}: {colour};" for name, colour in colours.items()]


def _ribbons(character: Character) -> list[str]:
    """How a ribbon looks: each player's band and the line in its middle, which only Player 2's shows in a solid one."""
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
    """Lines as an SVG path; where one goes on from another's end, it is drawn on."""
    parts, at = [], None
    for a, b, c, d in lines:
        parts.append(("" if (a, b) == at else f"M{100 * a:g} {100 * b:g}") + f"L{100 * c:g} {100 * d:g}")
        at = c, d
    return "".join(parts)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(each.title() for each in rest)


def _icon() -> str:
    return f"""\
<!-- {_NOTE} -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="12" fill="{LIGHT.ink}"/>
  <circle cx="22" cy="42" r="14" fill="{DARK.one}"/>
  <path d="M43 5l17 17-17 17-17-17z" fill="{DARK.two}"/>
</svg>
"""


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8", newline="\n")
