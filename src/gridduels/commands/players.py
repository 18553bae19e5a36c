"""`gridduels players`: who can play."""

import argparse
from typing import Any

from gridduels.commands.options import add_command, add_json, print_json


def add(commands: Any) -> None:
    players = add_command(
        commands, "players", run, "list the players", "List who can play, as --p1 and --p2 name them."
    )
    add_json(players)


def run(options: argparse.Namespace) -> int:
    from gridduels.players import all_kinds

    kinds = all_kinds()
    if options.json:
        return print_json([{"name": name, "about": kind.about} for name, kind in kinds.items()])
    width = max(map(len, kinds))
    for name, kind in kinds.items():
        print(f"  {name:<{width}}  {kind.about}")
    return 0
