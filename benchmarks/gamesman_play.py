"""Run GamesmanPy's solver on the rules of a game from examples/games, as plain Python.

GamesmanPy (https://github.com/GamesCrafters/GamesmanPy) isn't on any package index, so set the variable GAMESMANPY to
the path of a clone. `python benchmarks/gamesman_play.py FOLDER SIZE RULINGS` solves one game and prints the number of
positions, the value of the start, and the time in seconds, excluding writes to GamesmanPy's database.
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
"""The number of positions, the value of the start, and the time in seconds."""


def missing() -> str:
    """Return the reason why GamesmanPy isn't available, or an empty string."""
    if (_clone() / "solver" / "src" / "solver").is_dir():
        return ""
    return "GamesmanPy is left out: it is not on a package index, and GAMESMANPY does not point to a clone of it."


def solve(folder: str, size: Size, rulings: dict[str, str | int]) -> Found:
    """Run GamesmanPy in a separate process, since its modules have generic names such as `models`; return its
    result."""
    command = [sys.executable, __file__, folder, str(size), json.dumps(rulings)]
    count, outcome, seconds = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return count, outcome, seconds


def _clone() -> Path:
    return Path(os.environ.get("GAMESMANPY") or "GamesmanPy").expanduser()


class _PlainGame:
    """A game in the form expected by GamesmanPy's solver."""

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
    """Return a stand-in for a module that isn't used here and would need DuckDB and pandas."""
    module = ModuleType("database")
    module.__dict__.update(DuckDB=None, SqliteDB=None)
    return module


if __name__ == "__main__":
    sys.path.append(str(_GAMES))
    size = sys.argv[2]
    definition = import_module(f"classic_duels.{sys.argv[1]}").GAME
    print(json.dumps(_solve_here(Game(definition, int(size) if size.isdigit() else size, json.loads(sys.argv[3])))))
