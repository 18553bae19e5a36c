"""`gridduels check-game`: check that a game keeps its promises."""

import argparse
from typing import TYPE_CHECKING

from gridduels.commands.options import (
    FAILED,
    Commands,
    add_command,
    add_game,
    add_json,
    add_seed,
    chosen_game,
    positive,
    print_json,
    print_text,
)

if TYPE_CHECKING:
    from gridduels.testing import Finding


def add(commands: Commands) -> None:
    about = (
        "Check everything a game promises (docs/adding-a-game.md): play random games, compare compiled rules with "
        "plain ones, visit every position of the smallest board, solve it and verify its table. Exits with code 1 if "
        "a promise is broken."
    )
    examples = "light-cycle", "blockade --size 3 --games 1000"
    check = add_command(commands, "check-game", run, "check a game of your own", about, examples)
    add_game(check)
    check.add_argument("--games", metavar="N", type=positive, default=100, help="random games to play (default: 100)")
    add_seed(check)
    add_json(check)


def run(options: argparse.Namespace) -> int:
    from gridduels.testing import findings_of

    game = chosen_game(options)
    findings = findings_of(game, options.games, options.seed)
    broken = sum(finding.fault is not None for finding in findings)
    skipped = sum(finding.skipped is not None for finding in findings)
    if options.json:
        promises = [finding._asdict() for finding in findings]
        print_json({**game.as_data(), "kept": not broken and not skipped, "promises": promises})
    else:
        print_text("\n".join(map(_line, findings)))
        print_text(f"\n{game.title} {_verdict(len(findings), broken, skipped)}")
    return FAILED if broken else 0


def _verdict(promises: int, broken: int, skipped: int) -> str:
    verdict = f"breaks {broken} of" if broken else f"keeps {promises - skipped} of" if skipped else "keeps all"
    unchecked = f" {skipped} could not be checked." if skipped else ""
    return f"{verdict} {promises} promises.{unchecked}"


def _line(finding: "Finding") -> str:
    if finding.skipped:
        return f"skipped {finding.promise} ({finding.skipped})"
    if finding.fault is None:
        return f"ok      {finding.promise}"
    return f"BROKEN  {finding.promise}\n        - {finding.fault}"
