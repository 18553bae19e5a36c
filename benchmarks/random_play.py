"""Random play from Python, one game at a time: moves per second.

We compare with the same duels in plain Python (`plain.py`) and with OpenSpiel's C++ games of similar size. All use the
same random numbers, so all columns in a row of the first table play the same games. A Game has no history, so it is
left out of the rows in which repetition is barred.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from random import Random
from typing import Any, Final

from plain import BARRED, ENVIRONMENTS, Environment
from tables import Cell, Column, Table
from timing import ROUNDS, in_turn, rate

from gridduels import Duel, Game, load_game

_OPEN_SPIEL: Final = ("tic_tac_toe", "breakthrough(rows=5,columns=5)", "quoridor(board_size=5)")
_CHECKED_GAMES: Final = 10
_SEED: Final = 1

_Work = Callable[[int], int]
"""Play the given number of games; return the number of moves."""

_Rates = dict[tuple[str, str], float]
"""Moves per second, by row and column."""


@dataclass(frozen=True)
class _Contest:
    """A game and the plain environment with the same rules."""

    game: Game
    environment: Environment

    @property
    def name(self) -> str:
        barred = ", repetition barred" if self.game.bars_repetition else ""
        return f"{self.game.id} {self.game.size}x{self.game.size}{barred}"


def run() -> list[Table]:
    contests = _contests()
    work: dict[tuple[str, str], _Work] = {}
    for contest in contests:
        _check(contest)
        if not contest.game.bars_repetition:
            work[contest.name, "Game"] = _play_games(contest.game)
        work[contest.name, "Duel"] = _play_duels(contest.game)
        work[contest.name, "plain"] = _play_plain(contest.environment)
    spiel = _load_open_spiel()
    for name in _OPEN_SPIEL if spiel else ():
        work[name, "OpenSpiel"] = _play_open_spiel(spiel.load_game(name))
    figures = in_turn({key: rate(play) for key, play in work.items()})
    best = {key: max(rates) for key, rates in figures.items()}
    return [_own_table(contests, best), _open_spiel_table(contests, best) if spiel else _no_open_spiel_table()]


def _contests() -> list[_Contest]:
    endless = {"repetition": "endless"}
    contests = [
        _Contest(load_game(id, None, **(endless if id in BARRED else {})), environment())
        for id, environment in ENVIRONMENTS.items()
    ]
    return contests + [_Contest(load_game(id), environment()) for id, environment in BARRED.items()]


def _own_table(contests: Sequence[_Contest], best: _Rates) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name in (contest.name for contest in contests):
        game, duel, plain = best.get((name, "Game")), best[name, "Duel"], best[name, "plain"]
        rows.append((name, game, duel, plain, game and game / plain, duel / plain))
    ratios = Column("Game / plain", "{:.1f}x"), Column("Duel / plain", "{:.1f}x")
    return Table(
        f"Random play from Python, moves per second: best of {ROUNDS} rounds, taken in turn",
        (Column("game"), Column("Game"), Column("Duel"), Column("plain Python"), *ratios),
        tuple(rows),
        (
            "Game: legal and play. Duel: legal_moves and play, by words.",
            "Plain Python: valid_moves and step, on a numpy board.",
        ),
    )


def _open_spiel_table(contests: Sequence[_Contest], best: _Rates) -> Table:
    games = {contest.game.id: best[contest.name, "Game"] for contest in contests if (contest.name, "Game") in best}
    rows: list[tuple[Cell, ...]] = []
    for name in _OPEN_SPIEL:
        theirs = best[name, "OpenSpiel"]
        rows.append((name, theirs, *(ours / theirs for ours in games.values())))
    return Table(
        f"OpenSpiel {version('open_spiel')} (C++) driven from Python, moves per second in the same rounds",
        (Column("game"), Column("OpenSpiel"), *(Column(id, "{:.2f}x") for id in games)),
        tuple(rows),
        ("Under the name of a game: its Game's moves per second, as a multiple of OpenSpiel's.",),
    )


def _no_open_spiel_table() -> Table:
    title = "OpenSpiel (C++) driven from Python, moves per second"
    return Table(title, (Column("game"), Column("OpenSpiel")), tuple((name, "not installed") for name in _OPEN_SPIEL))


def _load_open_spiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        return None


def _choose(actions: int, draw: Callable[[], float]) -> int:
    """Return a random action from a set."""
    skip = int(draw() * actions.bit_count())
    while skip:
        actions &= actions - 1
        skip -= 1
    return (actions & -actions).bit_length() - 1


def _play_games(game: Game) -> _Work:
    def play(games: int) -> int:
        draw, moves = Random(_SEED).random, 0
        for _ in range(games):
            position = game.start()
            while actions := game.legal(position):
                position = game.play(position, _choose(actions, draw))
                moves += 1
        return moves

    return play


def _play_duels(game: Game) -> _Work:
    def play(games: int) -> int:
        draw, moves = Random(_SEED).random, 0
        for _ in range(games):
            duel = Duel(game)
            while words := duel.legal_moves:
                duel = duel.play(words[int(draw() * len(words))])
                moves += 1
        return moves

    return play


def _play_plain(environment: Environment) -> _Work:
    def play(games: int) -> int:
        draw, moves = Random(_SEED).random, 0
        for _ in range(games):
            environment.reset()
            done = False
            while not done:
                actions = environment.valid_moves()
                _, _, done, _, _ = environment.step(actions[int(draw() * len(actions))])
                moves += 1
        return moves

    return play


def _play_open_spiel(game: Any) -> _Work:
    def play(games: int) -> int:
        draw, moves = Random(_SEED).random, 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                moves += 1
        return moves

    return play


def _check(contest: _Contest) -> None:
    """Play both side by side to check that they are the same game, since the comparison would be meaningless
    otherwise."""
    draw, environment = Random(_SEED).random, contest.environment
    for _ in range(_CHECKED_GAMES):
        duel = Duel(contest.game)
        environment.reset()
        while actions := duel.legal_actions:
            expected = [action for action in range(contest.game.actions) if actions >> action & 1]
            if environment.valid_moves() != expected:
                raise AssertionError(f"{contest.name}: plain Python and {duel!r} differ")
            action = _choose(actions, draw)
            duel = duel.play(action)
            environment.step(action)
        if not environment.done or environment.winner != duel.ended.winner:
            raise AssertionError(f"{contest.name}: plain Python and {duel!r} have different winners")
