"""What moves are worth, in sentences and on cells."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridduels.analysis.annotate import Note
    from gridduels.analysis.plain import Unit
    from gridduels.engine import Evaluation

__all__ = ["labels", "note_text", "summary"]


def summary(evaluation: "Evaluation", unit: "Unit") -> str:
    """What the position is worth, and how to read the cells."""
    from gridduels.analysis.plain import describe

    told = describe(evaluation.value, unit=unit)
    return f"{told[0].upper()}{told[1:]}. +4 wins in 4 {unit}, -2 loses in 2, = nobody wins."


def labels(evaluation: "Evaluation", unit: "Unit") -> dict[str, str]:
    """What each move is worth, as it stands on its cell."""
    from gridduels.analysis.plain import label

    return {word: label(value, unit) for word, value in evaluation.moves.items()}


def note_text(note: "Note", opponent: str, unit: "Unit") -> str:
    """A move that was played, its verdict, and the better one where there was one."""
    from gridduels.analysis.remarks import remark

    told = f"{note.move}, {note.verdict}: {remark(note, opponent, unit)}"
    return told if note.move in note.best_moves else f"{told}; better: {', '.join(note.best_moves[:3])}"
