"""Pictures as SVG that adapts to light and dark mode, and duels as picture files."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.files import begins_with
from gridduels.pictures.palette import DARK, LIGHT, Palette, Style, styles
from gridduels.pictures.scene import scene_of
from gridduels.pictures.shapes import Box, Diamond, Disc, Element, Label, Scene

# --- SVG


def svg_of(duel: Duel, values: Mapping[str, str] | None = None) -> str:
    """Return a duel as SVG. `values` are labels for the cells that moves lead to.

    >>> from gridduels import load_game
    >>> svg_of(Duel(load_game("gridlock"), "up3"))[:39]
    '<svg xmlns="http://www.w3.org/2000/svg"'
    """
    return write_svg(scene_of(duel, values=values))


def write_svg(scene: Scene) -> str:
    """Return a scene as an SVG document."""
    width, height = _number(scene.width), _number(scene.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" aria-labelledby="title text">',
        f'<title id="title">{escape(scene.title)}</title>',
        f'<desc id="text">{escape(scene.text)}</desc>',
        f"<style>{style_sheet()}</style>",
        *shapes_svg(scene.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def shapes_svg(shapes: Iterable[Element]) -> list[str]:
    """Return an SVG element for each shape."""
    return [_element(shape) for shape in shapes]


@lru_cache(1)
def style_sheet() -> str:
    """Return the style sheet for all roles, in light and dark mode."""
    font = 'text { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; dominant-baseline: central }'
    dark = "\n".join("  " + line for line in _css_rules(DARK).splitlines())
    return f"\n{font}\n{_css_rules(LIGHT)}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n"


def _css_rules(palette: Palette) -> str:
    return "\n".join(f".{role} {{ {_declarations(style)} }}" for role, style in styles(palette).items())


def _declarations(style: Style) -> str:
    found = [f"fill: {style.fill or 'none'}"]
    if style.stroke:
        found += [f"stroke: {style.stroke}", f"stroke-width: {style.width:g}", "stroke-linecap: round"]
    if style.dashes:
        found += [f"stroke-dasharray: {style.dashes[0]:g} {style.dashes[1]:g}", "stroke-linecap: butt"]
    if style.bold:
        found.append("font-weight: 700")
    return "; ".join(found)


def _element(shape: Element) -> str:
    kind = f'class="{shape.role}"'
    match shape:
        case Box(_, x, y, width, height, corner):
            box = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'
            return f'<rect {kind} {box} rx="{_number(corner)}"/>'
        case Disc(_, x, y, radius):
            return f'<circle {kind} cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"/>'
        case Diamond(_, x, y, radius):
            r = _number(radius)
            return f'<path {kind} d="M{_number(x)} {_number(y - radius)}l{r} {r}l-{r} {r}l-{r} -{r}z"/>'
        case Label(_, x, y, size, text, anchor):
            point = f'x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" text-anchor="{anchor}"'
            return f"<text {kind} {point}>{escape(text)}</text>"
        case _:
            path = "".join(f"M{_number(a)} {_number(b)}L{_number(c)} {_number(d)}" for a, b, c, d in shape.lines)
            wide = f' style="stroke-width: {_number(shape.width)}"' if shape.width else ""
            return f'<path {kind} d="{path}"{wide}/>'


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


# --- A duel as a picture file, in the format given by the suffix


PICTURES: Final = (".svg", ".png", ".gif")


def picture_of(duel: Duel, ending: str, *, dark: bool = False) -> bytes:
    """Return a duel as the contents of a file: a picture (.svg, .png), or an animation of the whole game (.gif).

    `dark` applies to PNG and GIF; SVG adapts to its viewer.
    """
    if ending == ".svg":
        return svg_of(duel).encode()
    if ending == ".gif":
        from gridduels.pictures.raster import film_of

        return film_of(duel, dark=dark)
    if ending == ".png":
        from gridduels.pictures.raster import png_of

        return png_of(duel, dark=dark)
    raise SetupError(
        f"a picture cannot be written {f'as {ending}' if ending else 'without an extension'}: use .svg, .png or .gif"
    )


def is_picture(path: Path) -> bool:
    """Return whether `picture_of` wrote a file, i.e. whether it is an SVG in our format, or a PNG or GIF that names
    gridduels."""
    return (
        begins_with(path, b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ', b'aria-labelledby="title text"')
        or begins_with(path, b"\x89PNG\r\n", b"tEXtSoftware\0gridduels")
        or begins_with(path, b"GIF89a", b"gridduels")
    )
