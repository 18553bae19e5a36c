"""Players: whoever chooses a move. A person is asked by the screen in front of it; everybody else is made here."""

import random
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.players.random_player import RandomPlayer

__all__ = ["HUMAN", "PLAYERS", "Player", "make_player"]

HUMAN: Final = "human"


class Player(Protocol):
    """Anything but a person that chooses moves."""

    name: str

    def choose(self, duel: Duel) -> str:
        """The word of the move to play; the game is not over. A Forfeit says why there is none."""
        ...

    def close(self) -> None:
        """Gives back whatever the player holds, such as a process; it may be asked to choose again."""
        ...


class Kind(NamedTuple):
    """What a player is, and how it is made of what follows the colon, chance, and the seconds a move may take."""

    about: str
    make: Callable[[str, random.Random, float], Player | None]


def _make_bot(command: str, chance: random.Random, think: float) -> Player:
    from gridduels.players.bot import BotPlayer

    return BotPlayer(command, think)


KINDS: Final = {
    HUMAN: Kind("a person", lambda argument, chance, think: None),
    "random": Kind("the computer, any legal move", lambda argument, chance, think: RandomPlayer(chance)),
    "cmd:COMMAND LINE": Kind("an outside bot", _make_bot),
}
"""Every player there is, as its name is spelled."""

PLAYERS: Final = {name: kind.about for name, kind in KINDS.items() if ":" not in name}
"""Every name that stands alone, with what it is."""


def make_player(name: str, chance: random.Random, think: float = 1.0) -> Player | None:
    """The player with this name; None for a person.

    `chance` is its only source of randomness; `think` is how many seconds a move may take.

    >>> make_player("human", random.Random()) is None
    True
    """
    head, colon, argument = name.partition(":")
    for spelling, kind in KINDS.items():
        if spelling.partition(":")[:2] == (head, colon):
            return kind.make(argument, chance, think)
    *most, last = KINDS
    raise SetupError(f"there is no player {name!r}: it is {', '.join(most)} or {last}")
