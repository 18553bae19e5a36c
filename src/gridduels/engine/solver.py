"""Solves a game exactly: every position that can come about, from the last ply back to the first.

A game that states its lasting fields is solved frame by frame (`frames`), any other by listing its positions
(`explore`).
"""

from collections.abc import Iterable
from threading import Lock
from typing import Any, Final, NamedTuple

import numpy as np

from gridduels.engine import explore, frames, keys, packing, retrograde
from gridduels.engine.kernels import compiled, compiled_for_all, plain, traits_of
from gridduels.engine.layout import MOST_BITS
from gridduels.engine.progress import Progress, chunks_on_all_cores, watch
from gridduels.engine.value import MOST_PLIES, UNKNOWN
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["Solution", "TooBig", "solve_from", "solve_game"]

MOST_POSITIONS: Final = 20_000_000
"""What listing positions takes is about 150 bytes for each."""
MOST_MEMORY: Final = 2 << 30
"""Bytes of frames that are held at once."""


class TooBig(SetupError):
    """A game has more positions than a table holds."""


class Solution(NamedTuple):
    """The arrays of a table, and how many reachable positions have each code (None where they cannot be counted)."""

    arrays: dict[str, Any]
    counts: dict[int, int] | None


def solve_game(game: Game, progress: Progress) -> Solution:
    """The solution of a game, whoever goes first."""
    width = plain(game.definition).key_width(game.rules)
    if width > MOST_BITS:
        raise TooBig(
            f"a position of {game.id} {game.size}x{game.size} takes {width} bits, and a table holds {MOST_BITS}"
        )
    if traits_of(game.definition).lasting:
        return _solve_framed(game, progress)
    return _solve_listed(game, progress)


def solve_from(game: Game, position: Any, progress: Progress) -> dict[Any, int]:
    """The code of every position that can come about from one."""
    found, codes = _list(game, [position], progress, reduced=False)
    unpack = plain(game.definition).unpack
    return {unpack(game.rules, int(key), position, False): int(code) for key, code in zip(found, codes, strict=True)}


def _solve_listed(game: Game, progress: Progress) -> Solution:
    found, codes = _list(game, [game.start(1), game.start(2)], progress)
    none = np.empty(0, np.int64)
    arrays = {"keys": found, "states": none, "starts": none, "codes": codes}
    if game.size in traits_of(game.definition).uncounted:
        return Solution(arrays, None)
    _, real = _list(game, [game.start(1)], progress, reduced=False)
    numbers, amounts = np.unique(real, return_counts=True)
    return Solution(arrays, dict(zip(numbers.tolist(), amounts.tolist(), strict=True)))


def _list(game: Game, positions: Iterable[Any], progress: Progress, reduced: bool = True) -> tuple[Any, Any]:
    """Sorted keys and codes of all positions that can come about from some."""
    kernels = compiled(game.definition, keys, explore)
    reduce = traits_of(game.definition).reduce
    pack = plain(game.definition).pack
    begins = [reduce(game.rules, each) if reduced else each for each in positions]
    beginnings = np.array([pack(game.rules, each, False) for each in begins], np.int64)
    control = np.zeros(3, np.int64)
    found, first, successors, finished = watch(
        lambda: kernels.explore(game.rules, reduced, beginnings, begins[0], MOST_POSITIONS, control),
        lambda: progress("finding positions", int(control[explore.FOUND]), None),
        lambda: control.__setitem__(explore.STOP, 1),
    )
    if len(finished) < len(found):
        raise TooBig(f"{game.id} {game.size}x{game.size} has more than {MOST_POSITIONS:,} positions")
    progress("finding positions", len(found), len(found))
    codes, most = compiled_for_all(retrograde).solve_graph(first, successors, finished)
    _check_plies(game, most)
    order = np.argsort(found, kind="stable")
    return found[order], codes[order]


def _check_plies(game: Game, most: int) -> None:
    if most > MOST_PLIES:
        raise TooBig(f"{game.id} {game.size}x{game.size} has values of more than {MOST_PLIES} plies")


def _solve_framed(game: Game, progress: Progress) -> Solution:
    solver = _FrameSolver(game, progress)
    solver.run()
    return solver.packed()


class _FrameSolver:
    """Finds all frames wave by wave, solves them from the last wave to the first, and packs the records."""

    def __init__(self, game: Game, progress: Progress) -> None:
        self._rules, self._game, self._progress = game.rules, game, progress
        self._kernels = compiled(game.definition, keys, retrograde, frames, packing)
        turned, begin = traits_of(game.definition).turned, game.start()
        self._all = np.array(traits_of(game.definition).symmetries)
        self._symmetries = np.array([each for each in self._all if turned(game.rules, begin, each) == begin])
        places = self._kernels.place_count(game.rules)
        self._maps = self._kernels.place_maps(game.rules, self._symmetries, places)
        capacity = MOST_MEMORY // places
        self._keys = np.empty(capacity, np.int64)
        self._slots = np.zeros(1 << (2 * capacity).bit_length(), np.int32)
        self._table = np.empty((capacity, places), np.int8)
        first = np.array([plain(game.definition).pack(game.rules, begin, True)], np.int64)
        self._count = self._kernels.number_frames(first, 1, self._keys, 0, self._slots, self._table)
        self._table[0, self._kernels.place_of(game.rules, begin)] = frames.REACHED
        self._numbering = Lock()

    def run(self) -> None:
        waves = []
        begin, end = 0, self._count
        with chunks_on_all_cores(self._progress) as run:
            while begin < end:
                waves.append((begin, end))
                self._wave_end = end
                run(self._reach, begin, end, f"finding positions, wave {len(waves)}")
                begin, end = end, self._count
            for begin, end in reversed(waves):
                most = run(self._solve, begin, end, f"solving {end - begin:,} of {self._count:,} frames")
                _check_plies(self._game, max(most))

    def _reach(self, first: int, last: int) -> None:
        """Marks what can be reached from some rows, giving rows to new frames until none is missing."""
        found = np.empty((last - first) * frames.DOORS * 2, np.int64)
        while True:
            new = self._kernels.reach_frames(
                self._rules, self._symmetries, self._maps, first, last, self._wave_end, self._keys, self._slots,
                self._table, found,
            )  # fmt: skip
            if new < 0:
                raise SetupError(f"a move of {self._game.id} leads back to an earlier state of its lasting fields")
            if new == 0:
                return
            with self._numbering:
                count = self._kernels.number_frames(found, new, self._keys, self._count, self._slots, self._table)
                if count < 0:
                    raise TooBig(f"{self._game.id} {self._game.size}x{self._game.size} needs more than 2 GB to solve")
                self._count = count

    def _solve(self, first: int, last: int) -> int:
        most: int = self._kernels.solve_frames(
            self._rules, self._symmetries, self._maps, first, last, self._keys, self._slots, self._table
        )
        return most

    def packed(self) -> Solution:
        """The records of the table, and the counts of real positions by code."""
        kernels, rules, symmetries = self._kernels, self._rules, self._all
        frame_keys, table = self._keys[: self._count], self._table[: self._count]
        maps = kernels.place_maps(rules, symmetries, table.shape[1])
        digits = kernels.digits_of_places(rules, table.shape[1])
        record_keys = np.unique(kernels.least_frames(rules, symmetries, frame_keys))
        states = np.zeros((len(record_keys), digits.shape[1]), np.int64)
        kernels.gather_states(rules, symmetries, maps, digits, frame_keys, table, record_keys, states)
        starts = np.empty(len(record_keys), np.int64)
        codes = np.full(kernels.record_sizes(states, starts), UNKNOWN, np.int8)

        def write(first: int, last: int) -> int:
            disagreements: int = kernels.write_codes(
                rules, symmetries, maps, digits, first, last, frame_keys, table, record_keys, states, starts, codes
            )
            return disagreements

        with chunks_on_all_cores(self._progress) as run:
            if any(run(write, 0, self._count, "packing the table")):
                raise SetupError(f"images of a position of {self._game.id} differ in value: `turned` is wrong")
        counts = np.zeros(256, np.int64)
        kernels.tally_frames(rules, self._symmetries, frame_keys, table, counts)
        tally = {
            code + UNKNOWN: int(number) for code, number in enumerate(counts) if number and code + UNKNOWN != UNKNOWN
        }
        arrays = {"keys": record_keys, "states": states.reshape(-1), "starts": starts, "codes": codes}
        return Solution(arrays, tally)
