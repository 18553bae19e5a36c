"""What a move may take."""

from typing import Any, Final, NamedTuple

__all__ = ["USUAL", "TimeControl"]


class TimeControl(NamedTuple):
    """What the players of a game may take, each of them.

    >>> TimeControl(0.5).as_data(), str(TimeControl())
    ({'think': 0.5}, '1 s a move')
    """

    think: float = 1.0
    """Seconds for a move."""

    def as_data(self) -> dict[str, Any]:
        return self._asdict()

    @classmethod
    def of_data(cls, data: Any) -> "TimeControl":
        """The same from its data; a ValueError where that cannot be."""
        known = isinstance(data, dict) and set(data) <= set(cls._fields)
        if not known or not all(isinstance(value, int | float) for value in data.values()):
            raise ValueError(f"limits is {data!r}")
        return cls(**data)

    def __str__(self) -> str:
        return f"{self.think:g} s a move"


USUAL: Final = TimeControl()
"""A second for a move."""
