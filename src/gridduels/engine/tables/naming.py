"""Which table is whose: where it is kept, what its header says of it, and from which rules it was made."""

import hashlib
from pathlib import Path
from typing import Any, Final

from gridduels.engine.kernels.binding import source_of
from gridduels.files import cache_folder
from gridduels.game import Game

__all__ = ["HISTORY", "board_header", "board_name", "fingerprint_of", "header_of", "table_path"]

HISTORY: Final = ("repetition",)
"""Rulings that play no part in a position's value."""


def table_path(game: Game) -> Path:
    """Where a game's table is kept: by its id, its size, and a hash of its rules and rulings."""
    return cache_folder() / "tables" / f"{game.id}-{game.size}-{fingerprint_of(game)}.table"


def fingerprint_of(game: Game) -> str:
    """A hash of everything that decides what a table holds: the sources of the rules, and the rules' own numbers."""
    return hashlib.sha256(f"{source_of(game.definition)} {tuple(game.rules)}".encode()).hexdigest()[:16]


def board_name(game: Game) -> str:
    """A game's id and size, and the rulings that are not the default; the same for all that share a table.

    >>> from gridduels import load_game
    >>> board_name(load_game("blockade", 4, obstacles=2, repetition="endless"))
    'blockade-4-obstacles-2'
    """
    chosen = [
        f"{ruling.name}-{game.rulings[ruling.name]}"
        for ruling in game.definition.rulings
        if ruling.name not in HISTORY and game.rulings[ruling.name] != ruling.values[0]
    ]
    return "-".join([game.id, str(game.size), *chosen])


def header_of(game: Game, counts: dict[int, int] | None) -> dict[str, Any]:
    """Return the header of a table, given how many reachable positions have each code (None if not counted).

    The header depends on the rules alone, so it is the same whenever and wherever the table is made.
    """
    return {**board_header(game), "counts": None if counts is None else sorted(counts.items())}


def board_header(game: Game) -> dict[str, Any]:
    """Return the part of a table's header that says which board it is of."""
    return {
        "game": game.id,
        "size": game.size,
        "rulings": {name: value for name, value in game.rulings.items() if name not in HISTORY},
        "rules": [list(field) if isinstance(field, tuple) else field for field in game.rules],
    }
