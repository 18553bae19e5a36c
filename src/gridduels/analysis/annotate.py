"""Annotations: what each move of a duel was worth, by the exact values."""

from dataclasses import dataclass
from typing import NamedTuple

from gridduels.duel import Duel
from gridduels.engine.value import Value
from gridduels.engine.values import Evaluation, Values
from gridduels.engine.verdict import Verdict

__all__ = ["Annotation", "Note", "annotate", "note_on"]


class Note(NamedTuple):
    """One move. Values are for the player who moved, counted from before the move."""

    ply: int
    player: int
    move: str
    verdict: Verdict
    value: Value
    best_value: Value
    best_moves: tuple[str, ...]

    @property
    def reason(self) -> str:
        """The verdict's reason in a line."""
        if self.verdict is Verdict.BEST:
            return "keeps it perpetual" if self.value.outcome == "perpetual" else f"keeps the {self.value}"
        if self.verdict.keeps:
            return f"{self.value} instead of {self.best_value.plies}"
        if self.value.plies is None:
            return f"gave up a {self.best_value}"
        return f"left the opponent a win in {_plies(self.value.plies - 1)}"


@dataclass(frozen=True)
class Annotation:
    """The notes on a duel's moves, and the value of every position for Player 1's and Player 2's graph."""

    duel: Duel
    notes: tuple[Note, ...]
    values: tuple[Value, ...]

    def kept(self, player: int) -> tuple[int, int]:
        """How many of a player's moves kept the value, and how many there were."""
        own = [note for note in self.notes if note.player == player]
        return sum(note.verdict.keeps for note in own), len(own)


def annotate(duel: Duel, known: Values) -> Annotation:
    """Every move of a duel, with what it was worth beside the moves that were allowed then."""
    notes, values = [], []
    before = Duel(duel.game, start=duel.start)
    for move in duel.moves:
        evaluation = known.evaluate(before)
        values.append(evaluation.value)
        notes.append(note_on(before, move, evaluation))
        before = before.play(move)
    return Annotation(duel, tuple(notes), (*values, known.value_of(duel)))


def note_on(before: Duel, move: str, evaluation: Evaluation) -> Note:
    """What a move is worth beside the others that are allowed."""
    return Note(
        before.ply + 1,
        before.turn,
        move,
        evaluation.verdict(move),
        evaluation.moves[move],
        evaluation.value,
        evaluation.best_moves,
    )


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number} plies"
