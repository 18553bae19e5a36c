"""Run benchmarks and print their tables: `python benchmarks [NAME ...] [--write] [-o FILE]`.

A benchmark is a module next to this one that defines `run() -> list[Table]` and is listed in BENCHMARKS. Tables go to
standard output and progress to standard error. Figures depend on the machine and its load, so compare only the ratios
within one run.
"""

import argparse
import json
import platform
from importlib import import_module
from pathlib import Path
from typing import Final

from results_page import PAGE, is_shown, with_output
from tables import Table
from timing import show

import gridduels
from gridduels.files import write_atomically

BENCHMARKS: Final = (
    "alpha-zero",
    "batch",
    "fairness",
    "first-frame",
    "gpu",
    "growth",
    "interval-coverage",
    "invent",
    "known-games",
    "language-curves",
    "mcts",
    "random-play",
    "ready",
    "searching",
    "solving",
    "solving-gpu",
    "solving-ray",
    "start-time",
    "table-files",
    "training",
    "values",
    "web",
    "without-server",
)


def main() -> None:
    parser = _parser()
    options = parser.parse_args()
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        hidden = [name for name in options.names if not is_shown(page, name)]
        if hidden:
            parser.error(f"docs/benchmarks.md has no code block for {', '.join(hidden)}")
        options.names = options.names or [name for name in BENCHMARKS if is_shown(page, name)]
    results = {}
    for name in options.names or BENCHMARKS:
        show(f"benchmark {name}")
        tables: list[Table] = import_module(name.replace("-", "_")).run()
        output = "\n\n".join(map(str, tables))
        print(output, end="\n\n", flush=True)
        if options.write:
            write_atomically(PAGE, with_output(PAGE.read_text(encoding="utf-8"), name, output))
        results[name] = [table.as_json() for table in tables]
    if options.output:
        options.output.write_text(
            json.dumps({**_circumstances(), "results": results}, indent=2) + "\n", encoding="utf-8"
        )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python benchmarks", description="Run benchmarks and print their tables.")
    parser.add_argument("names", metavar="NAME", nargs="*", type=_name, help=f"default: {' '.join(BENCHMARKS)}")
    parser.add_argument("--write", action="store_true", help="also put the tables into docs/benchmarks.md")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="also write the results to FILE as JSON")
    return parser


def _name(text: str) -> str:
    if text not in BENCHMARKS:
        raise argparse.ArgumentTypeError(f"unknown benchmark {text!r}; choose from {', '.join(BENCHMARKS)}")
    return text


def _circumstances() -> dict[str, str]:
    return {
        "gridduels": gridduels.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": f"{platform.system()} {platform.machine()}",
    }


if __name__ == "__main__":
    main()
