"""`gridduels calibrate`: how the levels compare."""

import argparse
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import add_command, add_json, positive, print_json, whole

if TYPE_CHECKING:
    from gridduels.arena.calibration.measuring import Calibration, Meeting, Standing
    from gridduels.game import Game


def add(commands: Any) -> None:
    about = (
        "Let each level play the one below it, from both sides of contested openings, and the easiest one a beginner; "
        "tell how strong each is, and what its moves were worth by exact measure."
    )
    calibrate = add_command(commands, "calibrate", run, "compare the levels", about)
    calibrate.add_argument("games", metavar="GAME", nargs="*", help="which games (default: all)")
    calibrate.add_argument("--size", metavar="N", type=whole, help="cells along an edge of the board")
    calibrate.add_argument("--pairs", metavar="N", type=positive, default=100, help="pairs of games (default: 100)")
    about = "where games begin: in contested openings (default), in balanced ones, or at the start of the book"
    calibrate.add_argument("--openings", choices=("contested", "balanced", "book"), default="contested", help=about)
    calibrate.add_argument("--seed", metavar="N", type=whole, default=1, help="the same games again (default: 1)")
    calibrate.add_argument("--workers", metavar="N", type=positive, default=1, help="processes that play (default: 1)")
    add_json(calibrate)


def run(options: argparse.Namespace) -> int:
    from gridduels.game import Game
    from gridduels.registry import definition, definitions

    chosen = [definition(id) for id in options.games] or definitions()
    found = (_calibration(Game(each, options.size), options) for each in chosen)
    if options.json:
        return print_json([_data(each) for each in found])
    print(f"{2 * options.pairs} games each from {options.openings} openings, half from each side, seed {options.seed}:")
    for each in found:
        print("\n" + "\n".join(_lines(each)), flush=True)
    return 0


def _calibration(game: "Game", options: argparse.Namespace) -> "Calibration":
    from gridduels.arena.calibration.contested import ContestedOpenings
    from gridduels.arena.calibration.measuring import calibrate
    from gridduels.arena.openings import DrawnOpenings
    from gridduels.engine import VALUES
    from gridduels.terminal.progress import ProgressBar

    with ProgressBar(f"Solving {game.title}") as progress, VALUES.asking(game, progress) as values:
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
