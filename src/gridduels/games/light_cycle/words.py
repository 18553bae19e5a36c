"""How Light Cycle Duel is learned."""

from gridduels.game import Game
from gridduels.games.light_cycle.rules import Position, Rules
from gridduels.lessons import Lesson
from gridduels.targets import trail_faults
from gridduels.words import Words

# --- The words of Light Cycle Duel. Its book's coordinates are (row,column), counted from 1.


class LightCycleWords(Words[Rules, Position]):
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
        rules = self.rules(game)
        return trail_faults(game, position, (rules.start_one, rules.start_two))


# --- Lessons


LESSONS = (
    Lesson(
        "You are 1. Each turn you move one cell. Go right.",
        answers=("right",),
        keys="Press the right arrow key, or click on the cell.",
        wrong={"": "That is a move, too. This time go right, towards Player 2."},
        praise="Your cycle left a wall where it stood.",
    ),
    Lesson(
        "You both leave walls behind, and nobody gets through them. Try it: turn back left.",
        "right left",
        refused="left",
        wrong={"": "That way is free. Turn back left, into your own wall."},
    ),
    Lesson(
        "Whoever cannot move loses. Player 2 has one way out: take it away.",
        "right up down left down left right down right down",
        answers=("up",),
        wins=True,
        wrong={"right": "Now Player 2 slips out. Look for the one free cell beside it."},
        praise="Player 2 cannot move: you win.",
    ),
    Lesson(
        "Look for room before you turn. One way is a dead end, the other shuts Player 2 in.",
        "down down right left down down",
        answers=("right",),
        wins=True,
        wrong={"left": "That corner has no way out: you would be stuck first. Try the other way."},
        praise="Right: Player 2 has one cell left, and you have many.",
    ),
    Lesson("That is the whole game: have room when the other one has none."),
)
