"""Duels on a server: the connection, the board, the lobby, and the dialogue that asks for an address."""

import math
from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from gridduels.board import size_text
from gridduels.duel import Duel, Reason
from gridduels.errors import GridDuelsError
from gridduels.match import FIRST, Match
from gridduels.protocol.answers import Lobby
from gridduels.protocol.requests import NewDuel
from gridduels.record import HUMAN, Record
from gridduels.terminal.arcade.faces import face_key
from gridduels.terminal.arcade.play import Advice, DuelBoard
from gridduels.terminal.arcade.screens import ArcadeScreen, AskDialogue, hidden
from gridduels.terminal.arcade.texts import capital, player_name
from gridduels.terminal.arcade.widgets import Lines, MessageLine, Messages, MoveList, PickList, PlayerCard, arrows
from gridduels.terminal.arcade.work import Background
from gridduels.terminal.live_match import LiveMatch
from gridduels.terminal.online.server import RefusedByServer, Server, ServerGone, State
from gridduels.terminal.online.start import (
    Entry,
    Seated,
    begin_duel,
    keep_seat,
    kept_seat,
    lobby_entries,
    open_duel,
    read_link,
    read_lobby,
    read_server,
)
from gridduels.terminal.settings import Setup
from gridduels.text import minutes_text

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

# --- Server requests in threads


_WAIT: Final = 20
"""Seconds for which the server may hold a request while nothing changes."""
_PACE: Final = 0.05
"""Minimum seconds between two requests."""
_LONGER_PACE: Final = 1.0
"""The same if the server immediately reports that nothing has changed."""
Result = TypeVar("Result")
Fail = Callable[[Exception], None]
Say = Callable[[str], None]


def connect(question: Callable[[Say], Result], done: Callable[[Result], None], failed: Fail) -> Background[Result]:
    """Send a server a request; connection messages in the meantime are not shown."""
    return Background(lambda progress: question(lambda sentence: progress(sentence, 0, None)), done, failed)


def _begin(address: str, setup: Setup, name: str, say: Say) -> Seated:
    """Begin a duel with the given setup."""
    game, (one, two) = setup.game(), setup.players
    first: Any = setup.first if setup.first in FIRST else None
    rulings = dict(game.rulings)
    wanted = NewDuel(game.id, size=game.size, rule=rulings, first=first, p1=one, p2=two, name=name or None)
    return begin_duel(address, wanted, say)


class Connection:
    """A seat in a duel on a server. Requests run in threads, so the screen never waits for the network."""

    def __init__(
        self,
        seated: Seated,
        learn: Callable[[State], None],
        failed: Fail,
        say: Say,
        later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        """`learn` receives changes, `say` messages about the connection; `later` schedules a delayed call."""
        self.url, self.state, self._secret = seated.server.url, seated.state, seated.secret
        self._learn, self._failed, self._say, self._later = learn, failed, say, later
        # separate connections, so that neither waits for the other
        self._asked, self._watched = seated.server, copy(seated.server)
        self._asking: Background[State] | None = None
        self._watching: Background[State] | None = None

    @property
    def busy(self) -> bool:
        """Whether a request is pending."""
        return self._asking is not None

    @property
    def invites(self) -> bool:
        """Whether an invite link is available for an opponent who has not joined yet."""
        return "open" in self.state.chairs and kept_seat(self.url, self.state.id, "invite") is not None

    @property
    def links(self) -> list[str]:
        address = f"{self.url}/duel/{self.state.id}"
        friend = f"For your opponent:\n{address}#join={kept_seat(self.url, self.state.id, 'invite')}"
        return [*([friend] if self.invites else []), f"To watch:\n{address}"]

    def post(self, action: str, **fields: Any) -> None:
        """Perform an action in the duel."""
        state, secret = self.state, self._secret

        def answered(state: State) -> None:
            self._asking = None
            self._take(state)

        def refused(error: Exception) -> None:
            self._asking = None
            self._failed(error)

        work = self._asker(self._asked, lambda server: server.act(state, action, secret, **fields))
        self._asking = Background(work, answered, refused, self._hear)

    def watch(self) -> None:
        """Wait for the next change."""
        query = {"after": self.state.version, "wait": _WAIT}
        id, secret = self.state.id, self._secret
        self._wait_for(lambda server: server.state(id, query, secret=secret))

    def follow(self, id: str, seat: str) -> None:
        """Continue with the next duel, in our seat there."""
        self.close()
        keep_seat(self.url, id, secret=seat)
        self._secret = seat
        self._wait_for(lambda server: server.state(id, secret=seat))

    def _wait_for(self, question: Callable[[Server], State]) -> None:
        """Send a request, then wait for the next change, unless we have switched to another duel."""

        def heard(state: State) -> None:
            news = self._take(state)
            if self._watching is under_way:
                self._later(_PACE if news else _LONGER_PACE, self.watch)

        work = self._asker(self._watched, question)
        under_way = self._watching = Background(work, heard, self._failed, self._hear)

    def _take(self, state: State) -> bool:
        """Accept a state, and return whether it is new."""
        news = state.id != self.state.id or state.version > self.state.version
        if news:
            self.state = state
            self._learn(state)
        return news

    def close(self) -> None:
        for each in (self._asking, self._watching):
            if each:
                each.cancel()
        self._asking = self._watching = None

    def _hear(self, sentence: str, done: int, total: int | None) -> None:
        self._say(sentence)

    @staticmethod
    def _asker(server: Server, question: Callable[[Server], State]) -> "Callable[[Progress], State]":
        def work(progress: "Progress") -> State:
            server.say = lambda sentence: progress(sentence, 0, None)
            return question(server)

        return work


# --- OnlineScreen


class OnlineScreen(ArcadeScreen):
    """The board as the server reports it, checked against the local rules. Help is not available against people."""

    TAB = "online"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stop", "stop"),
        Binding("y", "answer(True)", "agree"),
        Binding("n", "answer(False)", "refuse"),
        Binding("w", "claim", "claim the win"),
        Binding("a", "abort", "end the game"),
        Binding("n", "rematch", "another round"),
        Binding("a", "look_back", "analyse"),
        Binding("h", "hint", "hint"),
        Binding("e", "values", "values"),
        Binding("c", "change_sides", "change sides"),
        Binding("u", "take_back", "take back"),
        Binding("g", "give_up", "give up"),
        Binding("i", "link", "links"),
        Binding("r", "rules", "rules"),
        Binding("escape", "leave", "leave"),
        hidden("q", "leave"),
        Binding("m", "moves", "moves"),
        Binding("s", "save", "save"),
    ]

    def __init__(self, seated: Seated) -> None:
        super().__init__()
        self.state = seated.state
        self.board = DuelBoard(seated.state.duel)
        self.messages = Messages(self, self._usual_message, self.show)
        self.connection = Connection(seated, self._learn, self._failed, self.messages.say, self.set_timer)
        self.advice = Advice(self.board, self.messages, lambda: None)
        self._gone = False

    @property
    def duel(self) -> Duel:
        return self.state.duel

    @property
    def seated(self) -> bool:
        return bool(self.state.you)

    @property
    def may_ask(self) -> bool:
        """Whether help is available: not against another person, and not for spectators."""
        return self.may_move() and (len(self.state.you) == 2 or self.state.players != (HUMAN, HUMAN))

    def may_move(self) -> bool:
        mine = not self.duel.outcome and self.duel.turn in self.state.you
        return mine and not self.connection.busy and not self._gone

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="side"):
                yield PlayerCard(id="opponent")
                yield Static("", id="about", markup=False)
                yield Static("", id="status", markup=False)
                yield MoveList(id="moves")
                yield MessageLine(id="side-message")
        yield MessageLine(id="message")

    def on_mount(self) -> None:
        self.board.focus()
        self.connection.watch()
        if not self.seated:
            self.messages.sentence = "You're watching."
        self.show()
        if self.seated and self.connection.invites:
            self.action_link()

    def on_unmount(self) -> None:
        self.connection.close()
        self.advice.cancel()

    # display

    def show(self) -> None:
        if not self.is_open:
            return
        duel = self.duel
        self.board.show(duel, self.may_move(), self.advice.labels, self.advice.move, self.advice.line)
        self.board.show_turn(*self._turn())
        opponent = 1 if self.state.you == (2,) else 2
        kind = self.state.players[opponent - 1]
        self.query_one(PlayerCard).show(face_key(kind), opponent, capital(self._who(opponent)), "")
        self.query_one("#about", Static).update(f"{duel.game.title}\n{duel.game.board} · {self.connection.url}")
        self.query_one("#status", Static).update(self._status())
        self.query_one(MoveList).show(duel, line=self.advice.line)
        self.messages.show()
        self.refresh_bindings()

    def _player(self, player: int) -> str:
        return self.duel.game.words.player(player)

    def _who(self, player: int) -> str:
        if self.state.chairs[player - 1] == "open":
            return "nobody yet"
        name = self.state.names[player - 1]
        if player in self.state.you:
            return f"you, {name}" if name else "you"
        return name or player_name(self.state.players[player - 1])

    def _turn(self) -> tuple[int, str, str, bool]:
        duel = self.duel
        if duel.outcome:
            winner, reason = duel.outcome
            nobody = "Ended without a winner" if reason is Reason.ABORTED else "A draw"
            return winner, f"{self._player(winner)} ({self._who(winner)}) wins" if winner else nobody, "", False
        return duel.turn, f"{self._player(duel.turn)} ({self._who(duel.turn)}) to move", "", self.connection.busy

    def _status(self) -> str:
        lines = [f"{self._player(player)}: {self._who(player)}" for player in (1, 2)]
        lines.append(self.duel.game.words.status(self.duel).replace(", ", "\n").replace(": ", ":\n"))
        if left := self.state.left:
            lines += [f"{self._player(player)} has {minutes_text(left[player - 1])}" for player in (1, 2)]
        return "\n".join(filter(None, lines))

    def _usual_message(self) -> str:
        duel, state = self.duel, self.state
        if state.takeback and self._is_opponent(state.takeback.by):
            undone = ", ".join(duel.moves[state.takeback.to :])
            return f"{self._player(state.takeback.by)} asks to take back {undone}. Press y to agree or n to refuse."
        if state.missed and self._is_opponent(state.missed.player):
            when = _when(state.missed.seconds)
            return (
                f"{self._player(state.missed.player)} has left. {when} you can claim the win (w) or end the game (a)."
            )
        if duel.outcome:
            asks = state.rematch and self._is_opponent(state.rematch)
            again = f" {self._player(state.rematch or 0)} wants another round." if asks else ""
            return f"{duel.game.words.why(duel)}{again}"
        if self.may_move() and (aimed := self.board.aimed()):
            return aimed
        if "open" in state.chairs and self.seated:
            return "Your opponent hasn't joined yet."
        if self.may_move() or not self.seated:
            return ""
        return f"Waiting for {self._player(duel.turn)}."

    def _is_opponent(self, player: int) -> bool:
        return self.state.you == (3 - player,)

    # events

    def _learn(self, state: State) -> None:
        """Show the new state, and move on to the next round if we have a seat in it."""
        before, self.state = self.state, state
        if state.id != before.id:
            self.board.show(state.duel, may_move=False, jump=True)
        self.messages.sentence = state.note
        for player in (1, 2):
            if (before.chairs[player - 1], state.chairs[player - 1]) == ("open", "taken"):
                self.messages.sentence = f"{self._player(player)} has joined."
        self.advice.forget()
        if self.arcade.settings.sound and state.duel.ply > before.duel.ply and self.may_move():
            self.app.bell()
        if state.next and state.next.seat:
            self.connection.follow(state.next.id, state.next.seat)
        self.show()
        if self.advice.values_shown and self.may_ask:
            self.advice.ask_values(self.duel)

    def _failed(self, error: Exception) -> None:
        if isinstance(error, RefusedByServer):
            self.messages.say(str(error))
            return
        self._gone = isinstance(error, ServerGone)
        self.messages.say(f"{str(error).rstrip('.')}. The server keeps the duel: come back with its link.")

    def on_duel_board_aimed(self) -> None:
        if self.advice.line:
            self.advice.leave_line()
            self.show()
        self.messages.clear()

    def on_duel_board_decided(self, event: DuelBoard.Decided) -> None:
        try:
            self.duel.play(event.word)  # no need to send a move that is refused here
        except GridDuelsError as error:
            self.messages.say(str(error))
        else:
            self._post("move", move=event.word)

    def _post(self, action: str, **fields: object) -> None:
        self.messages.sentence = ""
        if not self._gone:
            self.connection.post(action, **fields)
        self.show()

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        state, over = self.state, self.duel.outcome is not None
        left = state.missed and self._is_opponent(state.missed.player)
        return {
            "stop": self.advice.busy,
            "answer": bool(state.takeback and self._is_opponent(state.takeback.by)),
            "claim": bool(left),
            "abort": bool(left),
            "rematch": over and self.seated,
            "look_back": over,
            "hint": self.may_ask,
            "values": self.may_ask,
            "change_sides": self.may_move() and bool(state.swap),
            "take_back": not over and self.seated,
            "give_up": not over and self.seated,
        }.get(action, True)

    def action_stop(self) -> None:
        self.advice.cancel()
        self.messages.say("")

    def action_answer(self, accept: bool) -> None:
        if asked := self.state.takeback:
            self._post("takeback-answer", to=asked.to, accept=accept)

    def action_claim(self) -> None:
        self._post("claim")

    def action_abort(self) -> None:
        self._post("abort")

    def action_rematch(self) -> None:
        self._post("rematch")

    def action_change_sides(self) -> None:
        self._post("swap")

    def action_take_back(self) -> None:
        self._post("takeback")

    def action_give_up(self) -> None:
        def give_up() -> None:
            if not self.duel.outcome:  # it may have ended in the meantime
                self._post("resign")

        self.arcade.confirm("Give up this game?", "give up", "g", "play on", give_up)

    def action_hint(self) -> None:
        self.advice.ask_hint(self.duel)

    def action_values(self) -> None:
        self.advice.toggle_values(self.duel)

    def action_link(self) -> None:
        self.arcade.tell("\n\n".join(self.connection.links))

    def action_look_back(self) -> None:
        self.arcade.look_back(LiveMatch(Match(self.duel)))

    def action_rules(self) -> None:
        self.arcade.show_rules(self.duel.game)

    def action_moves(self) -> None:
        self.arcade.show_moves(self.duel)

    def action_save(self) -> None:
        self.arcade.ask_to_save(Record(self.duel, self.state.players), self.messages.say)


def _when(seconds: float) -> str:
    """Return when an action becomes possible.

    >>> _when(0.0), _when(59.4)
    ('Now', 'In 60 seconds')
    """
    return f"In {math.ceil(seconds)} seconds" if seconds > 0 else "Now"


# --- LobbyScreen


_AGAIN: Final = 1.0
"""Minimum seconds between two updates."""
_LATER: Final = 5.0
"""The same if the server does not answer."""


class LobbyScreen(ArcadeScreen):
    """The duels to play and watch on a server; the list updates itself."""

    TAB = "online"
    IS_HOME = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("choose"),
        Binding("enter", "go", "go there"),
        hidden("space", "go"),
        Binding("n", "name", "your name"),
        Binding("escape", "leave", "back"),
        hidden("q", "leave"),
    ]

    def __init__(self, setup: Setup, address: str, lobby: Lobby) -> None:
        super().__init__()
        self._setup, self._address, self._lobby = setup, address, lobby
        self._message = ""
        self._looking: Background[Lobby] | None = None
        self._going: Background[Seated] | None = None

    def compose_body(self) -> ComposeResult:
        yield Static("", classes="heading", markup=False)
        yield PickList([each.line for each in self._entries()], id="entries")
        yield MessageLine(id="note")

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

    # display

    @property
    def _called(self) -> str:
        return self.arcade.settings.name

    def _entries(self) -> list[Entry]:
        return [self._own(), *lobby_entries(self._address, self._lobby, [self._setup.definition], self._called)]

    def _own(self) -> Entry:
        setup, address, name = self._setup, self._address, self._called
        people = setup.players == (HUMAN, HUMAN)
        against = "a friend" if people else " - ".join(player_name(each, 20) for each in setup.players)
        about = "You get a link to send." if people else "With the players chosen in your options."
        line = f"Begin {setup.definition.title} {size_text(setup.size)}: {against}"
        return Entry(line, about, lambda say: _begin(address, setup, name, say))

    def _show(self) -> None:
        entries, picks = self._entries(), self.query_one(PickList)
        picks.show([each.line for each in entries])
        name = f"as {self._called}" if self._called else "without a name"
        self.query_one(".heading", Static).update(f"{self._address}, {name}")
        self.query_one(MessageLine).say(self._message or entries[picks.row].about)

    def say(self, sentence: str) -> None:
        self._message = sentence
        self._show()

    # events

    def _look(self) -> None:
        """Wait for the lobby to change."""
        after, address = self._lobby.version, self._address

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

        self._looking = connect(lambda say: read_lobby(address, say, after, _WAIT), seen, lost)

    def _failed(self, error: Exception) -> None:
        self._going = None
        self.say(f"{str(error).rstrip('.')}.")

    def action_move(self, direction: str) -> None:
        self._choose(self.query_one(PickList).row + (1 if direction in ("down", "right") else -1))

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        if event.row == self.query_one(PickList).row:
            self.action_go()
        else:
            self._choose(event.row)

    def _choose(self, row: int) -> None:
        self.query_one(PickList).choose(row)
        self.say("")

    def action_go(self) -> None:
        if not self._going:
            entry = self._entries()[self.query_one(PickList).row]
            self._going = connect(entry.go, self._arrived, self._failed)
            self.say(f"Asking {self._address}.")

    def _arrived(self, seated: Seated) -> None:
        self._going, self._message = None, ""
        self.arcade.play_online(seated)

    def action_name(self) -> None:
        def named(name: str | None) -> None:
            if name:
                self.arcade.settings.name = name.strip()
                self.arcade.keep(self.arcade.settings.save)
                self.say("")

        question = "What's your name on servers? Leave it empty to play without one."
        self.app.push_screen(AskDialogue(question, self._called, lambda typed: typed or " "), named)


# --- ServerDialogue


Found = Seated | tuple[str, Lobby]


class ServerDialogue(AskDialogue):
    """A dialogue that asks for a server or a duel. Its result is a duel, or a server's address and lobby."""

    def __init__(self, address: str, name: str) -> None:
        question = "Type the address of a server to see who's there, or the link of a duel to join or watch it."
        super().__init__(question, address, _checked)
        self._called = name
        self._connecting: Background[Found] | None = None

    def on_unmount(self) -> None:
        self._stop()

    def submit(self, text: str) -> None:
        self._stop()
        try:
            _checked(text)
        except GridDuelsError as error:
            self.complain(str(error))
            return
        self.complain(f"Asking {text}.")
        self._connecting = connect(lambda say: _go(text, self._called, say), self._connected, self._failed)

    def _connected(self, found: Found) -> None:
        self._connecting = None
        self.finish(found)

    def _failed(self, error: Exception) -> None:
        self._connecting = None
        self.complain(f"{str(error).rstrip('.')}. Check the address, and that gridduels serve is running there.")

    def _stop(self) -> None:
        if self._connecting:
            self._connecting.cancel()
            self._connecting = None


def _go(where: str, name: str, say: Say) -> Found:
    if "/duel/" in where:
        return open_duel(read_link(where, None), say, name)
    return read_server(where), read_lobby(where, say)


def _checked(where: str) -> str:
    """Return a server's address, or raise SetupError if the text is neither an address nor a link."""
    return read_link(where, None).server if "/duel/" in where else read_server(where)
