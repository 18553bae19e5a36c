"""A duel as the content of a picture's file, of the kind that the ending of its name says."""

from pathlib import Path
from typing import Final

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.files import begins_with

__all__ = ["PICTURES", "is_picture", "picture_of"]

PICTURES: Final = (".svg", ".png", ".gif")


def picture_of(duel: Duel, ending: str, *, dark: bool = False) -> bytes:
    """A drawing, an image, or the whole game as a film; a drawing adapts to light and dark by itself."""
    if ending == ".svg":
        from gridduels.pictures.svg import svg_of

        return svg_of(duel).encode()
    if ending == ".gif":
        from gridduels.pictures.film import film_of

        return film_of(duel, dark=dark)
    if ending == ".png":
        from gridduels.pictures.raster import png_of

        return png_of(duel, dark=dark)
    raise SetupError(f"a picture cannot be {ending or 'without an ending'}: it is .svg, .png or .gif")


def is_picture(path: Path) -> bool:
    """Return whether `picture_of` has drawn a file: an SVG as we write it, or a PNG or GIF that names gridduels."""
    return (
        begins_with(path, b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ', b'aria-labelledby="title text"')
        or begins_with(path, b"\x89PNG\r\n", b"tEXtSoftware\0gridduels")
        or begins_with(path, b"GIF89a", b"gridduels")
    )
