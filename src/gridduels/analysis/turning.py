"""The turning point: where a duel was decided, by the exact values."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from gridduels.duel import STOPS, Duel

if TYPE_CHECKING:
    from gridduels.analysis.annotate import Note

__all__ = ["Turning", "TurningPoint", "turning_point"]


class Turning(StrEnum):
    """What decided a duel, with a sentence that says what it stands for."""

    START = "start", "The start was won for the winner, who never let go of it."
    MOVE = "move", "A move of the loser gave away what there was."
    STOP = "stop", "Nothing was lost on the board: the loser gave up or ran out of time."

    sentence: str

    def __new__(cls, word: str, sentence: str = "") -> "Turning":
        turning = str.__new__(cls, word)
        turning._value_, turning.sentence = word, sentence
        return turning

    def __repr__(self) -> str:
        return repr(self.value)


class TurningPoint(NamedTuple):
    """What decided a duel, and after how many plies: those of the move included."""

    by: Turning
    ply: int


def turning_point(duel: Duel, notes: "Sequence[Note]") -> TurningPoint | None:
    """What decided a duel, by the notes on its last moves or on all of them.

    None where nobody has won, where the notes do not reach back far enough, and where no single move decided: a player
    may run out of positions that have not come about twice without a mistake.
    """
    outcome = duel.outcome
    if outcome is None or not outcome.winner:
        return None
    if outcome.reason in STOPS and (not notes or _leader(notes[-1], played=True) != outcome.winner):
        return TurningPoint(Turning.STOP, duel.ply)
    changed = next((note for note in reversed(notes) if not note.verdict.keeps), None)
    if changed is not None:
        return TurningPoint(Turning.MOVE, changed.ply) if changed.player != outcome.winner else None
    if notes and notes[0].ply == 1 and _leader(notes[0], played=False) == outcome.winner:
        return TurningPoint(Turning.START, 0)
    return None


def _leader(note: "Note", *, played: bool) -> int:
    """Who was winning before a move, or once it was played; 0 for nobody."""
    worth = (note.value if played else note.best_value).number
    return 0 if worth == 0 else note.player if worth > 0 else 3 - note.player
