"""State: how a duel on the server stands, as one of those who are connected to it is told."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gridduels.web.messages.base import BoardSize, Message, Position, Rulings, Side, Word
from gridduels.web.messages.board import Board, Legal
from gridduels.web.messages.values import Outcome

__all__ = [
    "Chair",
    "Clock",
    "Missed",
    "Names",
    "NextDuel",
    "Present",
    "Rematch",
    "Score",
    "Seats",
    "Series",
    "State",
    "Takeback",
    "TakebacksLeft",
    "TimeLeft",
]

Chair = Literal["taken", "open", "computer"]


class Seats(Message, rename={"one": "1", "two": "2"}):
    one: Chair
    two: Chair


class Names(Message, rename={"one": "1", "two": "2"}):
    """What people want to be called; null for who has not said, and for the computer."""

    one: str | None
    two: str | None


class Present(Message, rename={"one": "1", "two": "2"}):
    """Who is connected."""

    one: bool
    two: bool


class TimeLeft(Message, rename={"one": "1", "two": "2"}):
    """Seconds."""

    one: float
    two: float


class Clock(Message):
    seconds: float
    increment: float
    left: TimeLeft
    running: Side | None


class Takeback(Message):
    """Somebody asks to take moves back."""

    by: Side
    to: int
    undoes: list[Word]


class TakebacksLeft(Message, rename={"one": "1", "two": "2"}):
    """How many more times each player may ask to take back; a request that was agreed to does not count."""

    one: int
    two: int


class Missed(Message):
    """A player who has left while the other one is there."""

    player: Side
    seconds: Annotated[float, Meta(description="until the other one may claim the duel or abort it; 0: now")]


class Rematch(Message):
    """Somebody asks for another duel."""

    by: Side


class Score(Message, rename={"one": "1", "two": "2"}):
    """Points, one for each duel won, of who sits here now: they change sides in a rematch."""

    one: int
    two: int


class Series(Message):
    """Duels of the same two, one rematch after another."""

    round: Annotated[int, Meta(description="which of them this is")]
    score: Annotated[Score, Meta(description="this duel counts once it is over")]


class NextDuel(Message):
    """The duel after this one."""

    id: str
    seat: Annotated[str | UnsetType, Meta(description="your secret there; only for who has a seat here")] = UNSET


class State(Message, tag="state"):
    """How a duel stands."""

    version: Annotated[int, Meta(description="grows with every change but presence")]
    id: str
    game: str
    title: str
    size: BoardSize
    rules: Rulings
    p1: str
    p2: str
    names: Names
    seats: Seats
    present: Present
    watchers: int
    you: Annotated[Literal[1, 2, "both"] | None, Meta(description="the sides you play")]
    first: Side
    ply: Annotated[int, Meta(description="how many moves have been played")]
    turn: Side
    moves: list[Word]
    movers: Annotated[list[Side], Meta(description="who made each of the moves: a player may act twice in a row")]
    start: Position
    position: Position
    board: Board
    legal: list[Legal]
    status: Annotated[str, Meta(description="what matters beside the board, such as obstacles left")]
    outcome: Outcome | None
    series: Series
    clock: Clock | None
    takeback: Takeback | None
    takebacks_left: TakebacksLeft
    missed: Annotated[Missed | None, Meta(description="never you: who is connected is not missed")]
    rematch: Rematch | None
    next: NextDuel | None
    swap: Annotated[bool, Meta(description="whether the player to move may change sides instead, by the pie rule")]
    thinking: Annotated[bool, Meta(description="whether the computer is to move")]
    note: Annotated[str | None, Meta(description="how the computer found its last move, where that is worth knowing")]
    expires: Annotated[str | None, Meta(description="when an unfinished duel is removed unless something happens")]
