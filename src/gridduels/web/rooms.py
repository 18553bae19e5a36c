"""The live duels in memory, loaded from the store on demand, and the computer's moves in them."""

import asyncio
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, Protocol

from gridduels.duel import Duel, Outcome, Reason
from gridduels.errors import GridDuelsError
from gridduels.players.greedy import greedy_moves
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.protocol.requests import NewDuel
from gridduels.web.changes import (
    Change,
    after_turn,
    exchanged,
    must_be_current,
    must_go_on,
    must_sit,
    next_version,
    played_by_computer,
)
from gridduels.web.new_duel import Started, new_duel, offered
from gridduels.web.room import NO_SUCH_DUEL, Room, thinks
from gridduels.web.saved import Live, Saved, live_of, must_tell_values, wind, withholds_values
from gridduels.web.settings import Settings
from gridduels.web.stores.store import GONE, Here, Store

# --- Thinking: the computer's moves


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


# --- Leaving: ending a duel whose other player is gone
#
# A player who is not connected at any server, while the other one is, is missed after a few seconds. That is kept with
# the duel, so every server says the same; coming back, or a move, takes it away again.


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


# --- Rooms: the live duels in memory, loaded on demand and dropped when idle


_ID: Final = re.compile(r"[A-Za-z0-9]{10,32}")
_UNKNOWN: Final = "unknown"
"""The visitor on whose account a computer thinks before anybody has played since the duel was loaded."""
GOING_DOWN: Final = 1012
_MOST_OVERDUE: Final = 100
"""Duels that are ended by their clocks at a time, though nobody watches."""


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
