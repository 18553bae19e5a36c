"""Solving well-known games by the general path, beside minimax over OpenSpiel's C++ states with a dict from Python.

The games are those of examples/games, put onto the path here. Both sides count the positions that can come about when
Player 1 opens, and must agree on their number and on the value of the start. Compiling is not measured.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from open_spiel_play import load
from tables import Cell, Column, Table

from gridduels import Game
from gridduels.board import Size
from gridduels.engine.progress import silent
from gridduels.engine.solving.enumerated import enumerate_values
from gridduels.engine.value import Value

__all__ = ["run"]

_GAMES: Final = Path(__file__).parents[1] / "examples" / "games"
_CASES: Final[tuple[tuple[str, Size, dict[str, str | int], str], ...]] = (
    ("tic_tac_toe", 3, {}, "tic_tac_toe"),
    ("clobber", 4, {}, "clobber(rows=4,columns=4)"),
    ("breakthrough", 4, {"ranks": 1}, "breakthrough(rows=4,columns=4)"),
    ("connect_four", 4, {}, "connect_four(rows=4,columns=4)"),
    ("connect_four", "5x4", {}, ""),
    ("connect_four", "4x5", {}, ""),
)
"""Folder, size and rulings of each game, and OpenSpiel's name of it; none where it takes OpenSpiel too long."""


def run() -> list[Table]:
    if str(_GAMES) not in sys.path:
        sys.path.append(str(_GAMES))
    rows: list[tuple[Cell, ...]] = []
    for folder, size, rulings, theirs in _CASES:
        game = Game(import_module(f"classic_duels.{folder}").GAME, size, rulings)
        _measure(lambda game=game: _ours(game))  # type: ignore[misc]  # compiles
        (count, outcome), seconds = _measure(lambda game=game: _ours(game))  # type: ignore[misc]
        other: float | None = None
        if theirs and load():
            (their_count, their_outcome), their_seconds = _measure(lambda name=theirs: _theirs(name))  # type: ignore[misc]
            if (their_count, their_outcome) != (count, outcome):
                raise AssertionError(f"{theirs}: {their_count} {their_outcome}, and {count} {outcome} here")
            other = their_count / their_seconds
        rows.append((f"{game.id} {game.board}", count, outcome, count / seconds, other))
    columns = (
        Column("game"),
        Column("positions"),
        Column("start"),
        Column("gridduels, positions/s"),
        Column("OpenSpiel states and a dict, positions/s"),
    )
    return [Table("Well-known games solved", columns, tuple(rows))]


def _measure(work: Callable[[], Any]) -> tuple[Any, float]:
    begin = perf_counter()
    found = work()
    return found, perf_counter() - begin


def _ours(game: Game) -> tuple[int, str]:
    """Every position as it is, without making use of symmetries."""
    from gridduels.engine.kernels.binding import plain

    keys, codes = enumerate_values(game, [game.start()], silent, canonical=False)
    start = plain(game.definition).rank_of(keys, plain(game.definition).pack(game.rules, game.start(), False))
    return len(keys), Value.of_code(int(codes[start]), game.definition.draws).outcome


def _theirs(name: str) -> tuple[int, str]:
    known: dict[tuple[int, str], float] = {}

    def best(state: Any) -> float:
        key = state.current_player(), str(state)
        if key not in known:
            if state.is_terminal():
                known[key] = state.returns()[0]
            else:
                choose = max if state.current_player() == 0 else min
                known[key] = choose([best(state.child(action)) for action in state.legal_actions()])
        return known[key]

    value = best(load().load_game(name).new_initial_state())
    return len(known), {1.0: "win", 0.0: "draw", -1.0: "loss"}[value]
