"""A full-screen match: the board people play on, the computer, hints and values, and the end of a game."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from gridduels.duel import Duel
from gridduels.errors import Forfeit, GridDuelsError
from gridduels.match import Match
from gridduels.players.ladder import opponent_playing
from gridduels.record import HUMAN
from gridduels.terminal.arcade.board import (
    MARGIN,
    PACE,
    BoardView,
    Layout,
    View,
    frames,
    view_of,
    view_of_line,
    view_of_selection,
)
from gridduels.terminal.arcade.canvas import plain_text
from gridduels.terminal.arcade.faces import face_key
from gridduels.terminal.arcade.screens import ArcadeScreen, hidden
from gridduels.terminal.arcade.selection import Selection
from gridduels.terminal.arcade.texts import (
    called,
    capital,
    doing,
    gist_text,
    in_names,
    labels,
    match_text,
    progress_text,
    score_text,
    summary,
)
from gridduels.terminal.arcade.widgets import (
    FittingLine,
    GoldButton,
    MessageLine,
    Messages,
    MoveList,
    PlayerCard,
    TurnStrip,
    ValueGraph,
    arcade_of,
    arrows,
    icon,
)
from gridduels.terminal.arcade.work import (
    Background,
    Ending,
    HeldKey,
    Pace,
    Thinker,
    ask_ending,
    ask_evaluation,
    ask_hint,
)
from gridduels.terminal.line import result_text
from gridduels.terminal.live_match import LiveMatch

if TYPE_CHECKING:
    from gridduels.analysis.hints import Hint
    from gridduels.analysis.sentences import Unit
    from gridduels.engine import Evaluation
    from gridduels.players.perfect import Preparation

Watch = Callable[[str, int, int | None], None]

# --- DuelBoard: a board for people to play on


class DuelBoard(Vertical, can_focus=True):
    """A board with a turn strip below it. Keys and the mouse aim; a completed move is reported, never played here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "back to the game"),
        *arrows("move"),
        Binding("enter", "play", "play it"),
        hidden("space", "play"),
        Binding("w", "place", "wall"),
        hidden("p", "place"),
        hidden("tab", "cycle(1)"),
        hidden("shift+tab", "cycle(-1)"),
        hidden("escape", "clear"),
        hidden("x", "coordinates"),
    ]

    class Decided(Message):
        """A person has decided on a move."""

        def __init__(self, word: str) -> None:
            self.word = word
            super().__init__()

    class Aimed(Message):
        """A person is aiming elsewhere, so the last message is out of date."""

    class Fitted(Message):
        """The board has been given a size; `left` is its distance from the left edge in columns."""

        def __init__(self, left: int) -> None:
            self.left = left
            super().__init__()

    def __init__(self, duel: Duel, id: str | None = "board") -> None:
        super().__init__(id=id)
        self.duel, self.selection = duel, Selection(duel)
        self.may_move = False
        self.held: HeldKey | None = None
        """Set if two people share the keyboard: a key held down must not play the other person's move."""
        self._worth: Mapping[str, str] = {}
        self._hint: str | None = None
        self._line: Sequence[str] = ()
        self._shown = duel
        self._frames: list[View] = []

    def compose(self) -> ComposeResult:
        yield BoardView(id="cells")
        yield TurnStrip(id="strip")

    def on_mount(self) -> None:
        self._number_cells()

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        """Give the board the largest cells that fit, and the strip the same width.

        On a short screen, hide the tabs at the top if that allows larger cells.
        """
        left, above = (MARGIN, 1) if self.view.coordinates else (0, 0)
        width, height, shape = self.size.width - left, self.size.height - 1 - above, self.duel.game.shape
        hidden = self.screen.has_class("-no-top")
        without = Layout.fitting(shape, width, height + (not hidden))
        gives_way = self.app.size.height < 30 and without.rows > Layout.fitting(shape, width, height - hidden).rows
        self.screen.set_class(gives_way, "-no-top")
        layout = Layout.fitting(shape, width, height)
        self.view.styles.width, self.view.styles.height = layout.width + left, layout.height + above
        self.query_one(TurnStrip).styles.width = max(layout.width + left, min(24, self.size.width))
        self.post_message(self.Fitted(max(0, (self.size.width - layout.width - left) // 2)))

    @property
    def view(self) -> BoardView:
        return self.query_one(BoardView)

    # display

    def show(
        self,
        duel: Duel,
        may_move: bool,
        worth: Mapping[str, str] | None = None,
        hint: str | None = None,
        line: Sequence[str] = (),
        jump: bool = False,
    ) -> None:
        """Show a duel; the last move is animated unless `jump` is set. A `line` is a hypothetical continuation."""
        if duel is not self.duel:
            reshaped = duel.game.shape != self.duel.game.shape
            self.selection, self.duel = Selection(duel), duel
            if reshaped:
                self._lay_out()
        moved = may_move != self.may_move
        self.duel, self.may_move = duel, may_move
        self._worth, self._hint, self._line = worth or {}, hint, line
        self.screen.set_class(bool(line), "-imagined")
        if jump:
            self._shown, self._frames = duel, []
        if duel != self._shown and arcade_of(self).settings.animate:
            begun = bool(self._frames)
            self._frames = frames(self._shown, duel)
            if self._frames and not begun:
                self._next_frame()
        self._shown = duel
        if not self._frames:
            self.view.view = self._final_view()
        if moved:
            self.refresh_bindings()

    def show_turn(self, player: int, text: str, aside: str = "", thinking: bool = False) -> None:
        strip = self.query_one(TurnStrip)
        if self._line:
            strip.show_imagined()
        else:
            strip.show(player, text, aside, thinking)

    def _final_view(self) -> View:
        if self._line:
            return view_of_line(self.duel, self._line)
        if not self.may_move:
            return view_of(self.duel)
        return view_of_selection(self.selection, self._worth, self._hint)

    def _next_frame(self) -> None:
        if not self.is_attached:
            return
        if self._frames:
            self.view.view = self._frames.pop(0)
            self.set_timer(PACE, self._next_frame)
        else:
            self.view.view = self._final_view()

    def _changed(self) -> None:
        self._frames, self._line = [], ()
        self.view.view = self._final_view()
        self.refresh_bindings()
        self.post_message(self.Aimed())

    def aimed(self) -> str:
        """Return the message about the cell being pointed at."""
        selection = self.selection
        if selection.sentence or not selection.word:
            return selection.sentence
        game = selection.duel.game
        what = f"a wall at {game.words.where(game, selection.cell)}" if selection.placing else selection.word
        twice = " twice" if arcade_of(self).settings.confirm else ""
        return f"{capital(what)}: {f'click{twice}' if selection.hovering else 'press enter'} to play it."

    # keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "coordinates":
            return True
        if not self.may_move:
            return False
        if action == "place":
            return self.selection.can_place
        if action == "play":
            return bool(self.selection.word)
        if action == "back":
            return bool(self._line)
        if action == "clear":
            selection = self.selection
            return bool(selection.cell or selection.placing or selection.sentence or self._hint)
        return True

    def action_move(self, direction: str) -> None:
        if self.held and self.held.repeats(direction):
            return
        complete = self.selection.press(direction) and not arcade_of(self).settings.confirm
        if complete and self.held:
            self.held.played(direction)
        self._aim(complete)

    def action_play(self) -> None:
        self._aim(complete=True)

    def action_place(self) -> None:
        self.selection.toggle_placing()
        self._changed()

    def action_cycle(self, step: int) -> None:
        self.selection.cycle(step)
        self._changed()

    def action_clear(self) -> None:
        if self.selection.placing:
            self.selection.toggle_placing()
        self.selection.clear()
        self._hint = None
        self._changed()

    def action_back(self) -> None:
        """Return from the imagined line to the game."""
        self.action_clear()

    def action_coordinates(self) -> None:
        """Turn row and column numbers on or off; the choice is remembered."""
        arcade = arcade_of(self)
        arcade.settings.coordinates = not arcade.settings.coordinates
        arcade.keep_settings()
        self._number_cells()

    def _number_cells(self) -> None:
        self.view.coordinates = arcade_of(self).settings.coordinates
        self._lay_out()

    def _aim(self, complete: bool) -> None:
        word = self.selection.word
        self._changed()
        if complete and word:
            self.may_move = False  # until the board is shown again: a second key in the same burst decides nothing
            self.post_message(self.Decided(word))

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        if self.may_move:
            self._aim(self.selection.point(event.cell, twice=arcade_of(self).settings.confirm))

    def on_board_view_hovered(self, event: BoardView.Hovered) -> None:
        before = self.selection.cell, self.selection.sentence
        if self.may_move:
            self.selection.hover(event.cell)
        if (self.selection.cell, self.selection.sentence) != before:
            self._changed()


# --- Advice: hints and values


class Advice:
    """Hints and values for the position on the board, computed in a thread.

    `helped` is called only once an answer arrives, so a failed request costs nothing.
    """

    def __init__(
        self, board: DuelBoard, messages: Messages, helped: Callable[[], None], named: Callable[[str], str] = str
    ) -> None:
        """`named` puts the players' names into a sentence."""
        self._board, self._messages, self._helped, self._named = board, messages, helped, named
        self._under_way: Background[Evaluation] | Background[Hint] | None = None
        self._hint: Hint | None = None
        self._step = 0
        self.worth: dict[str, str] = {}
        self.values_shown = False

    @property
    def busy(self) -> bool:
        return self._under_way is not None

    @property
    def labels(self) -> dict[str, str]:
        return self.worth if self.values_shown else {}

    @property
    def move(self) -> str | None:
        """The hinted move, from the second request on."""
        return self._hint.move if self._hint and self._step else None

    @property
    def line(self) -> Sequence[str]:
        """The line behind a hint, from the third request on."""
        return self._hint.line if self._hint and self._step == len(self._hint.steps) - 1 else ()

    def ask_hint(self, duel: Duel) -> None:
        """First hint at where to look, then name the move, then explain why."""
        if self._hint:
            self._step = min(self._step + 1, len(self._hint.steps) - 1)
            self._tell()
            return

        def done(hint: "Hint") -> None:
            self._under_way, self._hint, self._step = None, hint, 0
            self._helped()
            self._tell()

        self.cancel()
        self._under_way = ask_hint(duel, self._unit(duel) == "plies", done, self._failed, self._messages.watch)
        self._messages.say("Working out what the moves are worth.")

    def _tell(self) -> None:
        assert self._hint
        if self.move:
            self._board.selection.choose_word(self.move)
        more = ("Press h again to see the move.", "Enter plays it. Press h again to see why.", "")[self._step]
        self._messages.say(f"{self._named(self._hint.steps[self._step])} {more}".rstrip())

    def leave_line(self) -> None:
        """Return from the imagined line to the game; asking again shows it again."""
        self._step = min(self._step, 1)

    def _unit(self, duel: Duel) -> "Unit":
        return arcade_of(self._board).unit(duel.game)

    def toggle_values(self, duel: Duel) -> None:
        if self.values_shown:
            self.cancel()
            self.values_shown = False
            self._messages.say("")
        else:
            self.ask_values(duel)

    def ask_values(self, duel: Duel) -> None:
        """Show the value of each move; called again for the next position while values are shown."""
        unit = self._unit(duel)

        def done(evaluation: "Evaluation") -> None:
            self._under_way, self.worth = None, labels(evaluation, unit)
            self._helped()
            self._messages.say(summary(evaluation, unit))

        self.cancel()
        self.values_shown, self._step = True, min(self._step, 1)  # values are written where the line would be
        self._under_way = ask_evaluation(duel, done, self._failed, self._messages.watch)
        self._messages.say("Working out what the moves are worth.")

    def _failed(self, error: Exception) -> None:
        self._under_way, self.values_shown = None, False
        self._messages.say(f"Can't work that out: {error}")

    def forget(self) -> None:
        """Discard hints and values because the position has changed."""
        self.cancel()
        self._hint, self._step, self.worth = None, 0, {}

    def cancel(self) -> None:
        if self._under_way:
            self._under_way.cancel()
            self._under_way = None
            self.values_shown = self.values_shown and bool(self.worth)


# --- Computer


class Computer:
    """The computer in a match: thinks in a thread, decides on the pie rule, and keeps to the chosen pace."""

    def __init__(self, screen: "PlayScreen", watch: Watch) -> None:
        self._screen, self._live = screen, screen.live
        self._thinker = Thinker(screen.live, watch)
        self._swapping: Background[bool] | None = None
        self._keeps_side = False
        self.pace = Pace()
        self.stopped = False
        """Whether a person stopped it; they may then move for it or let it think again."""

    @property
    def busy(self) -> bool:
        return self._thinker.busy or self._swapping is not None

    @property
    def preparation(self) -> "Preparation | None":
        """The computation running in the background while a person plays, if any."""
        found = self._thinker.preparation
        return found if found and found.under_way else None

    def prepare(self) -> None:
        self._thinker.prepare()

    def move(self) -> None:
        """Let the computer move if it is its turn."""
        match = self._live.match
        self.stopped = False
        if not match.computer_to_move or self.pace.halted:
            return
        if match.may_swap and not self._keeps_side:
            self._decide_on_sides(match)
            return
        try:
            self._thinker.start(self._chose, self._failed)
        except GridDuelsError as error:
            self.stopped = True
            self._screen.messages.say(str(error))

    def _decide_on_sides(self, match: Match) -> None:
        def decided(wants: bool) -> None:
            self._swapping, self._keeps_side = None, not wants
            if wants:
                self._screen.action_change_sides()
            else:
                self.move()
                self._screen.show()

        computers = self._live.computers
        self._swapping = Background(lambda progress: computers.wants_to_swap(match), decided, self._failed)

    def _chose(self, word: str, note: str) -> None:
        match = self._live.match
        wait = 0.0 if match.people else self.pace.wait()

        def play() -> None:
            if match is self._live.match and not self.pace.halted:  # nothing has changed in the meantime
                if not match.people:
                    self.pace.moved()
                self._screen.computer_moves(word, note)

        if wait:
            self._screen.set_timer(wait, play)
        else:
            play()

    def _failed(self, error: Exception) -> None:
        self._swapping = None
        match = self._live.match
        if isinstance(error, Forfeit):
            name = capital(called(match, match.duel.turn))
            self._screen.become(match.forfeit(error.code))
            self._screen.messages.say(f"{name}: {str(error).rstrip('.')}.")
        else:
            self.stopped = True
            reason = str(error) if isinstance(error, GridDuelsError) else f"{type(error).__name__}: {error}"
            self._screen.messages.say(f"The computer can't move: {reason}")

    def stop(self) -> bool:
        """Stop thinking, and return whether there was anything to stop."""
        return self._thinker.stop()

    def stop_preparing(self) -> None:
        self._thinker.stop_preparing()

    def forget(self) -> None:
        """Reset the state that belongs to the previous position."""
        self.stopped = self._keeps_side = False
        if self._swapping:
            self._swapping.cancel()
            self._swapping = None


# --- EndCard


class EndCard(Vertical):
    """The result of a game: the deciding move on a small board, the value graph, and what to do next."""

    def __init__(self) -> None:
        super().__init__(id="end")

    def compose(self) -> ComposeResult:
        with Horizontal(id="turning"):
            yield BoardView(tallest=2, id="turning-board")
            yield Static("", id="turning-text", markup=False)
        yield ValueGraph(id="graph")
        yield FittingLine(id="graph-legend")
        yield GoldButton("Rematch", id="again")

    def show(self, match: Match, ending: Ending | None, again: str) -> None:
        self.query_one("#again", GoldButton).show(again)
        known = ending is not None
        for name in ("#turning", "#graph", "#graph-legend"):
            self.query_one(name).set_class(not known, "-empty")
        if not ending:
            return
        ply = ending.ply or 0
        board, duel = self.query_one("#turning-board", BoardView), match.duel
        board.display = bool(ply) and self.screen.has_class("-tall")
        if ply:
            board.view = view_of(Duel(duel.game, duel.moves[: ply - 1], start=duel.start))
        heading = f"Decided at move {ply}.\n" if ply else ""
        self.query_one("#turning-text", Static).update(f"{heading}{in_names(match, ending.sentence)}")
        self.query_one(ValueGraph).show(ending.annotation, ply or duel.ply, ply)
        look = arcade_of(self).look
        signs = [(called(match, 1), called(match, 2)), (icon(1, look), icon(2, look))]
        self.query_one("#graph-legend", FittingLine).show([f"winning: {one} above, {two} below" for one, two in signs])


# --- PlayScreen


_EVERY: Final = 0.25
"""Seconds between progress updates for background computations."""


class PlayScreen(ArcadeScreen):
    """The board, the opponent, the moves so far, and the keys. It makes no decisions; the match's Duel does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "think_again", "think again"),
        Binding("enter", "again", "again"),
        Binding("h", "hint", "hint"),
        Binding("c", "change_sides", "change sides"),
        Binding("space", "halt", "pause"),
        Binding("n", "step", "step"),
        Binding("n", "swap_sides", "swap sides"),
        Binding("plus", "pace(-1)", "faster", key_display="+"),
        Binding("minus", "pace(1)", "slower", key_display="-"),
        Binding("u", "undo", "undo"),
        Binding("r", "rematch", "rematch"),
        Binding("r", "rules", "rules"),
        Binding("a", "analyse", "analyse"),
        Binding("escape", "stop", "stop"),
        Binding("escape", "leave", "leave"),
        Binding("e", "values", "values"),
        hidden("q", "leave"),
        Binding("g", "give_up", "give up"),
        Binding("s", "save", "save"),
        Binding("m", "moves", "moves"),
    ]
    FURTHER_KEYS: ClassVar[dict[str, str]] = {"tab": "next of all moves", "x": "number rows and columns"}

    def __init__(self, live: LiveMatch) -> None:
        super().__init__()
        self.live = live
        self.board = DuelBoard(live.duel)
        self.messages = Messages(self, self._usual_message, self.show)
        self.advice = Advice(self.board, self.messages, self._take_help, self._named)
        self.computer = Computer(self, self.messages.watch)
        self._ending: Ending | None = None
        self._asking_ending: Background[Ending | None] | None = None

    @property
    def match(self) -> Match:
        return self.live.match

    @property
    def duel(self) -> Duel:
        return self.live.duel

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="side"):
                yield PlayerCard(id="opponent")
                yield Static("", id="about", markup=False)
                yield Static("", id="status", markup=False)
                yield MoveList(id="moves")
                yield EndCard()
                yield MessageLine(id="side-message")
                yield Static(gist_text(self.match.game), id="gist", markup=False)
                yield PlayerCard(id="you")
        yield MessageLine(id="message")

    def on_mount(self) -> None:
        self.board.focus()
        if len(self.match.people) == 2:
            self.board.held = HeldKey()
        self.arcade.keep(self.live.begin)
        self.computer.prepare()
        self._preparing = self.set_interval(_EVERY, self._show_preparation)
        self._ask_ending()
        self.computer.move()
        self.show()

    def on_unmount(self) -> None:
        self.computer.stop()
        self.computer.stop_preparing()
        self.computer.forget()
        self.advice.cancel()
        self._forget_ending()
        self.live.close()

    # display

    def fit(self) -> None:
        super().fit()
        self.show()  # what fits next to the board is not repeated below it

    def show(self) -> None:
        """Show the current state."""
        if not self.is_open:
            return
        match, duel, advice = self.match, self.duel, self.advice
        over = duel.outcome is not None
        self.set_class(over, "-over")
        self.board.show(duel, self.may_move(), advice.labels, advice.move, advice.line)
        self.board.show_turn(*self._turn())
        self._show_players()
        self._put("#about", f"{match.game.title}\n{match_text(match)}" if not over else score_text(match))
        self._put("#status", duel.game.words.status(duel).replace(", ", "\n").replace(": ", ":\n"))
        self.query_one(MoveList).show(duel, line=advice.line)
        if over:
            self.query_one(EndCard).show(match, self._ending, self._again_label())
        self.messages.show()
        self.refresh_bindings()

    def _put(self, selector: str, text: str) -> None:
        widget = self.query_one(selector, Static)
        widget.set_class(not text, "-empty")
        text = plain_text(text) if self.arcade.look.mode == "ascii" else text
        if widget.content != text:  # updating triggers a slow re-layout
            widget.update(text)

    def _show_players(self) -> None:
        you = self.match.people[0] if len(self.match.people) == 1 else 1
        for player, card in ((3 - you, "#opponent"), (you, "#you")):
            kind, name = self.match.players[player - 1], capital(called(self.match, player))
            opponent = opponent_playing(kind)
            about = opponent.about if opponent else ("" if kind == HUMAN else "a computer player")
            mood = ""
            if outcome := self.duel.outcome:
                mood = "" if not outcome.winner else "happy" if outcome.winner == player else "sad"
                about = self._verdict(player) if card == "#opponent" else about
            card_widget = self.query_one(card, PlayerCard)
            card_widget.show(face_key(kind, you=card == "#you"), player, name, about, mood)  # type: ignore[arg-type]

    def _verdict(self, player: int) -> str:
        """Return how the game ended, for the opponent's card."""
        match = self.match
        return f"{self._headline()}. {self._why()}" if match.opponent else self._why()

    def _named(self, sentence: str) -> str:
        return in_names(self.match, sentence)

    def _why(self) -> str:
        return self._named(self.duel.game.words.why(self.duel))

    def _headline(self) -> str:
        winner = self.duel.outcome.winner if self.duel.outcome else 0
        return doing(called(self.match, winner), "win") if winner else "A draw"

    def _turn(self) -> tuple[int, str, str, bool]:
        """Return the strip's player, text and aside, and whether the computer is busy."""
        duel = self.duel
        if duel.outcome:
            return duel.outcome.winner, self._headline(), self._why(), False
        name = called(self.match, duel.turn)
        if self.computer.busy:
            return duel.turn, f"{capital(name)} is thinking", "", True
        if name == "you":
            return duel.turn, "Your move", self._how_to_move(), False
        return duel.turn, f"{capital(name)} to move", self._how_to_move() if self.may_move() else "", False

    def _how_to_move(self) -> str:
        selection = self.board.selection
        if selection.can_place:
            return "Arrows, enter; w for a wall." if selection.takes_several_keys else "Arrow to step, w for a wall."
        aims = selection.takes_several_keys or self.duel.game.statement.slides
        return "Arrow to aim, enter to play." if aims else "Press an arrow."

    def _usual_message(self) -> str:
        duel, board = self.duel, self.board
        if duel.outcome:
            uncounted = (
                "This game doesn't count towards your record." if self.match.helped and self.match.opponent else ""
            )
            told = self._named(self._ending.sentence) if self._ending and not self.has_class("-wide") else ""
            why = "" if self.has_class("-wide") else self._why()
            return " ".join(filter(None, [why, told, self._result(), uncounted]))
        if aimed := board.aimed():
            return aimed
        if self.computer.pace.halted:
            return f"Paused. {self.computer.pace.speed}"
        if self.computer.stopped:
            return f"{capital(called(self.match, duel.turn))} was stopped. Press enter to let it think, or move for it."
        if duel.legal_moves and not board.selection.legal_cells and not board.selection.can_place:
            return f"The only move is {', '.join(duel.legal_moves)}: press tab, then enter."
        if preparation := self.computer.preparation:
            stage, done, total = preparation.progress
            return progress_text(stage, done, total, self.arcade.unicode, preparation.seconds_left)
        return duel.game.words.status(duel) if not self.has_class("-wide") else ""

    def _result(self) -> str:
        """Return who won a match of several rounds, once it is over."""
        match = self.match
        if match.another_round or match.rounds == 1:
            return ""
        return result_text(match, lambda player: capital(called(match, player)))

    def _show_preparation(self) -> None:
        """Show the progress of background computations if there is no other message."""
        preparation = self.computer.preparation
        if preparation and self.advice.busy:
            self.messages.watch(*preparation.progress)
        elif not self.computer.busy:
            self.messages.show()
        if not preparation:
            self._preparing.stop()

    def may_move(self) -> bool:
        """Return whether a person may move; on the computer's turn, only if it was stopped."""
        computer, duel = self.computer, self.duel
        mine = not self.match.computer_to_move or computer.stopped
        return mine and bool(self.match.people or computer.stopped) and not duel.outcome and not computer.busy

    # moves

    def on_duel_board_decided(self, event: DuelBoard.Decided) -> None:
        self.play(event.word)

    def on_duel_board_aimed(self) -> None:
        if self.advice.line:
            self.advice.leave_line()
            self.show()
        self.messages.clear()

    def play(self, word: str) -> None:
        try:
            after = self.match.play(word)
        except GridDuelsError as error:
            self.messages.say(str(error))
        else:
            self.messages.sentence = ""
            self.become(after)

    def computer_moves(self, word: str, note: str) -> None:
        self.messages.progress = ""
        if self.arcade.settings.sound:
            self.app.bell()
        self.play(word)
        if note and not self.computer.preparation:  # its progress is more informative
            self.messages.say(note)

    def become(self, match: Match, jump: bool = False) -> None:
        """Update the match after a move, an undo or a new round."""
        self.arcade.keep(lambda: self.live.become(match))
        self.messages.sentence = ""
        self.advice.forget()
        self.computer.forget()
        self._forget_ending()
        if jump:
            self.board.show(match.duel, may_move=False, jump=True)
        if match.duel.outcome:
            self.arcade.count_game(match)
            self.arcade.remember_game(self.live.record())
            self._ask_ending()
        self.computer.move()
        self.show()
        if self.advice.values_shown and self.may_move():
            self.advice.ask_values(self.duel)

    def _take_help(self) -> None:
        self.messages.progress = ""
        if self.match.opponent and not self.match.helped:
            self.notify("With help, this game doesn't count.", timeout=6)
        self.arcade.keep(lambda: self.live.become(self.match.take_help()))

    # the end

    def _ask_ending(self) -> None:
        if self.duel.outcome:
            self._asking_ending = ask_ending(self.match, self._know_ending, lambda error: None)

    def _know_ending(self, ending: Ending | None) -> None:
        self._asking_ending, self._ending = None, ending
        self.show()

    def _forget_ending(self) -> None:
        self._ending = None
        if self._asking_ending:
            self._asking_ending.cancel()
            self._asking_ending = None

    def _lost_at(self) -> int:
        """Return the ply at which the person gave the game away, or 0 if they did not."""
        outcome, ply = self.duel.outcome, self._ending.ply if self._ending else None
        lost = outcome and outcome.winner and self.match.opponent and not self.match.is_person(outcome.winner)
        return ply if lost and ply else 0

    def _again_label(self) -> str:
        if self.match.rounds and self.match.another_round:
            return "Next round"
        return f"Try again from move {ply}" if (ply := self._lost_at()) else "Rematch"

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is currently available."""
        over, watching = self.duel.outcome is not None, not self.match.people
        return {
            "stop": not over and (self.computer.busy or self.advice.busy or self.computer.preparation is not None),
            "think_again": not over and self.computer.stopped,
            "again": over,
            "rematch": over,
            "swap_sides": over,
            "analyse": over,
            "hint": self.may_move(),
            "values": self.may_move(),
            "change_sides": self.may_move() and self.match.may_swap and not self.match.computer_to_move,
            "halt": not over and watching,
            "step": not over and watching,
            "pace": not over and watching,
            "undo": not over,
            "rules": not over,
            "give_up": not over and not watching,
        }.get(action, True)

    def action_stop(self) -> None:
        """Stop all running computations."""
        self.messages.sentence = self.messages.progress = ""
        self.computer.stop_preparing()
        if self.computer.stop():
            self.computer.stopped = True
        self.advice.cancel()
        self.show()

    def action_think_again(self) -> None:
        self.messages.sentence = ""
        self.computer.move()
        self.show()

    def action_hint(self) -> None:
        self.advice.ask_hint(self.duel)

    def action_values(self) -> None:
        self.advice.toggle_values(self.duel)

    def action_change_sides(self) -> None:
        name = called(self.match, self.duel.turn)
        self.become(self.match.change_sides())
        self.messages.say(f"{capital(name)} took over the side that moved first.")

    def action_halt(self) -> None:
        """Pause or resume computers playing each other."""
        pace = self.computer.pace
        pace.halted = not pace.halted
        if pace.halted:
            self.computer.stop()
        self.computer.move()
        self.messages.say("")

    def action_step(self) -> None:
        """Let the computers make one move, then pause."""
        self.computer.pace.halted, self.computer.pace.steps = False, True
        if not self.computer.busy:
            self.computer.move()
        self.messages.say("")

    def action_pace(self, by: int) -> None:
        self.messages.say(self.computer.pace.change(by))

    def action_undo(self) -> None:
        moves, stopped = self.duel.moves, self.computer.stop()
        try:
            after = self.match.undo()
        except GridDuelsError as error:
            if stopped:
                self.computer.move()
            self.messages.say(str(error))
            return
        self.become(after, jump=True)
        self.messages.say(f"Taken back: {', '.join(moves[after.duel.ply :])}.")

    def action_give_up(self) -> None:
        def give_up() -> None:
            if not self.duel.outcome:  # the computer may have ended the game in the meantime
                self.computer.stop()
                self.become(self.match.resign())

        self.arcade.confirm("Give up this game?", "give up", "g", "play on", give_up)

    def action_again(self) -> None:
        """Continue after the end: the next round, another try from the turning point, or a rematch."""
        ply = self._lost_at()
        if ply and not (self.match.rounds and self.match.another_round):
            self.arcade.try_again(self.live, ply - 1)
        else:
            self.action_rematch()

    def action_rematch(self) -> None:
        self._restart(self.match.next_round() if self.match.another_round else self.match.rematch())

    def action_swap_sides(self) -> None:
        self._restart(self.match.rematch())

    def _restart(self, match: Match) -> None:
        self.become(match, jump=True)
        name = called(match, match.duel.start.turn)
        self.messages.say(f"{doing(name, 'go')} first." if name == "you" else f"{capital(name)} goes first.")

    def action_analyse(self) -> None:
        self.arcade.look_back(self.live, self._ending.ply if self._ending else None)

    def action_rules(self) -> None:
        self.arcade.show_rules(self.match.game)

    def action_moves(self) -> None:
        self.arcade.show_moves(self.duel)

    def action_save(self) -> None:
        self.arcade.ask_to_save(self.live.record(), self.messages.say)

    def action_leave(self) -> None:
        self.arcade.leave_game()
