"""The parts that messages share, and the refusal codes."""

from enum import StrEnum
from typing import Annotated, Literal, Self

from msgspec import Meta, Struct

# --- The base classes of messages, and common fields


class Message(Struct, gc=False):
    """A JSON object. Readers ignore unknown fields, so that newer servers can add fields.

    Messages never form reference cycles, so the garbage collector doesn't need to track them (`gc`).
    """


class Request(Message, forbid_unknown_fields=True):
    """A client message. Unknown fields are rejected, since they are probably typos."""


def one_of(*values: str | int, about: str | None = None) -> Meta:
    """Describe a field that takes one of these values. The Python type accepts any string or number."""
    return Meta(description=about, extra_json_schema={"enum": list(values)})


Side = Annotated[int, Meta(ge=1, le=2, extra_json_schema={"enum": [1, 2]})]
BoardSize = Annotated[int | str, Meta(description="cells along an edge, or rows and columns such as 6x7")]
Cell = Annotated[int, Meta(ge=0, description="row * columns + column, from 0 at the top-left corner")]
Kind = Annotated[str, one_of("move", "place", "other", about="a token moves to a cell, a cell is marked, or neither")]
EmoteName = Literal["hello", "good-luck", "nice", "oops", "thinking", "thanks"]
Word = Annotated[str, Meta(max_length=20, description="a move as a word: up, up3, @2,0")]
Position = Annotated[str, Meta(max_length=200, description="a position on one line, as described in docs/positions.md")]
Rulings = Annotated[dict[str, str | int], Meta(description="the value of each ruling, by its name")]


# --- Refusal codes, for HTTP, websockets and docs alike


class Code(StrEnum):
    """The reason for a refusal.

    >>> Code.TAKEN, Code.TAKEN.status, Code.TAKEN.sentence
    (<Code.TAKEN: 'taken'>, 409, 'Someone else has already joined.')
    """

    status: int
    """The HTTP status."""
    sentence: str

    def __new__(cls, code: str, status: int = 422, sentence: str = "") -> Self:
        member = str.__new__(cls, code)
        member._value_, member.status, member.sentence = code, status, sentence
        return member

    MALFORMED = "malformed", 400, "Not JSON, or a field or parameter is missing, unknown or of the wrong form."
    NOT_SEATED = "not-seated", 403, "The secret is missing, or belongs to another duel."
    NO_SUCH_DUEL = "no-such-duel", 404, "The duel does not exist, or has expired."
    NO_SUCH_PAGE = "no-such-page", 404, "There is nothing at this path."
    NOT_ALLOWED = "not-allowed", 405, "This method, or this other site, is not allowed."
    TOO_SLOW = "too-slow", 408, "The request did not arrive in time."
    STALE = "stale", 409, "The duel has changed. Look at `state` and decide again."
    NOT_YOUR_TURN = "not-your-turn", 409, "Your opponent is to move."
    TAKEN = "taken", 409, "Someone else has already joined."
    OVER = "over", 409, "The game is over."
    NO_TAKEBACK = "no-takeback", 409, "There is nothing to take back, no one to agree, or you have asked too often."
    WRONG_HOST = "wrong-host", 421, "The server does not have this host name."
    NOT_NOW = "not-now", 422, "This is not possible in the current state."
    EDGE = "edge", 422, "The move leads off the grid."
    BLOCKED = "blocked", 422, "A blocked cell is in the way of the move."
    OCCUPIED = "occupied", 422, "A token is in the way of the move."
    VISITED = "visited", 422, "The move passes a cell that has been visited."
    NO_OBSTACLES = "no-obstacles", 422, "The player has no obstacles left."
    CUT_OFF = "cut-off", 422, "The obstacle would leave a player without a path."
    REPETITION = "repetition", 422, "The position after the move would occur for the third time."
    NOTATION = "notation", 422, "The text is not a move of this game."
    POSITION = "position", 422, "The text is not a position of this game."
    SETUP = "setup", 422, "The game, size, ruling or player does not exist, or they do not go together."
    NO_PUZZLE = "no-puzzle", 422, "There is no such puzzle on this board."
    NAME = "name", 422, "The name is too long, unreadable, or taken."
    TOO_BIG = "too-big", 422, "The request is too long, or would take too much time or memory."
    TOO_FAST = "too-fast", 429, "Too many requests. Wait a moment, then try again."
    DAMAGED = "damaged", 500, "The stored duel is damaged and cannot be shown."
    ERROR = "error", 500, "Something went wrong on the server."
    BUSY = "busy", 503, "The server is too busy. Wait a moment, then try again."

    @classmethod
    def _missing_(cls, value: object) -> "Code":
        """Return `not-now` for a code known only to an installed game or a newer server.

        >>> Code("edge"), Code("my-own")
        (<Code.EDGE: 'edge'>, <Code.NOT_NOW: 'not-now'>)
        """
        return cls.NOT_NOW
