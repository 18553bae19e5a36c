"""The beginner: stands for a person who plays for the first time."""

import random
from typing import Final

from gridduels.duel import Duel
from gridduels.prospects import distance

__all__ = ["BEGINNER", "BeginnerPlayer"]

BEGINNER: Final = "beginner"


class BeginnerPlayer:
    """Looks one move ahead: takes a win, does not hand one over, goes the shortest way, and otherwise plays anything.

    >>> from gridduels import Duel, load_game
    >>> BeginnerPlayer(random.Random(1)).choose(Duel(load_game("grid-runner", size=3), "down up down up right left"))
    'right'
    """

    name = BEGINNER

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, duel: Duel) -> str:
        scores = {word: _first_sight(duel, word) for word in duel.legal_moves}
        best = max(scores.values())
        return self._rng.choice([word for word, score in scores.items() if score == best])

    def close(self) -> None:
        """It holds nothing."""


def _first_sight(duel: Duel, word: str) -> tuple[int, int]:
    after = duel.play(word)
    if after.outcome:
        return (1 if after.outcome.winner == duel.turn else -2), 0
    opponent = 3 - duel.turn
    hands_over = any((reply := after.play(each).outcome) and reply.winner == opponent for each in after.legal_moves)
    return -int(hands_over), -distance(duel.game, after.position, duel.turn)
