"""Solve well-known games with the general method, compared with OpenSpiel and GamesmanPy.

The games are those in examples/games. We compare with minimax over OpenSpiel's C++ states using a Python dict, and with
GamesmanPy's solver, which is written in Python, on the same rules as plain Python (see `gamesman_play`). All three
count the positions reachable when Player 1 goes first, and must agree on their number and on the value of the start. A
board too big for a table is searched on demand; the count is then the number of positions visited. Compilation isn't
measured.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import gamesman_play
from open_spiel_play import load
from tables import Cell, Column, Table
from timing import show

from gridduels import Game
from gridduels.board import Size
from gridduels.engine.progress import silent
from gridduels.engine.solvers.enumeration import enumerate_values
from gridduels.engine.solvers.limits import half_of_machine
from gridduels.engine.solvers.on_demand import OnDemandSolver
from gridduels.engine.value import Value

_GAMES: Final = Path(__file__).parents[1] / "examples" / "games"


class _Case(NamedTuple):
    """A game, and the other solvers to compare.

    `open_spiel` is OpenSpiel's name for the game. OpenSpiel and GamesmanPy are left out if they would take more than a
    few minutes. `all_positions` enumerates a board even though it has no table.
    """

    folder: str
    size: Size
    rulings: dict[str, str | int]
    open_spiel: str = ""
    gamesman: bool = False
    all_positions: bool = False


_CASES: Final = (
    _Case("tic_tac_toe", 3, {}, "tic_tac_toe", True),
    _Case("clobber", 4, {}, "clobber(rows=4,columns=4)", True),
    _Case("breakthrough", 4, {"ranks": 1}, "breakthrough(rows=4,columns=4)", True),
    _Case("connect_four", 4, {}, "connect_four(rows=4,columns=4)", True),
    _Case("connect_four", "5x4", {}),
    _Case("connect_four", "4x5", {}, "connect_four(rows=4,columns=5)", True),
    _Case("connect_four", 5, {}, all_positions=True),
    _Case("connect_four", 5, {}),
    _Case("breakthrough", 5, {"ranks": 1}),
    _Case("breakthrough", 5, {"ranks": 2}),
)
_COLUMNS: Final = (
    Column("game"),
    Column("by"),
    Column("positions"),
    Column("start"),
    Column("seconds", "{:,.2f}"),
    Column("positions/s"),
    Column("OpenSpiel's"),
    Column("times as fast", "{:,.0f}x"),
    Column("GamesmanPy's"),
    Column("times as fast", "{:,.0f}x"),
)

_Found = tuple[int, str, float]
"""The number of positions, the value of the start, and the time in seconds."""


def run() -> list[Table]:
    if str(_GAMES) not in sys.path:
        sys.path.append(str(_GAMES))
    said = [gamesman_play.missing(), "" if load() else "OpenSpiel is left out: it is not installed."]
    return [Table("Well-known games solved", _COLUMNS, tuple(map(_row, _CASES)), tuple(filter(None, said)))]


def _row(case: _Case) -> tuple[Cell, ...]:
    definition = import_module(f"classic_duels.{case.folder}").GAME
    game = Game(definition, case.size, case.rulings)
    show(f"{game.id} {game.board}")
    searched = game.solved_on_demand and not case.all_positions
    solve = _search if searched else _enumerate
    solve(Game(definition, definition.sizes[0], case.rulings))  # compiles
    count, start, seconds = _timed(lambda: solve(game))
    theirs = [
        _timed(lambda: _open_spiel(case.open_spiel)) if case.open_spiel and load() else None,
        gamesman_play.solve(*case[:3]) if case.gamesman and not gamesman_play.missing() else None,
    ]
    for found in filter(None, theirs):
        if found[:2] != (count, start):
            raise AssertionError(f"{game!r}: {found[:2]}, and {(count, start)} here")
    rates = [found and found[0] / found[2] for found in theirs]
    rated = [cell for rate in rates for cell in (rate, rate and count / seconds / rate)]
    name = f"{game.id} {game.board}{''.join(f' {ruling}={value}' for ruling, value in case.rulings.items())}"
    return name, "search" if searched else "enumeration", count, start, seconds, count / seconds, *rated


def _timed(work: Callable[[], tuple[int, str]]) -> _Found:
    begin = perf_counter()
    count, start = work()
    return count, start, perf_counter() - begin


def _enumerate(game: Game) -> tuple[int, str]:
    """Enumerate all positions without using symmetries."""
    from gridduels.engine.kernels.compiler import plain

    keys, codes = enumerate_values(game, [game.start()], silent, canonical=False)
    start = plain(game.definition).rank_of(keys, plain(game.definition).pack(game.rules, game.start(), False))
    return len(keys), Value.of_code(int(codes[start]), game.definition.draws).outcome


def _search(game: Game) -> tuple[int, str]:
    """Search only the start position, including its distance."""
    solver = OnDemandSolver(game, memory=half_of_machine())
    value = solver.value(game.start())
    return solver.visits, str(value)


def _open_spiel(name: str) -> tuple[int, str]:
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
