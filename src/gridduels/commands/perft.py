"""`gridduels perft`: count move sequences."""

import argparse

from gridduels.commands.options import Commands, add_command, add_game, add_json, chosen_game, positive, print_json


def add(commands: Commands) -> None:
    about = "Count the move sequences of each length from the start, as chess programs do to compare rules."
    examples = "light-cycle 8", "blockade 4 --size 5 --json"
    perft = add_command(commands, "perft", run, "count move sequences", about, examples)
    add_game(perft)
    perft.add_argument("depth", metavar="DEPTH", type=positive, help="length of the longest sequences, in plies")
    add_json(perft)


def run(options: argparse.Namespace) -> int:
    from gridduels.game import perft

    game = chosen_game(options)
    counts = perft(game, options.depth)
    if options.json:
        return print_json({**game.as_data(), "perft": counts})
    for depth, count in enumerate(counts, 1):
        print(depth, count)
    return 0
