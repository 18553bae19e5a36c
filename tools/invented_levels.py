"""Measure the levels on invented duels: `python -m tools.invented_levels` chooses those that clearly differ in
strength.

Levels aren't fitted to each invented duel, so a level is offered there only if it clearly beats the one below it on a
sample of the duels of the day, from both sides. The chosen levels are then measured again, with another seed and on
other duels. That result is written to `level_measurements.json`, and the levels to `level_skills.json`.
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import gridduels
from gridduels.arena.statistics import estimate
from gridduels.duel import Duel
from gridduels.files import write_atomically
from gridduels.game import Game
from gridduels.invent.gallery import FIRST_DAY, duel_of
from gridduels.players import Player
from gridduels.players.ladder import PERFECT
from gridduels.players.levels import FILE, INVENTED, LevelPlayer, Skills, level_number
from gridduels.registry import load_game
from tools.calibration import FILE as MEASUREMENTS
from tools.fair_starts import named, play_out

SKILLS: Final = {1: -3.0, 3: 0.0, 5: 0.25, 8: 0.5, 10: 0.75}
"""The candidates and their skills, from random play upwards. This is the third set we tried: with the skills of an
unfitted game, level 3 was no stronger than level 1, and with a skill of 1.1, level 10 was as strong as `perfect`."""
LEAST: Final = 0.55
"""The minimum share of the points against the player below, measured at the lower end of its 95 % interval."""
_MOST_POSITIONS: Final = 30_000
"""The maximum number of positions, since larger duels take too long to solve."""


def sample(count: int, seed: str, without: Sequence[Game] = ()) -> list[Game]:
    """Return some duels of the day at random, other than the given ones."""
    days = [duel_of(FIRST_DAY.fromordinal(FIRST_DAY.toordinal() + number)) for number in range(1827)]
    small = [
        each.code
        for each in days
        if each.positions <= _MOST_POSITIONS and each.code not in {game.id for game in without}
    ]
    return [load_game(code) for code in random.Random(f"invented {seed}").sample(small, count)]


def make(player: str, skills: Skills, rng: random.Random) -> Player:
    """Create a level with the given skills, or the perfect player."""
    if player == PERFECT:
        return named(player)(rng)
    return LevelPlayer(player, level_number(player.removeprefix("level:")), rng, skills)


def meet(games: Sequence[Game], player: str, opponent: str, skills: Skills, pairs: int, seed: str) -> dict[str, Any]:
    """Return a player's score against another, in pairs of games from both sides of each duel's start."""
    scores = []
    for game in games:
        for number in range(pairs):
            points = 0.0
            for side in (1, 2):
                names = {side: player, 3 - side: opponent}
                seeds = {name: random.Random(f"{seed} {number} {side} {name}") for name in names.values()}
                seats = {each: make(name, skills, seeds[name]) for each, name in names.items()}
                points += play_out(Duel(game), seats).ended.points[side - 1]
            scores.append(points / 2)
    found = estimate(scores)
    assert found
    rounded = {"score": found.score, "low": found.score_low, "high": found.score_high}
    told = {"player": player, "opponent": opponent, "games": 2 * len(scores)}
    step = told | {name: round(value, 3) for name, value in rounded.items()}
    print(step, flush=True)
    return step


def choose(games: Sequence[Game], pairs: int, seed: str) -> Skills:
    """Return the candidates, keeping each one only if it clearly beats the last one kept."""
    every = tuple((float(number), skill) for number, skill in SKILLS.items())
    kept = [every[0]]
    for candidate in every[1:]:
        step = meet(games, _name(candidate), _name(kept[-1]), every, pairs, seed)
        if step["low"] > LEAST:
            kept.append(candidate)
    while meet(games, PERFECT, _name(kept[-1]), every, pairs, seed)["low"] <= LEAST:
        kept.pop()
    return tuple(kept)


def _name(level: tuple[float, float]) -> str:
    return f"level:{level[0]:g}"


def main(arguments: Sequence[str]) -> None:
    """Choose and measure the levels."""
    parser = argparse.ArgumentParser(prog="python -m tools.invented_levels", description=__doc__)
    parser.add_argument("--duels", type=int, default=20, help="duels to play (default: 20)")
    parser.add_argument("--pairs", type=int, default=8, help="pairs of games per duel and step (default: 8)")
    parser.add_argument("--seed", default="fresh", help="random seed of the second measurement (default: fresh)")
    options = parser.parse_args(arguments)
    chosen_on = sample(options.duels, "choice")
    kept = choose(chosen_on, options.pairs, "choice")
    games = sample(options.duels, options.seed, chosen_on)
    players = [*map(_name, kept), PERFECT]
    steps = [meet(games, better, worse, kept, options.pairs, options.seed) for worse, better in pairwise(players)]
    folder = Path(gridduels.__file__).parent
    command = f"python -m tools.invented_levels --duels {options.duels} --pairs {options.pairs} --seed {options.seed}"
    _update(folder / MEASUREMENTS, {"command": command, "steps": steps})
    _update(folder / FILE, {f"{number:g}": skill for number, skill in kept})


def _update(path: Path, found: dict[str, Any]) -> None:
    stored = json.loads(path.read_text("utf-8"))
    write_atomically(path, json.dumps(stored | {INVENTED: found}, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
