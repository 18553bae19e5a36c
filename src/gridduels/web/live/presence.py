"""Presence: who is connected to a duel, at this server and at others."""

from collections.abc import Iterable

from gridduels.web.live.saved import Saved, Sides
from gridduels.web.live.stores.notices import Here
from gridduels.web.messages.answers import Presence
from gridduels.web.messages.state import Present

__all__ = ["here_of", "presence_of"]


def here_of(everybody: Iterable[Sides]) -> Here:
    """Who is at one server, by the sides that each connection plays: two tabs of a seat count once.

    >>> here_of([(1,), (1,), (), ()])
    Here(one=True, two=False, watchers=2)
    """
    everybody = list(everybody)
    players = {player for sides in everybody for player in sides}
    return Here(1 in players, 2 in players, sum(not sides for sides in everybody))


def presence_of(saved: Saved, everywhere: Iterable[Here]) -> Presence:
    """Who is there, at all servers together; the computer always is."""
    everywhere = list(everywhere)
    present = Present(
        one=saved.is_computer(1) or any(here.one for here in everywhere),
        two=saved.is_computer(2) or any(here.two for here in everywhere),
    )
    return Presence(present=present, watchers=sum(here.watchers for here in everywhere))
