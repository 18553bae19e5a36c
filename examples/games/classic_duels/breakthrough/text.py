"""The words of Breakthrough: a move is the line it goes along, from its upper cell to its lower one."""

from classic_duels.breakthrough.rules import Rules, lower, upper
from gridduels.board import where
from gridduels.words import TypedWords


class BreakthroughWords(TypedWords):
    about = """\
Player 1's pieces go up, Player 2's go down: one step straight ahead onto an empty cell, or diagonally ahead onto an
empty cell or to take a piece. Whoever gets a piece to the far side, or takes all pieces, wins."""
    notation = "a move is the upper cell it joins and the lower one, such as 2,3-3,4, whichever way the piece goes"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        lines = range((rules.rows - 1) * (3 * rules.size - 2))
        return tuple(f"{_name(rules, upper(rules, line))}-{_name(rules, lower(rules, line))}" for line in lines)


def _name(rules: Rules, cell: int) -> str:
    row, column = where(rules.size, cell)
    return f"{row + 1},{column + 1}"
