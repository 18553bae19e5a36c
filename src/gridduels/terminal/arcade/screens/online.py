"""OnlineScreen: a duel on a server, played in a seat there or watched."""

import math

from textual.widget import Widget
from textual.widgets import Static

from gridduels.duel import Duel, Reason
from gridduels.errors import GridDuelsError
from gridduels.match import Match
from gridduels.record import HUMAN, Record
from gridduels.terminal.arcade.board.selection import Selection
from gridduels.terminal.arcade.screens.help import HelpScreen
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.texts.names import player_name
from gridduels.terminal.arcade.widgets.move_list import MoveList
from gridduels.terminal.arcade.work.connection import Connection
from gridduels.terminal.live_match import LiveMatch
from gridduels.terminal.online.answers import State
from gridduels.terminal.online.server import RefusedByServer, ServerGone
from gridduels.terminal.online.start import Seated

__all__ = ["OnlineScreen"]


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
