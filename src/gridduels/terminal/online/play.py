"""A duel on a server in line mode: the same conversation as at home, with somebody far away."""

import shlex
import threading
from typing import Any

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.terminal.console import Console, EndOfInput
from gridduels.terminal.line import ENDED_EARLY, Quit
from gridduels.terminal.online.answers import Next, State, read_state
from gridduels.terminal.online.commands import find_command, rematch
from gridduels.terminal.online.events import Event, Events
from gridduels.terminal.online.seats import keep_seat
from gridduels.terminal.online.server import RefusedByServer, Server, ServerGone

__all__ = ["OnlineDuel"]


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
