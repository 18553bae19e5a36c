"""Words: how a game speaks. Boards, prompts, announcements, refusals, and what people type.

The base class speaks for any game whose moves are single steps; a game overrides what its rule book words differently.
Each method returns a text that is printed as it is, with a newline after it; an empty text prints nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, cast

from gridduels.board import DIRECTIONS, step, where
from gridduels.errors import NotationError
from gridduels.notation import draw
from gridduels.statement import AnyPosition, AnyRules, Cells, Mark, Places, Position, Steps, Token
from gridduels.text import shorten

if TYPE_CHECKING:
    from gridduels.duel import Duel
    from gridduels.game import Game

__all__ = ["AnyWords", "Refusal", "TypedWords", "Words", "parse_direction"]

_DIRECTIONS: Final = {name[:length]: name for name in DIRECTIONS for length in range(1, len(name) + 1)}


class Refusal(NamedTuple):
    """Why a move is refused: a code of IllegalMove and a sentence."""

    code: str
    sentence: str


def parse_direction(text: str) -> str | None:
    """The direction a text stands for: its name or the beginning of it.

    >>> parse_direction(" U "), parse_direction("left"), parse_direction("north")
    ('up', 'left', None)
    """
    return _DIRECTIONS.get(text.strip().lower())


class Words(Generic[AnyRules, AnyPosition]):
    """The words of a game of single steps."""

    about = ""
    """The rules in our own words."""

    gist: tuple[str, ...] = ()
    """The same in three short lines, for who has never seen the game."""

    notation = "a move is up, down, left or right"
    """What a move looks like, to follow a colon."""

    origin = 1
    """What rows and columns count from."""

    character = "plain"
    """The look of its boards in pictures: a key of `CHARACTERS` in `pictures.shapes`."""

    has_points = False
    """Whether the rule book counts points."""

    draws_board = True
    """Whether the rule book's turn flow shows the board."""

    def rules(self, game: Game) -> AnyRules:
        """Return the rules of a game as this game's own type."""
        return cast(AnyRules, game.rules)

    def position(self, duel: Duel) -> AnyPosition:
        """Return the current position of a duel as this game's own type."""
        return cast(AnyPosition, duel.position)

    def player(self, number: int) -> str:
        return f"Player {number}"

    def letter(self, number: int) -> str:
        """What stands on a player's token: the letter by which the player is called, such as `A` of Player A."""
        last = self.player(number).split()[-1]
        return last if len(last) == 1 else str(number)

    def where(self, game: Game, cell: int) -> str:
        """A cell in the game's own coordinates."""
        row, column = where(game.columns, cell)
        return f"({row + self.origin},{column + self.origin})"

    def moves(self, rules: AnyRules) -> tuple[str, ...]:
        """The word of each action, by its number."""
        return DIRECTIONS

    def board(self, game: Game, position: AnyPosition) -> str:
        return "\n".join(" ".join(row) for row in draw(game, position))

    def status(self, duel: Duel) -> str:
        """What matters beside the board, in a line; line mode shows it to people at a terminal."""
        return ""

    def grid(self, duel: Duel) -> str:
        """Printed where the board is shown outside the flow of turns: the board, then the status."""
        return "\n".join(filter(None, (self.board(duel.game, self.position(duel)), self.status(duel)))) + "\n"

    def opening(self, duel: Duel) -> str:
        """Printed once, before the first turn."""
        return self.board(duel.game, self.position(duel)) + "\n"

    def turn(self, duel: Duel) -> str:
        """Printed at the start of each turn, before the prompt."""
        return ""

    def prompt(self, duel: Duel, said: tuple[str, ...]) -> str:
        """The question to ask next, after the answers already given in this turn."""
        return f"{self.player(duel.turn)}'s turn. Enter move direction (up/down/left/right): "

    def restart(self, duel: Duel) -> str:
        """Printed before the first question of a turn is asked again, after a later answer was refused."""
        return ""

    def answer(self, duel: Duel, said: tuple[str, ...], line: str) -> str | tuple[str, ...]:
        """The move an answer completes, or the answers so far when there is more to ask."""
        if direction := parse_direction(line):
            return direction
        raise NotationError(f"{shorten(line)} is not a direction: type up, down, left or right.")

    def typed(self, word: str) -> tuple[str, ...]:
        """The answers a person would type for a move; `answer` understands them."""
        return (word,)

    def moved(self, before: Duel, after: Duel) -> str:
        """Printed after a move."""
        return "\n" + self.board(after.game, self.position(after)) + "\n"

    def ending(self, duel: Duel) -> str:
        """Printed when the game is over."""
        return f"{self.why(duel)}\n{self.victory(duel)}"

    def why(self, duel: Duel) -> str:
        """The reason the game ended, as a sentence."""
        winner, reason = duel.ended
        both = (self.player(winner), self.player(3 - winner)) if winner else ("", "")
        return reason.sentence(*both)

    def victory(self, duel: Duel) -> str:
        winner, reason = duel.ended
        return f"{self.player(winner)} wins!" if winner else reason.nobody_wins

    def refusal(self, game: Game, position: AnyPosition, action: int) -> Refusal:
        """Why the rules refuse an action in a position where it is not legal."""
        kind, number = game.kind_of_action(action)
        if isinstance(kind, Places):
            return self.blocked(game, position, 1 << number, f"You cannot play {game.moves[action]}")
        if not isinstance(kind, Steps):
            return Refusal("not-now", f"You cannot play {game.moves[action]} now.")
        target = step(game.rules, game.statement.standing(position, position.turn), number)
        return self.blocked(game, position, target, f"You cannot move {DIRECTIONS[number]}")

    def blocked(self, game: Game, position: AnyPosition, target: int, cannot: str) -> Refusal:
        """Why a cell cannot be moved onto; 0 is beyond the edge."""
        if not target:
            return Refusal("edge", f"{cannot}: that is off the grid.")
        for number, _, kind, _ in game.statement.drawn:
            if position[number] & target:
                piece = isinstance(kind, Cells) and kind.mark is Mark.PIECE and kind.player
                if isinstance(kind, Token) or piece:
                    holder = self.player(kind.player) if kind.player else "the token"
                    return Refusal("occupied", f"{cannot}: {self.where(game, target)} is occupied by {holder}.")
                return Refusal("blocked", f"{cannot}: {self.where(game, target)} is blocked.")
        return Refusal("not-now", f"{cannot} now.")

    def faults(self, game: Game, position: AnyPosition) -> list[str]:
        """Everything that makes a position impossible in this game, beyond its form."""
        return []


AnyWords = Words[Any, Any]
"""The words of some game, for callers that do not know which."""


class TypedWords(Words[AnyRules, AnyPosition]):
    """The words of a game whose moves are typed as they are written in records; spaces will do for commas."""

    def prompt(self, duel: Duel, said: tuple[str, ...]) -> str:
        return f"{self.player(duel.turn)}, your move: "

    def answer(self, duel: Duel, said: tuple[str, ...], line: str) -> str:
        word = re.sub(r"[\s,]+", ",", line.strip().lower())
        if word in duel.game.moves:
            return word
        raise NotationError(f"{shorten(line)} is not a move: {self.notation}.")

    def cells(self, rules: AnyRules) -> tuple[str, ...]:
        """The row and column of each cell, such as `2,3`."""
        places = (where(rules.size, 1 << bit) for bit in range(rules.cells.bit_length()))
        return tuple(f"{row + self.origin},{column + self.origin}" for row, column in places)


def goal_faults(game: Game, position: Position) -> list[str]:
    """What cannot be in a game that ends when a token reaches its goal."""
    home = [player for player in (1, 2) if game.has_reached_goal(position, player)]
    if len(home) == 2:
        return ["both players stand on their goals"]
    return [f"Player {player} has won, so it is not its turn" for player in home if position.turn == player]
