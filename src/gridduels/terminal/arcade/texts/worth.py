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
    return f"Value: {best}. +7 is a win in 7, -4 a loss in 4, = perpetual."
