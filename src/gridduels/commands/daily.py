"""`gridduels daily`: solve a day's puzzle in line mode."""

import argparse
from datetime import date

from gridduels.commands.options import Commands, add_command


def add(commands: Commands) -> None:
    about = "Solve the puzzle of the day in lines of text. Solved on its own day, it lengthens your streak."
    daily = add_command(commands, "daily", run, "solve the puzzle of the day", about, ("", "--date 2026-01-05"))
    daily.add_argument("--date", metavar="DATE", type=date.fromisoformat, help="the puzzle of another day")


def run(options: argparse.Namespace) -> int:
    from gridduels.terminal.console import Console
    from gridduels.terminal.practice import daily, until_left

    today = date.today()
    return until_left(lambda: daily(Console(), options.date or today, today))
