"""How a duel on a server is begun, found in the lobby, joined or resumed; seats and their secrets."""

import json
import os
import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from gridduels.board import Size
from gridduels.errors import SetupError
from gridduels.files import config_folder, write_whole
from gridduels.terminal.online.answers import ID, SECRET, Fields, State, read_begun, read_names, read_secret
from gridduels.terminal.online.server import RefusedByServer, Server

# --- Seats: links, and the secrets that let a game be resumed


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


# --- The lobby


_MOST_OFFERS: Final = 1_000


class Challenge(NamedTuple):
    """A duel whose free seat is for everybody."""

    id: str
    title: str
    size: Size
    clock: tuple[float, float] | None
    """Seconds for the game, and those that each move adds."""
    seat: int
    first: int
    name: str
    """Who offers it, if they have said."""


class Watchable(NamedTuple):
    """A game that is being played."""

    id: str
    title: str
    size: Size
    players: tuple[str, str]
    names: tuple[str, str]
    ply: int


class Lobby(NamedTuple):
    """Who has waited longest comes first, and of the games the latest."""

    version: str
    pair_seconds: float
    """After so long the computer steps in for who has asked to be paired."""
    challenges: tuple[Challenge, ...]
    games: tuple[Watchable, ...]


def read_lobby(answer: Fields) -> Lobby:
    return Lobby(
        version=answer.name("version"),
        pair_seconds=answer.seconds("pair_seconds"),
        challenges=tuple(map(_challenge, answer.objects("challenges", _MOST_OFFERS))),
        games=tuple(map(_watchable, answer.objects("games", _MOST_OFFERS))),
    )


def _challenge(told: Fields) -> Challenge:
    clock = told.fields("clock") if told.has("clock") else None
    return Challenge(
        id=told.word("id", ID),
        title=told.name("title"),
        size=told.size("size"),
        clock=(clock.seconds("seconds"), clock.seconds("increment")) if clock else None,
        seat=told.side("seat"),
        first=told.side("first"),
        name=told.name("name") if told.has("name") else "",
    )


def _watchable(told: Fields) -> Watchable:
    return Watchable(
        id=told.word("id", ID),
        title=told.name("title"),
        size=told.size("size"),
        players=(told.name("p1"), told.name("p2")),
        names=read_names(told),
        ply=told.whole("ply"),
    )


# --- Beginning, finding, joining and resuming


Say = Callable[[str], None]


class Seated(NamedTuple):
    """A duel on a server, with the secret of the seat one has in it; None watches."""

    server: Server
    state: State
    secret: str | None


def open_duel(link: Link, say: Say, name: str = "") -> Seated:
    """The duel of a link: in the seat that is kept here, with the link's own secret or invite, or watching. Who sits
    down anew may say what to be called."""
    server = Server(link.server, say)
    secret = link.seat or kept_seat(link.server, link.id, "secret")
    if secret is not None and link.code is not None and not server.ask_state(link.id, secret=secret).you:
        secret = None  # it has moved elsewhere, and is to come back
    if secret is None and link.code is not None:
        secret = _take(say, server, link.id, "seat", code=link.code)
    elif secret is None and link.invite is not None:
        secret = _take(say, server, link.id, "join", invite=link.invite, **_called(name))
    state = server.ask_state(link.id, secret=secret)
    if link.seat and not state.you:
        say("The link's seat is not one of this duel.")
    elif link.seat:
        keep_seat(link.server, link.id, secret=link.seat)
    return Seated(server, state, secret)


def take_challenge(address: str, id: str, say: Say, name: str = "") -> Seated:
    """The seat that the lobby of a server offers to everybody."""
    server = Server(read_server(address), say)
    secret = _take(say, server, id, "join", **_called(name))
    return Seated(server, server.ask_state(id, secret=secret), secret)


def be_paired(address: str, game: str, say: Say, name: str = "") -> Seated:
    """A seat against whoever wants to play the same game; the computer comes where nobody does."""
    server = Server(read_server(address), say)
    state, secret, _ = server.ask(read_begun, "/api/lobby/pair", body={"game": game, **_called(name)})
    if secret:
        keep_seat(server.url, state.id, secret=secret)
    return Seated(server, state, secret)


def _called(name: str) -> dict[str, str]:
    return {"name": name} if name else {}


def _take(say: Say, server: Server, id: str, how: str, **with_what: str) -> str | None:
    """Takes a seat. The claim is kept first, so that an answer that is lost can be asked for again."""
    claim = kept_seat(server.url, id, "claim") or secrets.token_urlsafe(24)
    keep_seat(server.url, id, claim=claim)
    try:
        secret = server.ask(read_secret, f"/api/duels/{id}/{how}", body={**with_what, "claim": claim})
    except RefusedByServer as refused:
        if refused.code not in ("taken", "not-seated"):
            raise
        say(str(refused))
        return None
    keep_seat(server.url, id, secret=secret)
    return secret


def begin_duel(address: str, wanted: Mapping[str, Any], say: Say) -> Seated:
    """A new duel on a server; a friend gets the link that is said."""
    server = Server(read_server(address), say)
    asked = {name: value for name, value in wanted.items() if value}
    state, secret, invite = server.ask(read_begun, "/api/duels", body=asked)
    link = f"{server.url}/duel/{state.id}"
    if secret:
        keep_seat(server.url, state.id, secret=secret, **({"invite": invite} if invite else {}))
    say(f"Send this link to the other player: {link}#join={invite}" if invite else f"To watch: {link}")
    return Seated(server, state, secret)
