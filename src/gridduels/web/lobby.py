"""The lobby: open challenges, pairing, and games to watch.

The lobby lives in the store, so it is the same on every server. Each server polls it while someone is in the lobby, and
notifies everyone waiting.
"""

import asyncio
import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from gridduels.errors import GridDuelsError
from gridduels.match import FAIR, fair_starts
from gridduels.protocol.answers import Challenge, Lobby, OwnSeat, Pair, Timing, Watchable
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused, write
from gridduels.protocol.requests import NewClock, NewDuel
from gridduels.protocol.state import Names, board_of
from gridduels.registry import load_game
from gridduels.web.new_duel import Started
from gridduels.web.room import Room
from gridduels.web.rooms import Rooms
from gridduels.web.saved import Live, Saved, size_of_number
from gridduels.web.settings import Settings
from gridduels.web.stores.store import Store

_PAIRING: Final = "pairing"
"""Held by the server that is looking for a partner, so that two visitors arriving at the same time find each other."""
_AGAIN: Final = 0.05
_PATIENCE: Final = 0.5
"""Seconds to wait for entries of the lobby whose moves have to be replayed."""
_CLOCK: Final = NewClock(seconds=300.0, increment=3.0)
_BOT: Final = "medium"
_MOST_VISITORS: Final = 10_000
_MOST_MOVES: Final = 2
"""Moves that someone waiting for a partner may have made. No one is seated in the middle of a game."""


class Paired(NamedTuple):
    """A seat opposite a waiting visitor, or one to wait in."""

    room: Room
    player: Literal[1, 2]
    secret: str


Take = Callable[[Room, Pair], Awaitable[OwnSeat]]
"""Takes a duel's free seat for a visitor who wants to be paired."""


class LiveLobby:
    """One server's lobby. Use it from a single event loop."""

    def __init__(self, rooms: Rooms, store: Store, settings: Settings) -> None:
        self._rooms, self._store, self._settings = rooms, store, settings
        self._now: Lobby | None = None
        self._looked = 0.0
        self._looking: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        self._waiting: set[asyncio.Future[None]] = set()
        self._making = asyncio.Lock()
        """Duels are added one at a time, so that each visitor's duels are counted correctly."""
        self._shown: dict[str, list[str]] = {}
        """The duels each visitor has added."""
        self._made: dict[tuple[str, int], asyncio.Task[Challenge | Watchable]] = {}
        """The most recently shown entries, by id and version; some may not be ready yet."""

    async def look(self) -> Lobby:
        """Return a recent snapshot of the lobby."""
        if self._now is None or time.monotonic() - self._looked >= self._settings.lobby_seconds:
            if self._looking is None or self._looking.done():
                self._looking = asyncio.get_running_loop().create_task(self._read())
            await asyncio.shield(self._looking)
        assert self._now is not None
        return self._now

    async def later_than(self, version: str, seconds: float) -> Lobby:
        """Return the lobby as soon as it differs from this version, or after this many seconds."""
        if (found := await self.look()).version != version:
            return found
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.get_running_loop().create_task(self._tell())
        try:
            await asyncio.wait([waiting], timeout=seconds)
        finally:
            self._waiting.discard(waiting)
        return await self.look()

    async def bring(self, wish: NewDuel, visitor: str) -> tuple[Room, Started]:
        """Start a duel that is shown in the lobby, within the visitor's limit."""
        async with self._making:
            return await self._bring(wish, visitor)

    async def pair(self, wish: Pair, visitor: str, take: Take) -> Paired:
        """Return a seat opposite someone waiting for a partner in the same game, or one to wait in."""
        async with self._making:
            while not await self._store.hold(_PAIRING):
                await asyncio.sleep(_AGAIN)
            try:
                return await self._partner(wish, take) or await self._wait(wish, visitor)
            finally:
                await self._store.let_go(_PAIRING)

    def release(self) -> None:
        """Answer everyone who is waiting."""
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    def close(self) -> None:
        """Stop polling."""
        self.release()
        for task in (self._looking, self._telling, *self._made.values()):
            if task:
                task.cancel()

    async def _tell(self) -> None:
        """Poll the lobby while someone is waiting."""
        while self._waiting:
            before = self._now
            await asyncio.sleep(self._settings.lobby_seconds)
            with suppress(GridDuelsError):  # while the database does not respond, there is nothing new
                if (await self.look()).version != (before and before.version):
                    self.release()

    async def _read(self) -> None:
        settings = self._settings
        offered = await self._store.offered(settings.challenges)
        listed = await self._store.listed(self._store.now() - settings.live_seconds, settings.games_shown)
        before, loop = self._made, asyncio.get_running_loop()
        self._made = {
            (saved.id, saved.version): before.get((saved.id, saved.version)) or loop.create_task(self._shown_as(saved))
            for saved in (*offered, *listed)
        }
        for key in before.keys() - self._made.keys():
            before[key].cancel()
        if self._made:
            await asyncio.wait(self._made.values(), timeout=_PATIENCE)
        found = []
        for entry in self._made.values():
            # A damaged duel is not listed, and one whose moves take long to replay is listed later.
            with suppress(GridDuelsError, ValueError, asyncio.InvalidStateError):
                found.append(entry.result())
        lobby = Lobby(
            version="",
            pair_seconds=settings.pair_seconds,
            challenges=[each for each in found if isinstance(each, Challenge)],
            games=[each for each in found if isinstance(each, Watchable)],
        )
        self._now = replace(lobby, version=hashlib.sha256(write(lobby)).hexdigest()[:16])
        self._looked = time.monotonic()

    async def _shown_as(self, saved: Saved) -> Challenge | Watchable:
        live = await self._rooms.live(saved)
        return _watchable(live) if saved.offered is None else _challenge(live)

    async def _bring(self, wish: NewDuel, visitor: str) -> tuple[Room, Started]:
        settings, mine = self._settings, self._shown.get(visitor, [])
        if wish.offer and len(await self._store.offered(settings.challenges)) >= settings.challenges:
            raise Refused(Code.BUSY, "The lobby is full. Accept one of its challenges.")
        mine = [id for id in mine if await self._is_shown(id)]
        if visitor and len(mine) >= settings.shown_an_address:
            sentence = (
                f"The lobby shows at most {settings.shown_an_address} duels from one address: withdraw one first."
            )
            raise Refused(Code.NOT_NOW, sentence)
        room, started = await self._rooms.create(wish, visitor)
        self._shown.pop(visitor, None)
        self._shown[visitor] = [*mine, started.live.saved.id] if visitor else []
        if len(self._shown) > _MOST_VISITORS:
            del self._shown[next(iter(self._shown))]
        return room, started

    async def _is_shown(self, id: str) -> bool:
        with suppress(Refused):
            saved = await self._store.load(id)
            if saved and not saved.over:
                return bool(saved.listed) if saved.offered is None else saved.offered > self._store.now()
        return False

    async def _partner(self, wish: Pair, take: Take) -> Paired | None:
        """Return the seat opposite the visitor who has waited the longest."""
        for saved in await self._store.offered(self._settings.challenges):
            if saved.stand_in is None or saved.game != wish.game or len(saved.moves.split()) > _MOST_MOVES:
                continue
            with suppress(Refused):  # someone else got there first
                room = await self._rooms.find(saved.id)
                seat = await take(room, wish)
                return Paired(room, 1 if seat.player == 1 else 2, seat.secret)
        return None

    async def _wait(self, wish: Pair, visitor: str) -> Paired:
        new = NewDuel(
            game=wish.game,
            seat=secrets.choice((1, 2)),
            start=FAIR if fair_starts(load_game(wish.game)) else None,
            clock=_CLOCK,
            offer=True,
            listed=wish.listed,
            stand_in=_BOT,
            name=wish.name,
        )
        room, started = await self._bring(new, visitor)
        assert started.secret is not None
        assert started.player in (1, 2)
        return Paired(room, started.player, started.secret)


def _challenge(live: Live) -> Challenge:
    saved, game = live.saved, live.duel.game
    return Challenge(
        id=saved.id,
        game=game.id,
        title=game.title,
        size=game.size,
        rules=dict(game.rulings),
        clock=None if saved.seconds is None else Timing(seconds=saved.seconds, increment=saved.increment),
        seat=1 if saved.is_open(1) else 2,
        first=live.duel.start.turn,
        start=saved.start,
        name=saved.name1 or saved.name2,
        pairing=saved.stand_in is not None,
    )


def _watchable(live: Live) -> Watchable:
    saved, duel = live
    return Watchable(
        id=saved.id,
        game=saved.game,
        title=duel.game.title,
        size=size_of_number(saved.size),
        p1=saved.p1,
        p2=saved.p2,
        names=Names(*saved.names),
        ply=duel.ply,
        turn=duel.turn,
        board=board_of(duel),
    )
