"""`gridduels llm-report`: report how language models played."""

import argparse
from pathlib import Path

from gridduels.commands.options import Commands, add_command, add_output, check_exists
from gridduels.errors import SetupError
from gridduels.extras import require
from gridduels.text import count


def add(commands: Commands) -> None:
    about = "Write a page about Inspect logs: a table, plots, and blunders with pictures (docs/language-models.md)."
    examples = "logs", "logs/first.eval logs/second.eval -o models.html"
    report = add_command(commands, "llm-report", run, "report how language models played", about, examples)
    report.add_argument("logs", metavar="LOGS", nargs="+", help="Inspect logs, or folders of them")
    add_output(report, "the page to write", default="llm-report.html")


def run(options: argparse.Namespace) -> int:
    check_exists(*options.logs)
    require("gridduels llm-report", "llm", "pictures")
    from gridduels.files import check_output, write_atomically
    from gridduels.language.report import read_logs, report_page

    check_output(options.output, is_page, options.force)
    reading = read_logs(map(Path, options.logs))
    try:
        write_atomically(options.output, report_page(reading))
    except OSError as error:
        raise SetupError(f"cannot write {options.output} ({error.strerror})") from None
    left_out = f" {count(reading.unfinished, 'run')} without results left out." if reading.unfinished else ""
    print(f"Wrote {count(len(reading.runs), 'run')} to {options.output}.{left_out}")
    return 0


def is_page(path: Path) -> bool:
    """Return whether this command wrote the file."""
    from gridduels.files import begins_with
    from gridduels.language.report import TITLE

    return begins_with(path, b"<!doctype html>", f"<title>{TITLE}</title>".encode())
