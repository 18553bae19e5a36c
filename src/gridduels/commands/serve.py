"""`gridduels serve` and `mcp`: play in a browser, or with an assistant."""

import argparse
import sys
import warnings
from pathlib import Path

from gridduels.commands.options import Commands, add_command, add_force, number_from, refuse, whole
from gridduels.errors import SetupError
from gridduels.extras import require

_SERVING = (
    *("host", "port", "rate", "expire", "expire_finished", "allow_host", "origin", "proxy", "offline_play", "mcp"),
    *("log_format", "processes"),
)


def add(commands: Commands) -> None:
    _add_serve(commands)
    _add_mcp(commands)


# --- Serve


def _add_serve(commands: Commands) -> None:
    about = "Serve the games to browsers and programs until Ctrl-C. Duels are kept in one file (docs/serving.md)."
    examples = "", "--host 0.0.0.0 --port 8080 --db duels.sqlite"
    serve = add_command(commands, "serve", _run_serve, "play in a browser", about, examples)
    about = "address to listen on (default: 127.0.0.1, this machine only)"
    serve.add_argument("--host", default="127.0.0.1", help=about)
    about = "port to listen on, 0 for any free one (default: 8000)"
    serve.add_argument("--port", metavar="N", type=port, default=8000, help=about)
    about = "keep the duels in FILE, or at postgresql://... (default: in your configuration folder)"
    serve.add_argument("--db", metavar="FILE|URL", help=about)
    about = "requests per second and address, 0 for no limit (default: 20)"
    serve.add_argument("--rate", metavar="N", type=_rate, default=20.0, help=about)
    about = "remove unfinished duels after DAYS without a change (default: 14)"
    serve.add_argument("--expire", metavar="DAYS", type=_days, default=14.0, help=about)
    about = "remove finished duels after DAYS (default: 365)"
    serve.add_argument("--expire-finished", metavar="DAYS", type=_days, default=365.0, help=about)
    about = "another host name of this server; repeatable"
    serve.add_argument("--allow-host", metavar="NAME", action="append", default=[], help=about)
    about = "another site that may connect; repeatable"
    serve.add_argument("--origin", metavar="URL", action="append", default=[], help=about)
    about = "trust the X-Forwarded-For header of a proxy in front of the server"
    serve.add_argument("--proxy", action="store_true", help=about)
    about = "link to a site where the games can be played without a server (make site)"
    serve.add_argument("--offline-play", metavar="URL", type=_address, help=about)
    about = "serve assistants over MCP at /mcp; no-values hides the values of moves"
    serve.add_argument("--mcp", choices=("values", "no-values"), nargs="?", const="values", help=about)
    about = "log format (default: text on a terminal, json otherwise)"
    serve.add_argument("--log-format", choices=("json", "text"), help=about)
    about = "server processes; more than 1 needs PostgreSQL (default: 1)"
    serve.add_argument("--processes", metavar="N", type=_processes, default=1, help=about)
    instead = serve.add_mutually_exclusive_group()
    about = "copy all duels to an empty database and exit; stop the servers first"
    instead.add_argument("--copy-to", metavar="FILE|URL", help=about)
    about = "back up the database to FILE, even while it is in use, and exit"
    instead.add_argument("--backup", metavar="FILE", type=Path, help=about)
    add_force(serve)


def _run_serve(options: argparse.Namespace) -> int:
    from gridduels.files import config_folder
    from gridduels.web.dates import check_clock
    from gridduels.web.stores import is_address

    check_clock()  # first, because without a readable clock Python cannot even import logging
    db = options.db or config_folder() / "duels.sqlite"
    for flag in ("backup", "copy_to"):
        if getattr(options, flag) is not None:
            refuse(options, f"with --{flag.replace('_', '-')}", *_SERVING)
    if options.backup is not None:
        return _back_up(db, options.backup, options.force)
    addresses = [each for each in (db, options.copy_to) if each is not None and is_address(each)]
    require("gridduels serve", "web", *(["mcp"] if options.mcp else []), *(["postgres"] if addresses else []))
    refuse(options, "without --backup", "force")
    if options.copy_to is not None:
        return _copy(db, options.copy_to)
    from gridduels.web.serve import serve, serve_with_processes
    from gridduels.web.settings import Settings

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
    if options.processes == 1:
        return serve(settings, log_format)
    return serve_with_processes(settings, log_format, options.processes)


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
    from gridduels.web.stores import is_address
    from gridduels.web.stores.backup import back_up

    if is_address(db):
        raise SetupError("use pg_dump to back up PostgreSQL, or copy the duels to a file with --copy-to")
    check_output(copy, lambda path: begins_with(path, b"SQLite format 3\0", b"CREATE TABLE duels"), force)
    duels, damaged = back_up(Path(db), copy)
    print(f"Copied {db} to {copy}: {count(duels, 'duel')}.")
    if damaged:
        warnings.warn(f"{count(len(damaged), 'duel')} in it cannot be replayed: {', '.join(damaged)}", stacklevel=1)
    return 0


def port(text: str) -> int:
    """Return a port number."""
    if not 0 <= (number := whole(text)) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: use 0 to 65535")
    return number


def _processes(text: str) -> int:
    if not 1 <= (number := whole(text)) <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes from 1 to 64")
    return number


def _address(text: str) -> str:
    if not text.startswith(("https://", "http://", "/")):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an address: start it with https://, or with / for a page of this site"
        )
    return text


def _rate(text: str) -> float:
    return number_from(text, "requests per second", 0.0, 1e6)


def _days(text: str) -> float:
    return number_from(text, "days", 0.001, 36_500.0)


# --- Mcp


def _add_mcp(commands: Commands) -> None:
    about = "Let an assistant play through MCP on stdin and stdout; people join by link (docs/mcp.md)."
    examples = "", "--no-values --db duels.sqlite"
    mcp = add_command(commands, "mcp", _run_mcp, "let an assistant play through MCP", about, examples)
    mcp.add_argument("--no-values", action="store_true", help="hide the values of moves, for fair tests")
    mcp.add_argument("--port", metavar="N", type=port, default=0, help="port where people join (default: any free one)")
    mcp.add_argument(
        "--db", metavar="FILE", type=Path, help="keep the duels in FILE (default: only while this command runs)"
    )


def _run_mcp(options: argparse.Namespace) -> int:
    require("gridduels mcp", "mcp", "web")
    import tempfile

    from gridduels.mcp.transports import speak
    from gridduels.web.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        db = options.db or Path(folder) / "duels.sqlite"
        return speak(Settings(db, port=options.port, rate=0.0), values=not options.no_values)
