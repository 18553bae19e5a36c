"""`gridduels check-bot`: check that a bot follows the protocol."""

import argparse
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import FAILED, Commands, add_command, add_json, add_think, print_json, print_text
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.players.bots.conformance import Candidate, Verdict


def add(commands: Commands) -> None:
    about = "Check that a bot follows the bot protocol (docs/bot-protocol.md). Exits with code 1 if it does not."
    examples = "'python3 my_bot.py'", "./my_bot --think 0.5 --json"
    check = add_command(commands, "check-bot", run, "check a bot of your own", about, examples)
    check.add_argument("bot", metavar="COMMAND", help="the bot's command line, in quotes: 'python3 my_bot.py'")
    add_think(check)
    add_json(check)


def run(options: argparse.Namespace) -> int:
    from gridduels.players.bots.conformance import Candidate, check_bot
    from gridduels.players.bots.process import adopt_orphans, parse_command

    adopt_orphans()
    command = options.bot.removeprefix("cmd:")
    try:
        parse_command(command)
    except ValueError as error:
        raise SetupError(f"the command line {command!r} cannot be read: {error}") from None
    candidate = Candidate(command, options.think)
    verdicts = []
    for verdict in check_bot(candidate):
        verdicts.append(verdict)
        if not options.json:
            print_text(_lines(verdict))
    wrong = sum(bool(verdict.faults) for verdict in verdicts)
    if options.json:
        print_json(_data(candidate, verdicts, wrong))
    else:
        print_text(_summary(candidate, len(verdicts), wrong))
    return FAILED if wrong else 0


def _lines(verdict: "Verdict") -> str:
    found = "not tried" if not verdict.tried else "WRONG" if verdict.faults else "warning" if verdict.remarks else "ok"
    said = (*verdict.faults, *verdict.remarks)
    return "\n".join([f"{found:<10} {verdict.check}", *(f"{'':<10} - {each}" for each in said)])


def _summary(candidate: "Candidate", checks: int, wrong: int) -> str:
    name = candidate.introduction.name or "The bot"
    result = f"breaks the protocol: {wrong} of {checks} checks failed." if wrong else "follows the protocol."
    log = f"\nIts error output is in {candidate.log}" if candidate.log else ""
    return f"\n{name} {result}{log}"


def _data(candidate: "Candidate", verdicts: "list[Verdict]", wrong: int) -> dict[str, Any]:
    return {
        "command": candidate.command,
        "name": candidate.introduction.name or None,
        "protocol": candidate.introduction.protocol,
        "passed": not wrong,
        "checks": [
            {
                "check": verdict.check,
                "tried": verdict.tried,
                "faults": list(verdict.faults),
                "warnings": list(verdict.remarks),
            }
            for verdict in verdicts
        ],
        "log": str(candidate.log) if candidate.log else None,
    }
