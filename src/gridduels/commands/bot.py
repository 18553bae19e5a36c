"""`gridduels bot`: one of our players, speaking the bot protocol."""

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from gridduels.commands.options import add_command, whole

_LONGEST_LINE = 1 << 20


def add(commands: Any) -> None:
    about = "Answer a host in the bot protocol (docs/bot-protocol.md), on stdin and stdout."
    bot = add_command(commands, "bot", run, "make a player speak the bot protocol", about)
    bot.add_argument("player", metavar="PLAYER", help="which player, as in play --p1")
    bot.add_argument("--seed", metavar="N", type=whole, help="make its chance repeatable")


def run(options: argparse.Namespace) -> int:
    import random

    from gridduels.players.bots.speaker import speak

    for reply in speak(options.player, random.Random(options.seed), _lines()):
        print(reply, flush=True)
    return 0


def _lines() -> Iterator[str]:
    return iter(lambda: sys.stdin.readline(_LONGEST_LINE), "")
