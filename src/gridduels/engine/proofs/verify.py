"""Verifies a proof by the rules alone: nothing is searched, and nothing that was searched is believed."""

from bisect import bisect_right
from functools import partial
from itertools import accumulate
from random import Random
from typing import Any, Final, NamedTuple

from gridduels.engine.kernels.binding import is_wide, kernels_of, plain
from gridduels.engine.kernels.searching import proof_checking
from gridduels.engine.progress import Progress, chunks_on_all_cores, silent
from gridduels.engine.proofs.proof import Claim, Proof, first_moves, key_of, value_of_score
from gridduels.engine.tables.sharing import differing_images
from gridduels.engine.value import Value

__all__ = ["ProofReport", "verify_proof"]

_CHUNK: Final = 1 << 12
_SAMPLE: Final = 1000
"""Positions that the rules are asked about as plain Python, too."""


class ProofReport(NamedTuple):
    """What was checked, what was found wrong, and what each first move is worth by the claims that hold."""

    checked: tuple[str, ...]
    faults: tuple[str, ...]
    moves: dict[str, Value]

    @property
    def value(self) -> Value:
        """What the start is worth to Player 1: as much as the best of the first moves."""
        return max(self.moves.values(), key=lambda value: value.rank)


def verify_proof(proof: Proof, images: int = 5000, seed: int = 0, progress: Progress = silent) -> ProofReport:
    """Checks a proof against the rules."""
    verifier = _Verifier(proof, progress)
    verifier.check_entries()
    if not is_wide(proof.game):  # else they were all looked at by plain Python
        verifier.check_a_sample(seed)
    verifier.check_images(images, seed)
    moves = verifier.first_move_values()
    return ProofReport(tuple(verifier.checked), tuple(verifier.faults), moves)


class _Verifier:
    def __init__(self, proof: Proof, progress: Progress) -> None:
        self._proof, self._game, self._progress = proof, proof.game, progress
        self._least: dict[int, int] = {}
        """What the claims that hold say, by their entries: the score that the prover gets at least."""
        self.checked: list[str] = []
        self.faults: list[str] = []

    def check_entries(self) -> None:
        """Every position of every claim, by compiled rules where there are any."""
        kernels, done, total = kernels_of(self._game, proof_checking), 0, self._proof.positions
        with chunks_on_all_cores(self._progress, chunk=_CHUNK) as run:
            for claim in self._proof.claims:
                broken = 0
                for level, entries in enumerate(claim.levels):
                    check = partial(self._count_broken, kernels, claim, level)
                    broken += sum(run(check, 0, len(entries), "checking answers", done, total))
                    done += len(entries)
                self._conclude(claim, broken)
        self.checked.append(
            f"{total:,} positions looked at: every move of one side is answered, every end is as promised"
        )

    def _count_broken(self, kernels: Any, claim: Claim, level: int, first: int, last: int) -> int:
        """How many of the entries first..last of a level do not keep what was promised."""
        entries = claim.levels[level][first:last]
        following = claim.levels[level + 1] if level + 1 < len(claim.levels) else entries[:0]
        broken: int = kernels.count_broken(
            self._game.rules, self._game.start(), entries, following, claim.wanted(level + 1)
        )
        return broken

    def _conclude(self, claim: Claim, broken: int) -> None:
        if broken:
            self.faults.append(f"{broken:,} positions of a claim do not keep what it promises")
        else:
            self._least[claim.entry] = max(claim.score, self._least.get(claim.entry, claim.score))

    def check_a_sample(self, seed: int) -> None:
        """Some positions by the rules as plain Python, so that no compiler need be trusted."""
        kernels, total = plain(self._game.definition, proof_checking), self._proof.positions
        places = [(claim, level) for claim in self._proof.claims for level in range(len(claim.levels))]
        ends = list(accumulate(len(claim.levels[level]) for claim, level in places))
        chosen, broken = Random(seed).sample(range(total), min(_SAMPLE, total)), 0
        for number in chosen:
            place = bisect_right(ends, number)
            claim, level = places[place]
            first = number - ends[place] + len(claim.levels[level])
            broken += self._count_broken(kernels, claim, level, first, first + 1)
        self.checked.append(f"{len(chosen):,} of them looked at again by the rules as plain Python")
        if broken:
            self.faults.append(f"{broken:,} of {len(chosen):,} positions do not keep what is promised, by plain Python")

    def check_images(self, positions: int, seed: int) -> None:
        """Positions stand for their images: these must have the same moves."""
        differing = differing_images(self._game, positions, seed, self._progress)
        self.checked.append(f"{positions:,} positions have the same moves as their images")
        if differing:
            self.faults.append(f"{differing:,} positions have other moves than their images")

    def first_move_values(self) -> dict[str, Value]:
        """What each first move is worth to Player 1, where the claims leave nothing open."""
        values: dict[str, Value] = {}
        for move, position in first_moves(self._game):
            value = self._value(position)
            if value is None:
                self.faults.append(f"it is not proved what the first move {move} is worth")
            else:
                values[move] = value.before(same_player=position.turn == self._game.start().turn)
        return values

    def _value(self, position: Any) -> Value | None:
        """What is proved of a position: the player to move gets at least as much as the other one leaves."""
        if not self._game.legal(position):
            return Value.at_end(self._game.winner(position) % 3, position.turn)
        key = key_of(self._game, position)
        least, most = self._least.get(~key), self._least.get(key)
        return value_of_score(least) if least is not None and most is not None and least == -most else None
