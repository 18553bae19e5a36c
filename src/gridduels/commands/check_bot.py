"""`gridduels check-bot`: does a bot keep to the protocol, and if not, what is wrong?"""

import argparse
import math
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import add_command, add_json, print_json, print_text
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.players.bots.conformance import Candidate, Verdict

_FAILED = 1


def add(commands: Any) -> None:
    about = "Check that a bot keeps to the bot protocol (docs/bot-protocol.md). The exit code is 1 when it does not."
    check = add_command(commands, "check-bot", run, "check an outside bot", about)
    check.add_argument("bot", metavar="COMMAND", help="its command line, in quotes: 'python3 my_bot.py'")
    check.add_argument("--think", metavar="SECONDS", type=_seconds, default=1.0, help="time for a move (default: 1)")
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
    if options.json:
        print_json(_data(candidate, verdicts))
    else:
        print_text(_summary(candidate, verdicts))
    return _FAILED if _wrong(verdicts) else 0


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return number


def _wrong(verdicts: "list[Verdict]") -> int:
    return sum(bool(verdict.faults) for verdict in verdicts)


def _lines(verdict: "Verdict") -> str:
    found = "not tried" if not verdict.tried else "WRONG" if verdict.faults else "warning" if verdict.remarks else "ok"
    said = (*verdict.faults, *verdict.remarks)
    return "\n".join([f"{found:<10} {verdict.check}", *(f"{'':<10} - {each}" for each in said)])


def _summary(candidate: "Candidate", verdicts: "list[Verdict]") -> str:
    name = candidate.introduction.name or "The bot"
    lines = [f"\n{name} keeps to the protocol."]
    if wrong := _wrong(verdicts):
        lines = [f"\n{name} does not keep to the protocol: {wrong} of {len(verdicts)} checks found something wrong."]
    if candidate.log:
        lines.append(f"Its error output is in {candidate.log}")
    return "\n".join(lines)


def _data(candidate: "Candidate", verdicts: "list[Verdict]") -> dict[str, Any]:
    return {
        "command": candidate.command,
        "name": candidate.introduction.name or None,
        "protocol": candidate.introduction.protocol,
        "passed": not _wrong(verdicts),
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
