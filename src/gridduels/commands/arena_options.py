"""What `match` and `tournament` have in common: their options, their progress, and how they end early."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gridduels.commands.options import positive, print_text, seconds, whole

if TYPE_CHECKING:
    from gridduels.arena.encounter import Encounter
    from gridduels.arena.entrants import Entrant
    from gridduels.arena.openings import Openings
    from gridduels.arena.results import Results
    from gridduels.game import Game
    from gridduels.players.limits import TimeControl
    from gridduels.terminal.progress import ProgressBar

__all__ = [
    "MOST_PAIRS",
    "add_arena_options",
    "control_of",
    "elos",
    "enter_player",
    "hold_all",
    "most_pairs",
    "openings_of",
]

_RESULTS: Final = "gridduels-results.jsonl"
MOST_PAIRS: Final = 5000
"""Those of a sequential test, where --pairs does not say."""
_BALANCED: Final = "balanced"
_RANDOM: Final = "random"


def add_arena_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="what chance depends on (default: 0)")
    timed = parser.add_mutually_exclusive_group()
    timed.add_argument("--think", metavar="SECONDS", type=seconds, default=1.0, help="time for a move (default: 1)")
    about = "a clock for each player instead: seconds for the game, and what a move adds"
    timed.add_argument("--clock", metavar="SECONDS[+INCREMENT]", type=_clock, help=about)
    parser.add_argument("--depth", metavar="N", type=positive, help="plies that who searches may look ahead")
    about = "positions that who searches may look at for a move, simulations of mcts"
    parser.add_argument("--nodes", metavar="N", type=positive, help=about)
    about = (
        "where games begin: in positions that are balanced by their exact values (default), in random ones, in fair "
        "starts, or in those of a FILE of records or positions"
    )
    parser.add_argument("--openings", metavar="balanced|random|fair|FILE", default=_BALANCED, help=about)
    about = "how many plies of each record in FILE are the opening (default: all)"
    parser.add_argument("--opening-plies", metavar="N", type=positive, help=about)
    about = f"where every game is kept as it ends, and looked up before it is played (default: {_RESULTS})"
    parser.add_argument("--results", metavar="FILE", default=_RESULTS, help=about)
    parser.add_argument("--workers", metavar="N", type=positive, default=1, help="processes that play (default: 1)")
    about = "who plays: processes on this machine (default), or a Ray cluster"
    parser.add_argument("--engine", choices=("local", "ray"), default="local", help=about)


def elos(text: str) -> tuple[float, float]:
    """The two Elo differences of a sequential test."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        elo0, elo1 = 1.0, 0.0
    if not -1000 <= elo0 < elo1 <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not two Elo differences, the smaller first, such as 0,50")
    return elo0, elo1


def _clock(text: str) -> tuple[float, float]:
    """The seconds of a clock, and its increment."""
    base, plus, increment = text.partition("+")
    try:
        return seconds(base), seconds(increment) if plus else 0.0
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a clock such as 60 or 60+0.5, in seconds") from None


def most_pairs(openings: "Openings") -> int:
    """Where a sequential test ends that is not told how many pairs it has: when openings come again, or very late."""
    return openings.count_ahead(MOST_PAIRS) or MOST_PAIRS


def control_of(options: argparse.Namespace) -> "TimeControl":
    from gridduels.players.limits import TimeControl

    clock, increment = options.clock or (None, 0.0)
    return TimeControl(options.think, clock, increment, options.depth, options.nodes)


def enter_player(name: str) -> "Entrant":
    from gridduels.arena.entrants import enter
    from gridduels.players.bots.process import adopt_orphans

    adopt_orphans()
    return enter(name)


def openings_of(game: "Game", options: argparse.Namespace) -> "Openings":
    """The openings of a game, whose table is made first where it is missing."""
    from pathlib import Path

    from gridduels.arena.openings import DrawnOpenings, fair_openings, read_openings
    from gridduels.arena.play import check_game, known_values
    from gridduels.match import FAIR
    from gridduels.terminal.progress import ProgressBar

    check_game(game)
    with ProgressBar(f"Solving {game.title}") as progress:
        values = known_values(game, progress)
    if options.openings == FAIR:
        return fair_openings(game)
    if options.openings not in (_BALANCED, _RANDOM):
        return read_openings(Path(options.openings), game, options.opening_plies)
    return DrawnOpenings(game, options.seed, values if options.openings == _BALANCED else None)


def hold_all(encounters: "Sequence[Encounter]", heading: str, options: argparse.Namespace) -> None:
    """Says what will be played, plays it and shows how far it is; when it is interrupted, says how to go on."""
    from functools import partial
    from pathlib import Path

    from gridduels.arena.results import Results, hold
    from gridduels.terminal.progress import ProgressBar

    total = sum(2 * encounter.pairs for encounter in encounters)
    with Results(Path(options.results)) as results:
        if not options.json:
            print_text("\n".join([heading, *_unheeded(encounters), *_what_is_known(encounters, results), ""]))
        try:
            with ProgressBar("Playing", partial(_score, encounters)) as bar:
                watch = partial(_draw, bar, encounters, total)
                hold(encounters, results, options.workers, options.engine, watch)
        except KeyboardInterrupt:
            sentence = f"{_played(encounters)} of {total} games are kept in {results.path}"
            print(f"gridduels: interrupted: {sentence}; the same command goes on from there", file=sys.stderr)
            raise


def _unheeded(encounters: "Sequence[Encounter]") -> list[str]:
    """To whom limits by depth or nodes mean nothing."""
    from gridduels.players.limits import UNHEEDED

    counted = [each for each in encounters if each.control.limits().counted]
    found = {who.title for each in counted for who in each.players if not who.heeds_counts(each.game)}
    return [f"{title} {UNHEEDED}" for title in sorted(found)]


def _what_is_known(encounters: "Sequence[Encounter]", results: "Results") -> list[str]:
    """What of the games is in the results file already."""
    tasks = [task for encounter in encounters for task in encounter.outline()]
    known = sum(map(results.has, tasks))
    outdated = sum(map(results.has_other_version, tasks))
    lines = [f"{known} of {len(tasks)} games are in {results.path} already"] if known else []
    if outdated:
        lines.append(f"{outdated} games there were played by other versions of these players and do not count")
    return lines


def _draw(bar: "ProgressBar", encounters: "Sequence[Encounter]", total: int) -> None:
    bar("games", _played(encounters), total)


def _played(encounters: "Sequence[Encounter]") -> int:
    return sum(encounter.played for encounter in encounters)


def _score(encounters: "Sequence[Encounter]") -> str:
    """The score, where there is one match."""
    return "{:g} : {:g}".format(*encounters[0].points()) if len(encounters) == 1 else ""
