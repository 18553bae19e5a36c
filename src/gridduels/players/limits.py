"""What a game and a move may take: seconds, a clock with increment, depth, nodes."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from gridduels.game import Game

__all__ = ["MARGIN", "UNHEEDED", "USUAL", "Clock", "Limited", "Limits", "TimeControl", "heeds_counts"]

MARGIN: Final = 0.25
"""Seconds a move may be late: they are for the way there and back."""
UNHEEDED: Final = "does not search: depth and nodes change nothing"
"""What is said, once, about a player to whom such limits mean nothing."""
_MOVES_LEFT: Final = 20
"""So many moves a player without a plan of its own shares its clock among."""


class Clock(NamedTuple):
    """The seconds that whoever is to move and the opponent have left, and what each move adds."""

    own: float
    opponent: float
    increment: float = 0.0

    @property
    def share(self) -> float:
        """What a move may take so that the clock lasts.

        >>> Clock(60, 50, 1).share, Clock(1, 50, 5).share
        (4.0, 0.8)
        """
        return min(self.own / _MOVES_LEFT + self.increment, 0.8 * self.own)


def _never() -> bool:
    return False


class Limits(NamedTuple):
    """What one move may take: whatever is reached first ends the thinking."""

    seconds: float = 1.0
    depth: int | None = None
    nodes: int | None = None
    clock: Clock | None = None
    """Where the game is played by clocks; `seconds` are the share of it then."""
    stopped: Callable[[], bool] = _never
    """Whether somebody wants the move at once."""

    @property
    def counted(self) -> bool:
        """Whether more than the time is limited."""
        return self.depth is not None or self.nodes is not None


@runtime_checkable
class Limited(Protocol):
    """A Player that heeds what its next move may take."""

    limits: Limits


@runtime_checkable
class SearchesSometimes(Protocol):
    """A Player that heeds depth and nodes in some games, and has no use for them in others."""

    def searches(self, game: Game) -> bool:
        """Whether it searches in a game."""
        ...


def heeds_counts(player: object, game: Game) -> bool:
    """Whether limits by depth and nodes mean anything to a player: not to one that does not search."""
    if isinstance(player, SearchesSometimes):
        return player.searches(game)
    return isinstance(player, Limited)


class TimeControl(NamedTuple):
    """What the players of a game may take, each of them: seconds for a move, or a clock for all of them.

    >>> TimeControl(clock=10, increment=0.1).as_data(), str(TimeControl(0.5, nodes=1000))
    ({'clock': 10, 'increment': 0.1}, '0.5 s a move, 1000 nodes')
    """

    think: float = 1.0
    clock: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None

    def limits(self, clock: Clock | None = None) -> Limits:
        """Those of a move, with the clock as it stands."""
        return Limits(clock.share if clock else self.think, self.depth, self.nodes, clock)

    def as_data(self) -> dict[str, Any]:
        """What is set."""
        timed: dict[str, Any] = {"think": self.think}
        if self.clock is not None:
            timed = {"clock": self.clock, "increment": self.increment}
        return timed | {name: value for name in ("depth", "nodes") if (value := getattr(self, name)) is not None}

    @classmethod
    def of_data(cls, data: Any) -> "TimeControl":
        """The same from what was set; a ValueError where that cannot be."""
        known = isinstance(data, dict) and set(data) <= set(cls._fields)
        if not known or not all(isinstance(value, int | float) for value in data.values()):
            raise ValueError(f"limits is {data!r}")
        return cls(**data)

    def __str__(self) -> str:
        time = f"{self.think:g} s a move"
        if self.clock is not None:
            time = f"{self.clock:g} s a game and {self.increment:g} s more a move"
        depth = [f"depth {self.depth}"] if self.depth else []
        return ", ".join([time, *depth, *([f"{self.nodes} nodes"] if self.nodes else [])])


USUAL: Final = TimeControl()
"""A second for a move."""
