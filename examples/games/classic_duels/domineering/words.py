"""Texts for Domineering. A move is written as the cell of the domino's upper or left half."""

from classic_duels.domineering.rules import Position, Rules
from gridduels.words import TypedWords


class DomineeringWords(TypedWords[Rules, Position]):
    about = """\
Player 1 places dominoes upright (|), Player 2 places them flat (=), each on two empty cells.
Name a domino by its upper or left half. A player who has no room for another domino loses."""
    notation = "a move is the row and column of the domino's upper or left half, such as 2,3"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        return self.cells(rules)
