"""The lobby: duels that wait for somebody to play them, and games to watch."""

from typing import Annotated

from msgspec import Meta

from gridduels.web.messages.base import BoardSize, Message, Position, Rulings, Side
from gridduels.web.messages.board import Board
from gridduels.web.messages.requests import GameId, OwnName
from gridduels.web.messages.state import Names

__all__ = ["Challenge", "Lobby", "Pair", "Timing", "Watchable"]


class Pair(Message):
    """Plays whoever wants to play the same game: takes a seat that waits, or waits in one."""

    game: GameId
    listed: Annotated[bool | None, Meta(description="whether the lobby shows the game to others (yes)")] = None
    name: OwnName | None = None


class Timing(Message):
    """What each clock begins with, and what a move adds; in seconds."""

    seconds: float
    increment: float


class Challenge(Message):
    """A duel whose free seat is for whoever takes it first."""

    id: str
    game: str
    title: str
    size: BoardSize
    rules: Rulings
    clock: Timing | None
    seat: Annotated[Side, Meta(description="the free seat")]
    first: Annotated[Side, Meta(description="who moves first")]
    start: Position
    name: Annotated[str | None, Meta(description="who offers it, if they have said")]
    pairing: Annotated[bool, Meta(description="whether a bot steps in where nobody comes in time")]


class Watchable(Message):
    """A game that is being played."""

    id: str
    game: str
    title: str
    size: BoardSize
    p1: str
    p2: str
    names: Names
    ply: int
    turn: Side
    board: Board


class Lobby(Message):
    """Who wants to play, and what can be watched."""

    version: Annotated[str, Meta(description="another one where anything is different")]
    pair_seconds: Annotated[float, Meta(description="after so long a bot steps in for who has asked to be paired")]
    challenges: Annotated[list[Challenge], Meta(description="who has waited longest comes first")]
    games: Annotated[list[Watchable], Meta(description="the latest first")]
