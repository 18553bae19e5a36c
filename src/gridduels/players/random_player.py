"""The player that takes any legal move, each as likely as the others."""

import random

from gridduels.duel import Duel

__all__ = ["RandomPlayer"]


class RandomPlayer:
    name = "random"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, duel: Duel) -> str:
        return self._rng.choice(duel.legal_moves)

    def close(self) -> None:
        """It holds nothing."""
