"""Players: whoever chooses a move. A person is asked by the screen in front of it; everybody else is made here."""

import random
from typing import Final, Protocol

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.players.random_player import RandomPlayer

__all__ = ["HUMAN", "PLAYERS", "Player", "make_player"]

HUMAN: Final = "human"
PLAYERS: Final = {HUMAN: "a person", "random": "the computer, any legal move"}
"""Every name a player can be asked for by, with what it is."""


class Player(Protocol):
    """Anything but a person that chooses moves."""

    name: str

    def choose(self, duel: Duel) -> str:
        """The word of the move to play; the game is not over."""
        ...


def make_player(name: str, chance: random.Random) -> Player | None:
    """The player with this name; None for a person. `chance` is its only source of randomness.

    >>> make_player("human", random.Random()) is None
    True
    """
    if name not in PLAYERS:
        raise SetupError(f"there is no player {name!r}: it is {' or '.join(PLAYERS)}")
    return None if name == HUMAN else RandomPlayer(chance)
