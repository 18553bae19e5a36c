"""Thinking: the computer's moves in a room. Whatever happens to the computer, the duel goes on."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.players.greedy import greedy_moves
from gridduels.web.live.changes import played_by_computer
from gridduels.web.live.changes.sides import exchanged
from gridduels.web.live.room import Room
from gridduels.web.live.saved import Live
from gridduels.web.live.stores.store import Store
from gridduels.web.live.view import thinks
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused
from gridduels.web.settings import Settings

__all__ = ["Chooses", "Thinking"]

_AGAIN: Final = 1.0
_TRIES: Final = 2
_log = logging.getLogger("gridduels.web")


class Chooses(Protocol):
    """Whoever works out the computer's moves, outside the event loop."""

    async def choose(self, duel: Duel, player: str, seed: int | str, visitor: str) -> tuple[str, str]:
        """A move for a visitor and, where there is something to say about it, a note."""
        ...

    async def swaps(self, duel: Duel, player: str, seed: int | str, visitor: str) -> bool:
        """Whether it would rather have the other side."""
        ...


class Thinking:
    """Plays the computer's sides of one room, one move after the other."""

    def __init__(self, room: Room, computing: Chooses, store: Store, settings: Settings) -> None:
        self._room, self._computing, self._store, self._settings = room, computing, store, settings
        self._busy = False
        if len(room.live.saved.humans) < 2 or room.live.saved.stand_in:
            room.wake.append(self.wake)
            self.wake()

    def wake(self) -> None:
        """Begins to think where it is the computer's turn and it does not think already."""
        if not self._busy and self._is_due():
            self._busy = True
            self._room.errand(self._think())

    def _is_due(self) -> bool:
        """Two computers go on only while somebody watches."""
        live = self._room.live
        return thinks(live) and not self._room.gone and (bool(live.saved.humans) or self._room.watched)

    async def _think(self) -> None:
        try:
            while self._is_due():
                live = self._room.live
                try:
                    if await self._store.claim(live.saved.id, live.saved.version):
                        await self._answer(live)
                        continue
                except Exception:  # a fault of the store: the opponent still waits for a move
                    _log.exception("internal error")
                await asyncio.sleep(_AGAIN)  # another server thinks about it, or has played
        finally:
            self._busy = False

    async def _answer(self, live: Live) -> None:
        """Thinks and plays, as the one server that does."""
        try:
            pause = 0.0 if live.saved.humans else self._settings.pace_seconds
            if live.match.may_swap and await self._swaps(live):
                await self._change(live.duel, exchanged)
                return
            (word, note), _ = await asyncio.gather(self._choose(live), asyncio.sleep(pause))
            await self._change(live.duel, lambda live, now: played_by_computer(live, word, note, now))
        finally:
            await self._store.release(live.saved.id)

    async def _choose(self, live: Live) -> tuple[str, str | None]:
        """The computer's move. While there is too much to do it waits for its turn; where it fails, what looks best."""
        saved, duel = live
        player, seed, failures = saved.players[duel.turn - 1], saved.seed + duel.ply, 0
        while failures < _TRIES:
            try:
                word, note = await self._computing.choose(duel, player, seed, self._room.visitor)
                duel.play(word)
                return word, note or None
            except Exception as error:
                if not (isinstance(error, Refused) and error.code is Code.BUSY):
                    failures += 1
                    why = f"{type(error).__name__}: {error}"
                    _log.warning("the computer failed", extra={"duel": saved.id, "error": why})
                await asyncio.sleep(_AGAIN)
        return greedy_moves(duel, duel.legal_moves)[0], "it could not work out its move, and played what looked best"

    async def _swaps(self, live: Live) -> bool:
        """Whether the computer changes sides; where it cannot find out, it does not."""
        saved, duel = live
        player = saved.players[duel.turn - 1]
        try:
            return await self._computing.swaps(duel, player, f"{saved.seed} swap", self._room.visitor)
        except Exception as error:
            _log.warning("the computer failed", extra={"duel": saved.id, "error": f"{type(error).__name__}: {error}"})
            return False

    async def _change(self, duel: Duel, made: Callable[[Live, float], Live]) -> None:
        """What the computer decides on, unless something else has happened meanwhile."""

        def change(live: Live, now: float) -> tuple[Live, ...]:
            return (made(live, now) if live.duel is duel and thinks(live) else live,)

        try:
            await self._room.ask(change)
        except GridDuelsError:
            await asyncio.sleep(_AGAIN)
