"""How the levels compare: each against the one below, from both sides, and what their moves were worth exactly."""

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final, NamedTuple

from gridduels.arena.calibration.beginner import BEGINNER, BeginnerPlayer
from gridduels.arena.calibration.playing import play_out
from gridduels.arena.exact import Measure, measure
from gridduels.arena.statistics.pairs import Pairs
from gridduels.arena.statistics.ratings import fit_ratings
from gridduels.duel import Duel
from gridduels.engine.value import Value
from gridduels.game import Game
from gridduels.players import Player, make_player
from gridduels.players.levels import LEVELS, MOST

if TYPE_CHECKING:
    from gridduels.engine.values import Values

__all__ = [
    "LADDER",
    "PAIRINGS",
    "Calibration",
    "Meeting",
    "Standing",
    "calibrate",
    "meet",
    "name_player",
    "play_pair",
    "scores_of",
]

Make = Callable[[str, random.Random], Player]
"""Makes a player of its name."""
_NAMES: Final = {number: name for name, number in LEVELS.items()}
LADDER: Final = (*(_NAMES.get(number, f"level:{number}") for number in range(1, int(MOST) + 1)), "perfect")
"""Every whole level, and who is beyond them, the weakest first."""
_NAMED: Final = (BEGINNER, *LEVELS, "perfect")
PAIRINGS: Final = tuple((better, worse) for worse, better in pairwise(LADDER)) + tuple(
    (better, worse) for worse, better in pairwise(_NAMED) if worse != BEGINNER
)
"""Who should win, and against whom: neighbours on the ladder, then the levels that have a name."""
_FIRST_TIME: Final = (BEGINNER, "easy")
"""Who should be about as strong."""
_ZERO: Final = 1000.0
"""The rating of `easy`, by which the others go."""
_CHUNK: Final = 10
"""Pairs that a worker plays at a time."""


class Quality(NamedTuple):
    """What a player's moves were worth by exact measure, and how many were absurd: a win in one missed, or a loss in
    one that could have been avoided."""

    measure: Measure = Measure()
    absurd: int = 0

    def plus(self, other: "Quality") -> "Quality":
        return Quality(self.measure.plus(other.measure), self.absurd + other.absurd)

    @property
    def share_absurd(self) -> float:
        return self.absurd / max(1, self.measure.moves)


class Meeting(NamedTuple):
    """What the first of two players made of pairs of games against the other, one from each side; how both played."""

    player: str
    opponent: str
    pairs: Pairs = Pairs()
    as_first: float = 0
    as_second: float = 0
    """What it scored going first and going second: a draw is half a win."""
    qualities: tuple[Quality, Quality] = (Quality(), Quality())

    def plus(self, other: "Meeting") -> "Meeting":
        qualities = self.qualities[0].plus(other.qualities[0]), self.qualities[1].plus(other.qualities[1])
        won = self.as_first + other.as_first, self.as_second + other.as_second
        return Meeting(self.player, self.opponent, self.pairs.plus(other.pairs), *won, qualities)

    @property
    def shares(self) -> tuple[float, float, float]:
        """Of the games it won: in all, going first, and going second."""
        number = sum(self.pairs)
        return (self.as_first + self.as_second) / (2 * number), self.as_first / number, self.as_second / number


class Standing(NamedTuple):
    """Where a player stands: its rating, of which `easy` has 1000, and the quality of all its moves."""

    player: str
    rating: float
    quality: Quality


class Calibration(NamedTuple):
    """Everything measured in one game."""

    game: Game
    meetings: tuple[Meeting, ...]
    standings: tuple[Standing, ...]
    """The weakest player by its name first."""


def calibrate(game: Game, starts: Sequence[str], seed: int, workers: int = 1) -> Calibration:
    """Lets all meet whom they should, with a pair of games from each start; the game's table is there."""
    pairings = (_FIRST_TIME, *PAIRINGS)
    numbered = [(start, f"{seed} {number}") for number, start in enumerate(starts)]
    chunks = [
        (game, *pairing, numbered[first : first + _CHUNK])
        for pairing in pairings
        for first in range(0, len(starts), _CHUNK)
    ]
    found = {pairing: Meeting(*pairing) for pairing in pairings}
    for part in _run(chunks, workers):
        found[part.player, part.opponent] = found[part.player, part.opponent].plus(part)
    return Calibration(game, tuple(found.values()), _standings(tuple(found.values())))


def _run(chunks: "Sequence[tuple[Game, str, str, Sequence[tuple[str, str]]]]", workers: int) -> Iterator[Meeting]:
    if workers == 1:
        yield from (meet(*chunk) for chunk in chunks)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(meet, *zip(*chunks, strict=True))


def name_player(name: str, rng: random.Random) -> Player:
    """The player with a name, be it the beginner."""
    player = BeginnerPlayer(rng) if name == BEGINNER else make_player(name, rng)
    assert player
    return player


def meet(game: Game, player: str, opponent: str, starts: Sequence[tuple[str, str]]) -> Meeting:
    """Plays pairs of games, each from a start and with a seed that its two games have in common."""
    from gridduels.engine import VALUES

    meeting = Meeting(player, opponent)
    with VALUES.asking(game) as values:
        for start, seed in starts:
            first, second = play_pair(Duel(game, start=start), player, opponent, seed)
            scores = scores_of(first, second)
            own_first, other_second = _qualities(first, values)
            other_first, own_second = _qualities(second, values)
            qualities = own_first.plus(own_second), other_first.plus(other_second)
            meeting = meeting.plus(Meeting(player, opponent, Pairs.of([sum(scores) / 2]), *scores, qualities))
    return meeting


def play_pair(duel: Duel, player: str, opponent: str, seed: str, make: Make = name_player) -> tuple[Duel, Duel]:
    """Two games between two players, the first of whom begins the first one."""
    begins, other = duel.turn, 3 - duel.turn

    def seated(*names: str) -> dict[int, Player]:
        seats = zip((begins, other), names, strict=True)
        return {seat: make(name, random.Random(f"{seed} {name}")) for seat, name in seats}

    return play_out(duel, seated(player, opponent)), play_out(duel, seated(opponent, player))


def scores_of(first: Duel, second: Duel) -> tuple[float, float]:
    """What the first of two players scored in each game of a pair: the one it began, and the other one."""
    begins = first.start.turn
    return first.ended.points[begins - 1], second.ended.points[2 - begins]


def _qualities(duel: Duel, values: "Values") -> tuple[Quality, Quality]:
    """How who began a game played it, and how the other one did."""
    absurd, step = {1: 0, 2: 0}, Duel(duel.game, start=duel.start)
    for word in duel.moves:
        absurd[step.turn] += is_absurd(values.value_of(step), values.value_of_move(step, word))
        step = step.play(word)
    measures, begins = measure(duel, values), duel.start.turn
    first, second = (Quality(measures[seat - 1], absurd[seat]) for seat in (begins, 3 - begins))
    return first, second


def is_absurd(best: Value, played: Value) -> bool:
    """Whether a move missed a win in one, or handed one over for no reason.

    >>> is_absurd(Value("win", 1), Value("win", 3)), is_absurd(Value("loss", 2), Value("loss", 2))
    (True, False)
    """
    missed = best == Value("win", 1) != played
    return missed or (played == Value("loss", 2) and best != played)


def _standings(meetings: Sequence[Meeting]) -> tuple[Standing, ...]:
    names = (BEGINNER, *LADDER)
    ratings = {each.player: each.elo for each in fit_ratings(names, {each[:2]: each.pairs for each in meetings})}
    qualities = dict.fromkeys(names, Quality())
    for each in meetings:
        for name, quality in zip(each[:2], each.qualities, strict=True):
            qualities[name] = qualities[name].plus(quality)
    return tuple(Standing(name, ratings[name] - ratings["easy"] + _ZERO, qualities[name]) for name in names)
