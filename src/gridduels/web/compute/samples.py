"""Games for the start page to show: each installed game, played a while by players who do what looks best at once."""

import random
from functools import cache
from typing import Final

from gridduels import definitions
from gridduels.duel import Duel
from gridduels.game import Definition, Game
from gridduels.players.greedy import greedy_moves
from gridduels.web.messages.board import board_of
from gridduels.web.messages.lines import Sample

__all__ = ["sample_duels", "samples"]

LONGEST: Final = 24
"""Plies after which a sample stops, finished or not."""
_TRIES: Final = 12
"""Games that are played; the longest that comes to an end is shown."""
_CARE: Final = 0.7
"""How often a player does what looks best; otherwise it plays any move, as people do."""


@cache
def samples() -> dict[str, Sample]:
    """For each game the boards of a game played on it, the start first.

    >>> samples()["gridlock"].size
    7
    """
    return {definition.id: _sample(definition) for definition in definitions()}


def _sample(definition: Definition) -> Sample:
    longest = sample_duels(definition)
    return Sample(size=definition.size, boards=[board_of(duel) for duel in longest])


@cache
def sample_duels(definition: Definition) -> list[Duel]:
    """A game played on a game's usual board, move by move; it must not be changed."""
    game = Game(definition)
    return max(
        (_played(game, seed) for seed in range(_TRIES)), key=lambda duels: (duels[-1].outcome is not None, len(duels))
    )


def _played(game: Game, seed: int) -> list[Duel]:
    """A game from its start on, duel by duel."""
    duels, rng = [Duel(game)], random.Random(seed)
    while len(duels) <= LONGEST and (moves := duels[-1].legal_moves):
        better = greedy_moves(duels[-1], moves) if rng.random() < _CARE else moves
        duels.append(duels[-1].play(rng.choice(better)))
    return duels
