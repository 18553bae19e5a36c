"""A duel on a server in line mode."""

import shlex
import textwrap
import threading
from collections.abc import Callable
from datetime import date
from queue import Empty, Queue
from typing import Any, Final, NamedTuple

from gridduels.analysis.sentences import describe, unit_of
from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.players import HUMAN
from gridduels.players.ladder import called
from gridduels.protocol.answers import Line
from gridduels.record import Record
from gridduels.registry import definitions
from gridduels.terminal.console import Commands, Console, EndOfInput
from gridduels.terminal.line import ENDED_EARLY, Quit
from gridduels.terminal.live_match import SavedGames
from gridduels.terminal.online.server import (
    MoveValue,
    Next,
    Nonsense,
    RefusedByServer,
    Server,
    ServerGone,
    State,
    read_values,
)
from gridduels.terminal.online.start import keep_seat, kept_seat, lobby_entries, read_lobby
from gridduels.terminal.settings import Settings
from gridduels.text import WIDTH, describe_rules, minutes_text

# --- Events: a typed line, or a change on the server


_BEAT: Final = 0.2
"""Seconds between checks for Ctrl-C, for platforms where waiting cannot be interrupted."""
_WAIT: Final = 20
"""Seconds for which the server may hold a request while nothing changes."""
_PACE: Final = 0.05
"""Minimum seconds between two requests."""
_LONGER_PACE: Final = 1.0
"""The same after a response without news."""
_MOST_WAITING: Final = 100
"""Capacity of the event queue; producers block when it is full."""


class Event(NamedTuple):
    """A typed `line` or the `end` of input; a new `state` or an `error` from the server; or `aside`, after a message
    that interrupted the prompt."""

    kind: str
    data: Any = None


class Events:
    """Merges typed lines and server updates into one queue. Each source has its own thread."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._queue: Queue[Event] = Queue(_MOST_WAITING)
        self._wanted = threading.Semaphore(0)
        self._reading = False
        self._watching: threading.Event | None = None
        threading.Thread(target=self._read, daemon=True).start()

    def want_line(self) -> None:
        """Read the next line, unless a read is already in progress."""
        if not self._reading:
            self._reading = True
            self._wanted.release()

    def watch(self, server: Server, id: str, secret: str | None, version: int) -> None:
        """Report every new state of this duel from now on, and stop reporting any other duel's."""
        self.stop()
        self._watching = threading.Event()
        given = server, id, secret, version, self._watching
        threading.Thread(target=self._watch, args=given, daemon=True).start()

    def stop(self) -> None:
        """Stop watching."""
        if self._watching:
            self._watching.set()

    def put(self, event: Event) -> None:
        self._queue.put(event)

    def next(self) -> Event:
        """Wait for the next event."""
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
                state = server.state(id, {"after": version, "wait": _WAIT}, secret=secret)
            except Exception as error:  # raised again in the main thread
                if not stopped.is_set():
                    self.put(Event("error", error))
                return
            news = state.version > version
            if news and not stopped.is_set():
                version = state.version
                self.put(Event("state", state))
            stopped.wait(_PACE if news else _LONGER_PACE)


# --- The dialogue


class OnlineDuel:
    """A person at a console, playing or watching a duel on a server."""

    def __init__(
        self, console: Console, server: Server, state: State, secret: str | None, *, plies: bool = False
    ) -> None:
        self.console, self.server, self.plies = console, server, plies
        self.server.say, self._thread = self._say_aside, threading.get_ident()
        self._events, self._saved = Events(console), SavedGames()
        self._enter(state, secret)

    def _enter(self, state: State, secret: str | None) -> None:
        """Switch to playing and watching this duel."""
        self.state, self._secret = state, secret
        self._said: tuple[str, ...] = ()
        self._shown_turn = self._waited_at = -1
        self._prompted = False
        self._events.watch(self.server, state.id, secret, state.version)

    def run(self) -> int:
        """Play or watch until the end, and return the exit code."""
        try:
            self._show_beginning()
            while not self.duel.outcome or self.seated:  # players stay for a rematch
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
            self._farewell("You can continue once the server is back.")
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
        """Return whether `player` is our opponent; never true for spectators, or if both sides are played here."""
        return self.state.you == (3 - player,)

    def name(self, player: int) -> str:
        return self.duel.game.words.player(player)

    def _show_beginning(self) -> None:
        state, words = self.state, self.duel.game.words
        for player in (1, 2):
            who = called(state.players[player - 1]) if state.chairs[player - 1] != "open" else "not here yet"
            you = ", you" if player in state.you else ""
            self.say(f"{self.name(player)}: {who}{you}")
        if not self.seated:
            self.say("You're watching.")
        if self.console.interactive:
            self.say("Type help at any time to see what else you can type.")
        self.say()
        if self.duel.ply or self.duel.outcome:
            self.show_board()
        else:
            self.say(words.opening(self.duel))
        if self.duel.outcome:
            self.say(words.ending(self.duel))
        self._report_requests(None)

    def _prompt(self) -> None:
        """Print the current question, if any, and read a line; at a terminal, commands work at any time."""
        question = self._question()
        if question and not self._prompted:
            self.console.write(question)
            self._prompted = True
        elif not question and self.console.interactive and self._waited_at != self.state.version:
            self._waited_at = self.state.version
            who = "your opponent's answer" if self.duel.outcome else self.name(self.duel.turn)
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
            left = [f"{self.name(player)} {minutes_text(seconds[player - 1])}" for player in (1, 2)]
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
        """Handle a typed line: a command, a move, or the answer to a question."""
        if not self.console.interactive:
            self.console.say(line)
        self._prompted = False
        try:
            if run := COMMANDS.find(line):
                run(self, line)
            elif self.duel.outcome:
                self._answer_rematch(line.strip().lower())
            elif self.my_turn:
                self._play(line)
            elif line.strip():
                self.say(f"It's {self.name(self.duel.turn)}'s turn. Wait for the move, or type help.")
        except RefusedByServer as refused:
            self._refuse_answer(refused)
            if refused.state:
                self.learn(refused.state)
        except ServerGone:
            raise
        except GridDuelsError as error:
            self._refuse_answer(error)

    def _refuse_answer(self, error: GridDuelsError) -> None:
        """Print a refusal and restart the turn at its first question."""
        restart = self.duel.game.words.restart(self.duel) if self._said else ""
        self.say(f"{error}\n{restart}" if restart else str(error))
        self._said = ()

    def _play(self, line: str) -> None:
        answer = self.duel.game.words.answer(self.duel, self._said, line)
        if not isinstance(answer, str):
            self._said = answer
            return
        self.duel.play(answer)  # an illegal move is refused here, without asking the server
        self._said = ()
        self.learn(self.act("move", move=answer), own=True)

    def act(self, action: str, **fields: Any) -> State:
        return self.server.act(self.state, action, self._secret, **fields)

    def learn(self, state: State, own: bool = False) -> None:
        """Report what has changed; `own` means that the first new move was typed here."""
        if state.id != self.state.id or state.version <= self.state.version:
            return
        if (state.duel.game, state.duel.start) != (self.duel.game, self.duel.start):
            raise ServerGone(f"{self.server.url} has replaced this duel with another game")
        if self._prompted:
            self.say()
            self._prompted = False
        before, earlier, self._said = self.duel, self.state, ()
        self.state = state
        self._report_arrivals(earlier)
        self._report_moves(before, own)
        self._report_requests(earlier)
        if self.duel.outcome and not before.outcome:
            self.say(self.duel.game.words.ending(self.duel))
            if not self.seated:
                self.say("The game is over.")
        if state.next:
            self._follow(state.next)

    def _report_arrivals(self, earlier: State) -> None:
        for player in (1, 2):
            if (earlier.chairs[player - 1], self.state.chairs[player - 1]) == ("open", "taken"):
                self.say(f"{self.name(player)} has joined.")

    def _report_moves(self, before: Duel, own: bool) -> None:
        words, moves = self.duel.game.words, self.duel.moves
        if moves[: before.ply] != before.moves:
            kept = next(ply for ply in range(before.ply + 1) if moves[: ply + 1] != before.moves[: ply + 1])
            self.say(f"Taken back: {', '.join(before.moves[kept:])}.\n")
            self._shown_turn = -1
            self.show_board()
            return
        if before.outcome:
            before = Duel(before.game, before.moves, start=before.start)  # it had been stopped, and continues
        for word in moves[before.ply :]:
            if not own:
                self._report_typed(before, word)
            own, after = False, before.play(word)
            self.say(words.moved(before, after))
            before = after
        if note := self.state.note:
            self.say(f"({self.name(self.duel.movers[-1])}: {note}.)")

    def _report_typed(self, before: Duel, word: str) -> None:
        """Print a move made elsewhere as if it had been typed here."""
        words = self.duel.game.words
        if (turn := words.turn(before)) and self._shown_turn != before.ply:
            self.say(turn)
        typed = words.typed(word)
        for count, answer in enumerate(typed):
            self.say(words.prompt(before, typed[:count]) + answer)

    def _report_requests(self, earlier: State | None) -> None:
        asked, refused = self.state.takeback, earlier and earlier.takeback
        if asked and self.is_other(asked.by) and asked != refused:
            undone = ", ".join(self.duel.moves[asked.to :])
            self.say(f"{self.name(asked.by)} asks to take back {undone}. Type accept or refuse.")
        if refused and (refused.by,) == self.state.you and not asked and self.duel.ply > refused.to:
            self.say(f"{self.name(3 - refused.by)} declines the takeback.")
        missed = self.state.missed
        if missed and self.is_other(missed.player) and not (earlier and earlier.missed):
            when = f"In {missed.seconds:.0f} seconds" if missed.seconds else "Now"
            ways = "type claim to win, or abort to end the game without a winner"
            self.say(f"{self.name(missed.player)} has left. {when} you can {ways}.")
        if (asks := self.state.rematch) and self.is_other(asks) and not (earlier and earlier.rematch):
            self.say(f"{self.name(asks)} wants a rematch.")

    def _follow(self, next: Next) -> None:
        """Continue with the rematch, if we have a seat in it."""
        if not next.seat:
            self.say(f"To watch the rematch: gridduels play --server {self.server.url} --duel {next.id}")
            return
        keep_seat(self.server.url, next.id, secret=next.seat)
        self.say("\nRematch. You have swapped sides.\n")
        self._enter(self.server.state(next.id, secret=next.seat), next.seat)
        self._show_beginning()

    def _answer_rematch(self, answer: str) -> None:
        if answer and "yes".startswith(answer):
            self.learn(self.act("rematch"))
        elif answer and "no".startswith(answer):
            raise Quit
        else:
            self.say("Type yes or no.")

    def show_board(self) -> None:
        self.say(self.duel.game.words.grid(self.duel))

    def say(self, text: str = "") -> None:
        self.console.say(text)

    def _say_aside(self, sentence: str) -> None:
        """Report on the connection, possibly from the watching thread; the prompt is then repeated."""
        self.say(f"\n{sentence}" if self._prompted else sentence)
        if threading.get_ident() != self._thread:
            self._events.put(Event("aside"))

    def _farewell(self, sentence: str) -> None:
        if self._prompted:
            self.say()
        if not self.duel.outcome:
            self.say(sentence)
            game = f"--server {shlex.quote(self.server.url)} --duel {self.state.id}"
            self.say(f"Continue with: gridduels play {game}")

    def _help(self, line: str) -> None:
        self.say(COMMANDS.help(self.duel.game.words.notation))

    def _moves(self, line: str) -> None:
        moves = ", ".join(self.duel.legal_moves)
        self.say(textwrap.fill(f"Legal moves: {moves}", WIDTH) if moves else "The game is over.")

    def _values(self) -> list[MoveValue]:
        """Return the value of each legal move, best first. Help is not available against people."""
        state, duel = self.state, self.duel
        if duel.outcome:
            raise GridDuelsError("The game is over.")
        if len(state.you) < 2 and state.players == (HUMAN, HUMAN):
            raise GridDuelsError("There are no hints against another person.")
        game, start = duel.game, duel.game.text(duel.start)
        query = {"game": game.id, "size": game.size, "start": start, "moves": ",".join(duel.moves), "values": 1}
        query |= {f"rule.{name}": value for name, value in game.rulings.items()}
        line = self.server.compute(Line, "/api/line", query)
        try:
            values = read_values(line, duel)
        except Nonsense as nonsense:
            raise self.server.not_ours(nonsense) from None
        if not values:
            raise GridDuelsError(line.note or "Nothing is known about this position.")
        return values

    def _in_words(self, move: MoveValue) -> str:
        who = "you" if self.my_turn else self.name(self.duel.turn)
        return describe(move.value, who, unit_of(self.duel.game, self.plies)) if move.value else move.words

    def _hint(self, line: str) -> None:
        best = self._values()[0]
        self.say(f"The best move is {best.move}: {self._in_words(best)}.")

    def _eval(self, line: str) -> None:
        values = self._values()
        width = max(len(each.move) for each in values)
        lines = [f"  {each.move:<{width}}  {self._in_words(each)}" for each in values]
        self.say("\n".join(["Values for the player to move:", *lines, ""]))

    def _undo(self, line: str) -> None:
        state = self.act("takeback")
        if state.takeback:
            self.say("Waiting for your opponent to agree.")
        self.learn(state)

    def _accept(self, line: str) -> None:
        self._answer_takeback(True)

    def _refuse(self, line: str) -> None:
        self._answer_takeback(False)

    def _answer_takeback(self, accept: bool) -> None:
        asked = self.state.takeback
        if not (asked and self.is_other(asked.by)):
            raise GridDuelsError("Your opponent hasn't asked to take anything back.")
        self.learn(self.act("takeback-answer", to=asked.to, accept=accept))

    def _board(self, line: str) -> None:
        self.show_board()

    def _rules(self, line: str) -> None:
        self.say(describe_rules(self.duel.game) + "\n")

    def _link(self, line: str) -> None:
        address = f"{self.server.url}/duel/{self.state.id}"
        invite = kept_seat(self.server.url, self.state.id, "invite")
        if invite and "open" in self.state.chairs:
            self.say(f"For your opponent: {address}#join={invite}")
        self.say(f"To watch: {address}")

    def _save(self, line: str) -> None:
        name = line.strip()[len("save") :].strip()
        if not name:
            raise GridDuelsError("Add a file name: save FILE.")
        path = self._saved.save(name, Record(self.duel, self.state.players, {"Date": date.today().isoformat()}))
        self.say(f"Saved. See it with: gridduels replay {shlex.quote(str(path))}")

    def _act_on(self, line: str) -> None:
        """Run a command named after one of the server's actions."""
        self.learn(self.act(line.strip().lower()))

    def _quit(self, line: str) -> None:
        raise Quit


COMMANDS: Final[Commands[Callable[[OnlineDuel, str], None]]] = Commands(
    {
        "help": (OnlineDuel._help, "show this list"),
        "moves": (OnlineDuel._moves, "list the legal moves"),
        "hint": (OnlineDuel._hint, "show a best move and its value (not against people)"),
        "eval": (OnlineDuel._eval, "show the value of every move (not against people)"),
        "undo": (OnlineDuel._undo, "ask to take back your last move; the computer always agrees"),
        "accept": (OnlineDuel._accept, "let your opponent take moves back"),
        "refuse": (OnlineDuel._refuse, "decline a takeback"),
        "board": (OnlineDuel._board, "show the board"),
        "rules": (OnlineDuel._rules, "explain the game"),
        "link": (OnlineDuel._link, "show the links for your opponent and for spectators"),
        "save FILE": (OnlineDuel._save, "save the game to a file"),
        "swap": (OnlineDuel._act_on, "change sides after the first move (duels begun with --first swap)"),
        "resign": (OnlineDuel._act_on, "give up this game"),
        "claim": (OnlineDuel._act_on, "claim the win when your opponent has been away long enough"),
        "abort": (OnlineDuel._act_on, "end the game without a winner, under the same condition"),
        "rematch": (OnlineDuel._act_on, "ask for another game when this one is over"),
        "quit": (OnlineDuel._quit, "leave; you can come back later"),
    }
)


# --- The lobby


def visit_lobby(console: Console, address: str, *, plies: bool = False) -> int:
    """Read out a server's lobby, then play or watch what a person chooses there. Return the exit code."""
    name = Settings.load([]).name
    while True:
        entries = lobby_entries(address, read_lobby(address, console.say), definitions(), name)
        console.say(f"The lobby of {address}:\n")
        for number, entry in enumerate(entries, 1):
            console.say(f"  {number}. {entry.line}. {entry.about}")
        try:
            answer = console.ask(f"\nChoose (1-{len(entries)}, Enter to look again, or quit): ").strip().lower()
        except EndOfInput:
            return 0
        if answer in ("q", "quit", "exit"):
            return 0
        if answer in [str(number) for number in range(1, len(entries) + 1)]:
            try:
                seated = entries[int(answer) - 1].go(console.say)
            except RefusedByServer as refused:
                console.say(f"{str(refused).rstrip('.')}.\n")
                continue
            console.say()
            return OnlineDuel(console, *seated, plies=plies).run()
        console.say(f"Type a number from 1 to {len(entries)}, or quit.\n" if answer else "")
