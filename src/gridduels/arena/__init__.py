"""Matches and tournaments between players.

`entrants` and `openings` are the input, `encounter` decides who meets whom, `play` and `workers` play the games, and
`results` stores them. `statistics` evaluates them; `report` and `export` present the outcome. From Python, call `match`
or `tournament`, which `api` defines.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridduels.arena.api import match, tournament

__all__ = ["match", "tournament"]


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name in __all__:
        from gridduels.arena import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
