"""`gridduels invent`: search for new duels, review a game, write the rule book of a duel, show the duel of the day."""

import argparse
import sys
import time
from typing import TYPE_CHECKING

from gridduels.commands.options import (
    Commands,
    add_command,
    add_engine,
    add_json,
    add_output,
    add_seed,
    add_workers,
    day,
    known_game,
    number_from,
    positive,
    print_json,
    refuse,
)
from gridduels.errors import SetupError
from gridduels.extras import require

if TYPE_CHECKING:
    from gridduels.game import Game
    from gridduels.invent.gallery import Day
    from gridduels.invent.measures import Measures, Report
    from gridduels.invent.search import Screened, Search

_SEARCH_ONLY = ("like", "count", "minutes", "codes", "engine", "workers")


def add(commands: Commands) -> None:
    about = (
        "Invent duels: search a family of small games for ones that are fair, deep and sharp, solve them, and print "
        "the best. `invent review GAME` reports what a designer wants to know. `invent book CODE` writes "
        "the rule book of an invented duel. `invent day` shows the duel of the day, which changes at midnight UTC."
    )
    examples = "--size 4x4 --count 3 --minutes 2", "review grid-runner"
    invent = add_command(commands, "invent", run, "invent new duels", about, examples)
    about = "search (default), review a game, write the book of a duel, or show the duel of the day"
    invent.add_argument("action", nargs="?", choices=("search", "review", "book", "day"), default="search", help=about)
    invent.add_argument(
        "game", metavar="GAME|CODE", nargs="?", type=known_game, help="the game to review, or the duel to describe"
    )
    add_seed(invent)
    invent.add_argument("--size", metavar="N", help="only boards of this size, such as 4 or 3x5")
    invent.add_argument("--like", metavar="CODE", help="start from this duel")
    invent.add_argument("--count", metavar="N", type=positive, help="how many duels to print (default: 5)")
    about = "stop searching after M minutes (default: 2)"
    invent.add_argument("--minutes", metavar="M", type=_minutes, help=about)
    about = "stop after N codes instead of a set time, so that every run finds the same duels"
    invent.add_argument("--codes", metavar="N", type=positive, help=about)
    invent.add_argument("--language", choices=("en", "de"), help="language of the rule book (default: en)")
    invent.add_argument("--date", metavar="DATE", type=day, help="the duel of an earlier day, such as 2026-01-05")
    add_engine(invent)
    add_workers(invent)
    add_output(invent, "search: a gallery page (.html); book: the rule book (.md, .html or .pdf)")
    add_json(invent)


def _minutes(text: str) -> float:
    return number_from(text, "minutes", 0.01, 10_000)


def run(options: argparse.Namespace) -> int:
    if options.action == "day":
        if options.game:
            raise SetupError("invent day takes no game. Use --date for the duel of an earlier day.")
        refuse(options, "with invent day", *_SEARCH_ONLY, "seed", "size", "language", "output", "force")
        return _day(options)
    refuse(options, f"with invent {options.action}", "date")
    if not options.output:
        refuse(options, "without -o", "force")
    if options.action == "search":
        if options.game:
            raise SetupError(f"invent search takes no game. Use --like {options.game} to search near it.")
        refuse(options, "with invent search", "language")
        return _search(options)
    if not options.game:
        raise SetupError(f"invent {options.action} needs a game or the code of a duel.")
    refuse(options, f"with invent {options.action}", *_SEARCH_ONLY)
    if options.action == "review":
        refuse(options, "with invent review", "language", "output", "force")
        return _review(options)
    refuse(options, "with invent book", "size", "seed", "json")
    return _book(options)


# --- Search


def _search(options: argparse.Namespace) -> int:
    from gridduels.invent.code import parse

    if options.codes and options.minutes:
        raise SetupError("give --codes or --minutes, not both.")
    size, like = _size(options.size), parse(options.like) if options.like else None
    require("gridduels invent", "engine", *(["ray"] if options.engine == "ray" else []))
    from gridduels.files import begins_with, check_output, write_atomically
    from gridduels.invent.gallery import MARKS, gallery_page
    from gridduels.invent.search import Search

    if options.output is not None:
        check_output(options.output, lambda path: begins_with(path, *MARKS), options.force)
    search = Search(options.seed, size, like)
    _run(search, options)
    found = _reports(search.best(options.count or 5))
    if options.json:
        print_json({"screened": search.screened, "stages": dict(search.stages), "duels": _data(found)})
    else:
        _print(search, found)
    if options.output is not None and found:
        write_atomically(options.output, [gallery_page(found).encode()])
        if not options.json:
            print(f"Wrote {options.output}.")
    return 0


def _size(text: str | None) -> "str | int | None":
    from gridduels.board import read_size, shape
    from gridduels.invent.code import Code

    if text is None:
        return None
    size = read_size(text)
    Code(*shape(size), trail=1)  # refuses a board that is not in the family
    return size


def _run(search: "Search", options: argparse.Namespace) -> None:
    """Search until the time is up or enough codes have been tried; Ctrl-C keeps the results so far."""
    from gridduels.invent.search import screening
    from gridduels.terminal.progress import ProgressBar

    seconds = 60 * (options.minutes or 2)
    begin = time.monotonic()
    note = lambda: f"{len(search.elites)} kinds of duels found"  # noqa: E731
    try:
        with ProgressBar("Inventing", note) as bar, screening(options.engine, options.workers) as screen_all:
            for _ in search.generations(screen_all):
                spent = time.monotonic() - begin
                done = (search.screened, options.codes) if options.codes else (int(spent), int(seconds))
                bar("looking at duels", *done)
                if done[0] >= done[1]:
                    break
    except KeyboardInterrupt:
        print("Stopped early.", file=sys.stderr)


def _reports(found: list["Screened"]) -> list["Report"]:
    """Measure the duels again; Ctrl-C keeps those already measured."""
    from gridduels.invent.measures import report
    from gridduels.terminal.progress import ProgressBar

    reports: list[Report] = []
    try:
        with ProgressBar("Measuring") as bar:
            for number, each in enumerate(found):
                bar("with other players and new games", number, len(found))
                reports.append(report(each.code))
    except KeyboardInterrupt:
        print("Stopped early.", file=sys.stderr)
    return reports


def _print(search: "Search", found: list["Report"]) -> None:
    from gridduels.game import Game
    from gridduels.invent import definition

    for each in found:
        game = Game(definition(each.code))
        print(f"{game.title}  {each.code}\n\n{_about(game, each.measures, each.measures.matter.mean)}\n")
        print("\n".join(f"  {name:<13} {said}" for name, said in each.lines()) + "\n")
    stages = ", ".join(f"{count:,} {stage}" for stage, count in search.stages.most_common())
    print(f"Looked at {search.screened:,} duels: {stages}.")
    if not found:
        print("None was good enough. Search longer with --minutes, or try another --seed or --size.")
    else:
        print(f"Play one with gridduels play {found[0].code}")


def _about(game: "Game", measures: "Measures | Day", matter: float) -> str:
    """Return a duel's board, rules and measures."""
    from gridduels.duel import Duel

    rules = "\n".join(f"  {line}" for line in game.words.gist)
    return (
        f"{Duel(game)}\n\n{rules}\n\n"
        f"  fair {measures.fair:.2f}, deep {measures.deep:.2f}; {100 * matter:.0f} of 100 choices matter; "
        f"{measures.positions:,} positions; best play takes {measures.plies} plies"
    )


def _data(found: list["Report"]) -> list[dict[str, object]]:
    from gridduels.game import Game
    from gridduels.invent import definition

    return [
        {
            "code": str(each.code),
            "title": Game(definition(each.code)).title,
            "rules": list(Game(definition(each.code)).words.gist),
            **each.as_data(),
        }
        for each in found
    ]


# --- Review and rule book


def _review(options: argparse.Namespace) -> int:
    from gridduels.game import Game
    from gridduels.registry import definition

    game = Game(definition(options.game), options.size)
    require("gridduels invent review", "engine")
    from gridduels.invent.review import review, text_of
    from gridduels.terminal.progress import ProgressBar

    with ProgressBar("Reviewing") as bar:
        found = review(game, bar, options.seed)
    if options.json:
        return print_json(found.as_data())
    print(text_of(found))
    return 0


def _book(options: argparse.Namespace) -> int:
    from importlib.util import find_spec

    path = options.output
    form = path.suffix.lower() if path else ".md"
    require("gridduels invent book", "engine", *(["report"] if form == ".pdf" and not find_spec("weasyprint") else []))
    from gridduels.files import begins_with, check_output, write_atomically
    from gridduels.invent.book import FORMS, book_of

    if form not in FORMS:
        raise SetupError(f"cannot write a rule book as {path.name}: end the name with {', '.join(FORMS)}.")
    if path:
        check_output(path, lambda file: begins_with(file, *FORMS[form]), options.force)
    content = book_of(options.game, form, options.language or "en")
    if path is None:
        print(content.decode(), end="")
        return 0
    write_atomically(path, [content])
    print(f"Wrote {path}.")
    return 0


# --- Duel of the day


def _day(options: argparse.Namespace) -> int:
    from gridduels.invent.gallery import duel_of, today

    if options.date and options.date > today():
        raise SetupError(f"the duel for {options.date} appears on that day, at midnight UTC")
    found = duel_of(options.date)
    if options.json:
        return print_json(found.as_data())
    print(f"Duel of {found.day:%A} {found.day.day} {found.day:%B %Y}: {found.name}\n")
    print(f"{_about(found.game, found, found.matter)}\n")
    print(f"Play it with gridduels play {found.code}")
    return 0
