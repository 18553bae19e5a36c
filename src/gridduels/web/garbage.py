"""When Python's garbage collector looks for cycles that nobody uses any more.

It stops everything while it looks at all there is, which takes a second when thousands are connected. So it looks at
all there is seldom: when as many connections have ended as are open. What is new it looks at as usual.
"""

import gc
from typing import Final

__all__ = ["GarbageCollector"]

_NEW, _YOUNG, _NEVER = 10_000, 10, 1_000_000
_LEAST: Final = 1_000


class GarbageCollector:
    """Decides when to look at all there is."""

    def __init__(self) -> None:
        self._ended = 0

    def begin(self) -> None:
        """From now on Python does not look at all there is by itself; what is there now it need not look at again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(_NEW, _YOUNG, _NEVER)

    def collect(self, connections: int, ended: int) -> bool:
        """Looks at all there is where it is worth it, having as many connections and having ended as many."""
        if ended - self._ended < max(connections, _LEAST):
            return False
        self._ended = ended
        gc.collect()
        return True
