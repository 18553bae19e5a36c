"""Seats in duels on servers: what a link says, and the secrets that are kept so that a game can be gone on with."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from gridduels.errors import SetupError
from gridduels.files import write_whole
from gridduels.folders import config_folder
from gridduels.terminal.online.fields import ID, SECRET

__all__ = ["Link", "keep_seat", "kept_seat", "read_link", "read_server"]

_MOST: Final = 500
"""Seats that are kept of one server; the oldest go first, and no server makes those of another go."""


class Link(NamedTuple):
    """A duel on a server, with the secret of a seat, an invite to one or the code that moves one here, as it has it."""

    server: str
    id: str
    seat: str | None = None
    invite: str | None = None
    code: str | None = None


def read_link(text: str, server: str | None) -> Link:
    """What `--game` and `--server` say.

    >>> read_link("http://localhost:8000/duel/4f8aKd02Xw#join=abc", None)
    Link(server='http://localhost:8000', id='4f8aKd02Xw', seat=None, invite='abc', code=None)
    """
    address, _, fragment = text.partition("#")
    base, found, id = address.rpartition("/duel/")
    if found:
        server = base
    elif "/" in address:
        raise SetupError(f"{text!r} is not the link of a duel: it looks like http://HOST/duel/ID")
    else:
        id = address
    if server is None:
        raise SetupError("say where the game is: --server URL, or --game with the whole link")
    if not ID.fullmatch(id):
        raise SetupError(f"{id!r} is not the id of a duel: it is letters and digits")
    secrets = {name: values[0] for name, values in parse_qs(fragment).items() if name in ("seat", "join", "take")}
    if not all(map(SECRET.fullmatch, secrets.values())):
        raise SetupError(f"{text!r} is not the link of a duel: what follows # is not the secret of a seat")
    return Link(read_server(server), id, secrets.get("seat"), secrets.get("join"), secrets.get("take"))


def read_server(text: str) -> str:
    """The address of a server, `http://` where nothing else is said.

    >>> read_server("localhost:8000/")
    'http://localhost:8000'
    """
    address = (text if "://" in text else f"http://{text}").rstrip("/")
    try:
        parts = urlsplit(address)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        valid = False
    if not valid:
        raise SetupError(f"{text!r} is not the address of a server: it looks like http://localhost:8000")
    return address


def kept_seat(server: str, id: str, name: str) -> str | None:
    """What was kept of a seat under a name: its `secret`, the `claim` it was asked for with, the `invite` beside it."""
    seat = _load().get(f"{server}/duel/{id}")
    return str(seat[name]) if seat and name in seat else None


def keep_seat(server: str, id: str, **values: str) -> None:
    """Keeps something of a seat in a file that nobody else can read."""
    seats = _load()
    key = f"{server}/duel/{id}"
    seats[key] = seats.pop(key, {}) | values | {"date": datetime.now(UTC).date().isoformat()}
    here = [each for each in seats if each.startswith(f"{server}/duel/")]
    for oldest in here[:-_MOST]:
        del seats[oldest]
    path = _path()
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        write_whole(path, json.dumps(seats, indent=1) + "\n")
    except OSError as error:
        raise SetupError(f"cannot keep your seat in {path} ({error.strerror})") from None


def _path() -> Path:
    return config_folder() / "seats.json"


def _load() -> dict[str, dict[str, Any]]:
    path = _path()
    try:
        text = path.read_text(encoding="utf-8")
        found = json.loads(text) if text else {}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        found = None
    if not (isinstance(found, dict) and all(isinstance(seat, dict) for seat in found.values())):
        raise SetupError(f"{path} is damaged: it held your seats in games on servers; move it away to go on without")
    return found
