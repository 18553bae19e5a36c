"""TutorialScreen: a game learned by playing it, in under a minute."""

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Definition
from gridduels.terminal.arcade.keys import Command
from gridduels.terminal.arcade.screens.board import BoardScreen
from gridduels.terminal.arcade.selection import Selection
from gridduels.terminal.arcade.tutorial import READ, WIN, is_done, lessons

__all__ = ["TutorialScreen"]


class TutorialScreen(BoardScreen):
    """One lesson after the other."""

    def __init__(self, definition: Definition) -> None:
        self._lessons = lessons(definition)
        super().__init__(self._lessons[0].duel)
        self._definition = definition
        self._number = 0
        self._duel = self._lessons[0].duel
        self._done = False

    @property
    def duel(self) -> Duel:
        return self._duel

    def may_move(self) -> bool:
        return self._lessons[self._number].task != READ and not self._done

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        if not self.is_attached:
            return
        lesson = self._lessons[self._number]
        count = f"{self._number + 1} of {len(self._lessons)}"
        aimed = f"{self.selection.word}: press enter to play it." if self.selection.word else ""
        sentence = self.message or self.selection.sentence or aimed or lesson.text
        words = f"{self._definition.words.player(lesson.duel.turn)} is you"
        self.show_frame(f"{self._definition.title}: learn it, {count}", lesson.duel.turn, words, False, sentence)
        self.show_board()

    def wanted(self) -> list[Command]:
        leaving = [Command("q", "leave", "menu"), Command("escape", "leave", "")]
        if not self.may_move():
            return [Command("enter", "next", "go on"), Command("space", "next", ""), *leaving]
        aiming = [Command("enter", "enter", "play it" if self.selection.word else ""), *self.pointing()]
        return [*aiming, Command("n", "next", "skip"), *leaving]

    def play(self, word: str) -> None:
        lesson = self._lessons[self._number]
        try:
            after = self._duel.play(word)
        except GridDuelsError as error:
            self.say(str(error))
            return
        if is_done(lesson, after, word):
            self._duel, self._done = after, True
            self.say("Well done: you win." if lesson.task == WIN else "That is how it is done.")
        else:
            self.selection = Selection(self._duel)
            self.say(f"{word} is possible, but not what is asked for. {lesson.text}")

    def do_next(self) -> None:
        self.fresh()
        if self._number + 1 == len(self._lessons):
            self.arcade.remember_tutorial(self._definition.id)
            self.app.pop_screen()
            return
        self._number += 1
        self._done = False
        self._duel = self.shown = self._lessons[self._number].duel
        self.selection = Selection(self._duel)
        self.show()

    def do_leave(self) -> None:
        self.app.pop_screen()
