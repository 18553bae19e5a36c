"""Annotations: what each move of a duel was worth, by the exact values."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from gridduels.duel import Duel
from gridduels.engine.value import Value
from gridduels.engine.values import Values

__all__ = ["Annotation", "Note", "annotate", "note_on"]

_KEEPING: Final = ("best", "slower")


class Note(NamedTuple):
    """One move: `best`, `slower` (same value, worse distance), `mistake` (a win became perpetual, or perpetual became
    a loss) or `blunder` (a win became a loss). Values are for the player who moved, counted from before the move."""

    ply: int
    player: int
    move: str
    verdict: str
    value: Value
    best_value: Value
    best_moves: tuple[str, ...]

    @property
    def reason(self) -> str:
        """The verdict's reason in a line."""
        if self.verdict == "best":
            return f"keeps the {self.value}" if self.value.plies is not None else "keeps it perpetual"
        if self.verdict == "slower":
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
        return sum(note.verdict in _KEEPING for note in own), len(own)


def annotate(duel: Duel, known: Values) -> Annotation:
    """Every move of a duel, with what it was worth beside the moves that were allowed then."""
    values = tuple(known.value(position) for position in duel.history())
    notes = []
    before = Duel(duel.game, start=duel.start)
    for move in duel.moves:
        notes.append(note_on(before, move, known))
        before = before.play(move)
    return Annotation(duel, tuple(notes), values)


def note_on(before: Duel, move: str, known: Values) -> Note:
    """What a move is worth beside the others that are allowed."""
    allowed = set(before.legal_moves)
    worth = {word: value for word, value in known.move_values(before.position).items() if word in allowed}
    best = max(worth.values(), key=lambda value: value.rank)
    moves = tuple(word for word, value in worth.items() if value == best)
    return Note(before.ply + 1, before.turn, move, _verdict(best, worth[move]), worth[move], best, moves)


def _verdict(best: Value, value: Value) -> str:
    if value == best:
        return "best"
    if value.outcome == best.outcome:
        return "slower"
    return "blunder" if best.outcome == "win" and value.outcome == "loss" else "mistake"


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number} plies"
