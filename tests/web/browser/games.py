"""Short games to play in a browser, the same on every run."""

import random
from functools import cache

from gridduels import Duel, load_game
from gridduels.players.greedy import greedy_moves


@cache
def short_game(id: str, size: int | None = None) -> Duel:
    """Return a finished game of at least six plies, with placements if the game has them."""
    game = load_game(id, size)
    found = [_played(Duel(game), random.Random(seed)) for seed in range(60)]
    places = any(word.startswith("@") for word in game.moves)
    wanted = [duel for duel in found if duel.ply >= 6 and (not places or any("@" in move for move in duel.moves))]
    return min(wanted, key=lambda duel: duel.ply)


def _played(duel: Duel, rng: random.Random) -> Duel:
    while moves := duel.legal_moves:
        duel = duel.play(rng.choice(moves if rng.random() < 0.2 else greedy_moves(duel, moves)))
    return duel


def steps(duel: Duel) -> list[tuple[Duel, str]]:
    """Yield each move of a game with the duel before it."""
    before = Duel(duel.game, start=duel.start)
    pairs = []
    for move in duel.moves:
        pairs.append((before, move))
        before = before.play(move)
    return pairs
