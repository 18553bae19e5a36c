"""Words and lessons for Pathway Duel."""

from itertools import pairwise
from typing import Final

from gridduels.board import DIRECTIONS, DOWN, LEFT, RIGHT, UP, step
from gridduels.duel import Duel, Reason
from gridduels.game import Game
from gridduels.games.pathway.rules import Position, Rules
from gridduels.lessons import Lesson
from gridduels.notation import EMPTY, draw
from gridduels.targets import trail_faults
from gridduels.words import Words

# --- Words. The book's coordinates are (row,column), counted from 0; the players are A and B.


_MARKS: Final = {"1": "[ A ]", "2": "[ B ]", "#": "[ X ]", EMPTY: "  .  "}
_CLOCKWISE: Final = (UP, RIGHT, DOWN, LEFT)


class PathwayWords(Words[Rules, Position]):
    gist = (
        "Move one cell at a time. The cell you leave is blocked for both.",
        "Reach your opponent's starting corner ...",
        "... or leave your opponent without a move.",
    )
    about = """\
Each player steers a marker, A from the top-left corner and B from the bottom-right.
On your turn, move one cell up, down, left or right. The cell you leave is blocked (X) from then on.
You may not enter a blocked cell or the cell your opponent is on.
You win by entering the cell where the opponent started, or when the opponent has no move left."""
    character = "ink"
    origin = 0

    def player(self, number: int) -> str:
        return f"Player {'AB'[number - 1]}"

    def board(self, game: Game, position: Position) -> str:
        return "\n".join(_row(symbols) for symbols in draw(game, position))

    def opening(self, duel: Duel) -> str:
        one, two = (self.where(duel.game, duel.game.statement.standing(duel.start, player)) for player in (1, 2))
        return f"Player 1 (A) starting at {one}\nPlayer 2 (B) starting at {two}\n\n{self.grid(duel)}"

    def turn(self, duel: Duel) -> str:
        token = _token(self.position(duel))
        moves = [
            f"{DIRECTIONS[action].capitalize()} to {self.where(duel.game, step(duel.game.rules, token, action))}"
            for action in _CLOCKWISE
            if duel.legal_actions >> action & 1
        ]
        return (
            f"{self.player(duel.turn)}'s turn:\n"
            f"Current Position: {self.where(duel.game, token)}\n"
            f"Available Moves: {', '.join(moves)}"
        )

    def prompt(self, duel: Duel, said: tuple[str, ...]) -> str:
        return "Enter move direction (up, down, left, right): "

    def moved(self, before: Duel, after: Duel) -> str:
        left = self.where(before.game, _token(self.position(before)))
        return f"\nMoving {after.moves[-1]}...\nBlocking cell {left}\n\n{self.grid(after)}"

    def why(self, duel: Duel) -> str:
        winner, reason = duel.ended
        if reason is Reason.NO_MOVES:
            return f"{self.player(3 - winner)} has no legal moves remaining."
        if reason is Reason.GOAL:
            goal = self.where(duel.game, duel.game.goal(winner))
            return f"{self.player(winner)} has reached the opponent's starting position at {goal}."
        return super().why(duel)

    def victory(self, duel: Duel) -> str:
        winner = duel.ended.winner
        return f"{self.player(winner)} wins the game!" if winner else super().victory(duel)

    def faults(self, game: Game, position: Position) -> list[str]:
        rules = self.rules(game)
        if position.one & rules.goal_one and position.two & rules.goal_two:
            return ["both players are on their goals"]
        for player, token, goal in ((1, position.one, rules.goal_one), (2, position.two, rules.goal_two)):
            if token & goal and position.turn == player:
                return [f"Player {player} has won, so it is not its turn"]
            if token & goal and not rules.goal_open:
                return [f"Player {player} cannot be on its goal, because goal=sealed"]
        return trail_faults(game, position, (rules.goal_two, rules.goal_one))

    def grid(self, duel: Duel) -> str:
        return f"Grid State:\n{self.board(duel.game, self.position(duel))}\n"


def _token(position: Position) -> int:
    return position.one if position.turn == 1 else position.two


def _row(symbols: str) -> str:
    """Draw a row as the book does: a bracket sits one column to the left of a dot's position."""
    text = _MARKS[symbols[0]]
    for before, symbol in pairwise(symbols):
        gap = 1 + (symbol != EMPTY) - (before != EMPTY)
        text += " " * gap + _MARKS[symbol]
    return text.rstrip()


# --- Lessons


LESSONS = (
    Lesson(
        "You're A. You want to reach B's corner, and B wants to reach yours. Go right.",
        answers=("right",),
        wrong={"": "You could do that, but go right this time."},
        praise="The cell you left is blocked from now on.",
    ),
    Lesson(
        "No one can enter a blocked cell. Try it: go back left.",
        "right left",
        refused="left",
        wrong={"": "That way is clear. Go back left, to the cell you came from."},
    ),
    Lesson(
        "Your goal is the corner below you, which stays open for you. B is just as close to its own. Get there first.",
        "right left right left right left right left down up down up down up",
        answers=("down",),
        wins=True,
        wrong={"": "Then B enters your corner and wins. Your goal is right next to you."},
        praise="You made it. You win!",
    ),
    Lesson(
        "There's a second way to win: leave B without a move.",
        "right left down left down left left left",
        answers=("down",),
        wins=True,
        wrong={"up": "You'd be stuck there yourself. Take the one free cell next to B."},
        praise="B can't move. You win!",
    ),
    Lesson(
        "B wants to slip past you. One step traps B in the corner, the other traps you.",
        "right up right up right up",
        answers=("down",),
        wins=True,
        wrong={"right": "Then B turns left, and you're the one in the corner."},
        praise="Correct! B can only go up, into the corner.",
    ),
    Lesson("Reach the far corner, or leave your opponent no way out. That's the whole game."),
)
