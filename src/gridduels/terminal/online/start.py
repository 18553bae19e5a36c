"""How a duel on a server is begun, joined or gone on with from the command line."""

import secrets
from collections.abc import Mapping
from typing import Any

from gridduels.terminal.console import Console
from gridduels.terminal.online.answers import read_begun, read_secret
from gridduels.terminal.online.play import OnlineDuel
from gridduels.terminal.online.seats import Link, keep_seat, kept_seat, read_server
from gridduels.terminal.online.server import RefusedByServer, Server

__all__ = ["begin_duel", "open_duel"]


def open_duel(console: Console, link: Link) -> OnlineDuel:
    """The duel of a link: in the seat that is kept here, with the link's own secret or invite, or watching."""
    server = Server(link.server, console.say)
    secret = link.seat or kept_seat(link.server, link.id, "secret")
    if secret is not None and link.code is not None and not server.ask_state(link.id, secret=secret).you:
        secret = None  # it has moved elsewhere, and is to come back
    if secret is None and link.code is not None:
        secret = _take(console, server, link.id, "seat", code=link.code)
    elif secret is None and link.invite is not None:
        secret = _take(console, server, link.id, "join", invite=link.invite)
    state = server.ask_state(link.id, secret=secret)
    if link.seat and not state.you:
        console.say("The link's seat is not one of this duel.")
    elif link.seat:
        keep_seat(link.server, link.id, secret=link.seat)
    return OnlineDuel(console, server, state, secret)


def _take(console: Console, server: Server, id: str, how: str, **with_what: str) -> str | None:
    """Takes a seat. The claim is kept first, so that an answer that is lost can be asked for again."""
    claim = kept_seat(server.url, id, "claim") or secrets.token_urlsafe(24)
    keep_seat(server.url, id, claim=claim)
    try:
        secret = server.ask(read_secret, f"/api/duels/{id}/{how}", body={**with_what, "claim": claim})
    except RefusedByServer as refused:
        if refused.code not in ("taken", "not-seated"):
            raise
        console.say(str(refused))
        return None
    keep_seat(server.url, id, secret=secret)
    return secret


def begin_duel(console: Console, address: str, wanted: Mapping[str, Any]) -> OnlineDuel:
    """A new duel on a server; a friend gets the link that is printed."""
    server = Server(read_server(address), console.say)
    asked = {name: value for name, value in wanted.items() if value}
    state, secret, invite = server.ask(read_begun, "/api/duels", body=asked)
    link = f"{server.url}/duel/{state.id}"
    if secret:
        keep_seat(server.url, state.id, secret=secret, **({"invite": invite} if invite else {}))
    console.say(f"Send this link to the other player: {link}#join={invite}" if invite else f"To watch: {link}")
    console.say()
    return OnlineDuel(console, server, state, secret)
