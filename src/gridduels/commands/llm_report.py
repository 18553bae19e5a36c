"""`gridduels llm-report`: a page of how language models played."""

import argparse
from pathlib import Path
from typing import Any

from gridduels.commands.options import add_command, add_force
from gridduels.errors import SetupError


def add(commands: Any) -> None:
    about = "Write one page of Inspect's logs: a table, plots, and blunders with pictures (docs/language-models.md)."
    report = add_command(commands, "llm-report", run, "report how language models played", about)
    report.add_argument("logs", metavar="LOGS", nargs="+", help="logs of Inspect, or folders of them")
    about = "where to write (default: llm-report.html)"
    report.add_argument("-o", "--output", metavar="FILE", default="llm-report.html", help=about)
    add_force(report)


def run(options: argparse.Namespace) -> int:
    from gridduels.extras import MissingExtra
    from gridduels.files import check_output, write_atomically

    try:
        import inspect_ai  # noqa: F401
    except ImportError:
        raise MissingExtra("the report needs Inspect", "llm") from None
    from gridduels.language.report import read_logs, report_page

    path = Path(options.output)
    check_output(path, is_page, options.force)
    reading = read_logs(map(Path, options.logs))
    try:
        write_atomically(path, report_page(reading))
    except OSError as error:
        raise SetupError(f"cannot write {path} ({error.strerror})") from None
    print(f"{len(reading.runs)} runs are in {path}.")
    return 0


def is_page(path: Path) -> bool:
    """Return whether a file is a page that this command has written."""
    from gridduels.files import begins_with
    from gridduels.language.report import TITLE

    return begins_with(path, b"<!doctype html>", f"<title>{TITLE}</title>".encode())
