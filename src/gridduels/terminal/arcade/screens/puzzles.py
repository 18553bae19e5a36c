"""PuzzleScreen: positions that are won by one move alone; find it, and go on to the end."""

from datetime import date
from typing import TYPE_CHECKING

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.terminal.arcade.background import Background
from gridduels.terminal.arcade.keys import Command
from gridduels.terminal.arcade.screens.board import BoardScreen
from gridduels.terminal.arcade.selection import Selection

if TYPE_CHECKING:
    from gridduels.analysis.puzzles import Answer, Puzzle

__all__ = ["PuzzleScreen"]


class PuzzleScreen(BoardScreen):
    """First the puzzle of the day, then as many as somebody likes."""

    def __init__(self, game: Game) -> None:
        super().__init__(Duel(game))
        self._game = game
        self._duel = Duel(game)
        self._puzzle: Puzzle | None = None
        self._knowing: Background[Puzzle | None] | Background[Answer] | None = None
        self._number = 0
        self._slipped = False

    @property
    def duel(self) -> Duel:
        return self._duel

    def may_move(self) -> bool:
        puzzle = self._puzzle
        return (
            puzzle is not None and self._knowing is None and self._duel.turn == puzzle.position.turn and not self.over
        )

    @property
    def over(self) -> bool:
        return self._duel.outcome is not None

    def on_mount(self) -> None:
        self._ask()

    def on_unmount(self) -> None:
        self._forget()

    def _ask(self) -> None:
        """The next puzzle; the first of a day is the same for everybody."""
        self._forget()
        self._puzzle = None
        today = date.today().isoformat()
        seed = today if self._number == 0 else f"{today} {self._number}"
        self._knowing = self.arcade.knowing.puzzle(self._game, seed, self._found, self._failed, self.show_progress)
        self.say("Looking for a puzzle.")

    def _found(self, puzzle: "Puzzle | None") -> None:
        self._knowing = None
        self.hide_progress()
        if puzzle is None:
            self.say(f"{self._game.title} has no puzzles on this board: choose a larger one in the options.")
            return
        self._puzzle, self._slipped = puzzle, False
        self._set(puzzle.duel())
        self.say(f"{puzzle.title}. Only one move keeps the win: find it.")

    def _set(self, duel: Duel) -> None:
        self._duel, self.selection, self.hint = duel, Selection(duel), None

    def _failed(self, error: Exception) -> None:
        self._knowing = None
        self.hide_progress()
        self.say(f"There are no puzzles here: {error}")

    def show(self) -> None:
        if not self.is_attached:
            return
        day = "puzzle of the day" if self._number == 0 else f"puzzle {self._number + 1}"
        solved = self.arcade.results.puzzles.get(self._game.id, 0)
        player, words = self._duel.turn, f"{self._game.words.player(self._duel.turn)} to move"
        if self._duel.outcome:
            player, words = self._duel.outcome.winner, f"{self._game.words.player(self._duel.outcome.winner)} wins"
        aimed = f"{self.selection.word}: press enter to play it." if self.selection.word else ""
        title = f"{self._game.title}: {day}   solved {solved}"
        sentence = self.message or self.selection.sentence or aimed
        self.show_frame(title, player, words, self._knowing is not None, sentence)
        self.show_board()

    def wanted(self) -> list[Command]:
        found = [Command("enter", "enter", "play it" if self.selection.word else ""), *self.pointing()]
        found = found if self.may_move() else []
        more = [Command("n", "next", "next puzzle"), Command("h", "hint", "hint"), Command("r", "rules", "rules")]
        stop = [Command("escape", "stop", "stop")] if self._knowing else []
        return [*stop, *found, *more, Command("q", "leave", "menu"), Command("escape", "leave", "")]

    def play(self, word: str) -> None:
        """A person's move is judged before it is made."""

        def judged(answer: "Answer") -> None:
            self._knowing = None
            self.hide_progress()
            self._judge(word, answer)

        self._knowing = self.arcade.knowing.judge(self._duel, word, judged, self._failed, self.show_progress)
        self.show()

    def _judge(self, word: str, answer: "Answer") -> None:
        if not answer.right:
            self._slipped = True
            self.selection.clear()
            self.say(f"No: {word} is a {answer.value} for you. Try another move.")
            return
        after = self._duel.play(word)
        if answer.reply:
            after = after.play(answer.reply)
        self._set(after)
        if not after.outcome:
            self.say(f"Right! The answer is {answer.reply}. Go on: find the next move.")
            return
        if not self._slipped:
            self.arcade.remember_puzzle(self._game.id)
        self.say("Solved." if not self._slipped else "Done, with a slip on the way: such a one does not count.")

    def do_hint(self) -> None:
        if self._puzzle and self._duel.ply == 0:
            self._slipped = True
            self.hint = self._puzzle.solution
            self.say(f"It is {self._puzzle.solution}. With a hint, the puzzle does not count.")
        else:
            self.say("There is no hint here.")

    def do_next(self) -> None:
        self._number += 1
        self._ask()

    def do_stop(self) -> None:
        self._forget()
        self.hide_progress()
        self.say("Stopped.")

    def _forget(self) -> None:
        if self._knowing:
            self._knowing.cancel()
            self._knowing = None

    def do_rules(self) -> None:
        self.arcade.show_rules(self._game)

    def do_leave(self) -> None:
        self.app.pop_screen()
