"""The value graph in text: a column a position, above the line while Player 1 wins, below while Player 2 does.

A column is taller when the end is nearer; `=` on the line is a draw or perpetual; `^` below marks a move that
changed the value.
"""

from typing import Final

from gridduels.analysis.annotate import Annotation

__all__ = ["value_graph"]

_NEAR: Final = (16, 8, 4)
"""A column grows by one where the end is fewer plies away than each of these."""


def value_graph(annotation: Annotation) -> str:
    """The graph of a whole duel."""
    duel = annotation.duel
    heights = []
    for position, value in zip(duel.history(), annotation.values, strict=True):
        if value.plies is None:
            heights.append(0)
            continue
        winner = position.turn if value.outcome == "win" else 3 - position.turn
        height = 1 + sum(value.plies < near for near in _NEAR)
        heights.append(height if winner == 1 else -height)
    full = len(_NEAR) + 1
    above = [_row(heights, level, "P1 " if level == full else "   ") for level in range(full, 0, -1)]
    below = [_row(heights, -level, "P2 " if level == full else "   ") for level in range(1, full + 1)]
    axis = "   +" + "".join("-" if height else "=" for height in heights)
    marks = "    " + " " + "".join(" " if note.verdict.keeps else "^" for note in annotation.notes)
    return "\n".join(line.rstrip() for line in [*above, axis, *below, marks] if line.strip())


def _row(heights: list[int], level: int, label: str) -> str:
    filled = (height >= level if level > 0 else height <= level for height in heights)
    return label + "|" + "".join("#" if each else " " for each in filled)
