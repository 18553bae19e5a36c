"""What a move may take: time, a clock, depth, nodes."""

from typing import Any, Final, NamedTuple

__all__ = ["USUAL", "TimeControl"]


class TimeControl(NamedTuple):
    """What the players of a game may take, each of them: seconds for a move, or a clock for all moves.

    >>> TimeControl(clock=10, increment=0.1).as_data(), str(TimeControl())
    ({'clock': 10, 'increment': 0.1}, '1 s a move')
    """

    think: float = 1.0
    clock: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None

    def as_data(self) -> dict[str, Any]:
        """What is set."""
        if self.clock is None:
            data: dict[str, Any] = {"think": self.think}
        else:
            data = {"clock": self.clock, "increment": self.increment}
        return data | {name: value for name in ("depth", "nodes") if (value := getattr(self, name)) is not None}

    @classmethod
    def of_data(cls, data: Any) -> "TimeControl":
        """The same from what was set; a ValueError where that cannot be."""
        known = isinstance(data, dict) and set(data) <= set(cls._fields)
        if not known or not all(isinstance(value, int | float) for value in data.values()):
            raise ValueError(f"limits is {data!r}")
        return cls(**data)

    def __str__(self) -> str:
        time = f"{self.think:g} s a move" if self.clock is None else f"{self.clock:g}+{self.increment:g} s a game"
        counts = [f"{name} {value}" for name in ("depth", "nodes") if (value := getattr(self, name))]
        return ", ".join([time, *counts])


USUAL: Final = TimeControl()
"""A second for a move."""
