"""Rooms in this process with everything they need, on a real store, and a listener."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import convert

from gridduels.duel import Duel
from gridduels.game import Game, Position
from gridduels.protocol.requests import NewDuel
from gridduels.web.rooms import Rooms
from gridduels.web.settings import Settings
from gridduels.web.stores.sqlite import SqliteStore


class Computer:
    """Chooses the first legal move, or fails a given number of times."""

    def __init__(self) -> None:
        self.failures, self.asked, self.wants_to_swap = 0, 0, False
        self.asked_again = asyncio.Event()
        self.failure: Exception = RuntimeError("it fell over")

    async def choose(self, duel: Duel, player: str, seed: int | str, visitor: str) -> tuple[str, str]:
        self.asked += 1
        if self.asked > 1:
            self.asked_again.set()
        if self.failures:
            self.failures -= 1
            raise self.failure
        return duel.legal_moves[0], ""

    async def swaps(self, duel: Duel, player: str, seed: int | str, visitor: str) -> bool:
        if self.failures:
            self.failures -= 1
            raise self.failure
        return self.wants_to_swap

    async def replay(
        self, game: Game, moves: tuple[str, ...], start: Position | str, stopped: Any = None, visitor: str = ""
    ) -> Duel:
        return Duel(game, moves, start=start, stopped=stopped)


class Ear:
    """A listener that records what it hears."""

    def __init__(self, secret: str | None = None) -> None:
        self.muted = False
        self.secret, self.heard, self.codes = secret, list[dict[str, Any]](), list[int]()
        self._news = asyncio.Event()

    def tell(self, text: str) -> None:
        self.heard.append(json.loads(text))
        self._news.set()

    async def hears(self, kind: str, accept: Callable[[dict[str, Any]], bool] = lambda told: True) -> None:
        """Wait until the last message is of this kind and accepted."""
        while not (self.heard and self.heard[-1]["type"] == kind and accept(self.heard[-1])):
            self._news.clear()
            await self._news.wait()

    def leave(self, code: int) -> None:
        self.codes.append(code)


class House:
    """Rooms with everything they need."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.settings = replace(Settings(folder / "db", presence_seconds=0.01, pace_seconds=0.0), **settings)
        self.store, self.computer = SqliteStore(folder / "db"), Computer()
        self.rooms = Rooms(self.store, self.computer, self.settings)


def in_house(folder: Path, work: Callable[[House], Awaitable[None]], **settings: Any) -> None:
    async def run() -> None:
        house = House(folder, **settings)
        await house.store.open()
        try:
            async with asyncio.timeout(30):
                await work(house)
        finally:
            house.rooms.close()
            await house.store.close()

    asyncio.run(run())


def wishes(**more: Any) -> NewDuel:
    return convert({"game": "light-cycle", "size": 3, **more}, NewDuel)
