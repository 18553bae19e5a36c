"""A live duel. Serialises changes, persists each one, then broadcasts it."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, Final, Literal, NamedTuple, Protocol

from msgspec import UNSET
from msgspec.structs import replace

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.protocol.answers import Presence
from gridduels.protocol.base import Code
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
from gridduels.web.changes import MOST_ASKED, Change, out_of_time
from gridduels.web.dates import utc
from gridduels.web.saved import Live, Saved, Sides, clock_of, derive_secret, live_of, size_of_number
from gridduels.web.settings import Settings
from gridduels.web.stores.store import Here, Overwritten, Store

# --- Presence: who is connected, at this server and at others


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


# --- View: the state that clients see; the common part is built once per version


_YOU: Final[dict[Sides, Literal[1, 2, "both"] | None]] = {(): None, (1,): 1, (2,): 2, (1, 2): "both"}
_NOBODY: Final = Present(one=False, two=False)


def thinks(live: Live) -> bool:
    """Whether the computer is to move."""
    return live.saved.is_computer(live.duel.turn) and not live.duel.outcome


class View:
    """The States of one duel."""

    def __init__(self, live: Live, expire: float) -> None:
        self._expire = expire
        self._start = live.saved.start
        self._rulings = dict(live.duel.game.rulings)
        self._board = _FollowedBoard()
        self._live: Live | None = None
        self._shared: State

    def state(self, live: Live, here: Presence, now: float, sides: Sides, secret: str | None) -> State:
        """The State, now, for who plays these sides and knows this secret."""
        if self._live is not live:
            self._live, self._shared = live, self._make(live)
        return replace(
            self._shared,
            present=here.present,
            watchers=here.watchers,
            clock=clock_of(live, now),
            missed=_missed(live, now, sides),
            you=_YOU[sides],
            next=_next(live, secret if sides else None),
        )

    def _make(self, live: Live) -> State:
        """What depends on nothing but the version."""
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
    """The board of one duel; what each marked cell is is brought up to date move by move."""

    def __init__(self) -> None:
        self._history: tuple[Any, ...] = ()
        self._kinds: dict[int, str] = {}

    def at(self, duel: Duel) -> Board:
        """The board now; after anything but a single move the marks are found out from the start on."""
        history = duel.history()
        if self._history and history[:-1] == self._history:
            update_kinds(duel.game, history[-2], history[-1], self._kinds)
        elif history != self._history:
            self._kinds = kind_of_marks(duel)
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
    """Who is missed, as the other one and those who watch are told."""
    found = ((player, until) for player, until in enumerate(live.saved.missed, 1) if player not in sides)
    player, until = next(((player, until) for player, until in found if until is not None), (0, 0.0))
    if not player or live.duel.outcome:
        return None
    return Missed(player=player, seconds=round(max(until - now, 0.0), 1))


def _next(live: Live, secret: str | None) -> NextDuel | None:
    """The next duel; who sits here is told the secret of the seat there."""
    saved = live.saved
    if not saved.next_began or saved.next is None:
        return None
    return NextDuel(id=saved.next, seat=UNSET if secret is None else derive_secret(secret, saved.next))


# --- Room: a live duel. Serialises changes, persists each one, then broadcasts it


_log = logging.getLogger("gridduels.web")
NO_SUCH_DUEL: Final = 4404
"""Ends a connection: there is no such duel any more."""
_AGAIN: Final = 1.0
"""Seconds until something that could not be kept is tried again."""
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
"""The refusals after which the asker needs to see how things stand."""


class Listener(Protocol):
    """Somebody connected to a room."""

    secret: str | None

    def tell(self, text: str) -> None:
        """Sends a message, now or soon; it must not wait."""
        ...

    def leave(self, code: int) -> None:
        """Ends the connection."""
        ...


class _Asked(NamedTuple):
    """A change somebody asks for; `made` is done once it is made, or refused."""

    change: Change
    secret: str | None
    made: "asyncio.Future[None]"
    at: float
    """When it was asked for, by the monotonic clock."""


class Room:
    """One live duel: one authority, and everybody who plays or watches it."""

    def __init__(
        self, live: Live, store: Store, settings: Settings, note_beginning: Callable[[Saved], None], visitor: str = ""
    ) -> None:
        self._note_beginning = note_beginning
        self.live = live
        self.visitor = visitor
        """On whose account the computer's moves are: whoever plays against it, or had it play."""
        self.listeners: dict[Listener, Sides] = {}
        self.waiting: dict[asyncio.Future[None], Sides] = {}
        """Who waits for the next version."""
        self.gone = False
        self.used = time.monotonic()
        self.wake: list[Callable[[], None]] = []
        """Called when something has changed, or somebody has come."""
        self._store, self._settings = store, settings
        self._newest = live.saved.version
        """The newest version that this server has heard of."""
        self._checked = False
        """Whether the change under way was tried on what is kept, after it was refused on what is known here."""
        self._elsewhere: dict[str, Here] = {}
        """Who is connected at other servers."""
        self._told_elsewhere = Here(one=False, two=False, watchers=0)
        self._view = View(live, settings.expire + time.time() - store.now())
        self._asked: deque[_Asked] = deque()
        """The changes to be made, the one under way first."""
        self._changing = False
        self._alarm: asyncio.TimerHandle | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._here = self._here_told = self._presence()
        self._errands: set[asyncio.Task[Any]] = set()
        self._set_alarm()

    @property
    def watched(self) -> bool:
        """Whether anybody sees what happens."""
        return bool(self.listeners or self.waiting)

    @property
    def present(self) -> tuple[bool, bool]:
        """Whether Player 1 and Player 2 are connected, at whichever server."""
        return self._here.present.one, self._here.present.two

    @property
    def in_use(self) -> bool:
        """Whether it has to stay in memory."""
        return self.watched or bool(self._errands or self._changing)

    @property
    def waiting_since(self) -> float | None:
        """When the change under way was asked for, by the monotonic clock; None where there is none."""
        return self._asked[0].at if self._asked else None

    async def on_time(self) -> None:
        """Ends the duel where a clock ran out while nobody had it in memory."""
        deadline = self.live.saved.deadline
        if deadline is not None and deadline <= self._store.now():
            with suppress(GridDuelsError):  # what cannot be kept now is tried again by the alarm
                await self.ask(lambda live, now: (live,))

    @property
    def behind(self) -> bool:
        """Whether another server has made a change that this one has still to take up."""
        return self._newest > self.live.saved.version and not self.gone

    def changed_elsewhere(self, version: int) -> None:
        """Another server has made a change."""
        self._newest = max(self._newest, version)
        if self.behind and not self._changing:
            self._go_on()

    def here_elsewhere(self, server: str, here: Here | None) -> None:
        """Who is connected at another server, which may be gone."""
        before = self._elsewhere.pop(server, None)
        if here is not None and any(here):
            self._elsewhere[server] = here
        if before != self._elsewhere.get(server):
            self._presence_changed()

    def tell_here(self) -> None:
        """Tells the other servers who is connected here."""
        self._told_elsewhere = self._here_alone()
        self._store.tell_here(self.live.saved.id, self._told_elsewhere)

    async def current(self) -> None:
        """Waits until it has taken up what it has heard of."""
        if self.behind:
            await self.ask(lambda live, now: (live,))

    def state(self, secret: str | None = None) -> State:
        """The State for who knows this secret."""
        return self._state(self.live.saved.sides_of(secret), secret)

    def ask(self, change: Change, secret: str | None = None) -> "asyncio.Future[None]":
        """Makes a change after those asked for before, kept before it is told; done once it is made, or refused.

        After a refusal nothing has changed; where it helps, it says how things stand. A change is made to its end,
        whatever becomes of who asked.
        """
        self.used = time.monotonic()
        made: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asked.append(_Asked(change, secret, made, self.used))
        if not self._changing:
            self._go_on()
        return made

    async def later_than(self, version: int, seconds: float, secret: str | None) -> None:
        """Waits until there is a later version, but not for longer than that."""
        if self.live.saved.version > version or self.gone:
            return
        waiting = asyncio.get_running_loop().create_future()
        self.waiting[waiting] = self.live.saved.sides_of(secret)
        self._presence_changed()
        self._call_wake()
        await asyncio.wait([waiting], timeout=seconds)
        del self.waiting[waiting]
        self._presence_changed()

    def enter(self, listener: Listener) -> None:
        """Lets somebody in, who is told the State."""
        sides = self.live.saved.sides_of(listener.secret)
        if not sides and listener not in self.listeners and len(self.listeners) >= self._settings.watchers:
            raise Refused(Code.BUSY, "Too many people watch this duel: try again later.")
        self.used = time.monotonic()
        self.listeners[listener] = sides
        self._presence_changed()
        listener.tell(write_text(self._state(sides, listener.secret)))
        self._call_wake()

    def leave(self, listener: Listener) -> None:
        """Somebody has gone."""
        self.used = time.monotonic()
        if self.listeners.pop(listener, None) is not None:
            self._presence_changed()

    def errand(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Does something beside; the room stays in memory until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)
        return task

    def close(self, code: int) -> None:
        """Sends everybody away and stops."""
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
        """Answers everybody who waits for the next version."""
        for waiting in self.waiting:
            if not waiting.done():
                waiting.set_result(None)

    def _go_on(self) -> None:
        """Makes the changes asked for, one after the other, until one has to wait for the store."""
        self._changing = True
        while self._asked and not self.behind:
            try:
                if self._begin():
                    return
            except Exception as error:
                if self._may_be_out_of_date(error):
                    return self._catch_up()
                self._answer(error)
            else:
                self._answer(None)
        if self.behind:
            return self._catch_up()
        self._changing = False

    def _may_be_out_of_date(self, error: Exception) -> bool:
        """Whether a change is refused that might be made on what is kept: another server may have been first."""
        refused = isinstance(error, Refused) and error.code in _WITH_STATE
        self._checked, before = refused and self._store.shared, self._checked
        return self._checked and not before and not self.gone

    def _begin(self) -> bool:
        """Begins the next change, or the end of a player's time that comes before it; False: there is none to make."""
        if self.gone:
            raise Refused(Code.NO_SUCH_DUEL, "There is no such duel any more.")
        now = self._store.now()
        made = out_of_time(self.live, now)
        ended = made[0] is not self.live
        if not ended:
            made = self._asked[0].change(self.live, now)
            if made[0] is self.live:
                return False
        self._store.keep([each.saved for each in made], partial(self._kept, made, ended))
        return True

    def _kept(self, made: tuple[Live, ...], ended: bool, refused: Refused | None) -> None:
        """Goes on once a change is on the disk, or cannot be kept; after the end of a player's time the same is due."""
        if isinstance(refused, Overwritten):
            return self._catch_up()
        try:
            if refused is None:
                self._adopt(*made)
        finally:
            if refused or not ended:
                self._answer(refused)
            self._go_on()

    def _catch_up(self) -> None:
        """Takes up what is kept, where another server was first, then goes on with what was asked for."""
        # A callback, not the end of a coroutine: it runs even if the task is cancelled before its first step.
        self.errand(self._store.load(self.live.saved.id)).add_done_callback(self._caught_up)

    def _caught_up(self, loading: "asyncio.Task[Saved | None]") -> None:
        try:
            saved = loading.result()
            self._newest = saved.version if saved else 0
            if saved is None:
                self.close(NO_SUCH_DUEL)
            elif saved.version != self.live.saved.version:
                self._adopt(live_of(saved, self.live))
        except (Exception, asyncio.CancelledError) as error:
            self._newest = self.live.saved.version
            refused = (
                error
                if isinstance(error, Exception)
                else Refused(Code.BUSY, "The server is going down: ask again in a moment.")
            )
            while self._asked:
                self._answer(refused)
        finally:
            self._go_on()

    def _answer(self, error: Exception | None) -> None:
        """Tells who asked first; where it helps, a refusal says how things stand. Raises nothing."""
        asked, self._checked = self._asked.popleft(), False
        try:
            if isinstance(error, GridDuelsError):
                error = refused = as_refused(error)
                if refused.code in _WITH_STATE:
                    refused.state = self.state(asked.secret)
        except Exception as fault:  # for whoever asked: it must not stop the room
            error = fault
        if not asked.made.done():
            asked.made.set_exception(error) if error else asked.made.set_result(None)

    def _adopt(self, live: Live, *others: Live) -> None:
        """Has a change, which is kept, take effect."""
        before, self.live = self.live, live
        self._newest = max(self._newest, live.saved.version)
        if (before.saved.seats, before.saved.players) != (live.saved.seats, live.saved.players):
            self._seat_everybody()
        if live.saved.over and not before.saved.over:
            _log.info("duel over", extra={"duel": live.saved.id, "outcome": live.duel.outcome, "ply": live.duel.ply})
        for other in others:
            self._note_beginning(other.saved)
        self._set_alarm()
        self._announce()
        self._call_wake()

    def _seat_everybody(self) -> None:
        """Looks again who sits where: a seat may have moved to another device."""
        self.listeners = {listener: self.live.saved.sides_of(listener.secret) for listener in self.listeners}
        self._presence_changed()

    def _announce(self) -> None:
        """Tells everybody the State; those who play the same sides hear the same, but for their secrets."""
        texts: dict[tuple[Sides, str | None], str] = {}
        for listener, sides in self.listeners.items():
            key = sides, listener.secret if self.live.saved.next_began else None
            if key not in texts:
                texts[key] = write_text(self._state(sides, listener.secret))
            listener.tell(texts[key])
        self._here_told = self._here
        self.release()

    def _call_wake(self) -> None:
        for call in self.wake:
            call()

    def _state(self, sides: Sides, secret: str | None) -> State:
        return self._view.state(self.live, self._here, self._store.now(), sides, secret)

    def _presence(self) -> Presence:
        return presence_of(self.live.saved, (self._here_alone(), *self._elsewhere.values()))

    def _here_alone(self) -> Here:
        return here_of((*self.listeners.values(), *self.waiting.values()))

    def _presence_changed(self) -> None:
        self._here = self._presence()
        if self._telling is None and not self.gone:
            delay = self._settings.presence_seconds
            self._telling = asyncio.get_running_loop().call_later(delay, self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling = None
        if self._told_elsewhere != self._here_alone():
            self.tell_here()
        if self._here != self._here_told:
            self._here_told = self._here
            text = write_text(self._here)
            for listener in self.listeners:
                listener.tell(text)
        self._call_wake()

    def _set_alarm(self, delay: float = 0.0) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        deadline = self.live.saved.deadline
        if deadline is not None and not self.gone:
            rest = max(deadline - self._store.now(), delay)
            self._alarm = asyncio.get_running_loop().call_later(rest, self._time_is_up)

    def _time_is_up(self) -> None:
        self.ask(lambda live, now: (live,)).add_done_callback(self._look_again)

    def _look_again(self, made: "asyncio.Future[None]") -> None:
        """Sets the alarm again where it came too early, or the end could not be kept."""
        made.exception()
        if (deadline := self.live.saved.deadline) is not None:
            self._set_alarm(0.01 if self._store.now() < deadline else _AGAIN)
