"""`gridduels ladder`: list a game's opponents, or play one of them, in line mode."""

import argparse

from gridduels.commands.options import Commands, add_command, known_game


def add(commands: Commands) -> None:
    about = "List the opponents of a game and your stars, or play one of them for a star, in lines of text."
    examples = "light-cycle", "light-cycle emil --side 2"
    ladder = add_command(commands, "ladder", run, "play the cast for stars", about, examples)
    ladder.add_argument("game", metavar="GAME", type=known_game, help="one of `gridduels games`")
    ladder.add_argument("opponent", metavar="NAME", nargs="?", help="whom to play")
    ladder.add_argument("--side", type=int, choices=(1, 2), default=1, help="the side you play (default: 1)")


def run(options: argparse.Namespace) -> int:
    from gridduels.registry import load_game
    from gridduels.terminal.console import Console
    from gridduels.terminal.practice import climb, ladder_text

    definition = load_game(options.game).definition
    if options.opponent:
        return climb(Console(), definition, options.opponent, options.side)
    print(ladder_text(definition))
    return 0
