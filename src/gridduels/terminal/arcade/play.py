"""A match on the full screen: moves, computers, hints and values."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from gridduels.duel import Duel
from gridduels.errors import Forfeit, GridDuelsError
from gridduels.match import Match
from gridduels.terminal.arcade.base import Command, ShowsBoard
from gridduels.terminal.arcade.painting import PACE, REST, View, frames, view_of, view_of_selection
from gridduels.terminal.arcade.selection import Selection
from gridduels.terminal.arcade.texts import labels, legend_text, name_in_match, progress_text, summary, title_text
from gridduels.terminal.arcade.widgets import BoardView, KeyHelp, MessageLine, MoveList, TooSmall, TurnLine
from gridduels.terminal.arcade.work import Background, HeldKey, Pace, Thinker, ask_evaluation, ask_hint, ask_story
from gridduels.terminal.line import result_text
from gridduels.terminal.live_match import LiveMatch

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Story
    from gridduels.analysis.hints import Hint
    from gridduels.engine import Evaluation
    from gridduels.players.perfect import Preparation


# --- BoardScreen: the base of all screens with moves: aiming, animation, messages


class BoardScreen(ShowsBoard):
    """A board, and a person who may move on it."""

    def __init__(self, duel: Duel) -> None:
        super().__init__()
        self.selection = Selection(duel)
        self.hint: str | None = None
        self.message = ""
        self.shown = duel
        self._frames: list[View] = []
        self._progress = ""

    def compose(self) -> ComposeResult:
        """The board; beside it, or around it where there is little room, whose turn it is and what is said."""
        yield Static("", id="title", markup=False)
        yield TurnLine(self.arcade.unicode, id="turn")
        with Horizontal(id="middle"):
            yield BoardView(id="board")
            with Vertical(id="side"):
                yield TurnLine(self.arcade.unicode, id="side-turn")
                yield from self.aside()
                yield MessageLine(id="side-message")
        yield MessageLine(id="message")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def aside(self) -> list[Widget]:
        """What stands beside the board where there is room."""
        return [Static("", id="gap")]

    @property
    def duel(self) -> Duel:
        """The game as it stands."""
        raise NotImplementedError

    def may_move(self) -> bool:
        """Whether a person is to move."""
        return self.duel.outcome is None

    def labels(self) -> dict[str, str]:
        """What moves are worth, where that is to be shown on their cells."""
        return {}

    def play(self, word: str) -> None:
        """A person has decided on a move."""
        raise NotImplementedError

    def show(self) -> None:
        """Shows everything, as it stands now."""
        raise NotImplementedError

    def show_frame(self, title: str, player: int, turn: str, thinking: bool, sentence: str) -> None:
        """Shows what surrounds the board."""
        self.query_one("#title", Static).update(title, layout=False)
        for line in self.query(TurnLine):
            line.show(player, turn, thinking)
        for message in self.query(MessageLine):
            message.say(self._progress or sentence)
        self.refresh_keys()

    def say(self, sentence: str) -> None:
        self.message = sentence
        self.show()

    def show_progress(self, stage: str, done: int, total: int | None) -> None:
        """Shows how far the work under way has come."""
        self._progress = progress_text(stage, done, total, self.arcade.unicode)
        for message in self.query(MessageLine):
            message.say(self._progress)

    def how_far(self, preparation: "Preparation") -> str:
        """What is being worked out while play goes on."""
        stage, done, total = preparation.progress
        return progress_text(stage, done, total, self.arcade.unicode, preparation.seconds_left)

    def hide_progress(self) -> None:
        self._progress = ""

    def fresh(self) -> None:
        """An answer to what was said; the eye need not wait for an animation."""
        self.message, self._frames = "", []

    def on_resize(self, event: object) -> None:
        self.fit()
        if self.is_attached:
            self.show()

    # the board

    def show_board(self) -> None:
        if self.duel != self.shown and self.arcade.settings.animate:
            begun = bool(self._frames)
            self._frames = frames(self.shown, self.duel, self.arcade.unicode)
            if self._frames and not begun:
                self._next_frame()
        self.shown = self.duel
        if not self._frames:
            self.query_one(BoardView).view = self._final_view()

    def play_out(self, line: Sequence[str]) -> None:
        """Shows how the game would go on by some moves; then the board is as it was."""
        begun, duel = bool(self._frames), self.duel
        self._frames = []
        for word in line:
            before, duel = duel, duel.play(word)
            self._frames += frames(before, duel, self.arcade.unicode)
            self._frames += [view_of(duel, self.arcade.unicode)] * REST
        if self._frames and not begun:
            self._next_frame()

    def _final_view(self) -> View:
        if not self.may_move():
            return view_of(self.duel, self.arcade.unicode)
        return view_of_selection(self.selection, self.labels(), self.hint, self.arcade.unicode)

    def _next_frame(self) -> None:
        if not self.is_attached:
            return
        if self._frames:
            self.query_one(BoardView).view = self._frames.pop(0)
            self.set_timer(PACE, self._next_frame)
        else:
            self.show_board()

    # aiming

    def moving_entry(self) -> list[tuple[str, str]]:
        if not self.may_move():
            return []
        aiming = self.selection.placing or self.duel.game.statement.slides or self.arcade.settings.confirm
        return [(self.moving_names(), "aim" if aiming else "move")]

    def pointing(self) -> list[Command]:
        """The commands that aim, beside the moving keys."""
        placing = [Command("p", "place", "move" if self.selection.placing else "place")]
        return [
            Command("space", "enter", ""),
            *(placing if self.selection.can_place else []),
            Command("tab", "next_move", ""),
            Command("shift+tab", "previous_move", ""),
            Command("escape", "clear", ""),
        ]

    def further_keys(self) -> list[tuple[str, str]]:
        return [("tab", "next of all moves"), ("escape", "aim at nothing")] if self.may_move() else []

    def move(self, direction: str) -> None:
        if self.may_move():
            self.fresh()
            complete = self.selection.press(direction)
            self._aim(complete and not self.arcade.settings.confirm)

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        if self.may_move():
            self.fresh()
            self._aim(self.selection.point(event.cell, twice=self.arcade.settings.confirm))

    def _aim(self, complete: bool) -> None:
        """Plays what is aimed at once the move is complete; otherwise shows it."""
        if complete and self.selection.word:
            self.play(self.selection.word)
        else:
            self.show()

    def on_board_view_hovered(self, event: BoardView.Hovered) -> None:
        before = self.selection.cell, self.selection.sentence
        if self.may_move():
            self.selection.hover(event.cell)
        if (self.selection.cell, self.selection.sentence) != before:
            self.message = ""
            self.show()

    def aimed(self) -> str:
        """What is said about the cell that is pointed at."""
        selection = self.selection
        if selection.sentence or not selection.word:
            return selection.sentence
        game = selection.duel.game
        what = f"Place at {game.words.where(game, selection.cell)}" if selection.placing else selection.word
        twice = " twice" if self.arcade.settings.confirm else ""
        return f"{what}: {f'click{twice}' if selection.hovering else 'press enter'} to play it."

    def do_enter(self) -> None:
        self.fresh()
        self._aim(complete=True)

    def do_place(self) -> None:
        self.fresh()
        self.selection.toggle_placing()
        self.show()

    def do_next_move(self) -> None:
        self.fresh()
        self.selection.cycle()
        self.show()

    def do_previous_move(self) -> None:
        self.fresh()
        self.selection.cycle(-1)
        self.show()

    def do_clear(self) -> None:
        self.fresh()
        if self.selection.placing:
            self.selection.toggle_placing()
        self.selection.clear()
        self.hint = None
        self.show()


# --- HelpScreen: hints and values


class HelpScreen(BoardScreen):
    """The board of a game, and what is known about it."""

    def __init__(self, duel: Duel) -> None:
        super().__init__(duel)
        self._knowing: Background[Evaluation] | Background[Hint] | None = None
        self._hints: Hint | None = None
        self._hint_step = 0
        self._worth: dict[str, str] = {}
        """What is written on the cell of each move."""
        self._values_shown = False

    def labels(self) -> dict[str, str]:
        return self._worth if self._values_shown else {}

    def do_hint(self) -> None:
        """Where to look; asked again the move; asked again why, with what refutes another move played out."""
        self.fresh()
        if self._hints:
            self._hint_step = min(self._hint_step + 1, len(self._hints.steps) - 1)
            self._tell_hint(self._hints)
        else:
            self._ask_hint()

    def take_help(self) -> None:
        """Somebody asks."""

    def _ask_hint(self) -> None:
        self.take_help()
        self._forget_knowing()

        def done(hint: "Hint") -> None:
            self._knowing = None
            self.hide_progress()
            self._hints, self._hint_step = hint, 0
            self._tell_hint(hint)

        plies = self.arcade.unit(self.duel.game) == "plies"
        self._knowing = ask_hint(self.duel, plies, done, self._not_known, self.show_progress)
        self.say("Working out what the moves are worth.")

    def _tell_hint(self, hint: "Hint") -> None:
        step, last = self._hint_step, len(hint.steps) - 1
        if step:
            self.hint = hint.move
            self.selection.choose_word(hint.move)
        more = "" if step == last else f" {('Once more: the move.', 'Enter plays it; once more: why.')[step]}"
        if step == last and self.arcade.settings.animate:
            self.play_out(hint.line)
        self.say(hint.steps[step] + more)

    def do_values(self) -> None:
        self.fresh()
        self._values_shown = not self._values_shown
        if self._values_shown:
            self._ask_worth()
        else:
            self._forget_knowing()
            self.show()

    def _ask_worth(self) -> None:
        self.take_help()
        self._forget_knowing()

        def done(evaluation: "Evaluation") -> None:
            self._knowing = None
            self.hide_progress()
            unit = self.arcade.unit(self.duel.game)
            self._worth = labels(evaluation, unit)
            self.say(summary(evaluation, unit))

        self._knowing = ask_evaluation(self.duel, done, self._not_known, self.show_progress)
        self.say("Working out what the moves are worth.")

    def _not_known(self, error: Exception) -> None:
        self._knowing, self._values_shown = None, False
        self.hide_progress()
        self.say(f"That cannot be worked out: {error}")

    def _forget_help(self) -> None:
        """What was known is of no use any more: another position is on the board."""
        self._forget_knowing()
        self._hints, self.hint, self._worth = None, None, {}

    def _forget_knowing(self) -> None:
        if self._knowing:
            self._knowing.cancel()
            self._knowing = None
            self.hide_progress()


# --- ComputerScreen: the computer's moves, their pace, the pie rule


class ComputerScreen(HelpScreen):
    """Lets the computer move beside the screen's own thread. Whoever asks for help has had it: the match says so."""

    def __init__(self, live: LiveMatch) -> None:
        super().__init__(live.duel)
        self.live = live
        self._thinker = Thinker(live, self.show_progress)
        self._paused = False
        self._pace = Pace()
        self._swapping: Background[bool] | None = None
        self._keeps_side = False
        """Whether the computer has decided not to change sides."""

    @property
    def duel(self) -> Duel:
        return self.live.duel

    @property
    def match(self) -> Match:
        return self.live.match

    def _become(self, match: Match) -> None:
        """The match is further, or back."""
        raise NotImplementedError

    def take_help(self) -> None:
        if self.match.opponent and not self.match.helped:
            self.notify("With help, this game does not count in your record.", timeout=6)
        self.arcade.keep(lambda: self.live.become(self.match.take_help()))

    def _named(self, player: int) -> str:
        return name_in_match(self.match, player)

    def _let_computer_move(self) -> None:
        self._paused = False
        moves = self.match.computer_to_move and not self._pace.halted
        if moves and self.match.may_swap and not self._keeps_side:
            self._let_computer_swap(self.match)
        elif moves:
            try:
                self._thinker.start(self._computer_chose, self._computer_failed)
            except GridDuelsError as error:
                self._paused, self.message = True, str(error)
        self.show()

    def do_halt(self) -> None:
        """Computers among themselves wait for whoever watches, or go on."""
        self.fresh()
        self._pace.halted = not self._pace.halted
        if self._pace.halted:
            self._thinker.stop()
        self._let_computer_move()

    def do_step(self) -> None:
        """One move, and then they wait."""
        self.fresh()
        self._pace.halted = False
        self._pace.steps = True
        if not self._thinker.busy:
            self._let_computer_move()

    def do_faster(self) -> None:
        self.say(self._pace.change(-1))

    def do_slower(self) -> None:
        self.say(self._pace.change(+1))

    def _let_computer_swap(self, match: Match) -> None:
        """The pie rule: the computer decides whether it changes sides, beside the screen's own thread."""

        def decided(wants: bool) -> None:
            self._swapping = None
            if wants:
                self.do_change_sides()
            else:
                self._keeps_side = True
                self._let_computer_move()

        self._swapping = Background(
            lambda progress: self.live.computers.wants_to_swap(match), decided, self._computer_failed
        )

    def _forget_swapping(self) -> None:
        if self._swapping:
            self._swapping.cancel()
            self._swapping = None

    def do_change_sides(self) -> None:
        self.fresh()
        who = self._named(self.duel.turn)
        self._become(self.match.change_sides())
        self.say(f"{who} has taken the side of who began.")

    def _computer_chose(self, word: str, note: str) -> None:
        self.hide_progress()
        if wait := 0.0 if self.match.people else self._pace.wait():
            self.set_timer(wait, lambda: self._computer_moves(self.match, word, note))
        else:
            self._computer_moves(self.match, word, note)

    def _computer_moves(self, match: Match, word: str, note: str) -> None:
        """Unless something else has happened while the move was held back."""
        if match is not self.match or self._pace.halted:
            return
        self.message = note
        if not match.people:
            self._pace.moved()
        if self.arcade.settings.sound:
            self.app.bell()
        self.play(word)

    def _computer_failed(self, error: Exception) -> None:
        self.hide_progress()
        if isinstance(error, Forfeit):
            mover = self._named(self.duel.turn)
            self._become(self.match.forfeit(error.code))
            self.say(f"{mover}: {str(error).rstrip('.')}.")
        else:
            self._paused = True
            why = str(error) if isinstance(error, GridDuelsError) else f"{type(error).__name__}: {error}"
            self.say(f"The computer cannot move: {why}")


# --- PlayScreen


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
