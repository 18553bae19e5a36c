"""Words and lessons for Blockade Runner."""

import re
from typing import Final

from gridduels.board import DIRECTIONS, connected, step, where
from gridduels.duel import STOPS, Duel, Reason
from gridduels.errors import NotationError
from gridduels.game import Game
from gridduels.games.blockade.rules import PLACE, Position, Rules
from gridduels.lessons import Lesson
from gridduels.notation import EMPTY, draw
from gridduels.text import shorten
from gridduels.words import Refusal, Words, goal_faults, parse_direction

# --- Words. The book's coordinates are (x, y): column first, both counted from 0.


_MARKS: Final = {"1": "[P1]", "2": "[P2]", "#": "[X ]", EMPTY: "[  ]"}
_MOVE, _PLACE, _PASS = "1", "2", "3"
_CHOICE: Final = re.compile(r"^(?:1\.? (?=[a-z])|2\.? (?=\D*\d+\D+\d)|move |place (?:obstacle )?(?:at )?)")
_COORDINATES: Final = re.compile(r"@?\s*\(?\s*(\d{1,9})(?:\s*,\s*|\s+)(\d{1,9})\s*\)?")


class BlockadeWords(Words[Rules, Position]):
    gist = (
        "Each turn, move one cell or place one of your obstacles.",
        "You may not block the last path to a goal.",
        "Be the first to reach your opponent's starting corner.",
    )
    about = """\
Each player has a piece, P1 in the top-left corner and P2 in the bottom-right, and a reserve of obstacles.
On your turn, do one of two things: move your piece one cell up, down, left or right onto an empty cell,
or place one of your obstacles (X) on an empty cell, where it stays.
An obstacle must never close the last path to a goal; pieces do not count as walls.
The first to reach the cell where the opponent started wins. Cells are named (x, y), from (0, 0) at the top left."""
    character = "brick"
    notation = "a move is up, down, left, right, or @x,y to place an obstacle"
    origin = 0

    def where(self, game: Game, cell: int) -> str:
        row, column = where(game.columns, cell)
        return f"({column}, {row})"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        cells = [f"@{column},{row}" for row in range(rules.size) for column in range(rules.size)]
        return (*DIRECTIONS, *cells, *(["pass"] if rules.stuck_passes else []))

    def board(self, game: Game, position: Position) -> str:
        return "\n".join("".join(_MARKS[symbol] for symbol in row) for row in draw(game, position))

    def status(self, duel: Duel) -> str:
        one, two = self.position(duel).reserve_one, self.position(duel).reserve_two
        return f"Obstacles left: {one} for Player 1, {two} for Player 2"

    def opening(self, duel: Duel) -> str:
        game = duel.game
        one, two = (game.statement.standing(duel.start, player) for player in (1, 2))
        start = self.position(Duel(game, start=duel.start))
        reserves = [
            f"{left} {'obstacle' if left == 1 else 'obstacles'}" for left in (start.reserve_one, start.reserve_two)
        ]
        same = f"Each player has {reserves[0]} to use."
        return (
            f"Welcome to Blockade Runner!\n\n"
            f"Player 1 starts at {self.where(game, one)}.\n"
            f"Player 2 starts at {self.where(game, two)}.\n\n"
            + (same if reserves[0] == reserves[1] else f"Player 1 has {reserves[0]} to use, Player 2 {reserves[1]}.")
        )

    def turn(self, duel: Duel) -> str:
        return f"Player {duel.turn}'s turn.\n\n{self._grid(duel)}{self.restart(duel)}"

    def restart(self, duel: Duel) -> str:
        choices = "1. Move\n2. Place Obstacle\n" + ("3. Pass\n" if _can_only_pass(duel) else "")
        return f"\nChoose an action:\n{choices}"

    def prompt(self, duel: Duel, said: tuple[str, ...]) -> str:
        if said == (_MOVE,):
            return "\nEnter move direction (up, down, left, right): "
        if said == (_PLACE,):
            return "\nEnter obstacle coordinates (x y): "
        return "Enter the number of your choice: "

    def answer(self, duel: Duel, said: tuple[str, ...], line: str) -> str | tuple[str, ...]:
        text = " ".join(line.lower().split())
        if not said and text.rstrip(".") in ("1", "m", "move"):
            return (_MOVE,)
        if not said and text.rstrip(".") in ("2", "p", "place", "place obstacle"):
            if not (self.position(duel).reserve_one if duel.turn == 1 else self.position(duel).reserve_two):
                raise NotationError(
                    f"You have no obstacles left: type {'3 to pass' if _can_only_pass(duel) else '1 to move'}."
                )
            return (_PLACE,)
        if not said and text.rstrip(".") in (_PASS, "pass") and "pass" in duel.game.moves:
            return "pass"
        after_choice = text if said else _CHOICE.sub("", text)
        if direction := parse_direction(after_choice):
            return direction
        # Two bare numbers are read as a cell only if a cell was asked for: "1 0" does not answer "Enter the number
        # ...".
        asked_for = said == (_PLACE,) or after_choice != text or not text[:1].isdigit()
        if asked_for and (match := _COORDINATES.fullmatch(after_choice)):
            return self._placement(duel.game, int(match[1]), int(match[2]))
        raise NotationError(f"{shorten(line)} is not {_wanted(duel, said)}.")

    def typed(self, word: str) -> tuple[str, ...]:
        if word in DIRECTIONS:
            return _MOVE, word
        return (_PLACE, word[1:].replace(",", " ")) if word.startswith("@") else (_PASS,)

    def moved(self, before: Duel, after: Duel) -> str:
        word, player = after.moves[-1], f"Player {before.turn}"
        if word in DIRECTIONS:
            token = after.game.statement.standing(after.position, before.turn)
            return f"\n{player} moved {word} to {self.where(after.game, token)}.\n"
        if word == "pass":
            return f"\n{player} passes.\n"
        placed = self.position(after).obstacles & ~self.position(before).obstacles
        return f"\n{player} placed an obstacle at {self.where(after.game, placed)}.\n"

    def ending(self, duel: Duel) -> str:
        if duel.ended.reason is Reason.GOAL:
            return f"{self._grid(duel)}\n{self.victory(duel)}"
        board = "" if duel.ended.reason in STOPS else f"{self._grid(duel)}\n"
        return f"{board}{super().ending(duel)}"

    def victory(self, duel: Duel) -> str:
        winner = duel.ended.winner
        return f"Player {winner} wins the game!" if winner else super().victory(duel)

    def refusal(self, game: Game, position: Position, action: int) -> Refusal:
        if action < PLACE:
            token = position.one if position.turn == 1 else position.two
            return self.blocked(
                game, position, step(game.rules, token, action), f"You cannot move {DIRECTIONS[action]}"
            )
        if game.moves[action] == "pass":
            return Refusal("not-now", "You cannot pass: there is something else you can do.")
        target = 1 << action - PLACE
        cannot = f"You cannot place an obstacle at {self.where(game, target)}"
        if not (position.reserve_one if position.turn == 1 else position.reserve_two):
            return Refusal("no-obstacles", f"{cannot}: you have no obstacles left.")
        if target & (position.one | position.two | position.obstacles):
            return self.blocked(game, position, target, cannot)
        return Refusal(
            "cut-off", f"{cannot}: it would cut off the last path of {self._victim(game, position, target)}."
        )

    def blocked(self, game: Game, position: Position, target: int, cannot: str) -> Refusal:
        if target & position.obstacles:
            return Refusal("blocked", f"{cannot}: {self.where(game, target)} contains an obstacle.")
        return super().blocked(game, position, target, cannot)

    def faults(self, game: Game, position: Position) -> list[str]:
        reasons = goal_faults(game, position)
        reserve, placed = self.rules(game).obstacles, position.obstacles.bit_count()
        for player, left in ((1, position.reserve_one), (2, position.reserve_two)):
            if left > reserve:
                reasons.append(f"Player {player} has {left} obstacles left of {reserve}")
        used = 2 * reserve - position.reserve_one - position.reserve_two
        if not reasons and used != placed:
            reasons.append(f"{placed} obstacles are on the board, but the reserves say {used}")
        cut = [player for player in (1, 2) if not _has_path(game, position, player)]
        if cut and (self.rules(game).protect_both or len(cut) == 2):
            reasons += [f"Player {player} has no path to its goal" for player in cut]
        return reasons

    def _grid(self, duel: Duel) -> str:
        return f"Current Grid:\n{self.board(duel.game, self.position(duel))}\n"

    def _placement(self, game: Game, column: int, row: int) -> str:
        if column >= game.columns or row >= game.columns:
            raise NotationError(f"({column}, {row}) is off the grid: x and y go from 0 to {game.columns - 1}.")
        return f"@{column},{row}"

    def _victim(self, game: Game, position: Position, target: int) -> str:
        """Return the player whose last path an obstacle would block."""
        blocked = position._replace(obstacles=position.obstacles | target)
        opponent = 3 - position.turn
        victim = position.turn if _has_path(game, blocked, opponent) else opponent
        return self.player(victim)


def _has_path(game: Game, position: Position, player: int) -> bool:
    token = position.one if player == 1 else position.two
    return connected(game.rules, token, game.goal(player), game.rules.cells & ~position.obstacles)


def _can_only_pass(duel: Duel) -> bool:
    return duel.legal_moves == ("pass",)


def _wanted(duel: Duel, said: tuple[str, ...]) -> str:
    if said == (_MOVE,):
        return "a direction: type up, down, left or right"
    if said == (_PLACE,):
        return "a cell: type its x and y, such as 2 0"
    if _can_only_pass(duel):
        return "a choice: type 3 to pass, there is nothing else you can do"
    return "a choice: type 1 to move or 2 to place an obstacle"


# --- Lessons


_EVERYWHERE = tuple(f"@{column},{row}" for row in range(5) for column in range(5))

LESSONS = (
    Lesson(
        "You're 1, running to 2's corner. Each turn you move or place an obstacle. Move right.",
        answers=("right",),
        wrong={"": "You could do that, but move right this time."},
        praise="That's one step. The far corner is eight steps from the start.",
    ),
    Lesson(
        "Now slow Player 2 down: place an obstacle.",
        "right left",
        answers=_EVERYWHERE,
        keys="Press p, aim with the arrow keys, and press Enter to place it.",
        wrong={"": "That was a step. Place an obstacle this time."},
        praise="It stays there for the rest of the game. You have two more.",
    ),
    Lesson(
        "You may not block the last path to a goal. Try it: place an obstacle in the gap.",
        "@0,2 @1,2 @3,2 @4,2",
        refused="@2,2",
        keys="Press p and aim at the gap.",
        wrong={"": "That's allowed. Aim at the gap in the wall."},
    ),
    Lesson(
        "Your goal is the corner below you, and 2 is just as close to its own. Get there first.",
        "right left right left right left right left down up down up down up",
        answers=("down",),
        wins=True,
        wrong={"": "Then 2 gets there first. Your goal is right next to you."},
        praise="You made it. You win!",
    ),
    Lesson(
        "2 needs two steps, and you need three. Place an obstacle right in front of 2.",
        "down up @3,4 up right left right up down up right left",
        answers=("@1,0",),
        wins=True,
        wrong={"": "2 gets there before you. It runs left along the top row, so block the next cell."},
        praise="Correct! 2 has to go around it, and now you're faster.",
    ),
    Lesson("Run when you're ahead, block when you're behind. That's the whole game."),
)
