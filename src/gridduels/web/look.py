"""The look as the page needs it: colours as CSS, shapes as JavaScript, and the icon.

`python -m gridduels.web.look` writes the files anew.
"""

from pathlib import Path
from typing import Final

from gridduels.look.palette import DARK, LIGHT, Palette
from gridduels.look.shapes import ICONS, MEASURES

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
    light = "\n".join(f"  {line}" for line in _properties(LIGHT))
    dark = "\n".join(f"    {line}" for line in _properties(DARK))
    return (
        f"/* {_NOTE} */\n\n:root {{\n  color-scheme: light dark;\n{light}\n}}\n\n"
        f"@media (prefers-color-scheme: dark) {{\n  :root {{\n{dark}\n  }}\n}}\n"
    )


def _properties(palette: Palette) -> list[str]:
    return [f"--{name.replace('_', '-')}: {colour};" for name, colour in palette._asdict().items()]


def _script() -> str:
    icons = ", ".join(f'{player}: "{icon}"' for player, icon in ICONS.items())
    measures = "".join(f"  {_camel(name)}: {100 * part:g},\n" for name, part in MEASURES._asdict().items())
    return (
        f"// {_NOTE}\n\n/** Each player's shape as a character. */\nexport const ICONS = {{ {icons} }};\n\n"
        f"/** Lengths in a cell that is 100 wide; of a shape, how far it reaches from the middle. */\n"
        f"export const MEASURES = {{\n{measures}}};\n"
    )


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
