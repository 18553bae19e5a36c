"""Texts for Isolation. A turn is written as a step such as `up-left`, then the cell to remove, such as `2,3`."""

from classic_duels.isolation.rules import Position, Rules
from gridduels.words import TypedWords

STEPS = ("up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right")


class IsolationWords(TypedWords[Rules, Position]):
    about = """\
Each turn a player steps to any empty neighbouring cell, including diagonally, and then removes an empty cell
from the board. A player who cannot step loses."""
    notation = "first a direction such as up or down-left, then the row and column of the cell to remove"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        return STEPS + self.cells(rules)
