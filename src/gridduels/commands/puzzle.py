"""`gridduels puzzle`: solve a puzzle in line mode."""

import argparse

from gridduels.commands.options import Commands, add_command, add_game, chosen_game


def add(commands: Commands) -> None:
    about = "Solve the next puzzle of a game in lines of text. Every day begins a new series."
    examples = "pathway", "light-cycle --size 4"
    add_game(add_command(commands, "puzzle", run, "solve a puzzle", about, examples))


def run(options: argparse.Namespace) -> int:
    from datetime import date

    from gridduels.terminal.console import Console
    from gridduels.terminal.practice import puzzle, until_left

    game = chosen_game(options)
    return until_left(lambda: puzzle(Console(), game, date.today()))
