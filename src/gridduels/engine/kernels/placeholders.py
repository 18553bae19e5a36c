"""The names that kernels call and read, bound to each game's own before they run, and their types."""

from typing import Protocol, Self, overload

# --- Types: the interfaces that numpy arrays, memory views and lists have in common


class Rules(Protocol):
    """A game's Rules: all it shares with those of other games."""

    @property
    def size(self) -> int: ...

    @property
    def cells(self) -> int: ...


class Position(Protocol):
    """A game's Position: a NamedTuple of ints, which kernels know by the numbers of its fields."""

    @property
    def turn(self) -> int: ...

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def _replace(self, **fields: int) -> Self: ...

    def __getitem__(self, field: int) -> int: ...


class ReadOnlyVector(Protocol):
    """An array of whole numbers that nobody writes to."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> int: ...


class Vector(ReadOnlyVector, Protocol):
    """An array of whole numbers."""

    def __setitem__(self, index: int, value: int) -> None: ...


class Matrix(Protocol):
    """An array of rows of whole numbers."""

    @property
    def shape(self) -> tuple[int, int]: ...

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, index: int) -> Vector: ...

    @overload
    def __getitem__(self, index: tuple[int, int]) -> int: ...

    def __setitem__(self, index: tuple[int, int], value: int) -> None: ...


# --- Names that `binding` replaces with a game's own


kinds: tuple[int, ...] = ()
"""What each field of a Position is: see `layout`."""
irreversible: tuple[int, ...] = ()
"""1 for each field that a move changes for good or not at all."""
layered = False
"""Whether the game is solved layer by layer."""
symmetries = 1
"""How many symmetries `apply_symmetry` knows by their numbers; number 0 leaves a position as it is."""


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
