"""`gridduels serve`: the games in a browser."""

import argparse
import sys
import warnings
from pathlib import Path
from typing import Any

from gridduels.commands.options import add_command, add_force, whole
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra


def add(commands: Any) -> None:
    about = "Serve the games to browsers and programs until Ctrl-C. Duels are kept in one file."
    serve = add_command(commands, "serve", run, "play in a browser", about)
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1: this machine alone)")
    serve.add_argument("--port", metavar="N", type=port, default=8000, help="port to listen on; 0: any (8000)")
    serve.add_argument(
        "--db",
        metavar="FILE|URL",
        help="keep the duels in FILE, or at postgresql://... (default: in the user's folder)",
    )
    serve.add_argument(
        "--rate", metavar="N", type=_rate, default=20.0, help="requests a second from one address; 0: no limit (20)"
    )
    serve.add_argument(
        "--expire",
        metavar="DAYS",
        type=_days,
        default=14.0,
        help="days after which an unchanged unfinished duel goes (14)",
    )
    serve.add_argument(
        "--expire-finished",
        metavar="DAYS",
        type=_days,
        default=365.0,
        help="days after which a finished duel goes (365)",
    )
    serve.add_argument(
        "--allow-host", metavar="NAME", action="append", default=[], help="a further name the server is known by"
    )
    serve.add_argument("--origin", metavar="URL", action="append", default=[], help="a further site that may connect")
    serve.add_argument("--proxy", action="store_true", help="a proxy in front says who visits, by X-Forwarded-For")
    about = "where the games are played without a server (make site), for those who cannot reach this one"
    serve.add_argument("--offline-play", metavar="URL", type=_address, help=about)
    about = "let assistants in at /mcp, which speaks MCP; no-values leaves out what moves are worth"
    serve.add_argument("--mcp", choices=("values", "no-values"), nargs="?", const="values", help=about)
    serve.add_argument("--log-format", choices=("json", "text"), help="default: text on a terminal, else json")
    serve.add_argument("--workers", metavar="N", type=_workers, default=1, help="processes, with PostgreSQL (1)")
    serve.add_argument(
        "--copy-to", metavar="FILE|URL", help="copy all duels to an empty database, and end; stop the servers first"
    )
    serve.add_argument("--backup", metavar="FILE", type=Path, help="copy the database to FILE, also in use, and end")
    add_force(serve)


def run(options: argparse.Namespace) -> int:
    from gridduels.files import config_folder
    from gridduels.web.dates import check_clock

    check_clock()  # before anything else: without the time, Python cannot even import its logging
    db = options.db or config_folder() / "duels.sqlite"
    if options.backup is not None:
        return _back_up(db, options.backup, options.force)
    try:
        if options.copy_to is not None:
            return _copy(db, options.copy_to)
        from gridduels.web.serve import serve
        from gridduels.web.settings import Settings

        if options.mcp:
            import gridduels.mcp.transports  # noqa: F401
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "gridduels":
            raise
        raise MissingExtra(f"the server needs {missing}", "mcp" if missing.startswith("mcp") else "web") from None
    settings = Settings(
        db,
        options.host,
        options.port,
        rate=options.rate,
        proxy=options.proxy,
        hosts=tuple(options.allow_host),
        origins=tuple(options.origin),
        expire=options.expire * 86_400,
        expire_finished=options.expire_finished * 86_400,
        offline_play=options.offline_play or "",
        mcp=options.mcp,
    )
    log_format = options.log_format or ("text" if sys.stderr.isatty() else "json")
    if options.workers == 1:
        return serve(settings, log_format)
    from gridduels.web.serve import serve_with_workers

    return serve_with_workers(settings, log_format, options.workers)


def _copy(db: Path | str, target: str) -> int:
    import asyncio

    from gridduels.text import count
    from gridduels.web.stores.places import copy_duels, named

    duels, damaged = asyncio.run(copy_duels(db, target))
    print(f"Copied {named(db)} to {named(target)}: {count(duels, 'duel')}.")
    if damaged:
        warnings.warn(f"{count(len(damaged), 'duel')} damaged and not copied: {', '.join(damaged)}", stacklevel=1)
    return 0


def _back_up(db: Path | str, copy: Path, force: bool) -> int:
    from gridduels.files import begins_with, check_output
    from gridduels.text import count
    from gridduels.web.stores.addresses import is_address
    from gridduels.web.stores.backup import back_up

    if is_address(db):
        raise SetupError("PostgreSQL has backups of its own (pg_dump); --copy-to copies the duels to a file")
    check_output(copy, lambda path: begins_with(path, b"SQLite format 3\0", b"CREATE TABLE duels"), force)
    duels, damaged = back_up(Path(db), copy)
    print(f"Copied {db} to {copy}: {count(duels, 'duel')}.")
    if damaged:
        warnings.warn(f"{count(len(damaged), 'duel')} in it cannot be replayed: {', '.join(damaged)}", stacklevel=1)
    return 0


def port(text: str) -> int:
    """A number to listen at."""
    if not 0 <= (number := whole(text)) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: it is 0 to 65535")
    return number


def _workers(text: str) -> int:
    if not 1 <= (number := whole(text)) <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of workers from 1 to 64")
    return number


def _address(text: str) -> str:
    if not text.startswith(("https://", "http://", "/")):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an address: it begins with https:// or, on this site, with /"
        )
    return text


def _rate(text: str) -> float:
    return _number(text, "requests a second", 0.0, 1e6)


def _days(text: str) -> float:
    return _number(text, "days", 0.001, 36_500.0)


def _number(text: str, unit: str, least: float, most: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of {unit} from {least:g} to {most:g}")
    return number
