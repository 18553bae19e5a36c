"""A tutorial for any game, made of its own words and its own rules: read, move, place, win."""

import random
from typing import NamedTuple

from gridduels.duel import Duel
from gridduels.game import Definition, Game
from gridduels.targets import PLACE, placements, slides, targets

__all__ = ["Lesson", "lessons"]

READ, MOVE, PLACING, WIN = "read", "move", "place", "win"
_TRIES = 4000


class Lesson(NamedTuple):
    """One thing to do: `read` (press enter), `move` (any move), `place` (mark a cell) or `win` (end the game)."""

    task: str
    text: str
    duel: Duel


def lessons(definition: Definition) -> list[Lesson]:
    """The lessons of a game, on a board small enough to be quick but large enough to look like it."""
    game = Game(definition, min(definition.sizes, key=lambda size: (abs(size - 4), size)))
    duel = Duel(game)
    found = [Lesson(READ, " ".join(line.split()), duel) for line in definition.words.about.strip().splitlines() if line]
    aim = "Aim with the arrow keys: the same key again goes further. Enter plays." if slides(game) else ""
    found.append(Lesson(MOVE, aim or "Your turn: an arrow key, or a click on a [ ] cell, moves.", duel))
    if _can_place_and_move(duel):
        found.append(Lesson(PLACING, "Now press p, aim with the arrow keys, and place with enter.", duel))
    chance = random.Random(f"tutorial {game.id}")
    for text in ("You can win this in one move. Find it.", "And once more: win in one move."):
        if won := _won_in_one(game, chance):
            found.append(Lesson(WIN, text, won))
    return found


def is_done(lesson: Lesson, after: Duel, word: str) -> bool:
    """Whether a move does what a lesson asks for."""
    if lesson.task == WIN:
        return after.outcome is not None and after.outcome.winner == lesson.duel.turn
    if lesson.task == PLACING:
        return word in placements(after.game).values()
    return True


def _can_place_and_move(duel: Duel) -> bool:
    kinds = {target.kind for target in targets(duel).values()}
    return PLACE in kinds and len(kinds) > 1


def _won_in_one(game: Game, chance: random.Random) -> Duel | None:
    """A position of a random game in which one move wins and another does not."""
    for _ in range(_TRIES):
        duel = Duel(game)
        while duel.outcome is None and duel.ply < 60:
            winning = [word for word in duel.legal_moves if _wins(duel, word)]
            if 0 < len(winning) < len(duel.legal_moves):
                return duel
            duel = duel.play(chance.choice(duel.legal_moves))
    return None


def _wins(duel: Duel, word: str) -> bool:
    outcome = duel.play(word).outcome
    return outcome is not None and outcome.winner == duel.turn
