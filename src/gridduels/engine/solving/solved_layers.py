"""The layers of a game, solved on cores or on a GPU: how many positions have which code, and the table they become."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gridduels.engine.kernels import packing
from gridduels.engine.kernels.binding import compiled_for_all, plain
from gridduels.engine.kernels.packing import Records
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import CHUNK, PACKING, Progress, chunks_on_all_cores
from gridduels.engine.value import UNKNOWN
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["SolvedLayers", "count_codes", "starts_exchanged"]


def starts_exchanged(game: Game) -> npt.NDArray[np.int64]:
    """1 for each symmetry that exchanges the two starts, 0 for each that keeps them."""
    starts, definition = [game.start(1), game.start(2)], game.definition
    images = [definition.apply_symmetry(game.rules, starts[0], number) for number in range(definition.symmetries)]
    if not all(image in starts for image in images):
        raise SetupError(f"`apply_symmetry` of {game.id} takes the start to what is not a start")
    return np.array([starts.index(image) for image in images], np.int64)


def count_codes(by_stabilizer: npt.NDArray[np.int64]) -> dict[int, int]:
    """How many positions can come about when Player 1 opens, by their codes, from what the layers of each order of the
    stabilizer add up to."""
    counts = sum(by_stabilizer[stabilizer] // stabilizer for stabilizer in range(1, len(by_stabilizer)))
    return {code + UNKNOWN: number for code, number in enumerate(counts.tolist()) if number}


class SolvedLayers(NamedTuple):
    """The keys of the layers, the codes of their states in a row each, and what they add up to."""

    game: Game
    keys: npt.NDArray[np.int64]
    table: npt.NDArray[np.int8]
    by_stabilizer: npt.NDArray[np.int64]

    def packed(self, progress: Progress) -> TableArrays:
        """The arrays of the table, in the order of the layers' keys. The rows are used up: their codes move together in
        place."""
        digits, (count, states) = self._digits(), self.table.shape
        kernels, order = compiled_for_all(packing), np.argsort(self.keys)
        keys, codes = self.keys[order], self.table.reshape(-1)
        kernels.permute_rows(self.table, order, np.empty(states, np.int8))
        digit_sets = np.zeros((count, digits.shape[1]), np.int64)
        sizes = np.empty(count, np.int64)
        records = Records(codes, digit_sets, sizes)
        with chunks_on_all_cores(progress) as run:
            lengths = run(
                lambda first, last: kernels.pack_rows(digits, first, last, self.table, records),
                0, count, PACKING,
            )  # fmt: skip
        end = 0
        for chunk, length in enumerate(lengths):
            begin = chunk * CHUNK * states
            codes[end : end + length] = codes[begin : begin + length]
            end += length
        return TableArrays(keys, digit_sets.reshape(-1), np.cumsum(sizes) - sizes, codes[:end])

    def _digits(self) -> npt.NDArray[np.int64]:
        """digits[state, field]: the digit of each field in a state index; 0 for the irreversible ones."""
        kernels, rules, irreversible = plain(self.game.definition), self.game.rules, self.game.statement.irreversible
        fields = range(len(self.game.start()))
        return np.array(
            [
                [0 if field in irreversible else kernels.digit_of(rules, state, field) for field in fields]
                for state in range(self.table.shape[1])
            ],
            np.int64,
        )
