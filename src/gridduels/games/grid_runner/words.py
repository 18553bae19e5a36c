"""Words and lessons for Grid Runner Duel."""

from typing import Final

from gridduels.duel import Duel, Reason
from gridduels.game import Game
from gridduels.games.grid_runner.rules import Position, Rules
from gridduels.lessons import Lesson
from gridduels.notation import EMPTY, draw
from gridduels.words import Words, goal_faults

# --- Words. The book's coordinates are (row,column), counted from 1.


_MARKS: Final = {"1": "P1", "2": "P2", EMPTY: "-"}


class GridRunnerWords(Words[Rules, Position]):
    gist = (
        "Move one cell per turn. You can't pass.",
        "Only the other token can be in your way.",
        "Be the first to reach your opponent's starting corner.",
    )
    about = """\
Each player runs a token: P1 from the top-left corner to the bottom-right, P2 the other way.
On your turn, move one square up, down, left or right. You must move, but not to your opponent's square.
The first to reach the opposite corner wins. The only way to delay your opponent is to stand in the way."""
    character = "track"
    has_points = True

    def board(self, game: Game, position: Position) -> str:
        """Draw every column two characters wide, as the book does once the tokens have moved."""
        return "\n".join(_row(symbols, [2] * len(symbols)) for symbols in draw(game, position))

    def opening(self, duel: Duel) -> str:
        """Draw the start as the book does: only the columns with tokens are two characters wide."""
        rows = draw(duel.game, self.position(duel))
        widths = [max(len(_MARKS[symbol]) for symbol in column) for column in zip(*rows, strict=True)]
        return "\n".join(_row(symbols, widths) for symbols in rows) + "\n"

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


def _row(symbols: str, widths: list[int]) -> str:
    return " ".join(_MARKS[symbol].ljust(width) for symbol, width in zip(symbols, widths, strict=True)).rstrip()


# --- Lessons


_RACE = "right left right left right left right left down up down up down up"

LESSONS = (
    Lesson(
        "You're 1. Race to 2's corner before 2 reaches yours. Go right.",
        answers=("right",),
        wrong={"": "You could do that, but go right this time."},
        praise="You have to move every turn, one square at a time.",
    ),
    Lesson(
        "Only a token can be in the way. You're 2 for a moment: try to go up, through 1.",
        "right left right left down up down",
        refused="up",
        wrong={"": "That way is clear. Try to go up, where 1 is."},
    ),
    Lesson(
        "You're 1 again. Your goal is the corner below you, and 2 is just as close to its own. Get there first.",
        _RACE,
        answers=("down",),
        wins=True,
        wrong={"": "Then 2 gets there first. Your goal is right next to you."},
        praise="You made it. You win!",
    ),
    Lesson(
        "2 wants to run up the left edge. Get in the way.",
        "down left down left right left left left",
        answers=("down",),
        wins=True,
        wrong={"": "Then 2 runs past you. Go down, so that 2 has to go around you."},
        praise="Correct! 2 has to go around you, and you're ahead.",
    ),
    Lesson("The same position may not occur three times, so every race ends. That's the whole game."),
)
