"""Texts for Breakthrough. A move is written as the line it follows: its upper cell and its direction."""

from classic_duels.breakthrough.rules import Position, Rules
from gridduels.words import TypedWords


class BreakthroughWords(TypedWords[Rules, Position]):
    about = """\
Player 1's pieces go up, Player 2's go down: one step straight ahead onto an empty cell, or diagonally ahead onto an
empty cell or to take a piece. A player who gets a piece to the far side, or captures all pieces, wins."""
    notation = "a move is the upper cell of its line and where that leads down to: 2,3-left, 2,3-down or 2,3-right"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        names = self.cells(rules)[: rules.lines]
        return tuple(f"{name}-{side}" for side in ("left", "down", "right") for name in names)
