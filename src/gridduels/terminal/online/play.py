"""A duel on a server in line mode."""

import shlex
import textwrap
import threading
from collections.abc import Callable
from datetime import date
from queue import Empty, Queue
from typing import Any, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.players import HUMAN
from gridduels.record import Record
from gridduels.terminal.console import Console, EndOfInput
from gridduels.terminal.line import ENDED_EARLY, Quit
from gridduels.terminal.live_match import SavedGames
from gridduels.terminal.online.answers import Next, State, Worth, read_state, read_worths
from gridduels.terminal.online.server import RefusedByServer, Server, ServerGone
from gridduels.terminal.online.start import keep_seat, kept_seat
from gridduels.text import WIDTH, describe_rules

# --- Events: a line typed here, or a change on the server


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


# --- Commands


_saved: Final = SavedGames()


class Command(NamedTuple):
    """Something a person can type instead of a move."""

    run: "Callable[[OnlineDuel, str], None]"
    help: str


def find_command(line: str) -> Command | None:
    """The command that a line is, if it is one."""
    name, *rest = line.lower().split(maxsplit=1) or [""]
    return _SPELLINGS.get(name) if not rest or name == "save" else None


def rematch(online: "OnlineDuel") -> None:
    """Asks for another round."""
    online.learn(online.post("rematch"))


def _help(online: "OnlineDuel", line: str) -> None:
    notation = online.duel.game.words.notation
    lines = [f"  {name:<10} {command.help}" for name, command in COMMANDS.items()]
    online.say("\n".join([f"{notation[0].upper()}{notation[1:]}. You can also type:", *lines, ""]))


def _moves(online: "OnlineDuel", line: str) -> None:
    moves = ", ".join(online.duel.legal_moves)
    online.say(textwrap.fill(f"Allowed now: {moves}", WIDTH) if moves else "The game is over.")


def _worth(online: "OnlineDuel") -> list[Worth]:
    """What each move is worth, the best first; only where no other person plays."""
    state, duel = online.state, online.duel
    if duel.outcome:
        raise GridDuelsError("The game is over.")
    if len(state.you) < 2 and state.players == (HUMAN, HUMAN):
        raise GridDuelsError("Against another person there are no hints.")
    game, start = duel.game, duel.game.text(duel.start)
    query = {"game": game.id, "size": game.size, "start": start, "moves": ",".join(duel.moves)}
    query |= {f"rule.{name}": value for name, value in game.rulings.items()}
    worths, note = online.server.work_out(lambda answer: read_worths(answer, duel), "/api/line", query | {"values": 1})
    if not worths:
        raise GridDuelsError(note or "Nothing is known about this position.")
    return worths


def _hint(online: "OnlineDuel", line: str) -> None:
    word, told = _told(online)[0]
    online.say(f"Best is {word}: {told}.")


def _eval(online: "OnlineDuel", line: str) -> None:
    moves = _told(online)
    width = max(len(word) for word, _ in moves)
    online.say("\n".join(["Each move, for the player to move:", *(f"  {w:<{width}}  {told}" for w, told in moves), ""]))


def _told(online: "OnlineDuel") -> list[tuple[str, str]]:
    """Each move with what it is worth in plain words, the best first."""
    from gridduels.analysis.plain import unit_of

    who = "you" if online.my_turn else online.name(online.duel.turn)
    unit = unit_of(online.duel.game, online.plies)
    return [(worth.move, worth.told(who, unit)) for worth in _worth(online)]


def _undo(online: "OnlineDuel", line: str) -> None:
    state = online.post("takeback")
    if state.takeback:
        online.say("The other player is asked.")
    online.learn(state)


def _answer(accept: bool) -> "Callable[[OnlineDuel, str], None]":
    def run(online: "OnlineDuel", line: str) -> None:
        asked = online.state.takeback
        if not (asked and online.is_other(asked.by)):
            raise GridDuelsError("Nobody asks you to take anything back.")
        online.learn(online.post("takeback-answer", to=asked.to, accept=accept))

    return run


def _board(online: "OnlineDuel", line: str) -> None:
    online.show_board()


def _rules(online: "OnlineDuel", line: str) -> None:
    online.say(describe_rules(online.duel.game) + "\n")


def _save(online: "OnlineDuel", line: str) -> None:
    name = line.strip()[len("save") :].strip()
    if not name:
        raise GridDuelsError("Say where to: save FILE.")
    path = _saved.save(name, Record(online.duel, online.state.players, {"Date": date.today().isoformat()}))
    online.say(f"Saved. See it with: gridduels replay {shlex.quote(str(path))}")


def _link(online: "OnlineDuel", line: str) -> None:
    address = f"{online.server.url}/duel/{online.state.id}"
    invite = kept_seat(online.server.url, online.state.id, "invite")
    if invite and "open" in online.state.chairs:
        online.say(f"For the other player: {address}#join={invite}")
    online.say(f"To watch: {address}")


def _resign(online: "OnlineDuel", line: str) -> None:
    online.learn(online.post("resign"))


def _claim(online: "OnlineDuel", line: str) -> None:
    online.learn(online.post("claim"))


def _abort(online: "OnlineDuel", line: str) -> None:
    online.learn(online.post("abort"))


def _swap(online: "OnlineDuel", line: str) -> None:
    online.learn(online.post("swap"))


def _rematch(online: "OnlineDuel", line: str) -> None:
    rematch(online)


def _quit(online: "OnlineDuel", line: str) -> None:
    raise Quit


COMMANDS: Final = {
    "help": Command(_help, "show this list"),
    "moves": Command(_moves, "list the moves that are allowed now"),
    "hint": Command(_hint, "show a best move and what it is worth (not against people)"),
    "eval": Command(_eval, "show what every move is worth (not against people)"),
    "undo": Command(_undo, "ask to take back your last move; the computer agrees at once"),
    "accept": Command(_answer(True), "agree to what the other player wants to take back"),
    "refuse": Command(_answer(False), "do not agree to it"),
    "board": Command(_board, "show the board"),
    "rules": Command(_rules, "explain the game"),
    "link": Command(_link, "show the links for the other player and for watching"),
    "save FILE": Command(_save, "write the game to a file"),
    "swap": Command(_swap, "change sides after the first move, where the duel was begun with --first swap"),
    "resign": Command(_resign, "give up this game"),
    "claim": Command(_claim, "end the game as won, when the other player has left for long enough"),
    "abort": Command(_abort, "end it without a winner, when it could be claimed"),
    "rematch": Command(_rematch, "ask for another round when the game is over"),
    "quit": Command(_quit, "leave; the game can be gone on with later"),
}
_SPELLINGS: Final = {name.split()[0]: command for name, command in COMMANDS.items()} | {
    "?": COMMANDS["help"],
    "q": COMMANDS["quit"],
    "exit": COMMANDS["quit"],
}


# --- The conversation


class OnlineDuel:
    """One person at a console, in a seat of a duel on a server or watching it."""

    def __init__(
        self, console: Console, server: Server, state: State, secret: str | None, *, plies: bool = False
    ) -> None:
        self.console, self.server, self.plies = console, server, plies
        self.server.say, self._thread = self._tell, threading.get_ident()
        self._events = Events(console)
        self._prompted = False
        self._take(state, secret)

    def _take(self, state: State, secret: str | None) -> None:
        """Turns to a duel."""
        self.state, self._secret = state, secret
        self._said: tuple[str, ...] = ()
        self._shown_turn = self._waited_at = -1
        self._prompted = False
        self._events.watch(self.server, state.id, secret, state.version)

    def run(self) -> int:
        """Plays or watches to the end; the exit code."""
        try:
            self._show_beginning()
            while self._goes_on():
                self._prompt()
                self._handle(self._events.next())
            return 0
        except Quit:
            self._farewell("You left the game unfinished.")
            return 0
        except EndOfInput:
            self._farewell("The input ended before the game did.")
            return 0 if self.duel.outcome else ENDED_EARLY
        except (ServerGone, RefusedByServer) as gone:
            self.say(f"{str(gone).rstrip('.')}.")
            self._farewell("The game goes on there when the server does.")
            return ENDED_EARLY
        except KeyboardInterrupt:
            self._farewell("Interrupted.")
            raise
        finally:
            self._events.stop()

    @property
    def duel(self) -> Duel:
        return self.state.duel

    @property
    def seated(self) -> bool:
        return bool(self.state.you)

    @property
    def my_turn(self) -> bool:
        return not self.duel.outcome and self.duel.turn in self.state.you

    def is_other(self, player: int) -> bool:
        """Whether a player is the one at the other end, for who plays one side."""
        return self.state.you == (3 - player,)

    def name(self, player: int) -> str:
        return self.duel.game.words.player(player)

    def _goes_on(self) -> bool:
        """Who watches leaves when the game is over; who plays may want another round."""
        return not self.duel.outcome or self.seated

    def _show_beginning(self) -> None:
        state, words = self.state, self.duel.game.words
        for player in (1, 2):
            who = state.players[player - 1] if state.chairs[player - 1] != "open" else "nobody yet"
            you = ", you" if player in state.you else ""
            self.say(f"{self.name(player)}: {who}{you}")
        if not self.seated:
            self.say("You are watching.")
        if self.console.interactive:
            self.say("Type help at any time to see what else you can type.")
        self.say()
        if self.duel.ply or self.duel.outcome:
            self.show_board()
        else:
            self.say(words.opening(self.duel))
        if self.duel.outcome:
            self.say(words.ending(self.duel))
        self._tell_requests(None)

    def _prompt(self) -> None:
        """Asks what there is to ask now, and lets a line be typed: people may type at any time."""
        question = self._question()
        if question and not self._prompted:
            self.console.write(question)
            self._prompted = True
        elif not question and self.console.interactive and self._waited_at != self.state.version:
            self._waited_at = self.state.version
            who = "the other player's answer" if self.duel.outcome else self.name(self.duel.turn)
            self.say(f"Waiting for {who}.")
        if question or self.console.interactive:
            self._events.want_line()

    def _question(self) -> str:
        if self.duel.outcome:
            asked = self.state.rematch
            return "" if asked and not self.is_other(asked) else "Play another round? (yes/no): "
        if not self.my_turn:
            return ""
        if self._shown_turn != self.duel.ply and not self._prompted:
            self._shown_turn = self.duel.ply
            self._show_turn()
        return self.duel.game.words.prompt(self.duel, self._said)

    def _show_turn(self) -> None:
        words = self.duel.game.words
        if self.console.interactive and not words.draws_board:
            self.show_board()
        elif self.console.interactive and (status := words.status(self.duel)) and self.duel.ply:
            self.say(status)
        if seconds := self.state.left:
            left = [f"{self.name(player)} {_minutes(seconds[player - 1])}" for player in (1, 2)]
            self.say(f"Time left: {', '.join(left)}.")
        if turn := words.turn(self.duel):
            self.say(turn)

    def _handle(self, event: Event) -> None:
        if event.kind == "aside":
            self._prompted = False
        elif event.kind == "line":
            self._read(event.data)
        elif event.kind == "state":
            self.learn(event.data)
        elif event.kind == "end":
            raise EndOfInput
        elif event.kind == "error":
            raise event.data

    def _read(self, line: str) -> None:
        """A line that somebody typed: a command, a move, or an answer to a question."""
        if not self.console.interactive:
            self.console.say(line)
        self._prompted = False
        try:
            if command := find_command(line):
                command.run(self, line)
            elif self.duel.outcome:
                self._answer_rematch(line.strip().lower())
            elif self.my_turn:
                self._play(line)
            elif line.strip():
                self.say(f"It is {self.name(self.duel.turn)}'s turn; wait for the move, or type help.")
        except RefusedByServer as refused:
            self.say(str(refused))
            self._said = ()
            if refused.state:
                self.learn(refused.state)
        except ServerGone:
            raise
        except GridDuelsError as error:
            self.say(str(error))
            self._said = ()

    def _play(self, line: str) -> None:
        answer = self.duel.game.words.answer(self.duel, self._said, line)
        if not isinstance(answer, str):
            self._said = answer
            return
        self.duel.play(answer)  # refused here it need not be sent
        self._said = ()
        self.learn(self.post("move", move=answer), own=True)

    def post(self, action: str, **fields: Any) -> State:
        path = f"/api/duels/{self.state.id}/{action}"
        return self.server.ask(read_state, path, secret=self._secret, body={"ply": self.duel.ply, **fields})

    def learn(self, state: State, own: bool = False) -> None:
        """Something has changed: tells what. `own`: the first new move was typed here."""
        if state.id != self.state.id or state.version <= self.state.version:
            return
        if (state.duel.game, state.duel.start) != (self.duel.game, self.duel.start):
            raise ServerGone(f"{self.server.url} has made another game of this duel")
        if self._prompted:
            self.say()
            self._prompted = False
        before, earlier, self._said = self.duel, self.state, ()
        self.state = state
        self._tell_arrivals(earlier)
        self._tell_moves(before, own)
        self._tell_requests(earlier)
        if self.duel.outcome and not before.outcome:
            self.say(self.duel.game.words.ending(self.duel))
            if not self.seated:
                self.say("The game is over.")
        if state.next:
            self._follow(state.next)

    def _tell_arrivals(self, earlier: State) -> None:
        for player in (1, 2):
            if (earlier.chairs[player - 1], self.state.chairs[player - 1]) == ("open", "taken"):
                self.say(f"{self.name(player)} has sat down.")

    def _tell_moves(self, before: Duel, own: bool) -> None:
        words, moves = self.duel.game.words, self.duel.moves
        if moves[: before.ply] != before.moves:
            kept = next(ply for ply in range(before.ply + 1) if moves[: ply + 1] != before.moves[: ply + 1])
            self.say(f"Taken back: {', '.join(before.moves[kept:])}.\n")
            self._shown_turn = -1
            self.show_board()
            return
        if before.outcome:
            before = Duel(before.game, before.moves, start=before.start)  # it was stopped, and is not any more
        for word in moves[before.ply :]:
            if not own:
                self._tell_typed(before, word)
            own, after = False, before.play(word)
            self.say(words.moved(before, after))
            before = after
        if note := self.state.note:
            self.say(f"({self.name(self.duel.movers[-1])}: {note}.)")

    def _tell_typed(self, before: Duel, word: str) -> None:
        """Somebody else's move, as if it had been typed here."""
        words = self.duel.game.words
        if (turn := words.turn(before)) and self._shown_turn != before.ply:
            self.say(turn)
        typed = words.typed(word)
        for count, answer in enumerate(typed):
            self.say(words.prompt(before, typed[:count]) + answer)

    def _tell_requests(self, earlier: State | None) -> None:
        asked, refused = self.state.takeback, earlier and earlier.takeback
        if asked and self.is_other(asked.by) and asked != refused:
            undone = ", ".join(self.duel.moves[asked.to :])
            self.say(f"{self.name(asked.by)} asks to take back: {undone}. Type accept or refuse.")
        if refused and (refused.by,) == self.state.you and not asked and self.duel.ply > refused.to:
            self.say(f"{self.name(3 - refused.by)} does not agree to take back.")
        missed = self.state.missed
        if missed and self.is_other(missed.player) and not (earlier and earlier.missed):
            when = f"In {missed.seconds:.0f} seconds" if missed.seconds else "Now"
            ways = "claim the win (claim) or end the game without a winner (abort)"
            self.say(f"{self.name(missed.player)} has left. {when} you can {ways}.")
        if (asks := self.state.rematch) and self.is_other(asks) and not (earlier and earlier.rematch):
            self.say(f"{self.name(asks)} wants another round.")

    def _follow(self, next: Next) -> None:
        """Goes on in the next duel, where there is a seat for us in it."""
        if not next.seat:
            self.say(f"They play on: gridduels play --server {self.server.url} --game {next.id}")
            return
        keep_seat(self.server.url, next.id, secret=next.seat)
        self.say("\nAnother round, with sides swapped.\n")
        self._take(self.server.ask_state(next.id, secret=next.seat), next.seat)
        self._show_beginning()

    def _answer_rematch(self, answer: str) -> None:
        if answer and "yes".startswith(answer):
            rematch(self)
        elif answer and "no".startswith(answer):
            raise Quit
        else:
            self.say("Type yes or no.")

    def show_board(self) -> None:
        game = self.duel.game
        lines = game.words.board(game, self.duel.position), game.words.status(self.duel)
        self.say("\n".join(filter(None, lines)) + "\n")

    def say(self, text: str = "") -> None:
        self.console.say(text)

    def _tell(self, sentence: str) -> None:
        """Something about the connection, also from the thread that watches it; then the question is asked again."""
        self.say(f"\n{sentence}" if self._prompted else sentence)
        if threading.get_ident() != self._thread:
            self._events.put(Event("aside"))

    def _farewell(self, sentence: str) -> None:
        if self._prompted:
            self.say()
        if not self.duel.outcome:
            self.say(sentence)
            game = f"--server {shlex.quote(self.server.url)} --game {self.state.id}"
            self.say(f"Continue with: gridduels play {game}")


def _minutes(seconds: float) -> str:
    """
    >>> _minutes(65.9)
    '1:05'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
