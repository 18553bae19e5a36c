"""The state shared by all routes, and the timing of garbage collection."""

import gc
import time
from collections.abc import Mapping
from typing import Any, Final

from gridduels.web.lobby import LiveLobby
from gridduels.web.metrics import Metrics
from gridduels.web.pool.evaluation import Evaluator
from gridduels.web.rooms import Rooms
from gridduels.web.settings import Settings
from gridduels.web.stores.places import store_at
from gridduels.web.transport.admission import Addresses, Admission

# --- Garbage collection
#
# A full collection stops the server, for as long as a second when thousands are connected. Full collections are
# therefore rare: one runs when as many connections have ended as are open. Young objects are collected as usual.


_NEW, _YOUNG, _NEVER = 10_000, 10, 1_000_000
_LEAST: Final = 1_000


class GarbageCollector:
    """Decides when to run a full collection."""

    def __init__(self) -> None:
        self._ended = 0

    def begin(self) -> None:
        """Freeze the heap and disable automatic full collections."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(_NEW, _YOUNG, _NEVER)

    def collect(self, connections: int, ended: int) -> bool:
        """Run a full collection if enough connections have ended."""
        if ended - self._ended < max(connections, _LEAST):
            return False
        self._ended = ended
        gc.collect()
        return True


# --- Site


class Site:
    """One server: its settings, duels, workers and visitors."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = store_at(settings.db)
        self.evaluator = Evaluator(alone=settings.alone)
        self.metrics = Metrics()
        self.rooms = Rooms(self.store, self.evaluator, settings, began=self.metrics.created.inc)
        self.evaluator.withhold = self.rooms.withhold
        self.lobby = LiveLobby(self.rooms, self.store, settings)
        self.addresses = Addresses(settings)
        self.admission = Admission(settings)
        self.garbage = GarbageCollector()
        self._started = time.monotonic()
        self._measure()

    @property
    def uptime(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._started

    def release(self) -> None:
        """Answer everyone waiting for a change, because the server is shutting down."""
        self.rooms.release()
        self.lobby.release()

    async def close(self) -> None:
        """Disconnect everyone and save everything."""
        self.lobby.close()
        self.rooms.close()
        await self.evaluator.close()
        await self.store.close()

    def _measure(self) -> None:
        """Register all counters with the metrics."""
        metrics = self.metrics
        metrics.gauge("rooms", "Duels in memory.", lambda: len(self.rooms))
        waiting = "Duels in which someone has waited too long for the database."
        metrics.gauge("rooms_waiting", waiting, lambda: self.rooms.waiting(self.settings.waiting_seconds))
        metrics.gauge("sockets", "Open websockets.", lambda: self.addresses.sockets)
        metrics.gauge("connections", "Open HTTP connections.", lambda: len(self.admission))
        metrics.gauge("uptime_seconds", "Seconds since the start.", lambda: self.uptime)
        metrics.watch(self.store, self.evaluator.pools)


def site_of(scope: Mapping[str, Any]) -> Site:
    """Return the site that a request or connection belongs to."""
    site: Site = scope["app"].state.site
    return site
