"""Solves a game that states how many layers it has: layer by layer, wave by wave (see `kernels.layers`)."""

from threading import Lock
from typing import Any, Final

import numpy as np

from gridduels.engine.kernels import hash_set, layers, packing, retrograde
from gridduels.engine.kernels.bound import compiled, compiled_for_all, plain
from gridduels.engine.progress import CHUNK, Progress, chunks_on_all_cores
from gridduels.engine.solving.limits import refusal
from gridduels.engine.value import MOST_PLIES, UNKNOWN
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["FrameSolver"]

_FOUND: Final = 1024
"""How many new frames are gathered before they get rows."""


class FrameSolver:
    """Finds all frames wave by wave, solves them from the last wave to the first, and packs the records."""

    def __init__(self, game: Game, capacity: int, progress: Progress) -> None:
        self._rules, self._game, self._progress = game.rules, game, progress
        self._kernels = compiled(game.definition, hash_set, retrograde, layers)
        self._plain = plain(game.definition)
        self._places = self._plain.place_count(game.rules)
        self._symmetries = np.arange(game.definition.symmetries)
        self._swaps = self._starts_exchanged()
        self._maps = self._place_maps()
        self._keys = np.full(capacity, -1, np.int64)
        self._slots = np.zeros(1 << (2 * capacity).bit_length(), np.int32)
        self._table = np.zeros((capacity, self._places), np.int8)
        self._count = 0
        self._counts = np.zeros((len(self._symmetries) + 1, 256), np.int64)
        self._numbering = Lock()

    def _starts_exchanged(self) -> Any:
        """1 for each symmetry that exchanges the two starts, 0 for each that keeps them."""
        starts, apply_symmetry = [self._game.start(1), self._game.start(2)], self._game.definition.apply_symmetry
        images = [apply_symmetry(self._rules, starts[0], symmetry) for symmetry in self._symmetries.tolist()]
        if not all(image in starts for image in images):
            raise SetupError(f"`apply_symmetry` of {self._game.id} takes the start to what is not a start")
        return np.array([starts.index(image) for image in images], np.int64)

    def _place_maps(self) -> Any:
        """maps[number, place]: where the symmetry of that number takes a place."""
        apply_symmetry, begin = self._game.definition.apply_symmetry, self._game.start()
        maps = np.empty((len(self._symmetries), self._places), np.int32)
        for place in range(self._places):
            position = self._plain.put_place(self._rules, place, begin)
            for number, symmetry in enumerate(self._symmetries.tolist()):
                maps[number, place] = self._plain.place_of(self._rules, apply_symmetry(self._rules, position, symmetry))
        return maps

    def run(self) -> None:
        """Finds and solves all frames."""
        begin = self._game.start()
        self._number(np.array([self._plain.least_frame(self._rules, begin, self._symmetries)[0]], np.int64))
        self._table[0, self._plain.place_of(self._rules, begin)] = 1
        waves = [(0, 1)]
        with chunks_on_all_cores(self._progress) as run:
            while waves[-1][0] < waves[-1][1]:
                self._wave_end = waves[-1][1]
                run(self._reach, *waves[-1], f"finding positions, wave {len(waves)}")
                waves.append((self._wave_end, self._count))
            for number in range(len(waves) - 1, 0, -1):
                run(self._solve, *waves[number - 1], f"solving wave {number}")

    def _number(self, found: Any) -> None:
        """Gives rows to the new ones among some frames."""
        with self._numbering:
            count = self._kernels.enter_new(self._slots, self._keys, self._count, found)
            if count < 0:
                raise SetupError(f"{self._game.id} has more layers than its max_layers states: {len(self._keys):,}")
            self._count = count

    def _reach(self, first: int, last: int) -> None:
        """Marks what can be reached from some rows, and gives rows to the frames found on the way."""
        doors, queue = self._doors(), np.empty(2 * self._places, np.int32)
        while first < last:
            found, found_marks = np.empty(_FOUND, np.int64), np.zeros((_FOUND, self._places), np.int8)
            done, count = self._kernels.reach_frames(
                self._rules, self._symmetries, self._swaps, self._maps, first, last, self._wave_end,
                self._keys, self._slots, self._table, doors, queue, found, found_marks,
            )  # fmt: skip
            if done < 0:
                raise SetupError(f"a move of {self._game.id} leads back to an earlier state of its irreversible fields")
            self._number(found[:count])
            self._kernels.merge_marks(self._keys, self._slots, self._table, found[:count], found_marks)
            first += done

    def _solve(self, first: int, last: int) -> None:
        room = np.empty((layers.NODE_FIELDS, self._places + 1), np.int32)
        edges = np.empty((2, self._places * layers.MOST_ACTIONS), np.int32)
        waiting, counts = np.empty(MOST_PLIES + 2, np.int32), np.zeros_like(self._counts)
        most = self._kernels.solve_frames(
            self._rules, self._symmetries, self._swaps, self._maps, first, last,
            self._keys, self._slots, self._table, self._doors(), room, edges, waiting, counts,
        )  # fmt: skip
        if most > MOST_PLIES:
            raise refusal(self._game, f"it has values of more than {MOST_PLIES} plies")
        with self._numbering:
            self._counts += counts

    def _doors(self) -> Any:
        return np.empty((layers.DOORS, layers.DOOR_FIELDS), np.int64)

    def counts(self) -> dict[int, int]:
        """How many positions can come about when Player 1 opens, by their codes."""
        counts = sum(self._counts[fixing] // fixing for fixing in range(1, len(self._counts)))
        return {code + UNKNOWN: number for code, number in enumerate(counts.tolist()) if number}

    def packed(self) -> dict[str, Any]:
        """The arrays of the table. The rows are used up: their codes are moved together in place."""
        digits = self._digits()
        table, codes = self._table[: self._count], self._table.reshape(-1)
        states = np.zeros((self._count, digits.shape[1]), np.int64)
        sizes = np.empty(self._count, np.int64)
        pack_rows = compiled_for_all(packing).pack_rows
        with chunks_on_all_cores(self._progress) as run:
            lengths = run(
                lambda first, last: pack_rows(digits, first, last, table, codes, states, sizes),
                0, self._count, "packing the table",
            )  # fmt: skip
        end = 0
        for chunk, length in enumerate(lengths):
            begin = chunk * CHUNK * self._places
            codes[end : end + length] = codes[begin : begin + length]
            end += length
        starts = np.cumsum(sizes) - sizes
        order = np.argsort(self._keys[: self._count])
        return {
            "keys": self._keys[order],
            "states": states[order].reshape(-1),
            "starts": starts[order],
            "codes": codes[:end],
        }

    def _digits(self) -> Any:
        """digits[place, field]: the state of each field in a place; 0 for the irreversible ones."""
        fields = range(len(self._game.start()))
        irreversible = self._game.statement.irreversible
        return np.array(
            [
                [0 if field in irreversible else self._plain.digit_of(self._rules, place, field) for field in fields]
                for place in range(self._places)
            ],
            np.int64,
        )
