"""Playing one game of a match.

Everything a game depends on is in its Task, and players begin it afresh; outside bots, which stay, are told that
another game begins. So it does not matter which worker plays it, or after which other games.
"""

import time
from collections.abc import Sequence
from contextlib import suppress

from gridduels.arena.exact import measure
from gridduels.arena.playing.bench import Bench
from gridduels.arena.playing.clocks import Clocks
from gridduels.arena.playing.task import Played, Task
from gridduels.duel import Duel, Reason
from gridduels.engine.progress import Progress, silent
from gridduels.engine.values import VALUES, Values
from gridduels.errors import BrokenGame, CannotStart, Forfeit, GridDuelsError, Resigned, SetupError
from gridduels.game import Game
from gridduels.players import Player, Prepares, chosen
from gridduels.players.info import Info, Informs
from gridduels.players.limits import Limited

__all__ = ["check_game", "known_values", "play"]


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
    with suppress(SetupError), VALUES.asking(game, progress) as values:  # too big, or there is no room for a table
        return values
    return None
