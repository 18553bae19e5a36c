"""Makes a proof where a search has found the values: the same search says which move keeps each of them."""

from typing import Any

import numpy as np

from gridduels.engine.kernels.binding import kernels_of, key_type
from gridduels.engine.kernels.searching import alpha_beta, proving
from gridduels.engine.progress import Progress, chunks_on_all_cores, silent
from gridduels.engine.proofs.proof import Claim, Proof, first_moves, key_of, score_of
from gridduels.engine.solving.on_demand import OnDemandSolver

__all__ = ["PROVING", "prove"]

PROVING = "writing down the answers"


def prove(solver: OnDemandSolver, progress: Progress = silent) -> Proof:
    """A proof of what each first move is worth: each player gets at least that much. It is the same every time, however
    many threads worked on it.

    >>> from gridduels import load_game
    >>> proof = prove(OnDemandSolver(load_game("pathway", 4)))
    >>> [(claim.score, claim.positions) for claim in proof.claims]
    [(-117, 56), (117, 33)]
    """
    claims: dict[int, Claim] = {}
    for _, position in first_moves(solver.game):
        if solver.game.legal(position):
            key, score = key_of(solver.game, position), score_of(solver.value(position))
            for entry, least in ((~key, score), (key, -score)):
                if entry not in claims:
                    claims[entry] = _Prover(solver, progress).prove(entry, least)
    return Proof(solver.game, tuple(claims.values()))


class _Prover:
    """Finds the levels of a claim's proof, one after the other."""

    def __init__(self, solver: OnDemandSolver, progress: Progress) -> None:
        self._solver, self._progress = solver, progress
        self._kernels = kernels_of(solver.game, alpha_beta, proving)
        self._controls: list[Any] = []

    def prove(self, entry: int, score: int) -> Claim:
        claim = Claim(score, (np.array([entry], key_type(self._solver.game)),))
        try:
            while len(claim.levels[-1]) and not claim.is_settled(len(claim.levels)):
                claim = Claim(score, (*claim.levels, self._level_after(claim)))
        except BaseException:
            for control in self._controls:
                control[alpha_beta.STOP] = 1
            raise
        return claim if len(claim.levels[-1]) else Claim(score, claim.levels[:-1])

    def _level_after(self, claim: Claim) -> Any:
        game, entries, wanted = self._solver.game, claim.levels[-1], claim.wanted(len(claim.levels))

        def kernel(first: int, last: int) -> Any:
            table, control = self._solver.transpositions, self._control()
            return self._kernels.entries_after(game.rules, game.start(), entries[first:last], wanted, table, control)

        def report(stage: str, done: int, total: int | None) -> None:
            self._progress(stage, claim.positions + done, None)

        self._controls.clear()
        with chunks_on_all_cores(report, self._solver.workers) as run:
            found = run(kernel, 0, len(entries), PROVING)
        self._solver.check(self._controls)
        return np.unique(np.concatenate(found))

    def _control(self) -> Any:
        """The control array of a kernel of its own: threads that count in a shared one slow each other down."""
        control = self._solver.new_control(np.iinfo(np.int64).max)
        self._controls.append(control)
        return control
