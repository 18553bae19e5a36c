"""Run benchmarks and print their tables: `python benchmarks [NAME ...] [-o FILE]`.

A benchmark is a module next to this one with a function `run() -> list[Table]`; its name goes into BENCHMARKS. Tables
go to standard output, progress to standard error. Figures hold for the machine and the moment; compare the ratios
within one run.
"""

import argparse
import json
import platform
from importlib import import_module
from pathlib import Path
from typing import Final

from tables import Table
from timing import show

import gridduels

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
    "transports",
    "values",
    "web",
    "without-server",
)


def main() -> None:
    options = _parser().parse_args()
    results = {}
    for name in options.names or BENCHMARKS:
        show(f"benchmark {name}")
        tables: list[Table] = import_module(name.replace("-", "_")).run()
        print("\n\n".join(map(str, tables)), end="\n\n", flush=True)
        results[name] = [table.as_json() for table in tables]
    if options.output:
        options.output.write_text(
            json.dumps({**_circumstances(), "results": results}, indent=2) + "\n", encoding="utf-8"
        )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python benchmarks", description="Run benchmarks and print their tables.")
    parser.add_argument("names", metavar="NAME", nargs="*", type=_name, help=f"default: {' '.join(BENCHMARKS)}")
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
