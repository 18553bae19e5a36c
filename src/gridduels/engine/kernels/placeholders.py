"""The names that kernels use and that each game replaces with its own, and the types of their arguments."""

from typing import Protocol, overload

from gridduels.statement import Position as Position
from gridduels.statement import Rules as Rules

# --- Types: what numpy arrays, memory views and lists have in common


class ReadOnlyVector(Protocol):
    """An array of ints that is only read."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> int: ...


class Vector(ReadOnlyVector, Protocol):
    """An array of ints."""

    def __setitem__(self, index: int, value: int) -> None: ...


class Matrix(Protocol):
    """A two-dimensional array of ints."""

    @property
    def shape(self) -> tuple[int, int]: ...

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, index: int) -> Vector: ...

    @overload
    def __getitem__(self, index: tuple[int, int]) -> int: ...

    def __setitem__(self, index: tuple[int, int], value: int) -> None: ...


# --- Names that `compiler` replaces with a game's own


kinds: tuple[int, ...] = ()
"""The kind of each field of a Position; see `layout`."""
irreversible: tuple[int, ...] = ()
"""1 for each irreversible field, which never returns to a value it has left."""
layered = False
"""Whether the game is solved layer by layer."""
symmetries = 1
"""The number of symmetries that `apply_symmetry` accepts; number 0 is the identity."""


def unused(rules: Rules) -> int:
    """Return the fields of a Position that are always 0 under these Rules, as a set of numbers."""
    return 0


def start(rules: Rules) -> Position:
    raise NotImplementedError


def legal(rules: Rules, position: Position) -> int:
    raise NotImplementedError


def play(rules: Rules, position: Position, action: int) -> Position:
    raise NotImplementedError


def winner(rules: Rules, position: Position) -> int:
    raise NotImplementedError


def canonicalize(rules: Rules, position: Position) -> Position:
    raise NotImplementedError


def apply_symmetry(rules: Rules, position: Position, symmetry: int) -> Position:
    raise NotImplementedError
