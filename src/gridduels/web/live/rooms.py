"""Rooms: the live duels in memory, brought from the store when somebody asks for them and dropped when idle."""

import asyncio
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.web.live.clock import must_tell_values, wind, withholds_values
from gridduels.web.live.leaving import Leaving
from gridduels.web.live.new_duel import Started, new_duel, offered
from gridduels.web.live.room import NO_SUCH_DUEL, Room
from gridduels.web.live.saved import Live, Saved, live_of
from gridduels.web.live.stores.notices import GONE, Here
from gridduels.web.live.stores.store import Store
from gridduels.web.live.thinking import Chooses, Thinking
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused
from gridduels.web.messages.requests import NewDuel
from gridduels.web.settings import Settings

__all__ = ["Rooms"]

_ID: Final = re.compile(r"[A-Za-z0-9]{10,32}")
_UNKNOWN: Final = "unknown"
"""The visitor on whose account a computer thinks before anybody has played since the duel was loaded."""
GOING_DOWN: Final = 1012
_MOST_OVERDUE: Final = 100
"""Duels that are ended by their clocks at a time, though nobody watches."""
_log = logging.getLogger("gridduels.web")


class Rooms:
    """The live duels. Use it from one event loop."""

    def __init__(
        self, store: Store, computing: Chooses, settings: Settings, began: Callable[[], None] = lambda: None
    ) -> None:
        """`began` is called for every duel that begins here, a rematch as well."""
        self._began = began
        self._store, self._computing, self._settings = store, computing, settings
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._loading_since: dict[str, float] = {}
        store.news = self
        self._newest: dict[str, int] = {}
        """What other servers tell of duels while they are being loaded."""
        self._errands: set[asyncio.Task[None]] = set()
        self._visits: dict[str, Counter[Room]] = {}
        """The duels that each visitor is connected to."""
        self.unfinished = 0
        """Duels that are not over, as of the last count, and those begun here since."""

    def __len__(self) -> int:
        return len(self._rooms)

    async def create(self, wish: NewDuel, visitor: str = "") -> tuple[Room, Started]:
        """A new duel, kept, and the secrets for the visitor who asked for it."""
        made = offered(new_duel(wish, self._store.now(), self._settings.plies), wish, self._settings)
        self.must_have_space()
        self._make_space()
        await self._store.save(made.live.saved)
        self._note_beginning(made.live.saved)
        return self._open(made.live, visitor), made

    @contextmanager
    def visit(self, room: Room, visitor: str) -> Iterator[None]:
        """Note that a visitor is connected to a duel, for as long as that lasts."""
        visits = self._visits.setdefault(visitor, Counter())
        visits[room] += 1
        try:
            yield
        finally:
            visits[room] -= 1
            if not visits[room]:
                del visits[room]
            if not visits and self._visits.get(visitor) is visits:
                del self._visits[visitor]

    def withhold(self, visitor: str, duel: Duel) -> None:
        """Refuse a line that goes through the present position of a withheld duel the visitor is connected to.

        Positions one move further count too, so that asking for the value of each reply is no way around it.
        """
        for room in self._visits.get(visitor, ()):
            live = room.live
            if withholds_values(live) and not duel.outcome and duel.game == live.duel.game:
                near = {live.duel.position, *(live.duel.play(word).position for word in live.duel.legal_moves)}
                if not near.isdisjoint(duel.history()):
                    must_tell_values(live)

    def must_have_space(self) -> None:
        """Refuse another duel where as many as may be are being played."""
        if self.unfinished >= self._settings.unfinished:
            raise Refused(Code.BUSY, "Too many duels are being played on this server: try again later.")

    def _note_beginning(self, saved: Saved) -> None:
        """Count and log a duel that has begun and is persisted."""
        self.unfinished += 1
        self._began()
        _log.info("duel began", extra={"duel": saved.id, "game": saved.game, "p1": saved.p1, "p2": saved.p2})

    async def find(self, id: str) -> Room:
        """The room of a duel; refused where there is no such duel."""
        room = self._rooms.get(id)
        if room is not None and not room.gone:
            room.used = time.monotonic()
            if self._store.shared:
                await self._bring_up_to_date(room)
            return room
        if not _ID.fullmatch(id):
            raise Refused(Code.NO_SUCH_DUEL, "There is no such duel.")
        if id not in self._loading:
            self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loaded(id))
            self._loading_since[id] = time.monotonic()
        return await asyncio.shield(self._loading[id])

    def _loaded(self, id: str) -> None:
        del self._loading[id], self._loading_since[id]
        self._newest.pop(id, None)

    def waiting(self, seconds: float) -> int:
        """Count the duels in which someone has waited for the store for longer than this."""
        before = time.monotonic() - seconds
        since = (*self._loading_since.values(), *(room.waiting_since for room in self._rooms.values()))
        return sum(at is not None and at < before for at in since)

    async def sweep(self) -> list[str]:
        """Removes duels that have expired; their ids."""
        now, settings = self._store.now(), self._settings
        expired = await self._store.expire(now - settings.expire, now - settings.expire_finished)
        for id in expired:
            if room := self._rooms.pop(id, None):
                room.close(NO_SUCH_DUEL)
        await self.count_unfinished()
        return expired

    async def count_unfinished(self) -> None:
        """Counts the duels that are not over, whichever server began them."""
        self.unfinished = await self._store.unfinished()

    async def end_overdue(self) -> None:
        """Opens duels whose player to move has run out of time, so that they end."""
        for id in await self._store.overdue(_MOST_OVERDUE):
            with suppress(GridDuelsError):
                await self.find(id)

    def changed(self, id: str, version: int) -> None:
        """Another server has changed or removed a duel."""
        room = self._rooms.get(id)
        if id in self._loading:
            self._newest[id] = version
        elif room is not None and version == GONE:
            room.close(NO_SUCH_DUEL)
            del self._rooms[id]
        elif room is not None:
            room.changed_elsewhere(version)

    def here(self, server: str, id: str, here: Here) -> None:
        """Who is connected to a duel at another server."""
        if room := self._rooms.get(id):
            room.here_elsewhere(server, here)

    def asked(self, id: str) -> None:
        """Another server wants to know who is connected here."""
        if (room := self._rooms.get(id)) and room.watched:
            room.tell_here()

    def left(self, server: str) -> None:
        """Another server is not there any more."""
        for room in self._rooms.values():
            room.here_elsewhere(server, None)

    def missed(self) -> None:
        """Something may have happened that nobody was told of."""
        task = asyncio.get_running_loop().create_task(self._look_again())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _look_again(self) -> None:
        with suppress(GridDuelsError):
            known = list(self._rooms)
            versions = await self._store.versions(known)
            for id in known:
                self.changed(id, versions.get(id, GONE))
                if (room := self._rooms.get(id)) and room.watched:
                    room.tell_here()
                    self._store.ask_here(id)

    async def _bring_up_to_date(self, room: Room) -> None:
        """Who comes from another server finds what was done there, though its notice may still be under way."""
        with suppress(GridDuelsError):  # while the database does not answer nothing can have been done
            id = room.live.saved.id
            self.changed(id, (await self._store.versions([id])).get(id, GONE))
            await room.current()
        if room.gone:
            raise Refused(Code.NO_SUCH_DUEL, "There is no such duel.")

    def drop_idle(self, seconds: float) -> None:
        """Forgets rooms that nobody has used for so long; the store has everything."""
        before = time.monotonic() - seconds
        for id, room in list(self._rooms.items()):
            if room.gone or (room.used <= before and not room.in_use):
                room.close(NO_SUCH_DUEL)
                del self._rooms[id]

    def release(self) -> None:
        """Answers everybody who waits for a change: the server is going down."""
        for room in self._rooms.values():
            room.release()

    def close(self) -> None:
        """Sends everybody away."""
        for room in self._rooms.values():
            room.close(GOING_DOWN)
        self._rooms.clear()

    async def _load(self, id: str) -> Room:
        saved = await self._store.load(id)
        if saved is None:
            raise Refused(Code.NO_SUCH_DUEL, "There is no such duel.")
        self._make_space()
        room = self._open(self._revived(saved), _UNKNOWN if self._settings.rate else "")
        await room.on_time()
        self._store.ask_here(id)
        room.changed_elsewhere(self._newest.pop(id, saved.version))
        return room

    def _revived(self, saved: Saved) -> Live:
        """The duel that was kept, its moves checked; one of before there were deadlines gets one."""
        try:
            live = live_of(saved)
        except (GridDuelsError, ValueError) as error:
            _log.error("a duel is damaged", extra={"duel": saved.id, "error": str(error)})
            raise Refused(Code.DAMAGED, f"What is kept of the duel {saved.id} cannot be replayed.") from None
        return live if saved.deadline is not None else wind(saved, live.duel, self._store.now())

    def _open(self, live: Live, visitor: str) -> Room:
        room = self._rooms[live.saved.id] = Room(live, self._store, self._settings, self._note_beginning, visitor)
        Thinking(room, self._computing, self._store, self._settings)
        Leaving(room, self._settings)
        return room

    def _make_space(self) -> None:
        if len(self._rooms) >= self._settings.rooms:
            self.drop_idle(self._settings.least_idle_seconds)
        if len(self._rooms) >= self._settings.rooms:
            raise Refused(Code.BUSY, "Too many duels are open on this server: try again later.")
