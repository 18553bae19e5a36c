"""The best duels from a long search, as shown in the gallery.

`python -m tools.best` chooses them from the duels of the day and writes `best.json`.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple


class Best(NamedTuple):
    """One of the best duels. `fair`, `deep` and `sharp` lie between 0 and 1: see `measures`."""

    name: str
    code: str
    positions: int
    plies: int
    """How many plies best play takes."""
    fair: float
    deep: float
    sharp: float
    ending: str
    """How it ends: see `search.ending_of`."""
    shares: dict[int, float]
    """The first player's share of the points when equal players meet, by how many plies they look ahead."""


@cache
def best() -> tuple[Best, ...]:
    """Return the best duels, best first."""
    found: list[dict[str, Any]] = json.loads(files(__package__).joinpath("best.json").read_text("utf-8"))["duels"]
    return tuple(
        Best(**each | {"shares": {int(ahead): share for ahead, share in each["shares"].items()}}) for each in found
    )
