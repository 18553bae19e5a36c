"""Words and lessons for GridLock."""

import re

from gridduels.board import DIRECTIONS, each, spread, step
from gridduels.duel import Duel, Reason
from gridduels.errors import NotationError
from gridduels.game import Game
from gridduels.games.gridlock.rules import Position, Rules
from gridduels.lessons import Lesson
from gridduels.text import shorten
from gridduels.words import Refusal, Words, parse_direction

# --- Words. The book's coordinates are (row,column), counted from 1.


class GridLockWords(Words[Rules, Position]):
    gist = (
        "You both slide the same token, as far as you like.",
        "It can't cross its own path.",
        "If you can't move it, you lose.",
    )
    about = """\
Both players move the same token (o), which starts in the centre.
On your turn, slide it up, down, left or right, as many cells as you like but at least one.
Every cell it leaves or passes over is visited (#), and the token can never pass or enter a visited cell again.
A player who cannot move the token loses. There are no draws."""
    character = "tiles"
    notation = "a move is a direction and a number of steps, such as up3"
    draws_board = False

    def moves(self, rules: Rules) -> tuple[str, ...]:
        return tuple(f"{direction}{steps}" for direction in DIRECTIONS for steps in range(1, rules.size))

    def opening(self, duel: Duel) -> str:
        return f"Game Start!\nToken is at {self.where(duel.game, self.position(duel).token)}.\n"

    def turn(self, duel: Duel) -> str:
        return f"{self.player(duel.turn)}'s Turn:"

    def prompt(self, duel: Duel, said: tuple[str, ...]) -> str:
        if said:
            return "Enter number of steps: "
        return "Enter direction: " if duel.ply else "Enter direction (up/down/left/right): "

    def answer(self, duel: Duel, said: tuple[str, ...], line: str) -> str | tuple[str, ...]:
        match = re.fullmatch(r"\s*([a-z]*)[\s,]*([0-9]*)\s*", line.lower())
        direction = parse_direction(match[1]) if match and match[1] else None
        if match and match[2] and not match[1] and said:
            direction = said[0]
        if not (match and direction and (match[2] or not said)):
            raise NotationError(f"{shorten(line)} is not {_wanted(duel, said)}.")
        if not match[2]:
            return (direction,)
        steps = int(match[2][:9])
        if not 1 <= steps < duel.game.columns:
            possible = _instead(direction, _reach(duel, direction))
            raise NotationError(f"The token cannot move {direction} {steps}.{possible}")
        return f"{direction}{steps}"

    def typed(self, word: str) -> tuple[str, ...]:
        return word[:-1], word[-1]

    def moved(self, before: Duel, after: Duel) -> str:
        return f"Token moved to {self.where(after.game, self.position(after).token)}.\n"

    def ending(self, duel: Duel) -> str:
        winner, reason = duel.ended
        if reason is not Reason.NO_MOVES:
            return super().ending(duel)
        return f"{self.player(3 - winner)}'s Turn:\nNo valid moves available.\n{self.victory(duel)}"

    def refusal(self, game: Game, position: Position, action: int) -> Refusal:
        direction, steps = divmod(action, game.columns - 1)
        cannot = f"You cannot move {DIRECTIONS[direction]} {steps + 1}"
        cell, free = position.token, 0
        while free <= steps:
            cell = step(game.rules, cell, direction)
            if not cell:
                return Refusal("edge", f"{cannot}: that is off the grid.{_instead(DIRECTIONS[direction], free)}")
            if cell & position.visited:
                return Refusal(
                    "visited",
                    f"{cannot}: {self.where(game, cell)} has been visited.{_instead(DIRECTIONS[direction], free)}",
                )
            free += 1
        return Refusal("not-now", f"{cannot} now.")

    def faults(self, game: Game, position: Position) -> list[str]:
        reasons = []
        centre = self.rules(game).centre
        if not centre & (position.visited if position.visited else position.token):
            reasons.append(f"the token started on {self.where(game, centre)}, so that cell must be visited")
        reached = centre | position.token
        while (grown := spread(game.rules, reached) & (position.visited | reached)) != reached:
            reached = grown
        if stray := position.visited & ~reached:
            cells = ", ".join(self.where(game, cell) for cell in each(stray))
            reasons.append(f"no path of the token leads to the visited {cells}")
        if position.visited and not spread(game.rules, position.token) & position.visited:
            reasons.append("no visited cell is next to the token, so it cannot have moved there")
        return reasons


def _wanted(duel: Duel, said: tuple[str, ...]) -> str:
    if not said:
        return "a direction: type up, down, left or right"
    free = _reach(duel, said[0])
    return f"a number of steps{f': type {_from_one(free)}' if free else f', and it cannot move {said[0]}'}"


def _reach(duel: Duel, direction: str) -> int:
    """Return the maximum number of steps the token can take in a direction."""
    return sum(move.startswith(direction) for move in duel.legal_moves)


def _instead(direction: str, free: int) -> str:
    """Return how far the token can go in a direction, as a sentence to follow a refusal."""
    return f" It can move {direction} {_from_one(free)}." if free else ""


def _from_one(most: int) -> str:
    return "1" if most == 1 else f"1 to {most}"


# --- Lessons


_SIZE = 5
_POCKET = "left2 down2 right4 up3"

LESSONS = (
    Lesson(
        "You share one token. Slide it up two cells.",
        answers=("up2",),
        keys="Press the up arrow key twice, then enter. Or click the cell.",
        wrong={"": "The token can slide as far as you like. Slide it up two cells this time."},
        praise="The cells it crossed are used up now.",
        size=_SIZE,
    ),
    Lesson(
        "The token can't cross a used cell or stop on one. Try it: go back right.",
        "up2 left2",
        refused="right1",
        wrong={"": "That way is clear. Try to go back right."},
        size=_SIZE,
    ),
    Lesson(
        "If you can't move, you lose. Slide the token to where there's no way out.",
        "left2 up2 right4 down1",
        answers=("left3",),
        wins=True,
        wrong={"": "It can still move from there. Look for the pocket on the left with used cells all around."},
        praise="The token is stuck on Player 2's turn. You win!",
        size=_SIZE,
    ),
    Lesson(
        "Think one move ahead: leave Player 2 a single, bad move.",
        _POCKET,
        answers=("left4",),
        wins=True,
        wrong={"": "Then Player 2 makes the last move. What if you slide all the way to the edge?"},
        praise="Correct! Player 2 has only one move left, up into the corner.",
        size=_SIZE,
    ),
    Lesson(
        "Player 2 had to go up. Now finish the game.",
        f"{_POCKET} left4 up1",
        answers=("right4",),
        wins=True,
        wrong={"": "Player 2 can still move from there. Where would the token be stuck?"},
        praise="The token is stuck again. You win!",
        size=_SIZE,
    ),
    Lesson("Make the last move. That's the whole game, and it's usually played on a 7x7 board."),
)
