"""Server settings, and limits on visitors' requests."""

from dataclasses import dataclass
from pathlib import Path

_DAY = 86_400.0


@dataclass(frozen=True)
class Settings:
    """The server's settings, explained in docs/serving.md."""

    db: Path | str
    """The path of a SQLite file, or the address of a PostgreSQL database."""
    host: str = "127.0.0.1"
    port: int = 8000
    rate: float = 20.0
    """Requests per second from one address; 0 disables all per-address limits."""
    proxy: bool = False
    """Whether a proxy in front of the server reports the visitor's address (X-Forwarded-For)."""
    hosts: tuple[str, ...] = ()
    """The server's host names, in addition to localhost, IP addresses and its own host."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may connect."""
    expire: float = 14 * _DAY
    """How long an unfinished duel is stored after its last change, in seconds."""
    expire_finished: float = 365 * _DAY
    """How long a finished duel is stored after its last change, in seconds."""
    alone: bool = False
    """Whether to run in one process and one thread, as in a browser, without workers."""
    offline_play: str = ""
    """Address of a site that works without a server, for visitors who cannot reach this one."""
    mcp: str | None = None
    """Whether assistants may connect at /mcp, with `values` or with `no-values`."""

    burst_seconds: float = 10.0
    """Burst size: this many seconds' worth of requests may arrive at once."""
    duels_a_minute: float = 30.0
    """Duels that one address may start."""
    duels_at_once: float = 60.0
    body_bytes: int = 16_384
    request_seconds: float = 10.0
    """Seconds within which a request's head must arrive, and then its body."""
    connections_an_address: int = 200
    """HTTP connections; websockets are counted separately."""
    message_bytes: int = 4_096
    messages_a_second: float = 20.0
    messages_at_once: float = 40.0
    messages_slowed: int = 200
    """Consecutive messages above the rate limit, each of which is delayed, before the connection is closed."""
    socket_bytes_a_second: float = 4_096.0
    socket_bytes_at_once: float = 65_536.0
    """Bytes of any kind that a websocket may send. This covers pings, which are answered before messages are
    counted."""
    hello_seconds: float = 10.0
    wait_seconds: float = 25.0
    sockets: int = 10_000
    sockets_an_address: int = 200
    emotes_a_minute: float = 12.0
    emotes_at_once: float = 3.0
    """Emotes per player and duel."""
    watchers: int = 500
    """Connections to one duel."""
    rooms: int = 20_000
    """Duels in memory at once."""
    unfinished: int = 1_000_000
    """Unfinished duels in the database."""
    plies: int = 1_000
    """Moves in one duel."""
    idle_seconds: float = 60.0
    """How long a duel without connections stays in memory."""
    least_idle_seconds: float = 5.0
    """The same when memory is full: a visitor who was just given a room may be about to enter it."""
    presence_seconds: float = 0.25
    """Presence changes within this time are announced together."""
    missed_seconds: float = 10.0
    """A player counts as missed after being disconnected for this long while the opponent is connected."""
    claim_seconds: float = 120.0
    """How long the opponent must wait before claiming or aborting the duel."""
    claim_unclocked_seconds: float = 600.0
    """The same for duels without a clock."""
    pace_seconds: float = 1.0
    """Minimum time between moves when two computers play, so that people can follow."""
    shutdown_seconds: float = 3.0
    waiting_seconds: float = 30.0
    """/health fails while someone has waited longer than this for the database; requests are refused before that."""

    lobby_seconds: float = 0.5
    """How often the store is polled while someone is in the lobby."""
    offer_seconds: float = 600.0
    """How long the lobby offers a seat; with a clock of a day or more, the seat is offered for a day."""
    pair_seconds: float = 20.0
    """How long a visitor waits to be paired before a bot steps in."""
    challenges: int = 200
    """Maximum number of seats offered in the lobby at once."""
    shown_an_address: int = 5
    """Maximum number of lobby duels, offered or live, from one address."""
    games_shown: int = 12
    """Maximum number of live games listed in the lobby."""
    live_seconds: float = 300.0
    """A game that has not changed for this long is not listed."""
