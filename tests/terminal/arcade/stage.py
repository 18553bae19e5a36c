"""Drive the arcade with keys, without a terminal, and read its screen as text.

Nothing here sleeps: everything waits until the messages caused by a key, or sent by threads, have been handled.
"""

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TypeVar

from textual import events, messages
from textual.app import App
from textual.message import Message
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Static

from gridduels import Duel, Match, load_game
from gridduels.terminal.arcade.app import Arcade
from gridduels.terminal.arcade.selection import Selection
from gridduels.terminal.library import Autosave
from gridduels.terminal.live_match import Computers, LiveMatch

Result = TypeVar("Result")
PATIENCE: Final = 60
"""Seconds before a test gives up."""
_IDLE: Final = (events.Callback, events.Idle, events.Timer, messages.InvokeLater, messages.Prompt)
"""Messages that arrive even when nothing happens."""


class _Watched(Arcade):
    """Reports when it has drawn something."""

    CSS_PATH = str(Path(inspect.getfile(Arcade)).with_name(Arcade.CSS_PATH))
    drawn: asyncio.Event

    def post_display_hook(self) -> None:
        self.drawn.set()


class Stage:
    """An arcade that is running."""

    def __init__(self, live: LiveMatch | None, unicode: bool) -> None:
        self.arcade = _Watched(live, unicode=unicode)
        self.held = ExitStack()
        """Everything to release at the end."""
        self.arcade.drawn = self._drawn = asyncio.Event()
        self.pilot: Pilot[int]
        self._messages = 0

    def notice(self, message: Message) -> None:
        """Count a message that a widget has received."""
        self._messages += not isinstance(message, _IDLE)

    @property
    def screen(self) -> Any:
        return self.arcade.screen

    @property
    def playing(self) -> LiveMatch:
        """Return the match on the screen."""
        live: LiveMatch = self.screen.live
        return live

    @property
    def selection(self) -> Selection:
        """The cell or move being pointed at."""
        selection: Selection = self.screen.board.selection
        return selection

    @property
    def text(self) -> str:
        return text_of(self.arcade)

    @property
    def words(self) -> str:
        """Return the text of each widget in turn, so that the board is not mixed with its neighbours."""
        shown = [str(widget.content or widget.render()) for widget in self.screen.query(Static) if widget.display]
        return " ".join(" ".join(shown).split())

    async def rest(self) -> None:
        """Wait until all messages, and any they cause, have been handled and the screen has been laid out."""
        before = -1
        while self.arcade.is_running and (before != self._messages or self._unsettled()):
            before = self._messages
            await self.pilot.pause(0)

    def _unsettled(self) -> bool:
        """Return whether a widget is waiting for layout or composition, which Textual does not count as messages."""
        screen = self.arcade.screen
        return bool(self.arcade._batch_count or screen._callbacks) or any(
            node._layout_required or node._recompose_required or node._next_callbacks or not node._message_queue.empty()
            for node in screen.walk_children(Widget, with_self=True)
        )

    async def press(self, *keys: str) -> None:
        """Press keys, each after the previous one has taken effect."""
        for key in keys:
            self.arcade.post_message(key_event(key))
            await self.rest()

    async def burst(self, *keys: str) -> None:
        """Press keys faster than they can take effect."""
        for key in keys:
            self.arcade.post_message(key_event(key))
        await self.rest()

    async def click(self, selector: str, offset: tuple[int, int] = (0, 0)) -> None:
        await self.pilot.click(selector, offset=offset)
        await self.rest()

    async def hover(self, selector: str, offset: tuple[int, int] = (0, 0)) -> None:
        await self.pilot.hover(selector, offset=offset)
        await self.rest()

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        await self.rest()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for something that a thread causes and that appears on the screen."""
        async with asyncio.timeout(PATIENCE):
            try:
                while not condition():
                    self._drawn.clear()
                    await self._drawn.wait()
                    await self.rest()
            except asyncio.CancelledError:
                print(f"it never happened; instead:\n{self.text}")
                raise

    async def sees(self, words: str) -> None:
        await self.until(lambda: words in self.words)


def on_stage(
    script: Callable[[Stage], Awaitable[Result]],
    live: LiveMatch | None = None,
    size: tuple[int, int] = (80, 24),
    unicode: bool = True,
    animate: bool = False,
    **settings: Any,
) -> Result:
    """Run a script with the arcade, and return its result."""

    async def run() -> Result:
        stage = Stage(live, unicode)
        arcade = stage.arcade
        arcade.settings.animate = animate
        for name, value in settings.items():
            setattr(arcade.settings, name, value)
        arcade.choose_theme()
        async with arcade.run_test(size=size, notifications=True, message_hook=stage.notice) as stage.pilot:
            await stage.rest()
            with stage.held:
                return await script(stage)

    return asyncio.run(run())


def friends(game: str, moves: str = "", rounds: int | None = None, **setup: Any) -> LiveMatch:
    """Return a match between two people after the given moves."""
    return LiveMatch(Match(Duel(load_game(game, **setup), moves), rounds=rounds), keeper=Autosave())


def against(game: str, opponent: str = "random", **setup: Any) -> LiveMatch:
    """Return a match between a person and the computer."""
    players = "human", opponent
    return LiveMatch(Match.begin(load_game(game, **setup), players), Computers(players, seed=1), Autosave())


class Slow:
    """A player that thinks until it is closed."""

    name = "slow"

    def __init__(self) -> None:
        self.closed, self.chosen = threading.Event(), threading.Event()

    def choose(self, duel: Duel) -> str:
        self.closed.wait(PATIENCE)
        self.chosen.set()
        return duel.legal_moves[0]

    def close(self) -> None:
        self.closed.set()


_NAMES: Final = {"?": "question_mark", "/": "slash", "+": "plus", "-": "minus", "@": "at", ".": "full_stop"}


def key_event(name: str) -> events.Key:
    """Return the event for a key, under Textual's name for it."""
    return events.Key(_NAMES.get(name, name), name if len(name) == 1 else " " if name == "space" else None)


def text_of(app: App[Any]) -> str:
    """Return the characters on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)
