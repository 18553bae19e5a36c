"""The live duels in memory, loaded from the store on demand, and the computer's moves in them."""

import asyncio
import base64
import hashlib
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, Final, Protocol

from gridduels.duel import Duel, Outcome, Reason
from gridduels.errors import GridDuelsError
from gridduels.game import Game, Position
from gridduels.notation import draw
from gridduels.players.greedy import greedy_moves
from gridduels.protocol.base import Code, EmoteName
from gridduels.protocol.codec import Refused
from gridduels.protocol.requests import NewDuel
from gridduels.symmetry import Symmetry, position_image
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
from gridduels.web.new_duel import Started, new_duel, offered, wanted_line
from gridduels.web.room import NO_SUCH_DUEL, Room, thinks
from gridduels.web.saved import Live, Saved, live_of, must_tell_values, stored_line, wind, withholds_values
from gridduels.web.settings import Settings
from gridduels.web.stores.store import GONE, LocalPresence, Store

# --- Thinking: choosing the computer's moves


_AGAIN: Final = 1.0
_TRIES: Final = 2
_log = logging.getLogger("gridduels.web")


class Chooses(Protocol):
    """Computes the computer's moves, and replays many moves, outside the event loop."""

    async def choose(self, duel: Duel, player: str, seed: int | str, visitor: str) -> tuple[str, str]:
        """Return a move and a note about it, which may be empty."""
        ...

    async def swaps(self, duel: Duel, player: str, seed: int | str, visitor: str) -> bool:
        """Return whether the computer wants to swap sides."""
        ...

    async def replay(
        self,
        game: Game,
        moves: tuple[str, ...],
        start: Position | str,
        stopped: tuple[int, str] | None = None,
        visitor: str = "",
    ) -> Duel:
        """Return the duel these moves lead to."""
        ...


class Thinking:
    """Plays the computer's sides in one room, one move at a time."""

    def __init__(self, room: Room, evaluator: Chooses, store: Store, settings: Settings) -> None:
        self._room, self._evaluator, self._store, self._settings = room, evaluator, store, settings
        self._busy = False
        if len(room.live.saved.humans) < 2 or room.live.saved.stand_in:
            room.on_change.append(self.wake)
            self.wake()

    def wake(self) -> None:
        """Start thinking if it is the computer's turn and it isn't thinking already."""
        if not self._busy and self._is_due():
            self._busy = True
            self._room.errand(self._think())

    def _is_due(self) -> bool:
        """Return whether to think now. Two computers keep playing only while someone is watching."""
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
                except Exception:  # a store failure; the opponent is still waiting for a move
                    _log.exception("internal error")
                await asyncio.sleep(_AGAIN)  # another server is thinking about this move, or has played it
        finally:
            self._busy = False

    async def _answer(self, live: Live) -> None:
        """Choose and play a move, then release the claim that keeps other servers from doing so."""
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
        """Return the computer's move. Retry while the workers are busy; after repeated failures, play the most
        promising move.
        """
        saved, duel = live
        player, seed, failures = saved.players[duel.turn - 1], saved.seed + duel.ply, 0
        while failures < _TRIES:
            try:
                word, note = await self._evaluator.choose(duel, player, seed, self._room.visitor)
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
        """Return whether the computer swaps sides; it does not if that cannot be computed."""
        saved, duel = live
        player = saved.players[duel.turn - 1]
        try:
            return await self._evaluator.swaps(duel, player, f"{saved.seed} swap", self._room.visitor)
        except Exception as error:
            _log.warning("the computer failed", extra={"duel": saved.id, "error": f"{type(error).__name__}: {error}"})
            return False

    async def _change(self, duel: Duel, made: Callable[[Live, float], Live]) -> None:
        """Apply the computer's decision, unless something else has happened in the meantime."""

        def change(live: Live, now: float) -> tuple[Live, ...]:
            return (made(live, now) if live.duel is duel and thinks(live) else live,)

        try:
            await self._room.ask(change)
        except GridDuelsError:
            await asyncio.sleep(_AGAIN)


# --- Leaving: ending a duel after a player has left
#
# A player counts as missed after a few seconds without a connection to any server while the opponent is connected. This
# is stored in the row so that all servers agree, and cleared when the player returns or moves.


_DAY: Final = 86_400.0


def can_be_missed(live: Live) -> bool:
    """Return whether two people are playing who expect each other to stay connected; with a clock of a day or more,
    they don't."""
    saved = live.saved
    slow = saved.seconds is not None and saved.seconds >= _DAY
    return None not in saved.seats and not saved.together and not slow and not live.duel.outcome


def miss(player: int, seconds: float) -> Change:
    """Mark a player as missed. The opponent may end the duel after this many seconds."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        if live.saved.missed[player - 1] is not None or not can_be_missed(live):
            return (live,)
        return (_noted(live, player, now + seconds, now),)

    return change


def came_back(player: int) -> Change:
    """Note that a missed player has reconnected."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        return (live,) if live.saved.missed[player - 1] is None else (_noted(live, player, None, now),)

    return change


def claim(secret: str | None, ply: int) -> Change:
    """Claim a win if the opponent has been missed for long enough."""
    return _end(secret, ply, Reason.FORFEIT)


def abort(secret: str | None, ply: int) -> Change:
    """End the duel without a winner, provided it could be claimed."""
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
            raise Refused(Code.NOT_NOW, "Your opponent is here, so the game continues.")
        if now < until:
            raise Refused(
                Code.NOT_NOW, f"You can end the game in {until - now:.0f} seconds if your opponent doesn't return."
            )
        return (after_turn(live, live.duel.stop(*wanted), now),)

    return change


def _noted(live: Live, player: int, until: float | None, now: float) -> Live:
    changed: dict[str, Any] = {f"missed{player}": until}
    return Live(next_version(live.saved, now, **changed), live.duel)


class Leaving:
    """Monitors whether both players in a room are connected, and notes who is missed."""

    def __init__(self, room: Room, settings: Settings) -> None:
        self._room, self._settings = room, settings
        self._timers: dict[int, asyncio.TimerHandle] = {}
        if len(room.live.saved.humans) == 2:
            room.on_change.append(self.wake)

    def wake(self) -> None:
        """Check again who is connected."""
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
        """Return how long the opponent has to wait; it is longer without a clock."""
        return self._settings.claim_seconds if saved.seconds else self._settings.claim_unclocked_seconds

    def _stop(self, player: int) -> None:
        if timer := self._timers.pop(player, None):
            timer.cancel()

    async def _ask(self, change: Change, player: int, *, present: bool) -> None:
        """Request a change, but skip it if this side's presence has changed by then: the players may have swapped
        sides."""

        def checked(live: Live, now: float) -> tuple[Live, ...]:
            return change(live, now) if self._room.present[player - 1] is present else (live,)

        with suppress(GridDuelsError):  # retried the next time someone connects or leaves
            await self._room.ask(checked)


# --- Rooms: the live duels in memory, loaded on demand and dropped when idle


_ID: Final = re.compile(r"[A-Za-z0-9]{10,32}")
_UNKNOWN: Final = "unknown"
"""The visitor whose quota pays for the computer's moves from the time a duel is loaded until someone plays."""
GOING_DOWN: Final = 1012
_MOST_OVERDUE: Final = 100
"""Maximum number of unwatched duels ended by timeout per sweep."""


@lru_cache(256)
def _near(game: Game, position: Position) -> frozenset[str]:
    """Return the looks of a position and of the positions one move further on."""
    near = [position, *(game.play(position, game.action(word)) for word in game.words_of(game.legal(position)))]
    return frozenset(_look(game, each) for each in near)


def _look(game: Game, position: Position) -> str:
    """Return how a position looks: its board and the player to move, the same for all its mirror images.

    The rules are left out on purpose. A position has similar values under another ruling, and the same values in an
    invented duel with the same rules.

    >>> from gridduels import load_game
    >>> book, code = load_game("pathway", 3), load_game("duel1-3x3-o1-t1-gso-l-sc")
    >>> _look(book, book.start()) == _look(code, code.position("..2/.../1.. 2"))
    True
    """
    same = [position]
    if game.statement.partners is not None:
        same.append(position_image(game, Symmetry.EXCHANGE, position))
    return min(f"{'/'.join(rows)} {each.turn}" for each in same for rows in _turned(draw(game, each)))


def _turned(rows: list[str]) -> Iterator[list[str]]:
    """Yield the eight rotations and reflections of a board."""
    for turned in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
        for flipped in (turned, turned[::-1]):
            yield from (flipped, [row[::-1] for row in flipped])


def _mark(visitor: str) -> str:
    """Return a short mark for a visitor, always of the same length.

    >>> len(_mark("192.0.2.1")), len(_mark("2001:db8:1234:5678::/64"))
    (8, 8)
    """
    return base64.b64encode(hashlib.sha256(visitor.encode()).digest()[:6]).decode()


def must_hide(rooms: list[Room], game: Game, history: Iterable[Position]) -> None:
    """Refuse to reveal the values of these positions if one of them is near the current position of a clocked duel."""
    clocked = [room.live for room in rooms if withholds_values(room.live)]
    if clocked:
        looks = {_look(game, position) for position in history}
        for live in clocked:
            if not _near(live.duel.game, live.duel.position).isdisjoint(looks):
                must_tell_values(live)


def must_not_reply(rooms: list[Room], live: Live) -> None:
    """Refuse a duel in which the computer's next move would show what to play in a clocked duel."""
    if thinks(live):
        must_hide(rooms, live.duel.game, [live.duel.position])


class Rooms:
    """One server's live duels. Use it from a single event loop."""

    def __init__(
        self, store: Store, evaluator: Chooses, settings: Settings, began: Callable[[], None] = lambda: None
    ) -> None:
        """Call `began` for every duel that begins here, including rematches."""
        self._began = began
        self._store, self._evaluator, self._settings = store, evaluator, settings
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._loading_since: dict[str, float] = {}
        store.news = self
        self._newest: dict[str, int] = {}
        """Versions announced by other servers while the duel was being loaded."""
        self._errands: set[asyncio.Task[None]] = set()
        self._visits: dict[str, Counter[Room]] = {}
        """The rooms each visitor is connected to, by the visitor's mark."""
        self._visits_elsewhere: dict[tuple[str, str], tuple[str, ...]] = {}
        """The visitors connected to a duel on another server, from whom its values are withheld."""
        self.unfinished = 0
        """The number of unfinished duels at the last count, plus those begun here since."""

    def __len__(self) -> int:
        return len(self._rooms)

    async def create(self, wish: NewDuel, visitor: str = "") -> tuple[Room, Started]:
        """Store a new duel; return its room and the secrets for the visitor who asked for it."""
        most = self._settings.plies
        duel = await self._evaluator.replay(*wanted_line(wish, most), visitor=visitor)
        made = offered(new_duel(wish, self._store.now(), most, duel), wish, self._settings)
        must_not_reply(await self.clocked(visitor), made.live)
        self.must_have_space()
        self._make_space()
        await self._store.save(made.live.saved)
        self._note_beginning(made.live.saved)
        return self._open(made.live, visitor), made

    @contextmanager
    def visit(self, room: Room, visitor: str) -> Iterator[None]:
        """Register a visitor as connected to a duel while the context is active."""
        mark = _mark(visitor)
        visits = self._visits.setdefault(mark, Counter())
        visits[room] += 1
        room.visitors[mark] += 1
        try:
            yield
        finally:
            visits[room] -= 1
            room.visitors[mark] -= 1
            if not room.visitors[mark]:
                del room.visitors[mark]
            if not visits[room]:
                del visits[room]
            if not visits and self._visits.get(mark) is visits:
                del self._visits[mark]

    async def withhold(self, visitor: str, about: Duel | str) -> None:
        """Refuse a line through the current position of any clocked duel the visitor is connected to, on any server,
        and what is known about the game with this id as a whole if it is the game of such a duel.

        Positions one move further on count too, since the value of each reply would reveal as much, and so do
        positions that look the same in another game.
        """
        clocked = await self.clocked(visitor)
        if isinstance(about, Duel):
            return must_hide(clocked, about.game, about.history())
        for room in clocked:
            if room.live.duel.game.id == about:
                must_tell_values(room.live)

    async def clocked(self, visitor: str) -> list[Room]:
        """Return the duels the visitor is connected to, on any server, whose values may have to be withheld."""
        mark = _mark(visitor)
        rooms = {*self._visits.get(mark, ())}
        for id in [id for (_, id), visitors in self._visits_elsewhere.items() if mark in visitors]:
            try:
                rooms.add(await self.find(id))
            except Refused as refused:
                if refused.code is Code.BUSY:  # any other refusal means that the duel is over
                    raise
        return list(rooms)

    def must_have_space(self) -> None:
        """Refuse another duel if the server has reached its limit."""
        if self.unfinished >= self._settings.unfinished:
            raise Refused(Code.BUSY, "Too many duels are being played on this server. Try again later.")

    def _note_beginning(self, saved: Saved) -> None:
        """Count and log a newly stored duel."""
        self.unfinished += 1
        self._began()
        _log.info("duel began", extra={"duel": saved.id, "game": saved.game, "p1": saved.p1, "p2": saved.p2})

    async def find(self, id: str) -> Room:
        """Return a duel's room; refuse an unknown id."""
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
        """Count the duels in which someone has waited longer than this for the store."""
        before = time.monotonic() - seconds
        since = (*self._loading_since.values(), *(room.waiting_since for room in self._rooms.values()))
        return sum(at is not None and at < before for at in since)

    async def live(self, saved: Saved) -> Live:
        """Return a stored duel; of its moves, only those not in memory are replayed."""
        if room := self._rooms.get(saved.id):
            return live_of(saved, room.live)
        return Live(saved, await self._evaluator.replay(*stored_line(saved)))

    async def sweep(self) -> list[str]:
        """Remove expired duels; return their ids."""
        now, settings = self._store.now(), self._settings
        expired = await self._store.expire(now - settings.expire, now - settings.expire_finished)
        for id in expired:
            if room := self._rooms.pop(id, None):
                room.close(NO_SUCH_DUEL)
        await self.count_unfinished()
        return expired

    async def count_unfinished(self) -> None:
        """Count the unfinished duels across all servers."""
        self.unfinished = await self._store.unfinished()

    async def end_overdue(self) -> None:
        """Open duels whose player to move has run out of time, which ends them."""
        for id in await self._store.overdue(_MOST_OVERDUE):
            with suppress(GridDuelsError):
                await self.find(id)

    def changed(self, id: str, version: int) -> None:
        """React when another server changes or removes a duel."""
        room = self._rooms.get(id)
        if id in self._loading:
            self._newest[id] = version
        elif room is not None and version == GONE:
            room.close(NO_SUCH_DUEL)
            del self._rooms[id]
        elif room is not None:
            room.changed_elsewhere(version)

    def here(self, server: str, id: str, here: LocalPresence) -> None:
        """Note who is connected to a duel on another server."""
        self._visits_elsewhere.pop((server, id), None)
        if here.visitors:
            self._visits_elsewhere[server, id] = here.visitors
        if room := self._rooms.get(id):
            room.remote_presence(server, here)

    def asked(self, id: str) -> None:
        """Announce who is connected here, at another server's request."""
        if (room := self._rooms.get(id)) and room.watched:
            room.announce_presence()

    def emoted(self, id: str, player: int, emote: EmoteName) -> None:
        """Show an emote from a player on another server."""
        if room := self._rooms.get(id):
            room.show_emote(player, emote)

    def joined(self) -> None:
        """Announce who is connected here to a server that has just started."""
        for room in self._rooms.values():
            if room.watched:
                room.announce_presence()

    def left(self, server: str) -> None:
        """Note that another server is gone."""
        self._visits_elsewhere = {key: each for key, each in self._visits_elsewhere.items() if key[0] != server}
        for room in self._rooms.values():
            room.remote_presence(server, None)

    def missed(self) -> None:
        """Check for changes whose notices may have been lost."""
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
                    room.announce_presence()
                    self._store.ask_here(id)

    async def _bring_up_to_date(self, room: Room) -> None:
        """Load a version that another server has stored, even before its notice arrives: the visitor may come from that
        server.
        """
        with suppress(GridDuelsError):  # while the database does not respond, nothing can have changed
            id = room.live.saved.id
            self.changed(id, (await self._store.versions([id])).get(id, GONE))
            await room.catch_up()
        if room.gone:
            raise Refused(Code.NO_SUCH_DUEL, "There is no such duel.")

    def drop_idle(self, seconds: float) -> None:
        """Drop rooms that have been unused for this long; everything is in the store."""
        before = time.monotonic() - seconds
        for id, room in list(self._rooms.items()):
            if room.gone or (room.used <= before and not room.in_use):
                room.close(NO_SUCH_DUEL)
                del self._rooms[id]

    def release(self) -> None:
        """Answer everyone waiting for a change, because the server is shutting down."""
        for room in self._rooms.values():
            room.release()

    def close(self) -> None:
        """Disconnect everyone."""
        for room in self._rooms.values():
            room.close(GOING_DOWN)
        self._rooms.clear()

    async def _load(self, id: str) -> Room:
        saved = await self._store.load(id)
        if saved is None:
            raise Refused(Code.NO_SUCH_DUEL, "There is no such duel.")
        self._make_space()
        room = self._open(await self._revived(saved), _UNKNOWN if self._settings.rate else "")
        await room.end_if_overdue()
        self._store.ask_here(id)
        room.changed_elsewhere(self._newest.pop(id, saved.version))
        return room

    async def _revived(self, saved: Saved) -> Live:
        """Return a stored duel after checking its moves. A row that predates deadlines gets one."""
        try:
            live = Live(saved, await self._evaluator.replay(*stored_line(saved)))
        except Refused:
            raise
        except (GridDuelsError, ValueError) as error:
            _log.error("a duel is damaged", extra={"duel": saved.id, "error": str(error)})
            raise Refused(Code.DAMAGED, f"The stored moves of duel {saved.id} can't be replayed.") from None
        return live if saved.deadline is not None else wind(saved, live.duel, self._store.now())

    def _open(self, live: Live, visitor: str) -> Room:
        room = self._rooms[live.saved.id] = Room(live, self._store, self._settings, self._note_beginning, visitor)
        Thinking(room, self._evaluator, self._store, self._settings)
        Leaving(room, self._settings)
        return room

    def _make_space(self) -> None:
        if len(self._rooms) >= self._settings.rooms:
            self.drop_idle(self._settings.least_idle_seconds)
        if len(self._rooms) >= self._settings.rooms:
            raise Refused(Code.BUSY, "Too many duels are open on this server. Try again later.")
