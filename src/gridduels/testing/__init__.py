"""Tests for game authors: `check_game` verifies that a game does everything the rest of the package relies on.

    from gridduels import load_game
    from gridduels.testing import check_game

    def test_my_game_keeps_every_promise() -> None:
        check_game(load_game("my-game"))

`gridduels check-game my-game` runs the same checks and prints a line for each. The checks are in `checks`.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from gridduels.contract import describe_position
from gridduels.duel import Duel
from gridduels.errors import BrokenGame
from gridduels.game import Game
from gridduels.testing import checks
from gridduels.testing.checks import CODES

__all__ = ["CODES", "Finding", "check_game", "findings_of"]

_PATIENCE: Final = 200  # maximum plies in a game that may go on forever

Check = Callable[..., Iterator[str]]


class Finding(NamedTuple):
    """A promise and its first fault, or the reason why it couldn't be checked. Both are None if the promise holds."""

    promise: str
    fault: str | None
    skipped: str | None = None


def check_game(game: Game, games: int = 100, seed: int = 0) -> None:
    """Play random games and check all their positions.

    If numba is installed, also compile the rules and check every position on the smallest board, its solution and its
    table.

    Raises AssertionError with the game, the position and the move that broke a promise.

    >>> from gridduels import load_game
    >>> check_game(load_game("light-cycle", size=3), games=10)
    """
    for finding in findings_of(game, games, seed, stop=True):
        if finding.fault:
            raise AssertionError(finding.fault)


def findings_of(game: Game, games: int = 100, seed: int = 0, stop: bool = False) -> list[Finding]:
    """Return a finding for each promise. If `stop` is set, stop after the first broken one."""
    inspection = _Inspection(game, stop)
    with suppress(_Stopped):
        inspection.run(games, seed)
    return [Finding(promise, fault, inspection.skipped.get(promise)) for promise, fault in inspection.found.items()]


class _Stopped(Exception):
    """Raised to end the inspection after the first broken promise."""


class _Inspection:
    """Runs the checks and records the first fault found by each, or why it couldn't run."""

    def __init__(self, game: Game, stop: bool) -> None:
        self.found: dict[str, str | None] = {}
        self.skipped: dict[str, str] = {}
        self._game, self._stop = game, stop

    def run(self, games: int, seed: int) -> None:
        check: Check
        for check in checks.OF_A_GAME:
            self._insist(check, repr(self._game), self._game)
        rng = random.Random(seed)
        played: list[Duel] = []
        for number in range(games):
            try:
                played.append(self._play_out(Duel(self._game, start=self._game.start(1 + number % 2)), rng))
            except _Stopped:
                raise
            except Exception as error:
                self._complain("a_game_can_be_played_to_its_end", f"{self._game!r}: {type(error).__name__}: {error}")
                break
        self.found.setdefault(_promise("a_game_can_be_played_to_its_end"), None)
        for check in checks.OF_ALL_GAMES:
            self._insist(check, repr(self._game), self._game, played)

    def _play_out(self, duel: Duel, rng: random.Random) -> Duel:
        """Play a random game, checking every turn, and return the finished duel."""
        max_plies = duel.game.max_plies
        while True:
            self._check_turn(duel)
            if duel.outcome or (max_plies is None and duel.ply >= _PATIENCE):
                break
            if duel.ply == max_plies:
                where = f"{self._game!r}, {describe_position(self._game, duel.position)}"
                fault = f"{where}: the game continues after {max_plies} plies, its max_plies"
                self._complain("a_game_can_be_played_to_its_end", fault)
                return duel
            duel = duel.play(rng.choice(duel.legal_moves))
        for check in checks.OF_AN_END:
            self._insist(check, self._place(duel), duel)
        return duel

    def _check_turn(self, duel: Duel) -> None:
        where = self._place(duel)
        check: Check
        for check in checks.OF_A_TURN:
            self._insist(check, where, duel)
        for action, word in enumerate(duel.game.moves):
            legal = duel.legal_actions >> action & 1
            for check in checks.OF_A_LEGAL_MOVE if legal else checks.OF_ANOTHER_MOVE:
                self._insist(check, f"{where}, move {word!r}", duel, action)
        for check in checks.OF_IMAGES:
            self._insist(check, where, duel)

    def _insist(self, check: Check, where: str, *subject: object) -> None:
        """Run a check unless it has already failed; record its first fault, or the error that the game raises."""
        promise = _promise(check.__name__)
        if self.found.setdefault(promise, None):
            return
        try:
            problem = next(check(*subject), None)
        except checks.Skipped as reason:
            self.skipped[promise] = str(reason)
            return
        except Exception as error:
            raised = error.__cause__ if isinstance(error, BrokenGame) else error
            problem = f"{type(raised).__name__}: {raised} (while checking that {promise})"
        if problem:
            self._complain(check.__name__, f"{where}: {problem}")

    def _complain(self, check: str, fault: str) -> None:
        if not self.found.get(_promise(check)):
            self.found[_promise(check)] = fault
        if self._stop:
            raise _Stopped

    def _place(self, duel: Duel) -> str:
        return f"{self._game!r}, {describe_position(self._game, duel.position)}"


def _promise(check: str) -> str:
    return check.replace("_", " ")
