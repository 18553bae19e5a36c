"""Fits the levels to games: `python -m tools.levels [GAME...]` writes their skills anew.

`easy` is as strong as a beginner. From there to `perfect` the named levels are equally far apart, as far as a step of
65 to 80 % allows; the rest is between `hard` and `perfect`, with level 10 in the middle. Level 1 is a step below
`easy`. Everything is drawn from one seed, so the same command finds the same skills again.
"""

import json
import math
import os
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import gridduels
from gridduels.duel import Duel
from gridduels.files import write_atomically
from gridduels.game import Game
from gridduels.players import Player
from gridduels.players.levels import FILE, LEVELS, MOST, LevelPlayer, Skills, level_number, skills_of
from gridduels.registry import definition, definitions, load_game
from tools.calibration import BEGINNER, ContestedOpenings, name_player, play_pair, scores_of

__all__ = ["FITTED", "fit_levels", "skills_text"]

_LEVEL: Final = "level:"
FITTED: Final = (1.0, *LEVELS.values(), MOST)
"""The levels whose skills are looked for; those between lie on straight lines."""
_PAIRS: Final = 150
_SEED: Final = 1
_HALVINGS: Final = 6
"""How often the span is halved in which a skill lies: after that, chance decides more than the skill."""
_LEAST: Final = -0.6
_LEAST_IN: Final = {"light-cycle": -0.3}
"""The lowest skill that `easy` may have. In Light Cycle Duel a beginner is hardly better than chance, and so is whoever
has less skill: the score does not tell how much."""
_SPAN: Final = 1.9
"""How far up the skill of a level is looked for."""
_STEP: Final = (0.68, 0.76)
"""What a named level may score against the one below, with room for chance."""
_FIRST_STEP: Final = 0.6
"""What `easy` scores against level 1."""


class _Trial:
    """Players with skills on trial, who meet from the same openings."""

    def __init__(self, game: Game, starts: Sequence[str]) -> None:
        self._game = game
        self._starts = [(start, f"{_SEED} {number}") for number, start in enumerate(starts)]
        self.skills: dict[float, float] = {}

    def score(self, player: str, opponent: str) -> float:
        """What a player scores against another."""
        total = 0.0
        for start, seed in self._starts:
            duel = Duel(self._game, start=start)
            total += sum(scores_of(*play_pair(duel, player, opponent, seed, self._make)))
        return total / (2 * len(self._starts))

    def find(self, name: str, opponent: str, wanted: float, low: float) -> None:
        """Finds the skill of a level, from a lowest one on, that scores so much against somebody."""
        number, high = _number(name), low + _SPAN
        for _ in range(_HALVINGS):
            self.skills[number] = (low + high) / 2
            if self.score(name, opponent) < wanted:
                low = self.skills[number]
            else:
                high = self.skills[number]
        self.skills[number] = round((low + high) / 2, 3)

    def _make(self, name: str, rng: random.Random) -> Player:
        if name in LEVELS or name.startswith(_LEVEL):
            known = sorted(self.skills.items())
            padded = ((known[0][0] - 1, known[0][1]), *known, (MOST + 1, known[-1][1]))
            return LevelPlayer(name, _number(name), rng, padded)
        return name_player(name, rng)


def _number(name: str) -> float:
    return LEVELS.get(name) or level_number(name.removeprefix(_LEVEL))


def fit_levels(game: Game, starts: Sequence[str]) -> Skills:
    """The skills of the levels in a game, whose table is there."""
    trial = _Trial(game, starts)
    trial.find("easy", BEGINNER, 0.5, _LEAST_IN.get(game.id, _LEAST))
    step = min(max(_share(_elo(trial.score("perfect", "easy")) / 3), _STEP[0]), _STEP[1])
    for worse, better in pairwise(LEVELS):
        trial.find(better, worse, step, trial.skills[LEVELS[worse]])
    halfway = _share(_elo(trial.score("perfect", "hard")) / 2)
    trial.find(f"{_LEVEL}{MOST:g}", "hard", halfway, trial.skills[LEVELS["hard"]])
    trial.find(f"{_LEVEL}1", "easy", 1 - _FIRST_STEP, trial.skills[LEVELS["easy"]] - _SPAN)
    return tuple(sorted(trial.skills.items()))


def _elo(share: float) -> float:
    bounded = min(max(share, 0.01), 0.99)
    return math.log10(bounded / (1 - bounded))


def _share(elo: float) -> float:
    return 1 / (1 + 10**-elo)


def skills_text(kept: dict[str, Skills]) -> str:
    """The file of the skills in all games."""
    data = {id: {f"{number:g}": skill for number, skill in skills} for id, skills in kept.items()}
    return json.dumps(data, indent=1) + "\n"


def main(arguments: Sequence[str]) -> None:
    path = Path(gridduels.__file__).parent / FILE
    kept = {each.id: skills_of(each.id) for each in definitions()}
    chosen = [definition(id).id for id in arguments] or list(kept)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for done in as_completed([pool.submit(_fit, id) for id in reversed(chosen)]):
            id, kept[id], seconds = done.result()
            told = ", ".join(f"{number:g}: {skill}" for number, skill in kept[id])
            print(f"{id}: {told} ({seconds:.0f} s)", flush=True)
    write_atomically(path, skills_text(kept))


def _fit(id: str) -> tuple[str, Skills, float]:
    """The skills of a game's levels, and how long it took to find them."""
    from gridduels.engine import VALUES

    game, begin = load_game(id), time.perf_counter()
    with VALUES.open(game) as values:
        openings = ContestedOpenings(game, _SEED, values)
        skills = fit_levels(game, [openings[number] for number in range(_PAIRS)])
    return id, skills, time.perf_counter() - begin


if __name__ == "__main__":
    main(sys.argv[1:])
