"""Texts for the Amazons. Each of the three actions in a turn is written as a cell."""

from classic_duels.amazons.rules import Position, Rules
from gridduels.duel import Duel
from gridduels.words import TypedWords


class AmazonsWords(TypedWords[Rules, Position]):
    about = """\
An amazon moves like a queen in chess, over empty cells in a straight line, and then shoots an arrow in the same way.
The cell where an arrow lands is blocked. A player who cannot move an amazon loses."""
    notation = "a turn is three cells such as 2,3: an amazon, where it goes, and where its arrow goes"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        return self.cells(rules)

    def prompt(self, duel: Duel, said: tuple[str, ...]) -> str:
        asked = ("which amazon moves", "where does it go", "where does its arrow go")[self.position(duel).stage]
        return f"{self.player(duel.turn)}, {asked}? "
