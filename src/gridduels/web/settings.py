"""How the server runs, and the limits on what visitors may ask for."""

from dataclasses import dataclass
from pathlib import Path

_DAY = 86_400.0


@dataclass(frozen=True)
class Settings:
    """The server's settings; docs/serving.md explains each."""

    db: Path | str
    """A SQLite file, or the address of a PostgreSQL database."""
    host: str = "127.0.0.1"
    port: int = 8000
    rate: float = 20.0
    """Requests a second from one address; 0 turns off all limits by address."""
    proxy: bool = False
    """Whether a proxy in front reports the visitor's address (X-Forwarded-For)."""
    hosts: tuple[str, ...] = ()
    """Host names of the server, in addition to localhost, IP addresses and its own host."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may connect."""
    expire: float = 14 * _DAY
    """Seconds after its last change until an unfinished duel is removed."""
    expire_finished: float = 365 * _DAY
    """Seconds after its last change until a finished duel is removed."""
    alone: bool = False
    """Whether to run in one process and one thread, as in a browser, without workers."""
    offline_play: str = ""
    """Address of a site that plays without a server, for visitors who cannot reach this one."""
    mcp: str | None = None
    """Whether assistants may connect at /mcp: with `values` or with `no-values`."""

    burst_seconds: float = 10.0
    """Seconds' worth of requests that may come at once."""
    duels_a_minute: float = 30.0
    """Duels that one address may begin."""
    duels_at_once: float = 60.0
    body_bytes: int = 16_384
    request_seconds: float = 10.0
    """Seconds within which the head of a request, and its body, must arrive."""
    connections_an_address: int = 200
    """HTTP connections; websockets are counted separately."""
    message_bytes: int = 4_096
    messages_a_second: float = 20.0
    messages_at_once: float = 40.0
    messages_slowed: int = 200
    """Messages in a row above the rate, each of which has to wait, before the connection is closed."""
    socket_bytes_a_second: float = 4_096.0
    socket_bytes_at_once: float = 65_536.0
    """Bytes of any kind that a websocket may send: pings are answered before messages are counted."""
    hello_seconds: float = 10.0
    wait_seconds: float = 25.0
    sockets: int = 10_000
    sockets_an_address: int = 200
    emotes_a_minute: float = 12.0
    emotes_at_once: float = 3.0
    """Emotes of one player in a duel."""
    watchers: int = 500
    """Connections to one duel."""
    rooms: int = 20_000
    """Duels in memory at once."""
    unfinished: int = 1_000_000
    """Unfinished duels in the database."""
    plies: int = 1_000
    """Moves in one duel."""
    idle_seconds: float = 60.0
    """A duel without connections leaves memory after this long."""
    least_idle_seconds: float = 5.0
    """The same when memory is full: a visitor who has just got a room may be about to enter it."""
    presence_seconds: float = 0.25
    """Changes of presence within this time are announced together."""
    missed_seconds: float = 10.0
    """A player who is disconnected for this long while the opponent is connected is missed."""
    claim_seconds: float = 120.0
    """After this long the opponent may claim the duel or abort it."""
    claim_unclocked_seconds: float = 600.0
    """The same without a clock."""
    pace_seconds: float = 1.0
    """Minimum time between the moves of two computers, so that people can follow."""
    shutdown_seconds: float = 3.0
    waiting_seconds: float = 30.0
    """/health fails while someone has waited for the database for longer; every request is refused before that."""

    lobby_seconds: float = 0.5
    """How often the store is read while someone is in the lobby."""
    offer_seconds: float = 600.0
    """How long the lobby offers a seat; one with a clock of a day or more is offered for a day."""
    pair_seconds: float = 20.0
    """After this long a bot plays a visitor who wants to be paired."""
    challenges: int = 200
    """Seats offered in the lobby at once."""
    shown_an_address: int = 5
    """Duels in the lobby, offered or live, from one address."""
    games_shown: int = 12
    """Live games listed in the lobby."""
    live_seconds: float = 300.0
    """A game without a change for this long is not listed."""
