"""LobbyScreen: what to play and to watch on a server: a duel of one's own, whoever comes, challenges, games."""

from collections.abc import Callable
from typing import Final, NamedTuple

from textual.app import ComposeResult
from textual.widgets import Static

from gridduels.board import size_text
from gridduels.record import HUMAN
from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.screens.dialogues.ask import AskDialogue
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.texts.names import player_name
from gridduels.terminal.arcade.widgets.key_help import KeyHelp
from gridduels.terminal.arcade.widgets.message import MessageLine
from gridduels.terminal.arcade.widgets.pick_list import PickList
from gridduels.terminal.arcade.widgets.too_small import TooSmall
from gridduels.terminal.arcade.work.background import Background
from gridduels.terminal.arcade.work.connection import begin, connect, look
from gridduels.terminal.keeping.setup import Setup
from gridduels.terminal.online.lobby import Challenge, Lobby, Watchable
from gridduels.terminal.online.seats import Link
from gridduels.terminal.online.start import Seated, be_paired, open_duel, take_challenge
from gridduels.words import count

__all__ = ["LobbyScreen"]

_AGAIN: Final = 1.0
"""Seconds between two looks, however fast the server answers."""
_LATER: Final = 5.0
"""The same where it does not answer."""
Say = Callable[[str], None]


class Entry(NamedTuple):
    """A line of the list, what is said about it, and how one gets there."""

    line: str
    about: str
    go: Callable[[Say], Seated]


class LobbyScreen(ArcadeScreen):
    """Chosen is what is entered; the list follows what happens on the server."""

    is_home = True
    moving_word = "choose"

    def __init__(self, setup: Setup, address: str, lobby: Lobby) -> None:
        super().__init__()
        self._setup, self._address, self._lobby = setup, address, lobby
        self._message = ""
        self._looking: Background[Lobby] | None = None
        self._going: Background[Seated] | None = None

    def compose(self) -> ComposeResult:
        yield Static("", id="title", markup=False)
        yield PickList([each.line for each in self._entries()], id="ladder")
        yield MessageLine(id="note")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._show()
        self._look()

    def on_screen_suspend(self) -> None:
        self._stop()

    def on_unmount(self) -> None:
        self._stop()

    def _stop(self) -> None:
        for each in (self._looking, self._going):
            if each:
                each.cancel()
        self._looking = self._going = None

    # what is shown

    def _entries(self) -> list[Entry]:
        own = [_own_duel(self._setup, self._address, self._called), self._whoever()]
        challenges = [self._challenge(each) for each in self._lobby.challenges]
        return [*own, *challenges, *(self._game(each) for each in self._lobby.games)]

    @property
    def _called(self) -> str:
        return self.arcade.settings.name

    def _whoever(self) -> Entry:
        game, seconds = self._setup.definition, self._lobby.pair_seconds
        about = f"You get the next one who wants to play it; after {seconds:.0f} seconds the computer comes instead."
        name = self._called
        return Entry(
            f"Play whoever comes: {game.title}", about, lambda say: be_paired(self._address, game.id, say, name)
        )

    def _challenge(self, found: Challenge) -> Entry:
        clock = f", {found.clock[0] / 60:g} min + {found.clock[1]:g} s" if found.clock else ""
        line = f"Take on {found.name or 'somebody'}: {found.title} {size_text(found.size)}{clock}"
        first = "you begin" if found.first == found.seat else "they begin"
        address, name = self._address, self._called
        about = f"You would be Player {found.seat}; {first}."
        return Entry(line, about, lambda say: take_challenge(address, found.id, say, name))

    def _game(self, found: Watchable) -> Entry:
        players = " - ".join(
            name or player_name(player, 20) for name, player in zip(found.names, found.players, strict=True)
        )
        line = f"Watch {players}: {found.title} {size_text(found.size)}"
        link = Link(self._address, found.id)
        return Entry(line, f"{count(found.ply, 'move')} so far.", lambda say: open_duel(link, say))

    def _show(self) -> None:
        entries, picks = self._entries(), self.query_one(PickList)
        picks.show([each.line for each in entries])
        called = f"as {self._called}" if self._called else "without a name"
        self.query_one("#title", Static).update(f"On {self._address}, {called}")
        self.query_one(MessageLine).say(self._message or entries[picks.row].about)
        self.refresh_keys()

    def say(self, sentence: str) -> None:
        self._message = sentence
        self._show()

    # what happens

    def _look(self) -> None:
        """Waits for another lobby."""
        after = self._lobby.version

        def seen(lobby: Lobby) -> None:
            self._looking, self._lobby = None, lobby
            self._show()
            self.set_timer(_AGAIN, again)

        def lost(error: Exception) -> None:
            self._looking = None
            self._failed(error)
            self.set_timer(_LATER, again)

        def again() -> None:
            if self.is_current and not self._looking:
                self._look()

        self._looking = connect(lambda say: look(self._address, after, say), seen, lost)

    def _failed(self, error: Exception) -> None:
        self._going = None
        self.say(f"{str(error).rstrip('.')}.")

    def wanted(self) -> list[Command]:
        return [
            Command("enter", "go", "go there"),
            Command("space", "go", ""),
            Command("n", "name", "your name"),
            Command("escape", "leave", "menu"),
            Command("q", "leave", ""),
        ]

    def move(self, direction: str) -> None:
        picks = self.query_one(PickList)
        picks.choose(picks.row + (1 if direction in ("down", "right") else -1))
        self.say("")

    def on_pick_list_clicked(self, event: PickList.Clicked) -> None:
        picks = self.query_one(PickList)
        if event.row == picks.row:
            self.do_go()
        else:
            picks.choose(event.row)
            self.say("")

    def do_go(self) -> None:
        if not self._going:
            entry = self._entries()[self.query_one(PickList).row]
            self._going = connect(entry.go, self._arrived, self._failed)
            self.say(f"Asking {self._address} ...")

    def _arrived(self, seated: Seated) -> None:
        self._going, self._message = None, ""
        self.arcade.play_online(seated)

    def do_name(self) -> None:
        def named(name: str | None) -> None:
            if name:
                self.arcade.settings.name = name.strip()
                self.arcade.keep(self.arcade.settings.save)
                self.say("")

        question = "What are you to be called on servers? With nothing typed you have no name."
        self.app.push_screen(AskDialogue(question, self._called, lambda typed: typed or " "), named)


def _own_duel(setup: Setup, address: str, name: str) -> Entry:
    """The chosen game as its options say."""
    people = setup.players == (HUMAN, HUMAN)
    against = "a friend" if people else " - ".join(player_name(each, 20) for each in setup.players)
    about = "You get a link to send." if people else "With the players of its options."
    line = f"Begin {setup.definition.title} {size_text(setup.size)}: {against}"
    return Entry(line, about, lambda say: begin(address, setup, name, say))
