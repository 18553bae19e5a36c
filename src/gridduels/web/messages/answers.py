"""What the server answers and tells, beside the State of a duel and what is known about games."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.web.messages.base import Message, Side, Word
from gridduels.web.messages.codes import Code, code_of
from gridduels.web.messages.state import Present, State

__all__ = [
    "Begun",
    "Health",
    "Invitation",
    "Joined",
    "OwnSeat",
    "Pong",
    "Presence",
    "Refusal",
    "SeatCode",
    "Told",
    "Why",
    "Working",
    "why_of",
]


class OwnSeat(Message):
    """A seat, and the secret that lets its player sit there."""

    player: Literal[1, 2, "both"]
    secret: str


class Begun(Message):
    """A duel that has begun."""

    id: str
    url: Annotated[str, Meta(description="the page")]
    seat: OwnSeat | None
    invite: Annotated[str | None, Meta(description="what the other player joins with, once")]
    state: State


class Joined(Message):
    """The seat that was free is yours."""

    player: Side
    secret: str


class Invitation(Message):
    """An invitation to give away."""

    link: Annotated[str, Meta(description="the duel's page, where the first to come may play")]
    qr: Annotated[str, Meta(description="the link as a QR code: an SVG picture as a data: address")]


class SeatCode(Message):
    """What moves a seat to another device, once."""

    code: str
    seconds: Annotated[int, Meta(description="how long it is good")]
    link: Annotated[str | None, Meta(description="the duel's page with the code")]
    qr: Annotated[str | None, Meta(description="the link as a QR code: an SVG picture as a data: address")]


class Why(Message, tag="why"):
    """Whether a move is allowed, and why not."""

    move: Word
    legal: bool
    code: Code | None
    sentence: str | None


class Refusal(Message, tag="refused"):
    """What was asked for is not done; where it helps, how the duel stands."""

    code: Annotated[Code, Meta(description="for programs")]
    sentence: Annotated[str, Meta(description="for people")]
    state: State | UnsetType = UNSET


class Working(Message, tag="working"):
    """Being worked out: ask again after a second."""

    stage: str
    done: int
    total: int | None


class Ready(Message):
    """Whether the computer knows the exact values of a duel's board, or will never know them here."""

    ready: bool


class Health(Message):
    """Whether the server is well."""

    status: Literal["ok", "failing"]
    trouble: str | None
    version: str
    uptime: Annotated[float, Meta(description="seconds since the start")]
    duels: Annotated[int, Meta(description="duels that are not over")]
    rooms: Annotated[int, Meta(description="duels in memory")]
    waiting: Annotated[int, Meta(description="duels in which someone has waited for the database for too long")]
    sockets: Annotated[int, Meta(description="open websockets")]


class Presence(Message, tag="presence"):
    """Who has come or gone."""

    present: Present
    watchers: int


class Pong(Message, tag="pong"):
    """The answer to a ping."""


Told = State | Presence | Why | Pong | Refusal
"""What is sent over a websocket."""


def why_of(duel: Duel, move: str) -> Why:
    """Whether a move is allowed, and why not."""
    try:
        duel.play(move)
    except GridDuelsError as error:
        return Why(move=move, legal=False, code=code_of(error.code), sentence=str(error))
    return Why(move=move, legal=True, code=None, sentence=None)
