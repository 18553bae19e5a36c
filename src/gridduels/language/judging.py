"""Judging: an answer by the exact values, as the numbers that a score holds.

| key | of | what it says |
| --- | --- | --- |
| legal | answers | it is a move, and a legal one |
| kept | moves asked for | it kept the value; an answer that is no legal move did not |
| best | moves asked for | no allowed move is worth more |
| blunder | moves asked for | it turned a win into a loss |
| plies_lost | moves that kept a win or a loss | how much later the win comes, or how much sooner the loss |
| empty, form, notation, illegal | answers | why one is no legal move |
"""

import math
from typing import Any, Final, NamedTuple

from gridduels.analysis.annotations import note_on
from gridduels.arena.exact import judge
from gridduels.duel import Duel
from gridduels.engine.value import Verdict
from gridduels.engine.values import Evaluation
from gridduels.language.prompts import Answer, Fault

__all__ = ["KEYS", "Judged", "chances", "judge_answer", "worth_of"]

KEYS: Final = ("legal", "kept", "best", "blunder", "plies_lost", *Fault)


class Judged(NamedTuple):
    """One answer: its numbers, the verdict or the fault, and why."""

    numbers: dict[str, float]
    verdict: str
    reason: str

    def as_data(self, duel: Duel, answer: Answer) -> dict[str, Any]:
        """For logs and reports."""
        return {
            "position": duel.game.text(duel.position),
            "said": answer.said,
            "move": answer.move,
            "verdict": self.verdict,
            "reason": self.reason,
            "kept": self.numbers["kept"],
        }


def judge_answer(duel: Duel, evaluation: Evaluation, answer: Answer) -> Judged:
    """What an answer is worth."""
    if answer.move is None:
        fault = answer.fault or Fault.FORM
        numbers = dict.fromkeys(KEYS, 0.0) | {"plies_lost": math.nan, fault: 1.0}
        return Judged(numbers, fault, answer.sentence)
    note = note_on(duel, answer.move, evaluation)
    better = "" if note.verdict is Verdict.BEST else f"; better: {', '.join(note.best_moves)} ({note.best_value})"
    numbers = dict.fromkeys(KEYS, 0.0) | {"legal": 1.0} | worth_of(evaluation, answer.move)
    return Judged(numbers, note.verdict, f"{note.reason}{better}")


def worth_of(evaluation: Evaluation, move: str) -> dict[str, float]:
    """The numbers of an allowed move."""
    measured, verdict = judge(evaluation.value, evaluation.moves[move]), evaluation.verdict(move)
    return {
        "kept": float(measured.kept),
        "best": float(verdict is Verdict.BEST),
        "blunder": float(verdict is Verdict.BLUNDER),
        "plies_lost": float(measured.plies_lost) if measured.timed else math.nan,
    }


def chances(duel: Duel, evaluation: Evaluation) -> dict[str, float | None]:
    """What a move drawn from the allowed ones would score on average; `legal` is for one drawn from all words."""
    found = [worth_of(evaluation, move) for move in evaluation.moves]
    levels: dict[str, float | None] = {"legal": len(found) / duel.game.actions}
    for key in found[0]:
        values = [worth[key] for worth in found if not math.isnan(worth[key])]
        levels[key] = sum(values) / len(values) if values else None
    return levels
