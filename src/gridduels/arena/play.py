"""Play one game of a match, with clocks, using one worker's players."""

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple

from gridduels.arena.entrants import Entrant
from gridduels.arena.statistics import Measure, measure
from gridduels.duel import Duel, Reason
from gridduels.engine.progress import Progress, silent
from gridduels.engine.service import VALUES
from gridduels.engine.values import Values
from gridduels.errors import BrokenGame, CannotStart, Forfeit, GridDuelsError, OutOfTime, Resigned, SetupError
from gridduels.game import Game
from gridduels.players import Player, Prepares, chosen
from gridduels.players.bots.sessions import BotSessions
from gridduels.players.info import Info, Informs
from gridduels.players.limits import MARGIN, USUAL, Clock, Limited, Limits, TimeControl

# --- A match game and its result


class Task(NamedTuple):
    """A game to be played between `a` and `b`; `a` is Player 1 unless they are `swapped`."""

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
        """Return the random generator that a player uses in this game."""
        facts = (self.seed, self.game, self.a, self.b, self.pair, self.swapped, player)
        return random.Random(" ".join(map(repr, facts)))


class Played(NamedTuple):
    """The result of a game."""

    moves: str
    winner: int
    """1 or 2; 0 for a draw."""
    reason: str
    why: str
    """The reason for a forfeit."""
    measures: tuple[Measure, Measure] | None
    """The measures for Player 1 and Player 2; None if the game's values are unknown."""
    infos: tuple[Info | None, ...] = ()
    """The players' search information for each move, if any."""


# --- Clocks: the time each player has left


class Clocks:
    """The limits for a game's moves.

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
        """Deduct the time a move took; raise OutOfTime if it took too long."""
        if self._left is None:
            return
        left = self._left[player - 1] - seconds
        if left < -MARGIN:
            raise OutOfTime("its time ran out before it moved")
        self._left[player - 1] = max(0.0, left) + self._control.increment


# --- The bench: one worker's players


class Bench:
    """The players for a set of entrants. Any other name refers to the player of that name.

    External bots keep running from game to game; all other players are created for each game.
    """

    def __init__(self, entrants: Iterable[Entrant] = ()) -> None:
        self._entrants = {entrant.name: entrant for entrant in entrants}
        self._sessions = BotSessions()

    @contextmanager
    def seated(self, task: Task) -> Iterator[list[Player]]:
        """Return Player 1 and Player 2 for a game."""
        players: list[Player] = []
        try:
            for number in (1, 2):
                player = self._sessions.seat(task.players, number, partial(self._make, task, number))
                assert player, "all players in a match are programs"
                players.append(player)
            yield players
        except BaseException:
            self.close()  # the game was interrupted, possibly in the middle of a bot's output
            raise
        finally:
            for player in players:
                self._sessions.leave(player)

    def _make(self, task: Task, number: int, name: str) -> Player:
        return self._entrants.get(name, Entrant(name)).make(task.rng(number), task.control.think)

    def close(self) -> None:
        """Close all players."""
        self._sessions.close()


# --- Playing a match game
#
# A game depends only on its Task, and players start each game from scratch. External bots, which keep running, are
# told that a new game begins. So the result doesn't depend on the worker or on earlier games.


def play(task: Task, bench: Bench) -> Played:
    """Play a game. A player that gives no valid answer loses; a bot that can't start raises an error.

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
    """A game in progress, with its players, their clocks, and their search information."""

    def __init__(self, task: Task, players: Sequence[Player]) -> None:
        self._task, self._players, self._clocks = task, players, Clocks(task.control)
        self._infos: list[Info | None] = []

    def play_out(self) -> tuple[Duel, str, list[Info | None]]:
        """Return the finished duel, the reason for any forfeit, and the search information for each move."""
        duel = Duel(self._task.game, start=self._task.opening)
        while not duel.outcome:
            try:
                duel = duel.play(self._choose(duel))
            except CannotStart as problem:
                raise SetupError(f"{self._task.players[duel.turn - 1]} cannot continue: {problem}") from None
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
    """Raise SetupError if the game may never end."""
    if game.max_plies is None:
        raise SetupError(f"{game.id} may never end under these rulings, and a match needs games that end")


def known_values(game: Game, progress: Progress = silent) -> Values | None:
    """Return a game's values from its table, solving the game if necessary; None if a table isn't possible."""
    if game.solved_on_demand:
        return None
    with suppress(SetupError), VALUES.open(game, progress) as values:  # too big, or no room for a table
        return values
    return None
