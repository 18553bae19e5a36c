"""Words and lessons for Light Cycle Duel."""

from gridduels.game import Game
from gridduels.games.light_cycle.rules import Position, Rules
from gridduels.lessons import Lesson
from gridduels.targets import trail_faults
from gridduels.words import Words

# --- Words. The book's coordinates are (row,column), counted from 1.


class LightCycleWords(Words[Rules, Position]):
    gist = (
        "Move one cell at a time. You leave a wall behind you.",
        "No one can cross a wall.",
        "If you can't move, you lose.",
    )
    about = """\
Each player steers a light cycle. Player 1 starts in the middle of the left edge, Player 2 opposite.
On your turn, move your cycle one cell up, down, left or right onto an empty cell.
The cell you leave turns into a wall (#) that no one can enter for the rest of the game.
A player who has no empty cell to move to loses. There are no draws."""
    character = "light"

    def faults(self, game: Game, position: Position) -> list[str]:
        rules = self.rules(game)
        return trail_faults(game, position, (rules.start_one, rules.start_two))


# --- Lessons


LESSONS = (
    Lesson(
        "You're Player 1. You move one cell per turn. Go right.",
        answers=("right",),
        keys="Press the right arrow key, or click the cell.",
        wrong={"": "You could do that, but go right this time, towards Player 2."},
        praise="Your cycle left a wall behind.",
    ),
    Lesson(
        "You both leave walls behind, and no one can cross them. Try it: go back left.",
        "right left",
        refused="left",
        wrong={"": "That way is clear. Go back left, into your own wall."},
    ),
    Lesson(
        "If you can't move, you lose. Player 2 has one way out. Close it.",
        "right up down left down left right down right down",
        answers=("up",),
        wins=True,
        wrong={"right": "Now Player 2 escapes. Look for the one free cell next to it."},
        praise="Player 2 can't move. You win!",
    ),
    Lesson(
        "Look for space before you turn. One way is a dead end, the other traps Player 2.",
        "down down right left down down",
        answers=("right",),
        wins=True,
        wrong={"left": "There's no way out of that corner, so you'd be stuck first. Try the other way."},
        praise="Correct! Player 2 has one cell left, and you have plenty.",
    ),
    Lesson("That's the whole game: don't be the first to run out of space."),
)
