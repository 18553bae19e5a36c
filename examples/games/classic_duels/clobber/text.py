"""The words of Clobber: a move is the two cells of it, the upper or left one first."""

from classic_duels.clobber.rules import Rules, count, pair
from gridduels.board import each
from gridduels.words import TypedWords


class ClobberWords(TypedWords):
    about = """\
Each move takes: a player's stone goes onto a neighbouring stone of the other colour, above, below or beside it.
Whoever cannot take any more loses."""
    notation = "a move is the two cells it joins, the upper or left one first, such as 1,2-1,3"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        names = self.cells(rules)
        pairs = (pair(rules, action) for action in range(count(rules)))
        return tuple("-".join(names[cell.bit_length() - 1] for cell in each(cells)) for cells in pairs)
