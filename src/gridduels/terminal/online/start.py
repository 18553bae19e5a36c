"""Begin, find, join and resume duels on a server, and store seats and their secrets in a file."""

import json
import os
import secrets
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from gridduels.board import size_text
from gridduels.errors import SetupError
from gridduels.files import config_folder, write_atomically
from gridduels.game import Definition
from gridduels.players.ladder import called
from gridduels.protocol.answers import Begun, Challenge, Joined, Lobby, Pair, Watchable
from gridduels.protocol.requests import Join, NewDuel, TakeSeat
from gridduels.terminal.online.server import (
    ID,
    SECRET,
    Nonsense,
    RefusedByServer,
    Server,
    State,
    check_word,
    read_names,
)
from gridduels.text import count

# --- Links, and the secrets for resuming a game


_MOST: Final = 500
"""Seats stored per server. The oldest are dropped first; one server's seats never displace another's."""


class Link(NamedTuple):
    """A duel link, possibly with a seat's secret, an invite, or a code that moves a seat to this device."""

    server: str
    id: str
    seat: str | None = None
    invite: str | None = None
    code: str | None = None


def read_link(text: str, server: str | None) -> Link:
    """Return the link given by the options `--duel` and `--server`.

    >>> read_link("http://localhost:8000/duel/4f8aKd02Xw#join=abc", None)
    Link(server='http://localhost:8000', id='4f8aKd02Xw', seat=None, invite='abc', code=None)
    """
    address, _, fragment = text.partition("#")
    base, found, id = address.rpartition("/duel/")
    if found:
        server = base
    elif "/" in address:
        raise SetupError(f"{text!r} is not a duel link; links look like http://HOST/duel/ID")
    else:
        id = address
    if server is None:
        raise SetupError("say where the duel is: add --server URL, or give --duel the whole link")
    if not ID.fullmatch(id):
        raise SetupError(f"{id!r} is not a duel id; ids have at least 6 letters and digits")
    secrets = {name: values[0] for name, values in parse_qs(fragment).items() if name in ("seat", "join", "take")}
    if not all(map(SECRET.fullmatch, secrets.values())):
        raise SetupError(f"{text!r} is not a duel link: the part after # is damaged")
    return Link(read_server(server), id, secrets.get("seat"), secrets.get("join"), secrets.get("take"))


def read_server(text: str) -> str:
    """Return a server's address, adding `http://` if it has no scheme.

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
        raise SetupError(f"{text!r} is not a server address; addresses look like http://localhost:8000")
    return address


def kept_seat(server: str, id: str, name: str) -> str | None:
    """Return a seat's stored `secret`, the `claim` it was requested with, or the `invite` to the other seat."""
    seat = _load().get(f"{server}/duel/{id}")
    return str(seat[name]) if seat and name in seat else None


def keep_seat(server: str, id: str, **values: str) -> None:
    """Store a seat's secrets in a file that only its owner can read."""
    seats = _load()
    key = f"{server}/duel/{id}"
    seats[key] = seats.pop(key, {}) | values | {"date": datetime.now(UTC).date().isoformat()}
    here = [each for each in seats if each.startswith(f"{server}/duel/")]
    for oldest in here[:-_MOST]:
        del seats[oldest]
    path = _path()
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        write_atomically(path, json.dumps(seats, indent=1) + "\n")
    except OSError as error:
        raise SetupError(f"cannot save your seat in {path} ({error.strerror})") from None


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
        raise SetupError(
            f"{path}, which stores your seats in online games, is damaged; move it away to continue without it"
        )
    return found


# --- Beginning, joining and resuming duels


Say = Callable[[str], None]


class Seated(NamedTuple):
    """A duel on a server and the secret of our seat in it (None for a spectator)."""

    server: Server
    state: State
    secret: str | None


def begin_duel(address: str, wanted: NewDuel, say: Say) -> Seated:
    """Begin a duel and print the link for the opponent, or for spectators."""
    server = Server(read_server(address), say)
    seated, invite = _begun(server, server.ask(Begun, "/api/duels", body=wanted))
    link = f"{server.url}/duel/{seated.state.id}"
    say(f"Send this link to your opponent: {link}#join={invite}" if invite else f"To watch: {link}")
    return seated


def find_opponent(address: str, game: str, say: Say, name: str = "") -> Seated:
    """Get paired with anyone who wants to play the same game; if there is no one, the computer steps in."""
    server = Server(read_server(address), say)
    return _begun(server, server.ask(Begun, "/api/lobby/pair", body=Pair(game=game, name=name or None)))[0]


def open_duel(link: Link, say: Say, name: str = "") -> Seated:
    """Open a link's duel: in the seat stored here, with the link's secret or invite, or as a spectator."""
    server = Server(link.server, say)
    secret = link.seat or kept_seat(link.server, link.id, "secret")
    if secret is not None and link.code is not None and not server.state(link.id, secret=secret).you:
        secret = None  # the seat had been moved to another device, and the code brings it back
    if secret is None and link.code is not None:
        claim = _claim(link.server, link.id)
        secret = _take(server, link.id, "seat", TakeSeat(code=link.code, claim=claim))
    elif secret is None and link.invite is not None:
        secret = _join(server, link.id, name, link.invite)
    state = server.state(link.id, secret=secret)
    if link.seat and not state.you:
        say("This link's seat doesn't belong to this duel.")
    elif link.seat:
        keep_seat(link.server, link.id, secret=link.seat)
    return Seated(server, state, secret)


def accept_challenge(address: str, id: str, say: Say, name: str = "") -> Seated:
    """Take a seat that a server's lobby offers to everyone."""
    server = Server(read_server(address), say)
    secret = _join(server, id, name)
    return Seated(server, server.state(id, secret=secret), secret)


def _begun(server: Server, answer: Begun) -> tuple[Seated, str | None]:
    """Return a newly begun duel, with the invite to the other seat."""
    state = server.understand(answer.state)
    secret = _checked(server, answer.seat.secret) if answer.seat else None
    invite = _checked(server, answer.invite) if answer.invite else None
    if secret:
        keep_seat(server.url, state.id, secret=secret, **({"invite": invite} if invite else {}))
    return Seated(server, state, secret), invite


def _join(server: Server, id: str, name: str, invite: str | None = None) -> str | None:
    return _take(server, id, "join", Join(invite=invite, claim=_claim(server.url, id), name=name or None))


def _claim(server: str, id: str) -> str:
    """Return the claim for a seat. It is stored before it is sent, so a lost response can be requested again."""
    claim = kept_seat(server, id, "claim") or secrets.token_urlsafe(24)
    keep_seat(server, id, claim=claim)
    return claim


def _take(server: Server, id: str, path: str, request: Join | TakeSeat) -> str | None:
    """Return the secret of the seat taken, or None if it is already taken."""
    try:
        secret = _checked(server, server.ask(Joined, f"/api/duels/{id}/{path}", body=request).secret)
    except RefusedByServer as refused:
        if refused.code not in ("taken", "not-seated"):
            raise
        server.say(str(refused))
        return None
    keep_seat(server.url, id, secret=secret)
    return secret


def _checked(server: Server, secret: str) -> str:
    try:
        return check_word(secret, SECRET, "secret")
    except Nonsense as nonsense:
        raise server.not_ours(nonsense) from None


# --- The lobby


class Entry(NamedTuple):
    """A line in the lobby, its description, and the action that opens it."""

    line: str
    about: str
    go: Callable[[Say], Seated]


def read_lobby(address: str, say: Say, after: str = "", wait: float = 0) -> Lobby:
    """Return a server's lobby; with `after`, wait up to `wait` seconds until it differs from that version."""
    query = {"after": after, "wait": wait} if after else None
    return Server(read_server(address), say).ask(Lobby, "/api/lobby", query)


def lobby_entries(address: str, lobby: Lobby, games: Iterable[Definition], name: str) -> list[Entry]:
    """Return what a lobby offers someone of this name: anyone to play one of `games` with, challenges, and duels to
    watch."""
    anyone = [_anyone(address, game, lobby.pair_seconds, name) for game in games]
    challenges = [_challenge(address, each, name) for each in lobby.challenges]
    return [*anyone, *challenges, *(_to_watch(address, each) for each in lobby.games)]


def _anyone(address: str, game: Definition, seconds: float, name: str) -> Entry:
    about = f"You play the next person who wants this game; after {seconds:.0f} seconds the computer steps in."
    return Entry(f"Play anyone: {game.title}", about, lambda say: find_opponent(address, game.id, say, name))


def _challenge(address: str, found: Challenge, name: str) -> Entry:
    clock = f", {found.clock.seconds / 60:g} min + {found.clock.increment:g} s" if found.clock else ""
    line = f"Accept {found.name or 'a player'}: {found.title} {size_text(found.size)}{clock}"
    first = "you go first" if found.first == found.seat else "they go first"
    about = f"You'd be Player {found.seat}; {first}."
    return Entry(line, about, lambda say: accept_challenge(address, found.id, say, name))


def _to_watch(address: str, found: Watchable) -> Entry:
    pairs = zip(read_names(found.names), (found.p1, found.p2), strict=True)
    players = " - ".join(name or called(player) for name, player in pairs)
    line = f"Watch {players}: {found.title} {size_text(found.size)}"
    return Entry(line, f"{count(found.ply, 'move')} so far.", lambda say: open_duel(Link(address, found.id), say))
