"""Helpers for tests of computer players: random duels to choose a move in, and playing games out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from gridduels import Duel, Game, load_game
from gridduels.players import Player, make_player

OTHERS: Final = ("random", "greedy", "easy", "medium", "hard", "mcts:30", "perfect")
SOLVED: Final = [
    load_game("light-cycle"),
    load_game("pathway"),
    load_game("grid-runner"),
    load_game("gridlock", 5),
    load_game("blockade", 3),
    load_game("blockade", 4),
]
"""Games whose tables take almost no time."""


def computer(name: str, seed: object = 1, think: float = 1.0) -> Player:
    player = make_player(name, random.Random(f"{seed}"), think)
    assert player
    return player


def random_duels(game: Game, number: int, seed: int = 1, most: int = 20) -> Iterator[Duel]:
    """Return unfinished duels after random moves; either player may have gone first."""
    rng = random.Random(seed)
    while number:
        duel = Duel(game, start=game.start(rng.choice((1, 2))))
        for _ in range(rng.randrange(most)):
            after = duel.play(rng.choice(duel.legal_moves))
            if after.outcome:
                break
            duel = after
        number -= 1
        yield duel


def play_on(duel: Duel, one: Player, two: Player) -> Duel:
    """Play a duel to the end; return it."""
    while duel.outcome is None:
        duel = duel.play((one, two)[duel.turn - 1].choose(duel))
    return duel
