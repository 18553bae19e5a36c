"""What the kernels of a batch are handed, by name."""

from typing import Any, NamedTuple

from gridduels.engine.kernels.protocols import Matrix, Vector

__all__ = ["Rolling", "Share", "State", "Step", "Stepping"]


class State(NamedTuple):
    """The games, a number each: the key of the position, the plies so far, the legal actions, the player to move, the
    random numbers drawn so far; where repetition is barred, a head, and in `seen` a row each, which tell how often
    positions came about (see `repetition`)."""

    keys: Vector
    plies: Vector
    legal: Vector
    turns: Vector
    draws: Vector
    heads: Vector
    seen: Matrix


class Share(NamedTuple):
    """A thread's share of the games: those from `first` to `last`, `stride` apart. Sums go to the row of the thread."""

    thread: int
    first: int
    last: int
    stride: int


class Step(NamedTuple):
    """What a step led to, an array each with a number for every game.

    `rewards` are those of the player who moved: 1 for a win, -1 for a loss, 0 otherwise; the other player's are the
    opposite. `terminated` games were won by the player in `winners`, or drawn, which is 0 there; `truncated` games were
    broken off undecided.
    """

    rewards: Any
    terminated: Any
    truncated: Any
    winners: Any


class Stepping(NamedTuple):
    """How a step is taken: when games are broken off, whether those that are over restart, and who must be to move in
    each game for it to be taken there (0: anybody)."""

    truncate_at: int
    restarts: bool
    players: Vector


class Rolling(NamedTuple):
    """How games are played at random: when they are broken off, the seed, and how many moves are drawn."""

    truncate_at: int
    seed: int
    draws: int
