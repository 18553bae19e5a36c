"""One game of a match: what is to be played, and what has come of it."""

import random
from typing import NamedTuple

from gridduels.arena.exact import Measure
from gridduels.game import Game
from gridduels.players.info import Info
from gridduels.players.limits import USUAL, TimeControl

__all__ = ["Played", "Task"]


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
