"""`gridduels players`: list the players."""

import argparse

from gridduels.commands.options import Commands, add_command, add_json, print_json


def add(commands: Commands) -> None:
    about = "List the players on this machine, by the names that --p1 and --p2 accept."
    players = add_command(commands, "players", run, "list the players", about, ("", "--json"))
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
