"""Arrays for kernels: numpy's where these are compiled, lists where they run as plain Python, which is quicker so."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

__all__ = ["Chunks", "doubled", "zeros"]


class Chunks(NamedTuple):
    """An array of so many bytes that is made chunk by chunk when it is written: it is never there as a whole."""

    items: int
    make: Callable[[], Iterable[Any]]
    itemsize: int = 1


def zeros(length: int, type: str, fast: bool) -> Any:
    """So many zeros, of a type of numpy's where that matters.

    >>> zeros(3, "int8", fast=False)
    [0, 0, 0]
    """
    if not fast:
        return [0] * length
    import numpy as np

    return np.zeros(length, type)


def doubled(array: Any) -> Any:
    """The same array with as many zeros behind it.

    >>> doubled([1, 2])
    [1, 2, 0, 0]
    """
    fast = not isinstance(array, list)
    longer = zeros(2 * len(array), str(array.dtype) if fast else "", fast)
    longer[: len(array)] = array
    return longer
