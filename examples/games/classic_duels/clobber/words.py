"""Texts for Clobber. A move is written as a cell and one of its neighbours."""

from classic_duels.clobber.rules import Position, Rules
from gridduels.words import TypedWords


class ClobberWords(TypedWords[Rules, Position]):
    about = """\
Every move is a capture: a stone moves onto a neighbouring stone of the other colour, in a row or a column.
A player who cannot capture loses."""
    notation = "a move is the upper or left of its two cells, and where the other is: 1,2-right or 1,2-down"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        below = rules.area - rules.size
        names = self.cells(rules)
        return (*(f"{name}-right" for name in names), *(f"{name}-down" for name in names[:below]))
