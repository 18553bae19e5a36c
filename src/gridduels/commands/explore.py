"""`gridduels explore`: a position and what each of its moves is worth."""

import argparse
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import (
    add_command,
    add_json,
    add_memory,
    add_plies,
    add_setup,
    chosen_game,
    positive,
    print_json,
    print_text,
    seconds,
)
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.duel import Duel
    from gridduels.engine import Evaluation
    from gridduels.players.info import Info


def add(commands: Any) -> None:
    about = (
        "Show the position after some moves, its exact value, and what each allowed move is worth to who is to move."
    )
    explore = add_command(commands, "explore", run, "values of a position and its moves", about)
    explore.add_argument("game", metavar="GAME")
    explore.add_argument("moves", metavar="MOVE", nargs="*", help="the moves so far")
    explore.add_argument("--first", choices=("1", "2"), default="1", help="who went first (default: 1)")
    explore.add_argument("--position", metavar="TEXT", help="begin with this position instead of the start")
    about = "say what a player sees instead, ours or a bot that analyses: the best lines of play"
    explore.add_argument("--player", metavar="PLAYER", help=about)
    explore.add_argument("--lines", metavar="N", type=positive, help="how many lines it is to see (default: 3)")
    explore.add_argument("--think", metavar="SECONDS", type=seconds, help="how long it may think (default: 1)")
    add_memory(explore)
    add_setup(explore)
    add_plies(explore)
    add_json(explore)


def run(options: argparse.Namespace) -> int:
    from gridduels.duel import Duel
    from gridduels.engine.solvers.limits import allow_memory, memory_limit

    game = chosen_game(options)
    duel = Duel(game, options.moves, start=options.position or game.start(int(options.first)))
    if options.player:
        return _show_lines(duel, options)
    if options.lines or options.think:
        raise SetupError("--lines and --think go with --player")
    with allow_memory(options.memory or memory_limit()):
        evaluation = _evaluate(duel)
    if options.json:
        return print_json(_data(duel, evaluation))
    print(_text(duel, evaluation, options.plies))
    return 0


def _evaluate(duel: "Duel") -> "Evaluation":
    """What a duel is worth; where the game is too big as a whole, what follows from here may not be."""
    from gridduels.engine.solvers.limits import TooBig
    from gridduels.terminal.progress import ProgressBar, asking_showing_progress

    game = duel.game
    try:
        with asking_showing_progress(game) as values:
            return values.evaluate(duel)
    except TooBig:
        if duel.position in (game.start(1), game.start(2)):
            raise
    from gridduels.engine.solvers.enumeration import Ending

    with ProgressBar(f"Solving the ending of {game.title}") as progress:
        return Ending(duel, progress).evaluate(duel)


def _show_lines(duel: "Duel", options: argparse.Namespace) -> int:
    """The best lines of play that a player sees."""
    infos = _lines_of(duel, options.player, options.lines or 3, options.think or 1.0)
    if options.json:
        position = duel.game.text(duel.position)
        return print_json({"position": position, "player": options.player, "lines": [info.as_data() for info in infos]})
    words = duel.game.words
    lines = [words.board(duel.game, duel.position), "", f"position  {duel.game.text(duel.position)}"]
    lines += [f"to move   {words.player(duel.turn)}", "", f"What {options.player} sees, for the player to move:"]
    lines += [f"  {number}. {info.sentence}" for number, info in enumerate(infos, 1)]
    print_text("\n".join([*lines, *([] if infos else ["  nothing: it does not analyse"])]))
    return 0


def _lines_of(duel: "Duel", name: str, count: int, think: float) -> "list[Info]":
    import random

    from gridduels.players import make_player
    from gridduels.players.bots.player import BotPlayer
    from gridduels.players.bots.speaker import best_lines
    from gridduels.players.limits import Limits

    if duel.outcome:
        raise SetupError("the game is over, so there is nothing to analyse")
    player = make_player(name, random.Random(), think, bots=True)
    if player is None:
        raise SetupError("a person is asked by nobody: --player is one of those that `gridduels players` lists")
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
