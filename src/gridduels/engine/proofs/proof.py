"""Proof: claims about the positions after each first move, and the positions that come about when they are kept."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gridduels.engine.kernels.binding import plain
from gridduels.engine.kernels.searching.alpha_beta import WIN_NOW
from gridduels.engine.value import Value
from gridduels.game import Game

__all__ = ["Claim", "Proof", "first_moves", "key_of", "score_of", "value_of_score"]


class Claim(NamedTuple):
    """One side, the prover, gets at least a score. The first level is the one position it is said of, every further one
    has those that come about a ply later, as sorted entries: see `kernels.searching.proving`."""

    score: int
    levels: tuple[Any, ...]

    @property
    def entry(self) -> int:
        """What the claim is about: a key where the prover's opponent is to move, ~key where the prover is."""
        return int(self.levels[0][0])

    @property
    def positions(self) -> int:
        return sum(map(len, self.levels))

    def wanted(self, level: int) -> int:
        """The score that the prover has to get from a level on: winners have fewer plies left there, and losers need
        hold out no longer.

        >>> Claim(100, ()).wanted(3), Claim(-100, ()).wanted(3), Claim(0, ()).wanted(3)
        (103, -103, 0)
        """
        return self.score + level * ((self.score > 0) - (self.score < 0))

    def is_settled(self, level: int) -> bool:
        """Whether nothing that happens from a level on can be worse than what is claimed."""
        return self.wanted(level) <= -WIN_NOW


class Proof(NamedTuple):
    """All claims it takes to know what each first move of a game is worth."""

    game: Game
    claims: tuple[Claim, ...]

    @property
    def positions(self) -> int:
        return sum(claim.positions for claim in self.claims)


def first_moves(game: Game) -> Iterator[tuple[str, Any]]:
    """Each first move and the position after it.

    >>> from gridduels import load_game
    >>> [move for move, _ in first_moves(load_game("pathway"))]
    ['down', 'right']
    """
    start = game.start()
    for move in game.words_of(game.legal(start)):
        yield move, game.play(start, game.action(move))


def key_of(game: Game, position: Any) -> int:
    """The key of a position's canonical form."""
    key: int = plain(game.definition).pack(game.rules, game.definition.canonicalize(game.rules, position), False)
    return key


def score_of(value: Value) -> int:
    """A value as searches count it: see `kernels.searching.alpha_beta`.

    >>> score_of(Value("win", 7)), score_of(Value("loss", 4)), score_of(Value("draw", None))
    (120, -123, 0)
    """
    return 0 if value.plies is None else value.number * (WIN_NOW - value.plies)


def value_of_score(score: int) -> Value:
    """The value with a score.

    >>> value_of_score(120), value_of_score(0)
    (Value(outcome='win', plies=7), Value(outcome='draw', plies=None))
    """
    if score == 0:
        return Value("draw", None)
    return Value("win" if score > 0 else "loss", WIN_NOW - abs(score))
