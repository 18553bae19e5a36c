"""`gridduels history`: show your finished games and statistics."""

import argparse

from gridduels.commands.options import Commands, add_command, positive, print_text


def add(commands: Commands) -> None:
    about = "List the games you have finished, show one move by move, or count wins and losses."
    history = add_command(commands, "history", run, "show your finished games", about, ("", "--statistics"))
    history.add_argument("number", metavar="N", nargs="?", type=positive, help="show the Nth game move by move")
    history.add_argument("--statistics", action="store_true", help="wins and losses by game, opponent and side")


def run(options: argparse.Namespace) -> int:
    from gridduels.terminal.practice import history_text, replayed, statistics_text

    if options.statistics:
        print_text(statistics_text())
    else:
        print_text(replayed(options.number) if options.number else history_text())
    return 0
