"""Animation: what is shown between two positions. It is for the eye alone; the game is already further."""

from dataclasses import replace
from typing import Final

from gridduels.board import where
from gridduels.duel import Duel
from gridduels.targets import MOVE, target_of
from gridduels.terminal.arcade.board.painting import Glide, View
from gridduels.terminal.arcade.board.view import view_of

__all__ = ["PACE", "REST", "frames"]

PACE: Final = 0.03
"""Seconds a frame is shown."""
REST: Final = 20
"""Frames for which each position of a line that is played out stays."""
_FRAMES: Final = 4
"""How many a step of one cell takes; a slide takes as many for each cell, but never much longer."""
_MOST: Final = 8


def frames(before: Duel, after: Duel, unicode: bool) -> list[View]:
    """The last move in frames: a token glides to where it goes; anything else is first outlined."""
    if after.ply != before.ply + 1 or after.history()[:-1] != before.history():
        return []
    target = target_of(after.game, before.position, after.position)
    first = replace(view_of(before, unicode), last=target.cell)
    if target.kind != MOVE or not target.origin:
        return [first] * _FRAMES
    size = after.game.columns
    distance = sum(
        abs(one - two) for one, two in zip(where(size, target.origin), where(size, target.cell), strict=True)
    )
    steps = min(_FRAMES * distance, _MOST)
    return [replace(first, glide=Glide(target.origin, target.cell, step / steps)) for step in range(1, steps)]
