"""GpuTable: the values of a game too big to keep, on the GPU that solved it, for as long as this process runs."""

from typing import Any

import numpy as np

from gridduels.engine.kernels.compiler import plain
from gridduels.engine.solvers.layered_gpu import GpuLayerSolver
from gridduels.engine.value import UNKNOWN, Value
from gridduels.engine.values import Values
from gridduels.errors import PositionError

__all__ = ["GpuTable"]


class GpuTable(Values):
    """The exact value of every position that can come about in a game."""

    def __init__(self, solver: GpuLayerSolver) -> None:
        self.game, self._solver = solver.game, solver
        keys = solver.keys()
        self._rows = np.argsort(keys)
        self._keys = keys[self._rows]
        self.entries = solver.bytes

    @property
    def counts(self) -> dict[Value, int]:
        return {Value.of_code(code): number for code, number in self._solver.counts().items()}

    def value(self, position: Any) -> Value:
        kernels, rules = plain(self.game.definition), self.game.rules
        key, symmetry = kernels.canonical_layer(rules, position)
        row, code = self.row_of(key), UNKNOWN
        if row >= 0:
            image = self.game.definition.apply_symmetry(rules, position, symmetry)
            code = self._solver.code(row, kernels.state_index(rules, image))
        if code == UNKNOWN:
            raise PositionError(self.game.text(position), ["it cannot come about from the start"])
        return Value.of_code(code)

    def row_of(self, key: int) -> int:
        """The row of the layer with this key; -1 where there is none."""
        rank = int(np.searchsorted(self._keys, key))
        return int(self._rows[rank]) if rank < len(self._keys) and self._keys[rank] == key else -1
