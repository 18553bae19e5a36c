"""ReviewScreen: a game that is over, move by move, with what each was worth."""

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from gridduels.duel import Duel
from gridduels.targets import targets
from gridduels.terminal.arcade.base import Command, ShowsBoard
from gridduels.terminal.arcade.painting import View, view_of
from gridduels.terminal.arcade.texts import note_text, progress_text
from gridduels.terminal.arcade.widgets import BoardView, KeyHelp, MessageLine, MoveList, TooSmall, ValueGraph
from gridduels.terminal.arcade.work import Background, ask_annotation
from gridduels.terminal.live_match import LiveMatch

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Annotation, Note

__all__ = ["ReviewScreen"]


class ReviewScreen(ShowsBoard):
    """Left and right step through the game; mistakes are marked, with the better move."""

    moving_word = "step"

    def __init__(self, live: LiveMatch, ply: int | None = None) -> None:
        super().__init__()
        self._live, self._duel = live, live.duel
        self._ply = live.duel.ply if ply is None else ply
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
        self._knowing = ask_annotation(self._duel, self._known, self._not_known, self._show_progress)
        self._show()

    def on_resize(self, event: object) -> None:
        self.fit()
        self._show()

    def on_unmount(self) -> None:
        if self._knowing:
            self._knowing.cancel()

    def _known(self, annotation: "Annotation") -> None:
        self._knowing, self._annotation = None, annotation
        self._progress = ""
        words = self._duel.game.words
        kept = [(words.player(player), *annotation.kept(player)) for player in (1, 2)]
        lines = [f"  {player}  {own} of {moves}" for player, own, moves in kept]
        self.query_one("#kept", Static).update("\n".join(["Moves that kept the value:", *lines]))
        self._show()

    def _not_known(self, error: Exception) -> None:
        self._knowing = None
        self._progress = ""
        self._message = f"What the moves were worth cannot be worked out: {error}"
        self._show()

    def _show(self) -> None:
        notes = self._annotation.notes if self._annotation else ()
        self.query_one(BoardView).view = self._view(notes[self._ply - 1] if notes and self._ply else None)
        marks = {note.ply: note.verdict.mark for note in notes}
        self.query_one(MoveList).show(self._duel, marks, self._ply)
        if self._annotation:
            self.query_one(ValueGraph).show(self._annotation, self._ply)
        for message in self.query(MessageLine):
            message.say(self._progress or self._message or self._sentence())
        self.refresh_keys()

    def _view(self, note: "Note | None") -> View:
        """The board after a move; where there was a better one, a star marks where it leads."""
        duel = Duel(self._duel.game, self._duel.moves[: self._ply], start=self._duel.start)
        view = view_of(duel, self.arcade.unicode)
        if note is None or note.verdict.keeps:
            return view
        return replace(view, hint=targets(duel.undo())[note.best_moves[0]].cell)

    def _show_progress(self, stage: str, done: int, total: int | None) -> None:
        self._progress = progress_text(stage, done, total, self.arcade.unicode)
        self._show()

    def _sentence(self) -> str:
        words, ply = self._duel.game.words, self._ply
        if ply == 0:
            return "The start."
        ending = f" {words.why(self._duel)}" if ply == self._duel.ply and self._duel.outcome else ""
        if said := self._live.said(ply):
            ending = f" It said: {said.sentence}.{ending}"
        heading = f"Move {ply} of {self._duel.ply}, {words.player(self._duel.movers[ply - 1])}"
        if self._annotation is None:
            return f"{heading}: {self._duel.moves[ply - 1]}.{ending}"
        note = self._annotation.notes[ply - 1]
        opponent = words.player(3 - note.player)
        return f"{heading}: {note_text(note, opponent, self.arcade.unit(self._duel.game))}.{ending}"

    def further_keys(self) -> list[tuple[str, str]]:
        return [("home", "the start"), ("end", "the end")]

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
        wrong = [note.ply for note in notes if not note.verdict.keeps]
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
            self.arcade.try_again(self._live, self._ply)

    def do_stop(self) -> None:
        if self._knowing:
            self._knowing.cancel()
            self._knowing = None
        self._progress = ""
        self._show()

    def do_graph(self) -> None:
        from gridduels.analysis.annotations import value_graph

        if self._annotation:
            self.arcade.tell(value_graph(self._annotation))
        else:
            self._message = "It is not known yet."
            self._show()

    def do_moves(self) -> None:
        self.arcade.show_moves(self._duel)

    def do_save(self) -> None:
        def said(sentence: str) -> None:
            self._message = sentence
            self._show()

        self.arcade.ask_to_save(self._live.record(), said)
