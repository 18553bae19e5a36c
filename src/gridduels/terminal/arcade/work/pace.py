"""How fast things go on a screen: computers among themselves, and a key that is held down."""

import time
from collections.abc import Callable
from typing import Final

__all__ = ["HeldKey", "Pace"]

SPEEDS: Final = {0.0: "as fast as they think", 0.3: "fast", 1.0: "at an even pace", 3.0: "slowly"}
"""Seconds between two moves."""
REPEAT_SECONDS: Final = 0.7
"""A terminal begins to repeat a held key sooner than this."""


class Pace:
    """Computers that play each other: how long each move waits, and whether they are halted."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._seconds, self._last = clock, 1.0, float("-inf")
        self.halted = False
        self.steps = False
        """Whether they halt again after the next move."""

    @property
    def speed(self) -> str:
        return f"They play {SPEEDS[self._seconds]}."

    def change(self, by: int) -> str:
        """A step faster or slower; what that is, as a sentence."""
        speeds = list(SPEEDS)
        self._seconds = speeds[max(0, min(len(speeds) - 1, speeds.index(self._seconds) + by))]
        return self.speed

    def wait(self) -> float:
        """Seconds until the next move may be made."""
        return 0.0 if self.steps else max(0.0, self._last + self._seconds - self._clock())

    def moved(self) -> None:
        self._last = self._clock()
        if self.steps:
            self.halted, self.steps = True, False


class HeldKey:
    """A key that is held down after it has played a move."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._key, self._last = clock, "", 0.0

    def played(self, key: str) -> None:
        """A key has played a move."""
        self._key, self._last = key, self._clock()

    def repeats(self, key: str) -> bool:
        """Whether the key that played the last move has been down since."""
        now = self._clock()
        if key != self._key or now - self._last >= REPEAT_SECONDS:
            self._key = ""
            return False
        self._last = now
        return True
