"""A tutorial: the lessons that a game brings, or some for any game, made of its own words and its own rules."""

import random
from math import prod
from typing import Final

from gridduels.board import shape
from gridduels.duel import Duel
from gridduels.game import Definition, Game
from gridduels.lesson import Lesson
from gridduels.targets import PLACE, placements, targets

__all__ = ["generic_lessons", "lessons"]

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
