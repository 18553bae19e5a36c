"""What moves are worth, in sentences."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridduels.engine.value import Value

__all__ = ["best_sentence", "summary"]


def best_sentence(worth: "Mapping[str, Value]") -> tuple[str, str]:
    """A best move, and a sentence about it."""
    word = max(worth, key=lambda each: worth[each].rank)
    return word, f"Best is {word}: {worth[word]}. Enter plays it."


def summary(worth: "Mapping[str, Value]") -> str:
    """What the position is worth, and how to read the cells."""
    best = max(worth.values(), key=lambda value: value.rank)
    return f"Value: {best}. On the cells: +7 wins in 7 plies, -4 loses in 4, = is perpetual."
