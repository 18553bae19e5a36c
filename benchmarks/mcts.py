"""Tree search: simulations per second on one core.

OpenSpiel's C++ search runs on its games of similar size, also with one random playout per simulation, the same
exploration constant, and proofs. Each search starts from scratch at the beginning of a game and ends after a fixed
number of simulations, or earlier if there is a proof; OpenSpiel reports how many simulations it ran.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from time import process_time
from typing import Any, Final

from tables import Cell, Column, Table, board_name
from timing import ROUNDS, in_turn, rate

from gridduels import Duel, Game, definitions, load_game
from gridduels.players.mcts import SearchTree

_OPEN_SPIEL: Final = (
    "breakthrough(rows=5,columns=5)",
    "clobber(rows=5,columns=5)",
    "connect_four",
    "hex(board_size=5)",
    "quoridor(board_size=5)",
)
_SIMULATIONS: Final = 10_000
_EXPLORATION: Final = 2.0
"""Twice our constant, because OpenSpiel counts a loss as -1 instead of 0."""

_Work = Callable[[int], int]
"""Search the given number of times; return the total number of simulations."""


def run() -> list[Table]:
    games = [*(Game(each) for each in definitions()), load_game("light-cycle", 7)]
    work = {board_name(game): _search(game) for game in games}
    spiel = _load_open_spiel()
    for name in _OPEN_SPIEL if spiel else ():
        work[name] = _search_open_spiel(spiel, name)
    figures = in_turn({name: rate(search, process_time) for name, search in work.items()})
    best = {name: max(rates) for name, rates in figures.items()}
    return [_table(games, best, bool(spiel))]


def _table(games: list[Game], best: dict[str, float], compared: bool) -> Table:
    theirs = _OPEN_SPIEL if compared else ()
    rows: list[tuple[Cell, ...]] = [
        (board_name(game), best[board_name(game)], *(best[board_name(game)] / best[name] for name in theirs))
        for game in games
    ]
    if compared:
        rows.append((f"OpenSpiel {version('open_spiel')}", None, *(f"{best[name]:,.0f}" for name in theirs)))
    return Table(
        f"Tree search, simulations per second of one core's time: best of {ROUNDS} rounds, taken in turn",
        (Column("game"), Column("ours"), *(Column(name.partition("(")[0], "{:.1f}x") for name in theirs)),
        tuple(rows),
        (f"Each search: {_SIMULATIONS:,} simulations from the start of a game, or fewer where they prove its value.",)
        + (
            ("Under the name of an OpenSpiel game: ours as a multiple of its simulations per second, the last row.",)
            if compared
            else ("OpenSpiel is not installed, so there is nothing to compare with.",)
        ),
    )


def _search(game: Game) -> _Work:
    duel = Duel(game)

    def search(times: int) -> int:
        simulations = 0
        for seed in range(1, times + 1):
            tree = SearchTree(duel, seed)
            tree.grow(_SIMULATIONS)
            simulations += tree.simulations
        return simulations

    return search


def _search_open_spiel(spiel: Any, name: str) -> _Work:
    game = spiel.load_game(name)
    state = game.new_initial_state()

    def search(times: int) -> int:
        simulations = 0
        for seed in range(1, times + 1):
            evaluator = spiel.RandomRolloutEvaluator(1, seed)
            bot = spiel.MCTSBot(game, evaluator, _EXPLORATION, _SIMULATIONS, 1000, True, seed, False)
            simulations += bot.mcts_search(state).explore_count
        return simulations

    return search


def _load_open_spiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        return None
