"""Animation: what is shown between two positions. It is for the eye alone; the game is already further."""

from dataclasses import replace

from gridduels.duel import Duel
from gridduels.targets import MOVE, target_of
from gridduels.terminal.arcade.painting import View, cells_between
from gridduels.terminal.arcade.view import view_of

__all__ = ["frames"]


def frames(before: Duel, after: Duel, unicode: bool) -> list[View]:
    """The last move in steps: where it leads to, then the token on each cell it passes."""
    if after.ply != before.ply + 1 or after.history()[:-1] != before.history():
        return []
    target = target_of(after.game, before.position, after.position)
    first = replace(view_of(before, unicode), last=target.cell)
    if target.kind != MOVE:
        return [first]
    between = sorted(cells_between(after.game.size, target.origin, target.cell), reverse=target.cell < target.origin)
    field = next(
        name
        for name in after.game.definition.symbols
        if getattr(before.position, name) == target.origin and getattr(after.position, name) == target.cell
    )
    return [first, *(replace(first, position=before.position._replace(**{field: cell})) for cell in between)]
