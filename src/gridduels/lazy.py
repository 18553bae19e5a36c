"""The exact values and pictures of a duel, for the methods of the core that offer them.

The core imports nothing above it, yet `duel.value` needs the engine and a notebook needs pictures. These functions are
the only place where the core reaches upwards. They import inside their bodies, so `import gridduels` stays small.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridduels.errors import GridDuelsError

if TYPE_CHECKING:
    from gridduels.duel import Duel
    from gridduels.engine import Evaluation, MoveValues, Value

__all__ = ["Evaluation", "MoveValues", "Value", "draw_svg", "evaluate"]  # the types are for type checkers only


def evaluate(duel: Duel) -> Evaluation:
    """Return the exact values of a duel and its legal moves, with its history taken into account.

    Raises a GridDuelsError if the board is too big to solve, or has no table and the engine is not installed.
    """
    from gridduels.engine import VALUES
    from gridduels.engine.service import Withheld

    try:
        with VALUES.open(duel.game) as values:
            return values.evaluate(duel)
    except Withheld as error:
        raise GridDuelsError(str(error)) from None


def draw_svg(duel: Duel, title: str | None = None) -> str:
    """Return a picture of a duel, headed by the title of its game or another one.

    Control characters in the title, which may come from a record, would make the SVG invalid and are replaced.
    """
    from gridduels.pictures.scene import scene_of
    from gridduels.pictures.svg import write_svg

    shown = title and "".join(each if each.isprintable() else "�" for each in title)
    return write_svg(scene_of(duel, title=shown))
