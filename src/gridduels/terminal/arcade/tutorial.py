"""TutorialScreen: a game learned by playing it, in under a minute."""

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Definition
from gridduels.lessons import Lesson, lessons, respond
from gridduels.terminal.arcade.base import Command
from gridduels.terminal.arcade.play import BoardScreen
from gridduels.terminal.arcade.selection import Selection
from gridduels.terminal.settings import Setup

__all__ = ["TutorialScreen"]


class TutorialScreen(BoardScreen):
    """One lesson after the other, and then a first game."""

    def __init__(self, definition: Definition) -> None:
        self._lessons = lessons(definition)
        self._definition = definition
        self._number = 0
        self._duel = self.lesson.duel(definition)
        self._done = False
        super().__init__(self._duel)

    @property
    def lesson(self) -> Lesson:
        """What is being learned now."""
        return self._lessons[self._number]

    @property
    def duel(self) -> Duel:
        return self._duel

    def may_move(self) -> bool:
        return self.lesson.is_task and not self._done

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        if not self.is_attached:
            return
        if self.may_move() and self.lesson.refused and self.selection.sentence == self._why_refused():
            self._done, self.message = True, self.selection.sentence
        count = f"{self._number + 1} of {len(self._lessons)}"
        sentence = self.message or self.aimed() or f"{self.lesson.text} {self.lesson.keys}".rstrip()
        turn = self._duel.turn if not self._done else self.lesson.duel(self._definition).turn
        words = f"{self._definition.words.player(turn)} is you"
        self.show_frame(f"{self._definition.title}: learn it, {count}", turn, words, False, sentence)
        self.show_board()

    def _why_refused(self) -> str:
        try:
            self._duel.play(self.lesson.refused)
        except GridDuelsError as error:
            return str(error)
        return ""

    def wanted(self) -> list[Command]:
        leaving = [Command("q", "leave", "menu"), Command("escape", "leave", "")]
        if not self.may_move():
            return [Command("enter", "next", "go on"), Command("space", "next", ""), *leaving]
        aiming = [Command("enter", "enter", "play it" if self.selection.word else ""), *self.pointing()]
        return [*aiming, Command("n", "next", "skip"), *leaving]

    def play(self, word: str) -> None:
        try:
            after = self._duel.play(word)
        except GridDuelsError as error:
            self.say(str(error))
            return
        response = respond(self.lesson, word)
        self._done = response.done
        if response.done:
            self._duel = after
        self.selection = Selection(self._duel)
        self.say(response.sentence if response.done else f"{response.sentence} {self.lesson.keys}".rstrip())

    def do_next(self) -> None:
        self.fresh()
        if self._number + 1 == len(self._lessons):
            self.arcade.remember_tutorial(self._definition.id)
            self.app.pop_screen()
            self.arcade.start(Setup.usual(self._definition))
            return
        self._number += 1
        self._done = False
        self._duel = self.shown = self.lesson.duel(self._definition)
        self.selection = Selection(self._duel)
        self.show()
