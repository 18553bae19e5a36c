"""What moves are worth, in sentences."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridduels.engine import Evaluation

__all__ = ["summary"]


def summary(evaluation: "Evaluation") -> str:
    """What the position is worth, and how to read the cells."""
    return f"Value: {evaluation.value}. +7 is a win in 7, -4 a loss in 4, = perpetual."
