"""The layers of a game, solved on cores or on a GPU: how many positions have which code, and the table they become."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gridduels.engine.kernels import packing
from gridduels.engine.kernels.binding import compiled_for_all, plain
from gridduels.engine.kernels.layout import COUNT, KIND_OF
from gridduels.engine.progress import CHUNK, PACKING, Progress, chunks_on_all_cores, on_all_cores
from gridduels.engine.solving.arrays import Chunks
from gridduels.engine.value import UNKNOWN
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["SolvedLayers", "count_codes", "order_of_codes", "starts_exchanged"]


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


def order_of_codes(game: Game, keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The numbers of layers in the order in which a table has their codes: by their counts (Blockade Runner: the
    reserves), then by their keys. Layers with the same counts are alike, so that side by side they deflate best."""
    kernels, counts, rest = plain(game.definition), np.zeros_like(keys), keys
    for field in reversed(game.statement.fields):
        if field.kind.irreversible:
            kind = KIND_OF[type(field.kind)]
            width = kernels.width_of(game.rules.cells.bit_length(), kind)
            counts = counts << width | rest & (1 << width) - 1 if kind == COUNT else counts
            rest = rest >> width
    return np.lexsort((keys, counts))


class SolvedLayers(NamedTuple):
    """The keys of the layers, the codes of their states in a row each, and what they add up to."""

    game: Game
    keys: npt.NDArray[np.int64]
    table: npt.NDArray[np.int8]
    by_stabilizer: npt.NDArray[np.int64]

    def packed(self, progress: Progress) -> dict[str, Any]:
        """The sections of the table, in the order of the layers' keys; only the codes, which are packed when they are
        written, are in that of `order_of_codes`."""
        digits, count, kernels = self._digits(), len(self.keys), compiled_for_all(packing)
        digit_sets, sizes = np.zeros((count, digits.shape[1]), np.int64), np.empty(count, np.int64)
        with chunks_on_all_cores(progress) as run:
            run(
                lambda first, last: kernels.find_digits(digits, first, last, self.table, digit_sets, sizes),
                0, count, PACKING,
            )  # fmt: skip
        order, by_key = order_of_codes(self.game, self.keys), np.argsort(self.keys)
        starts = np.empty(count, np.int64)
        starts[order] = np.cumsum(sizes[order]) - sizes[order]

        def pack(first: int) -> npt.NDArray[np.int8]:
            rows = order[first : first + CHUNK]
            codes = np.empty(int(sizes[rows].sum()), np.int8)
            kernels.pack_rows(digits, rows, self.table, digit_sets, codes)
            return codes

        return {
            "keys": self.keys[by_key],
            "digit_sets": digit_sets[by_key].reshape(-1),
            "starts": starts[by_key],
            "codes": Chunks(int(sizes.sum()), lambda: on_all_cores(pack, range(0, count, CHUNK))),
        }

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
