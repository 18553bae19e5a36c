"""`gridduels check-game`: does a game keep its promises, and if not, which one is broken where?"""

import argparse
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import add_command, add_json, add_setup, chosen_game, positive, print_json, print_text

if TYPE_CHECKING:
    from gridduels.testing import Finding

_FAILED = 1


def add(commands: Any) -> None:
    about = (
        "Check every promise that a game makes (docs/adding-a-game.md): play random games, compare compiled rules with "
        "plain ones, look at every position of the smallest board, solve it and verify its table. The exit code is 1 "
        "when a promise is broken."
    )
    check = add_command(commands, "check-game", run, "check a game of your own", about)
    check.add_argument("game", metavar="GAME")
    check.add_argument("--games", metavar="N", type=positive, default=100, help="random games to play (default: 100)")
    add_setup(check)
    add_json(check)


def run(options: argparse.Namespace) -> int:
    from gridduels.testing import findings_of

    game = chosen_game(options)
    findings = findings_of(game, options.games)
    broken = sum(finding.fault is not None for finding in findings)
    if options.json:
        promises = [finding._asdict() for finding in findings]
        print_json({**game.as_data(), "kept": not broken, "promises": promises})
    else:
        print_text("\n".join(map(_line, findings)))
        kept = f"{game.title} keeps all {len(findings)} promises."
        print_text(f"\n{f'{game.title} breaks {broken} of {len(findings)} promises.' if broken else kept}")
    return _FAILED if broken else 0


def _line(finding: "Finding") -> str:
    if finding.fault is None:
        return f"ok      {finding.promise}"
    return f"BROKEN  {finding.promise}\n        - {finding.fault}"
