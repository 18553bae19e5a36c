"""Measure the levels: `python -m tools.calibration [--game GAME]...` writes `level_measurements.json`.

Using new seeds and the starts that people get, it measures each player's score against the one below it on a game's
ladder, the score of the player to move when a level plays itself, and how often a simple classifier can tell two
neighbours apart from their moves in twenty games.
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any, Final, NamedTuple

import gridduels
from gridduels.arena.statistics import estimate
from gridduels.duel import Duel
from gridduels.files import write_atomically
from gridduels.game import Game
from gridduels.match import fair_starts
from gridduels.players.ladder import PERFECT, ladder_of
from gridduels.players.levels import Traits, traits_of
from gridduels.registry import definition, definitions
from tools.fair_starts import named, play_out, wins

FILE: Final = "level_measurements.json"
_SET: Final = 20
"""The number of games the classifier sees at a time."""


class Meeting(NamedTuple):
    """Pairs of games between two players, one game from each side of a start."""

    scores: list[float]
    """The first player's score in each pair, from 0 to 1."""
    moved: tuple[list[list[Traits]], list[list[Traits]]]
    """How each player moved, game by game."""


def meet(game: Game, player: str, opponent: str, pairs: int, seed: str) -> Meeting:
    """Play pairs of games from both players' balanced starts."""
    starts = [moves for name in (player, opponent) if name != PERFECT for moves in fair_starts(game, name)]
    meeting = Meeting([], ([], []))
    for number in range(pairs):
        points = 0.0
        for side in (1, 2):
            names = {side: player, 3 - side: opponent}
            seats = {seat: named(name)(random.Random(f"{seed} {number} {side} {name}")) for seat, name in names.items()}
            ended = play_out(Duel(game, start=Duel(game, starts[number % len(starts)]).position), seats)
            points += ended.ended.points[side - 1]
            traits = traits_by_side(ended)
            for seen, seat in zip(meeting.moved, (side, 3 - side), strict=True):
                seen.append(traits[seat - 1])
        meeting.scores.append(points / 2)
    return meeting


def traits_by_side(duel: Duel) -> tuple[list[Traits], list[Traits]]:
    """Return the features of Player 1's and Player 2's moves."""
    found: tuple[list[Traits], list[Traits]] = ([], [])
    step = Duel(duel.game, start=duel.start)
    for word in duel.moves:
        after = step.play(word)
        found[step.turn - 1].append(traits_of(step, after))
        step = after
    return found


def told_apart(moved: tuple[list[list[Traits]], list[list[Traits]]]) -> tuple[int, int]:
    """Return how many sets of twenty games a classifier assigns to the right player, and the total number of sets.

    It learns both players' means from one half of the sets and assigns each set in the other half to the nearer mean.
    It sees how the players move, not who wins.
    """
    sets = [[_means(each[at : at + _SET]) for at in range(0, len(each) - _SET + 1, _SET)] for each in moved]
    half = len(sets[0]) // 2
    learned, tests = [each[:half] for each in sets], [each[half:] for each in sets]
    centres = [_mean(each) for each in learned]
    spread = [pstdev([each[at] for part in learned for each in part]) or 1.0 for at in range(len(centres[0]))]
    right = 0
    for own, other, each in ((0, 1, tests[0]), (1, 0, tests[1])):
        for test in each:
            right += _distance(test, centres[own], spread) < _distance(test, centres[other], spread)
    return right, sum(map(len, tests))


def _means(games: Sequence[list[Traits]]) -> list[float]:
    return _mean([traits for moves in games for traits in moves] or [Traits()])


def _mean(rows: Sequence[Sequence[float]]) -> list[float]:
    return [fmean(column) for column in zip(*rows, strict=True)]


def _distance(one: Sequence[float], two: Sequence[float], spread: Sequence[float]) -> float:
    return sum(((a - b) / s) ** 2 for a, b, s in zip(one, two, spread, strict=True))


def measure_step(game: Game, player: str, opponent: str, pairs: int, seed: str) -> dict[str, Any]:
    """Return a player's score against the one below it, and how well a classifier tells them apart."""
    meeting = meet(game, player, opponent, pairs, seed)
    found = estimate(meeting.scores)
    assert found
    right, seen = told_apart(meeting.moved)
    moved = [[round(mean, 3) for mean in _means(games)] for games in meeting.moved]
    return {
        "player": player,
        "opponent": opponent,
        "games": 2 * pairs,
        "score": round(found.score, 3),
        "low": round(found.score_low, 3),
        "high": round(found.score_high, 3),
        "told_apart": right,
        "sets": seen,
        "traits": {"names": Traits._fields, player: moved[0], opponent: moved[1]},
    }


def measure_starts(game: Game, player: str, games: int, seed: str) -> dict[str, Any]:
    """Return the score of the player to move from a level's starts when the level plays itself."""
    make, starts = named(player), fair_starts(game, player)
    scores = {
        moves: wins(game, moves, {1: make, 2: make}, Duel(game, moves).turn, seed, range(games)) for moves in starts
    }
    error = 0.98 / (games * len(scores)) ** 0.5
    score = fmean(scores.values())
    return {
        "games": games * len(scores),
        "score": round(score, 3),
        "low": round(score - error, 3),
        "high": round(score + error, 3),
        "by_start": {moves: round(each, 3) for moves, each in scores.items()},
    }


def main(arguments: Sequence[str]) -> None:
    """Measure the given games, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibration", description=__doc__)
    parser.add_argument("--game", metavar="GAME", action="append", help="a game to measure (default: all of them)")
    parser.add_argument("--pairs", type=int, default=300, help="pairs of games per step (default: 300)")
    parser.add_argument("--start-games", type=int, default=60, help="games per start (default: 60)")
    parser.add_argument("--seed", default="fresh", help="random seed (default: fresh)")
    options = parser.parse_args(arguments)
    path = Path(gridduels.__file__).parent / FILE
    for each in [definition(id) for id in options.game or []] or definitions():
        game = Game(each)
        players = [opponent.player for opponent in ladder_of(game.id)]
        steps, starts = [], {}
        for worse, better in pairwise(players):
            pairs = options.pairs if better != PERFECT else options.pairs // 2
            steps.append(measure_step(game, better, worse, pairs, options.seed))
            print(game.id, {name: value for name, value in steps[-1].items() if name != "traits"}, flush=True)
        for player in players[:-1]:
            starts[player] = measure_starts(game, player, options.start_games, options.seed)
            print(game.id, player, starts[player], flush=True)
        stored = json.loads(path.read_text("utf-8")) if path.exists() else {}
        command = (
            f"python -m tools.calibration --game {game.id} --pairs {options.pairs} --start-games {options.start_games}"
        )
        stored[game.id] = {"command": f"{command} --seed {options.seed}", "steps": steps, "starts": starts}
        write_atomically(path, json.dumps(stored, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
