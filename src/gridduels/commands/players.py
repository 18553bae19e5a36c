"""`gridduels players`, `bot` and `check-bot`: the players on this machine, and bots of your own."""

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from gridduels.commands.options import FAILED, Commands, add_command, add_json, add_think, print_json, print_text, whole
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.players.bots.conformance import Candidate, Finding


def add(commands: Commands) -> None:
    _add_players(commands)
    _add_bot(commands)
    _add_check_bot(commands)


# --- Players


def _add_players(commands: Commands) -> None:
    about = "List the players on this machine, by the names that --p1 and --p2 accept."
    players = add_command(commands, "players", _run_players, "list the players", about, ("", "--json"))
    add_json(players)


def _run_players(options: argparse.Namespace) -> int:
    from gridduels.players import all_kinds

    kinds = all_kinds()
    if options.json:
        return print_json([{"name": name, "about": kind.about} for name, kind in kinds.items()])
    width = max(map(len, kinds))
    for name, kind in kinds.items():
        print(f"  {name:<{width}}  {kind.about}")
    return 0


# --- Bot


_LONGEST_LINE: Final = 1 << 20


def _add_bot(commands: Commands) -> None:
    about = "Run a player as a bot that speaks the bot protocol (docs/bot-protocol.md) on stdin and stdout."
    bot = add_command(commands, "bot", _run_bot, "run a player as a bot", about, ("hard", "level:4 --seed 7"))
    bot.add_argument("player", metavar="PLAYER", help="one of `gridduels players`")
    bot.add_argument("--seed", metavar="N", type=whole, help="random seed (default: a new one each time)")


def _run_bot(options: argparse.Namespace) -> int:
    import random

    from gridduels.players.bots.speaker import speak

    for reply in speak(options.player, random.Random(options.seed), _requests()):
        print(reply, flush=True)
    return 0


def _requests() -> Iterator[str]:
    return iter(lambda: sys.stdin.readline(_LONGEST_LINE), "")


# --- Check bot


def _add_check_bot(commands: Commands) -> None:
    about = "Check that a bot follows the bot protocol (docs/bot-protocol.md). Exits with code 1 if it does not."
    examples = "'python3 my_bot.py'", "./my_bot --think 0.5 --json"
    check = add_command(commands, "check-bot", _run_check_bot, "check a bot of your own", about, examples)
    check.add_argument("bot", metavar="COMMAND", help="the bot's command line, in quotes: 'python3 my_bot.py'")
    add_think(check)
    add_json(check)


def _run_check_bot(options: argparse.Namespace) -> int:
    from gridduels.players.bots.conformance import Candidate, check_bot
    from gridduels.players.bots.process import adopt_orphans, parse_command

    adopt_orphans()
    command = options.bot.removeprefix("cmd:")
    try:
        parse_command(command)
    except ValueError as error:
        raise SetupError(f"the command line {command!r} cannot be read: {error}") from None
    candidate = Candidate(command, options.think)
    findings = []
    for finding in check_bot(candidate):
        findings.append(finding)
        if not options.json:
            print_text(_lines(finding))
    wrong = sum(bool(finding.faults) for finding in findings)
    if options.json:
        print_json(_data(candidate, findings, wrong))
    else:
        print_text(_summary(candidate, len(findings), wrong))
    return FAILED if wrong else 0


def _lines(finding: "Finding") -> str:
    found = "not tried" if not finding.tried else "WRONG" if finding.faults else "warning" if finding.remarks else "ok"
    said = (*finding.faults, *finding.remarks)
    return "\n".join([f"{found:<10} {finding.check}", *(f"{'':<10} - {each}" for each in said)])


def _summary(candidate: "Candidate", checks: int, wrong: int) -> str:
    name = candidate.introduction.name or "The bot"
    result = f"breaks the protocol: {wrong} of {checks} checks failed." if wrong else "follows the protocol."
    log = f"\nIts error output is in {candidate.log}" if candidate.log else ""
    return f"\n{name} {result}{log}"


def _data(candidate: "Candidate", findings: "list[Finding]", wrong: int) -> dict[str, Any]:
    return {
        "command": candidate.command,
        "name": candidate.introduction.name or None,
        "protocol": candidate.introduction.protocol,
        "passed": not wrong,
        "checks": [
            {
                "check": finding.check,
                "tried": finding.tried,
                "faults": list(finding.faults),
                "warnings": list(finding.remarks),
            }
            for finding in findings
        ],
        "log": str(candidate.log) if candidate.log else None,
    }
