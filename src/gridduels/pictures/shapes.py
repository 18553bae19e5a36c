"""Shapes: what a picture is made of, before it is written or painted.

A shape has a role (`cell`, `token-one`, `goal-two`...) instead of a colour; `styles` says what each role looks like.
Lengths are in points, from the top-left corner of the picture.
"""

from typing import NamedTuple

__all__ = ["Box", "Diamond", "Disc", "Label", "Scene", "Shape", "Strokes"]


class Box(NamedTuple):
    """A rectangle with round corners."""

    role: str
    x: float
    y: float
    width: float
    height: float
    corner: float


class Disc(NamedTuple):
    """A circle around (x, y)."""

    role: str
    x: float
    y: float
    radius: float


class Diamond(NamedTuple):
    """A square on its corner around (x, y); `radius` is how far its corners are away."""

    role: str
    x: float
    y: float
    radius: float


class Strokes(NamedTuple):
    """Straight lines, each from (x, y) to (x, y)."""

    role: str
    lines: tuple[tuple[float, float, float, float], ...]
    width: float = 0.0
    """Where the role does not say it: of what grows with the board."""


class Label(NamedTuple):
    """A text whose middle is at height `y`; it begins, is centred or ends at `x`."""

    role: str
    x: float
    y: float
    size: float
    text: str
    anchor: str = "middle"


Shape = Box | Diamond | Disc | Label | Strokes


class Scene(NamedTuple):
    """A whole picture: later shapes lie on top of earlier ones."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str
    text: str
    """The same in words."""
