"""What waits for a worker, in a fair order: a line for each visitor, and a clock that the visitor's use of the workers
moves on (fair queueing). Whose clock is furthest behind goes first, so that nobody waits for who asks most.
"""

import heapq
import itertools
from collections.abc import Callable
from typing import Final, Generic, TypeVar

__all__ = ["FairQueue"]

T = TypeVar("T")
_MANY: Final = 1000


class FairQueue(Generic[T]):
    """What waits, by visitor; a visitor's own come in the order of their urgency, the lowest number first.

    >>> queue = FairQueue[str]()
    >>> for word in ("a", "b", "c"):
    ...     queue.push("greedy", 0, word)
    >>> queue.push("modest", 0, "x")
    >>> queue.pop(), queue.charge("greedy", 0.5), queue.pop(), queue.pop()
    ('a', None, 'x', 'b')
    """

    def __init__(self) -> None:
        self._lines: dict[str, list[tuple[int, int, T]]] = {}
        self._clocks: dict[str, float] = {}
        """Seconds of work that each visitor has had, as far as it matters."""
        self._now = 0.0
        """Where the clock stood of whoever was served last: who comes new, or back, begins there."""
        self._order = itertools.count()

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def push(self, visitor: str, urgency: int, item: T) -> None:
        """Lets something wait."""
        if visitor not in self._lines:
            self._forget()
            self._lines[visitor] = []
            self._clocks[visitor] = max(self._clocks.get(visitor, 0.0), self._now)
        heapq.heappush(self._lines[visitor], (urgency, next(self._order), item))

    def pop(self, may: Callable[[str], bool] = lambda visitor: True) -> T | None:
        """What is next of those visitors who may have something done now; None where there is nothing."""
        # Of equals, whoever has waited longer.
        waiting = ((self._clocks[each], line[0][1], each) for each, line in self._lines.items() if may(each))
        found = min(waiting, default=None)
        if found is None:
            return None
        self._now, _, visitor = found
        item = heapq.heappop(self._lines[visitor])[2]
        if not self._lines[visitor]:
            del self._lines[visitor]
        return item

    def charge(self, visitor: str, seconds: float) -> None:
        """Counts work that was done for a visitor."""
        self._clocks[visitor] = self._clocks.get(visitor, self._now) + seconds

    def clear(self) -> list[T]:
        """Empties it; what waited."""
        lines, self._lines = self._lines, {}
        return [item for line in lines.values() for _, _, item in line]

    def _forget(self) -> None:
        """Forgets visitors who would begin now like anybody else, once there are many."""
        if len(self._clocks) < _MANY:
            return
        self._clocks = {
            visitor: clock for visitor, clock in self._clocks.items() if clock > self._now or visitor in self._lines
        }
