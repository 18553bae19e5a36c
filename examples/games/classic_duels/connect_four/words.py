"""Texts for Connect Four. A move is written as the number of a column."""

from classic_duels.connect_four.rules import Position, Rules
from gridduels.words import TypedWords


class ConnectFourWords(TypedWords[Rules, Position]):
    about = """\
The players take turns dropping a disc into a column, where it falls to the lowest empty cell.
Four discs of one player in a row, a column or a diagonal win; if the board fills up first, the game is a draw."""
    notation = "a move is the number of a column, counted from 1 on the left"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        return tuple(map(str, range(1, rules.size + 1)))
