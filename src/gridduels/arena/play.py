"""Play one game of a match, with clocks, by the players of one worker."""

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple

from gridduels.arena.entrants import Entrant
from gridduels.arena.exact import Measure, measure
from gridduels.duel import Duel, Reason
from gridduels.engine.progress import Progress, silent
from gridduels.engine.service import VALUES
from gridduels.engine.values import Values
from gridduels.errors import BrokenGame, CannotStart, Forfeit, GridDuelsError, OutOfTime, Resigned, SetupError
from gridduels.game import Game
from gridduels.players import Player, Prepares, chosen
from gridduels.players.bots.staying import StayingBots
from gridduels.players.info import Info, Informs
from gridduels.players.limits import MARGIN, USUAL, Clock, Limited, Limits, TimeControl

# --- A game of a match, and its result


class Task(NamedTuple):
    """A game to play between `a` and `b`; `a` is Player 1 unless they are `swapped`."""

    game: Game
    a: str
    b: str
    pair: int
    swapped: bool
    opening: str
    seed: int = 0
    control: TimeControl = USUAL
    versions: tuple[str, str] = ("", "")
    """The versions of `a` and `b`."""

    @property
    def players(self) -> tuple[str, str]:
        """Return Player 1 and Player 2."""
        return (self.b, self.a) if self.swapped else (self.a, self.b)

    def rng(self, player: int) -> random.Random:
        """Return a player's own random generator for this game."""
        facts = (self.seed, self.game, self.a, self.b, self.pair, self.swapped, player)
        return random.Random(" ".join(map(repr, facts)))


class Played(NamedTuple):
    """The result of a game."""

    moves: str
    winner: int
    """1 or 2; 0 for a draw."""
    reason: str
    why: str
    """Why a player forfeited."""
    measures: tuple[Measure, Measure] | None
    """The measures of Player 1 and Player 2; None if the game's values are unknown."""
    infos: tuple[Info | None, ...] = ()
    """The players' information about each move, if there is any."""


# --- Clocks: the time the players of a game have left


class Clocks:
    """The limits for the moves of a game.

    >>> clocks = Clocks(TimeControl(clock=10, increment=1))
    >>> clocks.spend(1, 3)
    >>> clocks.limits(1).clock
    Clock(own=8, opponent=10, increment=1)
    """

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._left = None if control.clock is None else [control.clock, control.clock]

    def limits(self, player: int) -> Limits:
        """Return the limits for a player's next move."""
        if self._left is None:
            return self._control.limits()
        return self._control.limits(Clock(self._left[player - 1], self._left[2 - player], self._control.increment))

    def spend(self, player: int, seconds: float) -> None:
        """Subtract the time of a player's move; raise OutOfTime if it was too long."""
        if self._left is None:
            return
        left = self._left[player - 1] - seconds
        if left < -MARGIN:
            raise OutOfTime("its time ran out before it moved")
        self._left[player - 1] = max(0.0, left) + self._control.increment


# --- The bench: the players of one worker


class Bench:
    """The players of some entrants; any other name is a player of that name.

    External bots stay from game to game; all other players are created for each game.
    """

    def __init__(self, entrants: Iterable[Entrant] = ()) -> None:
        self._entrants = {entrant.name: entrant for entrant in entrants}
        self._staying = StayingBots()

    @contextmanager
    def seated(self, task: Task) -> Iterator[list[Player]]:
        """Return Player 1 and Player 2 for a game."""
        players: list[Player] = []
        try:
            for number in (1, 2):
                player = self._staying.seat(task.players, number, partial(self._make, task, number))
                assert player, "all players in a match are programs"
                players.append(player)
            yield players
        except BaseException:
            self.close()  # the game was broken off in the middle, and so may be what a bot says
            raise
        finally:
            for player in players:
                self._staying.leave(player)

    def _make(self, task: Task, number: int, name: str) -> Player:
        return self._entrants.get(name, Entrant(name)).make(task.rng(number), task.control.think)

    def close(self) -> None:
        """Close all players."""
        self._staying.close()


# --- Playing one game of a match.
#
# A game depends only on its Task, and players start it afresh; external bots, which stay, are told that a new game
# begins. So the result doesn't depend on the worker or on earlier games.


def play(task: Task, bench: Bench) -> Played:
    """Play a game. A player that doesn't answer properly loses; a bot that cannot start raises an error.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle")
    >>> play(Task(game, "perfect", "random", 0, False, game.text(game.start())), Bench())[1:3]
    (1, 'no moves')
    """
    with bench.seated(task) as players:
        duel, why, infos = _Sitting(task, players).play_out()
    values = known_values(task.game)
    measures = measure(duel, values) if values else None
    return Played(" ".join(duel.moves), *duel.ended, why, measures, tuple(infos) if any(infos) else ())


class _Sitting:
    """A game in progress: its players, their clocks, and their information about the moves."""

    def __init__(self, task: Task, players: Sequence[Player]) -> None:
        self._task, self._players, self._clocks = task, players, Clocks(task.control)
        self._infos: list[Info | None] = []

    def play_out(self) -> tuple[Duel, str, list[Info | None]]:
        """Return the finished duel, the reason for a forfeit, and the information about each move."""
        duel = Duel(self._task.game, start=self._task.opening)
        while not duel.outcome:
            try:
                duel = duel.play(self._choose(duel))
            except CannotStart as problem:
                raise SetupError(f"{self._task.players[duel.turn - 1]} cannot go on: {problem}") from None
            except Resigned:
                duel = duel.resign()
            except Forfeit as problem:
                return duel.stop(3 - duel.turn, problem.code), str(problem), self._infos
            except BrokenGame:
                raise
            except GridDuelsError as problem:
                return duel.stop(3 - duel.turn, Reason.FORFEIT), str(problem), self._infos
        return duel, "", self._infos

    def _choose(self, duel: Duel) -> str:
        player = self._players[duel.turn - 1]
        if isinstance(player, Prepares) and len(self._infos) < 2:
            player.prepare(duel.game, silent)
        if isinstance(player, Limited):
            player.limits = self._clocks.limits(duel.turn)
        begin = time.monotonic()
        word = chosen(player, duel)
        self._clocks.spend(duel.turn, time.monotonic() - begin)
        self._infos.append(player.info if isinstance(player, Informs) else None)
        return word


def check_game(game: Game) -> None:
    """Ensure that every game ends."""
    if game.max_plies is None:
        raise SetupError(f"{game.id} may never end under these rulings, and a match needs games that end")


def known_values(game: Game, progress: Progress = silent) -> Values | None:
    """Return the values of a game from its table, solving it if necessary; None if it cannot have one."""
    if game.solved_on_demand:
        return None
    with suppress(SetupError), VALUES.open(game, progress) as values:  # too big, or there is no room for a table
        return values
    return None
