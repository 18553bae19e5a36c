"""The command line.

Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 input ended before the game did, 130 Ctrl-C.
"""

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from gridduels import __version__
from gridduels.errors import GridDuelsError

if TYPE_CHECKING:
    from gridduels.game import Game

__all__ = ["main"]

INTERNAL_ERROR, WRONG_USAGE, ENDED_EARLY, INTERRUPTED = 1, 2, 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code."""
    warnings.showwarning = lambda message, *_, **__: _complain(str(message))
    try:
        options = _parser().parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except GridDuelsError as error:
        _complain(str(error))
        return WRONG_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _output_closed(options.run is _play)
    except Exception as error:
        if os.environ.get("GRIDDUELS_DEBUG"):
            raise
        _complain(f"internal error: {type(error).__name__}: {error} (GRIDDUELS_DEBUG=1 shows where)")
        return INTERNAL_ERROR


def _complain(sentence: str) -> None:
    print(f"gridduels: {sentence}", file=sys.stderr)


def _output_closed(playing: bool) -> int:
    """Whoever read our output has gone; nothing more can be said."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ENDED_EARLY if playing else 0


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        _complain(f"{message} (see {self.prog} --help)")
        raise SystemExit(WRONG_USAGE)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="gridduels",
        description="Five small two-player grid games. Without a command: the menu.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"gridduels {__version__}")
    parser.set_defaults(run=_menu)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    _add_play(commands)
    _add_games(commands)
    _add_rules(commands)
    _add_perft(commands)
    _add_replay(commands)
    return parser


def _add_play(commands: Any) -> None:
    play = _add(commands, "play", _play, "play a game", "Play a game in the words of its rule book.")
    play.add_argument("game", metavar="GAME", nargs="?", help="which game; `gridduels games` lists them")
    _add_setup(play)
    play.add_argument("--p1", metavar="PLAYER", help="Player 1: human (default) or random")
    play.add_argument("--p2", metavar="PLAYER", help="Player 2: human (default) or random")
    play.add_argument("--first", choices=("1", "2", "toss"), help="who goes first (default: 1; later rounds alternate)")
    play.add_argument("--rounds", metavar="N", type=_positive, help="play N rounds (default: ask after each)")
    play.add_argument("--seed", metavar="N", type=int, help="make chance repeatable: the toss and the computer's moves")
    play.add_argument("--plain", action="store_true", help="line mode, also on a terminal")
    play.add_argument("--record", metavar="FILE", help="keep the game in FILE as it is played; games are added to it")
    play.add_argument("--resume", metavar="FILE", help="continue the last game of FILE, and keep it there")


def _add_games(commands: Any) -> None:
    games = _add(commands, "games", _games, "list the games", "List the games.")
    _add_json(games)


def _add_rules(commands: Any) -> None:
    rules = _add(commands, "rules", _rules, "explain a game", "Explain a game and its rulings.")
    rules.add_argument("game", metavar="GAME")
    _add_setup(rules)
    _add_json(rules)


def _add_perft(commands: Any) -> None:
    about = "Count the move sequences of each length from the start."
    perft = _add(commands, "perft", _perft, "count move sequences", about)
    perft.add_argument("game", metavar="GAME")
    perft.add_argument("depth", metavar="DEPTH", type=_positive)
    _add_setup(perft)
    _add_json(perft)


def _add_replay(commands: Any) -> None:
    replay = _add(commands, "replay", _replay, "show a recorded game", "Show recorded games board by board.")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--number", metavar="N", type=_positive, help="only the Nth game of the file")
    _add_json(replay)


def _add(commands: Any, name: str, run: Any, help: str, description: str) -> Any:
    parser = commands.add_parser(name, help=help, description=description, allow_abbrev=False)
    parser.set_defaults(run=run)
    return parser


def _add_setup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--size", metavar="N", type=int, help="cells along an edge of the board")
    parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[], help="set a ruling; repeatable")


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) < 10**8):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def _game(options: argparse.Namespace) -> "Game":
    from gridduels.registry import load_game

    rulings = {}
    for rule in options.rule:
        name, equals, value = rule.partition("=")
        if not (name.isidentifier() and equals) or name in rulings or name in ("id", "size"):
            raise GridDuelsError(f"--rule {rule!r} is not of the form name=value, each name once")
        rulings[name] = value
    return load_game(options.game, options.size, **rulings)


def _print_json(data: object) -> int:
    import json

    print(json.dumps(data, indent=2))
    return 0


def _menu(options: argparse.Namespace) -> int:
    from gridduels.terminal.console import Console
    from gridduels.terminal.menu import list_games, open_menu

    console = Console()
    if console.interactive:
        return open_menu(console)
    console.say(list_games())
    return 0


def _play(options: argparse.Namespace) -> int:
    from pathlib import Path

    from gridduels.live_record import LiveRecord
    from gridduels.terminal.console import Console
    from gridduels.terminal.line import Match

    console = Console()
    if options.resume:
        return _resume(options)
    if options.game is None:
        raise GridDuelsError("say which game to play: gridduels play GAME (gridduels games lists them)")
    match = Match(
        _game(options),
        console,
        (options.p1 or "human", options.p2 or "human"),
        options.first,
        options.rounds,
        options.seed,
        LiveRecord.append_to(Path(options.record)) if options.record else None,
    )
    return match.run()


def _resume(options: argparse.Namespace) -> int:
    from pathlib import Path

    from gridduels.live_record import LiveRecord
    from gridduels.terminal.console import Console
    from gridduels.terminal.line import Match

    for name in ("record", "size", "first"):
        if getattr(options, name) is not None:
            raise GridDuelsError(f"--{name} does not go with --resume: the game goes on in its own file as it was")
    live, records = LiveRecord.resume(Path(options.resume))
    last = records[-1]
    if options.rule or options.game not in (None, last.duel.game.id):
        raise GridDuelsError(f"{options.resume} holds a game of {last.duel.game!r}: resume it without GAME and --rule")
    rounds = options.rounds or int(last.tags.get("Rounds", "0")) or None
    players = options.p1 or last.players[0], options.p2 or last.players[1]
    match = Match(last.duel.game, Console(), players, None, rounds, options.seed, live, records)
    return match.run()


def _games(options: argparse.Namespace) -> int:
    from gridduels.game import Game
    from gridduels.registry import definitions
    from gridduels.terminal.describe import describe_games, facts

    if options.json:
        return _print_json([facts(Game(each)) for each in definitions()])
    print(describe_games(definitions()))
    return 0


def _rules(options: argparse.Namespace) -> int:
    from gridduels.terminal.describe import describe_rules, facts

    game = _game(options)
    if options.json:
        return _print_json(facts(game) | {"about": game.words.about})
    print(describe_rules(game))
    return 0


def _perft(options: argparse.Namespace) -> int:
    from gridduels.perft import perft

    game = _game(options)
    counts = perft(game, options.depth)
    if options.json:
        return _print_json({"game": game.id, "size": game.size, "rules": dict(game.rulings), "perft": counts})
    for depth, count in enumerate(counts, 1):
        print(depth, count)
    return 0


def _replay(options: argparse.Namespace) -> int:
    from gridduels.terminal.replay import replay

    return replay(options.file, options.number, options.json)
