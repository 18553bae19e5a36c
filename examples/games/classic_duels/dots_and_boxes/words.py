"""Texts for Dots and Boxes. A move is written as the cell of a line, such as `1,2`."""

from classic_duels.dots_and_boxes.rules import Position, Rules
from gridduels.words import TypedWords


class DotsAndBoxesWords(TypedWords[Rules, Position]):
    about = """\
The dots are in every other row and column. The players take turns drawing a line between two neighbouring dots.
A player who draws the fourth line of a box owns it and draws again. When all lines are drawn, the player with
more boxes wins."""
    notation = "a move is the row and column of a line between two dots, such as 1,2"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        return tuple(name for bit, name in enumerate(self.cells(rules)) if rules.edges >> bit & 1)
