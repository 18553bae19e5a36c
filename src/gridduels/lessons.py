"""A game's tutorial: the game's own lessons, or lessons generated from its text and rules."""

import random
from collections.abc import Mapping
from math import prod
from typing import Final, NamedTuple

from gridduels.board import Size, shape
from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Definition, Game
from gridduels.targets import PLACE, placements, targets

# --- Lesson: one tutorial step, as data


class Lesson(NamedTuple):
    """A tutorial step: text to read and, if it has `answers` or a `refused` move, a task.

    >>> lesson = Lesson("Move right.", answers=("right",), wrong={"up": "That's up."})
    >>> lesson.is_task, Lesson("That's all.").is_task
    (True, False)
    """

    text: str
    moves: str = ""
    """The moves so far; the learner is the player to move."""
    answers: tuple[str, ...] = ()
    """The correct moves."""
    wins: bool = False
    """Whether the answers are exactly the winning moves."""
    refused: str = ""
    """An illegal move for the learner to try."""
    wrong: Mapping[str, str] = {}
    """The reply to each wrong move; the empty key holds the reply to all others."""
    keys: str = ""
    """How to do this with the keyboard in a terminal."""
    praise: str = "Correct."
    size: Size | None = None

    @property
    def is_task(self) -> bool:
        return bool(self.answers or self.refused)

    def duel(self, definition: Definition) -> Duel:
        """Return the duel at this step."""
        return Duel(Game(definition, self.size), self.moves)

    def why_refused(self, duel: Duel) -> str:
        """Return the rules' reason for refusing the move that the learner should try."""
        try:
            duel.play(self.refused)
        except GridDuelsError as error:
            return str(error)
        return ""


class Response(NamedTuple):
    """The reply to an attempt."""

    done: bool
    sentence: str


def respond(lesson: Lesson, word: str) -> Response:
    """Return the reply to a legal move.

    >>> respond(Lesson("Move right.", answers=("right",), wrong={"up": "That's up."}), "up")
    Response(done=False, sentence="That's up.")
    """
    if word in lesson.answers:
        return Response(True, lesson.praise)
    missed = "No, that doesn't win." if lesson.wins else f"That was {word}. {lesson.text}"
    return Response(False, lesson.wrong.get(word) or lesson.wrong.get("") or missed)


# --- Tutorials: a game's own lessons, or lessons generated from its rules


_LONGEST: Final = 60
"""The maximum number of plies in a random game."""
_MOST_TRIED: Final = 1_000
"""The maximum number of moves to try for a lesson. Some games have no suitable position, and the learner is waiting."""


def lessons(definition: Definition) -> tuple[Lesson, ...]:
    """Return a game's lessons."""
    return definition.lessons or generic_lessons(definition)


def generic_lessons(definition: Definition) -> tuple[Lesson, ...]:
    """Return lessons generated from the rules: read, move, place, win. The board is the size closest to 16 cells."""
    game = Game(definition, min(definition.sizes, key=lambda size: (abs(prod(shape(size)) - 16), prod(shape(size)))))
    duel = Duel(game)
    found = [Lesson(" ".join(line.split()), size=game.size) for line in definition.words.about.splitlines() if line]
    aim = (
        "Aim with the arrow keys; press the same key again to go further. Enter plays." if game.statement.slides else ""
    )
    keys = aim or "Press an arrow key, or click a [ ] cell."
    done = "That's how it works."
    found.append(Lesson("Your turn: move.", answers=duel.legal_moves, keys=keys, praise=done, size=game.size))
    if _can_place_and_move(duel):
        keys, marks = "Press p, aim with the arrow keys, and press Enter to place.", tuple(placements(game).values())
        found.append(Lesson("Now mark a cell.", answers=marks, keys=keys, praise=done, size=game.size))
    rng = random.Random(f"tutorial {game.id}")
    for text in ("You can win this in one move. Find it.", "One more: win in one move."):
        won = _won_in_one(game, rng)
        if won is None:
            break
        answers = tuple(word for word in won.legal_moves if _wins(won, word))
        found.append(Lesson(text, " ".join(won.moves), answers, praise="Well done, you win!", size=game.size))
    return tuple(found)


def _can_place_and_move(duel: Duel) -> bool:
    kinds = {target.kind for target in targets(duel).values()}
    return PLACE in kinds and len(kinds) > 1


def _won_in_one(game: Game, rng: random.Random) -> Duel | None:
    """Return a position from a random game in which some moves win immediately and others do not."""
    duel, tried = Duel(game), 0
    while tried < _MOST_TRIED:
        moves = duel.legal_moves
        winning = sum(_wins(duel, word) for word in moves)
        if 0 < winning < len(moves):
            return duel
        tried += len(moves)
        duel = duel.play(rng.choice(moves))
        if duel.outcome or duel.ply == _LONGEST:
            duel = Duel(game)
    return None


def _wins(duel: Duel, word: str) -> bool:
    outcome = duel.play(word).outcome
    return outcome is not None and outcome.winner == duel.turn
