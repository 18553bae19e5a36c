"""The words of Breakthrough: a move is the line it goes along, from its upper cell to its lower one."""

from classic_duels.breakthrough.rules import Rules, count, lower, upper
from gridduels.words import TypedWords


class BreakthroughWords(TypedWords):
    about = """\
Player 1's pieces go up, Player 2's go down: one step straight ahead onto an empty cell, or diagonally ahead onto an
empty cell or to take a piece. Whoever gets a piece to the far side, or takes all pieces, wins."""
    notation = "a move is the upper cell it joins and the lower one, such as 2,3-3,4, whichever way the piece goes"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        names = self.cells(rules)
        lines = [(upper(rules, action), lower(rules, action)) for action in range(count(rules))]
        return tuple(f"{names[high.bit_length() - 1]}-{names[low.bit_length() - 1]}" for high, low in lines)
