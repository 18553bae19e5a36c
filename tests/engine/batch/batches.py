"""Shared by the tests of bulk play: games, and a comparison of two batches."""

from typing import Any, Final

import numpy as np

from gridduels import Game, load_game
from gridduels.engine.batch import Batch
from tests.helpers import heavy_but

FEW: Final = (load_game("light-cycle", 3), load_game("grid-runner", 3), load_game("blockade", 3))
"""A game with four actions, one that counts repetitions, and one that counts them and has more actions."""
GAMES: Final = (
    *FEW,
    load_game("pathway", 4, goal="sealed"),
    load_game("grid-runner", 6, repetition="endless"),
    load_game("gridlock", 5),
    load_game("blockade", 6, obstacles=1, paths="opponent", stuck="passes"),
)
"""Every game, and every ruling that affects the kernels; 6x6 is too large to count repetitions in one word."""
COMPILED: Final = heavy_but(FEW, GAMES)
"""The same for compiled tests, in which compilation takes longest."""
SEED: Final = 20_260_714_001


def batch_of(game: Game, count: int, device: str, **options: Any) -> Batch:
    """Return a batch that truncates only games that could go on forever."""
    return Batch(game, count, device, seed=SEED, truncate_at=None if game.max_plies else 40, **options)


def arrays_of(batch: Batch) -> dict[str, Any]:
    """Return copies of all arrays of a batch."""
    found = {name: getattr(batch, name) for name in ("keys", "plies", "legal_masks", "turns")}
    return {name: np.asarray(array).copy() for name, array in found.items()}


def assert_same(first: Batch, second: Batch) -> None:
    """Assert that every game of two batches is in the same state."""
    for (name, ours), theirs in zip(arrays_of(first).items(), arrays_of(second).values(), strict=True):
        np.testing.assert_array_equal(ours, theirs, err_msg=name)
