"""Score a network exactly, using the table of the solved game."""

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from examples.baselines.alpha_zero import MAX_PLIES
from examples.baselines.network import Network, as_tensor, cells_of
from examples.baselines.tree_search import half
from gridduels import Game, SetupError
from gridduels.analysis.dataset import draw_dataset
from gridduels.analysis.split import TEST
from gridduels.engine import VALUES, Table
from gridduels.engine.batch import Batch
from gridduels.engine.kernels import checks, sample
from gridduels.engine.kernels.compiler import compiled
from gridduels.engine.progress import silent
from gridduels.engine.solvers.enumeration import enumerate_keys
from gridduels.engine.solvers.limits import MAX_POSITIONS
from gridduels.engine.tables.bulk import move_codes, numbers_of
from gridduels.engine.value import UNKNOWN
from gridduels.files import write_atomically

PART = 1 << 16
MOST = 2_000_000
"""The maximum number of positions to score."""
SEARCHED = 200
"""The number of positions to draw on a board without a table."""


@dataclass(frozen=True)
class Choices:
    """Positions in which some legal moves are right and others are wrong, and the right ones as a bit mask.

    A right move keeps the value of the position.
    """

    keys: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.keys)

    @classmethod
    def of(cls, game: Game) -> "Choices":
        """Return the choices among all reachable positions.

        If there are too many to list, return those among the table's positions, which are in canonical form, or among a
        uniform sample of MOST of them. On a board without a table, positions come from random games and are valued by
        exact search.
        """
        if game.solved_on_demand:
            dataset = draw_dataset(game, SEARCHED, side=TEST)
            return cls._among(game, dataset.keys, dataset.values)
        with VALUES.open(game) as table:
            if not isinstance(table, Table):
                raise SetupError(f"{game!r} has no table")
            few = table.counts is not None and sum(table.counts.values()) <= MAX_POSITIONS
            keys = enumerate_keys(game, [game.start()], silent, canonical=False) if few else _table_keys(game, table)
            return cls._labelled(game, table, np.sort(keys))

    @classmethod
    def _labelled(cls, game: Game, table: Table, keys: npt.NDArray[np.int64]) -> "Choices":
        parts = []
        for begin in range(0, len(keys), PART):
            part = keys[begin : begin + PART]
            actions = np.zeros_like(part)
            compiled(game.definition, sample).find_actions(game.rules, game.start(), part, actions)
            part, actions = part[actions != 0], actions[actions != 0]
            parts.append(cls._among(game, part, numbers_of(move_codes(table, part, actions))))
        return cls(np.concatenate([part.keys for part in parts]), np.concatenate([part.right for part in parts]))

    @classmethod
    def _among(cls, game: Game, keys: npt.NDArray[np.int64], values: npt.NDArray[np.float32]) -> "Choices":
        """Return the choices among positions, given the value of each action (NaN if illegal)."""
        best = np.nanmax(values, axis=1) if len(values) else np.zeros(0)
        some = np.flatnonzero(np.nanmin(values, axis=1) < best) if len(values) else np.zeros(0, np.int64)
        bits = np.int64(1) << np.arange(game.actions, dtype=np.int64)
        return cls(keys[some], ((values[some] == best[some, None]) * bits).sum(1))

    def sample(self, count: int, seed: int = 1) -> "Choices":
        """Return a random sample of at most `count` choices."""
        chosen = np.random.default_rng(seed).permutation(len(self))[:count]
        return Choices(self.keys[chosen], self.right[chosen])

    def write(self, file: Path) -> None:
        """Write the choices to a file."""
        content = io.BytesIO()
        np.savez_compressed(content, keys=self.keys, right=self.right)
        write_atomically(file, [content.getvalue()])

    @classmethod
    def read(cls, file: Path) -> "Choices":
        """Read choices from a file."""
        with np.load(file) as arrays:
            return cls(arrays["keys"], arrays["right"])


def _table_keys(game: Game, table: Table) -> npt.NDArray[np.int64]:
    """Return the keys of all positions in a table, or of a uniform sample of them."""
    arrays, rng = table.arrays, np.random.default_rng(1)
    entries = np.flatnonzero(np.asarray(arrays.codes) != UNKNOWN)
    if len(entries) > MOST:
        entries = np.sort(rng.choice(entries, MOST, replace=False))
    if not game.definition.is_layered:
        return np.asarray(arrays.keys)[entries]
    kernels = compiled(game.definition, checks)
    starts = np.asarray(arrays.starts)
    rows = np.searchsorted(starts, entries, side="right") - 1
    pairs = zip(rows.tolist(), (entries - starts[rows]).tolist(), strict=True)
    positions = (kernels.any_entry(game.rules, arrays, row, index) for row, index in pairs)
    return np.array([kernels.pack(game.rules, position, False) for position in positions], np.int64)


def right_moves(game: Game, network: Network, choices: Choices, device: str = "cpu") -> float:
    """Return the share of choices in which the network's preferred move is right."""
    size = min(PART, len(choices))
    batch, cells, right = Batch(game, size, device, truncate_at=MAX_PLIES), cells_of(game, device), 0
    network.eval()
    for begin in range(0, len(choices), size):
        keys, masks = choices.keys[begin : begin + size], choices.right[begin : begin + size]
        batch.set_keys(np.resize(keys, size))
        planes, legal = as_tensor(batch.observe()), as_tensor(batch.action_masks())
        with torch.no_grad(), half(device):
            chances, _ = network(planes.float(), legal, *cells)
        chosen: Tensor = chances.argmax(1)[: len(keys)]
        right += int((masks >> chosen.cpu().numpy() & 1).sum())
    return right / len(choices)
