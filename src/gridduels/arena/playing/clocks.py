"""Clocks: what the players of a game have left, where it is played by clocks."""

from gridduels.errors import OutOfTime
from gridduels.players.limits import MARGIN, Clock, Limits, TimeControl

__all__ = ["Clocks"]


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
