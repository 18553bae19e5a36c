"""What kernels are handed: a game's Rules and Position, and arrays. They run on numpy's, on memory views and on lists,
so they ask for no more than this."""

from typing import Protocol, Self, overload

__all__ = ["Matrix", "Position", "ReadOnlyVector", "Rules", "Vector"]


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
