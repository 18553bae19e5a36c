"""What can happen next in a duel on a server: somebody types a line here, or something changes there."""

import threading
from queue import Empty, Queue
from typing import Any, Final, NamedTuple

from gridduels.terminal.console import Console, EndOfInput
from gridduels.terminal.online.server import Server

__all__ = ["Event", "Events"]

_BEAT: Final = 0.2
"""Seconds after which Ctrl-C is heard, also where waiting cannot be interrupted."""
_WAIT: Final = 20
"""Seconds the server may take until it says that nothing has changed."""
_PACE: Final = 0.05
"""Seconds between two questions, however fast the server answers."""
_LONGER_PACE: Final = 1.0
"""The same where it says at once that nothing has changed."""
_MOST_WAITING: Final = 100
"""Events that nobody has looked at yet: who brings more has to wait."""


class Event(NamedTuple):
    """A `line` that was typed or the `end` of them, a new `state` or an `error` there; `aside`: something was said."""

    kind: str
    data: Any = None


class Events:
    """Everything that happens, in its order."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._queue: Queue[Event] = Queue(_MOST_WAITING)
        self._wanted = threading.Semaphore(0)
        self._reading = False
        self._watching: threading.Event | None = None
        threading.Thread(target=self._read, daemon=True).start()

    def want_line(self) -> None:
        """Lets the next line be read, unless one is waited for already."""
        if not self._reading:
            self._reading = True
            self._wanted.release()

    def watch(self, server: Server, id: str, secret: str | None, version: int) -> None:
        """Tells every state of a duel from now on, and of no other any more."""
        self.stop()
        self._watching = threading.Event()
        given = server, id, secret, version, self._watching
        threading.Thread(target=self._watch, args=given, daemon=True).start()

    def stop(self) -> None:
        """Stops to watch."""
        if self._watching:
            self._watching.set()

    def put(self, event: Event) -> None:
        self._queue.put(event)

    def next(self) -> Event:
        """What happens next."""
        while True:
            try:
                event = self._queue.get(timeout=_BEAT)
            except Empty:
                continue
            if event.kind in ("line", "end"):
                self._reading = False
            return event

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            try:
                self.put(Event("line", self._console.read()))
            except (EndOfInput, OSError, ValueError):
                self.put(Event("end"))

    def _watch(self, server: Server, id: str, secret: str | None, version: int, stopped: threading.Event) -> None:
        while not stopped.is_set():
            try:
                state = server.ask_state(id, {"after": version, "wait": _WAIT}, secret=secret)
            except Exception as error:  # whatever it is, who waits for news hears of it
                if not stopped.is_set():
                    self.put(Event("error", error))
                return
            news = state.version > version
            if news and not stopped.is_set():
                version = state.version
                self.put(Event("state", state))
            stopped.wait(_PACE if news else _LONGER_PACE)
