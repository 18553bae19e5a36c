"""Players of other packages: entry points of the group `gridduels.players`, each pointing at a Kind.

[project.entry-points."gridduels.players"]
my-player = "my_package:PLAYER"
"""

import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from gridduels.players import Kind

__all__ = ["Installed", "installed_players"]

_GROUP: Final = "gridduels.players"


class Installed(NamedTuple):
    """A player of another package, and the name and version of that package."""

    kind: "Kind"
    version: str


@lru_cache(1)
def installed_players() -> dict[str, Installed]:
    """Every such player by its name; one that cannot be loaded, or has the name of one of ours, is left out."""
    from importlib.metadata import entry_points  # slow to import, and only needed for players that are not ours

    found = {}
    for entry in entry_points(group=_GROUP):
        try:
            found[entry.name] = _load(entry)
        except Exception as error:
            warnings.warn(f"the player {entry.name} is left out: {entry.value} cannot be used: {error}", stacklevel=2)
    return found


def _load(entry: "EntryPoint") -> Installed:
    from gridduels.players import KINDS, Kind

    if entry.name in {spelling.partition(":")[0] for spelling in KINDS} or ":" in entry.name:
        raise ValueError("its name is taken")
    kind = entry.load()
    if not isinstance(kind, Kind):
        raise TypeError("it is not a gridduels.players.Kind")
    return Installed(kind, f"{entry.dist.name} {entry.dist.version}" if entry.dist else "unknown")
