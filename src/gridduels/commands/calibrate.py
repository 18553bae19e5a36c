"""`gridduels calibrate`: how the levels compare."""

import argparse
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import add_command, add_json, positive, print_json, whole

if TYPE_CHECKING:
    from gridduels.game import Game
    from gridduels.players.calibration import Score


def add(commands: Any) -> None:
    about = "Let each level play the one below it, from both sides, and the easiest one a beginner."
    calibrate = add_command(commands, "calibrate", run, "compare the levels", about)
    calibrate.add_argument("games", metavar="GAME", nargs="*", help="which games (default: all)")
    calibrate.add_argument("--pairs", metavar="N", type=positive, default=100, help="pairs of games (default: 100)")
    calibrate.add_argument("--seed", metavar="N", type=whole, default=1, help="the same games again (default: 1)")
    add_json(calibrate)


def run(options: argparse.Namespace) -> int:
    from gridduels.game import Game
    from gridduels.registry import definition, definitions

    chosen = [definition(id) for id in options.games] or definitions()
    rows = ((game := Game(each), _scores(game, options)) for each in chosen)
    if options.json:
        return print_json([_data(game, scores) for game, scores in rows])
    print(f"{2 * options.pairs} games each, half of them from each side, seed {options.seed}:")
    for game, scores in rows:
        title = f"{game.title} {game.size}x{game.size}"
        print(f"\n{title:<26}    score   going first   second")
        for each in scores:
            names = f"{each.player} against {each.opponent}"
            print(f"  {names:<24} {each.share:>9.1%} {each.as_first:>13.1%} {each.as_second:>8.1%}", flush=True)
    return 0


def _scores(game: "Game", options: argparse.Namespace) -> "list[Score]":
    from gridduels.players.calibration import calibrate
    from gridduels.terminal.progress import ProgressBar

    with ProgressBar(f"Solving {game.title}") as progress:
        return list(calibrate(game, 2 * options.pairs, options.seed, progress))


def _data(game: "Game", scores: "list[Score]") -> dict[str, Any]:
    return {
        "game": game.id,
        "size": game.size,
        "scores": [each._asdict() | {"score": each.share} for each in scores],
    }
