"""Words: a game's texts, including boards, prompts, announcements and refusals, and the parsing of typed moves.

The base class suits any game whose moves are single steps; a game overrides whatever its rule book words differently.
Each method returns text that is printed verbatim, followed by a newline; an empty text prints nothing.
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
    """The reason a move is refused: an IllegalMove code and a sentence."""

    code: str
    sentence: str


def parse_direction(text: str) -> str | None:
    """Return the direction that a text names or abbreviates.

    >>> parse_direction(" U "), parse_direction("left"), parse_direction("north")
    ('up', 'left', None)
    """
    return _DIRECTIONS.get(text.strip().lower())


class Words(Generic[AnyRules, AnyPosition]):
    """The texts of a game whose moves are single steps.

    The type parameters are the game's own Rules and Position.
    """

    about = ""
    """The rules in one paragraph."""

    gist: tuple[str, ...] = ()
    """The rules in three short lines, for newcomers."""

    notation = "a move is up, down, left or right"
    """An example of a move, shown after a colon."""

    origin = 1
    """The number of the first row and column."""

    character = "plain"
    """The picture style: a key of `CHARACTERS` in `pictures.shapes`."""

    has_points = False
    """Whether the rule book counts points."""

    draws_board = True
    """Whether the rule book's turn flow shows the board."""

    def rules(self, game: Game) -> AnyRules:
        """Return a game's rules, typed as this game's Rules."""
        return cast(AnyRules, game.rules)

    def position(self, duel: Duel) -> AnyPosition:
        """Return a duel's current position, typed as this game's Position."""
        return cast(AnyPosition, duel.position)

    def player(self, number: int) -> str:
        """Return a player's name."""
        return f"Player {number}"

    def letter(self, number: int) -> str:
        """Return the character on a player's token: `A` for Player A, otherwise the player's number."""
        last = self.player(number).split()[-1]
        return last if len(last) == 1 else str(number)

    def where(self, game: Game, cell: int) -> str:
        """Return a cell in the game's own coordinates."""
        row, column = where(game.columns, cell)
        return f"({row + self.origin},{column + self.origin})"

    def moves(self, rules: AnyRules) -> tuple[str, ...]:
        """Return each action's word, in order of action number."""
        return DIRECTIONS

    def board(self, game: Game, position: AnyPosition) -> str:
        """Return the board as the rule book draws it."""
        return "\n".join(" ".join(row) for row in draw(game, position))

    def status(self, duel: Duel) -> str:
        """Return a line describing what the board does not show; line mode prints it on a terminal."""
        return ""

    def grid(self, duel: Duel) -> str:
        """Return the board followed by the status, for display outside the turn flow."""
        return "\n".join(filter(None, (self.board(duel.game, self.position(duel)), self.status(duel)))) + "\n"

    def opening(self, duel: Duel) -> str:
        """Return the text printed once, before the first turn."""
        return self.board(duel.game, self.position(duel)) + "\n"

    def turn(self, duel: Duel) -> str:
        """Return the text printed at the start of each turn, before the prompt."""
        return ""

    def prompt(self, duel: Duel, said: tuple[str, ...]) -> str:
        """Return the next question, given the answers so far in this turn."""
        return f"{self.player(duel.turn)}'s turn. Enter move direction (up/down/left/right): "

    def restart(self, duel: Duel) -> str:
        """Return the text printed before a turn's first question is asked again because a later answer was refused."""
        return ""

    def answer(self, duel: Duel, said: tuple[str, ...], line: str) -> str | tuple[str, ...]:
        """Return the move that an answer completes, or the answers so far if another question follows."""
        if direction := parse_direction(line):
            return direction
        raise NotationError(f"{shorten(line)} is not a direction: type up, down, left or right.")

    def typed(self, word: str) -> tuple[str, ...]:
        """Return the answers a person would type to make a move, as `answer` accepts them."""
        return (word,)

    def moved(self, before: Duel, after: Duel) -> str:
        """Return the text printed after a move."""
        return "\n" + self.board(after.game, self.position(after)) + "\n"

    def ending(self, duel: Duel) -> str:
        """Return the text printed when the game is over."""
        return f"{self.why(duel)}\n{self.victory(duel)}"

    def why(self, duel: Duel) -> str:
        """Return why the game ended, as a sentence."""
        winner, reason = duel.ended
        both = (self.player(winner), self.player(3 - winner)) if winner else ("", "")
        return reason.sentence(*both)

    def victory(self, duel: Duel) -> str:
        """Return the announcement of the winner, or that there is none."""
        winner, reason = duel.ended
        return f"{self.player(winner)} wins!" if winner else reason.nobody_wins

    def refusal(self, game: Game, position: AnyPosition, action: int) -> Refusal:
        """Return the reason why an action is illegal in a position."""
        kind, number = game.kind_of_action(action)
        if isinstance(kind, Places):
            return self.blocked(game, position, 1 << number, f"You cannot play {game.moves[action]}")
        if not isinstance(kind, Steps):
            return Refusal("not-now", f"You cannot play {game.moves[action]} now.")
        target = step(game.rules, game.statement.standing(position, position.turn), number)
        return self.blocked(game, position, target, f"You cannot move {DIRECTIONS[number]}")

    def blocked(self, game: Game, position: AnyPosition, target: int, cannot: str) -> Refusal:
        """Return the reason why a cell cannot be entered; 0 means off the board."""
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
        """Return everything that makes a well-formed position impossible in this game."""
        return []


AnyWords = Words[Any, Any]
"""The words of an arbitrary game, for callers that do not know which game it is."""


class TypedWords(Words[AnyRules, AnyPosition]):
    """The texts of a game whose moves are typed as in records; spaces may replace commas."""

    def prompt(self, duel: Duel, said: tuple[str, ...]) -> str:
        return f"{self.player(duel.turn)}, your move: "

    def answer(self, duel: Duel, said: tuple[str, ...], line: str) -> str:
        word = re.sub(r"[\s,]+", ",", line.strip().lower())
        if word in duel.game.moves:
            return word
        raise NotationError(f"{shorten(line)} is not a move: {self.notation}.")

    def cells(self, rules: AnyRules) -> tuple[str, ...]:
        """Return each cell's row and column, such as `2,3`."""
        places = (where(rules.size, 1 << bit) for bit in range(rules.cells.bit_length()))
        return tuple(f"{row + self.origin},{column + self.origin}" for row, column in places)


def goal_faults(game: Game, position: Position) -> list[str]:
    """Return everything impossible about a position in a game that ends when a token reaches its goal."""
    home = [player for player in (1, 2) if game.has_reached_goal(position, player)]
    if len(home) == 2:
        return ["both players are on their goals"]
    return [f"Player {player} has won, so it is not its turn" for player in home if position.turn == player]
