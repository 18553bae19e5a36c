"""Texts for tic-tac-toe. A move is written as a cell such as `2,3`."""

from classic_duels.tic_tac_toe.rules import Position, Rules
from gridduels.words import TypedWords


class TicTacToeWords(TypedWords[Rules, Position]):
    about = """\
The players take turns marking an empty cell, Player 1 with x and Player 2 with o.
Three marks in a row, a column or a diagonal win; if the board is full and no one has three, the game is a draw."""
    notation = "a move is the row and column of a cell, such as 2,3"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        return self.cells(rules)
