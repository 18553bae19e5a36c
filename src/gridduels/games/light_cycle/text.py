"""The words of Light Cycle Duel. Its book's coordinates are (row,column), counted from 1."""

from gridduels.game import Game
from gridduels.games.light_cycle.rules import Position
from gridduels.trails import trail_faults
from gridduels.words import Words


class LightCycleWords(Words):
    gist = (
        "Steer one cell at a time. Where you were, a wall stays.",
        "Nobody gets through a wall.",
        "Whoever cannot move loses.",
    )
    about = """\
Each player steers a light cycle. Player 1 starts in the middle of the left edge, Player 2 opposite.
On your turn, move your cycle one cell up, down, left or right onto an empty cell.
The cell you leave turns into a wall (#) that nobody can enter for the rest of the game.
Whoever has no empty cell to move to loses. Somebody always wins."""
    character = "light"

    def faults(self, game: Game, position: Position) -> list[str]:
        rules = game.rules
        return trail_faults(game, position, (rules.start_one, rules.start_two))
