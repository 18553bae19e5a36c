"""What visitors send: the bodies of requests, and the messages of a websocket."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridduels.protocol.base import Message, Position, Request, Word

MOST_MOVES: Final = 1000
_MOST_PLY: Final = 1_000_000
_LONGEST_CLOCK: Final = 7 * 86_400

GameId = Annotated[str, Meta(max_length=40)]
Size = Annotated[int, Meta(ge=0, le=99)] | Annotated[str, Meta(max_length=5)]
RulingText = Annotated[str, Meta(max_length=40)]
RulingNumber = Annotated[int, Meta(ge=-(10**9), le=10**9)]
ChosenRulings = Annotated[
    dict[RulingText, RulingText | RulingNumber], Meta(max_length=20, description="values of rulings, by their names")
]
PlayerName = Annotated[str, Meta(max_length=40, description="human, or who GET /api/players lists")]
OwnName = Annotated[
    str, Meta(max_length=200, description="what you want to be called, if anything: at most 24 characters")
]
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
        description="a secret of your own making, so that a lost answer can be asked for again",
    ),
]
Ply = Annotated[int, Meta(ge=0, le=_MOST_PLY, description="how many moves have been played as far as you know")]


class NewClock(Request):
    seconds: Annotated[float, Meta(ge=1, le=_LONGEST_CLOCK)]
    increment: Seconds | None = None


class NewDuel(Request):
    """A duel to begin; what is left out, or null, is as usual."""

    game: GameId
    size: Size | None = None
    rule: ChosenRulings | None = None
    p1: PlayerName | None = None
    p2: PlayerName | None = None
    first: Annotated[
        Literal["1", "2", 1, 2, "toss", "swap"] | None,
        Meta(description="who goes first (1); swap: Player 1, and then the other one may change sides"),
    ] = None
    seat: Annotated[
        Literal[1, 2, "both", "none"] | None, Meta(description="where you sit; both: you play both sides")
    ] = None
    clock: NewClock | None = None
    start: Annotated[Position | None, Meta(description="a position, or fair: one with the same chances for both")] = (
        None
    )
    moves: Moves | None = None
    offer: Annotated[bool | None, Meta(description="whether the lobby offers the free seat to everybody (no)")] = None
    listed: Annotated[
        bool | None, Meta(description="whether the lobby shows the game to others (as far as it offers it)")
    ] = None
    stand_in: Annotated[
        PlayerName | None, Meta(description="the computer that takes the offered seat if nobody does in time")
    ] = None
    name: OwnName | None = None


class Join(Request):
    """Takes the free seat."""

    invite: Annotated[Secret | None, Meta(description="none is needed where the lobby offers the seat")] = None
    claim: Claim | None = None
    listed: Annotated[bool | None, Meta(description="false: the lobby shows the game to nobody")] = None
    name: OwnName | None = None


class ShowInvitation(Request):
    """Asks for an invitation as a link, and that as a QR code."""

    invite: Secret
    page: PageAddress


class OfferSeat(Request):
    """Makes a link that moves one's seat to another device, once."""

    page: PageAddress | None = None


class TakeSeat(Request):
    """Moves a seat to this device."""

    code: Secret
    claim: Claim | None = None


class PuzzleMove(Request):
    """A move in a puzzle, after those that have been right."""

    game: GameId
    start: Position
    move: Word
    size: Size | None = None
    rule: ChosenRulings | None = None
    moves: Moves | None = None


class Hello(Message, tag="hello"):
    """The first message: who is there; without the secret of a seat, somebody who watches."""

    seat: Secret | None = None


class Ping(Message, tag="ping"):
    """Is anybody there?"""


class AskWhy(Message, tag="why"):
    """Whether a move is allowed now, and why not."""

    move: Word


class Action(Message):
    """What a player does; over HTTP its path says which action it is."""

    ply: Ply


class Move(Action, tag="move"):
    """Plays a move; to send it again does no harm."""

    move: Word


class Resign(Action, tag="resign"):
    """Gives up."""


class AskTakeback(Action, tag="takeback"):
    """Asks to undo back to before one's last move; the computer agrees at once."""


class AnswerTakeback(Action, tag="takeback-answer"):
    """Agrees to that or not."""

    to: Annotated[int, Meta(ge=0, le=_MOST_PLY)]
    accept: bool


class Withdraw(Action, tag="withdraw"):
    """Takes the duel out of the lobby."""


class AskRematch(Action, tag="rematch"):
    """Asks for another duel with sides swapped; `next` appears when both have."""


class ChangeSides(Action, tag="swap"):
    """Takes the side of who began, after the first move, by the pie rule."""


class ClaimDuel(Action, tag="claim"):
    """Ends the duel as won, when the other player has left and `missed` says that it may be."""


class AbortDuel(Action, tag="abort"):
    """Ends it without a winner, when it could be claimed: it counts for nobody."""


Said = (
    Hello
    | Ping
    | AskWhy
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
"""What comes over a websocket."""


def tag_of(action: Action | type[Action]) -> str:
    """The `type` of an action over a websocket, and the end of its path over HTTP.

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
