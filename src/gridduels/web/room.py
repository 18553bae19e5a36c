"""A live duel. Serialises changes, persists each one, then broadcasts it."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterable
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, Protocol

from msgspec import UNSET
from msgspec.structs import replace

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Position
from gridduels.match import opening_of, with_opening
from gridduels.protocol.answers import Presence, ShownEmote
from gridduels.protocol.base import Code, EmoteName
from gridduels.protocol.codec import Refused, as_refused, write_text
from gridduels.protocol.state import (
    Board,
    Chair,
    Missed,
    Names,
    NextDuel,
    Present,
    Rematch,
    Score,
    Seats,
    Series,
    State,
    Takeback,
    TakebacksLeft,
    board_at,
    legal_of,
    outcome_of,
)
from gridduels.record import HUMAN
from gridduels.targets import kind_of_marks, update_kinds
from gridduels.web.changes import MOST_ASKED, Change, must_sit, out_of_time
from gridduels.web.dates import utc
from gridduels.web.saved import (
    Live,
    Saved,
    Sides,
    clock_of,
    derive_secret,
    live_of,
    size_of_number,
    withholds_values,
)
from gridduels.web.settings import Settings
from gridduels.web.stores.store import LocalPresence, Overwritten, Store
from gridduels.web.transport.admission import TokenBucket

# --- Presence: who is connected, to this server and to others


_MOST_VISITORS: Final = 600
"""Visitors announced per duel, which fit into one notice. A duel has fewer websockets than that."""


def local_presence_of(everybody: Iterable[Sides], visitors: Iterable[str] = ()) -> LocalPresence:
    """Return who is connected to one server, given each connection's sides; two tabs with the same seat count once.

    >>> local_presence_of([(1,), (1,), (), ()])
    LocalPresence(one=True, two=False, watchers=2, visitors=())
    """
    everybody = list(everybody)
    players = {player for sides in everybody for player in sides}
    watchers = sum(not sides for sides in everybody)
    return LocalPresence(1 in players, 2 in players, watchers, tuple(sorted(visitors)[:_MOST_VISITORS]))


def presence_of(saved: Saved, everywhere: Iterable[LocalPresence]) -> Presence:
    """Return who is connected across all servers; the computer always is."""
    everywhere = list(everywhere)
    present = Present(
        one=saved.is_computer(1) or any(here.one for here in everywhere),
        two=saved.is_computer(2) or any(here.two for here in everywhere),
    )
    return Presence(present=present, watchers=sum(here.watchers for here in everywhere))


# --- View: the state sent to clients; the common part is built once per version


_YOU: Final[dict[Sides, Literal[1, 2, "both"] | None]] = {(): None, (1,): 1, (2,): 2, (1, 2): "both"}
_NOBODY: Final = Present(one=False, two=False)


def thinks(live: Live) -> bool:
    """Return whether it is the computer's turn."""
    return live.saved.is_computer(live.duel.turn) and not live.duel.outcome


class View:
    """Builds the States of one duel."""

    def __init__(self, live: Live, expire: float) -> None:
        self._expire = expire
        self._start = live.saved.start
        self._even = opening_of(live.duel.game, live.duel.start) != ""
        self._rulings = dict(live.duel.game.rulings)
        self._board = _FollowedBoard()
        self._live: Live | None = None
        self._shared: State

    def state(self, live: Live, presence: Presence, now: float, sides: Sides, secret: str | None) -> State:
        """Return the current State for the player with these sides and this secret."""
        if self._live is not live:
            self._live, self._shared = live, self._make(live)
        return replace(
            self._shared,
            present=presence.present,
            watchers=presence.watchers,
            clock=clock_of(live, now),
            missed=_missed(live, now, sides),
            you=_YOU[sides],
            next=_next(live, secret if sides else None),
        )

    def _make(self, live: Live) -> State:
        """Build the part that depends only on the version."""
        saved, duel = live
        game, outcome = duel.game, outcome_of(duel)
        return State(
            version=saved.version,
            id=saved.id,
            game=saved.game,
            title=game.title,
            size=size_of_number(saved.size),
            rules=self._rulings,
            p1=saved.p1,
            p2=saved.p2,
            names=Names(*saved.names),
            seats=_seats(*saved.players, saved.is_open(1), saved.is_open(2)),
            present=_NOBODY,
            watchers=0,
            you=None,
            first=duel.start.turn,
            ply=duel.ply,
            turn=duel.turn,
            moves=saved.moves.split(),
            movers=list(duel.movers),
            start=self._start,
            even=self._even,
            position=game.text(duel.position),
            board=self._board.at(duel),
            legal=legal_of(duel),
            status=game.words.status(duel),
            outcome=outcome,
            series=Series(round=saved.round, score=Score(*live.match.score)),
            clock=None,
            takeback=_takeback(live),
            takebacks_left=TakebacksLeft(*(MOST_ASKED - asked for asked in saved.asked)),
            missed=None,
            rematch=Rematch(by=saved.rematch_by) if saved.rematch_by and not saved.next_began else None,
            next=None,
            swap=live.match.may_swap,
            thinking=thinks(live),
            note=saved.note,
            expires=None if outcome else _date(int(saved.changed + self._expire)),
        )


class _FollowedBoard:
    """One duel's board; the kinds of its marked cells are updated move by move."""

    def __init__(self) -> None:
        self._history: tuple[Position, ...] = ()
        self._kinds: dict[int, str] = {}

    def at(self, duel: Duel) -> Board:
        """Return the current board. Unless exactly one move was added, recompute the marks from the start."""
        whole = with_opening(duel)
        history = whole.history()
        if self._history and history[:-1] == self._history:
            update_kinds(duel.game, history[-2], history[-1], self._kinds)
        elif history != self._history:
            self._kinds = kind_of_marks(whole)
        self._history = history
        return board_at(duel.game, history, self._kinds)


@lru_cache(1024)
def _seats(p1: str, p2: str, open1: bool, open2: bool) -> Seats:
    def chair(name: str, is_open: bool) -> Chair:
        return "computer" if name != HUMAN else "open" if is_open else "taken"

    return Seats(one=chair(p1, open1), two=chair(p2, open2))


@lru_cache(1024)
def _date(seconds: int) -> str:
    return utc(seconds).isoformat(timespec="seconds")


def _takeback(live: Live) -> Takeback | None:
    saved, duel = live
    if saved.takeback_by is None or saved.takeback_to is None:
        return None
    return Takeback(by=saved.takeback_by, to=saved.takeback_to, undoes=list(duel.moves[saved.takeback_to :]))


def _missed(live: Live, now: float, sides: Sides) -> Missed | None:
    """Return the missed player, as shown to the opponent and spectators."""
    found = ((player, until) for player, until in enumerate(live.saved.missed, 1) if player not in sides)
    player, until = next(((player, until) for player, until in found if until is not None), (0, 0.0))
    if not player or live.duel.outcome:
        return None
    return Missed(player=player, seconds=round(max(until - now, 0.0), 1))


def _next(live: Live, secret: str | None) -> NextDuel | None:
    """Return the next duel; a player also gets the secret for their seat in it."""
    saved = live.saved
    if not saved.next_began or saved.next is None:
        return None
    return NextDuel(id=saved.next, seat=UNSET if secret is None else derive_secret(secret, saved.next))


# --- Room: a live duel. Serialises changes, persists each one, then broadcasts it


_log = logging.getLogger("gridduels.web")
NO_SUCH_DUEL: Final = 4404
"""Websocket close code: the duel no longer exists."""
_RETRY_SECONDS: Final = 1.0
"""Seconds before retrying to persist a timeout that could not be saved."""
_WITH_STATE: Final = frozenset(
    {
        Code.STALE,
        Code.NOT_YOUR_TURN,
        Code.NOT_SEATED,
        Code.TAKEN,
        Code.OVER,
        Code.NO_TAKEBACK,
        Code.NOT_NOW,
    }
)
"""Refusals that depend on the current state, so the response includes it."""


class Listener(Protocol):
    """A connection to a room."""

    secret: str | None
    muted: bool
    """Whether the connection has muted emotes."""

    def tell(self, text: str) -> None:
        """Send a message, now or soon, without blocking."""
        ...

    def leave(self, code: int) -> None:
        """Close the connection."""
        ...


class _Request(NamedTuple):
    """A change to apply; `done` resolves once the change is persisted and broadcast, or refused."""

    change: Change
    secret: str | None
    done: asyncio.Future[None]
    at: float
    """When it was requested, by the monotonic clock."""


def _no_change(live: Live, now: float) -> tuple[Live, ...]:
    """Change nothing. A request with this change only catches up with other servers and the clock."""
    return (live,)


class Room:
    """One live duel, everyone connected to it, and the task that applies its changes.

    Only the room's task replaces `live`, so changes are applied one at a time, in request order.
    """

    def __init__(
        self, live: Live, store: Store, settings: Settings, note_beginning: Callable[[Saved], None], visitor: str = ""
    ) -> None:
        self._note_beginning = note_beginning
        self.live = live
        self.visitor = visitor
        """The visitor whose quota pays for the computer's moves: its opponent, or the person who started it."""
        self.listeners: dict[Listener, Sides] = {}
        self.waiting: dict[asyncio.Future[None], Sides] = {}
        """The requests waiting for the next version."""
        self.visitors: Counter[str] = Counter()
        """The marks of the visitors who are connected, and how often."""
        self.gone = False
        self.used = time.monotonic()
        self.on_change: list[Callable[[], None]] = []
        """Called after each change, and when someone connects or leaves."""
        self._store, self._settings = store, settings
        self._newest = live.saved.version
        """The newest version this server has heard of; greater than ours if another server has made a change."""
        self._elsewhere: dict[str, LocalPresence] = {}
        """Who is connected to other servers."""
        self._announced = LocalPresence(one=False, two=False, watchers=0)
        # Expiry is counted in store time, but people are shown calendar dates, hence the offset.
        self._view = View(live, settings.expire + time.time() - store.now())
        self._alarm: asyncio.TimerHandle | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._presence_everywhere = self._sent_presence = self._presence()
        self._errands: set[asyncio.Task[Any]] = set()
        self._emotes: dict[int, TokenBucket] = {}
        """The limit of each player's emotes, by side."""
        self._requests: deque[_Request] = deque()
        """The changes to apply, starting with the one in progress."""
        self._task: asyncio.Task[None] | None = None
        """Applies the requested changes. It ends when none are left: an idle room has no task and takes up 3 KB."""
        self._set_alarm()

    @property
    def watched(self) -> bool:
        """Whether anyone is watching."""
        return bool(self.listeners or self.waiting)

    @property
    def present(self) -> tuple[bool, bool]:
        """Whether Player 1 and Player 2 are connected, to any server."""
        return self._presence_everywhere.present.one, self._presence_everywhere.present.two

    @property
    def in_use(self) -> bool:
        """Whether the room has to stay in memory."""
        return self.watched or bool(self._errands or self._task)

    @property
    def waiting_since(self) -> float | None:
        """When the change in progress was requested, by the monotonic clock; None if the room is idle."""
        return self._requests[0].at if self._requests else None

    @property
    def behind(self) -> bool:
        """Whether another server has made a change that this server has not loaded yet."""
        return self._newest > self.live.saved.version and not self.gone

    def state(self, secret: str | None = None) -> State:
        """Return the State visible to this secret's owner."""
        return self._state(self.live.saved.sides_of(secret), secret)

    def ask(self, change: Change, secret: str | None = None) -> asyncio.Future[None]:
        """Queue a change. The future resolves once the change is persisted and broadcast, or refused.

        A refused change leaves the duel as it was; the refusal includes the State if that helps. Cancelling the future
        does not stop the change.
        """
        self.used = time.monotonic()
        loop = asyncio.get_running_loop()
        self._requests.append(request := _Request(change, secret, loop.create_future(), self.used))
        if self._task is None:
            self._task = loop.create_task(self._run())
        return request.done

    async def _run(self) -> None:
        """Apply the requested changes one by one until none are left."""
        try:
            while self._requests:
                request = self._requests[0]
                try:
                    await self._make(request.change)
                    self._answer(request, None)
                except Exception as error:
                    self._answer(request, error)
                except asyncio.CancelledError:
                    self._answer(request, Refused(Code.BUSY, "The server is shutting down. Try again in a moment."))
                    if self._task and self._task.cancelling():  # else only the store's own work was cancelled
                        raise
                finally:
                    self._requests.popleft()
        finally:
            self._task = None
        if self.behind:  # another server's change was announced while ours was being saved
            self.errand(self._settle())

    async def _make(self, change: Change) -> None:
        """Apply a change to the newest version, persist it, then broadcast it."""
        checked = False
        while True:
            if self.behind:
                await self._catch_up()
            if self.gone:
                raise Refused(Code.NO_SUCH_DUEL, "This duel no longer exists.")
            now = self._store.now()
            made = out_of_time(self.live, now)
            ended = made[0] is not self.live  # a player ran out of time first; retry the change afterwards
            try:
                if not ended:
                    made = change(self.live, now)
            except Refused as refused:
                # Another server may have made a change we have not heard of, so check once before refusing.
                if checked or not self._store.shared or refused.code not in _WITH_STATE:
                    raise
                checked = True
                await self._catch_up()
                continue
            if made[0] is self.live:
                return
            try:
                await self._store.save(*(each.saved for each in made))
            except Overwritten:  # another server got there first
                await self._catch_up()
                continue
            self._adopt(*made)
            if not ended:
                return

    async def _catch_up(self) -> None:
        """Load the stored version, which another server may have written."""
        try:
            saved = await self._store.load(self.live.saved.id)
            live = self.live if saved is None else live_of(saved, self.live)
        except BaseException:
            self._newest = self.live.saved.version  # carry on with what we have; the store rejects outdated versions
            raise
        self._newest = live.saved.version
        if saved is None:
            self.close(NO_SUCH_DUEL)
        elif saved.version != self.live.saved.version:
            self._adopt(live)

    def _adopt(self, live: Live, *others: Live) -> None:
        """Switch to a stored version and broadcast it."""
        before, self.live = self.live, live
        self._newest = max(self._newest, live.saved.version)
        self._set_alarm()
        if live.saved.over and not before.saved.over:
            _log.info("duel over", extra={"duel": live.saved.id, "outcome": live.duel.outcome, "ply": live.duel.ply})
        if live.saved.swap != before.saved.swap:  # the players have swapped sides; each keeps their own limit
            self._emotes = {3 - side: bucket for side, bucket in self._emotes.items()}
        try:
            if (before.saved.seats, before.saved.players) != (live.saved.seats, live.saved.players):
                self._seat_everyone()
            for other in others:
                self._note_beginning(other.saved)
            self._broadcast()
            self._call_on_change()
        except Exception:  # the change is stored, so a failing listener must not turn it into an error
            _log.exception("internal error")

    def _answer(self, request: _Request, error: Exception | None) -> None:
        """Resolve a request. A refusal includes the State if that helps. This never raises."""
        try:
            if isinstance(error, GridDuelsError):
                error = refused = as_refused(error)
                if refused.code in _WITH_STATE:
                    refused.state = self.state(request.secret)
        except Exception as fault:  # becomes the answer to this request; it must not end the room's task
            error = fault
        if not request.done.done():
            request.done.set_exception(error) if error else request.done.set_result(None)

    async def catch_up(self) -> None:
        """Wait until the room has caught up with every version it has heard of."""
        if self.behind:
            await self.ask(_no_change)

    def changed_elsewhere(self, version: int) -> None:
        """Note that another server has stored this version."""
        self._newest = max(self._newest, version)
        if self.behind and not self._requests:
            self.errand(self._settle())

    def remote_presence(self, server: str, here: LocalPresence | None) -> None:
        """Note who is connected to another server; None if that server is gone."""
        before = self._elsewhere.pop(server, None)
        if here is not None and any(here):
            self._elsewhere[server] = here
        if before != self._elsewhere.get(server):
            self._presence_changed()

    def announce_presence(self) -> None:
        """Tell the other servers who is connected here."""
        self._announced = self._local_presence()
        self._store.announce_presence(self.live.saved.id, self._announced)

    async def later_than(self, version: int, seconds: float, secret: str | None) -> None:
        """Wait up to this many seconds for a version later than this one."""
        if self.live.saved.version > version or self.gone:
            return
        waiting = asyncio.get_running_loop().create_future()
        self.waiting[waiting] = self.live.saved.sides_of(secret)
        self._presence_changed()
        self._call_on_change()
        try:
            await asyncio.wait([waiting], timeout=seconds)
        finally:
            del self.waiting[waiting]
            self._presence_changed()

    def enter(self, listener: Listener) -> None:
        """Connect a listener and send it the State."""
        sides = self.live.saved.sides_of(listener.secret)
        if not sides and listener not in self.listeners and len(self.listeners) >= self._settings.watchers:
            raise Refused(Code.BUSY, "Too many people are watching this duel. Try again later.")
        self.used = time.monotonic()
        self.listeners[listener] = sides
        self._presence_changed()
        listener.tell(write_text(self._state(sides, listener.secret)))
        self._call_on_change()

    def emote(self, emote: EmoteName, secret: str | None) -> None:
        """Show an emote to everyone connected, on all servers. It is not stored and does not create a version."""
        saved = self.live.saved
        sides = must_sit(saved, secret)
        if saved.together or None in saved.seats:
            raise Refused(Code.NOT_NOW, "Emotes are only for two people playing each other.")
        bucket = self._emotes.get(sides[0])
        if bucket is None:
            rate, most = self._settings.emotes_a_minute / 60, self._settings.emotes_at_once
            bucket = self._emotes[sides[0]] = TokenBucket(rate, most)
        if not bucket.take():
            raise Refused(Code.TOO_FAST, "Too many emotes. Wait a moment.")
        self.show_emote(sides[0], emote)
        self._store.tell_emote(saved.id, sides[0], emote)

    def show_emote(self, player: int, emote: EmoteName) -> None:
        """Send a player's emote to everyone connected here who has not muted emotes."""
        text = write_text(ShownEmote(player=player, emote=emote))
        for listener in self.listeners:
            if not listener.muted:
                listener.tell(text)

    def leave(self, listener: Listener) -> None:
        """Disconnect a listener."""
        self.used = time.monotonic()
        if self.listeners.pop(listener, None) is not None:
            self._presence_changed()

    def errand(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a coroutine in the background; the room stays in memory until it ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)
        return task

    def close(self, code: int) -> None:
        """Disconnect everyone. The change in progress is completed; later requests are refused."""
        self.gone = True
        for listener in list(self.listeners):
            listener.leave(code)
        for timer in (self._alarm, self._telling):
            if timer:
                timer.cancel()
        for task in self._errands:
            task.cancel()
        self.release()

    def release(self) -> None:
        """Answer everyone waiting for the next version."""
        for waiting in self.waiting:
            if not waiting.done():
                waiting.set_result(None)

    def _seat_everyone(self) -> None:
        """Look up each listener's sides again, since a seat may have moved to another device."""
        self.listeners = {listener: self.live.saved.sides_of(listener.secret) for listener in self.listeners}
        self._presence_changed()

    def _broadcast(self) -> None:
        """Send everyone the State, encoded once per side, and once per secret if it includes the next seat's."""
        texts: dict[tuple[Sides, str | None], str] = {}
        for listener, sides in self.listeners.items():
            key = sides, listener.secret if self.live.saved.next_began else None
            if key not in texts:
                texts[key] = write_text(self._state(sides, listener.secret))
            listener.tell(texts[key])
        self._sent_presence = self._presence_everywhere
        self.release()

    def _call_on_change(self) -> None:
        for call in self.on_change:
            call()

    def _state(self, sides: Sides, secret: str | None) -> State:
        return self._view.state(self.live, self._presence_everywhere, self._store.now(), sides, secret)

    def _presence(self) -> Presence:
        return presence_of(self.live.saved, (self._local_presence(), *self._elsewhere.values()))

    def _local_presence(self) -> LocalPresence:
        visitors = self.visitors if withholds_values(self.live) else ()
        return local_presence_of((*self.listeners.values(), *self.waiting.values()), visitors)

    def _presence_changed(self) -> None:
        """Announce who is connected, after a short delay that combines several changes into one announcement."""
        self._presence_everywhere = self._presence()
        if self._telling is None and not self.gone:
            delay = self._settings.presence_seconds
            self._telling = asyncio.get_running_loop().call_later(delay, self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling = None
        if self._announced != self._local_presence():
            self.announce_presence()
        if self._presence_everywhere != self._sent_presence:
            self._sent_presence = self._presence_everywhere
            text = write_text(self._presence_everywhere)
            for listener in self.listeners:
                listener.tell(text)
        self._call_on_change()

    def _set_alarm(self, delay: float = 0.0) -> None:
        """Schedule an alarm for when the running clock ends, at least `delay` seconds from now."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        deadline = self.live.saved.deadline
        if deadline is not None and not self.gone:
            rest = max(deadline - self._store.now(), delay)
            self._alarm = asyncio.get_running_loop().call_later(rest, lambda: self.errand(self._settle()))

    async def _settle(self) -> None:
        """Catch up with other servers and the clock, and reset the alarm if the clock is still running."""
        try:
            await self.ask(_no_change)
        except GridDuelsError:  # the store is failing; the alarm will retry
            pass
        except Exception:
            _log.exception("internal error")
        deadline = self.live.saved.deadline
        if deadline is not None:
            self._set_alarm(0.01 if self._store.now() < deadline else _RETRY_SECONDS)

    async def end_if_overdue(self) -> None:
        """End the duel if a clock ran out while the duel was not in memory."""
        deadline = self.live.saved.deadline
        if deadline is not None and deadline <= self._store.now():
            await self._settle()
