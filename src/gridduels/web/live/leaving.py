"""Leaving: who plays with somebody that is not there any more may end the duel, after a time that both are told.

A player who is not connected at any server, while the other one is, is missed after a few seconds. That is kept with
the duel, so every server says the same; coming back, or a move, takes it away again.
"""

import asyncio
from contextlib import suppress
from typing import Any, Final

from gridduels.duel import Outcome, Reason
from gridduels.errors import GridDuelsError
from gridduels.web.live.changes import Change, after_turn, must_be_current, must_go_on, must_sit, next_version
from gridduels.web.live.room import Room
from gridduels.web.live.saved import Live, Saved
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused
from gridduels.web.settings import Settings

__all__ = ["Leaving", "abort", "came_back", "claim", "miss"]

_DAY: Final = 86_400.0


def can_be_missed(live: Live) -> bool:
    """Whether two people play who expect each other to be there: by a clock of days one comes when one likes."""
    saved = live.saved
    slow = saved.seconds is not None and saved.seconds >= _DAY
    return None not in saved.seats and not saved.together and not slow and not live.duel.outcome


def miss(player: int, seconds: float) -> Change:
    """Notes that a player is missed: after so many seconds the other one may end the duel."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        if live.saved.missed[player - 1] is not None or not can_be_missed(live):
            return (live,)
        return (_noted(live, player, now + seconds, now),)

    return change


def came_back(player: int) -> Change:
    """A player that was missed is there again."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        return (live,) if live.saved.missed[player - 1] is None else (_noted(live, player, None, now),)

    return change


def claim(secret: str | None, ply: int) -> Change:
    """Ends the duel as won, where the other player has been missed for long enough."""
    return _end(secret, ply, Reason.FORFEIT)


def abort(secret: str | None, ply: int) -> Change:
    """Ends it without a winner, where it could be claimed."""
    return _end(secret, ply, Reason.ABORTED)


def _end(secret: str | None, ply: int, reason: Reason) -> Change:
    def change(live: Live, now: float) -> tuple[Live, ...]:
        sides = must_sit(live.saved, secret)
        wanted = Outcome(sides[0] if reason is Reason.FORFEIT else 0, reason)
        if live.duel.outcome == wanted:
            return (live,)
        must_be_current(live.duel, ply)
        must_go_on(live.duel)
        until = live.saved.missed[2 - sides[0]]
        if len(sides) == 2 or until is None:
            raise Refused(Code.NOT_NOW, "Nobody has left: the game goes on.")
        if now < until:
            raise Refused(Code.NOT_NOW, f"You can end the game in {until - now:.0f} seconds, if nobody comes back.")
        return (after_turn(live, live.duel.stop(*wanted), now),)

    return change


def _noted(live: Live, player: int, until: float | None, now: float) -> Live:
    changed: dict[str, Any] = {f"missed{player}": until}
    return Live(next_version(live.saved, now, **changed), live.duel)


class Leaving:
    """Watches who of the two players of one room is there, and has it noted who is missed."""

    def __init__(self, room: Room, settings: Settings) -> None:
        self._room, self._settings = room, settings
        self._timers: dict[int, asyncio.TimerHandle] = {}
        if len(room.live.saved.humans) == 2:
            room.wake.append(self.wake)

    def wake(self) -> None:
        """Looks again who is there."""
        present = self._room.present
        for player in (1, 2):
            missed = self._room.live.saved.missed[player - 1] is not None
            if present[player - 1] and missed:
                self._room.errand(self._ask(came_back(player), player, present=True))
            if present[player - 1] or missed or not present[2 - player] or not can_be_missed(self._room.live):
                self._stop(player)
            elif player not in self._timers:
                loop, seconds = asyncio.get_running_loop(), self._settings.missed_seconds
                self._timers[player] = loop.call_later(seconds, self._miss, player)

    def _miss(self, player: int) -> None:
        self._stop(player)
        present = self._room.present
        if not present[player - 1] and present[2 - player] and not self._room.gone:
            seconds = self._seconds(self._room.live.saved)
            self._room.errand(self._ask(miss(player, seconds), player, present=False))

    def _seconds(self, saved: Saved) -> float:
        """How long the other one waits: longer where no clock says that this is to be a quick game."""
        return self._settings.claim_seconds if saved.seconds else self._settings.claim_unclocked_seconds

    def _stop(self, player: int) -> None:
        if timer := self._timers.pop(player, None):
            timer.cancel()

    async def _ask(self, change: Change, player: int, *, present: bool) -> None:
        """Ask for a change, unless another person sits there when its turn comes: sides may have been exchanged."""

        def checked(live: Live, now: float) -> tuple[Live, ...]:
            return change(live, now) if self._room.present[player - 1] is present else (live,)

        with suppress(GridDuelsError):  # what cannot be kept now is noted when somebody comes or goes again
            await self._room.ask(checked)
