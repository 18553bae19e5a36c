"""`gridduels learn`: learn a game by playing it, in line mode."""

import argparse

from gridduels.commands.options import Commands, add_command, known_game


def add(commands: Commands) -> None:
    about = "Learn a game in lines of text: a few lessons, each with something to do."
    learn = add_command(commands, "learn", run, "learn a game by playing it", about, ("light-cycle", "gridlock"))
    learn.add_argument("game", metavar="GAME", type=known_game, help="one of `gridduels games`")


def run(options: argparse.Namespace) -> int:
    from gridduels.registry import load_game
    from gridduels.terminal.console import Console
    from gridduels.terminal.practice import learn, until_left

    return until_left(lambda: learn(Console(), load_game(options.game).definition))
