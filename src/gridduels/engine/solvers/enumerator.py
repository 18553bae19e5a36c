"""Enumerator: what all ways to enumerate positions share, be they compiled or plain Python."""

from abc import ABC, abstractmethod
from array import array
from typing import Any, ClassVar, Final

from gridduels.engine.kernels.compiler import compiled_for_all, plain, zeros
from gridduels.engine.progress import COMPILING, COUNTING, FINDING, Progress
from gridduels.engine.solvers.limits import refusal
from gridduels.engine.solvers.rules_check import broken_rules, check_ranges
from gridduels.engine.value import MAX_PLIES
from gridduels.extras import MissingExtra, has_engine
from gridduels.game import Game

__all__ = ["CAPACITY", "Enumerator", "as_arrays"]

CAPACITY: Final = 1 << 12
"""For how many positions there is memory at first."""


class Enumerator(ABC):
    """Finds the positions that can come about from some, canonical or as they are, and what they are worth."""

    BYTES_PER_POSITION: ClassVar[int]
    """What a position takes at most."""

    def __init__(self, game: Game, positions: list[Any], canonical: bool, limit: int) -> None:
        self._game, self._canonical, self._limit, self._fast = game, canonical, limit, has_engine()
        canonicalize, pack = game.definition.canonicalize, plain(game.definition).pack
        roots = [canonicalize(game.rules, position) if canonical else position for position in positions]
        check_ranges(game, [*positions, *roots])
        self._roots = sorted({pack(game.rules, position, False) for position in roots})
        self._template = roots[0]

    @abstractmethod
    def run(self, progress: Progress) -> None:
        """Finds everything that can come about; refuses what is too much."""

    @abstractmethod
    def keys(self) -> Any:
        """The keys of the positions found, in any order."""

    @abstractmethod
    def values(self) -> tuple[Any, Any]:
        """Their keys in order, and their codes: arrays of int64 and int8, numpy's where there is an engine."""

    def _zeros(self, length: int, type: str = "int64") -> Any:
        return zeros(length, type, self._fast)

    def _kernels(self, *modules: Any) -> Any:
        """Kernel modules that know no game."""
        return compiled_for_all(*modules) if self._fast else plain(self._game.definition, *modules)

    def _stage(self, done: int, found: int | None) -> tuple[str, int, int | None]:
        """How far it has come: of what is found, so much has been looked at."""
        if not done:
            return COMPILING, 0, None
        return FINDING if self._canonical else COUNTING, done, found

    def _broken(self, key: Any) -> Exception:
        """What is wrong with the rules at the position of a key."""
        position = plain(self._game.definition).unpack(self._game.rules, int(key), self._template, False)
        return broken_rules(self._game, position)

    def _too_many(self) -> Exception:
        what = f"more than {self._limit:,} positions"
        if self._fast:
            return refusal(self._game, f"it has {what}")
        name = f"{self._game.id} {self._game.board}"
        return MissingExtra(f"{name} has {what}: solving it needs the engine", "engine")

    def _too_far(self) -> Exception:
        return refusal(self._game, f"it has values of more than {MAX_PLIES} plies")


def as_arrays(keys: list[int], codes: list[int]) -> tuple[Any, Any]:
    """Lists as arrays of Python's own."""
    return array("q", keys), array("b", codes)
