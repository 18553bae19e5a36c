"""The tutorial of a game: lessons that the game brings, or lessons made from its words and rules."""

import random
from collections.abc import Mapping
from math import prod
from typing import Final, NamedTuple

from gridduels.board import Size, shape
from gridduels.duel import Duel
from gridduels.game import Definition, Game
from gridduels.targets import PLACE, placements, targets

# --- Lesson: one step of a tutorial, as data


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


# --- Tutorials: a game's own lessons, or lessons generated from its rules


_LONGEST: Final = 60
"""Plies of a random game that is given up."""
_MOST_TRIED: Final = 10_000
"""Moves that are tried for a lesson: some games have no position as it is wanted, and whoever learns waits for this."""


def lessons(definition: Definition) -> tuple[Lesson, ...]:
    """The lessons of a game."""
    return definition.lessons or generic_lessons(definition)


def generic_lessons(definition: Definition) -> tuple[Lesson, ...]:
    """Read, move, place, win; on a board small enough to be quick but large enough to look like the game."""
    game = Game(definition, min(definition.sizes, key=lambda size: (abs(prod(shape(size)) - 16), prod(shape(size)))))
    duel = Duel(game)
    found = [Lesson(" ".join(line.split()), size=game.size) for line in definition.words.about.splitlines() if line]
    aim = "Aim with the arrow keys: the same key again goes further. Enter plays." if game.statement.slides else ""
    keys = aim or "An arrow key, or a click on a [ ] cell, moves."
    done = "That is how it is done."
    found.append(Lesson("Your turn: move.", answers=duel.legal_moves, keys=keys, praise=done, size=game.size))
    if _can_place_and_move(duel):
        keys, marks = "Press p, aim with the arrow keys, and place with enter.", tuple(placements(game).values())
        found.append(Lesson("Now mark a cell.", answers=marks, keys=keys, praise=done, size=game.size))
    rng = random.Random(f"tutorial {game.id}")
    for text in ("You can win this in one move. Find it.", "And once more: win in one move."):
        won = _won_in_one(game, rng)
        if won is None:
            break
        answers = tuple(word for word in won.legal_moves if _wins(won, word))
        found.append(Lesson(text, " ".join(won.moves), answers, praise="Well done: you win.", size=game.size))
    return tuple(found)


def _can_place_and_move(duel: Duel) -> bool:
    kinds = {target.kind for target in targets(duel).values()}
    return PLACE in kinds and len(kinds) > 1


def _won_in_one(game: Game, rng: random.Random) -> Duel | None:
    """A position of a random game in which one move wins and another does not."""
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
