"""Judge answers by exact values, for both Inspect and verifiers.

It builds on `note_on`, which also judges moves for MCP and annotated records. TextArena only needs the rules' verdict.

| key | of | meaning |
| --- | --- | --- |
| legal | answers | it is a legal move |
| kept | positions that count | it kept the value; an answer that is not a legal move does not count as kept |
| best | positions that count | no legal move is worth more |
| blunder | positions that count | it turned a win into a loss |
| plies_lost | moves that kept a win or a loss | by how many plies it delayed the win or hastened the loss |
| empty, form, notation, illegal | answers | why an answer is not a legal move |

A position counts unless every legal move keeps the value.
"""

import math
from typing import Any, Final, NamedTuple

from gridduels.analysis.annotations import note_on
from gridduels.arena.statistics import judge
from gridduels.duel import Duel
from gridduels.engine.value import Verdict
from gridduels.engine.values import Evaluation
from gridduels.language.prompts import Answer, Fault, Presentation

KEYS: Final = ("legal", "kept", "best", "blunder", "plies_lost", *Fault)
COUNTED: Final = ("kept", "best", "blunder")
"""Keys that are NaN in positions that don't count."""


class Judged(NamedTuple):
    """A judged answer: its numbers (see the table above), the verdict or the fault, and the reason."""

    numbers: dict[str, float]
    verdict: str
    reason: str

    def as_data(self, duel: Duel, answer: Answer) -> dict[str, Any]:
        """Return plain data for logs and reports."""
        return {
            "position": duel.game.text(duel.position),
            "said": answer.said,
            "move": answer.move,
            "verdict": self.verdict,
            "reason": self.reason,
            "numbers": {key: None if math.isnan(number) else number for key, number in self.numbers.items()},
        }


def counts(evaluation: Evaluation) -> bool:
    """Return whether a position counts, i.e. whether any legal move loses value."""
    return not all(evaluation.verdict(move).keeps for move in evaluation.moves)


def judge_answer(duel: Duel, evaluation: Evaluation, answer: Answer) -> Judged:
    """Judge an answer in a position with these values."""
    numbers = dict.fromkeys(KEYS, 0.0)
    if not counts(evaluation):
        numbers |= dict.fromkeys(COUNTED, math.nan)
    if answer.move is None:
        fault = answer.fault or Fault.FORM
        return Judged(numbers | {"plies_lost": math.nan, fault: 1.0}, fault, answer.sentence)
    note = note_on(duel, answer.move, evaluation)
    return Judged(numbers | {"legal": 1.0} | numbers_of(evaluation, answer.move), note.verdict, note.explanation)


def numbers_of(evaluation: Evaluation, move: str) -> dict[str, float]:
    """Return a legal move's numbers."""
    measured, verdict = judge(evaluation.value, evaluation.moves[move]), evaluation.verdict(move)
    found = {
        "kept": float(measured.kept),
        "best": float(verdict is Verdict.BEST),
        "blunder": float(verdict is Verdict.BLUNDER),
    }
    if not counts(evaluation):
        found = dict.fromkeys(COUNTED, math.nan)
    return found | {"plies_lost": float(measured.plies_lost) if measured.timed else math.nan}


def chances(evaluation: Evaluation) -> dict[str, float]:
    """Return the expected numbers for a random legal move, omitting any that are undefined in this position."""
    return {key: sum(values) / len(values) for key, values in _defined(evaluation).items()}


def chance_weights(evaluation: Evaluation) -> dict[str, float]:
    """For each number, return the probability that it is defined for a random legal move. These are the weights for the
    expected mean over several positions, which is therefore the same for every model."""
    return {key: len(values) / len(evaluation.moves) for key, values in _defined(evaluation).items()}


def _defined(evaluation: Evaluation) -> dict[str, list[float]]:
    found = [numbers_of(evaluation, move) for move in evaluation.moves]
    values = {key: [numbers[key] for numbers in found if not math.isnan(numbers[key])] for key in found[0]}
    return {key: numbers for key, numbers in values.items() if numbers}


def constants(presentation: Presentation, evaluation: Evaluation) -> dict[str, float]:
    """Return whether each answer keeps the value in this position, for scoring the strategy of always giving that
    answer."""
    if not counts(evaluation):
        return {}
    return {presentation.say(move): numbers_of(evaluation, move)["kept"] for move in evaluation.moves}
