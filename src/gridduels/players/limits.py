"""Move limits and time controls: seconds, a clock with increment, depth, nodes."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from gridduels.game import Game

MARGIN: Final = 0.25
"""Seconds by which a move may be late, to allow for transmission delays in both directions."""
UNHEEDED: Final = "does not search: depth and nodes have no effect"
"""The warning for a player that ignores these limits."""
_MOVES_LEFT: Final = 20
"""The default number of moves over which a player spreads its remaining time."""


class Clock(NamedTuple):
    """The seconds left for the player to move and for its opponent, and the increment per move."""

    own: float
    opponent: float
    increment: float = 0.0

    @property
    def share(self) -> float:
        """The seconds to spend on a move so that the clock lasts.

        >>> Clock(60, 50, 1).share, Clock(1, 50, 5).share
        (4.0, 0.8)
        """
        return min(self.own / _MOVES_LEFT + self.increment, 0.8 * self.own)


def _never() -> bool:
    return False


class Limits(NamedTuple):
    """The limits for one move; the first one reached ends the search."""

    seconds: float = 1.0
    depth: int | None = None
    nodes: int | None = None
    clock: Clock | None = None
    """The clock, if the game has one; `seconds` is then a share of it."""
    stopped: Callable[[], bool] = _never
    """Returns whether the player should stop and move immediately."""

    @property
    def counted(self) -> bool:
        """Whether anything other than time is limited."""
        return self.depth is not None or self.nodes is not None


@runtime_checkable
class Limited(Protocol):
    """A Player that can limit the effort spent on its next move."""

    limits: Limits


@runtime_checkable
class SearchesSometimes(Protocol):
    """A Player that respects depth and node limits only in some games."""

    def searches(self, game: Game) -> bool:
        """Return whether the player uses search in this game."""
        ...


def heeds_counts(player: object, game: Game) -> bool:
    """Return whether a player respects depth and node limits in this game."""
    if isinstance(player, SearchesSometimes):
        return player.searches(game)
    return isinstance(player, Limited)


class TimeControl(NamedTuple):
    """Each player's limits in a game: seconds per move, or a clock for the whole game.

    >>> TimeControl(clock=10, increment=0.1).as_data(), str(TimeControl(0.5, nodes=1000))
    ({'clock': 10, 'increment': 0.1}, '0.5 s a move, 1000 nodes')
    """

    think: float = 1.0
    clock: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None

    def limits(self, clock: Clock | None = None) -> Limits:
        """Return the limits for a move, given the current clock."""
        return Limits(clock.share if clock else self.think, self.depth, self.nodes, clock)

    def as_data(self) -> dict[str, Any]:
        """Return the limits that are set."""
        timed: dict[str, Any] = {"think": self.think}
        if self.clock is not None:
            timed = {"clock": self.clock, "increment": self.increment}
        return timed | {name: value for name in ("depth", "nodes") if (value := getattr(self, name)) is not None}

    @classmethod
    def of_data(cls, data: Any) -> "TimeControl":
        """Return the time control with these limits; raise ValueError if they are invalid."""
        known = isinstance(data, dict) and set(data) <= set(cls._fields)
        if not known or not all(isinstance(value, int | float) for value in data.values()):
            raise ValueError(f"limits is {data!r}")
        return cls(**data)

    def __str__(self) -> str:
        time = f"{self.think:g} s a move"
        if self.clock is not None:
            time = f"{self.clock:g} s a game plus {self.increment:g} s a move"
        depth = [f"depth {self.depth}"] if self.depth else []
        return ", ".join([time, *depth, *([f"{self.nodes} nodes"] if self.nodes else [])])


USUAL: Final = TimeControl()
"""One second per move."""
