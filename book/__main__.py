"""`python -m book`: write the book of the five duels."""

import argparse
import sys
from typing import TYPE_CHECKING

from gridduels.cli import Parser, main
from gridduels.commands.options import add_games, add_memory, add_output

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress
    from gridduels.game import Game


def command_line() -> argparse.ArgumentParser:
    """Return the book's command line."""
    about = "Write the book “Five duels, solved” from the solver alone: a page, a PDF, films, data and proofs."
    report = Parser(prog="python -m book", description=about, allow_abbrev=False)
    report.set_defaults(run=run, command="")
    add_games(report)
    extent = report.add_mutually_exclusive_group()
    extent.add_argument("--quick", action="store_true", help="only boards whose tables came with the package")
    extent.add_argument("--all", action="store_true", help="every board that fits into memory: that takes hours")
    add_output(report, "the folder to write", "FOLDER", default="five-duels")
    add_memory(report)
    return report


def run(options: argparse.Namespace) -> int:
    from gridduels.engine.solvers.limits import allow_memory, half_of_machine
    from gridduels.extras import require
    from gridduels.terminal.progress import ProgressBar

    require("the book", "engine", "report")
    from book.boards import Extent, boards_of, chosen_definitions
    from book.facts import Course, expected_seconds
    from book.page import check_folder, check_libraries, write_book
    from gridduels.pictures.document import PDF

    folder, chosen = options.output, chosen_definitions(options.game)
    check_folder(folder, options.force)
    check_libraries()
    extent = Extent.QUICK if options.quick else Extent.ALL if options.all else Extent.USUAL
    with allow_memory(options.memory or half_of_machine()):
        boards = [board for each in chosen for board in boards_of(each, extent)]
        course = Course({board: expected_seconds(board) for board in boards})
        if sys.stderr.isatty():  # like the bar below
            print(_announced(len(boards), course.words), file=sys.stderr, flush=True)
        with ProgressBar("Book", lambda: course.words) as bar:

            def watch(game: "Game") -> "Progress":
                course.begin(game)
                number = f"board {boards.index(game) + 1} of {len(boards)}, " if game in boards else ""  # else a proof
                place = f"{number}{game.title} {game.board}"
                return lambda stage, done, total: bar(f"{place}, {stage}", done, total)

            files = write_book(chosen, folder, extent, watch, options.force)
    print(f"The book is in {folder}: index.html, {PDF} and {len(files) - 2} files of figures, films, data and proofs.")
    return 0


def _announced(boards: int, left: str) -> str:
    """Announce the computations to come."""
    told = f"{boards} boards" + (f", {left}" if left else "")
    return f"{told}. Finished boards are cached: after an interruption, the same command continues."


if __name__ == "__main__":
    raise SystemExit(main(parser=command_line))
