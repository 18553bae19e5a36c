"""How Grid Runner Duel is learned."""

from typing import Final

from gridduels.duel import Duel, Reason
from gridduels.game import Game
from gridduels.games.grid_runner.rules import Position, Rules
from gridduels.lessons import Lesson
from gridduels.notation import EMPTY, draw
from gridduels.words import Words, goal_faults

# --- The words of Grid Runner Duel. Its book's coordinates are (row,column), counted from 1.


_MARKS: Final = {"1": "P1", "2": "P2", EMPTY: "-"}


class GridRunnerWords(Words[Rules, Position]):
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
    has_points = True

    def board(self, game: Game, position: Position) -> str:
        """Draw every column two characters wide, as the book does once the tokens move."""
        return "\n".join(_row(symbols, [2] * len(symbols)) for symbols in draw(game, position))

    def opening(self, duel: Duel) -> str:
        """Draw the start as the book does: only the columns of the tokens are two characters wide."""
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
        "You are 1. Be the first in the corner where 2 stands; 2 wants yours. Step right.",
        answers=("right",),
        wrong={"": "That is a move, too. This time step right."},
        praise="You must move in every turn, one square at a time.",
    ),
    Lesson(
        "Only a token is ever in the way. For once you are 2: try to walk up, through 1.",
        "right left right left down up down",
        refused="up",
        wrong={"": "That way is free. Try to walk up, where 1 stands."},
    ),
    Lesson(
        "You are 1 again. Your goal is the corner below you, and 2 is as near to its own. Be first.",
        _RACE,
        answers=("down",),
        wins=True,
        wrong={"": "Then 2 is home first. Your goal is right beside you."},
        praise="You are there: you win.",
    ),
    Lesson(
        "2 wants to run up the left edge. Get in its way.",
        "down left down left right left left left",
        answers=("down",),
        wins=True,
        wrong={"": "Then 2 runs past you. Step down: it must go round, and you are ahead."},
        praise="Right: 2 has to turn away, and you are ahead.",
    ),
    Lesson("No position may come about a third time, so a race always ends. That is the whole game."),
)
