"""The chances of pair scores that make results likeliest, among those with a given mean score."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gridduels.arena.statistics.pairs import scores_of

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

__all__ = ["likeliest_chances"]

_ALMOST_NONE: Final = 1e-3
"""The count of a score that has not been seen: it can still be seen."""
_HALVINGS: Final = 60


def likeliest_chances(results: "NDArray[float64]", mean: float) -> "NDArray[float64]":
    """For each result, a row with how many pairs had which score, the chances with this mean that explain it best.

    They are count / (1 + x * (score - mean)) over the number of pairs, for the x that gives this mean.

    >>> import numpy as np
    >>> likeliest_chances(np.array([[5.0, 10.0, 5.0]]), 0.5).round(3).tolist()
    [[0.25, 0.5, 0.25]]
    >>> likeliest_chances(np.array([[0.0, 2.0, 6.0, 2.0, 0.0]]), 0.5).round(3).tolist()
    [[0.0, 0.2, 0.6, 0.2, 0.0]]
    """
    import numpy as np

    off = np.array(scores_of(results.shape[1])) - mean
    counts = np.maximum(results, _ALMOST_NONE)
    if len(off) == 3:
        x = _root_of_three(counts, off)
    else:
        x = np.array([_root(row, off.tolist()) for row in counts.tolist()])
    chances: NDArray[float64] = counts / (1 + x[:, None] * off) / counts.sum(1)[:, None]
    return chances


def _root_of_three(counts: "NDArray[float64]", off: "NDArray[float64]") -> "NDArray[float64]":
    """The x of three scores is a root of a quadratic equation, which is quick: intervals ask for thousands."""
    import numpy as np

    a = counts.sum(1) * off.prod()
    b = counts @ (off * (off.sum() - off))
    c = counts @ off
    root = np.sqrt(np.maximum(b * b - 4 * a * c, 0))
    with np.errstate(divide="ignore", invalid="ignore"):  # each of the two is right where the other cancels out
        x: NDArray[float64] = np.where(b < 0, 2 * c / (root - b), -(b + root) / (2 * a))
    return x


def _root(counts: Sequence[float], off: Sequence[float]) -> float:
    """The x of one result, with any scores: between the two poles the mean falls with it, so the interval is halved."""
    low, high = -1 / off[-1], -1 / off[0]
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if sum(count * each / (1 + x * each) for count, each in zip(counts, off, strict=True)) > 0:
            low = x
        else:
            high = x
    return x
