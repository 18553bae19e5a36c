"""Fit a game's levels: `python -m tools.levels [GAME...]` writes their skills and balanced starts.

Each level except the first gets the skill at which it wins a fixed share of its games against the level below, from the
balanced starts of both. The starts depend on the skills, so both are determined together, level by level. All
randomness comes from one seed, so the same command always finds the same skills and starts.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import gridduels
from gridduels.duel import Duel
from gridduels.files import write_atomically
from gridduels.game import Game
from gridduels.players import Player
from gridduels.players.levels import FILE, MOST, LevelPlayer
from gridduels.registry import definition, definitions
from tools.fair_starts import Make, Start, candidates, find_starts, find_won_starts, play_out, still_even, store

ALL: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
RUNGS: Final = {
    "light-cycle": (1, 3, 5, 8, 10),
    "pathway": (1, 3, 5, 8, 10),
    "gridlock": (1, 3, 5, 6, 8, 10),
    "blockade": (1, 2, 3, 5, 8, 10),
}
"""The levels of games with fewer than ten steps. More levels would lack balanced starts or not be any stronger."""
_SHARE: Final = 0.64
"""The share of its games that a level should win against the one below."""
_LOWEST: Final = {"gridlock": -0.8}
_RANDOM: Final = -3.0
"""The skill of level 1. It moves at random unless that is so weak that nine steps wouldn't reach strong play."""
_HIGHEST: Final = 3.0
"""The maximum skill; beyond it, nothing changes."""
_SPAN: Final = 0.5
"""The range around the first estimate in which a skill is refined once the level's own starts are known."""
_HALVINGS: Final = (5, 4)
"""The number of bisection steps, first on the starts of the level below, then on those of both levels."""
_PAIRS: Final = 100


class Fit:
    """One game's levels while they are being fitted."""

    def __init__(self, game: Game, rungs: Sequence[int]) -> None:
        self._game, self._rungs = game, rungs
        self.lines = list(candidates(game))
        self.skills: dict[int, float] = {}
        self.starts: dict[int, list[Start]] = {}

    def run(self) -> Iterator[int]:
        """Fit the levels one after another."""
        for number, rung in enumerate(self._rungs):
            begin = time.perf_counter()
            if number:
                below = self._rungs[number - 1]
                self._search(rung, below, self.skills[below], _HIGHEST, _HALVINGS[0])
            else:
                self.skills[rung] = _LOWEST.get(self._game.id, _RANDOM)
            self._find_starts(rung)
            score = 0.0
            if number and self.starts[rung]:
                near = self.skills[rung]
                low = max(self.skills[below], near - _SPAN)
                score = self._search(rung, below, low, near + _SPAN, _HALVINGS[1])
                self.starts[rung] = still_even(self._game, self.make(rung), self.starts[rung])
            seconds = time.perf_counter() - begin
            found = len(self.starts[rung])
            skill = self.skills[rung]
            print(f"{self._game.id} {rung}: {skill:.3f}, {score:.3f}, {found} starts, {seconds:.0f} s", flush=True)
            if not found or (number and score < _SHARE - 0.1):
                print(f"{self._game.id} is too small for {len(self._rungs)} levels", flush=True)
                return
            yield rung

    def _find_starts(self, rung: int) -> None:
        self.starts[rung] = find_starts(self._game, self.make(rung), self.lines)

    def _search(self, rung: int, below: int, low: float, high: float, halvings: int) -> float:
        """Bisect an interval of skills until a level wins its share against the one below; return the last score."""
        starts = [start["moves"] for each in (rung, below) for start in self.starts.get(each, [])]
        score = 0.0
        for _ in range(halvings):
            self.skills[rung] = (low + high) / 2
            score = self.score(rung, below, starts)
            if score < _SHARE:
                low = self.skills[rung]
            else:
                high = self.skills[rung]
        self.skills[rung] = round((low + high) / 2, 3)
        return score

    def score(self, better: int, worse: int, starts: Sequence[str]) -> float:
        """Return one level's score against another, playing each start from both sides."""
        total = 0.0
        for number in range(_PAIRS):
            start = Duel(self._game, starts[number % len(starts)]).position
            for side in (1, 2):
                seed = f"{number} {side}"
                seats = {side: self._play(better, seed), 3 - side: self._play(worse, f"{seed} below")}
                total += play_out(Duel(self._game, start=start), seats).ended.points[side - 1]
        return total / (2 * _PAIRS)

    def _play(self, rung: int, seed: str) -> Player:
        return self.make(rung)(random.Random(seed))

    def make(self, rung: int) -> Make:
        """Return a factory for a level with the skills found so far."""
        known = tuple((float(number), skill) for number, skill in sorted(self.skills.items()))
        skills = ((0.0, known[0][1]), *known, (MOST + 1, known[-1][1]))
        return lambda rng: LevelPlayer(f"level:{rung}", rung, rng, skills)


def fit_levels(game: Game) -> None:
    """Fit a game's levels and store their skills and starts."""
    rungs = RUNGS.get(game.id, ALL)
    fit = Fit(game, rungs)
    for _ in fit.run():
        starts = {f"level:{rung}": found for rung, found in fit.starts.items()}
        starts["perfect"] = (
            find_won_starts(game, fit.make(max(fit.skills)), fit.lines) if len(starts) == len(rungs) else []
        )
        path = Path(gridduels.__file__).parent / FILE
        skills = json.loads(path.read_text("utf-8"))
        skills[game.id] = {str(rung): skill for rung, skill in sorted(fit.skills.items())}
        write_atomically(path, json.dumps(skills, indent=1) + "\n")
        store(game, starts)


def main(arguments: Sequence[str]) -> None:
    """Fit the levels of the given games, or all of them."""
    for each in [definition(id) for id in arguments] or definitions():
        fit_levels(Game(each))


if __name__ == "__main__":
    main(sys.argv[1:])
