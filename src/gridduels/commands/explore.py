"""`gridduels explore`: a position and what each of its moves is worth."""

import argparse
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import add_command, add_json, add_setup, chosen_game, print_json

if TYPE_CHECKING:
    from gridduels.duel import Duel
    from gridduels.engine.values import Values


def add(commands: Any) -> None:
    about = (
        "Show the position after some moves, its exact value, and what each legal move is worth to the player to move."
    )
    explore = add_command(commands, "explore", run, "values of a position and its moves", about)
    explore.add_argument("game", metavar="GAME")
    explore.add_argument("moves", metavar="MOVE", nargs="*", help="the moves so far")
    explore.add_argument("--first", choices=("1", "2"), default="1", help="who went first (default: 1)")
    explore.add_argument("--position", metavar="TEXT", help="begin with this position instead of the start")
    add_setup(explore)
    add_json(explore)


def run(options: argparse.Namespace) -> int:
    from gridduels.duel import Duel
    from gridduels.terminal.progress import solve_showing_progress

    game = chosen_game(options)
    duel = Duel(game, options.moves, start=options.position or game.start(int(options.first)))
    values = solve_showing_progress(game)
    if options.json:
        return print_json(_data(duel, values))
    print(_text(duel, values))
    return 0


def _data(duel: "Duel", values: "Values") -> dict[str, Any]:
    value = values.value(duel.position)
    return {
        "position": duel.game.text(duel.position),
        "to_move": duel.turn,
        "value": value.outcome,
        "plies": value.plies,
        "moves": [
            {"move": word, "value": each.outcome, "plies": each.plies}
            for word, each in values.move_values(duel.position).items()
        ],
    }


def _text(duel: "Duel", values: "Values") -> str:
    from gridduels.analysis.report import list_moves

    words, value = duel.game.words, values.value(duel.position)
    lines = [words.board(duel.game, duel.position), "", f"position  {duel.game.text(duel.position)}"]
    if not duel.game.legal(duel.position):
        return "\n".join([*lines, f"The game is over: {words.player(3 - duel.turn)} has won."])
    lines += [f"to move   {words.player(duel.turn)}", f"value     {value}", "", "Each move, for the player to move:"]
    return "\n".join([*lines, *list_moves(values, duel)])
