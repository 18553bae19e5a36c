"""The levels below perfect: players who see only so far, and sometimes slip.

A level knows the exact value of every move but makes use of it only when the end is near enough for it to see; where it
sees nothing, it does what looks best at first sight. Now and then it plays any move at all.
`gridduels calibrate` measures the levels against each other.
"""

import random
from typing import TYPE_CHECKING, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.players.greedy import greedy_moves
from gridduels.players.limits import Limits
from gridduels.players.mcts import MctsPlayer

if TYPE_CHECKING:
    from gridduels.engine import Value
    from gridduels.engine.progress import Progress

__all__ = ["LEVELS", "Level", "LevelPlayer"]

MOST_PLIES: Final = 126
"""No value is further from its end: whoever sees so far sees everything."""


class Level(NamedTuple):
    """How far a level sees, in plies; how often it slips; how many simulations it runs where there is no table."""

    sight: int
    slip: float
    simulations: int


LEVELS: Final = {
    "easy": Level(sight=0, slip=0.93, simulations=2),
    "medium": Level(sight=9, slip=0.39, simulations=200),
    "hard": Level(sight=MOST_PLIES, slip=0.21, simulations=20_000),
}
NOTE: Final = "no table fits this board: found by tree search"


class LevelPlayer:
    """A player of one of the levels."""

    def __init__(self, name: str, rng: random.Random, think: float = 1.0) -> None:
        self.name, self._level, self._rng = name, LEVELS[name], rng
        self._search = MctsPlayer(rng, think, self._level.simulations)
        self.note = ""
        """How its last move was found, where it does not know the game's exact values."""

    @property
    def limits(self) -> Limits:
        """What its next move may take."""
        return self._search.limits

    @limits.setter
    def limits(self, limits: Limits) -> None:
        self._search.limits = limits

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Works out what it needs to know of a game."""
        from gridduels.engine import VALUES

        VALUES.prepare(game, progress)

    def choose(self, duel: Duel) -> str:
        if self._rng.random() < self._level.slip:
            return self._rng.choice(duel.legal_moves)
        from gridduels.engine import VALUES

        has_table = VALUES.prepare(duel.game)
        self.note = "" if has_table else NOTE
        if not has_table:
            return self._search.choose(duel)
        with VALUES.asking(duel.game) as values:
            ranks = {word: self._seen(value) for word, value in values.evaluate(duel).moves.items()}
        best = tuple(word for word, rank in ranks.items() if rank == max(ranks.values()))
        return self._rng.choice(greedy_moves(duel, best))

    def _seen(self, value: "Value") -> int:
        """The rank of a move, 0 where its end is out of sight."""
        return value.rank if value.plies is not None and value.plies <= self._level.sight else 0

    def close(self) -> None:
        self._search.close()
