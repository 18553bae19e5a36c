"""Values in plain English.

Distances shown to people are in the player's own moves, including the next one: a win in 5 plies takes the winner 3
moves, a loss in 4 takes the loser 2. In games where players may act several times in a row, both players' moves are
counted.
"""

import random
import re
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Final

from gridduels.engine.value import Value
from gridduels.game import Game
from gridduels.targets import moves_or_places, placements

_GAMES: Final = 8
_LONGEST: Final = 100


class Unit(StrEnum):
    """The unit of a distance."""

    MOVES = "moves"
    """The player's own moves."""
    MOVES_OF_BOTH = "moves by both players"
    PLIES = "plies"

    def number(self, plies: int) -> int:
        """Convert a number of plies to this unit.

        >>> Unit.MOVES.number(5), Unit.MOVES.number(4), Unit.PLIES.number(5)
        (3, 2, 5)
        """
        return (plies + 1) // 2 if self is Unit.MOVES else plies


def unit_of(game: Game, plies: bool = False) -> Unit:
    """Return the unit for a game's distances: plies if requested.

    >>> from gridduels import load_game
    >>> unit_of(load_game("pathway")).value, unit_of(load_game("pathway"), plies=True).value
    ('moves', 'plies')
    """
    if plies:
        return Unit.PLIES
    return Unit.MOVES if _by_turns(game) else Unit.MOVES_OF_BOTH


@lru_cache(64)
def _by_turns(game: Game) -> bool:
    """Return whether the players strictly alternate. Games don't declare this, so play a few random games to find
    out."""
    rng = random.Random(0)
    for _ in range(_GAMES):
        position = game.start()
        for _ in range(_LONGEST):
            if not (actions := game.legal(position)):
                break
            before, position = position, game.play(position, game.action(rng.choice(game.words_of(actions))))
            if position.turn == before.turn and game.legal(position):
                return False
    return True


def describe(value: Value, who: str = "you", unit: Unit = Unit.MOVES) -> str:
    """Describe in a sentence what a value means for a player. All interfaces use this wording.

    >>> describe(Value("win", 5)), describe(Value("loss", 4), "Player 2")
    ('you win in 3 more moves', 'Player 2 loses in 2 more moves')
    >>> describe(Value("win", 1)), describe(Value("perpetual", None)), describe(Value("draw", None))
    ('you win at once', 'neither side can force a win', 'best play is a draw')
    >>> describe(Value("win", 5), unit=Unit.PLIES)
    'you win in 5 plies'
    """
    return outlook(value, unit) if value.plies is None else f"{who} {outlook(value, unit, who == 'you')}"


def outlook(value: Value, unit: Unit = Unit.MOVES, addressed: bool = False) -> str:
    """Describe a value without naming the player, e.g. next to a name or a move.

    >>> outlook(Value("loss", 4)), outlook(Value("win", 5), addressed=True)
    ('loses in 2 more moves', 'win in 3 more moves')
    """
    if value.plies is None:
        return "best play is a draw" if value.outcome == "draw" else "neither side can force a win"
    won = value.outcome == "win"
    if value.plies == 0:
        return f"{'have' if addressed else 'has'} {'won' if won else 'lost'}"
    verb = ("win" if won else "lose") + ("" if addressed else "s")
    at_once = won and value.plies == 1 and unit is not Unit.PLIES
    return f"{verb} at once" if at_once else f"{verb} in {distance_text(value.plies, unit, 'more')}"


def distance_text(plies: int, unit: Unit = Unit.MOVES, more: str = "") -> str:
    """Return a distance with its unit.

    >>> distance_text(3), distance_text(1, more="more"), distance_text(3, Unit.PLIES)
    ('2 moves', '1 more move', '3 plies')
    """
    number = unit.number(plies)
    if unit is Unit.PLIES:
        return "1 ply" if number == 1 else f"{number} plies"
    moves = " ".join(filter(None, [str(number), more, "move" if number == 1 else "moves"]))
    return f"{moves} by both players" if unit is Unit.MOVES_OF_BOTH else moves


def move_words(game: Game, word: str) -> str:
    """Return a move in words, for use in a sentence.

    >>> from gridduels import load_game
    >>> move_words(load_game("blockade"), "@1,0"), move_words(load_game("gridlock"), "down5")
    ('a wall at (1, 0)', 'down 5')
    """
    for cell, placement in placements(game).items():
        if placement == word:
            where = game.words.where(game, cell)
            return f"a wall at {where}" if moves_or_places(game) else where
    return re.sub(r"(?<=[a-z])(?=\d+$)", " ", word)


def line_words(game: Game, moves: Iterable[str]) -> str:
    """Return several moves in words, for use in a sentence.

    >>> from gridduels import load_game
    >>> line_words(load_game("blockade"), ["up", "@1,0"])
    'up, a wall at (1, 0)'
    """
    return ", ".join(move_words(game, word) for word in moves)


def label(value: Value, unit: Unit = Unit.MOVES) -> str:
    """Return a value in at most four characters, to fit in a board cell.

    >>> label(Value("win", 7)), label(Value("loss", 4)), label(Value("perpetual", None))
    ('+4', '-2', '=')
    """
    return "=" if value.plies is None else f"{'+' if value.outcome == 'win' else '-'}{unit.number(value.plies)}"
