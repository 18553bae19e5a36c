"""One game of a match: what is to be played, and what has come of it.

Everything a game depends on is in its Task, and its players are made for it alone. So it does not matter which
worker plays it, or after which other games.
"""

import random
from typing import Final, NamedTuple

from gridduels.arena.exact import Measure, measure
from gridduels.duel import Duel, Reason
from gridduels.engine.progress import Progress, silent
from gridduels.engine.values import Values
from gridduels.errors import GridDuelsError, SetupError
from gridduels.game import Game
from gridduels.players import HUMAN, Player, make_player

__all__ = ["Played", "Task", "check_game", "check_player", "known_values", "play"]


class Task(NamedTuple):
    """A game to be played between the players `a` and `b`; `a` is Player 1 unless they are `swapped`."""

    game: Game
    a: str
    b: str
    pair: int
    swapped: bool
    opening: str
    seed: int = 0
    think: float = 1.0

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
    reason: str
    why: str
    """What a player that forfeited did wrong."""
    measures: tuple[Measure, Measure] | None
    """Those of Player 1 and Player 2; None where the game's values are not known."""


def play(task: Task) -> Played:
    """Plays a game. A player that does not answer properly loses it.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle")
    >>> play(Task(game, "random", "cmd:no-such-program", 0, False, game.text(game.start())))[1:4]
    (1, 'forfeit', "the bot 'no-such-program' cannot be started: No such file or directory")
    """
    duel = Duel(task.game, start=task.opening)
    players: list[Player] = []
    why = ""
    try:
        for number, name in enumerate(task.players, 1):
            players.append(_make(name, task.rng(number), task.think))
        while not duel.outcome:
            try:
                duel = duel.play(players[duel.turn - 1].choose(duel))
            except GridDuelsError as problem:
                why = str(problem)
                duel = duel.stop(3 - duel.turn, Reason.FORFEIT)
    finally:
        for player in players:
            player.close()
    values = known_values(task.game)
    return Played(" ".join(duel.moves), *duel.ended, why, measure(duel, values) if values else None)


def _make(name: str, rng: random.Random, think: float) -> Player:
    player = make_player(name, rng, think, bots=True)
    if player is None:
        raise SetupError(f"{HUMAN} is a person, but everybody in a match is a program")
    return player


def check_player(name: str, think: float) -> None:
    """Makes sure that there is such a player."""
    _make(name, random.Random(), think).close()


def check_game(game: Game) -> None:
    """Makes sure that every game comes to an end."""
    if game.max_plies is None:
        raise SetupError(f"{game.id} may go on for ever under these rulings, and a match needs games that end")


def known_values(game: Game, progress: Progress = silent) -> Values | None:
    """The exact values of a game from its table, which is made where it is missing; None where it can have none."""
    if game not in _opened:
        _opened[game] = _open(game, progress)
    return _opened[game]


_opened: Final[dict[Game, Values | None]] = {}
"""The tables this process has open."""


def _open(game: Game, progress: Progress) -> Values | None:
    from gridduels.engine import solve

    if game.solved_on_demand:
        return None
    try:
        return solve(game, progress)
    except SetupError:  # it is too big
        return None
