"""Compare the levels: each plays the one below it, from both sides. Run it with `python -m tools.calibration`."""

import argparse
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gridduels.arena.exact import Measure, measure
from gridduels.arena.openings import DrawnOpenings, is_balanced
from gridduels.arena.statistics import Pairs, fit_ratings
from gridduels.cli import Parser, main
from gridduels.commands.options import add_games, add_json, add_seed, add_workers, positive, print_json, whole
from gridduels.duel import Duel
from gridduels.engine.value import Value
from gridduels.engine.values import Values
from gridduels.game import Game, Position
from gridduels.players import Player, make_player
from gridduels.players.levels import LEVELS, MOST
from gridduels.players.perfect import PerfectPlayer
from gridduels.targets import distance

if TYPE_CHECKING:
    from gridduels.engine.values import Values
    from gridduels.game import Game


# --- Playing a game


def play_out(duel: Duel, seats: Mapping[int, Player]) -> Duel:
    """The game at its end, played on by who sits where."""
    while duel.outcome is None:
        duel = duel.play(seats[duel.turn].choose(duel))
    return duel


# --- The beginner


BEGINNER: Final = "beginner"


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
        scores = {word: _first_sight(duel, word) for word in duel.legal_moves}
        best = max(scores.values())
        return self._rng.choice([word for word, score in scores.items() if score == best])

    def close(self) -> None:
        """It holds nothing."""


def _first_sight(duel: Duel, word: str) -> tuple[int, int]:
    after = duel.play(word)
    if after.outcome:
        return (1 if after.outcome.winner == duel.turn else -2), 0
    opponent = 3 - duel.turn
    hands_over = any((reply := after.play(each).outcome) and reply.winner == opponent for each in after.legal_moves)
    return -int(hands_over), -distance(duel.game, after.position, duel.turn)


# --- Contested openings: those that show how well somebody plays
#
# Balanced openings are not all of that kind. In many of them the side that can force a win does so by going the obvious
# way: whoever sees one move ahead wins them against `perfect`, nobody has a chance to err, and how strong players are
# cannot be told. So an opening is contested where nobody can force the end, or where it is balanced and a beginner, on
# the side that wins, throws the win away against `perfect` as often as not.


_TRIES: Final = 6


class ContestedOpenings(DrawnOpenings):
    """Openings by chance that are contested; their game's values are known."""

    def _fits(self, values: Values, position: Position) -> bool:
        return is_balanced(values, position) and 2 * thrown_away(values, position, _TRIES) >= _TRIES


def thrown_away(values: Values, position: Position, tries: int) -> int:
    """How often a beginner that can force a win does not win against `perfect`, who follows."""
    game = values.game
    winner = position.turn if values.value(position).outcome == "win" else 3 - position.turn
    lost = 0
    for number in range(tries):
        chance = random.Random(f"{game.text(position)} {number}")
        seats: dict[int, Player] = {winner: BeginnerPlayer(chance), 3 - winner: PerfectPlayer(chance)}
        lost += play_out(Duel(game, start=position), seats).ended.winner != winner
    return lost


# --- Comparing levels


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
    with VALUES.open(game) as values:
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


# --- The command line


def command_line() -> argparse.ArgumentParser:
    """Return the command line of this tool."""
    about = (
        "Let each level play the one below it, from both sides of contested openings, and the easiest one a beginner; "
        "report how strong each is, and what its moves were worth by exact measure."
    )
    parser = Parser(prog="python -m tools.calibration", description=about, allow_abbrev=False)
    parser.set_defaults(run=run, command="")
    add_games(parser)
    parser.add_argument("--size", metavar="N", type=whole, help="cells along an edge of the board")
    parser.add_argument("--pairs", metavar="N", type=positive, default=100, help="pairs of games (default: 100)")
    about = "where games begin: in contested openings (default), in balanced ones, or at the start of the book"
    parser.add_argument("--openings", choices=("contested", "balanced", "book"), default="contested", help=about)
    add_seed(parser)
    add_workers(parser)
    add_json(parser)
    return parser


def run(options: argparse.Namespace) -> int:
    from gridduels.game import Game
    from gridduels.registry import definition, definitions

    chosen = [definition(id) for id in dict.fromkeys(options.game)] or definitions()
    found = (_calibration(Game(each, options.size), options) for each in chosen)
    if options.json:
        return print_json([_data(each) for each in found])
    print(f"{2 * options.pairs} games each from {options.openings} openings, half from each side, seed {options.seed}:")
    for each in found:
        print("\n" + "\n".join(_lines(each)), flush=True)
    return 0


def _calibration(game: "Game", options: argparse.Namespace) -> "Calibration":
    from gridduels.arena.openings import DrawnOpenings
    from gridduels.engine import VALUES
    from gridduels.terminal.progress import ProgressBar

    with ProgressBar(f"Solving {game.title}") as progress, VALUES.open(game, progress) as values:
        starts = [game.text(game.start())] * options.pairs
        if options.openings != "book":
            kind = ContestedOpenings if options.openings == "contested" else DrawnOpenings
            openings = kind(game, options.seed, values)
            starts = [openings[number] for number in range(options.pairs)]
    return calibrate(game, starts, options.seed, options.workers)


def _lines(found: "Calibration") -> list[str]:
    title = f"{found.game.title} {found.game.size}x{found.game.size}"
    lines = [f"{title:<25}  rating  value lost  plies lost  absurd"]
    lines += [_standing(each) for each in found.standings]
    lines.append(f"{'':<25}   score  going first    second")
    return lines + [_meeting(each) for each in found.meetings]


def _standing(standing: "Standing") -> str:
    measure = standing.quality.measure
    lost, plies = 1 - (measure.share_kept or 0), measure.mean_plies_lost or 0
    share = standing.quality.share_absurd
    return f"  {standing.player:<23} {standing.rating:>7.0f} {lost:>11.1%} {plies:>11.2f} {share:>7.2%}"


def _meeting(meeting: "Meeting") -> str:
    share, first, second = meeting.shares
    names = f"{meeting.player} against {meeting.opponent}"
    return f"  {names:<23} {share:>7.1%} {first:>12.1%} {second:>9.1%}"


def _data(found: "Calibration") -> dict[str, Any]:
    return {
        **found.game.as_data(),
        "standings": [
            {
                "player": each.player,
                "rating": round(each.rating, 1),
                "absurd": each.quality.absurd,
                **each.quality.measure._asdict(),
            }
            for each in found.standings
        ],
        "meetings": [
            {"player": each.player, "opponent": each.opponent, "pairs": sum(each.pairs)}
            | dict(zip(("score", "as_first", "as_second"), each.shares, strict=True))
            for each in found.meetings
        ],
    }


if __name__ == "__main__":
    raise SystemExit(main(parser=command_line))
