"""A duel on a server, and the lobby."""

import math
from collections.abc import Callable
from typing import Final, NamedTuple

from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Static

from gridduels.board import size_text
from gridduels.duel import Duel, Reason
from gridduels.errors import GridDuelsError
from gridduels.match import Match
from gridduels.protocol.answers import Challenge, Lobby, Watchable
from gridduels.record import HUMAN, Record
from gridduels.terminal.arcade.base import ArcadeScreen, Command
from gridduels.terminal.arcade.connection import Connection, begin, connect, look
from gridduels.terminal.arcade.dialogues import AskDialogue
from gridduels.terminal.arcade.play import HelpScreen
from gridduels.terminal.arcade.selection import Selection
from gridduels.terminal.arcade.texts import player_name
from gridduels.terminal.arcade.widgets import KeyHelp, MessageLine, MoveList, PickList, TooSmall
from gridduels.terminal.arcade.work import Background
from gridduels.terminal.live_match import LiveMatch
from gridduels.terminal.online.answers import State, read_names
from gridduels.terminal.online.server import RefusedByServer, ServerGone
from gridduels.terminal.online.start import (
    Link,
    Seated,
    accept_challenge,
    find_opponent,
    open_duel,
)
from gridduels.terminal.settings import Setup
from gridduels.text import count

# --- OnlineScreen


class OnlineScreen(HelpScreen):
    """The board as the server tells it, checked against the rules known here. Against other people there is no help."""

    def __init__(self, seated: Seated) -> None:
        super().__init__(seated.state.duel)
        self.state = seated.state
        self._connection = Connection(seated, self._learn, self._failed, self.say, self.set_timer)
        self._giving_up = self._gone = False

    @property
    def duel(self) -> Duel:
        return self.state.duel

    @property
    def seated(self) -> bool:
        return bool(self.state.you)

    @property
    def may_ask(self) -> bool:
        """Whether there is help: not against another person, and not for who watches."""
        return self.may_move() and (len(self.state.you) == 2 or self.state.players != (HUMAN, HUMAN))

    def may_move(self) -> bool:
        mine = not self.duel.outcome and self.duel.turn in self.state.you
        return mine and not self._connection.busy and not self._gone

    def aside(self) -> list[Widget]:
        return [Static("", id="status", markup=False), MoveList(id="moves")]

    def on_mount(self) -> None:
        self._connection.watch()
        if not self.seated:
            self.message = "You are watching."
        self.show()
        if self.seated and self._connection.invites:
            self.do_link()

    def on_unmount(self) -> None:
        self._connection.close()
        self._forget_knowing()

    # what is shown

    def show(self) -> None:
        if not self.is_attached:
            return
        duel = self.duel
        title = f"{duel.game.title} {duel.game.board}   on {self._connection.url}"
        self.show_frame(title, *self._turn(), self._sentence())
        self.show_board()
        self.query_one(MoveList).show(duel)
        self.query_one("#status", Static).update(self._status())

    def _who(self, player: int) -> str:
        if self.state.chairs[player - 1] == "open":
            return "nobody yet"
        name = self.state.names[player - 1]
        if player in self.state.you:
            return f"you, {name}" if name else "you"
        return name or player_name(self.state.players[player - 1])

    def _named(self, player: int) -> str:
        return f"{duel_name(self.duel, player)} ({self._who(player)})"

    def _turn(self) -> tuple[int, str, bool]:
        duel = self.duel
        if duel.outcome:
            winner, reason = duel.outcome
            nobody = "Broken off" if reason is Reason.ABORTED else "A draw"
            return winner, f"{self._named(winner)} wins" if winner else nobody, False
        return duel.turn, f"{self._named(duel.turn)} to move", self._connection.busy

    def _status(self) -> str:
        lines = [f"{duel_name(self.duel, player)}: {self._who(player)}" for player in (1, 2)]
        lines.append(self.duel.game.words.status(self.duel).replace(", ", "\n").replace(": ", ":\n"))
        if left := self.state.left:
            lines += [f"{duel_name(self.duel, player)} has {_minutes(left[player - 1])}" for player in (1, 2)]
        return "\n".join(filter(None, lines))

    def _sentence(self) -> str:
        duel, state = self.duel, self.state
        if self.message or self.selection.sentence:
            return self.message or self.selection.sentence
        if state.takeback and self._is_other(state.takeback.by):
            undone = ", ".join(duel.moves[state.takeback.to :])
            return f"{duel_name(duel, state.takeback.by)} asks to take back: {undone}. y agrees, n refuses."
        if state.missed and self._is_other(state.missed.player):
            when = _when(state.missed.seconds)
            return f"{duel_name(duel, state.missed.player)} has left. {when} w claims the win, a breaks the game off."
        if duel.outcome:
            asks = state.rematch and self._is_other(state.rematch)
            again = f" {duel_name(duel, state.rematch or 0)} wants another round." if asks else ""
            return f"{duel.game.words.why(duel)}{again}"
        if self.may_move() and (aimed := self.aimed()):
            return aimed
        if "open" in state.chairs and self.seated:
            return "Nobody has sat down opposite yet."
        if self.may_move():
            return ""
        return f"Waiting for {duel_name(duel, duel.turn)}." if self.seated else ""

    def _is_other(self, player: int) -> bool:
        """Whether a player is the one at the other end, for who plays one side."""
        return self.state.you == (3 - player,)

    # what happens

    def _learn(self, state: State) -> None:
        """How the duel stands now; another round is gone on with where there is a seat for us in it."""
        before, self.state = self.state, state
        if state.id != before.id:
            self.shown = state.duel
        self.message = state.note
        for player in (1, 2):
            if (before.chairs[player - 1], state.chairs[player - 1]) == ("open", "taken"):
                self.message = f"{duel_name(state.duel, player)} has sat down."
        self.selection = Selection(state.duel)
        self._forget_help()
        self._giving_up = False
        if self.arcade.settings.sound and state.duel.ply > before.duel.ply and self.may_move():
            self.app.bell()
        if state.next and state.next.seat:
            self._connection.follow(state.next.id, state.next.seat)
        self.show()
        if self._values_shown and self.may_ask:
            self._ask_worth()

    def _failed(self, error: Exception) -> None:
        if isinstance(error, RefusedByServer):
            self.say(str(error))
            return
        self._gone = isinstance(error, ServerGone)
        self.say(f"{str(error).rstrip('.')}. The duel is kept there: come back with its link.")

    # keys

    def wanted(self) -> list[Command]:
        found: list[Command] = []
        if self.may_move():
            found += [Command("enter", "enter", "play it" if self.selection.word else ""), *self.pointing()]
        if self.may_ask:
            found += [Command("h", "hint", "hint"), Command("e", "values", "values")]
        if self.state.swap and self.may_move():
            found.append(Command("c", "change_sides", "change sides"))
        if (asked := self.state.takeback) and self._is_other(asked.by):
            found += [Command("y", "agree", "agree"), Command("n", "refuse", "refuse")]
        if self.state.missed and self._is_other(self.state.missed.player):
            found += [Command("w", "claim", "claim the win"), Command("a", "abort", "break off")]
        if self.duel.outcome:
            found += [Command("n", "rematch", "another round")] if self.seated else []
            found.append(Command("b", "look_back", "look back"))
        elif self.seated:
            found += [Command("u", "take_back", "take back"), Command("g", "give_up", "give up")]
        found += [Command("i", "link", "links"), Command("r", "rules", "rules"), Command("m", "moves", "moves")]
        return [*found, Command("s", "save", "save"), Command("q", "leave", "menu"), Command("escape", "leave", "")]

    def do(self, action: str) -> None:
        if action != "give_up":
            self.forget_question()
        super().do(action)

    def play(self, word: str) -> None:
        try:
            self.duel.play(word)  # refused here it need not be sent
        except GridDuelsError as error:
            self.say(str(error))
        else:
            self._post("move", move=word)

    def _post(self, action: str, **fields: object) -> None:
        self.fresh()
        if not self._gone:
            self._connection.post(action, **fields)
        self.show()

    def do_change_sides(self) -> None:
        self._post("swap")

    def do_claim(self) -> None:
        self._post("claim")

    def do_abort(self) -> None:
        self._post("abort")

    def do_take_back(self) -> None:
        self._post("takeback")

    def do_agree(self) -> None:
        self._answer(True)

    def do_refuse(self) -> None:
        self._answer(False)

    def _answer(self, accept: bool) -> None:
        if asked := self.state.takeback:
            self._post("takeback-answer", to=asked.to, accept=accept)

    def forget_question(self) -> None:
        if self._giving_up:
            self._giving_up = False
            self.say("")

    def do_give_up(self) -> None:
        if self._giving_up:
            self._post("resign")
            return
        self._giving_up = True
        self.say("Give up this game? Press the key again to do so, any other key to play on.")

    def do_rematch(self) -> None:
        self._post("rematch")

    def do_link(self) -> None:
        self.arcade.tell("\n\n".join(self._connection.links))

    def do_look_back(self) -> None:
        self.arcade.look_back(LiveMatch(Match(self.duel)))

    def do_rules(self) -> None:
        self.arcade.show_rules(self.duel.game)

    def do_moves(self) -> None:
        self.arcade.show_moves(self.duel)

    def do_save(self) -> None:
        self.arcade.ask_to_save(Record(self.duel, self.state.players), self.say)


def duel_name(duel: Duel, player: int) -> str:
    return duel.game.words.player(player)


def _when(seconds: float) -> str:
    """When something can be done that takes a while.

    >>> _when(0.0), _when(59.4)
    ('Now', 'In 60 seconds')
    """
    return f"In {math.ceil(seconds)} seconds" if seconds > 0 else "Now"


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


# --- LobbyScreen


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
            f"Play whoever comes: {game.title}", about, lambda say: find_opponent(self._address, game.id, say, name)
        )

    def _challenge(self, found: Challenge) -> Entry:
        clock = f", {found.clock.seconds / 60:g} min + {found.clock.increment:g} s" if found.clock else ""
        line = f"Take on {found.name or 'somebody'}: {found.title} {size_text(found.size)}{clock}"
        first = "you begin" if found.first == found.seat else "they begin"
        address, name = self._address, self._called
        about = f"You would be Player {found.seat}; {first}."
        return Entry(line, about, lambda say: accept_challenge(address, found.id, say, name))

    def _game(self, found: Watchable) -> Entry:
        players = " - ".join(
            name or player_name(player, 20)
            for name, player in zip(read_names(found.names), (found.p1, found.p2), strict=True)
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
