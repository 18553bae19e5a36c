"""`gridduels explore`: a position and what each of its moves is worth."""

import argparse
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import add_command, add_json, add_setup, chosen_game, print_json

if TYPE_CHECKING:
    from gridduels.duel import Duel
    from gridduels.engine import Evaluation


def add(commands: Any) -> None:
    about = (
        "Show the position after some moves, its exact value, and what each allowed move is worth to who is to move."
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
    from gridduels.terminal.progress import asking_showing_progress

    game = chosen_game(options)
    duel = Duel(game, options.moves, start=options.position or game.start(int(options.first)))
    with asking_showing_progress(game) as values:
        evaluation = values.evaluate(duel)
    if options.json:
        return print_json(_data(duel, evaluation))
    print(_text(duel, evaluation))
    return 0


def _data(duel: "Duel", evaluation: "Evaluation") -> dict[str, Any]:
    return {
        "position": duel.game.text(duel.position),
        "to_move": duel.turn,
        "value": evaluation.value.outcome,
        "plies": evaluation.value.plies,
        "moves": [
            {"move": word, "value": value.outcome, "plies": value.plies} for word, value in evaluation.moves.items()
        ],
        "barred": list(evaluation.barred),
    }


def _text(duel: "Duel", evaluation: "Evaluation") -> str:
    from gridduels.analysis.report import list_moves
    from gridduels.duel import Reason

    words = duel.game.words
    lines = [words.board(duel.game, duel.position), "", f"position  {duel.game.text(duel.position)}"]
    if outcome := duel.outcome:
        why = [words.why(duel)] if outcome.reason is Reason.REPETITION else []
        who = words.player(outcome.winner) if outcome.winner else "nobody"
        return "\n".join([*lines, *why, f"The game is over: {who} has won."])
    lines += [f"to move   {words.player(duel.turn)}", f"value     {evaluation.value}", ""]
    return "\n".join([*lines, "Each move, for the player to move:", *list_moves(evaluation)])
