"""Who meets whom: matches and tournaments between players, and what their results say.

`entrants` and `openings` are what a match begins with, `encounter` and `competition` what is played, `playing/` how,
`results` where it is kept, `statistics/` what it says and `reporting/` what it looks like. From Python, `match` and
`tournament` do it all.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridduels.arena.api import match, tournament

__all__ = ["match", "tournament"]


def __getattr__(name: str) -> Any:
    """What is public, loaded when it is first asked for."""
    if name in __all__:
        from gridduels.arena import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
