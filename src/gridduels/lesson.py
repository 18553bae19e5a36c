"""Lesson: one step of a game's tutorial, as data: what to read, a position, what to do in it, and what to say then."""

from collections.abc import Mapping
from typing import NamedTuple

from gridduels.board import Size
from gridduels.duel import Duel
from gridduels.game import Definition, Game

__all__ = ["Lesson", "Response", "respond"]


class Lesson(NamedTuple):
    """Something to read, and where there are `answers`, or a move that is `refused`, something to do.

    >>> lesson = Lesson("Move right.", answers=("right",), wrong={"up": "That is up."})
    >>> lesson.is_task, Lesson("That is all.").is_task
    (True, False)
    """

    text: str
    moves: str = ""
    """The game so far; the player to move is the one who learns."""
    answers: tuple[str, ...] = ()
    """The moves that do what is asked for."""
    wins: bool = False
    """Whether the answers are exactly the moves that win, at once or later."""
    refused: str = ""
    """A move to try that the rules refuse, and say why."""
    wrong: Mapping[str, str] = {}
    """What is said to other moves, by their words; what is said to all the rest stands under an empty one."""
    keys: str = ""
    """How it is done with the keys of a terminal; a page has its own ways."""
    praise: str = "Right."
    size: Size | None = None

    @property
    def is_task(self) -> bool:
        return bool(self.answers or self.refused)

    def duel(self, definition: Definition) -> Duel:
        """The position, with the moves that led to it."""
        return Duel(Game(definition, self.size), self.moves)


class Response(NamedTuple):
    """What a try came to."""

    done: bool
    sentence: str


def respond(lesson: Lesson, word: str) -> Response:
    """What to say to a move that the rules allow.

    >>> respond(Lesson("Move right.", answers=("right",), wrong={"up": "That is up."}), "up")
    Response(done=False, sentence='That is up.')
    """
    if word in lesson.answers:
        return Response(True, lesson.praise)
    missed = "No, that does not win." if lesson.wins else f"That was {word}. {lesson.text}"
    return Response(False, lesson.wrong.get(word) or lesson.wrong.get("") or missed)
