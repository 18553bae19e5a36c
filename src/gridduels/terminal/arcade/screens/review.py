"""ReviewScreen: a game that is over, move by move, with what each was worth."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from gridduels.duel import Duel
from gridduels.terminal.arcade.background import Background
from gridduels.terminal.arcade.keys import Command
from gridduels.terminal.arcade.progress_text import progress_text
from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.session import Session
from gridduels.terminal.arcade.view import view_of
from gridduels.terminal.arcade.widgets.board import BoardView
from gridduels.terminal.arcade.widgets.key_help import KeyHelp
from gridduels.terminal.arcade.widgets.message import MessageLine
from gridduels.terminal.arcade.widgets.move_list import MoveList
from gridduels.terminal.arcade.widgets.too_small import TooSmall
from gridduels.terminal.arcade.widgets.value_graph import ValueGraph

if TYPE_CHECKING:
    from gridduels.analysis.annotate import Annotation, Note

__all__ = ["ReviewScreen"]

_MARKS = {"slower": "", "mistake": "?", "blunder": "??"}


class ReviewScreen(ArcadeScreen):
    """Left and right step through the game; mistakes are marked, with the better move."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session, self._duel = session, session.duel
        self._ply = session.duel.ply
        self._annotation: Annotation | None = None
        self._knowing: Background[Annotation] | None = None
        self._message, self._progress = "", ""

    def compose(self) -> ComposeResult:
        unicode = self.arcade.unicode
        yield Static(f"{self._duel.game.title}: looking back", id="title", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(id="board")
            with Vertical(id="side"):
                yield ValueGraph(unicode, id="graph")
                yield Static("", id="kept", markup=False)
                yield MoveList(id="moves")
                yield MessageLine(id="side-message")
        yield MessageLine(id="message")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        self._knowing = self.arcade.knowing.annotation(self._duel, self._known, self._not_known, self._show_progress)
        self._show()

    def on_unmount(self) -> None:
        if self._knowing:
            self._knowing.cancel()

    def _known(self, annotation: "Annotation") -> None:
        self._knowing, self._annotation = None, annotation
        self._progress = ""
        words = self._duel.game.words
        lines = [f"{words.player(player)} kept the value" for player in (1, 2)]
        kept = [annotation.kept(player) for player in (1, 2)]
        text = "\n".join(f"{line} {own} of {moves}" for line, (own, moves) in zip(lines, kept, strict=True))
        self.query_one("#kept", Static).update(text)
        self._show()

    def _not_known(self, error: Exception) -> None:
        self._knowing = None
        self._progress = ""
        self._message = f"What the moves were worth cannot be worked out: {error}"
        self._show()

    def _show(self) -> None:
        duel = Duel(self._duel.game, self._duel.moves[: self._ply], start=self._duel.start)
        self.query_one(BoardView).view = view_of(duel, self.arcade.unicode)
        notes = self._annotation.notes if self._annotation else ()
        marks = {note.ply: _MARKS.get(note.verdict, "") for note in notes}
        self.query_one(MoveList).show(self._duel, marks, self._ply)
        if self._annotation:
            self.query_one(ValueGraph).show(self._annotation, self._ply)
        for message in self.query(MessageLine):
            message.say(self._progress or self._message or self._sentence())
        self.refresh_keys()

    def _show_progress(self, stage: str, done: int, total: int | None) -> None:
        self._progress = progress_text(stage, done, total, self.arcade.unicode)
        self._show()

    def _sentence(self) -> str:
        words = self._duel.game.words
        if self._ply == 0:
            return "The start."
        ending = f" {words.why(self._duel)}" if self._ply == self._duel.ply and self._duel.outcome else ""
        place = f"Ply {self._ply} of {self._duel.ply}, {words.player(self._duel.history()[self._ply - 1].turn)}"
        if self._annotation is None:
            return f"{place} {self._duel.moves[self._ply - 1]}.{ending}"
        return f"{place} {_remark(self._annotation.notes[self._ply - 1])}.{ending}"

    def moving_entry(self) -> list[tuple[str, str]]:
        return [(self.moving_names(), "step")]

    def wanted(self) -> list[Command]:
        found = [Command("escape", "stop" if self._knowing else "leave", "stop" if self._knowing else "back")]
        return [
            *found,
            Command("n", "next_mistake", "next mistake"),
            Command("t", "try_again", "try again from here"),
            Command("s", "save", "save"),
            Command("v", "graph", "graph"),
            Command("m", "moves", "moves"),
            Command("home", "first", ""),
            Command("end", "last", ""),
            Command("q", "leave", ""),
        ]

    def move(self, direction: str) -> None:
        self._go_to(self._ply + (1 if direction in ("right", "down") else -1))

    def _go_to(self, ply: int) -> None:
        self._ply = min(max(ply, 0), self._duel.ply)
        self._message = ""
        self._show()

    def on_value_graph_clicked(self, event: ValueGraph.Clicked) -> None:
        self._go_to(event.ply)

    def do_first(self) -> None:
        self._go_to(0)

    def do_last(self) -> None:
        self._go_to(self._duel.ply)

    def do_next_mistake(self) -> None:
        """The next one after this move, from the start again after the last."""
        notes = self._annotation.notes if self._annotation else ()
        wrong = [note.ply for note in notes if note.verdict in ("mistake", "blunder")]
        later = [ply for ply in wrong if ply > self._ply]
        if wrong:
            self._go_to((later or wrong)[0])
        else:
            self._message = "There is no mistake in this game." if self._annotation else "It is not known yet."
            self._show()

    def do_try_again(self) -> None:
        if self._ply == self._duel.ply:
            self._message = "Step back to a move first, then try again from there."
            self._show()
        else:
            self.arcade.try_again(self._session, self._ply)

    def do_stop(self) -> None:
        if self._knowing:
            self._knowing.cancel()
            self._knowing = None
        self._progress = ""
        self._show()

    def do_graph(self) -> None:
        from gridduels.analysis.graph import value_graph

        if self._annotation:
            self.arcade.tell(value_graph(self._annotation))

    def do_moves(self) -> None:
        self.arcade.show_moves(self._duel)

    def do_save(self) -> None:
        def said(sentence: str) -> None:
            self._message = sentence
            self._show()

        self.arcade.ask_to_save(self._session.record(), said)

    def do_leave(self) -> None:
        self.app.pop_screen()


def _remark(note: "Note") -> str:
    """A move, its verdict, and the better move where there was one."""
    if note.verdict == "best":
        return f"{note.move}: best, {note.reason}"
    return f"{note.move}: {note.verdict}, {note.reason}; better: {', '.join(note.best_moves[:3])} ({note.best_value})"
