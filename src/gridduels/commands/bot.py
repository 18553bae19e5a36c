"""`gridduels bot`: a player that speaks the bot protocol."""

import argparse
import sys
from collections.abc import Iterator
from typing import Final

from gridduels.commands.options import Commands, add_command, whole

_LONGEST_LINE: Final = 1 << 20


def add(commands: Commands) -> None:
    about = "Let a player answer a host in the bot protocol (docs/bot-protocol.md) on stdin and stdout."
    bot = add_command(commands, "bot", run, "run a player as a bot", about, ("hard", "level:4 --seed 7"))
    bot.add_argument("player", metavar="PLAYER", help="one of `gridduels players`")
    bot.add_argument("--seed", metavar="N", type=whole, help="random seed (default: a new one each time)")


def run(options: argparse.Namespace) -> int:
    import random

    from gridduels.players.bots.speaker import speak

    for reply in speak(options.player, random.Random(options.seed), _lines()):
        print(reply, flush=True)
    return 0


def _lines() -> Iterator[str]:
    return iter(lambda: sys.stdin.readline(_LONGEST_LINE), "")
