"""Starts a few moves into a game from which both sides have the same chances: the book's own is won for who begins.

They are kept in `fair_starts.json`, which `python -m gridduels.arena.fair_starts` makes with the solver.
"""

import json
import random
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["BOOK", "FAIR", "STARTS", "draw_start", "fair_starts", "start_words"]

BOOK: Final = "book"
FAIR: Final = "fair"
STARTS: Final = (BOOK, FAIR)
"""Where a game can begin."""
FILE: Final = "fair_starts.json"


@lru_cache(1)
def _kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files("gridduels").joinpath(FILE).read_text("utf-8"))
    return found


def fair_starts(game: Game) -> tuple[str, ...]:
    """The moves that lead to each fair start of a game; none on boards and under rulings that have not been tried.

    >>> from gridduels import load_game
    >>> fair_starts(load_game("light-cycle", size=4))
    ()
    """
    if game.size != game.definition.size or game != Game(game.definition):
        return ()
    return tuple(start["moves"] for start in _kept().get(game.id, ()))


def draw_start(game: Game, first: int, rng: random.Random) -> Any:
    """A fair start, by chance, in which this player moves first."""
    starts = fair_starts(game)
    if not starts:
        rulings = " under its usual rulings" if game.definition.rulings else ""
        size = f"{game.definition.size}x{game.definition.size}"
        if game.id in _kept():
            raise SetupError(f"{game.title} has fair starts on {size}{rulings} only")
        raise SetupError(f"{game.title} has no fair starts: it begins as its rules say")
    positions = [Duel(game, moves).position for moves in starts]
    return rng.choice([position for position in positions if position.turn == first])


def start_words(game: Game, position: Any) -> str:
    """The moves that lead to a fair start; nothing for any other position."""
    return next((moves for moves in fair_starts(game) if Duel(game, moves).position == position), "")
