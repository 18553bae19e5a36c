"""Verify a table: read it back, recompute every value from its successors, and play games out."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from gridduels.contract import successors
from gridduels.engine.kernels import checks
from gridduels.engine.kernels.compiler import compiled, plain
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import CHUNK, Progress, chunks_on_all_cores, silent
from gridduels.engine.solvers.enumeration import enumerate_keys
from gridduels.engine.solvers.rules_check import positions_of_play
from gridduels.engine.tables.table import Table
from gridduels.engine.value import MAX_PLIES, UNKNOWN, Value
from gridduels.game import Game, Position

# --- Checks of positions that share an entry


def _differing_images(game: Game, positions: int, seed: int, progress: Progress) -> int:
    """Return how many positions in random games differ in moves or results from the images stored in their place."""
    rng, position, differing = Random(seed), game.start(), 0
    for number in range(positions):
        following = [child for _, child in successors(game, position)]
        differing += any(_shared(game, image) != _shared(game, position) for image in _images(game, position))
        position = rng.choice(following) if following else game.start(1 + number % 2)
        progress("comparing images", number, positions)
    return differing


def _images(game: Game, position: Position) -> list[Position]:
    """Return the positions that may be stored in place of a position."""
    rules, definition = game.rules, game.definition
    if definition.is_layered:
        return [definition.apply_symmetry(rules, position, number) for number in range(definition.symmetries)]
    return [definition.canonicalize(rules, position)]


def _shared(game: Game, position: Position) -> tuple[tuple[bool, bool], set[tuple[bool, Position]]]:
    """Return whether each player has won, and the entries that the moves lead to, with the player to move in each."""
    won = game.winner(position)
    return (won == position.turn, won == 3 - position.turn), {
        (child.turn == position.turn, min(_images(game, child))) for _, child in successors(game, position)
    }


# --- Verifying a table


_PATIENCE: Final = 4 * MAX_PLIES
"""The number of plies after which a perpetual game is stopped."""
_ROWS: Final = 1 << 14
"""Rows of an enumerated table to check at once: each has one value, while a row of a layered table has many."""


_PLAIN: Final = 1000
"""The number of entries recomputed with the plain Python rules, and the number of positions in random games."""


class Report(NamedTuple):
    """The result of a verification: what was checked, the faults found, and the checksum of the table's contents."""

    checked: tuple[str, ...]
    faults: tuple[str, ...]
    sha256: str


def verify(table: Table, games: int = 5000, seed: int = 0, progress: Progress = silent) -> Report:
    """Check a table against the rules."""
    verifier = _TableVerifier(table, progress)
    verifier.check_entries()
    verifier.check_plain(seed)
    verifier.check_starts()
    verifier.compare_images(games, seed)
    verifier.play_games(games, seed)
    return Report(tuple(verifier.checked), tuple(verifier.faults), table.sha256)


class Verifier:
    """Collects what was checked and the faults found."""

    def __init__(self, game: Game, progress: Progress) -> None:
        self._game, self._progress = game, progress
        self.checked: list[str] = []
        self.faults: list[str] = []

    def compare_images(self, positions: int, seed: int) -> None:
        """Check that positions have the same moves and results as the images stored in their place."""
        differing = _differing_images(self._game, positions, seed, self._progress)
        self.checked.append(f"{positions:,} positions have the same moves as their images")
        if differing:
            self.faults.append(f"{differing:,} positions have different moves from their images")


class _TableVerifier(Verifier):
    def __init__(self, table: Table, progress: Progress) -> None:
        super().__init__(table.game, progress)
        self._table = table
        self._kernels = compiled(table.game.definition, checks)
        self._arrays = table.arrays
        self.checked.append(f"{table.file.bytes:,} bytes read, all checksums correct")

    def check_entries(self) -> None:
        """Check every value against its successors' values, which also shows that none of these is missing."""
        rules, arrays = self._game.rules, self._arrays
        with chunks_on_all_cores(self._progress, chunk=CHUNK if self._game.definition.is_layered else _ROWS) as run:
            results = run(
                lambda first, last: self._kernels.check_rows(rules, first, last, arrays),
                0, len(arrays.keys), "recomputing values",
            )  # fmt: skip
        right, wrong = (sum(each) for each in zip(*results, strict=True))
        self.checked.append(f"{right:,} values follow from those of their successors, and no successor is missing")
        if wrong:
            self.faults.append(f"{wrong:,} values do not follow from those of their successors")

    def check_plain(self, seed: int) -> None:
        """Check a sample of values with the plain Python rules, as compiled rules might behave differently."""
        kernels, wrong = plain(self._game.definition, checks), 0
        given: Any = self._arrays  # memory views return Python's own ints, which do not overflow
        arrays = TableArrays(*(memoryview(np.require(array, requirements=("C", "A"))) for array in given))
        positions = [self._game.start(1), self._game.start(2), *self._entries(_PLAIN, seed)]
        positions += positions_of_play(self._game, _PLAIN, seed)
        for number, position in enumerate(positions):
            code = kernels.look_up(self._game.rules, position, arrays)
            wrong += code == UNKNOWN or kernels.expected_code(self._game.rules, position, arrays) != code
            self._progress("recomputing values by plain rules", number, len(positions))
        self.checked.append(
            f"{len(positions) - wrong:,} values, including both starts, recomputed with the plain Python rules"
        )
        if wrong:
            self.faults.append(
                f"{wrong:,} values do not follow under the plain Python rules: do compiled rules behave differently?"
            )

    def _entries(self, count: int, seed: int) -> Iterator[Position]:
        """Yield random positions of the table."""
        rng = np.random.default_rng(seed)
        while count:
            row, choice = int(rng.integers(len(self._arrays.keys))), int(rng.integers(1 << 40))
            position = self._kernels.any_entry(self._game.rules, self._arrays, row, choice)
            if self._kernels.look_up(self._game.rules, position, self._arrays) != UNKNOWN:
                count -= 1
                yield position

    def check_starts(self) -> None:
        """Check that both starts are in the table, and that the counts match the reachable positions."""
        for first in (1, 2):
            if self._kernels.look_up(self._game.rules, self._game.start(first), self._arrays) == UNKNOWN:
                self.faults.append(f"the start with Player {first} to move is not in the table")
        counts = self._table.counts
        if counts is not None and not self._game.definition.is_layered:
            found = self._count_reachable()
            self.checked.append(f"{sum(found.values()):,} positions reachable from the start, counted by value")
            if found != counts:
                self.faults.append("the positions reachable from the start do not match the recorded counts")

    def _count_reachable(self) -> dict[Value, int]:
        """Count the reachable positions with each value, enumerated without canonical forms."""
        found = enumerate_keys(self._game, [self._game.start()], self._progress, canonical=False)
        counts = np.zeros(256, np.int64)
        self._kernels.tally(self._game.rules, found, self._game.start(), self._arrays, counts)
        draws = self._game.definition.draws
        return {Value.of_code(code + UNKNOWN, draws): number for code, number in enumerate(counts.tolist()) if number}

    def play_games(self, games: int, seed: int) -> None:
        """Play the best moves from random entries: each game must end after exactly the promised number of plies."""
        open_end, wrong = 0, 0
        for played, position in enumerate(self._entries(games, seed), 1):
            code = int(self._kernels.look_up(self._game.rules, position, self._arrays))
            open_end += code == 0
            wrong += self._kernels.play_best(self._game.rules, position, self._arrays, _PATIENCE) != code
            self._progress("playing games with best play", played, games)
        kept = "were drawn" if self._game.definition.draws else "went on for ever"
        others = f", {open_end:,} {kept}" if open_end else ""
        ended = f"{games - open_end:,} games with best play ended after exactly the promised number of plies"
        self.checked.append(ended + others)
        if wrong:
            self.faults.append(f"{wrong:,} games with best play did not end as promised")
