"""PlayScreen: a match being played."""

from typing import TYPE_CHECKING

from textual.widget import Widget
from textual.widgets import Static

from gridduels.duel import Duel
from gridduels.errors import Forfeit, GridDuelsError
from gridduels.terminal.arcade.board.selection import Selection
from gridduels.terminal.arcade.keys import Command
from gridduels.terminal.arcade.screens.board import BoardScreen
from gridduels.terminal.arcade.session import Session
from gridduels.terminal.arcade.widgets.move_list import MoveList
from gridduels.terminal.arcade.work.background import Background
from gridduels.terminal.arcade.work.thinker import Thinker
from gridduels.terminal.arcade.worth import best_sentence, summary

if TYPE_CHECKING:
    from gridduels.engine.value import Value

__all__ = ["PlayScreen"]


class PlayScreen(BoardScreen):
    """The board, whose turn it is, the moves so far, and the keys. It decides nothing: the session's Duel does."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.duel)
        self.session = session
        self._thinker = Thinker(session, self.show_progress)
        self._knowing: Background[dict[str, Value]] | None = None
        self._worth: dict[str, Value] = {}
        self._values_shown = False
        self._paused = False
        self._giving_up = False

    @property
    def duel(self) -> Duel:
        return self.session.duel

    def aside(self) -> list[Widget]:
        return [
            Static("", id="status", markup=False),
            MoveList(id="moves"),
            Static("", id="legend", markup=False),
        ]

    def on_mount(self) -> None:
        self.session.begin()
        self._let_computer_move()

    def on_unmount(self) -> None:
        self._thinker.stop()
        self._forget_knowing()
        self.session.leave()

    # what is shown

    def show(self) -> None:
        """Everything, as it stands now."""
        if not self.is_attached:
            return
        duel, words = self.duel, self.duel.game.words
        self.show_frame(self._title(), *self._turn(), self._sentence())
        self.show_board()
        self.query_one(MoveList).show(duel)
        self._put("#status", words.status(duel).replace(", ", "\n").replace(": ", ":\n"))
        self._put("#legend", self._legend())

    def _put(self, place: str, text: str) -> None:
        """Shows a text; laying everything out anew takes its time, so only where it is needed."""
        widget = self.query_one(place, Static)
        if widget.content != text:
            widget.update(text)

    def _title(self) -> str:
        session, game = self.session, self.session.game
        score = f"{session.points[0]} : {session.points[1]}"
        if self.app.size.width < 64:
            return f"{game.title}  {score}"
        rounds = f"round {session.round} of {session.rounds}" if session.rounds else f"round {session.round}"
        return f"{game.title} {game.size}x{game.size}   {rounds}   {session.name(1)} {score} {session.name(2)}"

    def _turn(self) -> tuple[int, str, bool]:
        """Whose turn it is, in words, and whether the computer is at work."""
        session, duel = self.session, self.duel
        if duel.outcome:
            return duel.outcome.winner, f"{session.name(duel.outcome.winner)} wins", False
        doing = "thinks" if self._thinker.busy else "to move"
        return duel.turn, f"{session.name(duel.turn)} {doing}", self._thinker.busy

    def _sentence(self) -> str:
        duel = self.session.duel
        if self.message:
            return self.message
        if self.selection.sentence:
            return self.selection.sentence
        if duel.outcome:
            return f"{duel.game.words.why(duel)} {self._match_verdict()}".strip()
        if self._paused:
            return f"{self.session.name(duel.turn)} was stopped. Enter lets it think again; you may also move for it."
        if self.selection.word:
            return self.aimed()
        if duel.legal_moves and not self.selection.legal_cells and not self.selection.can_place:
            return f"You can only play {', '.join(duel.legal_moves)}: press tab, then enter."
        return duel.game.words.status(duel) if not self.has_class("-wide") else ""

    def _match_verdict(self) -> str:
        session = self.session
        if session.another_round or session.rounds < 2:
            return ""
        one, two = session.points
        if one == two:
            return f"The match is drawn, {one} to {two}."
        return f"{session.name(1 if one > two else 2)} wins the match, {max(one, two)} to {min(one, two)}."

    def _legend(self) -> str:
        if self.duel.outcome:
            return ""
        game, lines = self.session.game, [f"[ ] you can {'place' if self.selection.placing else 'move'} here"]
        if game.goal(1):
            words = game.words
            lines += [f"( ) goal of {words.player(1)}", f"< > goal of {words.player(2)}"]
        return "\n".join(lines)

    def labels(self) -> "dict[str, Value]":
        return self._worth if self._values_shown else {}

    def may_move(self) -> bool:
        return self.duel.outcome is None and not self._thinker.busy

    # keys

    def wanted(self) -> list[Command]:
        if self.session.duel.outcome:
            return self._wanted_after()
        found = []
        if self._thinker.busy or self._knowing:
            found.append(Command("escape", "stop", "stop"))
        if self.may_move():
            aiming = bool(self.selection.word) or self._paused
            found += [Command("enter", "enter", "play it" if aiming else ""), *self.pointing()]
            found += [Command("h", "hint", "hint"), Command("e", "values", "values")]
        found += [Command("u", "undo", "undo"), Command("r", "rules", "rules"), Command("s", "save", "save")]
        found += [Command("q", "leave", "menu"), Command("g", "give_up", "give up"), Command("m", "moves", "moves")]
        return found

    def _wanted_after(self) -> list[Command]:
        more = self.session.another_round
        return [
            Command("enter", "next_round", "next round" if more else ""),
            Command("n", "rematch", "swap sides"),
            Command("b", "look_back", "look back"),
            Command("q", "leave", "menu"),
            Command("s", "save", "save"),
            Command("r", "rules", "rules"),
            Command("m", "moves", "moves"),
        ]

    def do(self, action: str) -> None:
        self._giving_up = self._giving_up and action == "give_up"
        super().do(action)

    def do_enter(self) -> None:
        if self._paused and not self.selection.word:
            self.fresh()
            self._let_computer_move()
        else:
            super().do_enter()

    def play(self, word: str) -> None:
        try:
            self.session.play(word)
        except GridDuelsError as error:
            self.say(str(error))
            return
        self._moved()

    def _moved(self) -> None:
        """The game is further: a new turn, or the end."""
        self._forget_knowing()
        self.selection, self.hint, self._worth, self._paused = Selection(self.session.duel), None, {}, False
        if self.session.duel.outcome:
            self._count()
        self._let_computer_move()
        if self._values_shown and self.may_move():
            self._ask_worth()

    def _count(self) -> None:
        session, outcome = self.session, self.session.duel.outcome
        if session.opponent and outcome and not session.helped:
            won = session.is_person(outcome.winner)
            self.arcade.remember_result(session.game.id, session.opponent, won)

    def do_undo(self) -> None:
        self.fresh()
        stopped = self._thinker.stop()
        try:
            taken = self.session.undo()
        except GridDuelsError as error:
            self.say(str(error))
            if stopped:
                self._let_computer_move()
            return
        self.shown = self.session.duel
        self._moved()
        self.say(f"Taken back: {', '.join(taken)}.")

    def do_give_up(self) -> None:
        if not self._giving_up:
            self.fresh()
            self._giving_up = True
            self.message = "Give up this game? Press the key again to do so, any other key to play on."
            self.show()
            return
        self.fresh()
        self._thinker.stop()
        self.session.resign()
        self._moved()

    def do_next_round(self) -> None:
        if self.session.another_round:
            self.session.next_round()
            self._restarted()

    def do_rematch(self) -> None:
        self.session.rematch()
        self._restarted()

    def _restarted(self) -> None:
        self.fresh()
        self.shown = self.session.duel
        self._moved()
        self.say(f"{self.session.name(self.session.duel.turn)} goes first.")

    # the computer

    def _let_computer_move(self) -> None:
        self._paused = False
        if self.session.computer_to_move:
            try:
                self._thinker.start(self._computer_chose, self._computer_failed)
            except GridDuelsError as error:
                self._paused, self.message = True, str(error)
        self.show()

    def _computer_chose(self, word: str, note: str) -> None:
        self.hide_progress()
        self.message = note
        self.play(word)

    def _computer_failed(self, error: Exception) -> None:
        self.hide_progress()
        if isinstance(error, Forfeit):
            mover = self.session.name(self.session.duel.turn)
            self.session.forfeit()
            self._moved()
            self.say(f"{mover}: {str(error).rstrip('.')}.")
        else:
            self._paused = True
            self.say(f"The computer cannot move: {error}")

    def do_stop(self) -> None:
        """Stops whatever is under way."""
        self.fresh()
        self.hide_progress()
        if self._thinker.stop():
            self._paused = True
        self._forget_knowing()
        self._values_shown = self._values_shown and bool(self._worth)
        self.show()

    # what is known

    def do_hint(self) -> None:
        self.fresh()
        self._ask_worth(hint=True)

    def do_values(self) -> None:
        self.fresh()
        self._values_shown = not self._values_shown
        if self._values_shown:
            self._ask_worth()
        else:
            self._forget_knowing()
            self.show()

    def _ask_worth(self, hint: bool = False) -> None:
        self.session.take_help()
        self._forget_knowing()

        def done(worth: "dict[str, Value]") -> None:
            self._knowing = None
            self.hide_progress()
            self._worth = worth
            if hint:
                self.hint, sentence = best_sentence(worth)
                self.selection.choose_word(self.hint)
                self.say(sentence)
            else:
                self.say(summary(worth))

        self._knowing = self.arcade.knowing.worth(self.session.duel, done, self._not_known, self.show_progress)
        self.say("Working out what the moves are worth.")

    def _not_known(self, error: Exception) -> None:
        self._knowing, self._values_shown = None, False
        self.hide_progress()
        self.say(f"That cannot be worked out: {error}")

    def _forget_knowing(self) -> None:
        if self._knowing:
            self._knowing.cancel()
            self._knowing = None
            self.hide_progress()

    # other screens

    def do_rules(self) -> None:
        self.arcade.show_rules(self.session.game)

    def do_moves(self) -> None:
        self.arcade.show_moves(self.session.duel)

    def do_save(self) -> None:
        self.arcade.ask_to_save(self.session.record(), self.say)

    def do_look_back(self) -> None:
        self.arcade.look_back(self.session)

    def do_leave(self) -> None:
        self.arcade.leave_game()
