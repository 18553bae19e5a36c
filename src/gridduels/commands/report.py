"""`gridduels report`: the book of the five duels."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import add_command, add_memory

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress
    from gridduels.game import Game


def add(commands: Any) -> None:
    about = "Write the report “Five duels, solved” from the solver alone: a page, a PDF, films and data."
    report = add_command(commands, "report", run, "write what perfect play looks like", about)
    report.add_argument("--games", metavar="GAME", nargs="+", default=[], help="which games (default: all five)")
    report.add_argument("--quick", action="store_true", help="only boards whose tables came with the package")
    about = "the folder to write (default: five-duels)"
    report.add_argument("-o", "--output", metavar="FOLDER", default="five-duels", help=about)
    add_memory(report)


def run(options: argparse.Namespace) -> int:
    from gridduels.engine.solving.memory import allow_memory, half_of_machine
    from gridduels.extras import check_engine
    from gridduels.terminal.progress import ProgressBar

    check_engine("gridduels report")
    from gridduels.report.statistics.boards import chosen_definitions
    from gridduels.report.writing.folder import PDF, write_report

    folder, chosen = Path(options.output), chosen_definitions(options.games)
    with allow_memory(options.memory or half_of_machine()), ProgressBar("Report") as bar:

        def watch(game: "Game") -> "Progress":
            place = f"game {chosen.index(game.definition) + 1} of {len(chosen)}, {game.title} {game.board}"
            return lambda stage, done, total: bar(f"{place}, {stage}", done, total)

        files = write_report(chosen, folder, options.quick, watch)
    print(f"The report is in {folder}: index.html, {PDF} and {len(files) - 2} files of figures, films and data.")
    return 0
