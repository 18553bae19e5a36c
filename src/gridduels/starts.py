"""Starts a few moves into a game from which both sides have the same chances: the book's own is won for who begins.

They are kept in `fair_starts.json`, which `python -m tools.fair_starts` makes with the solver: for each game
and level, the moves that lead there, and what the player to move scores when the level plays against itself.
"""

import json
import random
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.statement import Position

__all__ = ["BOOK", "FAIR", "STARTS", "about_start", "draw_start", "fair_starts", "opening_of"]

BOOK: Final = "book"
FAIR: Final = "fair"
STARTS: Final = (BOOK, FAIR)
"""Where a game can begin."""
FILE: Final = "fair_starts.json"
_USUAL_LEVEL: Final = "medium"


@lru_cache(1)
def _kept() -> dict[str, dict[str, list[dict[str, Any]]]]:
    found: dict[str, Any] = json.loads(files("gridduels").joinpath(FILE).read_text("utf-8"))
    return found


def fair_starts(game: Game, level: str = _USUAL_LEVEL) -> tuple[str, ...]:
    """The moves that lead to each fair start of a game for a level; where it has none, those of all levels. There are
    none at all on boards and under rulings that have not been tried.

    >>> from gridduels import load_game
    >>> fair_starts(load_game("pathway"))[0], fair_starts(load_game("light-cycle", size=3))
    ('down left down up down right', ())
    """
    if game != Game(game.definition):
        return ()
    levels = _kept().get(game.id, {})
    chosen = levels.get(level) or [start for starts in levels.values() for start in starts]
    return tuple(dict.fromkeys(start["moves"] for start in chosen))


def draw_start(game: Game, players: tuple[str, str], rng: random.Random) -> Position:
    """A fair start by chance: for the level that plays, or for people."""
    levels = _kept().get(game.id, {})
    starts = fair_starts(game, next((name for name in players if name in levels), _USUAL_LEVEL))
    if not starts:
        where = f"on the usual board under the usual rulings, not in {game!r}" if levels else "nowhere yet"
        raise SetupError(f"{game.title} has fair starts {where}: begin as the book says")
    return Duel(game, rng.choice(starts)).position


def opening_of(game: Game, position: Position) -> str:
    """The moves that lead to a fair start; nothing for any other position."""
    starts = (start["moves"] for starts in _kept().get(game.id, {}).values() for start in starts)
    return next((moves for moves in starts if Duel(game, moves).position == position), "") if fair_starts(game) else ""


def about_start(game: Game, start: str) -> str:
    """What a start means for the chances, in a sentence; nothing where that is not known.

    >>> from gridduels import load_game
    >>> about_start(load_game("pathway"), "book")
    'From the start of the book, whoever begins can always win.'
    """
    if not fair_starts(game):
        return ""
    if start == FAIR:
        return "Some moves have been made: from here both sides have about the same chances."
    return "From the start of the book, whoever begins can always win."
