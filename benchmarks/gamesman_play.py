"""GamesmanPy's solver over the rules of a game of examples/games, run as plain Python.

GamesmanPy (https://github.com/GamesCrafters/GamesmanPy) is in no package index: the variable GAMESMANPY names a clone
of it. `python benchmarks/gamesman_play.py FOLDER SIZE RULINGS` solves one game and prints the number of positions, the
value of the start, and the seconds it took; writing to GamesmanPy's database is not measured.
"""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any, Final

from gridduels import Game
from gridduels.board import Size, each
from gridduels.statement import DRAW

_GAMES: Final = Path(__file__).parents[1] / "examples" / "games"
_OUTCOMES: Final = {"Win": "win", "Loss": "loss", "Tie": "draw"}

Found = tuple[int, str, float]
"""Positions, the value of the start, and seconds."""


def missing() -> str:
    """Return why GamesmanPy is not available, or an empty string."""
    if (_clone() / "solver" / "src" / "solver").is_dir():
        return ""
    return "GamesmanPy is left out: it is in no package index, and GAMESMANPY names no clone of it."


def solve(folder: str, size: Size, rulings: dict[str, str | int]) -> Found:
    """Return GamesmanPy's result from a process of its own, since its modules have names such as `models`."""
    command = [sys.executable, __file__, folder, str(size), json.dumps(rulings)]
    count, outcome, seconds = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return count, outcome, seconds


def _clone() -> Path:
    return Path(os.environ.get("GAMESMANPY") or "GamesmanPy").expanduser()


class _PlainGame:
    """A game in the form that GamesmanPy's solver expects."""

    n_players = 2
    no_hash = True

    def __init__(self, game: Game, values: Any) -> None:
        self._game, self._values = game, values

    def start(self) -> Any:
        return self._game.start()

    def hash_ext(self, position: Any) -> Any:
        return position

    def generate_moves(self, position: Any) -> list[int]:
        return [bit.bit_length() - 1 for bit in each(self._game.legal(position))]

    def do_move(self, position: Any, move: int) -> Any:
        return self._game.play(position, move)

    def primitive(self, position: Any) -> Any:
        """Return the value of a final position for the player to move."""
        won = self._game.definition.rules.winner(self._game.rules, position)
        if not won:
            return None
        return self._values.Tie if won == DRAW else self._values.Win if won == position.turn else self._values.Loss


def _solve_here(game: Game) -> Found:
    for part in ("models", "solver"):
        sys.path.append(str(_clone() / part / "src"))
    sys.modules["database"] = _no_database()
    asked = _PlainGame(game, import_module("models").Value)
    solver = import_module("solver").Solver(asked)
    solver.game = asked
    begin = perf_counter()
    solver.discover()
    solver.propagate()
    solver.resolve_draws()
    seconds = perf_counter() - begin
    _, value = solver.solution[game.start()]
    return len(solver.solution), _OUTCOMES[value.name], seconds


def _no_database() -> ModuleType:
    """Return a stand-in for a module that needs DuckDB and pandas, and is not used here."""
    module = ModuleType("database")
    module.__dict__.update(DuckDB=None, SqliteDB=None)
    return module


if __name__ == "__main__":
    sys.path.append(str(_GAMES))
    size = sys.argv[2]
    definition = import_module(f"classic_duels.{sys.argv[1]}").GAME
    print(json.dumps(_solve_here(Game(definition, int(size) if size.isdigit() else size, json.loads(sys.argv[3])))))
