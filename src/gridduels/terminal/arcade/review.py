"""Review of a finished game, move by move, with the value of each move."""

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from gridduels.duel import Duel
from gridduels.targets import targets
from gridduels.terminal.arcade.board import BoardView, View, view_of
from gridduels.terminal.arcade.screens import ArcadeScreen, hidden
from gridduels.terminal.arcade.texts import note_text
from gridduels.terminal.arcade.widgets import MessageLine, Messages, MoveList, ValueGraph, arrows
from gridduels.terminal.arcade.work import Background, ask
from gridduels.terminal.live_match import LiveMatch

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Annotation, Note
    from gridduels.engine import Values


class ReviewScreen(ArcadeScreen):
    """A finished game to step through with the arrow keys; mistakes are marked, with the better move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("step"),
        Binding("escape", "stop", "stop"),
        Binding("n", "next_mistake", "next mistake"),
        Binding("t", "try_again", "try again from here"),
        Binding("escape", "leave", "back"),
        hidden("q", "leave"),
        Binding("s", "save", "save"),
        Binding("v", "graph", "graph"),
        Binding("m", "moves", "moves"),
        hidden("x", "coordinates"),
        hidden("home", "go_to(0)"),
        hidden("end", "go_to(9999)"),
    ]
    FURTHER_KEYS: ClassVar[dict[str, str]] = {"home": "start", "end": "end", "x": "number rows and columns"}

    def __init__(self, live: LiveMatch, ply: int | None = None) -> None:
        super().__init__()
        self._live, self._duel = live, live.duel
        self.ply = live.duel.ply if ply is None else ply
        self.annotation: Annotation | None = None
        self._under_way: Background[Annotation] | None = None
        self.messages = Messages(self, self._sentence, self._show)

    @property
    def busy(self) -> bool:
        return self._under_way is not None

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="middle"):
            yield BoardView(id="cells")
            with Vertical(id="side"):
                yield Static(self._duel.game.title, id="about", markup=False)
                yield ValueGraph(id="graph")
                yield Static("", id="accuracy", markup=False)
                yield MoveList(id="moves")
                yield MessageLine(id="side-message")
        yield MessageLine(id="message")

    def on_mount(self) -> None:
        def annotation(values: "Values") -> "Annotation":
            from gridduels.analysis.annotations import annotate

            return annotate(self._duel, values)

        self.query_one(BoardView).coordinates = self.arcade.settings.coordinates
        self._under_way = ask(self._duel.game, annotation, self._known, self._not_known, self.messages.watch)
        self._show()

    def on_unmount(self) -> None:
        if self._under_way:
            self._under_way.cancel()

    def _known(self, annotation: "Annotation") -> None:
        self._under_way, self.annotation, self.messages.progress = None, annotation, ""
        words = self._duel.game.words
        kept = [(words.player(player), *annotation.kept(player)) for player in (1, 2)]
        lines = [f"  {player}  {own} of {moves}" for player, own, moves in kept]
        self.query_one("#accuracy", Static).update("\n".join(["Accurate moves", *lines]))
        self._show()

    def _not_known(self, error: Exception) -> None:
        self._under_way = None
        self.messages.say(f"The moves can't be evaluated: {error}")

    def _show(self) -> None:
        notes = self.annotation.notes if self.annotation else ()
        self.query_one(BoardView).view = self._view(notes[self.ply - 1] if notes and self.ply else None)
        marks = {note.ply: note.verdict.mark for note in notes}
        self.query_one(MoveList).show(self._duel, marks, self.ply)
        if self.annotation:
            self.query_one(ValueGraph).show(self.annotation, self.ply)
        self.messages.show()
        self.refresh_bindings()

    def _view(self, note: "Note | None") -> View:
        """Return the board after a move; if a better move existed, a star marks where it leads."""
        duel = Duel(self._duel.game, self._duel.moves[: self.ply], start=self._duel.start)
        view = view_of(duel)
        if note is None or note.verdict.keeps:
            return view
        return replace(view, hint=targets(duel.undo())[note.best_moves[0]].cell)

    def _sentence(self) -> str:
        from gridduels.analysis.sentences import move_words

        words, ply = self._duel.game.words, self.ply
        if ply == 0:
            return "The start."
        ending = f" {words.why(self._duel)}" if ply == self._duel.ply and self._duel.outcome else ""
        if said := self._live.said(ply):
            ending = f" It said: {said.sentence}.{ending}"
        heading = f"Move {ply} of {self._duel.ply}, {words.player(self._duel.movers[ply - 1])}"
        if self.annotation is None:
            return f"{heading}: {move_words(self._duel.game, self._duel.moves[ply - 1])}.{ending}"
        note = self.annotation.notes[ply - 1]
        opponent = words.player(3 - note.player)
        return f"{heading}: {note_text(self._duel.game, note, opponent, self.arcade.unit(self._duel.game))}.{ending}"

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.busy if action == "stop" else True

    def action_move(self, direction: str) -> None:
        self.action_go_to(self.ply + (1 if direction in ("right", "down") else -1))

    def action_go_to(self, ply: int) -> None:
        self.ply = min(max(ply, 0), self._duel.ply)
        self.messages.sentence = ""
        self._show()

    def on_value_graph_clicked(self, event: ValueGraph.Clicked) -> None:
        self.action_go_to(event.ply)

    def action_next_mistake(self) -> None:
        """Go to the next mistake, wrapping around after the last."""
        notes = self.annotation.notes if self.annotation else ()
        wrong = [note.ply for note in notes if not note.verdict.keeps]
        later = [ply for ply in wrong if ply > self.ply]
        if wrong:
            self.action_go_to((later or wrong)[0])
        else:
            self.messages.say("No mistakes in this game." if self.annotation else "Still working out the values.")

    def action_try_again(self) -> None:
        if self.ply == self._duel.ply:
            self.messages.say("Step back to a move first, then try again from there.")
        else:
            self.arcade.try_again(self._live, self.ply)

    def action_stop(self) -> None:
        if self._under_way:
            self._under_way.cancel()
            self._under_way = None
        self.messages.progress = ""
        self._show()

    def action_graph(self) -> None:
        from gridduels.analysis.annotations import value_graph

        if self.annotation:
            self.arcade.tell(value_graph(self.annotation))
        else:
            self.messages.say("Still working out the values.")

    def action_coordinates(self) -> None:
        settings = self.arcade.settings
        settings.coordinates = not settings.coordinates
        self.arcade.keep_settings()
        self.query_one(BoardView).coordinates = settings.coordinates

    def action_moves(self) -> None:
        self.arcade.show_moves(self._duel)

    def action_save(self) -> None:
        self.arcade.ask_to_save(self._live.record(), self.messages.say)
