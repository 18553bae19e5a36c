"""Play the games of a match: one of them, with clocks, by the players of one worker."""

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

# --- One game of a match: what is to be played, and what has come of it.


class Task(NamedTuple):
    """A game to be played between the players `a` and `b`; `a` is Player 1 unless they are `swapped`."""

    game: Game
    a: str
    b: str
    pair: int
    swapped: bool
    opening: str
    seed: int = 0
    control: TimeControl = USUAL
    versions: tuple[str, str] = ("", "")
    """Those of `a` and `b`."""

    @property
    def players(self) -> tuple[str, str]:
        """Player 1 and Player 2."""
        return (self.b, self.a) if self.swapped else (self.a, self.b)

    def rng(self, player: int) -> random.Random:
        """A player's own source of randomness in this game."""
        facts = (self.seed, self.game, self.a, self.b, self.pair, self.swapped, player)
        return random.Random(" ".join(map(repr, facts)))


class Played(NamedTuple):
    """How a game ended."""

    moves: str
    winner: int
    """1 or 2; 0 when nobody has won."""
    reason: str
    why: str
    """What a player that forfeited did wrong."""
    measures: tuple[Measure, Measure] | None
    """Those of Player 1 and Player 2; None where the game's values are not known."""
    infos: tuple[Info | None, ...] = ()
    """What the players said about each move, where any of them said something."""


# --- Clocks: what the players of a game have left, where it is played by clocks.


class Clocks:
    """What each move of a game may take.

    >>> clocks = Clocks(TimeControl(clock=10, increment=1))
    >>> clocks.spend(1, 3)
    >>> clocks.limits(1).clock
    Clock(own=8, opponent=10, increment=1)
    """

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._left = None if control.clock is None else [control.clock, control.clock]

    def limits(self, player: int) -> Limits:
        """Those of a player's next move."""
        if self._left is None:
            return self._control.limits()
        return self._control.limits(Clock(self._left[player - 1], self._left[2 - player], self._control.increment))

    def spend(self, player: int, seconds: float) -> None:
        """A player has moved after so many seconds; OutOfTime when those were too many."""
        if self._left is None:
            return
        left = self._left[player - 1] - seconds
        if left < -MARGIN:
            raise OutOfTime("its time was up before it moved")
        self._left[player - 1] = max(0.0, left) + self._control.increment


# --- The bench: who plays for the entrants, in one worker.


class Bench:
    """The players of some entrants; one that is not among them is who its name says.

    Outside bots stay from game to game; everybody else is made for a game.
    """

    def __init__(self, entrants: Iterable[Entrant] = ()) -> None:
        self._entrants = {entrant.name: entrant for entrant in entrants}
        self._staying = StayingBots()

    @contextmanager
    def seated(self, task: Task) -> Iterator[list[Player]]:
        """Player 1 and Player 2 for a game."""
        players: list[Player] = []
        try:
            for number in (1, 2):
                player = self._staying.seat(task.players, number, partial(self._make, task, number))
                assert player, "everybody in a match is a program"
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
        """Sends everybody home."""
        self._staying.close()


# --- Playing one game of a match.
#
# Everything a game depends on is in its Task, and players begin it afresh; outside bots, which stay, are told that
# another game begins. So it does not matter which worker plays it, or after which other games.


def play(task: Task, bench: Bench) -> Played:
    """Plays a game. A player that does not answer properly loses it; a bot that cannot start is no game at all.

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
    """A game while it is played: its players, their clocks, and what they say about their moves."""

    def __init__(self, task: Task, players: Sequence[Player]) -> None:
        self._task, self._players, self._clocks = task, players, Clocks(task.control)
        self._infos: list[Info | None] = []

    def play_out(self) -> tuple[Duel, str, list[Info | None]]:
        """The duel when it is over, what a player that lost it did wrong, and what was said about each move."""
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
    """Makes sure that every game comes to an end."""
    if game.max_plies is None:
        raise SetupError(f"{game.id} may go on for ever under these rulings, and a match needs games that end")


def known_values(game: Game, progress: Progress = silent) -> Values | None:
    """The exact values of a game from its table, which is made where it is missing; None where it can have none."""
    if game.solved_on_demand:
        return None
    with suppress(SetupError), VALUES.open(game, progress) as values:  # too big, or there is no room for a table
        return values
    return None
