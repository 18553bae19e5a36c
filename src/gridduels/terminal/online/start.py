"""How a duel on a server is begun, found in the lobby, joined or gone on with from here."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gridduels.terminal.online.answers import State, read_begun, read_secret
from gridduels.terminal.online.seats import Link, keep_seat, kept_seat, read_server
from gridduels.terminal.online.server import RefusedByServer, Server

__all__ = ["Seated", "be_paired", "begin_duel", "open_duel", "take_challenge"]

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
