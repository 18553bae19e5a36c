"""Settings: how the server runs, with the limits on what visitors may ask for."""

from dataclasses import dataclass
from pathlib import Path

__all__ = ["Settings"]

_DAY = 86_400.0


@dataclass(frozen=True)
class Settings:
    """What the server is told when it starts; docs/serving.md explains each."""

    db: Path | str
    """A SQLite file, or the address of a PostgreSQL database."""
    host: str = "127.0.0.1"
    port: int = 8000
    rate: float = 20.0
    """Requests a second from one address; 0: no limits by address."""
    proxy: bool = False
    """Whether a proxy in front says who the visitor is (X-Forwarded-For)."""
    hosts: tuple[str, ...] = ()
    """Names the server is known by, beside localhost, addresses and its own host."""
    origins: tuple[str, ...] = ()
    """Further sites whose pages may connect; our own always may."""
    expire: float = 14 * _DAY
    """Seconds after its last change when an unfinished duel is removed."""
    expire_finished: float = 365 * _DAY
    """The same for a finished one."""
    alone: bool = False
    """Whether it is all in one process and one thread, as in a browser: it starts none, and works everything out."""
    offline_play: str = ""
    """Where the games are played without a server, for those who cannot reach this one."""
    mcp: str | None = None
    """Whether assistants come in at /mcp: with `values`, or with `no-values`."""

    burst_seconds: float = 10.0
    """So many seconds' worth of requests may come at once."""
    duels_a_minute: float = 30.0
    """Duels begun from one address."""
    duels_at_once: float = 60.0
    body_bytes: int = 16_384
    request_seconds: float = 10.0
    """The head of a request, and its body, must have come within so long."""
    connections_an_address: int = 200
    """Connections over HTTP; websockets are counted by themselves."""
    message_bytes: int = 4_096
    messages_a_second: float = 20.0
    messages_at_once: float = 40.0
    messages_slowed: int = 200
    """Who sends more is made to wait; who goes on after so many messages that had to wait is sent away."""
    socket_bytes_a_second: float = 4_096.0
    socket_bytes_at_once: float = 65_536.0
    """What a websocket may send, whatever it is: pings are answered before any message is counted."""
    hello_seconds: float = 10.0
    wait_seconds: float = 25.0
    sockets: int = 10_000
    sockets_an_address: int = 200
    watchers: int = 500
    """Connections to one duel."""
    rooms: int = 20_000
    """Duels held in memory at once."""
    unfinished: int = 1_000_000
    """Duels kept that are not over."""
    plies: int = 1_000
    """Moves in one duel."""
    idle_seconds: float = 60.0
    """A duel nobody is connected to leaves memory after this long."""
    least_idle_seconds: float = 5.0
    """The same where there is no space left: who has just been given a room may still be about to enter it."""
    presence_seconds: float = 0.25
    """Comings and goings within this time are told together."""
    missed_seconds: float = 10.0
    """A player who is not connected for so long, while the other one is, is missed."""
    claim_seconds: float = 120.0
    """After so long the other one may claim the duel, or abort it."""
    claim_unclocked_seconds: float = 600.0
    """The same where there is no clock."""
    pace_seconds: float = 1.0
    """The least time between the moves of two computers, so that people can follow."""
    shutdown_seconds: float = 3.0
    waiting_seconds: float = 30.0
    """/health fails while someone has waited for the database for longer; every request is refused before that."""

    lobby_seconds: float = 0.5
    """While somebody is in the lobby, the store is looked at so often."""
    offer_seconds: float = 600.0
    """How long the lobby offers a seat; one with a clock of a day or more is offered for a day."""
    pair_seconds: float = 20.0
    """After so long a bot plays with who has asked to be paired."""
    challenges: int = 200
    """Seats offered in the lobby at once."""
    shown_an_address: int = 5
    """Duels in the lobby, offered or to watch, that come from one address."""
    games_shown: int = 12
    """Games to watch in the lobby."""
    live_seconds: float = 300.0
    """A game in which nothing has happened for so long is not shown there."""
