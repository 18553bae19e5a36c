"""`gridduels explore`: show the value of a position and its moves."""

import argparse
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import (
    Commands,
    add_command,
    add_game,
    add_memory,
    add_plies_or_json,
    add_think,
    chosen_game,
    positive,
    print_json,
    print_text,
    refuse,
)
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.duel import Duel
    from gridduels.engine import Evaluation
    from gridduels.players.info import Info


def add(commands: Commands) -> None:
    about = "Show the position after some moves, its exact value, and the value of each legal move."
    examples = "light-cycle right left", "gridlock up3 --player hard --lines 5"
    explore = add_command(commands, "explore", run, "show the values of a position and its moves", about, examples)
    add_game(explore)
    explore.add_argument("moves", metavar="MOVE", nargs="*", default=[], help="the moves so far")
    start = explore.add_mutually_exclusive_group()
    start.add_argument("--first", choices=("1", "2"), default="1", help="the player who went first (default: 1)")
    start.add_argument("--position", metavar="TEXT", help="start from this position (docs/positions.md)")
    about = "show the best lines of this player or bot instead of exact values"
    explore.add_argument("--player", metavar="PLAYER", help=about)
    explore.add_argument("--lines", metavar="N", type=positive, help="number of lines, with --player (default: 3)")
    add_think(explore, default=None)
    add_memory(explore, "half of this machine's memory, at most 3")
    add_plies_or_json(explore)


def run(options: argparse.Namespace) -> int:
    from gridduels.duel import Duel
    from gridduels.engine.solvers.limits import allow_memory, memory_limit

    game = chosen_game(options)
    duel = Duel(game, options.moves, start=options.position or game.start(int(options.first)))
    if options.player:
        refuse(options, "with --player", "memory", "plies")
        return _show_lines(duel, options)
    refuse(options, "without --player", "lines", "think")
    with allow_memory(options.memory or memory_limit()):
        evaluation = _evaluate(duel)
    if options.json:
        return print_json(_data(duel, evaluation))
    print(_text(duel, evaluation, options.plies))
    return 0


def _evaluate(duel: "Duel") -> "Evaluation":
    """Evaluate a duel. Even if the whole game is too big to solve, the rest of this one may not be."""
    from gridduels.engine.solvers.limits import TooBig
    from gridduels.terminal.progress import ProgressBar, open_values

    game = duel.game
    try:
        with open_values(game) as values:
            return values.evaluate(duel)
    except TooBig:
        if duel.position in (game.start(1), game.start(2)):
            raise
    from gridduels.engine.solvers.enumeration import Ending

    with ProgressBar(f"Solving the ending of {game.title}") as progress:
        return Ending(duel, progress).evaluate(duel)


def _show_lines(duel: "Duel", options: argparse.Namespace) -> int:
    """Print the best lines of play a player finds."""
    infos = _lines_of(duel, options.player, options.lines or 3, options.think or 1.0)
    if options.json:
        position = duel.game.text(duel.position)
        return print_json({"position": position, "player": options.player, "lines": [info.as_data() for info in infos]})
    words = duel.game.words
    lines = [words.board(duel.game, duel.position), "", f"position  {duel.game.text(duel.position)}"]
    lines += [f"to move   {words.player(duel.turn)}", "", f"What {options.player} sees, for the player to move:"]
    lines += [f"  {number}. {info.sentence}" for number, info in enumerate(infos, 1)]
    print_text("\n".join([*lines, *([] if infos else ["  nothing: this player does not analyse"])]))
    return 0


def _lines_of(duel: "Duel", name: str, count: int, think: float) -> "list[Info]":
    import random

    from gridduels.players import make_player
    from gridduels.players.bots.player import BotPlayer
    from gridduels.players.bots.speaker import best_lines
    from gridduels.players.limits import Limits

    if duel.outcome:
        raise SetupError("the game is over, so there is nothing to analyse")
    player = make_player(name, random.Random(0), think, bots=True)
    if player is None:
        raise SetupError("--player needs a computer player: `gridduels players` lists them")
    if not isinstance(player, BotPlayer):
        return best_lines(player, duel, Limits(think), count)
    try:
        return player.analyse(duel, count)
    finally:
        player.close()


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


def _text(duel: "Duel", evaluation: "Evaluation", plies: bool) -> str:
    from gridduels.analysis.sentences import describe, outlook, unit_of
    from gridduels.duel import Reason

    words = duel.game.words
    lines = [words.board(duel.game, duel.position), "", f"position  {duel.game.text(duel.position)}"]
    if outcome := duel.outcome:
        why = [words.why(duel)] if outcome.reason is Reason.REPETITION else []
        who = words.player(outcome.winner) if outcome.winner else "nobody"
        return "\n".join([*lines, *why, f"The game is over: {who} has won."])
    unit, mover = unit_of(duel.game, plies), words.player(duel.turn)
    lines += [f"to move   {mover}", f"value     {describe(evaluation.value, mover, unit)}", ""]
    moves = evaluation.lines(lambda value: outlook(value, unit))
    return "\n".join([*lines, "Each move, for the player to move:", *moves])
