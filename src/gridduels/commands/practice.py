"""`gridduels learn`, `puzzle`, `daily`, `ladder` and `history`: practice in line mode."""

import argparse
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from gridduels.commands.options import (
    Commands,
    add_command,
    add_game,
    add_output,
    chosen_game,
    day,
    known_game,
    positive,
    print_text,
    refuse,
)
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.record import Record
    from gridduels.terminal.library import KeptGame


def add(commands: Commands) -> None:
    about = "Learn a game in line mode: a few lessons, each with something to try."
    learn = add_command(commands, "learn", _learn, "learn a game by playing it", about, ("light-cycle", "gridlock"))
    learn.add_argument("game", metavar="GAME", type=known_game, help="one of `gridduels games`")

    about = "Solve the next puzzle of a game in line mode. A new series starts every day."
    examples = "pathway", "gridlock --size 5 --length 3"
    puzzle = add_command(commands, "puzzle", _puzzle, "solve a puzzle", about, examples)
    add_game(puzzle)
    about = "the number of plies to the win (default: any)"
    puzzle.add_argument("--length", metavar="PLIES", type=positive, help=about)

    about = "Solve the puzzle of the day in line mode. Solving it on its own day extends your streak."
    daily = add_command(commands, "daily", _daily, "solve the puzzle of the day", about, ("", "--date 2026-01-05"))
    daily.add_argument("--date", metavar="DATE", type=day, help="the puzzle of another day, such as 2026-01-05")

    about = "List the opponents of each game and your stars, or play one of them for a star, in line mode."
    examples = "", "light-cycle emil --side 2"
    ladder = add_command(commands, "ladder", _ladder, "beat ten opponents for stars", about, examples)
    which = "one of `gridduels games` (default: list the ladders of all)"
    ladder.add_argument("game", metavar="GAME", nargs="?", type=known_game, help=which)
    ladder.add_argument("opponent", metavar="NAME", nargs="?", help="the opponent to play (default: list them all)")
    ladder.add_argument("--side", type=int, choices=(1, 2), default=1, help="the side you play (default: 1)")
    start = "a balanced start (default), or the book's"
    ladder.add_argument("--start", choices=("fair", "book"), default="fair", help=start)

    about = "List the games you have finished, show one move by move, write it to a file, or count wins and losses."
    examples = "--statistics", "--search 'Hana gridlock'"
    history = add_command(commands, "history", _history, "show your finished games", about, examples)
    history.add_argument("number", metavar="N", nargs="?", type=positive, help="show the Nth game move by move")
    history.add_argument("--search", metavar="WORDS", default="", help="list the games with all of these words")
    history.add_argument("--statistics", action="store_true", help="wins and losses by game, opponent and side")
    history.add_argument("--link", action="store_true", help="print a link that shows the Nth game in a browser")
    about = "play the Nth game again from before its move M"
    history.add_argument("--again", metavar="M", type=positive, help=about)
    history.add_argument("--delete", action="store_true", help="delete the Nth game")
    add_output(history, "write the Nth game: .txt (a record), .svg or .png (a picture), .gif (an animation)")


def _learn(options: argparse.Namespace) -> int:
    from gridduels.registry import definition
    from gridduels.terminal.console import Console
    from gridduels.terminal.practice import learn, until_left

    return until_left(lambda: learn(Console(), definition(options.game)))


def _puzzle(options: argparse.Namespace) -> int:
    from gridduels.terminal.console import Console
    from gridduels.terminal.practice import puzzle, until_left

    game = chosen_game(options)
    return until_left(lambda: puzzle(Console(), game, date.today(), options.length))


def _daily(options: argparse.Namespace) -> int:
    from gridduels.terminal.console import Console
    from gridduels.terminal.practice import daily, until_left

    today = date.today()
    return until_left(lambda: daily(Console(), options.date or today, today))


def _ladder(options: argparse.Namespace) -> int:
    from gridduels.registry import definition, definitions
    from gridduels.terminal.console import Console
    from gridduels.terminal.practice import ladder_text, play_for_star

    if options.opponent:
        return play_for_star(Console(), definition(options.game), options.opponent, options.side, options.start)
    refuse(options, "without the NAME of an opponent", "side", "start")
    games = [definition(options.game)] if options.game else definitions()
    print("\n\n".join(ladder_text(game) for game in games))
    return 0


def _history(options: argparse.Namespace) -> int:
    from gridduels.terminal.practice import history_text, kept_game, statistics_text

    if options.statistics:
        if options.number:
            raise SetupError("--statistics counts all games: leave out N")
        refuse(options, "with --statistics", "search", "link", "output", "again", "delete")
        print_text(statistics_text())
    elif options.number:
        refuse(options, "with N, the number of a game", "search")
        return _one_game(options, kept_game(options.number))
    else:
        refuse(options, "without N, the number of a game", "link", "output", "again", "delete")
        print_text(history_text(options.search))
    return 0


def _one_game(options: argparse.Namespace, game: "KeptGame") -> int:
    """Do what the options say with a finished game."""
    from gridduels.terminal.console import Console
    from gridduels.terminal.library import explore_link, replay_text
    from gridduels.terminal.practice import play_again
    from gridduels.terminal.settings import Settings

    if options.again:
        refuse(options, "with --again", "link", "output", "delete")
        return play_again(Console(), game.record, options.again)
    if options.delete:
        refuse(options, "with --delete", "link", "output")
        game.forget()
        print_text(f"Deleted: {game.title}.")
        return 0
    if options.output:
        _export(game.record, options.output, options.force)
    if options.link:
        print_text(explore_link(game.record.duel, Settings.load([]).server))
    if not (options.output or options.link):
        print_text(replay_text(options.number, game.record))
    return 0


def _export(record: "Record", path: Path, force: bool) -> None:
    from gridduels.files import check_output, write_atomically
    from gridduels.terminal.library import exported

    check_output(path, lambda path: False, force)
    write_atomically(path, [exported(record, path.suffix.lower())])
    print_text(f"Written to {path}.")
