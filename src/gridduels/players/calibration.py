"""How the levels compare: paired games from both sides, and a beginner to measure the easiest by."""

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.players import Player, make_player
from gridduels.players.greedy import distance

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

__all__ = ["PAIRINGS", "BeginnerPlayer", "Score", "calibrate", "play_out", "score"]

BEGINNER: Final = "beginner"
PAIRINGS: Final = ((BEGINNER, "easy"), ("medium", "easy"), ("hard", "medium"), ("perfect", "hard"))
"""Who should win, and against whom."""


class BeginnerPlayer:
    """Looks one move ahead: takes a win, does not hand one over, goes the shortest way, and otherwise plays anything.

    >>> from gridduels import Duel, load_game
    >>> BeginnerPlayer(random.Random(1)).choose(Duel(load_game("grid-runner", size=3), "down up down up right left"))
    'right'
    """

    name = BEGINNER

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, duel: Duel) -> str:
        scores = {word: _evaluate(duel, word) for word in duel.legal_moves}
        best = max(scores.values())
        return self._rng.choice([word for word, score in scores.items() if score == best])

    def close(self) -> None:
        """It holds nothing."""


def _evaluate(duel: Duel, word: str) -> tuple[int, int]:
    after = duel.play(word)
    if after.outcome:
        return (-2, 0, 1)[round(2 * after.outcome.points[duel.turn - 1])], 0
    opponent = 3 - duel.turn
    hands_over = any((reply := after.play(each).outcome) and reply.winner == opponent for each in after.legal_moves)
    return -int(hands_over), -distance(duel.game, after.position, duel.turn)


class Score(NamedTuple):
    """What the first of two players made of its games against the other: from each side, and in all."""

    player: str
    opponent: str
    games: int
    as_first: float
    as_second: float

    @property
    def share(self) -> float:
        return (self.as_first + self.as_second) / 2


def calibrate(game: Game, games: int, seed: int, progress: "Progress") -> Iterator[Score]:
    """The scores of all pairings in a game."""
    from gridduels.engine import VALUES

    VALUES.prepare(game, progress)
    for player, opponent in PAIRINGS:
        yield score(game, player, opponent, games, seed)


def score(game: Game, player: str, opponent: str, games: int, seed: int) -> Score:
    """Plays so many games, half of them with each player to go first."""
    points = {1: 0.0, 2: 0.0}
    for number in range(games):
        seat = number % 2 + 1
        names = (player, opponent) if seat == 1 else (opponent, player)
        seats = [_make(name, random.Random(f"{seed} {game.id} {number // 2} {name}")) for name in names]
        points[seat] += play_out(Duel(game), seats[0].choose, seats[1].choose).ended.points[seat - 1]
    return Score(player, opponent, games, points[1] / ((games + 1) // 2), points[2] / max(1, games // 2))


def play_out(duel: Duel, *choose: Callable[[Duel], str]) -> Duel:
    """The duel played to its end by two players' ways to choose a move."""
    while duel.outcome is None:
        duel = duel.play(choose[duel.turn - 1](duel))
    return duel


def _make(name: str, rng: random.Random) -> Player:
    player = BeginnerPlayer(rng) if name == BEGINNER else make_player(name, rng)
    assert player
    return player
