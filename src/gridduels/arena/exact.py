"""The exact measure of play that only solved games allow: how often a player kept the value, and how many plies it
lost."""

from typing import NamedTuple

from gridduels.duel import Duel
from gridduels.engine.value import Value, Verdict
from gridduels.engine.values import Values


class Measure(NamedTuple):
    """The measure of a player's moves, in one game or many.

    A move keeps the value if no legal move has a better outcome (`win`, `draw`, `perpetual`, `loss`). Plies are lost by
    moves that keep a win but lengthen it, or keep a loss but shorten it; `timed` is the number of moves that kept a win
    or a loss.
    """

    moves: int = 0
    kept: int = 0
    timed: int = 0
    plies_lost: int = 0

    @property
    def share_kept(self) -> float | None:
        """Return the share of moves that kept the value, or None if there are no moves."""
        return self.kept / self.moves if self.moves else None

    @property
    def mean_plies_lost(self) -> float | None:
        """Return the mean number of plies lost by moves that kept a win or a loss, or None if there are none.

        >>> Measure(moves=10, kept=9, timed=8, plies_lost=4).mean_plies_lost
        0.5
        """
        return self.plies_lost / self.timed if self.timed else None

    def plus(self, other: "Measure") -> "Measure":
        """Return the sum of two measures."""
        return Measure(*(one + two for one, two in zip(self, other, strict=True)))


def measure(duel: Duel, values: Values) -> tuple[Measure, Measure]:
    """Measure the moves of Player 1 and Player 2."""
    totals = [Measure(), Measure()]
    step = Duel(duel.game, start=duel.start)
    for word in duel.moves:
        judged = judge(values.value_of(step), values.value_of_move(step, word))
        totals[step.turn - 1] = totals[step.turn - 1].plus(judged)
        step = step.play(word)
    return totals[0], totals[1]


def judge(best: Value, value: Value) -> Measure:
    """Measure one move, given its value and that of the best legal move.

    >>> judge(Value("win", 3), Value("win", 5))
    Measure(moves=1, kept=1, timed=1, plies_lost=2)
    """
    if not Verdict.of(value, best).keeps:
        return Measure(moves=1)
    if value.plies is None or best.plies is None:
        return Measure(moves=1, kept=1)
    return Measure(moves=1, kept=1, timed=1, plies_lost=abs(value.plies - best.plies))
