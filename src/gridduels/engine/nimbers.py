"""Grundy values (nimbers): the value of each position of an impartial game in a sum of games.

In an impartial game both players have the same moves, and a player who cannot move loses. By the Sprague-Grundy theorem
such a position is equivalent to a heap of Nim, and the player to move loses exactly when the heap is empty.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridduels.engine.kernels import nimbers as kernels
from gridduels.engine.kernels.compiler import compiled, key_of, plain
from gridduels.engine.kernels.nimbers import PENDING
from gridduels.engine.tables.table import Table
from gridduels.errors import SetupError
from gridduels.extras import has_engine
from gridduels.game import Game, Position

if TYPE_CHECKING:
    from numpy import int8, int64
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Nimbers:
    """The nimbers of all canonical positions of a game: sorted keys, and a nimber for each."""

    game: Game
    keys: "NDArray[int64]"
    nimbers: "NDArray[int8]"

    def of(self, position: Position) -> int:
        """Return a position's nimber."""
        rank = plain(self.game.definition).rank_of(self.keys, key_of(self.game, position, canonical=True))
        if rank < 0:
            raise SetupError(f"{self.game.text(position)!r} is not in the table")
        return int(self.nimbers[rank])

    @property
    def counts(self) -> dict[int, int]:
        """Return how many positions have each nimber, counting equivalent ones once."""
        import numpy as np

        return dict(enumerate(np.bincount(self.nimbers).tolist()))


def nimbers_of(table: Table) -> Nimbers:
    """Return the nimbers of every position in a table; raise SetupError unless the game is impartial.

    >>> from gridduels import load_game
    >>> from gridduels.engine import solve
    >>> nimbers = nimbers_of(solve(load_game("gridlock", size=3)))
    >>> nimbers.of(nimbers.game.start()), nimbers.counts
    (1, {0: 4, 1: 3, 2: 2})
    """
    import numpy as np

    game = table.game
    one, two = game.statement.tokens
    if one != two or game.max_plies is None:
        raise SetupError(f"{game.title} has no nimbers: they need a game in which both players have the same moves")
    keys, codes = table.arrays.keys, np.asarray(table.arrays.codes)
    found = np.full(len(codes), PENDING, np.int8)
    stack = (np.zeros(game.max_plies + 1, np.int64) for _ in range(3))
    bound = (compiled if has_engine() else plain)(game.definition, kernels)
    bound.find_nimbers(game.rules, game.start(), keys, found, *stack)
    if not np.array_equal(found == 0, codes < 0):
        raise SetupError(f"{game.title} has no nimbers: a player without a move does not always lose")
    return Nimbers(game, np.asarray(keys), found)
