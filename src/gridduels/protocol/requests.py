"""The messages that clients send: the bodies of HTTP requests, and websocket messages."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridduels.protocol.base import EmoteName, Message, Position, Request, Word

MOST_MOVES: Final = 1000
_MOST_PLY: Final = 1_000_000
_LONGEST_CLOCK: Final = 7 * 86_400

GameId = Annotated[str, Meta(max_length=60)]
Size = Annotated[int, Meta(ge=0, le=99)] | Annotated[str, Meta(max_length=5)]
RulingText = Annotated[str, Meta(max_length=40)]
RulingNumber = Annotated[int, Meta(ge=-(10**9), le=10**9)]
ChosenRulings = Annotated[
    dict[RulingText, RulingText | RulingNumber], Meta(max_length=20, description="values of rulings, by their names")
]
PlayerName = Annotated[str, Meta(max_length=40, description="human, or a name from GET /api/players")]
OwnName = Annotated[str, Meta(max_length=200, description="your name (optional): at most 24 characters")]
Moves = Annotated[list[Word], Meta(max_length=MOST_MOVES)]
Seconds = Annotated[float, Meta(ge=0, le=_LONGEST_CLOCK)]
PageAddress = Annotated[
    str, Meta(max_length=200, description="the address of the duel's page, for a link and its QR code")
]
Secret = Annotated[str, Meta(max_length=100)]
Claim = Annotated[
    str,
    Meta(
        min_length=22,
        max_length=100,
        description="a secret of your choice; repeat the request with it if the answer was lost",
    ),
]
Ply = Annotated[int, Meta(ge=0, le=_MOST_PLY, description="the number of moves played, as far as you know")]


class NewClock(Request):
    seconds: Annotated[float, Meta(ge=1, le=_LONGEST_CLOCK)]
    increment: Seconds | None = None


class NewDuel(Request):
    """Start a duel. Missing or null fields take their default values."""

    game: GameId
    size: Size | None = None
    rule: ChosenRulings | None = None
    p1: PlayerName | None = None
    p2: PlayerName | None = None
    first: Annotated[
        Literal["1", "2", 1, 2, "toss", "swap"] | None,
        Meta(description="who moves first (1); swap: Player 1, and then the opponent may change sides"),
    ] = None
    seat: Annotated[Literal[1, 2, "both", "none"] | None, Meta(description="your seat; both: you play both sides")] = (
        None
    )
    clock: NewClock | None = None
    start: Annotated[Position | None, Meta(description="a position, or fair: one with equal chances")] = None
    moves: Moves | None = None
    offer: Annotated[bool | None, Meta(description="whether the lobby offers the free seat (no)")] = None
    listed: Annotated[
        bool | None, Meta(description="whether the lobby lists the game for spectators (same as offer)")
    ] = None
    stand_in: Annotated[
        PlayerName | None,
        Meta(description="the computer player that takes the offered seat if no one else does in time"),
    ] = None
    name: OwnName | None = None


class Join(Request):
    """Take the free seat."""

    invite: Annotated[Secret | None, Meta(description="not needed if the lobby offers the seat")] = None
    claim: Claim | None = None
    listed: Annotated[bool | None, Meta(description="false: the lobby does not list the game")] = None
    name: OwnName | None = None


class ShowInvitation(Request):
    """Get an invitation as a link and as a QR code."""

    invite: Secret
    page: PageAddress


class OfferSeat(Request):
    """Create a link that moves your seat to another device, once."""

    page: PageAddress | None = None


class TakeSeat(Request):
    """Move a seat to this device."""

    code: Secret
    claim: Claim | None = None


class PuzzleMove(Request):
    """A move in a puzzle, following the correct moves so far."""

    game: GameId
    start: Position
    move: Word
    size: Size | None = None
    rule: ChosenRulings | None = None
    moves: Moves | None = None


class Hello(Message, tag="hello"):
    """The first message. Send a seat's secret to play, or none to watch."""

    seat: Secret | None = None


class Ping(Message, tag="ping"):
    """Check the connection."""


class AskWhy(Message, tag="why"):
    """Ask whether a move is legal now and, if not, why."""

    move: Word


class Emote(Message, tag="emote"):
    """Show your opponent one of six emotes. Allowed only between two people, and not too often."""

    emote: EmoteName


class Mute(Message, tag="mute"):
    """Stop or resume the opponent's emotes on this connection."""

    muted: bool


class Action(Message):
    """A player's action; over HTTP, the path says which one."""

    ply: Ply


class Move(Action, tag="move"):
    """Play a move; repeating the request is harmless."""

    move: Word


class Resign(Action, tag="resign"):
    """Resign."""


class AskTakeback(Action, tag="takeback"):
    """Ask to take back your last move and everything after it; the computer always agrees at once."""


class AnswerTakeback(Action, tag="takeback-answer"):
    """Accept or decline a takeback."""

    to: Annotated[int, Meta(ge=0, le=_MOST_PLY)]
    accept: bool


class Withdraw(Action, tag="withdraw"):
    """Take the duel out of the lobby."""


class AskRematch(Action, tag="rematch"):
    """Ask for another duel with sides swapped; `next` appears once both players have asked."""


class ChangeSides(Action, tag="swap"):
    """Take over the first player's side after the first move (the pie rule)."""


class ClaimDuel(Action, tag="claim"):
    """Claim a win because your opponent has left, once `missed` allows it."""


class AbortDuel(Action, tag="abort"):
    """End the duel without a winner, when you could also claim it; it counts for neither player."""


Said = (
    Hello
    | Ping
    | AskWhy
    | Emote
    | Mute
    | Move
    | Resign
    | AskTakeback
    | AnswerTakeback
    | AskRematch
    | Withdraw
    | ChangeSides
    | ClaimDuel
    | AbortDuel
)
"""Messages that the server accepts over a websocket."""


def tag_of(action: Action | type[Action]) -> str:
    """Return an action's `type` over a websocket, which is also the last part of its path over HTTP.

    >>> tag_of(AnswerTakeback)
    'takeback-answer'
    """
    return str(action.__struct_config__.tag)


ACTIONS: Final[tuple[type[Action], ...]] = (
    Move,
    Resign,
    AskTakeback,
    AnswerTakeback,
    AskRematch,
    Withdraw,
    ChangeSides,
    ClaimDuel,
    AbortDuel,
)
