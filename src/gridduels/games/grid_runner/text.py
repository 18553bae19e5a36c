"""The words of Grid Runner Duel. Its book's coordinates are (row,column), counted from 1."""

from typing import Final

from gridduels.duel import Duel, Reason
from gridduels.game import Game
from gridduels.games.grid_runner.rules import Position
from gridduels.notation import EMPTY, draw
from gridduels.words import Words, goal_faults

_MARKS: Final = {"1": "P1", "2": "P2", EMPTY: "-"}


class GridRunnerWords(Words):
    gist = (
        "Step one cell in each turn; you must move.",
        "Tokens stand in each other's way, nothing else does.",
        "Be the first in the corner where the other began.",
    )
    about = """\
Each player runs a token: P1 from the top-left corner to the bottom-right, P2 the other way.
On your turn, move one square up, down, left or right. You must move, and not onto the opponent's square.
The first to reach the opposite corner wins. Standing in the way is the only way to hold somebody up."""
    character = "track"

    def board(self, game: Game, position: Position) -> str:
        """Columns as wide as what stands in them."""
        rows = [[_MARKS[symbol] for symbol in row] for row in draw(game, position)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = (" ".join(map(str.ljust, row, widths)) for row in rows)
        return "\n".join(line.rstrip() for line in lines)

    def prompt(self, duel: Duel, said: tuple[str, ...]) -> str:
        return f"Player {duel.turn} (P{duel.turn}), enter your move (up, down, left, right): "

    def ending(self, duel: Duel) -> str:
        winner, reason = duel.ended
        if reason is not Reason.GOAL:
            return super().ending(duel)
        goal = self.where(duel.game, duel.game.goal(winner))
        return f"Congratulations, Player {winner}! You've reached your goal at {goal}. You win!"

    def faults(self, game: Game, position: Position) -> list[str]:
        return goal_faults(game, position)
