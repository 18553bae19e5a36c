"""The arcade on a stage: driven by keys without a terminal, its screen read as text."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from gridduels import Duel, Match, load_game
from gridduels.terminal.arcade.app import Arcade
from gridduels.terminal.arcade.keeping.autosave import Autosave
from gridduels.terminal.computers import Computers
from gridduels.terminal.live_match import LiveMatch

Result = TypeVar("Result")
PATIENCE = 30


class Stage:
    """An arcade that is running."""

    def __init__(self, arcade: Arcade, pilot: Pilot[int]) -> None:
        self.arcade, self.pilot = arcade, pilot

    @property
    def screen(self) -> Any:
        return self.arcade.screen

    @property
    def playing(self) -> LiveMatch:
        """The match on the screen."""
        live: LiveMatch = self.screen.live
        return live

    @property
    def text(self) -> str:
        return text_of(self.arcade)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def tap(self, name: str) -> None:
        """Presses a key without waiting for everything to come to rest, which takes much longer."""
        self.arcade.post_message(key_event(name))
        await asyncio.sleep(0.01)

    async def soon(self, condition: Callable[[], object]) -> None:
        """Like `until`, without waiting for everything to come to rest."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, f"it never happened; instead:\n{self.text}"
            await asyncio.sleep(0.01)

    async def until(self, condition: Callable[[], object]) -> None:
        """Waits for something that a thread brings about."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, f"it never happened; instead:\n{self.text}"
            await self.pilot.pause(0.02)
        await self.pilot.pause()

    @property
    def words(self) -> str:
        """What is shown, a widget at a time, so that what stands beside the board is not mixed with it."""
        shown = [str(widget.content) for widget in self.screen.query(Static) if widget.display]
        return " ".join(" ".join(shown).split())

    async def sees(self, words: str) -> None:
        await self.until(lambda: words in self.words)

    async def settle(self) -> None:
        """Waits until the screen shows the same twice, whatever is still to be laid out or drawn."""
        before = ""
        while before != (before := self.text):
            await self.pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        await self.pilot.pause()


def on_stage(
    script: Callable[[Stage], Awaitable[Result]],
    live: LiveMatch | None = None,
    size: tuple[int, int] = (80, 24),
    unicode: bool = True,
    animate: bool = False,
    **settings: Any,
) -> Result:
    """Runs a script with the arcade; what the script returns."""

    async def run() -> Result:
        arcade = Arcade(live, unicode=unicode)
        arcade.settings.animate = animate
        for name, value in settings.items():
            setattr(arcade.settings, name, value)
        arcade.choose_theme()
        async with arcade.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            return await script(Stage(arcade, pilot))

    return asyncio.run(run())


def friends(game: str, moves: str = "", rounds: int | None = None, **setup: Any) -> LiveMatch:
    """A match of two people, after some moves."""
    return LiveMatch(Match(Duel(load_game(game, **setup), moves), rounds=rounds), keeper=Autosave())


def against(game: str, opponent: str = "random", **setup: Any) -> LiveMatch:
    """A match of one person against the computer."""
    players = "human", opponent
    return LiveMatch(Match.begin(load_game(game, **setup), players), Computers(players, seed=1), Autosave())


class Slow:
    """A player that takes its time."""

    name = "slow"

    def __init__(self) -> None:
        self.closed = threading.Event()

    def choose(self, duel: Duel) -> str:
        self.closed.wait(20)
        return duel.legal_moves[0]

    def close(self) -> None:
        self.closed.set()


def key_event(name: str) -> events.Key:
    return events.Key(name, name if len(name) == 1 else " " if name == "space" else None)


def text_of(app: App[Any]) -> str:
    """What the screen shows."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)
