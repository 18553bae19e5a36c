"""The chances of pair scores that make results likeliest, among those with a given mean score."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

__all__ = ["SCORES", "likeliest_chances"]

SCORES: Final = (0.0, 0.5, 1.0)
"""What a pair can score: lost 0-2, split 1-1, won 2-0."""
_ALMOST_NONE: Final = 1e-3
"""The count of a score that has not been seen: it can still be seen."""


def likeliest_chances(results: "NDArray[float64]", mean: float) -> "NDArray[float64]":
    """For each result, a row with how many pairs had which score, the chances with this mean that explain it best.

    They are count / (1 + x * (score - mean)) over the number of pairs, for the x that gives this mean: a root of a
    quadratic equation.

    >>> import numpy as np
    >>> likeliest_chances(np.array([[5.0, 10.0, 5.0]]), 0.5).round(3).tolist()
    [[0.25, 0.5, 0.25]]
    """
    import numpy as np

    off = np.array(SCORES) - mean
    counts = np.maximum(results, _ALMOST_NONE)
    a = counts.sum(1) * off.prod()
    b = counts @ (off * (off.sum() - off))
    c = counts @ off
    root = np.sqrt(np.maximum(b * b - 4 * a * c, 0))
    with np.errstate(divide="ignore", invalid="ignore"):  # each of the two is right where the other cancels out
        x = np.where(b < 0, 2 * c / (root - b), -(b + root) / (2 * a))
    chances: NDArray[float64] = counts / (1 + x[:, None] * off) / counts.sum(1)[:, None]
    return chances
