"""Fits the levels to games: `python -m gridduels.arena.calibration.fitting [GAME...]` writes their skills anew.

`easy` is as strong as a beginner. From there to `perfect` the named levels are equally far apart, as far as a step of
65 to 80 % allows; the rest is between `hard` and `perfect`, with level 10 in the middle. Level 1 is a step below
`easy`.
"""

import json
import math
import random
import sys
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

import gridduels
from gridduels.arena.calibration.beginner import BEGINNER
from gridduels.arena.calibration.contested import ContestedOpenings
from gridduels.arena.calibration.measuring import meet, name_player
from gridduels.files import write_whole
from gridduels.game import Game
from gridduels.players import Player
from gridduels.players.levels import LEVELS, MOST, LevelPlayer, level_number
from gridduels.players.skills import FILE, Skills, skills_of
from gridduels.registry import definition, definitions

__all__ = ["fit_levels"]

_LEVEL: Final = "level:"
_PAIRS: Final = 150
_SEED: Final = 1
_HALVINGS: Final = 6
"""How often the span is halved in which a skill lies: after that, chance decides more than the skill."""
_LEAST: Final = -0.3
"""The lowest skill that `easy` may have."""
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

    def score(self, player: str, opponent: str, skills: dict[float, float] | None = None) -> float:
        """What a player scores against another, with these skills instead of those found so far."""
        known = tuple(sorted((skills or self.skills).items()))
        padded = ((known[0][0] - 1, known[0][1]), *known, (MOST + 1, known[-1][1]))
        return meet(self._game, player, opponent, self._starts, partial(_make, padded)).shares[0]

    def find(self, name: str, opponent: str, wanted: float, low: float) -> None:
        """Finds the skill of a level, from a lowest one on, that scores so much against somebody."""
        number, high = _number(name), low + _SPAN
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if self.score(name, opponent, {**self.skills, number: middle}) < wanted:
                low = middle
            else:
                high = middle
        self.skills[number] = round((low + high) / 2, 3)


def _number(name: str) -> float:
    return LEVELS.get(name) or level_number(name.removeprefix(_LEVEL))


def _make(skills: Skills, name: str, rng: random.Random) -> Player:
    if name in LEVELS or name.startswith(_LEVEL):
        return LevelPlayer(name, _number(name), rng, skills)
    return name_player(name, rng)


def fit_levels(game: Game, starts: Sequence[str]) -> Skills:
    """The skills of the levels in a game, whose table is there."""
    trial = _Trial(game, starts)
    trial.find("easy", BEGINNER, 0.5, _LEAST)
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


def main(arguments: Sequence[str]) -> None:
    from gridduels.engine import VALUES

    path = Path(gridduels.__file__).parent / FILE
    kept = {each.id: skills_of(each.id) for each in definitions()}
    for found in [definition(id) for id in arguments] or definitions():
        game = Game(found)
        with VALUES.asking(game) as values:
            openings = ContestedOpenings(game, _SEED, values)
            kept[game.id] = fit_levels(game, [openings[number] for number in range(_PAIRS)])
        data = {id: {f"{number:g}": skill for number, skill in skills} for id, skills in kept.items()}
        write_whole(path, json.dumps(data, indent=1) + "\n")
        print(f"{game.id}: {data[game.id]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
