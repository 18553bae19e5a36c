"""`gridduels play`: a game, in line mode."""

import argparse
from pathlib import Path
from typing import Any

from gridduels.commands.options import add_command, add_setup, chosen_game, positive, whole
from gridduels.errors import SetupError


def add(commands: Any) -> None:
    play = add_command(commands, "play", run, "play a game", "Play a game in the words of its rule book.")
    play.add_argument("game", metavar="GAME", nargs="?", help="which game; `gridduels games` lists them")
    add_setup(play)
    play.add_argument("--p1", metavar="PLAYER", help="Player 1: human (default) or random")
    play.add_argument("--p2", metavar="PLAYER", help="Player 2: human (default) or random")
    play.add_argument("--first", choices=("1", "2", "toss"), help="who goes first (default: 1; later rounds alternate)")
    play.add_argument("--rounds", metavar="N", type=positive, help="play N rounds (default: ask after each)")
    play.add_argument("--seed", metavar="N", type=whole, help="make chance repeatable: the toss, the computer's moves")
    play.add_argument("--plain", action="store_true", help="line mode, also on a terminal")
    play.add_argument("--record", metavar="FILE", help="keep the game in FILE as it is played; games are added to it")
    play.add_argument("--resume", metavar="FILE", help="continue the last game of FILE, and keep it there")


def run(options: argparse.Namespace) -> int:
    if options.resume is not None:
        return _resume(options)
    if options.game is None:
        raise SetupError("say which game to play: gridduels play GAME (gridduels games lists them)")

    from gridduels.live_record import LiveRecord
    from gridduels.terminal.console import Console
    from gridduels.terminal.line import Match

    match = Match(
        chosen_game(options),
        Console(),
        (options.p1 or "human", options.p2 or "human"),
        options.first,
        options.rounds,
        options.seed,
        LiveRecord.append_to(Path(options.record)) if options.record is not None else None,
    )
    return match.run()


def _resume(options: argparse.Namespace) -> int:
    from gridduels.live_record import LiveRecord
    from gridduels.terminal.console import Console
    from gridduels.terminal.line import Match

    for name in ("record", "size", "first"):
        if getattr(options, name) is not None:
            raise SetupError(f"--{name} does not go with --resume: the game goes on in its own file as it was")
    live, records = LiveRecord.resume(Path(options.resume))
    last = records[-1]
    if options.rule or options.game not in (None, last.duel.game.id):
        raise SetupError(f"{options.resume} holds a game of {last.duel.game.title}: resume it without GAME and --rule")
    players = options.p1 or last.players[0], options.p2 or last.players[1]
    match = Match(last.duel.game, Console(), players, None, options.rounds, options.seed, live, records)
    return match.run()
