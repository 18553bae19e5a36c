"""What moves are worth, in sentences."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridduels.engine import Evaluation

__all__ = ["best_sentence", "summary"]


def best_sentence(evaluation: "Evaluation") -> tuple[str, str]:
    """A best move, and a sentence about it."""
    word = evaluation.best_moves[0]
    return word, f"Best is {word}: {evaluation.value}. Enter plays it."


def summary(evaluation: "Evaluation") -> str:
    """What the position is worth, and how to read the cells."""
    return f"Value: {evaluation.value}. +7 is a win in 7, -4 a loss in 4, = perpetual."
