"""Texts for Isolation. A turn is written as a step such as `up-left`, then the cell to remove, such as `2,3`."""

from classic_duels.isolation.rules import Position, Rules
from gridduels.words import TypedWords

STEPS = ("up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right")


class IsolationWords(TypedWords[Rules, Position]):
    about = """\
Each turn a player steps to any empty neighbouring cell, also diagonally, and then takes an empty cell off the board.
A player who cannot step loses."""
    notation = "a step is a direction such as up or down-left, and then the cell that goes is its row and column"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        return STEPS + self.cells(rules)
