"""Site: what the routes share while a server runs."""

import time
from collections.abc import Mapping
from typing import Any

from gridduels.web.compute.computing import Computing
from gridduels.web.garbage import GarbageCollector
from gridduels.web.live.lobby import LiveLobby
from gridduels.web.live.rooms import Rooms
from gridduels.web.live.stores.places import store_at
from gridduels.web.metrics import Metrics
from gridduels.web.settings import Settings
from gridduels.web.transport.admission import Admission
from gridduels.web.transport.limits import Addresses

__all__ = ["Site", "site_of"]


class Site:
    """One server: its settings, its duels, its workers, and what it knows about visitors."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = store_at(settings.db)
        self.computing = Computing(alone=settings.alone)
        self.metrics = Metrics()
        self.rooms = Rooms(self.store, self.computing, settings, began=self.metrics.created.inc)
        self.computing.withhold = self.rooms.withhold
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

    async def close(self) -> None:
        """Sends everybody away and keeps what is to be kept."""
        self.lobby.close()
        self.rooms.close()
        await self.computing.close()
        await self.store.close()

    def _measure(self) -> None:
        """Has the metrics look at everything here that can be counted."""
        metrics = self.metrics
        metrics.gauge("rooms", "Duels in memory.", lambda: len(self.rooms))
        waiting = "Duels in which someone has waited for the database for too long."
        metrics.gauge("rooms_waiting", waiting, lambda: self.rooms.waiting(self.settings.waiting_seconds))
        metrics.gauge("sockets", "Open websockets.", lambda: self.addresses.sockets)
        metrics.gauge("connections", "Open connections over HTTP.", lambda: len(self.admission))
        metrics.gauge("uptime_seconds", "Seconds since the start.", lambda: self.uptime)
        metrics.watch(self.store, self.computing.pools)


def site_of(scope: Mapping[str, Any]) -> Site:
    """The site that a request or a connection is for."""
    site: Site = scope["app"].state.site
    return site
