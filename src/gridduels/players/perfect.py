"""The player that never gives up what it has: it plays from the tables of exact values."""

import random
from typing import TYPE_CHECKING, Final

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.players.knowledge import Knowledge, knowledge_of
from gridduels.players.mcts import UNLIMITED, MctsPlayer

if TYPE_CHECKING:
    from gridduels.engine import Value
    from gridduels.engine.progress import Progress

__all__ = ["PerfectPlayer", "best_moves"]

_EXACT: Final = 0.4
_TREE: Final = 0.5
"""The parts of its time for an exact search, and for the tree search that always comes to an answer."""
SEARCHED: Final = "no table fits this board: found by exact search"
GUESSED: Final = "no table fits this board and exact search did not finish: found by tree search"


class PerfectPlayer:
    """Wins as soon as possible, loses as late as possible, and varies what is equally good."""

    name = "perfect"

    def __init__(self, rng: random.Random, think: float = 1.0) -> None:
        self._rng, self._think = rng, think
        self._search = MctsPlayer(rng, _TREE * think, UNLIMITED)
        self.note = ""
        """How its last move was found, where not in a table."""

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Works out what it needs to know of a game."""
        knowledge_of(game, progress)

    def choose(self, duel: Duel) -> str:
        knowledge = knowledge_of(duel.game)
        worth = knowledge.worth(duel, _EXACT * self._think)
        finished = len(worth) == len(duel.legal_moves)
        self.note = "" if knowledge.complete else SEARCHED
        if finished or any(value.outcome == "win" for value in worth.values()):
            return self._rng.choice(best_moves(knowledge, duel, worth))
        self.note = GUESSED
        return self._search.choose(duel)

    def close(self) -> None:
        self._search.close()


def best_moves(knowledge: Knowledge, duel: Duel, worth: "dict[str, Value]") -> tuple[str, ...]:
    """The moves worth most; where they do not win, those of them after which the fewest replies are right."""
    best = max(worth.values(), key=lambda value: value.rank)
    moves = tuple(word for word, value in worth.items() if value.rank == best.rank)
    if best.outcome == "win" or len(moves) == 1 or not knowledge.complete:
        return moves
    replies = {word: knowledge.replies_that_hold(duel, word) for word in moves}
    return tuple(word for word in moves if replies[word] == min(replies.values()))
