"""The greedy player looks one move ahead, preferring a shorter path to the goal than its opponent's and room to
move."""

import random
from typing import Final

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.targets import distance

_CARE: Final = 0.7
"""The probability of a greedy move in a sample game; otherwise the player moves at random, as people do."""


class GreedyPlayer:
    """Plays one of the moves that look best one ply ahead."""

    name = "greedy"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, duel: Duel) -> str:
        return self._rng.choice(greedy_moves(duel, duel.legal_moves))

    def close(self) -> None:
        """Do nothing: this player holds no resources."""


def greedy_moves(duel: Duel, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the given moves that lead to the best-looking positions.

    >>> from gridduels import Duel, load_game
    >>> greedy_moves(duel := Duel(load_game("light-cycle"), "right left"), duel.legal_moves)
    ('right',)
    """
    scores = {word: _evaluate(duel, word) for word in moves}
    best = max(scores.values())
    return tuple(word for word, score in scores.items() if score == best)


def _evaluate(duel: Duel, word: str) -> tuple[int, ...]:
    """Return a move's sort key: a win first, then the lead in the race, then few replies, then many moves of its
    own."""
    player, after = duel.turn, duel.play(word)
    if after.outcome:
        return int(after.outcome.winner == player), 0, 0, 0
    game, position = duel.game, after.position
    lead = distance(game, position, 3 - player) - distance(game, position, player)
    own = game.legal(position._replace(turn=player)).bit_count()
    replies = 0 if after.turn == player else after.legal_actions.bit_count()
    return 0, lead, -replies, own


def sample_game(game: Game, seed: int, longest: int) -> list[Duel]:
    """Play a game from the start between players who are greedy most of the time, up to a maximum number of plies.
    Return the duel after each move."""
    duels, rng = [Duel(game)], random.Random(seed)
    while len(duels) <= longest and (moves := duels[-1].legal_moves):
        better = greedy_moves(duels[-1], moves) if rng.random() < _CARE else moves
        duels.append(duels[-1].play(rng.choice(better)))
    return duels
