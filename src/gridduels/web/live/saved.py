"""Saved: a duel on the server as it is kept, a row of the database; Live: the same beside its Duel."""

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from gridduels.board import Size, shape
from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.match import Match
from gridduels.record import HUMAN
from gridduels.registry import load_game
from gridduels.web.live.secrets import matches

__all__ = ["Live", "Saved", "Sides", "live_of", "rulings_text"]

Sides = tuple[int, ...]
"""The sides somebody plays: none, one, or both."""


class Saved(Struct, frozen=True, gc=False):
    """Everything that is kept of a duel; times are seconds since 1970."""

    id: str
    game: str
    size: int
    """Of a board that is not square 100 times its rows, and its columns."""
    rulings: str
    start: str
    p1: str
    p2: str
    seed: int
    created: float
    changed: float
    seat1: bytes | None = None
    """The hash of the secret of Player 1's seat; None while it is free, and for the computer's."""
    seat2: bytes | None = None
    invite: bytes | None = None
    seconds: float | None = None
    """What each clock began with; None without clocks."""
    increment: float = 0.0
    left1: float = 0.0
    left2: float = 0.0
    version: int = 0
    moves: str = ""
    winner: int | None = None
    """Who won by other means than a move, 0 for nobody, and `reason` how."""
    reason: str | None = None
    takeback_by: int | None = None
    takeback_to: int | None = None
    rematch_by: int | None = None
    rematch_seat: bytes | None = None
    """The hash of the next secret of the player who asked for a rematch."""
    next: str | None = None
    """The id of the next duel, chosen when the first player asks for it."""
    next_began: int = 0
    note: str | None = None
    over: int = 0
    code1: bytes | None = None
    """The hash of the code that moves Player 1's seat to another device, once; None where nobody has asked for one."""
    code2: bytes | None = None
    deadline: float | None = None
    """When the player to move runs out of time; None while no clock runs."""
    round: int = 1
    """Which duel of a series this is: one rematch after another."""
    earlier1: int = 0
    """The points of the rounds before, of who is Player 1 here."""
    earlier2: int = 0
    offered: float | None = None
    """Until when the lobby offers the free seat to everybody; None where it does not, or somebody sits there."""
    stand_in: str | None = None
    """The player who takes the free seat at the deadline, if nobody has by then."""
    listed: int = 0
    """Whether the lobby shows the game to who wants to watch."""
    name1: str | None = None
    """What the person on Player 1's seat wants to be called."""
    name2: str | None = None
    swap: str = ""
    """The pie rule, as a Match has it: whether the second player may change sides, or has."""

    asked1: int = 0
    """Requests of Player 1 to take back that nobody has agreed to."""
    asked2: int = 0
    missed1: float | None = None
    """From when on Player 2 may end the duel, because Player 1 has left; None while nobody is missed."""
    missed2: float | None = None

    @property
    def players(self) -> tuple[str, str]:
        return self.p1, self.p2

    @property
    def names(self) -> tuple[str | None, str | None]:
        return self.name1, self.name2

    @property
    def seats(self) -> tuple[bytes | None, bytes | None]:
        return self.seat1, self.seat2

    @property
    def asked(self) -> tuple[int, int]:
        return self.asked1, self.asked2

    @property
    def missed(self) -> tuple[float | None, float | None]:
        return self.missed1, self.missed2

    @property
    def codes(self) -> tuple[bytes | None, bytes | None]:
        return self.code1, self.code2

    def is_computer(self, player: int) -> bool:
        """Whether the computer plays this side."""
        return self.players[player - 1] != HUMAN

    def is_open(self, player: int) -> bool:
        """Whether nobody sits there yet."""
        return not self.is_computer(player) and self.seats[player - 1] is None

    @property
    def humans(self) -> tuple[int, ...]:
        """The sides that people play."""
        return tuple(player for player in (1, 2) if not self.is_computer(player))

    @property
    def together(self) -> bool:
        """Whether one seat plays both sides."""
        return self.seat1 is not None and self.seat1 == self.seat2

    def sides_of(self, secret: str | None) -> Sides:
        """The sides a secret may play."""
        if secret is None:
            return ()
        return tuple([player for player in (1, 2) if matches(secret, self.seats[player - 1])])


class Live(NamedTuple):
    """A duel on the server: what is kept of it, and the Duel that decides."""

    saved: Saved
    duel: Duel

    @property
    def match(self) -> Match:
        """The series of which this duel is a round."""
        saved = self.saved
        earlier = saved.earlier1, saved.earlier2
        return Match(self.duel, saved.players, round=saved.round, earlier=earlier, swap=saved.swap)


def live_of(saved: Saved, before: Live | None = None) -> Live:
    """The duel that was kept; its moves are checked against the rules once more, from an earlier version of it on."""
    game = _game(saved.game, size_of_number(saved.size), saved.rulings)
    stopped = None if saved.winner is None or saved.reason is None else (saved.winner, saved.reason)
    words = saved.moves.split()
    if before is None or stopped or before.duel.outcome or words[: before.duel.ply] != list(before.duel.moves):
        return Live(saved, Duel(game, saved.moves, start=saved.start, stopped=stopped))
    duel = before.duel
    for word in words[duel.ply :]:
        duel = duel.play(word)
    return Live(saved, duel)


def number_of_size(size: Size) -> int:
    """A size as it is kept.

    >>> number_of_size(5), number_of_size("6x7"), size_of_number(607)
    (5, 607, '6x7')
    """
    rows, columns = shape(size)
    return rows if rows == columns else 100 * rows + columns


def size_of_number(number: int) -> Size:
    """The size that is kept as a number."""
    return number if number < 100 else f"{number // 100}x{number % 100}"


@lru_cache(256)
def _game(id: str, size: Size, rulings: str) -> Game:
    return load_game(id, size, **dict(pair.split("=", 1) for pair in rulings.split()))


def rulings_text(game: Game) -> str:
    """A game's rulings as they are kept."""
    return " ".join(f"{name}={value}" for name, value in game.rulings.items())
