"""`gridduels benchmark` and `llm-report`: the results of language models.

`benchmark` draws the tier C duels, and creates, checks and shows files of results; `llm-report` reports on Inspect
logs.
"""

import argparse
from pathlib import Path

from gridduels.commands.options import Commands, add_command, add_output, check_exists, number_from, refuse
from gridduels.errors import SetupError
from gridduels.extras import require
from gridduels.text import count

_MARKS = {
    ".md": (b"# Results\n",),
    ".html": (b"<!doctype html>", b'<meta name="generator" content="gridduels benchmark">'),
}
"""The bytes our pages start with and the bytes they contain, by file extension."""


def add(commands: Commands) -> None:
    _add_benchmark(commands)
    _add_llm_report(commands)


# --- Benchmark


def _add_benchmark(commands: Commands) -> None:
    about = (
        "Work with the language model benchmark (docs/evaluators.md). `draw SEED` prints the invented duels that tier "
        "C draws from a seed (default: practice). `add LOG...` writes a file of results from Inspect logs. "
        "`check FILE...` scores such files again. `page FILE...` checks them and shows them on one page."
    )
    summary = "check and show the results of models"
    examples = "check results", "add logs/*.eval --name my-model -o results/my-model.json"
    benchmark = add_command(commands, "benchmark", _run_benchmark, summary, about, examples)
    benchmark.add_argument("action", choices=("draw", "add", "check", "page"), help="what to do")
    about = "draw: a seed; add: Inspect logs; check and page: files or folders of results"
    benchmark.add_argument("given", metavar="SEED|LOG|FILE", nargs="*", default=[], help=about)
    benchmark.add_argument("--name", help="add: the model's name on the page")
    benchmark.add_argument("--about", help="add: one sentence about the model and how it was asked")
    about = "add: price in US dollars per million input tokens and per million output tokens"
    benchmark.add_argument("--prices", metavar=("IN", "OUT"), nargs=2, type=_dollars, help=about)
    add_output(benchmark, "add: the file to write (.json); page: the page (.md or .html)")


def _dollars(text: str) -> float:
    return number_from(text, "dollars", 0, 1_000_000)


def _run_benchmark(options: argparse.Namespace) -> int:
    if options.action != "add":
        refuse(options, f"with benchmark {options.action}", "name", "about", "prices")
    if options.action in ("draw", "check"):
        refuse(options, f"with benchmark {options.action}", "output", "force")
    if options.action == "draw":
        return _draw(options)
    if not options.given:
        what = "Inspect logs" if options.action == "add" else "files of results"
        raise SetupError(f"benchmark {options.action} needs {what}.")
    if options.action == "check":
        return _check(options)
    if options.output is None:
        raise SetupError(f"benchmark {options.action} needs -o FILE.")
    return _add(options) if options.action == "add" else _page(options)


def _draw(options: argparse.Namespace) -> int:
    if len(options.given) > 1:
        raise SetupError("benchmark draw takes one seed. Put quotes around a seed with spaces.")
    require("gridduels benchmark draw", "engine")
    from gridduels.language.benchmark import PRACTICE, SEED_HASH, VERSION, draw_duels, seed_hash, seed_of
    from gridduels.registry import load_game
    from gridduels.terminal.progress import ProgressBar

    seed = (options.given or [PRACTICE])[0]
    hashed = seed_hash(seed_of(seed))
    with ProgressBar("Drawing duels") as progress:
        duels = draw_duels(seed, progress)
    for code in duels:
        print(f"{code}  {load_game(code).title}")
    official = "is" if hashed == SEED_HASH else "is not"
    print(f"SHA-256 of the seed: {hashed}\nThis {official} the official seed of version {VERSION}.")
    return 0


def _add(options: argparse.Namespace) -> int:
    if not options.name:
        raise SetupError("benchmark add needs --name, the model's name on the page.")
    if options.output.suffix != ".json":
        raise SetupError(f"cannot write results as {options.output.name}: end the name with .json.")
    check_exists(*options.given)
    require("gridduels benchmark add", "engine", "llm")
    from gridduels.files import check_output, write_atomically
    from gridduels.language.results import check, data_of, read, results_of_logs

    check_output(options.output, lambda path: bool(read(path)), options.force)
    prices = tuple(options.prices) if options.prices else None
    found = results_of_logs(map(Path, options.given), options.name, options.about or "", prices)
    check(found)
    write_atomically(options.output, [data_of(found)])
    print(f"Wrote {count(len(found.runs), 'run')} to {options.output}.")
    return 0


def _check(options: argparse.Namespace) -> int:
    check_exists(*options.given)
    require("gridduels benchmark check", "engine")
    from gridduels.language.results import change_text, check, gap, read_all

    for each in read_all(map(Path, options.given)):
        check(each)
        for run in each.runs:
            score = f"{100 * run.skill:.0f} ± {100 * 1.96 * run.error:.0f}"
            print(f"{each.name}: tier {run.tier}, {run.variant}: {score}, {100 * run.legal:.0f} % legal")
        for tier in dict.fromkeys(run.tier for run in each.runs):
            if change := gap(each, tier):
                print(f"{each.name}: tier {tier}, change when disguised: {change_text(change)}")
    return 0


def _page(options: argparse.Namespace) -> int:
    form = options.output.suffix
    if form not in _MARKS:
        raise SetupError(f"cannot write the page as {options.output.name}: end the name with {' or '.join(_MARKS)}.")
    check_exists(*options.given)
    require("gridduels benchmark page", "engine")
    from gridduels.files import begins_with, check_output, write_atomically
    from gridduels.language.results import check, html_page, markdown_page, read_all

    check_output(options.output, lambda path: begins_with(path, *_MARKS[form]), options.force)
    found = read_all(map(Path, options.given))
    for each in found:
        check(each)
    command = f"gridduels benchmark page {' '.join(options.given)} -o {options.output}"
    text = html_page(found) if form == ".html" else markdown_page(found, command)
    write_atomically(options.output, [text.encode()])
    print(f"Wrote {count(len(found), 'result')} to {options.output}.")
    return 0


# --- LLM report


def _add_llm_report(commands: Commands) -> None:
    about = "Write a page about Inspect logs: a table, plots, and blunders with pictures (docs/language-models.md)."
    examples = "logs", "logs/first.eval logs/second.eval -o models.html"
    report = add_command(commands, "llm-report", _run_llm_report, "report how language models played", about, examples)
    report.add_argument("logs", metavar="LOGS", nargs="+", help="Inspect logs, or folders of them")
    add_output(report, "the page to write", default="llm-report.html")


def _run_llm_report(options: argparse.Namespace) -> int:
    check_exists(*options.logs)
    require("gridduels llm-report", "llm", "pictures")
    from gridduels.files import check_output, write_atomically
    from gridduels.language.report import read_logs, report_page

    check_output(options.output, is_report, options.force)
    reading = read_logs(map(Path, options.logs))
    try:
        write_atomically(options.output, report_page(reading))
    except OSError as error:
        raise SetupError(f"cannot write {options.output} ({error.strerror})") from None
    left_out = f" {count(reading.unfinished, 'run')} without results left out." if reading.unfinished else ""
    print(f"Wrote {count(len(reading.runs), 'run')} to {options.output}.{left_out}")
    return 0


def is_report(path: Path) -> bool:
    """Return whether this command wrote the file."""
    from gridduels.files import begins_with
    from gridduels.language.report import TITLE

    return begins_with(path, b"<!doctype html>", f"<title>{TITLE}</title>".encode())
