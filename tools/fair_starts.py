"""Makes the list of fair starts: `python -m tools.fair_starts [GAME...]` plays it out and writes it anew.

A start is fair for a level when it is a few plies into the game, when no end can be forced soon, and when the level,
playing against itself, wins between 45 and 55 % of the games from either side.
"""

import json
import os
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import gridduels
from gridduels.duel import Duel
from gridduels.files import write_atomically
from gridduels.game import Game, Position
from gridduels.match import FILE
from gridduels.players.levels import LEVELS
from gridduels.registry import definition, definitions
from tools.calibration import name_player, play_out

__all__ = ["first_share", "make_starts"]

_PLIES: Final = (2, 3, 4, 5, 6, 7, 8)
_SOON: Final = 6
"""Ends that can be forced within so many plies are too near."""
_BATCH: Final = 120
_CANDIDATES: Final = 3 * _BATCH
"""They come in batches, until there are enough fair ones."""
_WANTED: Final = 6
"""So many for each of the players to move first."""
_MARGIN: Final = 0.05
_SIEVE: Final = ((8, 24), (40, 8))
"""The rounds through which a candidate has to come: how many games, other ones each time, and how many of a batch come
through for each of the players."""
_GAMES: Final = 400
"""So many are played from those that came through."""


def make_starts(game: Game, level: str, workers: int, seed: int = 1) -> list[dict[str, Any]]:
    """The fair starts of a game for a level, each with its moves and what the player to move scores."""
    candidates, shares, found = _candidates(game, seed), dict[str, float](), list[str]()
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        while len(found) < 2 * _WANTED and (batch := list(islice(candidates, _BATCH))):
            shares |= _sift(game, level, batch, pool)
            found = _nearest(game, shares, _MARGIN, _WANTED)
    return [{"moves": moves, "score": shares[moves]} for moves in found]


def _sift(game: Game, level: str, candidates: Sequence[str], pool: Executor) -> dict[str, float]:
    """What the player to move scores after those of some moves that may be fair."""
    for games, most in _SIEVE:
        shares = pool.map(partial(first_share, game, level, games), candidates)
        error = 0.5 / games**0.5
        candidates = _nearest(game, dict(zip(candidates, shares, strict=True)), _MARGIN + error, most)
    shares = pool.map(partial(first_share, game, level, _GAMES), candidates)
    return dict(zip(candidates, shares, strict=True))


def _candidates(game: Game, seed: int) -> Iterator[str]:
    """Lines of play by chance from the start of the book that lead to different positions."""
    from gridduels.engine import VALUES

    rng = random.Random(f"{seed} {game!r}")
    found: set[Position] = set()
    with VALUES.open(game) as values:
        for number in range(4 * _CANDIDATES):
            duel = Duel(game)
            while duel.ply < _PLIES[number % len(_PLIES)] and duel.legal_moves:
                duel = duel.play(rng.choice(duel.legal_moves))
            position = game.definition.canonicalize(game.rules, duel.position)
            plies = values.value(duel.position).plies
            if len(found) < _CANDIDATES and position not in found and (plies is None or plies > _SOON):
                found.add(position)
                yield " ".join(duel.moves)


def first_share(game: Game, level: str, games: int, moves: str) -> float:
    """How much the player to move after some moves wins, where a level plays against itself."""
    start, won = Duel(game, moves).position, 0
    for number in range(games):
        seats = {seat: name_player(level, random.Random(f"{games} {number} {moves} {seat}")) for seat in (1, 2)}
        won += play_out(Duel(game, start=start), seats).ended.winner == start.turn
    return won / games


def _nearest(game: Game, shares: dict[str, float], margin: float, most: int) -> list[str]:
    """Those with the evenest chances, as many for either player to move first."""
    fair = sorted((abs(share - 0.5), moves) for moves, share in shares.items() if abs(share - 0.5) <= margin)
    turns = {moves: Duel(game, moves).turn for _, moves in fair}
    return [moves for turn in (1, 2) for moves in [each for _, each in fair if turns[each] == turn][:most]]


def main(arguments: Sequence[str]) -> None:
    path = Path(gridduels.__file__).parent / FILE
    kept = json.loads(path.read_text("utf-8"))
    for each in [definition(id) for id in arguments] or definitions():
        kept[each.id] = {level: make_starts(Game(each), level, os.cpu_count() or 1) for level in LEVELS}
        write_atomically(path, json.dumps(kept, indent=1) + "\n")
        print(f"{each.id}: { ({level: len(starts) for level, starts in kept[each.id].items()}) }", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
