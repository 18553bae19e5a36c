"""Options, progress and interruption handling for `match` and `tournament`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridduels.commands.options import add_engine, add_seed, add_think, add_workers, positive, print_text, seconds
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.arena.encounter import Encounter
    from gridduels.arena.entrants import Entrant
    from gridduels.arena.openings import Openings
    from gridduels.arena.results import Results
    from gridduels.game import Game
    from gridduels.players.limits import TimeControl
    from gridduels.terminal.progress import ProgressBar

_RESULTS: Final = "gridduels-results.jsonl"
MOST_PAIRS: Final = 5000
"""The length of a sequential test if neither --pairs nor the number of openings limits it."""
_BALANCED, _RANDOM, _FAIR = "balanced", "random", "fair"


def add_arena_options(parser: argparse.ArgumentParser) -> None:
    add_seed(parser)
    timed = parser.add_mutually_exclusive_group()
    add_think(timed)
    about = "a clock per player and game instead, with an increment per move"
    timed.add_argument("--clock", metavar="SECONDS[+INCREMENT]", type=_clock, help=about)
    parser.add_argument("--depth", metavar="N", type=positive, help="maximum search depth in plies")
    about = "maximum number of positions searched per move (for mcts: simulations)"
    parser.add_argument("--nodes", metavar="N", type=positive, help=about)
    about = "openings: balanced by exact values (default), random, fair starts, or a FILE of records or positions"
    parser.add_argument("--openings", metavar="balanced|random|fair|FILE", default=_BALANCED, help=about)
    about = "use the first N plies of each record in FILE as the opening (default: all)"
    parser.add_argument("--opening-plies", metavar="N", type=positive, help=about)
    about = f"file of all games played; games in it are not played again (default: {_RESULTS})"
    parser.add_argument("--results", metavar="FILE", default=_RESULTS, help=about)
    add_workers(parser)
    add_engine(parser)


def check_options(options: argparse.Namespace) -> None:
    """Refuse options that would be ignored, or that cannot work here."""
    from gridduels.extras import require

    if options.opening_plies and options.openings in (_BALANCED, _RANDOM, _FAIR):
        raise SetupError("--opening-plies needs --openings FILE")
    require(f"gridduels {options.command}", "engine", *(["ray"] if options.engine == "ray" else []))


def elos(text: str) -> tuple[float, float]:
    """Return the two Elo differences of a sequential test."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        elo0, elo1 = 1.0, 0.0
    if not -1000 <= elo0 < elo1 <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not two Elo differences, the smaller first, such as 0,50")
    return elo0, elo1


def _clock(text: str) -> tuple[float, float]:
    """Return a clock's time and increment, in seconds."""
    base, plus, increment = text.partition("+")
    try:
        return seconds(base), seconds(increment) if plus else 0.0
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a clock such as 60 or 60+0.5, in seconds") from None


def most_pairs(openings: "Openings") -> int:
    """Return the maximum number of pairs in a sequential test: the number of openings, up to a limit."""
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
    """Return a game's openings, creating its table first if it is missing."""
    from gridduels.arena.openings import DrawnOpenings, fair_openings, read_openings
    from gridduels.arena.play import check_game, known_values
    from gridduels.terminal.progress import ProgressBar

    check_game(game)
    with ProgressBar(f"Solving {game.title}") as progress:
        values = known_values(game, progress)
    if options.openings == _FAIR:
        return fair_openings(game)
    if options.openings not in (_BALANCED, _RANDOM):
        return read_openings(Path(options.openings), game, options.opening_plies)
    return DrawnOpenings(game, options.seed, values if options.openings == _BALANCED else None)


def hold_all(encounters: "Sequence[Encounter]", heading: str, options: argparse.Namespace) -> None:
    """Print what will be played, play it with a progress bar, and explain how to continue if interrupted."""
    from functools import partial

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
            kept = f"{_played(encounters)} of {total} games are in {results.path}"
            print(f"gridduels: interrupted: {kept}; run the same command again to continue", file=sys.stderr)
            raise


def _unheeded(encounters: "Sequence[Encounter]") -> list[str]:
    """Return a line for each player that ignores depth or node limits."""
    from gridduels.players.limits import UNHEEDED

    counted = [each for each in encounters if each.control.limits().counted]
    found = {who.title for each in counted for who in each.players if not who.heeds_counts(each.game)}
    return [f"{title} {UNHEEDED}" for title in sorted(found)]


def _what_is_known(encounters: "Sequence[Encounter]", results: "Results") -> list[str]:
    """Return lines about games already in the results file."""
    tasks = [task for encounter in encounters for task in encounter.outline()]
    known = sum(map(results.has, tasks))
    outdated = sum(map(results.has_other_version, tasks))
    lines = [f"{known} of {len(tasks)} games are already in {results.path}"] if known else []
    if outdated:
        lines.append(f"{outdated} games there were played by other versions of these players, so they do not count")
    return lines


def _draw(bar: "ProgressBar", encounters: "Sequence[Encounter]", total: int) -> None:
    bar("games", _played(encounters), total)


def _played(encounters: "Sequence[Encounter]") -> int:
    return sum(encounter.played for encounter in encounters)


def _score(encounters: "Sequence[Encounter]") -> str:
    """Return the score of a single match."""
    return "{:g} : {:g}".format(*encounters[0].points()) if len(encounters) == 1 else ""
