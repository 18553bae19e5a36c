"""BoardScreen: what every screen shares on which somebody moves: aiming, animation, what is said."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from gridduels.duel import Duel
from gridduels.terminal.arcade.board.animation import PACE, REST, frames
from gridduels.terminal.arcade.board.painting import View
from gridduels.terminal.arcade.board.selection import Selection
from gridduels.terminal.arcade.board.view import view_of, view_of_selection
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.screens.shows_board import ShowsBoard
from gridduels.terminal.arcade.texts.progress import progress_text
from gridduels.terminal.arcade.widgets.board import BoardView
from gridduels.terminal.arcade.widgets.key_help import KeyHelp
from gridduels.terminal.arcade.widgets.message import MessageLine
from gridduels.terminal.arcade.widgets.too_small import TooSmall
from gridduels.terminal.arcade.widgets.turn_line import TurnLine

if TYPE_CHECKING:
    from gridduels.players.preparing import Preparation

__all__ = ["BoardScreen"]


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
