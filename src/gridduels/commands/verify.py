"""`gridduels verify`: a table checked against the rules."""

import argparse
from typing import Any

from gridduels.commands.options import add_command, add_json, add_memory, add_setup, chosen_game, positive, print_json


def add(commands: Any) -> None:
    about = "Read a table back, recompute every value from its successors, and play it out, best against best."
    verify = add_command(commands, "verify", run, "check a table", about)
    verify.add_argument("game", metavar="GAME")
    verify.add_argument("--games", metavar="N", type=positive, default=5000, help="games to play (default: 5000)")
    add_memory(verify)
    add_setup(verify)
    add_json(verify)


def run(options: argparse.Namespace) -> int:
    from gridduels.engine import VALUES, Table
    from gridduels.engine.solving.limits import check_fits
    from gridduels.engine.solving.memory import allow_memory, half_of_machine
    from gridduels.engine.tables.verify import verify
    from gridduels.errors import SetupError
    from gridduels.terminal.progress import ProgressBar, solve_showing_progress

    game = chosen_game(options)
    if game.solved_on_demand:
        raise SetupError(f"{game.id} {game.board} has no table to verify: its positions are searched")
    if not VALUES.is_at_hand(game):
        check_fits(game)
        name = f"{game.id} {game.board}"
        raise SetupError(f"there is no table of {name} yet: `gridduels solve` with the same options makes it")
    table = solve_showing_progress(game)
    assert isinstance(table, Table)
    with ProgressBar(f"Verifying {game.title}") as progress, allow_memory(options.memory or half_of_machine()):
        report = verify(table, options.games, progress=progress)
    if options.json:
        print_json({"game": game.id, "size": game.size, "checked": report.checked, "faults": report.faults})
        return 1 if report.faults else 0
    for line in report.checked:
        print(line)
    for fault in report.faults:
        print(f"WRONG: {fault}")
    print("The table is wrong." if report.faults else "The table is right.")
    return 1 if report.faults else 0
