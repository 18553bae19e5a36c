"""The lobby of a server: duels that wait for somebody to play them, and games to watch."""

from typing import Final, NamedTuple

from gridduels.board import Size
from gridduels.terminal.online.answers import read_names
from gridduels.terminal.online.fields import ID, Fields

__all__ = ["Challenge", "Lobby", "Watchable", "read_lobby"]

_MOST: Final = 1_000


class Challenge(NamedTuple):
    """A duel whose free seat is for everybody."""

    id: str
    title: str
    size: Size
    clock: tuple[float, float] | None
    """Seconds for the game, and those that each move adds."""
    seat: int
    first: int
    name: str
    """Who offers it, if they have said."""


class Watchable(NamedTuple):
    """A game that is being played."""

    id: str
    title: str
    size: Size
    players: tuple[str, str]
    names: tuple[str, str]
    ply: int


class Lobby(NamedTuple):
    """Who has waited longest comes first, and of the games the latest."""

    version: str
    pair_seconds: float
    """After so long the computer steps in for who has asked to be paired."""
    challenges: tuple[Challenge, ...]
    games: tuple[Watchable, ...]


def read_lobby(answer: Fields) -> Lobby:
    return Lobby(
        version=answer.name("version"),
        pair_seconds=answer.seconds("pair_seconds"),
        challenges=tuple(map(_challenge, answer.objects("challenges", _MOST))),
        games=tuple(map(_watchable, answer.objects("games", _MOST))),
    )


def _challenge(told: Fields) -> Challenge:
    clock = told.fields("clock") if told.has("clock") else None
    return Challenge(
        id=told.word("id", ID),
        title=told.name("title"),
        size=told.size("size"),
        clock=(clock.seconds("seconds"), clock.seconds("increment")) if clock else None,
        seat=told.side("seat"),
        first=told.side("first"),
        name=told.name("name") if told.has("name") else "",
    )


def _watchable(told: Fields) -> Watchable:
    return Watchable(
        id=told.word("id", ID),
        title=told.name("title"),
        size=told.size("size"),
        players=(told.name("p1"), told.name("p2")),
        names=read_names(told),
        ply=told.whole("ply"),
    )
