"""PlayScreen: a match being played."""

from typing import TYPE_CHECKING, Final

from textual.widget import Widget
from textual.widgets import Static

from gridduels.errors import GridDuelsError
from gridduels.match import Match
from gridduels.terminal.arcade.board.selection import Selection
from gridduels.terminal.arcade.screens.computer import ComputerScreen
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.texts.frame import legend_text, title_text
from gridduels.terminal.arcade.widgets.move_list import MoveList
from gridduels.terminal.arcade.work.background import Background
from gridduels.terminal.arcade.work.pace import HeldKey
from gridduels.terminal.arcade.work.questions import ask_story
from gridduels.terminal.live_match import LiveMatch
from gridduels.terminal.scores import result_text

if TYPE_CHECKING:
    from gridduels.analysis.remarks import Story

__all__ = ["PlayScreen"]

_EVERY: Final = 0.25
"""Seconds between two looks at what is worked out while play goes on."""


class PlayScreen(ComputerScreen):
    """The board, whose turn it is, the moves so far, and the keys. It decides nothing: the match's Duel does."""

    def __init__(self, live: LiveMatch) -> None:
        super().__init__(live)
        self._giving_up = False
        self._held = HeldKey()
        self._story: Story | None = None
        self._telling: Background[Story | None] | None = None

    def aside(self) -> list[Widget]:
        return [
            Static("", id="status", markup=False),
            MoveList(id="moves"),
            Static("", id="legend", markup=False),
        ]

    def on_mount(self) -> None:
        self.arcade.keep(self.live.begin)
        self._thinker.prepare()
        self._preparing = self.set_interval(_EVERY, self._show_preparing)
        self._ask_story()
        self._let_computer_move()

    def on_unmount(self) -> None:
        self._thinker.stop()
        self._thinker.stop_preparing()
        self._forget_knowing()
        self._forget_swapping()
        self._forget_story()
        self.live.close()

    # what is shown

    def show(self) -> None:
        """Everything, as it stands now."""
        if not self.is_attached:
            return
        duel, words = self.duel, self.duel.game.words
        self.show_frame(title_text(self.match, self.app.size.width), *self._turn(), self._sentence())
        self.show_board()
        self.query_one(MoveList).show(duel)
        self._put("#status", words.status(duel).replace(", ", "\n").replace(": ", ":\n"))
        self._put("#legend", legend_text(self.match, self.selection.placing))

    def _put(self, selector: str, text: str) -> None:
        """Shows a text; laying everything out anew takes its time, so only where it is needed."""
        widget = self.query_one(selector, Static)
        if widget.content != text:
            widget.update(text)

    def _turn(self) -> tuple[int, str, bool]:
        """Whose turn it is, in words, and whether the computer is at work."""
        duel = self.duel
        if duel.outcome:
            winner = duel.outcome.winner
            return winner, f"{self._named(winner)} wins" if winner else "A draw", False
        doing = "thinks" if self._thinker.busy else "to move"
        return duel.turn, f"{self._named(duel.turn)} {doing}", self._thinker.busy

    def _sentence(self) -> str:
        duel = self.duel
        if self.message:
            return self.message
        if self.selection.sentence:
            return self.selection.sentence
        if duel.outcome:
            uncounted = "It does not count: you had help." if self.match.helped and self.match.opponent else ""
            told = self._story.sentence if self._story else ""
            return " ".join(filter(None, [duel.game.words.why(duel), told, self._result(), uncounted]))
        if self._pace.halted:
            return f"Halted. {self._pace.speed}"
        if self._paused:
            return f"{self._named(duel.turn)} was stopped. Enter lets it think again; you may also move for it."
        if self.selection.word:
            return self.aimed()
        if duel.legal_moves and not self.selection.legal_cells and not self.selection.can_place:
            return f"You can only play {', '.join(duel.legal_moves)}: press tab, then enter."
        if (preparation := self._thinker.preparation) and preparation.under_way:
            return self.how_far(preparation)
        return duel.game.words.status(duel) if not self.has_class("-wide") else ""

    def _show_preparing(self) -> None:
        """What is worked out while play goes on: shown where nothing else is to be said, until it has come."""
        preparation = self._thinker.preparation
        if preparation and preparation.under_way and self._knowing:
            self.show_progress(*preparation.progress)
        elif not self._thinker.busy:
            self.show()
        if not preparation or not preparation.under_way:
            self._preparing.stop()

    def _result(self) -> str:
        """Who has won a match of several rounds, once it is over."""
        match = self.match
        return "" if match.another_round or match.rounds == 1 else result_text(match, self._named)

    def may_move(self) -> bool:
        """A person moves for a computer only where it was stopped."""
        here = bool(self.match.people) or self._paused
        return here and self.duel.outcome is None and not self._thinker.busy and not self._swapping

    # keys

    def wanted(self) -> list[Command]:
        if self.duel.outcome:
            return self._wanted_after()
        found = []
        if self._thinker.busy or self._knowing or self._thinker.preparing:
            found.append(Command("escape", "stop", "stop"))
        if self.may_move():
            aiming = bool(self.selection.word) or self._paused
            found += [Command("enter", "enter", "play it" if aiming else ""), *self.pointing()]
            found += [Command("h", "hint", "hint"), Command("e", "values", "values")]
            if self.match.may_swap and not self.match.computer_to_move:
                found.append(Command("c", "change_sides", "change sides"))
        if not self.match.people:
            found += [Command("space", "halt", "go on" if self._pace.halted else "halt"), Command("n", "step", "step")]
            found += [Command("+", "faster", "faster"), Command("-", "slower", "slower")]
        found += [Command("u", "undo", "undo"), Command("r", "rules", "rules"), Command("s", "save", "save")]
        found += [Command("q", "leave", "menu"), Command("g", "give_up", "give up"), Command("m", "moves", "moves")]
        return found

    def _wanted_after(self) -> list[Command]:
        more = self.match.another_round
        return [
            Command("enter", "next_round", "next round" if more else ""),
            Command("n", "rematch", "swap sides"),
            *([Command("t", "turning_point", "turning point")] if self._story and self._story.ply else []),
            Command("b", "look_back", "look back"),
            Command("q", "leave", "menu"),
            Command("s", "save", "save"),
            Command("r", "rules", "rules"),
            Command("m", "moves", "moves"),
        ]

    def move(self, direction: str) -> None:
        """A key that is held down does not go on to play the moves of the other person at the keyboard."""
        if len(self.match.people) == 2 and self._held.repeats(direction):
            return
        before = self.duel
        super().move(direction)
        if self.duel is not before:
            self._held.played(direction)

    def do(self, action: str) -> None:
        if action != "give_up":
            self.forget_question()
        self._held.played("")  # whoever presses another key has let go of the last one
        super().do(action)

    def do_enter(self) -> None:
        if self._paused and not self.selection.word:
            self.fresh()
            self._let_computer_move()
        else:
            super().do_enter()

    def play(self, word: str) -> None:
        try:
            after = self.match.play(word)
        except GridDuelsError as error:
            self.say(str(error))
        else:
            self._become(after)

    def _become(self, match: Match) -> None:
        """The match is further, or back: a new turn, or the end."""
        self.arcade.keep(lambda: self.live.become(match))
        self._forget_help()
        self._forget_swapping()
        self.selection = Selection(match.duel)
        self._paused = self._keeps_side = self._giving_up = False
        self._forget_story()
        if match.duel.outcome:
            self._count(match.duel.outcome.winner)
            self.arcade.remember_game(self.live.record())
            self._ask_story()
        self._let_computer_move()
        if self._values_shown and self.may_move():
            self._ask_worth()

    def _ask_story(self) -> None:
        """What the game came down to, once it is over."""
        if self.duel.outcome:
            self._telling = ask_story(self.match, self._tell_story, lambda error: None)

    def _tell_story(self, story: "Story | None") -> None:
        self._telling, self._story = None, story
        self.show()

    def _forget_story(self) -> None:
        self._story = None
        if self._telling:
            self._telling.cancel()
            self._telling = None

    def _count(self, winner: int) -> None:
        match = self.match
        if winner and match.opponent and not match.helped:
            self.arcade.remember_result(match.game.id, match.opponent, match.is_person(winner))
            self.arcade.remember_star(match)

    def do_undo(self) -> None:
        self.fresh()
        moves, stopped = self.duel.moves, self._thinker.stop()
        try:
            after = self.match.undo()
        except GridDuelsError as error:
            self.say(str(error))
            if stopped:
                self._let_computer_move()
            return
        self.shown = after.duel
        self._become(after)
        self.say(f"Taken back: {', '.join(moves[after.duel.ply :])}.")

    def forget_question(self) -> None:
        if self._giving_up:
            self._giving_up = False
            self.say("")

    def do_give_up(self) -> None:
        self.fresh()
        if not self._giving_up:
            self._giving_up = True
            self.say("Give up this game? Press the key again to do so, any other key to play on.")
            return
        self._thinker.stop()
        self._become(self.match.resign())

    def do_next_round(self) -> None:
        if self.match.another_round:
            self._restart(self.match.next_round())

    def do_rematch(self) -> None:
        self._restart(self.match.rematch())

    def _restart(self, match: Match) -> None:
        self.fresh()
        self.shown = match.duel
        self._become(match)
        self.say(f"{self._named(match.duel.turn)} goes first.")

    # what is under way, and other screens

    def do_stop(self) -> None:
        """Stops whatever is under way."""
        self.fresh()
        self.hide_progress()
        self._thinker.stop_preparing()
        if self._thinker.stop():
            self._paused = True
        self._forget_knowing()
        self._values_shown = self._values_shown and bool(self._worth)
        self.show()

    def do_rules(self) -> None:
        self.arcade.show_rules(self.match.game)

    def do_moves(self) -> None:
        self.arcade.show_moves(self.duel)

    def do_save(self) -> None:
        self.arcade.ask_to_save(self.live.record(), self.say)

    def do_look_back(self) -> None:
        self.arcade.look_back(self.live)

    def do_turning_point(self) -> None:
        """The move that gave the game away."""
        if self._story:
            self.arcade.look_back(self.live, self._story.ply)

    def do_leave(self) -> None:
        self.arcade.leave_game()
