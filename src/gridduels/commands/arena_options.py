"""What `match` and `tournament` have in common: their options, their progress, and how they end early."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gridduels.commands.options import positive, seconds, whole

if TYPE_CHECKING:
    from gridduels.arena.encounter import Encounter
    from gridduels.arena.openings import Openings
    from gridduels.game import Game

__all__ = ["add_arena_options", "hold_matches", "openings_of"]

_RESULTS: Final = "gridduels-results.jsonl"


def add_arena_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="what chance depends on (default: 0)")
    parser.add_argument("--think", metavar="SECONDS", type=seconds, default=1.0, help="time for a move (default: 1)")
    about = f"where every game is kept as it ends, and looked up before it is played (default: {_RESULTS})"
    parser.add_argument("--results", metavar="FILE", default=_RESULTS, help=about)
    parser.add_argument("--workers", metavar="N", type=positive, default=1, help="processes that play (default: 1)")
    about = "who plays: processes on this machine (default), or a Ray cluster"
    parser.add_argument("--engine", choices=("local", "ray"), default="local", help=about)


def openings_of(game: "Game", seed: int) -> "Openings":
    """The openings of a game, whose table is made first where it is missing."""
    from gridduels.arena.openings import Openings
    from gridduels.arena.playing.play import check_game, known_values
    from gridduels.terminal.progress import ProgressBar

    check_game(game)
    with ProgressBar(f"Solving {game.title}") as progress:
        return Openings(game, seed, known_values(game, progress))


def hold_matches(matches: "Sequence[Encounter]", options: argparse.Namespace) -> None:
    """Plays matches and shows how far they are; when they are interrupted, says how to go on."""
    from pathlib import Path

    from gridduels.arena.encounter import hold
    from gridduels.arena.results import Results
    from gridduels.players.bots.orphans import adopt_orphans
    from gridduels.terminal.score_bar import ScoreBar

    adopt_orphans()
    total = sum(2 * match.pairs for match in matches)
    with Results(Path(options.results)) as results:
        try:
            with ScoreBar(matches) as bar:
                hold(matches, results, options.workers, options.engine, lambda: bar("games", _played(matches), total))
        except KeyboardInterrupt:
            sentence = f"{_played(matches)} of {total} games are kept in {results.path}"
            print(f"gridduels: interrupted: {sentence}; the same command goes on from there", file=sys.stderr)
            raise


def _played(matches: "Sequence[Encounter]") -> int:
    return sum(match.played for match in matches)
