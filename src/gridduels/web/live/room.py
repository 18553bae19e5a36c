"""Room: one live duel. It puts changes in order, has each kept before anybody hears of it, then tells everybody."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

from gridduels.errors import GridDuelsError
from gridduels.web.live.changes import Change, out_of_time
from gridduels.web.live.presence import here_of, presence_of
from gridduels.web.live.saved import Live, Saved, Sides, live_of
from gridduels.web.live.stores.notices import Here
from gridduels.web.live.stores.store import Overwritten, Store
from gridduels.web.live.view import View
from gridduels.web.messages.answers import Presence
from gridduels.web.messages.codec import write_text
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused, as_refused
from gridduels.web.messages.state import State
from gridduels.web.settings import Settings

__all__ = ["NO_SUCH_DUEL", "Listener", "Room"]

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
            refused = error if isinstance(error, Exception) else Refused(Code.BUSY, "The server is going down.")
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
