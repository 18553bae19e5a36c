"""The train/test split of positions, shared by datasets, chat data and every evaluation.

A position belongs to the test side if a hash of its canonical form is below TEST_SHARE. Its images under the board's
symmetries are therefore on the same side, in every file and on every machine. Every position on a board in HELD_OUT is
on the test side, whatever the rulings, so no training data ever comes from these boards. Nor does it come from an
invented duel with the positions of a board in the benchmark, whose split would differ.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from gridduels.board import Size
from gridduels.engine.kernels import sample
from gridduels.engine.kernels.compiler import compiled, plain
from gridduels.errors import SetupError
from gridduels.game import Game, Position
from gridduels.registry import is_code, load_game

TEST_SHARE: Final = 0.25
"""Large enough to leave enough test positions on the smallest book board, Grid Runner's."""
TRAIN: Final = "train"
TEST: Final = "test"
BOTH: Final = "both"
SIDES: Final = (TRAIN, TEST, BOTH)
_WORD: Final = (1 << 64) - 1


class Board(NamedTuple):
    """A game with its size and non-default rulings."""

    game: str
    size: Size
    rulings: tuple[tuple[str, str | int], ...] = ()

    def load(self) -> Game:
        return load_game(self.game, self.size, **dict(self.rulings))


HELD_OUT: Final = (
    Board("light-cycle", 7),
    Board("pathway", 6, (("goal", "sealed"),)),
    Board("grid-runner", 7),
    Board("gridlock", 9),
    Board("blockade", 5, (("obstacles", 1), ("paths", "opponent"))),
)
"""Larger boards and other rulings, reserved for evaluation."""
AS_INVENTED: Final = re.compile(
    r"duel\d+-(?:"
    r"(?:5x5|7x7)-o1j?-t1-gn-.*"  # Light Cycle Duel
    r"|(?:5x5|6x6)-o1j?-t1-gso?-[lw]-sc.*"  # Pathway Duel
    r"|(?:5x5|7x7)-o1j?-t0-gso?-[lw]-sc.*"  # Grid Runner Duel
    r"|7x7-o6j?-t2-gn-[lw]-u.*"  # GridLock; 9x9 is too large for an invented duel
    r"|5x5-o1j?-t0-r[13](?:p[ob])?-gso?-[lw]-sc.*"  # Blockade Runner
    r")"
)
"""The codes of invented duels with the same positions as a board in the benchmark, under any rulings, with or without
jumps, and with any cells blocked from the start."""


@lru_cache(256)
def is_held_out(game: Game) -> bool:
    """Return whether a game shares its positions with a board in HELD_OUT, i.e. its size and start are the same. Other
    rulings may differ, e.g. the one on repetition, but not the number of obstacles, which is part of a position. An
    invented duel is also held out if it shares its positions with any other board in the benchmark.

    >>> is_held_out(load_game("pathway", 6, goal="open")), is_held_out(load_game("blockade", 5))
    (True, False)
    """
    if is_code(game.id):
        return AS_INVENTED.fullmatch(game.id) is not None
    return any(
        board.game == game.id and board.size == game.size and board.load().start() == game.start() for board in HELD_OUT
    )


@lru_cache(100_000)
def canonical_key(game: Game, position: Position) -> int:
    """Return a key shared by all positions that are equal up to symmetry and irrelevant fields."""
    kernels, canonical = plain(game.definition, sample), [0]
    kernels.find_canonical(game.rules, position, [kernels.pack(game.rules, position, False)], canonical)
    return canonical[0]


def is_test(game: Game, position: Position) -> bool:
    """Return whether a position is on the test side.

    >>> game = load_game("light-cycle")
    >>> is_test(game, game.start())
    False
    """
    if is_held_out(game):
        return True
    key = canonical_key(game, position)
    while key > _WORD:  # fold keys that exceed one machine word
        key = key >> 64 ^ key & _WORD
    return bool(mask_of(np.array([key], np.uint64))[0])


def is_on(side: str, game: Game, position: Position) -> bool:
    """Return whether a position is on the `train` or the `test` side."""
    return is_test(game, position) == (side == TEST)


def check_side(side: str, game: Game, sides: Sequence[str] = (TRAIN, TEST)) -> None:
    """Raise SetupError for an unknown side, or for any but the test side of a held-out board."""
    if side not in sides:
        raise SetupError(f"unknown split {side!r}: use {', '.join(sides[:-1])} or {sides[-1]}")
    if side != TEST and is_held_out(game):
        raise SetupError(f"{game} is held out for evaluation, so it has no training data")


def test_mask(game: Game, keys: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return which packed positions are on the test side."""
    if is_held_out(game):
        return np.ones(len(keys), np.bool_)
    canonical = np.zeros_like(keys)
    compiled(game.definition, sample).find_canonical(game.rules, game.start(), keys, canonical)
    return mask_of(canonical.astype(np.uint64))


def mask_of(canonical: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """Return which canonical keys are on the test side, using SplitMix64."""
    mixed = canonical + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    share: npt.NDArray[np.float64] = (mixed ^ mixed >> np.uint64(31)).astype(np.float64) / 2.0**64
    return share < TEST_SHARE
